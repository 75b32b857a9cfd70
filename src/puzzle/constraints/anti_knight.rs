//! Cells a knight's move apart differ.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::posting::{PostError, Posting};

/// Cells that are a knight's move of chess apart differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AntiKnight {}

impl Kind for AntiKnight {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        posting.differ(&posting.grid().pairs(&[(1, 2), (2, 1), (1, -2), (2, -1)]));
        Ok(())
    }

    fn cells(&self) -> Vec<&Cells> {
        Vec::new()
    }
}
