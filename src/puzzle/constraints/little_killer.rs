//! A diagonal of cells with a sum, told outside the board.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::linear::Linear;
use crate::puzzle::posting::{PostError, Posting};

/// The cells add up to `sum`; values may repeat as far as regions allow. Cells in one region, as in a box that the diagonal
/// crosses, are taken together over the sets of values that they can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LittleKiller {
    /// The cells, usually a diagonal.
    pub cells: Cells,
    /// What they add up to.
    pub sum: i64,
}

impl Kind for LittleKiller {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = posting.vars(&self.cells)?;
        posting.sum(Linear::plain("little killer", vars, self.sum))
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.clue(&self.cells, &self.sum.to_string());
    }
}
