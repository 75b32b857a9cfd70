//! Constraints that are too large for a rule of their own.

use crate::model::constraint::Constraint;
use crate::model::ids::Var;

/// A constraint that is asked once all its variables but one are known.
pub(crate) struct Checked<F> {
    pub(crate) name: &'static str,
    pub(crate) vars: Vec<Var>,
    pub(crate) holds: F,
}

impl<F: Fn(&[i32]) -> bool + Send + Sync> Constraint for Checked<F> {
    fn name(&self) -> &str {
        self.name
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        (self.holds)(values)
    }
}
