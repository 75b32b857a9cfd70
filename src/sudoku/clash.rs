//! Equal digits in one house.

use std::fmt;

use crate::sudoku::board::Board;
use crate::sudoku::geometry::Cell;
use crate::sudoku::house::{House, HouseKind};

/// Two cells of a house that hold the same digit. Prints as `r1c2 and r1c3 are both 9, in row 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clash {
    /// The first of the two cells, in reading order.
    pub first: Cell,
    /// The second.
    pub second: Cell,
    /// The digit that both hold.
    pub digit: u32,
    /// The house that both belong to.
    pub house: House,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {} are both {}, in {}", self.first, self.second, self.digit, self.house)
    }
}

impl Board {
    /// The places where a digit stands twice or more in a house, houses in the order of the geometry.
    ///
    /// Each further cell of a house that holds a digit is reported with the first cell that does, but for two cells of a box
    /// that share a row or a column: they are named there. So every cell that clashes is named, and the list is shorter
    /// than three times the cells. Empty means that no two givens contradict each other, not that there is a solution.
    ///
    /// ```
    /// use pencilmark::Board;
    ///
    /// let board: Board = "11.. .... .... ....".parse()?;
    /// assert_eq!(board.clashes()[0].to_string(), "r1c1 and r1c2 are both 1, in row 1");
    /// # Ok::<(), pencilmark::TextError>(())
    /// ```
    #[must_use]
    pub fn clashes(&self) -> Vec<Clash> {
        let mut clashes = Vec::new();
        // For each digit the first cell of the house that holds it.
        let mut firsts: Vec<Option<Cell>> = Vec::new();
        for house in self.geometry().houses() {
            firsts.clear();
            firsts.resize(self.geometry().side() as usize + 1, None);
            for (cell, index) in house.cells().zip(house.indices()) {
                let digit = self.digits().get(index).copied().unwrap_or(0);
                let Some(slot) = firsts.get_mut(digit as usize).filter(|_| digit != 0) else { continue };
                let first = *slot.get_or_insert(cell);
                let told =
                    house.kind() == HouseKind::Box && (first.row == cell.row || first.column == cell.column);
                if first != cell && !told {
                    clashes.push(Clash { first, second: cell, digit, house });
                }
            }
        }
        clashes
    }
}
