//! Cells that have the values of one of some tuples.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::table::{Table, Tuples};

/// Some cells have, in this order, the values of one of the tuples of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allowed {
    /// The cells, each once.
    pub cells: Cells,
    /// The tuples, each with a value for each cell.
    pub tuples: Vec<Vec<i32>>,
}

impl Kind for Allowed {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        posting.distinct(&self.cells)?;
        let width = self.cells.len();
        if let Some((number, tuple)) = (1..).zip(&self.tuples).find(|(_, tuple)| tuple.len() != width) {
            let found = tuple.len();
            let what = format!("tuple {number} has {found} values, expected {width}");
            return Err(PostError::Parameter { what });
        }
        let vars = posting.vars(&self.cells)?;
        posting.all(Table::new("allowed", vars, &Tuples::new(width, self.tuples.iter().cloned())));
        Ok(())
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }
}
