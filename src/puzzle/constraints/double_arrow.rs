//! A line whose ends add up to what lies between them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Mark, Stroke};
use crate::puzzle::linear::Linear;
use crate::puzzle::posting::{PostError, Posting};

/// The first and the last cell add up to the sum of the cells between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoubleArrow {
    /// The cells, from end to end: 2 at least.
    pub cells: Cells,
}

impl Kind for DoubleArrow {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = posting.vars(&self.cells)?;
        if vars.len() < 2 {
            return Err(PostError::WrongCount { found: vars.len(), expected: "at least 2".into() });
        }
        let last = vars.len() - 1;
        let factor = |i: usize| if i == 0 || i == last { -1 } else { 1 };
        let terms = vars.iter().enumerate().map(|(i, &var)| (factor(i), var)).collect();
        posting.sum(Linear { name: "double arrow", terms, total: 0 })
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.line(&self.cells, "#777777", Stroke::Narrow);
        for cell in self.cells.iter().next().into_iter().chain(self.cells.iter().next_back()) {
            canvas.mark(cell, Mark::Ring, "#777777");
        }
    }
}
