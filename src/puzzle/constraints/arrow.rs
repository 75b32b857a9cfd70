//! A circle, or a pill of several cells, with the sum of an arrow.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Mark, Stroke};
use crate::puzzle::linear::Linear;
use crate::puzzle::posting::{PostError, Posting};

/// The cells of the arrow add up to the circle. A circle of several cells, a pill, is read as a decimal number, its first
/// cell in the highest place; each cell counts for its value times its place, also if that has two digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arrow {
    /// The circle: one cell, or several from the highest place to the lowest, at most 9.
    pub circle: Cells,
    /// The cells of the arrow without the circle.
    pub cells: Cells,
}

impl Kind for Arrow {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let circle = posting.vars(&self.circle)?;
        if circle.is_empty() || circle.len() > 9 {
            return Err(PostError::WrongCount { found: circle.len(), expected: "a circle of 1 to 9".into() });
        }
        let places = (0..circle.len() as u32).rev().map(|place| -(10i32.pow(place)));
        let cells = posting.vars(&self.cells)?.into_iter().map(|var| (1, var));
        posting.sum(Linear { name: "arrow", terms: cells.chain(places.zip(circle)).collect(), total: 0 })
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.circle, &self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        let shaft = self.circle.iter().next_back().into_iter().chain(self.cells.iter());
        canvas.line(&Cells::new(shaft), "#777777", Stroke::Arrow);
        self.circle.iter().for_each(|cell| canvas.mark(cell, Mark::Ring, "#777777"));
    }
}
