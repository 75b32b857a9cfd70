//! Cells that hold less than their neighbours.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::marks::Marks;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;
use crate::sudoku::geometry::Cell;

/// Each of these cells holds less than each cell that shares an edge with it, unless that one is marked as a
/// minimum as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Minimum {
    /// The cells.
    pub cells: Cells,
}

impl Kind for Minimum {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        against_neighbours(posting, "minimum", &self.cells, Marks::is_minimum, &Relation::new(|a, b| a < b))
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn marks(&self, marks: &mut Marks) {
        marks.minimum(&self.cells);
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.cells.iter().for_each(|cell| canvas.cage(&Cells::new([cell]), "#777777", "min"));
    }
}

/// Posts `relation` between each of the cells and all of its neighbours but those that are marked in the same way.
pub(crate) fn against_neighbours(
    posting: &mut Posting<'_>,
    name: &str,
    cells: &Cells,
    is_marked: fn(&Marks, Cell) -> bool,
    relation: &Arc<Relation>,
) -> Result<(), PostError> {
    posting.vars(cells)?;
    let (grid, marks) = (posting.grid(), posting.marks());
    let unmarked =
        |cell| grid.around(cell).filter(|&other| !is_marked(marks, other)).map(move |other| (cell, other));
    let pairs: Vec<(Cell, Cell)> = cells.iter().flat_map(unmarked).collect();
    posting.pairs(name, relation, &pairs)
}
