//! Whether a filled board solves a puzzle, and every place where it does not.

use thiserror::Error;

use crate::sudoku::board::Board;
use crate::sudoku::clash::Clash;
use crate::sudoku::geometry::{Cell, Geometry};

/// A place where a board fails to solve a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The board has another shape than the puzzle.
    #[error("the solution has side {} and boxes {}, the puzzle side {} and boxes {}", .found.side(), .found.boxes(), .expected.side(), .expected.boxes())]
    WrongGeometry {
        /// The shape of the solution.
        found: Geometry,
        /// The shape of the puzzle.
        expected: Geometry,
    },
    /// A cell without a digit.
    #[error("{0} is empty")]
    Empty(Cell),
    /// A given of the puzzle was changed.
    #[error("{cell} is {found}, but {given} is given")]
    NotTheGiven {
        /// Where.
        cell: Cell,
        /// The digit in the solution.
        found: u32,
        /// The digit in the puzzle.
        given: u32,
    },
    /// A digit that is none of the candidates which the puzzle has noted.
    #[error("{cell} is {found}, which is none of the puzzle's candidates there")]
    NotACandidate {
        /// Where.
        cell: Cell,
        /// The digit in the solution.
        found: u32,
    },
    /// Equal digits in a house.
    #[error("{0}")]
    Clash(Clash),
}

impl Board {
    /// Whether `solution` is this board filled, with every digit once in each house.
    ///
    /// ```
    /// use pencilmark::Board;
    ///
    /// let puzzle: Board = "1... .2.. ..3. ...4".parse()?;
    /// let wrong: Board = "1243 3.12 2431 4124".parse()?;
    /// let faults = puzzle.verify(&wrong).unwrap_err();
    /// let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    /// assert_eq!(faults[..2], ["r2c2 is empty", "r4c1 and r4c4 are both 4, in row 4"]);
    /// # Ok::<(), pencilmark::TextError>(())
    /// ```
    ///
    /// # Errors
    /// Every place where it is not.
    pub fn verify(&self, solution: &Board) -> Result<(), Vec<Fault>> {
        let geometry = self.geometry();
        if solution.geometry() != geometry {
            return Err(vec![Fault::WrongGeometry { found: solution.geometry(), expected: geometry }]);
        }
        let mut faults = Vec::new();
        for cell in (0..geometry.cells()).filter_map(|index| geometry.cell(index)) {
            match (solution.digit(cell), self.digit(cell)) {
                (None, _) => faults.push(Fault::Empty(cell)),
                (Some(found), Some(given)) if found != given => {
                    faults.push(Fault::NotTheGiven { cell, found, given });
                }
                (Some(found), None)
                    if self.has_candidates() && !self.candidates(cell).any(|one| one == found) =>
                {
                    faults.push(Fault::NotACandidate { cell, found });
                }
                _ => {}
            }
        }
        faults.extend(solution.clashes().into_iter().map(Fault::Clash));
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}
