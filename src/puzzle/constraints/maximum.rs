//! Cells that hold more than their neighbours.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::constraints::minimum::against_neighbours;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::marks::Marks;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;

/// Each of these cells holds more than each cell that shares an edge with it, unless that one is marked as a
/// maximum as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Maximum {
    /// The cells.
    pub cells: Cells,
}

impl Kind for Maximum {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        against_neighbours(posting, "maximum", &self.cells, Marks::is_maximum, &Relation::new(|a, b| a > b))
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn marks(&self, marks: &mut Marks) {
        marks.maximum(&self.cells);
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.cells.iter().for_each(|cell| canvas.cage(&Cells::new([cell]), "#777777", "max"));
    }
}
