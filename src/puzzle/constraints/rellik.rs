//! A cage of cells of which no choice has a certain sum.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;
use crate::rules::value_sets::ValueSets;

/// The cells differ, and no choice of one or more of them adds up to `sum`. Exactly the supported values are left for up to
/// 16 values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rellik {
    /// The cells.
    pub cells: Cells,
    /// The sum that no choice has.
    pub sum: i64,
}

impl Kind for Rellik {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        posting.region(&self.cells)?;
        let vars = posting.vars(&self.cells)?;
        let machine = NoChoice { sum: self.sum };
        let free = |values: &[i32]| {
            let step = |state: Option<_>, &value: &i32| machine.step(0, &state?, value);
            values.iter().fold(Some(machine.start()), step).is_some()
        };
        match ValueSets::new("rellik", vars.clone(), posting.grid().values(), free) {
            Some(sets) => {
                posting.both(sets);
                Ok(())
            }
            None => posting.sequence("rellik", machine, vars),
        }
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.cage(&self.cells, "#b03030", &format!("\u{2260}{}", self.sum));
    }
}

#[derive(Clone, PartialEq)]
struct NoChoice {
    sum: i64,
}

impl Machine for NoChoice {
    /// The sums of all choices, ascending.
    type State = Vec<i64>;

    fn start(&self) -> Self::State {
        vec![0]
    }

    fn step(&self, _: usize, state: &Self::State, value: i32) -> Option<Self::State> {
        let with = state.iter().map(|sum| sum + i64::from(value));
        // The choice of none has the sum 0 and is not meant.
        if with.clone().any(|sum| sum == self.sum) {
            return None;
        }
        let mut next: Vec<i64> = state.iter().copied().chain(with).collect();
        next.sort_unstable();
        next.dedup();
        Some(next)
    }

    fn accepts(&self, _: &Self::State) -> bool {
        true
    }
}
