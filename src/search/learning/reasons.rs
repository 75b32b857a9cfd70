//! Why something is true or false: worked out only when conflict analysis asks.

use crate::model::budget::{Budget, StopReason};
use crate::model::ids::Literal;
use crate::search::learning::core::{Clash, Core};
use crate::search::learning::literal::Lit;
use crate::search::learning::state::is_own_assignment;
use crate::store::log::Cause;
use crate::store::store::Store;

impl Core {
    /// Whether a slot is what it is by something else at the same entry of the log: true because its variable lost the
    /// other values, or false because its variable was assigned.
    #[inline]
    pub(crate) fn is_derived(&self, store: &Store, slot: u32) -> bool {
        let entry = &store.log()[self.state.since(slot) as usize];
        self.state.is_true(slot) != is_own_assignment(entry)
    }

    /// The order of facts: a number that grows from each fact to those that follow from it.
    #[inline]
    pub(crate) fn rank(&self, store: &Store, slot: u32) -> u64 {
        u64::from(self.state.since(slot)) << 1 | u64::from(self.is_derived(store, slot))
    }

    /// Why a slot is what it is; none where it is so by another slot of its variable.
    #[inline]
    pub(crate) fn cause(&self, store: &Store, slot: u32) -> Option<Cause> {
        let entry = &store.log()[self.state.since(slot) as usize];
        (self.state.is_true(slot) == is_own_assignment(entry)).then(|| entry.cause())
    }

    /// Adds to `facts` the slots from whose truth that of `slot` follows.
    pub(crate) fn reason(
        &self,
        store: &Store,
        slot: u32,
        facts: &mut Vec<u32>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let state = &self.state;
        let var = state.slots.var(slot);
        match self.cause(store, slot) {
            None if state.is_true(slot) => facts.extend(state.slots.of(var).filter(|&other| other != slot)),
            None => facts.extend(state.fixed(var)),
            Some(Cause::Assumption | Cause::Decision) => {}
            Some(Cause::Refuted) => {
                let level = state.level(slot).saturating_sub(state.root);
                facts.extend(&self.decisions[..level.min(self.decisions.len())]);
            }
            Some(Cause::Other(other)) => facts.push(other),
            Some(Cause::Group(group)) => {
                facts.extend(state.groups.members(group).iter().filter(|&&other| other != slot));
            }
            Some(Cause::Clause(clause)) => {
                let lits = self.clauses.lits(crate::search::learning::clauses::ClauseRef(clause));
                facts.extend(lits.iter().map(|&lit| Lit(lit).slot()).filter(|&other| other != slot));
            }
            Some(Cause::Applied(number)) => {
                let value = store.model().values().value_at(state.slots.number(slot));
                let length = state.since(slot) as usize;
                let removed = Some(Literal::IsNot(var, value));
                let past = self.joined.past(number, store, length, budget);
                self.joined.explain(state, store, number, removed, &past, facts)?;
            }
        }
        Ok(())
    }

    /// Adds to `facts` the slots whose truth together is a conflict.
    pub(crate) fn conflict(
        &self,
        store: &Store,
        clash: &Clash,
        facts: &mut Vec<u32>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        match *clash {
            Clash::Group(group) => facts.extend(self.state.groups.members(group)),
            Clash::Pair(one, other) => facts.extend([one, other]),
            Clash::Clause(clause) => {
                facts.extend(self.clauses.lits(clause).iter().map(|&lit| Lit(lit).slot()));
            }
            Clash::Rule(number, start) => {
                self.joined.explain_conflict(&self.state, store, number, start, facts, budget)?;
            }
            Clash::Facts(ref known) => facts.extend(known),
        }
        Ok(())
    }
}
