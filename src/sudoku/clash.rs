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
    /// The places where a digit stands twice in a house, houses in the order of the geometry.
    ///
    /// A digit is reported once a house, with the first two cells that hold it, and two cells of a box that share a
    /// row or a column are reported for that one only. So the list is never longer than twice the cells. Empty means
    /// that no two givens contradict each other, not that there is a solution.
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
        // For each digit the first cell of the house that holds it, and whether a second one was reported.
        let mut seen: Vec<Option<(Cell, Reported)>> = Vec::new();
        for house in self.geometry().houses() {
            seen.clear();
            seen.resize(self.geometry().side() as usize + 1, None);
            for (cell, index) in house.cells().zip(house.indices()) {
                let digit = self.digits().get(index).copied().unwrap_or(0);
                let Some(slot) = seen.get_mut(digit as usize).filter(|_| digit != 0) else { continue };
                match slot {
                    None => *slot = Some((cell, Reported::NotYet)),
                    Some((first, reported @ Reported::NotYet)) => {
                        let told = house.kind() == HouseKind::Box
                            && (first.row == cell.row || first.column == cell.column);
                        if !told {
                            *reported = Reported::Already;
                            clashes.push(Clash { first: *first, second: cell, digit, house });
                        }
                    }
                    Some((_, Reported::Already)) => {}
                }
            }
        }
        clashes
    }
}

/// Whether a digit's clash in a house is on the list.
#[derive(Clone, Copy)]
enum Reported {
    NotYet,
    Already,
}
