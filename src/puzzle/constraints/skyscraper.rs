//! How many values are seen from one side.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;

/// From the side of the clue, `value` cells are seen: a cell is seen if its value is larger than 0 and than all before it.
/// (A skyscraper of value 0 has no floor, and is never seen.) Where a region holds all cells and there are no more than 9
/// values, that they differ is used, and exactly the supported values are left.
/// Refused where it would need more than 16384 states, or 16 steps for each of them, as with thousands of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Skyscraper {
    /// The cells from the side of the clue.
    pub cells: Cells,
    /// How many are seen.
    pub value: u32,
}

impl Kind for Skyscraper {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = posting.vars(&self.cells)?;
        posting.sequence_in_region("skyscraper", Seen { count: self.value }, vars)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.clue(&self.cells, &format!("[{}]", self.value));
    }
}

#[derive(Clone, PartialEq)]
struct Seen {
    count: u32,
}

impl Machine for Seen {
    /// The highest so far, and how many were seen.
    type State = (i32, u32);

    fn start(&self) -> Self::State {
        (0, 0)
    }

    fn step(&self, _: usize, &(highest, count): &Self::State, value: i32) -> Option<Self::State> {
        if value <= highest {
            return Some((highest, count));
        }
        (count < self.count).then_some((value, count + 1))
    }

    fn accepts(&self, &(_, count): &Self::State) -> bool {
        count == self.count
    }
}
