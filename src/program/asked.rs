//! What can be asked: a Sudoku of some size, or a puzzle of any shape.

use crate::puzzle::filling::Filling;
use crate::puzzle::variant::Variant;
use crate::solver::outcome::{NoSolution, Outcome, Uniqueness};
use crate::sudoku::board::Board;
use crate::sudoku::puzzle::Puzzle;

/// A puzzle that answers the questions of the program.
pub(crate) trait Asked {
    /// What it finds.
    type Found;

    fn inferred(&mut self) -> Outcome<Self::Found>;
    fn pencil_marks(&mut self) -> Outcome<Self::Found>;
    fn is_unique(&mut self) -> Uniqueness<Self::Found>;

    /// Up to `limit` solutions, and how it ended before that, if it did.
    fn solutions<E>(
        &mut self,
        limit: u64,
        found: impl FnMut(&Self::Found) -> Result<(), E>,
    ) -> Result<(u64, Option<Outcome<()>>), E>;

    /// The number of solutions up to `limit`, and how it ended before that.
    fn count(&mut self, limit: u64) -> (u64, Option<Outcome<()>>);

    /// Why there is no solution.
    fn reason(&self, proof: &NoSolution) -> String;
}

/// Takes up to `limit` things one after the other.
fn take<T, E>(
    limit: u64,
    mut next: impl FnMut() -> Outcome<T>,
    mut found: impl FnMut(&T) -> Result<(), E>,
) -> Result<(u64, Option<Outcome<()>>), E> {
    let mut count = 0;
    while count < limit {
        match next() {
            Outcome::Done(one) => found(&one)?,
            end => return Ok((count, Some(end.map(drop)))),
        }
        count += 1;
    }
    Ok((count, None))
}

fn counted<T>(limit: u64, next: impl FnMut() -> Outcome<T>) -> (u64, Option<Outcome<()>>) {
    match take(limit, next, |_| Ok::<(), std::convert::Infallible>(())) {
        Ok(counted) => counted,
        Err(never) => match never {},
    }
}

impl Asked for Puzzle<'_> {
    type Found = Board;

    fn inferred(&mut self) -> Outcome<Board> {
        Puzzle::inferred(self)
    }

    fn pencil_marks(&mut self) -> Outcome<Board> {
        Puzzle::pencil_marks(self)
    }

    fn is_unique(&mut self) -> Uniqueness<Board> {
        Puzzle::is_unique(self)
    }

    fn solutions<E>(
        &mut self,
        limit: u64,
        found: impl FnMut(&Board) -> Result<(), E>,
    ) -> Result<(u64, Option<Outcome<()>>), E> {
        let mut solutions = Puzzle::solutions(self);
        take(limit, || solutions.next_outcome(), found)
    }

    fn count(&mut self, limit: u64) -> (u64, Option<Outcome<()>>) {
        let mut solutions = Puzzle::solutions(self);
        counted(limit, || solutions.next_found())
    }

    fn reason(&self, proof: &NoSolution) -> String {
        Puzzle::reason(self, proof).to_string()
    }
}

impl Asked for Variant {
    type Found = Filling;

    fn inferred(&mut self) -> Outcome<Filling> {
        Variant::inferred(self)
    }

    fn pencil_marks(&mut self) -> Outcome<Filling> {
        Variant::pencil_marks(self)
    }

    fn is_unique(&mut self) -> Uniqueness<Filling> {
        Variant::is_unique(self)
    }

    fn solutions<E>(
        &mut self,
        limit: u64,
        found: impl FnMut(&Filling) -> Result<(), E>,
    ) -> Result<(u64, Option<Outcome<()>>), E> {
        let mut solutions = Variant::solutions(self);
        take(limit, || solutions.next_outcome(), found)
    }

    fn count(&mut self, limit: u64) -> (u64, Option<Outcome<()>>) {
        let mut solutions = self.solver().solutions();
        counted(limit, || solutions.next_outcome())
    }

    fn reason(&self, proof: &NoSolution) -> String {
        Variant::reason(self, proof).to_string()
    }
}
