//! All dots are given.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::constraints::kropki_black::in_ratio;
use crate::puzzle::marks::Marks;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;

/// All dots are given: neighbours without a dot, white or black, neither differ by 1 nor is one of them twice the
/// other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrictKropki {}

impl Kind for StrictKropki {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let unmarked = posting.neighbours_but(Marks::has_dot);
        let relation = Relation::new(|a, b| a.abs_diff(b) != 1 && !in_ratio(a, b, 2));
        posting.pairs("strict kropki", &relation, &unmarked)
    }

    fn cells(&self) -> Vec<&Cells> {
        Vec::new()
    }
}
