//! The value of the cell that the first cell points to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;

/// The X-th cell has the value `value`, where X, counted from 1, is the value of the first cell. Where a region holds all
/// cells and there are no more than 9 values, that they differ is used, and exactly the supported values are left.
/// Refused where it would need more than 16384 states, or 16 steps for each of them, as with thousands of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NumberedRoom {
    /// The cells from the side of the clue.
    pub cells: Cells,
    /// What stands in the room.
    pub value: i32,
}

impl Kind for NumberedRoom {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = posting.vars(&self.cells)?;
        let machine = Room { value: self.value, length: vars.len() };
        posting.sequence_in_region("numbered room", machine, vars)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.clue(&self.cells, &format!(":{}:", self.value));
    }
}

#[derive(Clone, PartialEq)]
struct Room {
    value: i32,
    length: usize,
}

impl Machine for Room {
    /// How many cells it is to the room; none once it was found.
    type State = Option<usize>;

    fn start(&self) -> Self::State {
        Some(0)
    }

    fn step(&self, position: usize, state: &Self::State, value: i32) -> Option<Self::State> {
        let left = match (position, *state) {
            (0, _) => usize::try_from(value).ok()?.checked_sub(1)?,
            (_, None) => return Some(None),
            (_, Some(left)) => left,
        };
        if left == 0 {
            return (value == self.value).then_some(None);
        }
        (position + left < self.length).then(|| Some(left - 1))
    }

    fn accepts(&self, state: &Self::State) -> bool {
        state.is_none()
    }
}
