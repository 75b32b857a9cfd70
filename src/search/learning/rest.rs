//! Learning search that rests while another has its turn, and what it is told then.

use crate::model::budget::StopReason;
use crate::model::ids::Literal;
use crate::search::backtracking::Surroundings;
use crate::search::learning::literal::Lit;
use crate::search::learning::search::{Found, Learning};
use crate::store::store::Store;

impl Learning {
    /// From now on rests after so many more conflicts, once so much was spent.
    pub(crate) fn rest_after(&mut self, conflicts: u64, spent: u64) {
        self.rest_at = (self.conflicts.saturating_add(conflicts), spent);
    }

    /// Takes for true, while it rests, that each variable has one of the values that it has in `other`: another store of the
    /// same model, at its root.
    pub(crate) fn narrow(&mut self, with: &mut Surroundings<'_>, other: &Store) -> Result<(), StopReason> {
        debug_assert_eq!(self.core.depth(), 0);
        for var in with.store.model().vars() {
            with.budget.spend(1, || self.core.bytes(with.store))?;
            if with.store.size(var) > other.size(var) {
                let slots = &self.core.state.slots;
                let gone = slots.of(var).filter(|&slot| {
                    self.core.state.is_open(slot) && !other.has_number(var, slots.number(slot))
                });
                self.units.extend(gone.map(Lit::is_not));
            }
        }
        Ok(())
    }

    /// Forbids what another search has found done with: below the first `depth` of its `decisions`, only what has the
    /// literal is left, for each pair of `refuted`.
    pub(crate) fn take_over(
        &mut self,
        with: &mut Surroundings<'_>,
        decisions: &[Literal],
        refuted: &[(usize, Literal)],
    ) -> Result<(), StopReason> {
        let store = &*with.store;
        // What has no slot is known, and so is what was found out since.
        let state = &self.core.state;
        let known = |lit: Lit| if state.is_open(lit.slot()) { Ok(lit) } else { Err(state.truth(lit) > 0) };
        let lit = |literal: Literal| match (literal, state.slots.of_literal(store, literal)) {
            (Literal::Is(..), Some(slot)) => known(Lit::is(slot)),
            (Literal::IsNot(..), Some(slot)) => known(Lit::is_not(slot)),
            (Literal::Is(var, value), None) => Err(store.contains(var, value)),
            (Literal::IsNot(var, value), None) => Err(!store.contains(var, value)),
        };
        'clauses: for &(depth, literal) in refuted {
            with.budget.spend(depth as u64 / 8 + 1, || self.core.bytes(store))?;
            let tried = decisions[..depth].iter().rev().map(|&decision| lit(decision).map(Lit::opposite));
            let mut lits = Vec::with_capacity(depth + 1);
            for (lit, is_tried) in std::iter::once((lit(literal), false)).chain(tried.map(|lit| (lit, true)))
            {
                match lit {
                    Ok(lit) => lits.push(lit),
                    Err(truth) if truth != is_tried => continue 'clauses,
                    Err(_) => {}
                }
            }
            if let [only] = lits[..] {
                self.units.push(only);
            } else if lits.is_empty() {
                self.state = Found::Exhausted;
            } else {
                let clause = self.core.clauses.add(&lits, lits.len() as u32, true);
                self.core.watches.attach(&self.core.clauses, clause);
            }
        }
        Ok(())
    }
}
