//! Between puzzles and plain boards.

use crate::puzzle::definition::Definition;
use crate::puzzle::formats::assemble;
use crate::puzzle::formats::draft::{Lines, Regions, Unsupported};
use crate::puzzle::formats::error::ExportError;
use crate::sudoku::board::Board;
use crate::sudoku::geometry::Geometry;

impl Definition {
    /// The plain board with the givens and candidates of this puzzle, and what of the puzzle it lacks: all constraints
    /// and all regions but boxes.
    ///
    /// ```
    /// use pencilmark::{Board, Definition, Geometry};
    ///
    /// let mut rows = [[0; 4]; 4];
    /// rows[0][1] = 3;
    /// let board = Board::from_rows(Geometry::new(2, 2)?, &rows)?;
    /// assert_eq!(Definition::from(&board).board()?, (board, Vec::new()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ExportError`] if the puzzle is not square, or has other values than 1 to its side, or rows or columns that may
    /// hold a value twice.
    pub fn board(&self) -> Result<(Board, Vec<Unsupported>), ExportError> {
        let mut draft = assemble::draft(self)?;
        let shape = |what: String| ExportError::Shape { what };
        let side = draft.rows;
        if draft.columns != side || draft.values != (1, side as i32) || draft.lines == Lines::Free {
            return Err(shape(
                "a plain board is square, has the values 1 to its side, and rows and columns that differ"
                    .to_owned(),
            ));
        }
        let geometry = match draft.regions {
            Regions::Boxes(height, width) => Geometry::new(height, width),
            Regions::None | Regions::Lists(_) => Geometry::boxless(side),
        };
        let geometry = geometry.map_err(|error| shape(error.to_string()))?;
        if let Regions::Lists(_) = draft.regions {
            draft.lacks("regions", "a plain board has no regions but boxes");
        }
        if !draft.extra.is_empty() {
            draft.lacks("boards", "a plain board has no further cells");
        }
        for entry in std::mem::take(&mut draft.constraints) {
            draft.lacks(entry.path, format!("a plain board has no constraints such as {}", entry.kind));
        }
        let mut board = Board::empty(geometry);
        let wrong = |error: crate::sudoku::board::BoardError| shape(error.to_string());
        for (cell, values) in &draft.candidates {
            let digits: Vec<u32> = values.iter().map(|&value| value as u32).collect();
            board.set_candidates(*cell, &digits).map_err(wrong)?;
        }
        for &(cell, value) in draft.givens.iter().filter(|(cell, _)| !draft.extra.contains(cell)) {
            board.set(cell, value as u32).map_err(wrong)?;
        }
        Ok((board, draft.unsupported))
    }
}
