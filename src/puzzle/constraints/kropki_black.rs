//! Two cells in a certain ratio.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::marks::Marks;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;

/// Two cells of which one is `ratio` times the other: a black dot. It marks the pair for the kinds that speak of
/// pairs without a dot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KropkiBlack {
    /// The two cells.
    pub cells: Cells,
    /// The ratio: 2 if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<i32>,
}

impl Kind for KropkiBlack {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let ratio = self.ratio.unwrap_or(2);
        posting.pair("kropki black", &self.cells, &Relation::new(move |a, b| in_ratio(a, b, ratio)))
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn marks(&self, marks: &mut Marks) {
        marks.ratio(&self.cells, self.ratio.unwrap_or(2));
    }

    fn draw(&self, canvas: &mut Canvas) {
        let word = self.ratio.filter(|&ratio| ratio != 2).map(|ratio| ratio.to_string());
        canvas.dot(&self.cells, "black", &word.unwrap_or_default());
    }
}

/// Whether one of two values is `ratio` times the other.
pub(crate) fn in_ratio(a: i32, b: i32, ratio: i32) -> bool {
    let times = |value: i32| i64::from(value) * i64::from(ratio);
    times(a) == i64::from(b) || times(b) == i64::from(a)
}
