//! A line whose values lie between those of its ends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Mark, Stroke};
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;

/// The values of the cells between the two ends lie strictly between the values of the ends. Exactly the supported values
/// are left.
/// Refused where it would need more than 16384 states, or 16 steps for each of them, as with thousands of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// The cells, from end to end: 2 at least.
    pub cells: Cells,
}

impl Kind for Between {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = ends_first(posting.vars(&self.cells)?)?;
        posting.sequence_in_region("between", Inside, vars)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.line(&self.cells, "#9a9a9a", Stroke::Narrow);
        for cell in self.cells.iter().next().into_iter().chain(self.cells.iter().next_back()) {
            canvas.mark(cell, Mark::Ring, "#9a9a9a");
        }
    }
}

/// The two ends, then what lies between them.
pub(crate) fn ends_first(mut vars: Vec<crate::model::ids::Var>) -> Result<Vec<crate::model::ids::Var>, PostError> {
    if vars.len() < 2 {
        return Err(PostError::WrongCount { found: vars.len(), expected: "at least 2".into() });
    }
    if let Some(last) = vars.pop() {
        vars.insert(1, last);
    }
    Ok(vars)
}

#[derive(Clone, PartialEq)]
struct Inside;

impl Machine for Inside {
    /// The first end, then the lower and the higher one.
    type State = Option<(i32, i32)>;

    fn start(&self) -> Self::State {
        None
    }

    fn step(&self, position: usize, state: &Self::State, value: i32) -> Option<Self::State> {
        match (position, *state) {
            (0, _) | (_, None) => Some(Some((value, value))),
            (1, Some((first, _))) => Some(Some((first.min(value), first.max(value)))),
            (_, Some((low, high))) => (low < value && value < high).then_some(*state),
        }
    }

    fn accepts(&self, _: &Self::State) -> bool {
        true
    }
}
