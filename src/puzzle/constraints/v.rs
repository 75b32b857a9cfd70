//! Two cells that sum to 5.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::marks::Marks;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;

/// Two cells whose values sum to 5, whatever the values of the board are. It marks the pair for `strict_xv`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct V {
    /// The two cells.
    pub cells: Cells,
}

impl Kind for V {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        posting.pair("v", &self.cells, &Relation::new(|a, b| i64::from(a) + i64::from(b) == 5))
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn marks(&self, marks: &mut Marks) {
        marks.letter(&self.cells);
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.word(&self.cells, "V");
    }
}
