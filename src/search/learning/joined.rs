//! The custom rules of a model in learning search: what wakes them, and how what they did is explained.

use std::sync::Arc;

use crate::model::ids::Literal;
use crate::model::plan::Lists;
use crate::propagation::agenda::Agenda;
use crate::propagation::schedule::Schedule;
use crate::rules::rule::Explanation;
use crate::search::learning::state::State;
use crate::store::past::Past;
use crate::store::store::{Conflict, Store, ones};

/// The rules that take part: those with scopes of their own. Groups do what the rules on regions would.
pub(crate) struct Joined {
    schedule: Arc<Schedule>,
    agenda: Agenda,
    woken_by_change: Lists<u32>,
    woken_by_fixing: Lists<u32>,
    any: bool,
}

impl Joined {
    pub(crate) fn new(store: &Store, schedule: &Arc<Schedule>) -> Joined {
        let custom = |list: &[u32]| -> Vec<u32> {
            list.iter().copied().filter(|&number| schedule.is_custom(number)).collect()
        };
        let (mut woken_by_change, mut woken_by_fixing) = (Lists::new(), Lists::new());
        for var in store.model().vars() {
            woken_by_change.push(custom(schedule.woken_by_change(var)));
            woken_by_fixing.push(custom(schedule.woken_by_fixing(var)));
        }
        Joined {
            any: !(woken_by_change.items.is_empty() && woken_by_fixing.items.is_empty()),
            agenda: Agenda::new(schedule.len()),
            schedule: schedule.clone(),
            woken_by_change,
            woken_by_fixing,
        }
    }

    /// Whether there is any custom rule at all.
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

    pub(crate) fn apply(&self, number: u32, store: &mut Store) -> Result<(), Conflict> {
        self.schedule.apply(number, store)
    }

    pub(crate) fn ticks(&self, number: u32) -> u64 {
        self.schedule.ticks(number)
    }

    /// Adds to `facts` the slots whose truth, by pair `number` of a rule and a scope, made `removed` follow (or a
    /// conflict, where that is `None`) when the log had `length` entries.
    pub(crate) fn explain(
        &self,
        state: &State,
        store: &Store,
        number: u32,
        removed: Option<Literal>,
        length: usize,
        facts: &mut Vec<u32>,
    ) {
        let past = self.schedule.past(number, store, length);
        let start = facts.len();
        if let Explanation::Because(literals) = self.schedule.rule(number).explain(removed, &past)
            && literals.iter().all(|&literal| known(state, store, &past, literal, length, facts))
        {
            return;
        }
        // The default: also where an explanation speaks of what was not true.
        facts.truncate(start);
        for literal in past.everything() {
            let all = known(state, store, &past, literal, length, facts);
            debug_assert!(all);
        }
    }

    /// Adds to `facts` why the application of pair `number` that began when the log had `start` entries met a conflict.
    pub(crate) fn explain_conflict(
        &self,
        state: &State,
        store: &Store,
        number: u32,
        start: usize,
        facts: &mut Vec<u32>,
    ) {
        let log = store.log();
        let emptied = log[start..].iter().filter_map(|entry| store.subject(entry)).map(|(var, _)| var);
        let Some(var) = emptied.filter(|&var| store.size(var) == 0).min() else {
            return self.explain(state, store, number, None, log.len(), facts);
        };
        match state.fixed(var) {
            Some(slot) => facts.push(slot),
            None if state.slots.of(var).is_empty() => {}
            None => return facts.extend(state.slots.of(var)),
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
                self.explain(state, store, number, Some(removed), index, facts);
            }
        }
    }
}

/// Adds the slots that a literal stands for, which was true when the log had `length` entries. False if it was not.
fn known(
    state: &State,
    store: &Store,
    past: &Past<'_>,
    literal: Literal,
    length: usize,
    facts: &mut Vec<u32>,
) -> bool {
    if !past.knows(literal) {
        return false;
    }
    let before = |slot: u32| (state.since(slot) as usize) < length;
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
