//! A line of neighbours that lie far apart.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Stroke};
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;

/// Neighbours on the line differ by `difference` at least: by default half the number of values, rounded up. Exactly the
/// supported values are left.
/// Refused where it would need more than 16384 states, or 16 steps for each of them, as with thousands of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Whisper {
    /// The cells, from end to end.
    pub cells: Cells,
    /// By how much neighbours differ at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<u32>,
}

impl Kind for Whisper {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let difference = self.difference.unwrap_or(posting.grid().values().len().div_ceil(2) as u32);
        posting.sequence("whisper", Apart { difference }, posting.vars(&self.cells)?)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.line(&self.cells, "#7ed67e", Stroke::Broad);
    }
}

#[derive(Clone, PartialEq)]
struct Apart {
    difference: u32,
}

impl Machine for Apart {
    type State = Option<i32>;

    fn start(&self) -> Self::State {
        None
    }

    fn step(&self, _: usize, state: &Self::State, value: i32) -> Option<Self::State> {
        state.is_none_or(|last| last.abs_diff(value) >= self.difference).then_some(Some(value))
    }

    fn accepts(&self, _: &Self::State) -> bool {
        true
    }
}
