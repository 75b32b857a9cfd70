//! What can be asked: a Sudoku of some size, or a puzzle of any shape.

use crate::model::ids::Literal;
use crate::program::answer::Answer;
use crate::program::setting;
use crate::puzzle::filling::Filling;
use crate::puzzle::variant::Variant;
use crate::solver::cnf::{Cnf, NotClausal};
use crate::solver::outcome::{NoSolution, Outcome, SoFar, Uniqueness};
use crate::solver::subset::Subset;
use crate::solver::supported::Supported;
use crate::sudoku::board::Board;
use crate::sudoku::geometry::Cell;
use crate::sudoku::puzzle::Puzzle;

/// A puzzle that answers the questions of the program.
pub(crate) trait Asked {
    /// What it finds.
    type Found;

    fn inferred(&mut self) -> Outcome<Self::Found>;
    fn pencil_marks(&mut self) -> Outcome<Self::Found>;
    fn is_unique(&mut self) -> Uniqueness<Self::Found>;

    /// The question as clauses.
    fn cnf(&mut self) -> Result<Cnf, NotClausal>;

    /// Whether there is exactly one solution, with the steps of a proof.
    fn prove(&mut self, step: impl FnMut(&[Literal])) -> Result<Uniqueness<Self::Found>, NotClausal>;

    /// The values of the variables in a solution.
    fn values(found: &Self::Found) -> Vec<i32>;

    /// Up to `limit` solutions, and how it ended before that, if it did.
    fn solutions<E>(
        &mut self,
        limit: u64,
        found: impl FnMut(&Self::Found) -> Result<(), E>,
    ) -> Result<(u64, Option<Outcome<()>>), E>;

    /// The number of solutions up to `limit`, and how it ended before that.
    fn count(&mut self, limit: u64) -> (u64, Option<Outcome<()>>);

    /// How many solutions the last question found.
    fn found(&mut self) -> u64;

    /// Why there is no solution.
    fn reason(&self, proof: &NoSolution) -> String;

    /// What stands in some solution.
    fn candidates<E>(&mut self, found: impl FnMut(&Self::Found) -> Result<(), E>) -> Result<Answer, E>;

    /// The same with the number of solutions of each, up to `limit`, as an object in pieces.
    fn candidate_counts<E>(
        &mut self,
        limit: u32,
        piece: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<Answer, E>;

    /// About how many solutions there are.
    fn estimate(&mut self, samples: u64) -> Answer;

    /// Names a smallest contradiction; `none` is the answer without it.
    fn why(&mut self, none: Answer) -> Answer;

    /// The same puzzle without needless givens.
    fn minimize<E>(
        &mut self,
        seed: Option<u64>,
        found: impl FnMut(&Self::Found) -> Result<(), E>,
    ) -> Result<Answer, E>;
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

    fn found(&mut self) -> u64 {
        self.solver.statistics().solutions
    }

    fn is_unique(&mut self) -> Uniqueness<Board> {
        Puzzle::is_unique(self)
    }

    fn cnf(&mut self) -> Result<Cnf, NotClausal> {
        Puzzle::cnf(self)
    }

    fn prove(&mut self, step: impl FnMut(&[Literal])) -> Result<Uniqueness<Board>, NotClausal> {
        Puzzle::prove(self, step)
    }

    fn values(found: &Board) -> Vec<i32> {
        found.digits().iter().map(|&digit| digit as i32).collect()
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

    fn candidates<E>(&mut self, found: impl FnMut(&Board) -> Result<(), E>) -> Result<Answer, E> {
        setting::candidates(self, found)
    }

    fn candidate_counts<E>(
        &mut self,
        limit: u32,
        piece: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<Answer, E> {
        setting::candidate_counts(self, limit, piece)
    }

    fn estimate(&mut self, samples: u64) -> Answer {
        let estimate = Puzzle::estimate(self, samples);
        setting::estimate(self, estimate)
    }

    fn why(&mut self, none: Answer) -> Answer {
        setting::why(self, none)
    }

    fn minimize<E>(
        &mut self,
        seed: Option<u64>,
        found: impl FnMut(&Board) -> Result<(), E>,
    ) -> Result<Answer, E> {
        setting::minimize(self, seed, found)
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

    fn found(&mut self) -> u64 {
        self.solver().statistics().solutions
    }

    fn is_unique(&mut self) -> Uniqueness<Filling> {
        Variant::is_unique(self)
    }

    fn cnf(&mut self) -> Result<Cnf, NotClausal> {
        Variant::cnf(self)
    }

    fn prove(&mut self, step: impl FnMut(&[Literal])) -> Result<Uniqueness<Filling>, NotClausal> {
        Variant::prove(self, step)
    }

    fn values(found: &Filling) -> Vec<i32> {
        found.values().iter().flatten().copied().collect()
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

    fn candidates<E>(&mut self, mut found: impl FnMut(&Filling) -> Result<(), E>) -> Result<Answer, E> {
        Ok(match Variant::candidates(self) {
            SoFar::Done(candidates) => {
                found(&candidates)?;
                Answer::done()
            }
            SoFar::Stopped(candidates, stopped) => {
                found(&candidates)?;
                setting::unfinished(Answer::done(), &stopped, setting::PERHAPS_FALSE)
            }
            SoFar::NoSolution(proof) => Answer::no_solution(self, &proof),
        })
    }

    fn candidate_counts<E>(
        &mut self,
        limit: u32,
        mut piece: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<Answer, E> {
        let supported = self.supported(limit);
        let grid = self.grid();
        let supports = |supported: &Supported, cell: Cell| -> Option<setting::Supports> {
            grid.var(cell).map(|var| {
                grid.values().iter().map(|&value| (value, supported.support(var, value))).collect()
            })
        };
        let mut write = |supported: &Supported, complete| {
            let row =
                |row| (0..grid.columns()).map(|column| supports(supported, Cell::new(row, column))).collect();
            setting::counted((0..grid.rows()).map(row), limit, complete, &mut piece)
        };
        Ok(match &supported {
            SoFar::Done(supported) => {
                write(supported, setting::Complete::Yes)?;
                Answer::done()
            }
            SoFar::Stopped(supported, stopped) => {
                write(supported, setting::Complete::No)?;
                setting::unfinished(Answer::done(), stopped, setting::TOO_LOW)
            }
            SoFar::NoSolution(proof) => Answer::no_solution(self, proof),
        })
    }

    fn estimate(&mut self, samples: u64) -> Answer {
        let estimate = Variant::estimate(self, samples);
        setting::estimate(self, estimate)
    }

    /// The givens that contradict the rest of the puzzle; which constraints do, is asked of its definition.
    fn why(&mut self, none: Answer) -> Answer {
        none
    }

    fn minimize<E>(
        &mut self,
        seed: Option<u64>,
        mut found: impl FnMut(&Filling) -> Result<(), E>,
    ) -> Result<Answer, E> {
        Ok(match Variant::minimize(self, seed) {
            Subset::Smallest(givens) => {
                found(&givens)?;
                Answer::done()
            }
            Subset::SoFar(givens, stopped) => {
                found(&givens)?;
                setting::unfinished(Answer::done(), &stopped, setting::PERHAPS_NEEDLESS)
            }
            Subset::Stopped(stopped) => Answer::stopped(stopped.reason),
            Subset::NotEnough => setting::not_enough(self),
        })
    }
}
