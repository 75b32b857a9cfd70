//! Neighbours are not consecutive.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;

/// Cells that share an edge do not differ by 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NonConsecutive {
    /// Which pairs it does not speak of: none if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub except: Option<Except>,
}

impl Kind for NonConsecutive {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let except = self.except;
        let pairs = posting.neighbours_but(|marks, a, b| match except {
            None => false,
            Some(Except::DifferenceDots) => marks.has_difference(a, b),
        });
        posting.pairs("non consecutive", &Relation::new(|a, b| a.abs_diff(b) != 1), &pairs)
    }

    fn cells(&self) -> Vec<&Cells> {
        Vec::new()
    }
}

/// Pairs of neighbours that a rule on all of them leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Except {
    /// Those with a white dot, whatever its difference.
    DifferenceDots,
}
