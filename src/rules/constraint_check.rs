//! Asks a constraint itself, once at most one of its variables is open.

use smallvec::SmallVec;

use crate::model::plan::Model;
use crate::rules::rule::{Rule, Scopes, Wake};
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// Asks each constraint of the model whether it holds, as soon as all its variables but one have one
/// value left; values of the last one with which it does not hold are removed. It makes every constraint take part in
/// propagation, also one that has no rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConstraintCheck;

impl Rule for ConstraintCheck {
    fn name(&self) -> &str {
        "constraint check"
    }

    fn scopes(&self, model: &Model) -> Scopes {
        Scopes::Lists(model.constraints().iter().map(|constraint| constraint.scope().to_vec()).collect())
    }

    fn wakes(&self) -> Wake {
        Wake::Fixed
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let mut open = None;
        for i in 0..scope.len() {
            if !scope.is_fixed(i) {
                if open.is_some_and(|first: usize| scope.vars()[first] != scope.vars()[i]) {
                    return Ok(());
                }
                open = open.or(Some(i));
            }
        }
        let constraint = scope.model().constraints()[scope.index()].clone();
        let mut values = SmallVec::<[i32; 16]>::new();
        for i in 0..scope.len() {
            values.push(scope.lowest(i).ok_or(Conflict)?);
        }
        let Some(open) = open else {
            return if constraint.holds(&values) { Ok(()) } else { Err(Conflict) };
        };
        // The same variable may stand in several places of the scope.
        let places: SmallVec<[usize; 4]> =
            (0..scope.len()).filter(|&i| scope.vars()[i] == scope.vars()[open]).collect();
        scope.retain(open, |value| {
            for &i in &places {
                values[i] = value;
            }
            constraint.holds(&values)
        })
    }

    /// Where all variables but one are fixed, the supports of a constraint that is told value by value say the same.
    fn follows_by_units(&self) -> bool {
        true
    }
}
