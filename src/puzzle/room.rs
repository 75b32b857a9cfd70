//! What constraints of a puzzle may cost while they are posted: many pairs, and work under limits.

use std::sync::Arc;

use crate::model::budget::Limits;
use crate::model::builder::ModelError;
use crate::model::ids::Var;
use crate::puzzle::checked::Checked;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::{Pairs, Relation};
use crate::sudoku::geometry::Cell;

/// What a pair takes here and in a list of scopes.
const BYTES_PER_PAIR: u64 = 32;
/// So many pairs are posted between two looks at the limits.
const SOME: usize = 1 << 12;

impl Posting<'_> {
    /// Posts one relation between the cells of each of many pairs, as one rule.
    ///
    /// # Errors
    /// [`PostError::NoSuchCell`]; [`PostError::Parameter`] if there is no room for so many.
    pub fn pairs(
        &mut self,
        name: &str,
        relation: &Arc<Relation>,
        pairs: &[(Cell, Cell)],
    ) -> Result<(), PostError> {
        self.builder.reserve(pairs.len() as u64 * BYTES_PER_PAIR).map_err(|refusal| {
            let what = match refusal {
                ModelError::TooLarge { needed, cap } => {
                    format!("its pairs of cells need {needed} bytes, more than the cap of {cap}")
                }
                refusal => refusal.to_string(),
            };
            PostError::Parameter { what }
        })?;
        let mut vars = Vec::with_capacity(pairs.len());
        for some in pairs.chunks(SOME) {
            self.spend(16 * some.len())?;
            for &(first, second) in some {
                vars.push([self.var(first)?, self.var(second)?]);
            }
        }
        self.all(Pairs::new(name, relation, vars));
        Ok(())
    }

    /// What is left of the limits.
    pub(crate) fn limits_left(&self) -> Limits {
        self.builder.limits_left()
    }

    /// All pairs of cells that lie `rows` and `columns` apart, for each of the steps given.
    ///
    /// # Errors
    /// [`PostError::Stopped`].
    pub fn apart(&mut self, steps: &[(i32, i32)]) -> Result<Vec<(Cell, Cell)>, PostError> {
        let mut pairs = Vec::new();
        for cell in self.grid().cells() {
            self.spend(8 * steps.len())?;
            let other = |&(rows, columns): &(i32, i32)| self.grid().offset(cell, rows, columns);
            pairs.extend(steps.iter().filter_map(other).map(|other| (cell, other)));
        }
        Ok(pairs)
    }

    /// Posts what is asked once all cells but one are known: for constraints that are too large for a rule of their own.
    pub fn checked(
        &mut self,
        name: &'static str,
        vars: Vec<Var>,
        holds: impl Fn(&[i32]) -> bool + Send + Sync + 'static,
    ) {
        self.builder.constraint(Checked { name, vars, holds });
    }

    /// Takes note of work on so many words. Kinds whose work grows faster than their text call it, so that limits and
    /// cancellation are obeyed.
    ///
    /// # Errors
    /// [`PostError::Stopped`]; then the model is refused as well.
    pub fn spend(&mut self, words: usize) -> Result<(), PostError> {
        Ok(self.builder.spend(words)?)
    }
}
