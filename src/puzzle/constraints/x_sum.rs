//! The sum of the first cells, as many as the first of them says.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;

/// The first X cells add up to `value`, where X is the value of the first of them: a number of cells from 0 to all. Where a
/// region holds all cells and there are no more than 9 values, that they differ is used, and exactly the supported
/// values are left.
/// Refused where it would need more than 16384 states, or 16 steps for each of them, as with thousands of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct XSum {
    /// The cells from the side of the clue.
    pub cells: Cells,
    /// The sum.
    pub value: i64,
}

impl Kind for XSum {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = posting.vars(&self.cells)?;
        let rising = posting.grid().values().iter().all(|&value| value >= 0);
        let machine = FirstCells { sum: self.value, length: vars.len(), most: rising.then_some(self.value) };
        posting.sequence_in_region("x sum", machine, vars)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.clue(&self.cells, &format!("\u{27e8}{}\u{27e9}", self.value));
    }
}

#[derive(Clone, PartialEq)]
struct FirstCells {
    sum: i64,
    length: usize,
    most: Option<i64>,
}

impl Machine for FirstCells {
    /// How many cells are still to be added, and the sum so far.
    type State = (usize, i64);

    fn start(&self) -> Self::State {
        (0, 0)
    }

    fn step(&self, position: usize, &(left, sum): &Self::State, value: i32) -> Option<Self::State> {
        let left = if position == 0 {
            usize::try_from(value).ok().filter(|&count| count <= self.length)?
        } else {
            left
        };
        if left == 0 {
            return (position > 0 || self.sum == 0).then_some((0, 0));
        }
        let sum = sum + i64::from(value);
        if left == 1 {
            return (sum == self.sum).then_some((0, 0));
        }
        self.most.is_none_or(|most| sum <= most).then_some((left - 1, sum))
    }

    fn accepts(&self, &(left, _): &Self::State) -> bool {
        // An empty list has no first cell.
        left == 0 && (self.length > 0 || self.sum == 0)
    }
}
