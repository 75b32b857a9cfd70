//! A line on which cells in a row have different remainders.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Stroke};
use crate::puzzle::constraints::entropic::Classes;
use crate::puzzle::posting::{PostError, Posting};

/// Any `mod` cells in a row on the line have different remainders by `mod` (3 by default); of negative values these are
/// taken upwards from 0. Exactly the supported values are left.
/// Refused where it would need more than 16384 states, or 16 steps for each of them, as with thousands of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Modular {
    /// The cells, from end to end.
    pub cells: Cells,
    /// What is divided by: 2 at least.
    #[serde(rename = "mod", default = "three")]
    pub modulus: u32,
}

fn three() -> u32 {
    3
}

impl Kind for Modular {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        if self.modulus < 2 {
            return Err(PostError::Parameter { what: format!("mod {}, expected at least 2", self.modulus) });
        }
        let vars = posting.vars(&self.cells)?;
        let remainder = |value: i32| i64::from(value).rem_euclid(i64::from(self.modulus)) as u32;
        let classes = posting.grid().values().iter().map(|&value| (value, remainder(value))).collect();
        let span = (self.modulus as usize).min(vars.len() + 1);
        posting.sequence("modular", Classes { classes, span }, vars)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.line(&self.cells, "#76d7c4", Stroke::Broad);
    }
}
