//! A line on which any three cells in a row have a low, a middle and a high value.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Stroke};
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;

/// Any three cells in a row on the line have one value of each third of the values, which are cut into the low, the middle and
/// the high third (as equal as can be, the first ones larger). A line of two cells has two different thirds. Exactly
/// the supported values are left.
/// Refused where it would need more than 16384 states, or 16 steps for each of them, as with thousands of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entropic {
    /// The cells, from end to end.
    pub cells: Cells,
}

impl Kind for Entropic {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let values = posting.grid().values();
        let third = |(i, &value): (usize, &i32)| (value, (i * 3 / values.len()) as u32);
        let classes = values.iter().enumerate().map(third).collect();
        posting.sequence("entropic", Classes { classes, span: 3 }, posting.vars(&self.cells)?)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.line(&self.cells, "#f0b27a", Stroke::Broad);
    }
}

/// Any `span` values in a row are of different classes.
#[derive(Clone, PartialEq)]
pub(crate) struct Classes {
    /// The values, ascending, each with its class.
    pub(crate) classes: Vec<(i32, u32)>,
    pub(crate) span: usize,
}

impl Machine for Classes {
    /// The classes of the last values.
    type State = Vec<u32>;

    fn start(&self) -> Self::State {
        Vec::new()
    }

    fn step(&self, _: usize, state: &Self::State, value: i32) -> Option<Self::State> {
        let place = self.classes.binary_search_by_key(&value, |&(value, _)| value).ok()?;
        let class = self.classes[place].1;
        if state.contains(&class) {
            return None;
        }
        let mut next = state.clone();
        next.push(class);
        if next.len() >= self.span {
            next.remove(0);
        }
        Some(next)
    }

    fn accepts(&self, _: &Self::State) -> bool {
        true
    }
}
