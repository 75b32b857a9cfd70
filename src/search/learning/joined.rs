//! The custom rules of a model in learning search: what wakes them, and how what they did is explained.

use std::sync::Arc;

use crate::model::budget::{Budget, StopReason};
use crate::model::ids::Literal;
use crate::model::plan::Lists;
use crate::propagation::agenda::Agenda;
use crate::propagation::fixpoint::Halt;
use crate::propagation::schedule::Schedule;
use crate::rules::rule::Explanation;
use crate::search::learning::state::State;
use crate::store::past::Past;
use crate::store::store::{Store, ones};

/// The rules that take part: all but the singles of the library, whose work the groups do.
#[derive(Clone)]
pub(crate) struct Joined {
    schedule: Arc<Schedule>,
    agenda: Agenda,
    woken_by_change: Lists<u32>,
    woken_by_fixing: Lists<u32>,
    any: bool,
}

impl Joined {
    pub(crate) fn new(
        store: &Store,
        schedule: &Arc<Schedule>,
        budget: &mut Budget,
    ) -> Result<Joined, StopReason> {
        let foreign = |list: &[u32]| -> Vec<u32> {
            list.iter().copied().filter(|&number| schedule.is_foreign(number)).collect()
        };
        let (mut woken_by_change, mut woken_by_fixing) = (Lists::new(), Lists::new());
        for var in store.model().vars() {
            let (change, fixing) = (schedule.woken_by_change(var), schedule.woken_by_fixing(var));
            woken_by_change.push(foreign(change));
            woken_by_fixing.push(foreign(fixing));
            budget.spend((change.len() + fixing.len()) as u64 / 8 + 1, || store.bytes())?;
        }
        Ok(Joined {
            any: !(woken_by_change.items.is_empty() && woken_by_fixing.items.is_empty()),
            agenda: Agenda::new(schedule.len()),
            schedule: schedule.clone(),
            woken_by_change,
            woken_by_fixing,
        })
    }

    /// Whether any rule takes part at all.
    #[inline]
    pub(crate) fn any(&self) -> bool {
        self.any
    }

    /// Puts on the agenda what a change of variable `var` wakes.
    pub(crate) fn wake(&mut self, var: usize, fixed: bool) {
        for &number in self.woken_by_change.get(var) {
            self.agenda.insert(number);
        }
        if fixed {
            for &number in self.woken_by_fixing.get(var) {
                self.agenda.insert(number);
            }
        }
    }

    pub(crate) fn insert(&mut self, number: u32) {
        self.agenda.insert(number);
    }

    pub(crate) fn pop(&mut self) -> Option<u32> {
        if self.any { self.agenda.pop() } else { None }
    }

    pub(crate) fn clear(&mut self) {
        if self.any {
            self.agenda.clear();
        }
    }

    pub(crate) fn apply(&self, number: u32, store: &mut Store, budget: &mut Budget) -> Result<(), Halt> {
        self.schedule.apply(number, store, budget)
    }

    pub(crate) fn ticks(&self, number: u32) -> u64 {
        self.schedule.ticks(number)
    }

    /// Adds to `facts` the slots whose truth, by pair `number` of a rule and a scope, made `removed` follow (or a
    /// conflict, where that is `None`); `past` is its scope as it was just before.
    pub(crate) fn explain(
        &self,
        state: &State,
        store: &Store,
        number: u32,
        removed: Option<Literal>,
        past: &Past<'_>,
        facts: &mut Vec<u32>,
    ) -> Result<(), StopReason> {
        let start = facts.len();
        let mut is_known = |literal: Literal| {
            self.schedule.has_in_scope(number, literal.var()) && known(state, store, past, literal, facts)
        };
        let explanation = self.schedule.rule(number).explain(removed, past);
        past.stopped()?;
        if let Explanation::Because(literals) = explanation
            && literals.iter().all(|&literal| past.goes_on(64) && is_known(literal))
        {
            return past.stopped();
        }
        // The default: also where an explanation speaks of what was not true.
        facts.truncate(start);
        let everything = past.everything();
        past.stopped()?;
        for literal in everything {
            let all = known(state, store, past, literal, facts);
            debug_assert!(all);
        }
        Ok(())
    }

    /// The scope of a pair as it was when the log had `length` entries.
    pub(crate) fn past<'a>(
        &'a self,
        number: u32,
        store: &'a Store,
        length: usize,
        budget: &'a Budget,
    ) -> Past<'a> {
        self.schedule.past(number, store, length, budget)
    }

    /// Adds to `facts` why the application of pair `number` that began when the log had `start` entries met a conflict.
    pub(crate) fn explain_conflict(
        &self,
        state: &State,
        store: &Store,
        number: u32,
        start: usize,
        facts: &mut Vec<u32>,
        budget: &Budget,
    ) -> Result<(), StopReason> {
        let log = store.log();
        let emptied = log[start..].iter().filter_map(|entry| store.subject(entry)).map(|(var, _)| var);
        let Some(var) = emptied.filter(|&var| store.size(var) == 0).min() else {
            let past = self.past(number, store, log.len(), budget);
            return self.explain(state, store, number, None, &past, facts);
        };
        match state.fixed(var) {
            Some(slot) => facts.push(slot),
            None if state.slots.of(var).is_empty() => {}
            None => {
                facts.extend(state.slots.of(var));
                return Ok(());
            }
        }
        // What is left to tell is why it lost the value that it had before.
        let only = state.fixed(var).map(|slot| state.slots.number(slot));
        for (index, entry) in log.iter().enumerate().skip(start) {
            let Some((subject, word)) = store.subject(entry) else { continue };
            if subject != var {
                continue;
            }
            for gone in ones(word, entry.bits).filter(|&gone| only.is_none_or(|only| only == gone)) {
                let removed = Literal::IsNot(var, store.model().values().value_at(gone));
                let past = self.past(number, store, index, budget);
                self.explain(state, store, number, Some(removed), &past, facts)?;
            }
        }
        Ok(())
    }

    pub(crate) fn bytes(&self) -> u64 {
        let lists = [&self.woken_by_change, &self.woken_by_fixing];
        lists.iter().map(|lists| 4 * (lists.starts.capacity() + lists.items.capacity()) as u64).sum()
    }
}

/// Adds the slots that a literal stands for, which was true in `past`. False if it was not.
fn known(state: &State, store: &Store, past: &Past<'_>, literal: Literal, facts: &mut Vec<u32>) -> bool {
    if !past.was_true(literal) {
        return false;
    }
    let before = |slot: u32| (state.since(slot) as usize) < past.length();
    let slot = state.slots.of_literal(store, literal);
    match (literal, slot) {
        // Known since the root.
        (_, None) => true,
        (Literal::IsNot(..), Some(slot)) => {
            let told = state.is_false(slot) && before(slot);
            if told {
                facts.push(slot);
            }
            told
        }
        (Literal::Is(..), Some(slot)) if state.is_true(slot) && before(slot) => {
            facts.push(slot);
            true
        }
        // True for a moment only, before the same application emptied the domain.
        (Literal::Is(var, _), Some(slot)) => {
            let others = || state.slots.of(var).filter(|&other| other != slot);
            let told = others().all(|other| state.is_false(other) && before(other));
            if told {
                facts.extend(others());
            }
            told
        }
    }
}

impl std::fmt::Debug for Joined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Joined").field("any", &self.any).finish_non_exhaustive()
    }
}
