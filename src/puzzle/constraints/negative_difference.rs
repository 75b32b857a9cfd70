//! No differences but those that are marked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::marks::Marks;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;

/// Neighbours without a dot, white or black, do not differ by any of some differences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NegativeDifference {
    /// The differences; if none are given, those of the dots of the puzzle, or 1 if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differences: Option<Vec<i32>>,
}

impl Kind for NegativeDifference {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let refused = match &self.differences {
            Some(given) => given.clone(),
            None => posting.marks().differences(1),
        };
        let unmarked = posting.neighbours_but(Marks::has_dot);
        posting.pairs("negative difference", &Relation::new(move |a, b| !refused.iter().any(|&refused| i64::from(a.abs_diff(b)) == i64::from(refused))), &unmarked)
    }

    fn cells(&self) -> Vec<&Cells> {
        Vec::new()
    }
}
