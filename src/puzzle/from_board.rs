//! A Sudoku board as a puzzle file.

use crate::puzzle::cells::Cells;
use crate::puzzle::definition::{Definition, Givens, ValueRange, ValueSet};
use crate::sudoku::board::Board;

/// The puzzle with the size, boxes, digits and noted candidates of the board.
///
/// ```
/// use pencilmark::{Board, Definition, Variant};
///
/// let board: Board = "1... .2.. ..3. ...4".parse()?;
/// let mut variant = Variant::new(&Definition::from(&board))?;
/// assert!(variant.solve().done().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl From<&Board> for Definition {
    fn from(board: &Board) -> Definition {
        let geometry = board.geometry();
        let side = geometry.side();
        let number = |&digit: &u32| if digit == 0 { None } else { Some(digit as i32) };
        let rows = board.digits().chunks(side as usize).map(|row| row.iter().map(number).collect());
        let mut definition = Definition {
            rows: Some(side),
            columns: Some(side),
            boxes: Some(geometry.boxes()),
            // Written out, since a board of one cell has no house to take it from.
            values: Some(ValueSet::Range(ValueRange { lowest: 1, highest: side as i32 })),
            givens: Some(Givens::Rows(rows.collect())),
            ..Definition::default()
        };
        if board.has_candidates() {
            let cells = (0..geometry.cells()).filter_map(|index| geometry.cell(index));
            let open = cells.filter(|&cell| board.digit(cell).is_none());
            let noted = |cell| board.candidates(cell).map(|candidate| candidate as i32).collect();
            definition.candidates = open.map(|cell| (Cells::new([cell]), noted(cell))).collect();
        }
        definition
    }
}
