//! Two shapes with equal cells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;
use crate::sudoku::geometry::Cell;

/// Two shapes of equally many cells that hold the same, cell by cell in the order given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clones {
    /// The cells of one shape.
    pub cells: Cells,
    /// Those of the other.
    pub clone_cells: Cells,
}

impl Kind for Clones {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        if self.cells.len() != self.clone_cells.len() {
            let (found, expected) = (self.clone_cells.len(), self.cells.len().to_string());
            return Err(PostError::WrongCount { found, expected });
        }
        posting.vars(&self.cells)?;
        posting.vars(&self.clone_cells)?;
        let pairs = self.cells.iter().zip(self.clone_cells.iter()).filter(|(one, other)| one != other);
        posting.pairs("clone", &Relation::new(|a, b| a == b), &pairs.collect::<Vec<(Cell, Cell)>>())
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells, &self.clone_cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.shade(&self.cells, "#a8a8a8");
        canvas.shade(&self.clone_cells, "#a8a8a8");
    }
}
