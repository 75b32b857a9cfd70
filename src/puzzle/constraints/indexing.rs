//! Cells that say where a value stands.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::ids::Var;
use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::element::Element;
use crate::sudoku::geometry::Cell;

/// Cells that say where the number of their own row, column or box place stands; rows, columns and places are
/// counted from 1, whatever the values of the board are. By `column`: where the cell in row *r* and column *c*
/// holds *v*, the cell in row *r* and column *v* holds *c*. By `row`: the cell in row *v* and column *c* holds *r*.
/// By `box`: the *v*-th cell of the same box, in reading order, holds the place of the cell in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Indexing {
    /// The cells.
    pub cells: Cells,
    /// What the cells count.
    pub axis: Axis,
}

impl Kind for Indexing {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        for cell in self.cells.iter() {
            let index = posting.var(cell)?;
            let (place, places) = self.places(posting, cell)?;
            posting.all(Element::new("indexing", index, places, place));
        }
        Ok(())
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.shade(
            &self.cells,
            match self.axis {
                Axis::Row => "#8fd18f",
                Axis::Column => "#e59a9a",
                Axis::Box => "#8fb4e5",
            },
        );
    }
}

/// What an indexing cell counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// Rows: it names a cell of its column.
    Row,
    /// Columns: it names a cell of its row.
    Column,
    /// Places in a box: it names a cell of its box.
    Box,
}

impl Indexing {
    /// The place of a cell along the axis, and what stands at each place.
    fn places(&self, posting: &Posting<'_>, cell: Cell) -> Result<(i32, Vec<(i32, Var)>), PostError> {
        let grid = posting.grid();
        let cells: Vec<Cell> = match self.axis {
            Axis::Row => (0..grid.rows()).map(|row| Cell::new(row, cell.column)).collect(),
            Axis::Column => (0..grid.columns()).map(|column| Cell::new(cell.row, column)).collect(),
            Axis::Box => match grid.boxes().iter().find(|cells| cells.contains(&cell)) {
                Some(cells) => cells.clone(),
                None => return Err(PostError::Parameter { what: format!("{cell} is in no box") }),
            },
        };
        let place = cells.iter().position(|&other| other == cell).map_or(0, |place| place as i32 + 1);
        let places = (1..).zip(cells).filter_map(|(place, cell)| Some((place, grid.var(cell)?)));
        Ok((place, places.collect()))
    }
}
