//! Cells with odd values.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Mark};
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::one_of::OneOf;

/// Each of these cells holds an odd value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Odd {
    /// The cells.
    pub cells: Cells,
}

impl Kind for Odd {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = posting.vars(&self.cells)?;
        let fitting = posting.grid().values().iter().copied().filter(|value| value.rem_euclid(2) == 1);
        let fitting: Vec<i32> = fitting.collect();
        posting.all(OneOf::new("odd", vars, fitting));
        Ok(())
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.cells.iter().for_each(|cell| canvas.mark(cell, Mark::Disc, "#c8c8c8"));
    }
}
