//! Hidden single, the "backward single": a value with one place left in a permutation region stands there.

use crate::model::ids::Literal;
use crate::rules::rule::{Explanation, Rule};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// A value with one place left in a permutation region stands there. It does nothing on other regions, where the value
/// may be missing.
#[derive(Clone, Copy, Debug, Default)]
pub struct HiddenSingle;

impl Rule for HiddenSingle {
    fn name(&self) -> &str {
        "hidden single"
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        if !scope.is_permutation() {
            return Ok(());
        }
        for word in scope.words() {
            let tally = scope.tally(word);
            if scope.required(word) & !tally.once != 0 {
                return Err(Conflict);
            }
            let single = tally.once & !tally.twice & !tally.fixed;
            if single != 0 {
                for i in 0..scope.len() {
                    let here = scope.word(i, word) & single;
                    if here != 0 && !scope.is_fixed(i) {
                        // Of two values that have only this place, one will have none: the assignment
                        // takes it away, and the rule is called again.
                        scope.assign_bit(i, word, here.trailing_zeros())?;
                    }
                }
            }
        }
        Ok(())
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        if !past.is_permutation_from_start() {
            return Explanation::Scope;
        }
        let has_place = |value, except| {
            (0..past.vars().len()).any(|i| Some(past.vars()[i]) != except && past.contains(i, value))
        };
        let here = removed.map(Literal::var);
        let position = here.and_then(|var| past.vars().iter().position(|&other| other == var));
        let value = match (removed, position) {
            // The value that was assigned where `removed` was taken away.
            (Some(removed), Some(i)) => {
                past.values(i).find(|&value| value != removed.value() && !has_place(value, here))
            }
            // The value that has no place at all.
            _ => (0..past.vars().len())
                .flat_map(|i| past.model().domain(past.vars()[i]).values())
                .find(|&value| !has_place(value, None)),
        };
        let Some(value) = value else { return Explanation::Scope };
        let others = past.vars().iter().filter(|&&var| Some(var) != here);
        let barred = others.filter(|&&var| past.model().domain(var).contains(value));
        Explanation::Because(barred.map(|&var| Literal::IsNot(var, value)).collect())
    }
}
