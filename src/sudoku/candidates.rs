//! The true candidates of a board: what can stand in each cell in some solution.

use crate::model::ids::Var;
use crate::solver::supported::{Support, Supported};
use crate::sudoku::board::{Board, BoardError};
use crate::sudoku::geometry::{Cell, Geometry};

/// For each cell and digit whether it stands in some solution of a board, as far as that is known.
#[derive(Clone, Debug)]
pub struct Candidates {
    geometry: Geometry,
    supported: Supported,
    vars: Vec<Var>,
}

impl Candidates {
    pub(crate) fn new(geometry: Geometry, supported: Supported, vars: Vec<Var>) -> Candidates {
        Candidates { geometry, supported, vars }
    }

    /// The shape of the board.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// In how many solutions the cell has the digit: in none if there is no such cell or digit.
    pub fn support(&self, cell: Cell, digit: u32) -> Support {
        let var = self.geometry.index(cell).and_then(|index| self.vars.get(index));
        match (var, i32::try_from(digit)) {
            (Some(&var), Ok(value)) => self.supported.support(var, value),
            _ => Support::Exactly(0),
        }
    }

    /// The board with all digits noted that are not proved to stand in no solution.
    ///
    /// # Errors
    /// [`BoardError::NoMemory`] if there is no room for a bit a cell and digit.
    pub fn board(&self) -> Result<Board, BoardError> {
        let mut board = Board::empty(self.geometry);
        for (index, &var) in self.vars.iter().enumerate() {
            let digits: Vec<u32> = self.supported.values(var).map(i32::unsigned_abs).collect();
            if let Some(cell) = self.geometry.cell(index) {
                board.set_candidates(cell, &digits)?;
            }
        }
        Ok(board)
    }

    /// The backbone: a board of the digits that are the same in all solutions.
    pub fn backbone(&self) -> Board {
        let mut board = Board::empty(self.geometry);
        for (var, value) in self.supported.backbone() {
            let cell = self.geometry.cell(var.index());
            // Variables behind the cells are no digits.
            let _ = cell.map(|cell| board.set(cell, value.unsigned_abs()));
        }
        board
    }
}
