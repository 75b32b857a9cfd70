//! Every 5 has a 1 above it or a 9 below it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::ids::Literal;
use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::clause::Clauses;

/// Every 5 has a 1 directly above it, or a 9 directly below it, or both. On a board of other values, the middle
/// value (of two the lower) stands for 5, the lowest for 1 and the highest for 9.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DutchFlatmates {}

impl Kind for DutchFlatmates {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let grid = posting.grid();
        let values = grid.values();
        let (Some(&low), Some(&high)) = (values.first(), values.last()) else { return Ok(()) };
        let middle = values[(values.len() - 1) / 2];
        let clause = |cell| {
            let flatmate = |rows, value| Some(Literal::Is(grid.var(grid.offset(cell, rows, 0)?)?, value));
            let own = grid.var(cell).map(|var| Literal::IsNot(var, middle));
            own.into_iter().chain(flatmate(-1, low)).chain(flatmate(1, high)).collect()
        };
        posting.all(Clauses::new("dutch flatmates", grid.cells().map(clause)));
        Ok(())
    }

    fn cells(&self) -> Vec<&Cells> {
        Vec::new()
    }
}
