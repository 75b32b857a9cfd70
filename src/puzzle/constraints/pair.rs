//! Two cells in a relation that the puzzle itself tells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::expression::Expression;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;
use crate::sudoku::geometry::Cell;

/// Two cells in a relation told by an expression of their values `a` and `b`, such as `abs(a - b) >= 5`; of more
/// cells, each with the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The cells, at least two.
    pub cells: Cells,
    /// The relation: an expression of whole numbers, `a`, `b`, `+ - * / %`, brackets, `abs(x)`, `min(x, y)`, `max(x, y)`,
    /// comparisons `= == != < <= > >=`, and `and`, `or`, `not` (also `&&`, `||`, `!`). `/` rounds down, and `%` has the sign of
    /// what it divides by. A number counts as true where it is not 0, and a truth is 1 or 0. What cannot be computed, such as a
    /// division by zero, makes the whole relation false.
    pub relation: String,
}

impl Kind for Pair {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let relation: Expression = self.relation.parse().map_err(|error| {
            let what = format!("relation, {error}");
            PostError::Parameter { what }
        })?;
        let cells: Vec<Cell> = self.cells.iter().collect();
        if cells.len() < 2 {
            return Err(PostError::WrongCount { found: cells.len(), expected: "at least 2".to_owned() });
        }
        let pairs: Vec<(Cell, Cell)> = cells.windows(2).map(|pair| (pair[0], pair[1])).collect();
        if let Some(&(cell, _)) = pairs.iter().find(|(one, other)| one == other) {
            return Err(PostError::Twice { cell });
        }
        posting.pairs("pair", &Relation::new(move |a, b| relation.holds(a, b)), &pairs)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }
}
