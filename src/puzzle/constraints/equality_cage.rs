//! A cage with as many even as odd, and as many low as high values.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::ids::Var;
use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;
use crate::rules::value_sets::ValueSets;

/// The cells differ; as many of them are even as odd, and as many are low as high, where the low values are the first half of
/// all values and the high ones the last (with an odd number of values the middle one is neither). Exactly the supported
/// values are left for up to 16 values, and nearly all of them for more. Where that would need more than 16384 states, each of
/// the two counts is propagated for itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EqualityCage {
    /// The cells.
    pub cells: Cells,
}

impl Kind for EqualityCage {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        posting.region(&self.cells)?;
        let vars = posting.vars(&self.cells)?;
        let values = posting.grid().values();
        let half = values.len() / 2;
        // With an odd number of values the middle one is neither.
        let (low, high) = (values.get(half).copied(), values.get(values.len() - half).copied());
        let machine = Balance { low, high };
        let balanced = |values: &[i32]| {
            let end = values.iter().try_fold((0, 0), |state, &value| machine.step(0, &state, value));
            end.is_some_and(|state| machine.accepts(&state))
        };
        match ValueSets::new("equality cage", vars.clone(), values, balanced) {
            Some(sets) => {
                posting.both(sets);
                Ok(())
            }
            None => match posting.sequence("equality cage", machine.clone(), vars.clone()) {
                Err(PostError::TooLarge { .. }) => apart(posting, &machine, &vars),
                posted => posted,
            },
        }
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.cage(&self.cells, "#3060b0", "=");
    }
}

/// Posts each of the two counts for itself.
fn apart(posting: &mut Posting<'_>, machine: &Balance, vars: &[Var]) -> Result<(), PostError> {
    let weights = posting.grid().values().iter().map(|&value| (value, machine.weights(value)));
    let (parity, half): (Vec<_>, Vec<_>) = weights.map(|(value, (even, high))| ((value, even), (value, high))).unzip();
    for weights in [parity, half] {
        let scale = Scale { weights };
        match posting.sequence("equality cage", scale.clone(), vars.to_vec()) {
            Err(PostError::TooLarge { .. }) => {
                let even = move |values: &[i32]| {
                    let end = values.iter().try_fold(0, |state, &value| scale.step(0, &state, value));
                    end == Some(0)
                };
                posting.checked("equality cage", vars.to_vec(), even);
            }
            posted => posted?,
        }
    }
    Ok(())
}

/// The weights of the values read are 0 together.
#[derive(Clone, PartialEq)]
struct Scale {
    /// By value, ascending.
    weights: Vec<(i32, i32)>,
}

impl Machine for Scale {
    type State = i32;

    fn start(&self) -> i32 {
        0
    }

    fn step(&self, _: usize, weight: &i32, value: i32) -> Option<i32> {
        let place = self.weights.binary_search_by_key(&value, |&(value, _)| value).ok()?;
        Some(weight + self.weights[place].1)
    }

    fn accepts(&self, weight: &i32) -> bool {
        *weight == 0
    }
}

#[derive(Clone, PartialEq)]
struct Balance {
    /// What is less is low.
    low: Option<i32>,
    /// This and what is more is high.
    high: Option<i32>,
}

impl Balance {
    /// What a value adds to each of the counts.
    fn weights(&self, value: i32) -> (i32, i32) {
        let high = self.high.is_some_and(|high| value >= high);
        let low = self.low.is_none_or(|low| value < low);
        (if value % 2 == 0 { 1 } else { -1 }, i32::from(high) - i32::from(low))
    }
}

impl Machine for Balance {
    /// Even less odd ones, high less low ones.
    type State = (i32, i32);

    fn start(&self) -> Self::State {
        (0, 0)
    }

    fn step(&self, _: usize, &(even, high): &Self::State, value: i32) -> Option<Self::State> {
        let weights = self.weights(value);
        Some((even + weights.0, high + weights.1))
    }

    fn accepts(&self, state: &Self::State) -> bool {
        *state == (0, 0)
    }
}
