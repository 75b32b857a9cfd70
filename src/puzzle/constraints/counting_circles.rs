//! Circles that count the circles with the same value.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Mark};
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::self_counting::SelfCounting;

/// A value that stands in one of these cells stands in exactly as many of them as it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountingCircles {
    /// The circles, each cell once.
    pub cells: Cells,
}

impl Kind for CountingCircles {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        posting.distinct(&self.cells)?;
        let vars = posting.vars(&self.cells)?;
        posting.all(SelfCounting::new("counting circles", vars));
        Ok(())
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.cells.iter().for_each(|cell| canvas.mark(cell, Mark::Ring, "#777777"));
    }
}
