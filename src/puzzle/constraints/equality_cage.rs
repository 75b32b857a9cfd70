//! A cage with as many even as odd, and as many low as high values.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;
use crate::rules::value_sets::ValueSets;

/// The cells differ; as many of them are even as odd, and as many are low as high, where the low values are the first half of
/// all values and the high ones the last (with an odd number of values the middle one is neither). Exactly the supported
/// values are left for up to 16 values.
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
        let (low, high) = (values[..half].to_vec(), values[values.len() - half..].to_vec());
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
            None => posting.sequence("equality cage", machine, vars),
        }
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.cage(&self.cells, "#3060b0", "=");
    }
}

#[derive(Clone, PartialEq)]
struct Balance {
    low: Vec<i32>,
    high: Vec<i32>,
}

impl Machine for Balance {
    /// Even less odd ones, high less low ones.
    type State = (i32, i32);

    fn start(&self) -> Self::State {
        (0, 0)
    }

    fn step(&self, _: usize, &(even, high): &Self::State, value: i32) -> Option<Self::State> {
        let parity = if value % 2 == 0 { 1 } else { -1 };
        let half = i32::from(self.high.contains(&value)) - i32::from(self.low.contains(&value));
        Some((even + parity, high + half))
    }

    fn accepts(&self, state: &Self::State) -> bool {
        *state == (0, 0)
    }
}
