//! The sum between the lowest and the highest cell of a list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Stroke};
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;

/// The cells differ, and those that stand between the lowest and the highest of them add up to `sum`. For up to 9 values
/// exactly the supported ones are left, unless the list is so long that it has too many states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lunchbox {
    /// The cells, in order.
    pub cells: Cells,
    /// The sum of what lies between.
    pub sum: i64,
}

impl Kind for Lunchbox {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        posting.region(&self.cells)?;
        let vars = posting.vars(&self.cells)?;
        let rising = posting.grid().values().iter().all(|&value| value >= 0);
        posting.sequence_in_region("lunchbox", Box { sum: self.sum, rising }, vars)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.line(&self.cells, "#dddddd", Stroke::Broad);
        canvas.cage(&self.cells, "black", &self.sum.to_string());
    }
}

#[derive(Clone, PartialEq)]
struct Box {
    sum: i64,
    rising: bool,
}

impl Box {
    /// Where no value is negative, all sums above the wanted one are the same.
    fn cut(&self, sum: i64) -> i64 {
        if self.rising { sum.min(self.sum.saturating_add(1)) } else { sum }
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Ends {
    low: i32,
    high: i32,
    /// Whether the highest came after the lowest.
    rises: bool,
    /// The sum between them, and the sum behind the later one.
    between: i64,
    behind: i64,
}

impl Machine for Box {
    type State = Option<Ends>;

    fn start(&self) -> Self::State {
        None
    }

    fn step(&self, _: usize, state: &Self::State, value: i32) -> Option<Self::State> {
        let Some(ends) = state else {
            return Some(Some(Ends { low: value, high: value, rises: true, between: 0, behind: 0 }));
        };
        let is_first = ends.low == ends.high;
        let mut next = ends.clone();
        if value > ends.high || value < ends.low {
            let rises = value > ends.high;
            // What lies between the end that stays and this one.
            if is_first || ends.rises != rises {
                next.between = ends.behind;
            } else {
                let passed = if rises { ends.high } else { ends.low };
                next.between = self.cut(ends.between + i64::from(passed) + ends.behind);
            }
            next.behind = 0;
            next.rises = rises;
            next.low = next.low.min(value);
            next.high = next.high.max(value);
        } else {
            next.behind = self.cut(ends.behind + i64::from(value));
        }
        Some(Some(next))
    }

    fn accepts(&self, state: &Self::State) -> bool {
        state.as_ref().map_or(0, |ends| ends.between) == self.sum
    }
}
