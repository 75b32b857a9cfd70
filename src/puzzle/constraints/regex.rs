//! A line that matches a regular expression.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::posting::{PostError, Posting};
use crate::puzzle::regex::Regex;

/// A line whose values, from its first cell to its last, match a regular expression. How it is written stands at
/// [`Regex`](crate::Regex).
/// Refused where it would need more than 50000 states along the line, or 16 steps for each of them; fewer where the automaton
/// itself has more than 80.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Regular {
    /// The cells, each once.
    pub cells: Cells,
    /// The regular expression.
    pub regex: String,
}

impl Kind for Regular {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let regex: Regex = self.regex.parse().map_err(|error| {
            let what = format!("regex, {error}");
            PostError::Parameter { what }
        })?;
        posting.accepted("regex", &self.cells, &regex.automaton)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }
}
