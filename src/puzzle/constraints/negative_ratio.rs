//! No ratios but those that are marked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::constraints::kropki_black::in_ratio;
use crate::puzzle::marks::Marks;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;

/// Neighbours without a dot, white or black, are in none of some ratios.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NegativeRatio {
    /// The ratios; if none are given, those of the dots of the puzzle, or 2 if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratios: Option<Vec<i32>>,
}

impl Kind for NegativeRatio {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let refused = match &self.ratios {
            Some(given) => given.clone(),
            None => posting.marks().ratios(2),
        };
        let unmarked = posting.neighbours_but(Marks::has_dot);
        posting.pairs("negative ratio", &Relation::new(move |a, b| !refused.iter().any(|&refused| in_ratio(a, b, refused))), &unmarked)
    }

    fn cells(&self) -> Vec<&Cells> {
        Vec::new()
    }
}
