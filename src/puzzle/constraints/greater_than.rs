//! A cell that holds more than another.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;

/// The first of two cells holds more than the second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GreaterThan {
    /// The two cells.
    pub cells: Cells,
}

impl Kind for GreaterThan {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        posting.pair("greater than", &self.cells, &Relation::new(|a, b| a > b))
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.greater(&self.cells);
    }
}
