//! A line whose cells at the same distance from its middle have the same sum.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Stroke};
use crate::puzzle::posting::{PostError, Posting};

/// Cells at the same distance from the middle add up to the same number: the value of the middle cell, if there is one.
/// Exactly the supported values are left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Zipper {
    /// The cells, from end to end.
    pub cells: Cells,
}

impl Kind for Zipper {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = posting.vars(&self.cells)?;
        let half = vars.len() / 2;
        let pairs = vars[..half].iter().zip(vars.iter().rev());
        let mut sides: Vec<Vec<_>> = pairs.map(|(&first, &last)| vec![(1, first), (1, last)]).collect();
        if vars.len() % 2 == 1 {
            sides.push(vec![(1, vars[half])]);
        }
        if sides.len() > 1 { posting.equal_sums("zipper", sides) } else { Ok(()) }
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.line(&self.cells, "#c9a6e8", Stroke::Broad);
    }
}
