//! A cage of cells with a sum.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::linear::Linear;
use crate::puzzle::posting::{PostError, Posting};

/// A cage: its cells add up to `sum`, if it has one, and all differ unless `repeats` is set. Cells that some region holds
/// differ in any case, and the sum makes use of that: within one region exactly the supported values are left, for up to 16.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Killer {
    /// The cells.
    pub cells: Cells,
    /// What they add up to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<i64>,
    /// Whether values may repeat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeats: bool,
}

impl Kind for Killer {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        if self.repeats {
            posting.vars(&self.cells)?;
        } else {
            posting.region(&self.cells)?;
        }
        match self.sum {
            Some(sum) => posting.sum(Linear::plain("killer", posting.vars(&self.cells)?, sum)),
            None => Ok(()),
        }
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        let word = self.sum.map(|sum| sum.to_string());
        canvas.cage(&self.cells, "black", &word.unwrap_or_default());
    }
}
