//! Cells that hold more than their neighbours.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
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
        posting.vars(&self.cells)?;
        let grid = posting.grid();
        let mut pairs = Vec::new();
        for cell in self.cells.iter() {
            let marks = posting.marks();
            pairs.extend(grid.around(cell).filter(|&other| !marks.is_maximum(other)).map(|other| (cell, other)));
        }
        posting.pairs("maximum", &Relation::new(|a, b| a > b), &pairs)
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
