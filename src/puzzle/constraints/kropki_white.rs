//! Two cells a certain difference apart.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::marks::Marks;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;

/// Two cells whose values differ by `difference`: a white dot. It marks the pair for the kinds that speak of pairs
/// without a dot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KropkiWhite {
    /// The two cells.
    pub cells: Cells,
    /// By how much they differ: 1 if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<i32>,
}

impl Kind for KropkiWhite {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let difference = i64::from(self.difference.unwrap_or(1));
        posting.pair("kropki white", &self.cells, &Relation::new(move |a, b| i64::from(a.abs_diff(b)) == difference))
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn marks(&self, marks: &mut Marks) {
        marks.difference(&self.cells, self.difference.unwrap_or(1));
    }

    fn draw(&self, canvas: &mut Canvas) {
        let word = self.difference.filter(|&difference| difference != 1).map(|difference| difference.to_string());
        canvas.dot(&self.cells, "white", &word.unwrap_or_default());
    }
}
