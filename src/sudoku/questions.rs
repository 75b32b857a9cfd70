//! The questions of those who set puzzles, answered as boards.

use crate::model::ids::Literal;
use crate::solver::cnf::{Cnf, NotClausal};
use crate::solver::estimate::Estimate;
use crate::solver::outcome::{SoFar, Uniqueness};
use crate::solver::subset::Subset;
use crate::sudoku::board::Board;
use crate::sudoku::candidates::Candidates;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::puzzle::{Puzzle, filled};

impl Puzzle<'_> {
    /// The true candidates: for each cell and digit whether it stands in some solution, and in how many, counted up to
    /// `limit`. See [`Solver::supported`](crate::Solver::supported).
    ///
    /// ```
    /// use pencilmark::{Board, Cell, SoFar, Sudoku, Support};
    ///
    /// let board: Board = "1... .2.. ..3. ...4".parse()?;
    /// let mut sudoku = Sudoku::new(board.geometry())?;
    /// let SoFar::Done(candidates) = sudoku.puzzle(&board)?.candidates(10) else { panic!("it has solutions") };
    /// assert_eq!(candidates.support(Cell::new(0, 1), 2), Support::Exactly(0));
    /// assert!(candidates.support(Cell::new(0, 1), 3).found() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn candidates(&mut self, limit: u32) -> SoFar<Candidates> {
        let geometry = self.board.geometry();
        let vars = self.solver.model().vars().take(geometry.cells()).collect();
        self.solver.supported(limit).map(|supported| Candidates::new(geometry, supported, vars))
    }

    /// About how many solutions there are, from so many samples. See [`Solver::estimate`](crate::Solver::estimate).
    pub fn estimate(&mut self, samples: u64) -> SoFar<Estimate> {
        self.solver.estimate(samples)
    }

    /// A smallest-by-inclusion part of the board that has no solution already: a board of those givens (and noted
    /// candidates) alone. Not enough if there is a solution. See [`Solver::why`](crate::Solver::why).
    ///
    /// ```
    /// use pencilmark::{Board, Subset, Sudoku};
    ///
    /// let board: Board = "1... 2... .... 1...".parse()?;
    /// let mut sudoku = Sudoku::new(board.geometry())?;
    /// let Subset::Smallest(why) = sudoku.puzzle(&board)?.why() else { panic!("it has no solution") };
    /// assert_eq!(why.givens(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn why(&mut self) -> Subset<Board> {
        let geometry = self.board.geometry();
        self.solver.why().map(|literals| board_of(geometry, &literals))
    }

    /// The board without givens that its one solution does not need: none of those that are left can be left out. With a
    /// seed they are tried in a random order. Noted candidates stay. Not enough if the board has no solution, or several.
    ///
    /// ```
    /// use pencilmark::{Board, Subset, Sudoku};
    ///
    /// let board: Board = "1234 3412 2143 4321".parse()?;
    /// let mut sudoku = Sudoku::new(board.geometry())?;
    /// let Subset::Smallest(minimal) = sudoku.puzzle(&board)?.minimize(Some(7)) else { panic!("it is unique") };
    /// assert!((4..=6).contains(&minimal.givens()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn minimize(&mut self, seed: Option<u64>) -> Subset<Board> {
        let geometry = self.board.geometry();
        let is_given = |literal| matches!(literal, Literal::Is(..));
        self.solver.minimize(seed, is_given).map(|literals| board_of(geometry, &literals))
    }

    /// The board as clauses. See [`Solver::cnf`](crate::Solver::cnf).
    ///
    /// # Errors
    /// [`NotClausal`] if a constraint cannot be told as clauses, or there would be too many.
    pub fn cnf(&self) -> Result<Cnf, NotClausal> {
        self.solver.cnf()
    }

    /// Whether there is exactly one solution, with a proof. See [`Solver::prove`](crate::Solver::prove).
    ///
    /// # Errors
    /// [`NotClausal`] if the question, or what some rule infers, cannot be told as clauses.
    pub fn prove(&mut self, step: impl FnMut(&[Literal])) -> Result<Uniqueness<Board>, NotClausal> {
        let geometry = self.board.geometry();
        Ok(self.solver.prove(step)?.map(|solution| filled(geometry, solution)))
    }
}

/// A board that says what the literals say.
fn board_of(geometry: Geometry, literals: &[Literal]) -> Board {
    let mut board = Board::empty(geometry);
    let mut rest = literals;
    while let Some((&first, _)) = rest.split_first() {
        let var = first.var();
        let length = rest.iter().take_while(|literal| literal.var() == var).count();
        let (same, others) = rest.split_at(length);
        rest = others;
        let Some(cell) = geometry.cell(var.index()) else { continue };
        // They come from a board: what they say can be put on one again.
        let _ = match first {
            Literal::Is(_, value) => board.set(cell, value.unsigned_abs()),
            Literal::IsNot(..) => {
                let left = |digit: &u32| same.iter().all(|literal| literal.value().unsigned_abs() != *digit);
                board.set_candidates(cell, &(1..=geometry.side()).filter(left).collect::<Vec<_>>())
            }
        };
    }
    board
}
