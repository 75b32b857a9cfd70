//! All letters are given.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::marks::Marks;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;

/// All letters are given: neighbours without an X or a V sum neither to 10 nor to 5.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrictXv {}

impl Kind for StrictXv {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let unmarked = posting.neighbours_but(Marks::has_letter);
        let relation = Relation::new(|a, b| !matches!(i64::from(a) + i64::from(b), 5 | 10));
        posting.pairs("strict xv", &relation, &unmarked)
    }

    fn cells(&self) -> Vec<&Cells> {
        Vec::new()
    }
}
