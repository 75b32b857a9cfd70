//! A board that was put to a solver: the questions, answered as boards.

use crate::search::solution::Solution;
use crate::solver::outcome::{Count, NoSolution, Outcome, Uniqueness};
use crate::solver::solutions::Solutions;
use crate::solver::solver::Solver;
use crate::store::store::Store;
use crate::sudoku::board::Board;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::impossible::Impossible;

/// A board that was put to a [`Sudoku`](crate::Sudoku).
#[derive(Debug)]
pub struct Puzzle<'a> {
    pub(crate) board: &'a Board,
    pub(crate) solver: &'a mut Solver,
}

impl<'a> Puzzle<'a> {
    pub(crate) fn new(board: &'a Board, solver: &'a mut Solver) -> Puzzle<'a> {
        Puzzle { board, solver }
    }

    /// What follows by the rules alone, without search: a new board. Where candidates were noted, those that are left
    /// are noted in it.
    pub fn inferred(&mut self) -> Outcome<Board> {
        if self.board.has_candidates() {
            return self.pencil_marks();
        }
        let board = self.board;
        self.solver.infer_with(|store| {
            let digits =
                store.model().vars().zip(board.digits()).map(|(var, _)| store.value(var).unwrap_or(0));
            read(board.geometry(), digits)
        })
    }

    /// The same with all candidates that are left noted in the empty cells.
    pub fn pencil_marks(&mut self) -> Outcome<Board> {
        let geometry = self.board.geometry();
        self.solver.infer_with(|store| pencil_marks(geometry, store))
    }

    /// A solution.
    pub fn solve(&mut self) -> Outcome<Board> {
        self.solutions().next_outcome()
    }

    /// All solutions, one after the other, each once.
    pub fn solutions(&mut self) -> Boards<'_> {
        Boards { geometry: self.board.geometry(), solutions: self.solver.solutions() }
    }

    /// How many solutions there are, counted up to `limit`.
    pub fn count(&mut self, limit: u64) -> Count {
        self.solver.count(limit)
    }

    /// Whether there is exactly one solution.
    pub fn is_unique(&mut self) -> Uniqueness<Board> {
        let geometry = self.board.geometry();
        self.solver.check().map(|solution| filled(geometry, solution))
    }

    /// What contradicts what, in words of the board, where `proof` is an answer of this puzzle.
    pub fn reason(&self, proof: &NoSolution) -> Impossible {
        Impossible::of(self.board, self.solver.model(), proof)
    }
}

/// The solutions of a puzzle as boards, each once. As an iterator it ends at a limit as well as at the end;
/// [`next_outcome`](Boards::next_outcome) tells which.
#[derive(Debug)]
pub struct Boards<'a> {
    geometry: Geometry,
    solutions: Solutions<'a>,
}

impl Boards<'_> {
    /// The next solution, or why there is none.
    pub fn next_outcome(&mut self) -> Outcome<Board> {
        self.solutions.next_outcome().map(|solution| filled(self.geometry, solution))
    }

    /// The same for those who only count: whether there is a further solution.
    pub fn next_found(&mut self) -> Outcome<()> {
        self.solutions.next_outcome().map(drop)
    }
}

impl Iterator for Boards<'_> {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        self.solutions.next().map(|solution| filled(self.geometry, solution))
    }
}

impl std::iter::FusedIterator for Boards<'_> {}

/// A solution as a board.
pub(crate) fn filled(geometry: Geometry, solution: Solution) -> Board {
    read(geometry, solution.values.into_iter().take(geometry.cells()))
}

/// A board of the values of the cells' variables, which are digits of its side, or 0.
fn read(geometry: Geometry, values: impl Iterator<Item = i32>) -> Board {
    let digits = values.map(i32::unsigned_abs).collect();
    Board::from_digits(geometry, digits).unwrap_or_else(|_| Board::empty(geometry))
}

fn pencil_marks(geometry: Geometry, store: &Store) -> Board {
    let mut board = Board::empty(geometry);
    let mut candidates = Vec::new();
    for (index, var) in store.model().vars().enumerate().take(geometry.cells()) {
        candidates.clear();
        candidates.extend(store.values(var).map(i32::unsigned_abs));
        if let Some(cell) = geometry.cell(index)
            && board.set_candidates(cell, &candidates).is_err()
        {
            // No room for the candidates: the digits alone are true as well.
            let digits = store.model().vars().take(geometry.cells()).map(|var| store.value(var).unwrap_or(0));
            return read(geometry, digits);
        }
    }
    board
}
