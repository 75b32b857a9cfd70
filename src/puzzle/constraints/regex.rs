//! A line that matches a regular expression.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::posting::{PostError, Posting};
use crate::puzzle::regex::Regex;

/// A line whose values, from its first cell to its last, match a regular expression.
/// Refused where it would need more than 50000 states along the line, or 16 steps for each of them; fewer where the automaton
/// itself has more than 80.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Regular {
    /// The cells, each once.
    pub cells: Cells,
    /// The regular expression, which the whole line has to match. `7` is the value 7, and each digit a value of its own;
    /// `<12>` and `<-3>` are others; `.` is any value. `[135]`, `[1-4<10>-<12>]` and `[^5]` are one of these values, or any but
    /// these. `xy` is one after the other, `x|y` one or the other, `(x)` a group; `x?`, `x*`, `x+`, `x{3}`, `x{2,}` and `x{2,4}` say
    /// how often. White space means nothing.
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
