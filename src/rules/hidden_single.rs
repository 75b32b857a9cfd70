//! Hidden single, the "backward single": a value with one place left in a permutation region stands there.

use crate::model::budget::strides;
use crate::model::ids::{Literal, Var};
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
                for stride in strides(scope.len()) {
                    let len = stride.len();
                    for i in stride {
                        let here = scope.word(i, word) & single;
                        if here != 0 && !scope.is_fixed(i) {
                            // Of two values that have only this place, one will have none: the assignment
                            // takes it away, and the rule is called again.
                            scope.assign_bit(i, word, here.trailing_zeros())?;
                        }
                    }
                    scope.spend(len)?;
                }
            }
        }
        Ok(())
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        if !past.is_permutation_from_start() {
            return Explanation::Scope;
        }
        let here = removed.map(Literal::var);
        let position = here.and_then(|var| past.vars().iter().position(|&other| other == var));
        let value = match (removed, position) {
            // The value that was assigned where `removed` was taken away.
            (Some(removed), Some(i)) => without_place(past, here, |word| {
                let number = past.model().values().number_of(removed.value());
                let same = number.filter(|number| number / 64 == word).map_or(0, |number| 1 << (number % 64));
                past.word(i, word) & !same
            }),
            // The value that has no place at all.
            _ => without_place(past, None, |word| past.required(word)),
        };
        let Some(value) = value else { return Explanation::Scope };
        let others = past.vars().iter().filter(|&&var| Some(var) != here);
        let barred = others.filter(|&&var| past.model().domain(var).contains(value));
        Explanation::Because(barred.map(|&var| Literal::IsNot(var, value)).collect())
    }
}

/// The lowest of the `wanted` values that had no place but perhaps in variable `except`.
fn without_place(past: &Past<'_>, except: Option<Var>, wanted: impl Fn(usize) -> u64) -> Option<i32> {
    past.words().find_map(|word| {
        let mut left = wanted(word);
        for stride in strides(past.vars().len()) {
            if left == 0 || !past.goes_on(stride.len()) {
                return None;
            }
            let others = stride.filter(|&i| Some(past.vars()[i]) != except);
            left = others.fold(left, |left, i| left & !past.word(i, word));
        }
        (left != 0).then(|| past.model().values().value_at(word * 64 + left.trailing_zeros() as usize))
    })
}
