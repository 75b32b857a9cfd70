//! Values that stand in some of the cells around a corner.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;

/// Each of `values` stands in one of the cells; a value that is named twice stands in two of them. Exactly the supported
/// values are left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quadruple {
    /// The cells, usually the four around a corner.
    pub cells: Cells,
    /// The values, in any order.
    pub values: Vec<i32>,
}

impl Kind for Quadruple {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = posting.vars(&self.cells)?;
        if self.values.len() > vars.len() {
            let what = format!("{} values in {} cells", self.values.len(), vars.len());
            return Err(PostError::Parameter { what });
        }
        let mut values = self.values.clone();
        values.sort_unstable();
        posting.sequence_in_region("quadruple", Holding { values, length: vars.len() }, vars)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        let words: Vec<String> = self.values.iter().map(ToString::to_string).collect();
        canvas.dot(&self.cells, "white", &words.join(" "));
    }
}

#[derive(Clone, PartialEq)]
struct Holding {
    values: Vec<i32>,
    length: usize,
}

impl Machine for Holding {
    /// What is still missing.
    type State = Vec<i32>;

    fn start(&self) -> Self::State {
        self.values.clone()
    }

    fn step(&self, position: usize, state: &Self::State, value: i32) -> Option<Self::State> {
        let mut missing = state.clone();
        if let Ok(place) = missing.binary_search(&value) {
            missing.remove(place);
        }
        (missing.len() < self.length - position).then_some(missing)
    }

    fn accepts(&self, state: &Self::State) -> bool {
        state.is_empty()
    }
}
