//! The sum between the lowest and the highest value of a row or column.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;

/// The cells between the lowest and the highest of all values, which both stand in the list once, add up to `sum`. Where a
/// region holds all cells and there are no more than 9 values, that they differ is used, and exactly the supported values
/// are left.
/// Refused where it would need more than 16384 states, or 16 steps for each of them, as with thousands of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sandwich {
    /// The cells, usually a row or a column.
    pub cells: Cells,
    /// The sum of what lies between.
    pub sum: i64,
}

impl Kind for Sandwich {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = posting.vars(&self.cells)?;
        let values = posting.grid().values();
        let (Some(&low), Some(&high)) = (values.first(), values.last()) else { return Ok(()) };
        posting.sequence_in_region("sandwich", Filling { low, high, sum: self.sum, most: most(values, self.sum) }, vars)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.clue(&self.cells, &self.sum.to_string());
    }
}

/// Where no value is negative, sums above the wanted one lead nowhere.
fn most(values: &[i32], sum: i64) -> Option<i64> {
    values.iter().all(|&value| value >= 0).then_some(sum)
}

#[derive(Clone, PartialEq)]
struct Filling {
    low: i32,
    high: i32,
    sum: i64,
    most: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Place {
    Before,
    /// Behind one of the ends: whether the lowest is still to come, and the sum so far.
    Inside(bool, i64),
    Behind,
}

impl Machine for Filling {
    type State = Place;

    fn start(&self) -> Place {
        Place::Before
    }

    fn step(&self, _: usize, state: &Place, value: i32) -> Option<Place> {
        let crust = value == self.low || value == self.high;
        match state {
            Place::Before if crust => Some(Place::Inside(value != self.low, 0)),
            Place::Behind if crust => None,
            Place::Inside(low, sum) if crust => {
                ((value == self.low) == *low && *sum == self.sum).then_some(Place::Behind)
            }
            Place::Inside(low, sum) => {
                let sum = sum + i64::from(value);
                self.most.is_none_or(|most| sum <= most).then_some(Place::Inside(*low, sum))
            }
            other => Some(other.clone()),
        }
    }

    fn accepts(&self, state: &Place) -> bool {
        *state == Place::Behind
    }
}
