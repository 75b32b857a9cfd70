//! The sum between the lowest and the highest cell of a list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Stroke};
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;

/// The cells differ, and those that stand between the lowest and the highest of them add up to `sum`. In lists of a region of up
/// to 9 values exactly the supported ones are left; with more values the differences and the sum are propagated each for
/// itself. Where that would need more than 16384 states (about a row of 16), or there are more than 128 values, the sum is only
/// asked once a single cell is left: an eighth of what is unsupported goes before.
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
        let values = posting.grid().values().to_vec();
        let sum = self.sum;
        if values.len() > MOST_GUESSED {
            posting.checked("lunchbox", vars, move |values| fills(values, sum));
            return Ok(());
        }
        let most = values.iter().all(|&value| value >= 0).then_some(self.sum);
        let machine = Filling { sum, most, values, length: vars.len() };
        match posting.sequence_in_region("lunchbox", machine, vars.clone()) {
            Err(PostError::TooLarge { .. }) => {
                posting.checked("lunchbox", vars, move |values| fills(values, sum));
                Ok(())
            }
            posted => posted,
        }
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.line(&self.cells, "#dddddd", Stroke::Broad);
        canvas.cage(&self.cells, "black", &self.sum.to_string());
    }
}

/// With more values than this the machine, which guesses any two of them, would have too many states.
const MOST_GUESSED: usize = 128;

/// Whether what lies between the lowest and the highest of different values adds up to `sum`.
fn fills(values: &[i32], sum: i64) -> bool {
    let places = || (0..values.len()).map(|place| (values[place], place));
    let Some((low, high)) = places().min().zip(places().max()) else { return sum == 0 };
    let (from, to) = (low.1.min(high.1), low.1.max(high.1));
    sum == values[from..to].iter().skip(1).map(|&value| i64::from(value)).sum::<i64>()
}

#[derive(Clone, PartialEq)]
struct Filling {
    sum: i64,
    /// Where no value is negative, sums above the wanted one lead nowhere.
    most: Option<i64>,
    values: Vec<i32>,
    length: usize,
}

/// It guesses the lowest and the highest value at the start.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Place {
    Before(i32, i32),
    /// What comes next, and the other end: one has been read. The sum so far.
    Inside(i32, i32, i64),
    /// The lowest and the highest.
    Behind(i32, i32),
}

impl Machine for Filling {
    type State = Place;

    fn start(&self) -> Place {
        Place::Before(0, 0)
    }

    fn starts(&self) -> Vec<Place> {
        if self.length < 2 {
            // Nothing lies between.
            return if self.sum == 0 { vec![Place::Behind(i32::MIN, i32::MAX)] } else { Vec::new() };
        }
        let above = |low: i32| self.values.iter().copied().filter(move |&high| low < high);
        self.values.iter().flat_map(|&low| above(low).map(move |high| Place::Before(low, high))).collect()
    }

    fn step(&self, _: usize, state: &Place, value: i32) -> Option<Place> {
        let within = |a: i32, b: i32| a.min(b) < value && value < a.max(b);
        match *state {
            Place::Before(low, high) if value == low => Some(Place::Inside(high, low, 0)),
            Place::Before(low, high) if value == high => Some(Place::Inside(low, high, 0)),
            Place::Inside(next, other, sum) if value == next => {
                (sum == self.sum).then_some(Place::Behind(next.min(other), next.max(other)))
            }
            Place::Inside(next, other, sum) => {
                let sum = sum + i64::from(value);
                let fits = within(next, other) && self.most.is_none_or(|most| sum <= most);
                fits.then_some(Place::Inside(next, other, sum))
            }
            Place::Before(low, high) | Place::Behind(low, high) => within(low, high).then(|| state.clone()),
        }
    }

    fn accepts(&self, state: &Place) -> bool {
        matches!(state, Place::Behind(..))
    }
}
