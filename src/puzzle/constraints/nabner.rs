//! A line without neighbouring values anywhere on it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Stroke};
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;
use crate::sudoku::geometry::Cell;

/// A line on which no two values, wherever they stand, are the same or consecutive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nabner {
    /// The cells, each once.
    pub cells: Cells,
}

impl Kind for Nabner {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        posting.distinct(&self.cells)?;
        let cells: Vec<Cell> = self.cells.iter().collect();
        let mut pairs = Vec::new();
        for (i, &first) in cells.iter().enumerate() {
            pairs.extend(cells[i + 1..].iter().map(|&second| (first, second)));
        }
        posting.pairs("nabner", &Relation::new(|a, b| a.abs_diff(b) > 1), &pairs)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.line(&self.cells, "#e6d36a", Stroke::Broad);
    }
}
