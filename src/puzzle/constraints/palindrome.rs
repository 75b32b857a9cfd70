//! A line that reads the same from both ends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Stroke};
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::same::Same;

/// The line reads the same from both ends. Exactly the supported values are left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Palindrome {
    /// The cells, from end to end.
    pub cells: Cells,
}

impl Kind for Palindrome {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = posting.vars(&self.cells)?;
        let half = vars.len() / 2;
        for (&first, &last) in vars[..half].iter().zip(vars.iter().rev()).filter(|(first, last)| first != last) {
            posting.both(Same::new("palindrome", vec![first, last]));
        }
        Ok(())
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.line(&self.cells, "#b8b8b8", Stroke::Broad);
    }
}
