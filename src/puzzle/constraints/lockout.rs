//! A line whose values lie outside those of its ends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Mark, Stroke};
use crate::puzzle::constraints::between::ends_first;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;

/// The two ends differ by `difference` at least (by default half the number of values, rounded down), and the values of the
/// cells between them are neither theirs nor between theirs. Exactly the supported values are left.
/// Refused where it would need more than 16384 states, or 16 steps for each of them, as with thousands of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lockout {
    /// The cells, from end to end: 2 at least.
    pub cells: Cells,
    /// By how much the ends differ at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<u32>,
}

impl Kind for Lockout {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = ends_first(posting.vars(&self.cells)?)?;
        let difference = self.difference.unwrap_or(posting.grid().values().len() as u32 / 2);
        posting.sequence_in_region("lockout", Outside { difference }, vars)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.line(&self.cells, "#c9a0a0", Stroke::Narrow);
        for cell in self.cells.iter().next().into_iter().chain(self.cells.iter().next_back()) {
            canvas.mark(cell, Mark::Diamond, "#e0b8b8");
        }
    }
}

#[derive(Clone, PartialEq)]
struct Outside {
    difference: u32,
}

impl Machine for Outside {
    /// The first end, then the lower and the higher one.
    type State = Option<(i32, i32)>;

    fn start(&self) -> Self::State {
        None
    }

    fn step(&self, position: usize, state: &Self::State, value: i32) -> Option<Self::State> {
        match (position, *state) {
            (0, _) | (_, None) => Some(Some((value, value))),
            (1, Some((first, _))) => {
                let far = first.abs_diff(value) >= self.difference;
                far.then_some(Some((first.min(value), first.max(value))))
            }
            (_, Some((low, high))) => (value < low || high < value).then_some(*state),
        }
    }

    fn accepts(&self, _: &Self::State) -> bool {
        true
    }
}
