//! What is true and false, and since when: a view of the store by slots, kept in step with its log.

use crate::model::budget::Budget;
use crate::model::ids::Var;
use crate::search::learning::core::Unbuilt;
use crate::search::learning::groups::{Groups, Loose};
use crate::search::learning::literal::Lit;
use crate::search::learning::slots::Slots;
use crate::store::log::{Cause, Entry, Kind, NONE};
use crate::store::store::Store;

/// Slots, groups, and the truth of each slot.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) slots: Slots,
    pub(crate) groups: Groups,
    /// For each literal 1 for true, -1 for false, 0 for open.
    truth: Vec<i8>,
    /// The entry of the log since which a slot is not open.
    since: Vec<u32>,
    /// The true slot of each variable, or [`NONE`].
    fixed: Vec<u32>,
    /// The level of each entry of the log, from `first` on.
    levels: Vec<u32>,
    first: usize,
    /// The level where the search began, and the first entry of the log there that is not a root fact.
    pub(crate) root: usize,
}

impl State {
    /// The view of the store as it is now, after taking out what its fixed variables rule out.
    pub(crate) fn new(store: &mut Store, budget: &mut Budget) -> Result<State, Unbuilt> {
        loop {
            let slots = Slots::new(store, budget)?;
            match Groups::new(store, &slots, budget) {
                Ok(groups) => {
                    return Ok(State {
                        truth: vec![0; 2 * slots.len()],
                        since: vec![NONE; slots.len()],
                        fixed: vec![NONE; slots.variables()],
                        levels: Vec::new(),
                        first: store.log().len(),
                        root: store.level(),
                        slots,
                        groups,
                    });
                }
                Err(Loose::Contradiction) => return Err(Unbuilt::Conflict),
                Err(Loose::Stopped(reason)) => return Err(Unbuilt::Stopped(reason)),
                Err(Loose::Removable(loose)) => {
                    for slot in loose {
                        let removed =
                            store.remove_number(slots.var(slot), slots.number(slot), Cause::Refuted);
                        removed.map_err(|_| Unbuilt::Conflict)?;
                    }
                }
            }
        }
    }

    /// 1 where the literal is true, -1 where it is false, 0 where it is open.
    #[inline]
    pub(crate) fn truth(&self, lit: Lit) -> i8 {
        self.truth[lit.index()]
    }

    #[inline]
    fn set_truth(&mut self, slot: u32, truth: i8) {
        self.truth[Lit::is(slot).index()] = truth;
        self.truth[Lit::is_not(slot).index()] = -truth;
    }

    #[inline]
    pub(crate) fn is_open(&self, slot: u32) -> bool {
        self.truth(Lit::is(slot)) == 0
    }

    #[inline]
    pub(crate) fn is_true(&self, slot: u32) -> bool {
        self.truth(Lit::is(slot)) > 0
    }

    #[inline]
    pub(crate) fn is_false(&self, slot: u32) -> bool {
        self.truth(Lit::is(slot)) < 0
    }

    /// What is known of a slot that is not open.
    #[inline]
    pub(crate) fn fact(&self, slot: u32) -> Lit {
        if self.is_true(slot) { Lit::is(slot) } else { Lit::is_not(slot) }
    }

    /// The entry of the log that made a slot true or false.
    #[inline]
    pub(crate) fn since(&self, slot: u32) -> u32 {
        self.since[slot as usize]
    }

    /// The first entry of the log that is seen here.
    pub(crate) fn first(&self) -> usize {
        self.first
    }

    /// The level at which a slot became true or false.
    #[inline]
    pub(crate) fn level(&self, slot: u32) -> usize {
        self.levels[self.since[slot as usize] as usize - self.first] as usize
    }

    /// The true slot of a variable.
    #[inline]
    pub(crate) fn fixed(&self, var: Var) -> Option<u32> {
        let slot = self.fixed[var.index()];
        (slot != NONE).then_some(slot)
    }

    /// Makes an open slot false.
    #[inline]
    pub(crate) fn remove(&mut self, store: &mut Store, slot: u32, cause: Cause) {
        debug_assert!(self.is_open(slot));
        let removed = store.remove_number(self.slots.var(slot), self.slots.number(slot), cause);
        debug_assert!(removed.is_ok(), "an open slot is not the last");
        let entry = store.log().len() as u32 - 1;
        self.levels.push(store.level() as u32);
        self.rule_out(slot, entry);
        let var = self.slots.var(slot);
        if store.is_fixed(var) {
            self.fix(store, var, entry);
        }
    }

    /// Makes an open slot true, and the others of its variable false.
    #[inline]
    pub(crate) fn assign(&mut self, store: &mut Store, slot: u32, cause: Cause) {
        debug_assert!(self.is_open(slot));
        let assigned = store.assign_number(self.slots.var(slot), self.slots.number(slot), cause);
        debug_assert!(assigned.is_ok(), "an open slot is there");
        self.absorb(store);
    }

    /// Makes a literal true whose slot is open.
    #[inline]
    pub(crate) fn imply(&mut self, store: &mut Store, lit: Lit, cause: Cause) {
        if lit.is_positive() {
            self.assign(store, lit.slot(), cause);
        } else {
            self.remove(store, lit.slot(), cause);
        }
    }

    /// Takes note of all new entries of the log.
    pub(crate) fn absorb(&mut self, store: &Store) {
        let from = self.first + self.levels.len();
        for (index, entry) in store.log().iter().enumerate().skip(from) {
            self.levels.push(store.level() as u32);
            if entry.kind == Kind::Memory {
                continue;
            }
            let word = self.slots.word(entry.place);
            let mut bits = entry.bits & word.mask;
            while bits != 0 {
                let slot = word.slot(bits.trailing_zeros());
                bits &= bits - 1;
                if self.is_open(slot) {
                    self.rule_out(slot, index as u32);
                }
            }
            let var = Var(word.var);
            if word.mask == 0 || !store.is_fixed(var) {
                continue;
            }
            match self.fixed(var) {
                None => self.fix(store, var, index as u32),
                // A rule that removes values one after the other: the variable is fixed by the last of them.
                Some(slot) if !is_own_assignment(entry) && self.since(slot) as usize >= from => {
                    self.since[slot as usize] = index as u32;
                }
                Some(_) => {}
            }
        }
    }

    #[inline]
    fn rule_out(&mut self, slot: u32, entry: u32) {
        self.set_truth(slot, -1);
        self.since[slot as usize] = entry;
        self.groups.remove(slot);
    }

    #[inline]
    fn fix(&mut self, store: &Store, var: Var, entry: u32) {
        let Some(slot) = self.slots.only(store, var) else { return };
        // A rule may empty a domain and the store be seen only then; a false slot stays false.
        if self.is_open(slot) {
            self.set_truth(slot, 1);
            self.since[slot as usize] = entry;
            self.fixed[var.index()] = slot;
        }
    }

    /// Takes back the last level of the store. `open` is told each slot that is open again, and whether it was true.
    pub(crate) fn undo_level(&mut self, store: &mut Store, mut open: impl FnMut(Var, u32, bool)) {
        let start = store.level_start(store.level());
        for (index, entry) in store.log().iter().enumerate().skip(start).rev() {
            if entry.kind == Kind::Memory {
                continue;
            }
            let word = self.slots.word(entry.place);
            let fixed = self.fixed[word.var as usize];
            if fixed != NONE && self.since[fixed as usize] as usize == index {
                self.set_truth(fixed, 0);
                self.fixed[word.var as usize] = NONE;
                open(Var(word.var), fixed, true);
            }
            let mut bits = entry.bits & word.mask;
            while bits != 0 {
                let slot = word.slot(bits.trailing_zeros());
                bits &= bits - 1;
                if self.is_false(slot) && self.since[slot as usize] as usize == index {
                    self.set_truth(slot, 0);
                    self.groups.restore(slot);
                    open(Var(word.var), slot, false);
                }
            }
        }
        self.levels.truncate(start - self.first);
        self.groups.clear_pending();
        store.undo_level();
    }

    pub(crate) fn bytes(&self) -> u64 {
        let words = self.since.capacity() + self.fixed.capacity() + self.levels.capacity();
        self.slots.bytes() + self.groups.bytes() + (self.truth.capacity() + 4 * words) as u64
    }
}

/// Whether an entry stands for the positive literal of its variable: the search assigned a value. (What a rule assigns is
/// explained removal by removal.)
#[inline]
pub(crate) fn is_own_assignment(entry: &Entry) -> bool {
    entry.kind == Kind::Assignment && !matches!(entry.cause(), Cause::Applied(_))
}
