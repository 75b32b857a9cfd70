//! Naked single, the "forward single": a variable with one value left takes it from all others of its region.

use crate::model::ids::Literal;
use crate::rules::rule::{Explanation, Rule, Wake};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// A variable with one value left takes it from all others of its region. Sound on every region.
#[derive(Clone, Copy, Debug, Default)]
pub struct NakedSingle;

impl Rule for NakedSingle {
    fn name(&self) -> &str {
        "naked single"
    }

    fn wakes(&self) -> Wake {
        Wake::Fixed
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        for word in scope.words() {
            let tally = scope.tally(word);
            if tally.fixed_twice != 0 {
                return Err(Conflict);
            }
            if tally.open & tally.fixed != 0 {
                scope.remove_from_open(word, tally.fixed)?;
            }
        }
        Ok(())
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let fixed = |i: usize| past.value(i).map(|value| Literal::Is(past.vars()[i], value));
        // A variable with several values is seen to have them at their first words, or has lost them word by word.
        let fixed = (0..past.vars().len()).take_while(|_| past.goes_on(8)).filter_map(fixed);
        match removed {
            Some(removed) => Explanation::Because(fixed.filter(|is| is.value() == removed.value()).take(1).collect()),
            None => {
                let mut fixed: Vec<Literal> = fixed.collect();
                fixed.sort_by_key(|is| is.value());
                match fixed.windows(2).find(|pair| pair[0].value() == pair[1].value()) {
                    Some(pair) => Explanation::Because(pair.to_vec()),
                    None => Explanation::Scope,
                }
            }
        }
    }
}
