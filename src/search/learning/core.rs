//! Propagation of learning search: groups and learnt clauses in the order of the log, then custom rules.

use std::sync::Arc;

use crate::model::budget::{Budget, StopReason, growing};
use crate::model::ids::Var;
use crate::propagation::fixpoint::{self, Culprit};
use crate::propagation::schedule::Schedule;
use crate::search::learning::clauses::{ClauseRef, Clauses};
use crate::search::learning::joined::Joined;
use crate::search::learning::literal::Lit;
use crate::search::learning::state::State;
use crate::search::learning::watches::{Watch, Watches};
use crate::store::log::{Cause, Kind};
use crate::store::store::Store;

/// What met a conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Clash {
    /// A group of which one must be true, and all are false.
    Group(u32),
    /// Two slots of one group are true.
    Pair(u32, u32),
    Clause(ClauseRef),
    /// A pair of a rule and a scope, and the length of the log before it was applied.
    Rule(u32, usize),
    /// What is known of these slots cannot be true together.
    Facts(Vec<u32>),
}

/// Why there is no fixpoint.
#[derive(Debug)]
pub(crate) enum Halt {
    Clash(Clash),
    Stopped(StopReason),
}

/// How many slots are ruled out before the limits are looked at.
const AT_ONCE: usize = 1 << 10;

/// Why there is no state to propagate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unbuilt {
    /// A region contradicts itself without any decision.
    Conflict,
    Stopped(StopReason),
}

impl From<StopReason> for Unbuilt {
    fn from(reason: StopReason) -> Unbuilt {
        Unbuilt::Stopped(reason)
    }
}

/// The state with all that propagates it.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    pub(crate) state: State,
    pub(crate) clauses: Clauses,
    pub(crate) watches: Watches,
    pub(crate) joined: Joined,
    /// For each level above the root the slot that was decided.
    pub(crate) decisions: Vec<u32>,
    /// How much of the log the groups and the clauses have looked at.
    read: usize,
    /// How many slots became true or false by propagation or decision.
    pub(crate) propagations: u64,
    rivals: Vec<u32>,
    /// The rule that is being applied.
    interrupted: Option<u32>,
}

impl Core {
    /// Everything that can be open from the present level of `store` on.
    ///
    /// # Errors
    /// If a region contradicts itself, or a limit is reached. Then it may be tried again.
    pub(crate) fn new(
        store: &mut Store,
        schedule: &Arc<Schedule>,
        budget: &mut Budget,
    ) -> Result<Core, Unbuilt> {
        let read = store.log().len();
        let state = State::new(store, budget)?;
        let mut joined = Joined::new(store, schedule, budget)?;
        for entry in &store.log()[read..] {
            if let Some((var, _)) = store.subject(entry) {
                joined.wake(var.index(), store.is_fixed(var));
            }
        }
        Ok(Core {
            clauses: Clauses::default(),
            watches: Watches::new(state.slots.len()),
            joined,
            decisions: Vec::new(),
            read: store.log().len(),
            propagations: 0,
            rivals: Vec::new(),
            interrupted: None,
            state,
        })
    }

    /// Propagates by groups and clauses until nothing changes. What is known is looked at in the order in which it became
    /// known, by both alike: the clauses often give shorter reasons than a long chain of groups that runs ahead of them.
    pub(crate) fn propagate_log(&mut self, store: &mut Store, budget: &mut Budget) -> Result<(), Halt> {
        loop {
            let mut ticks = 1;
            if let Some((group, only)) = self.state.groups.pop_pending() {
                match only {
                    None => return Err(Halt::Clash(Clash::Group(group))),
                    Some(slot) if self.state.is_open(slot) => {
                        self.state.assign(store, slot, Cause::Group(group));
                    }
                    Some(_) => {}
                }
            } else if self.read < store.log().len() {
                self.visit(store, self.read, budget)?;
                ticks += self.visit_clauses(store, self.read).map_err(Halt::Clash)?;
                self.read += 1;
            } else {
                return Ok(());
            }
            budget.spend(ticks, || self.bytes(store)).map_err(Halt::Stopped)?;
        }
    }

    /// Propagates until nothing changes. After a stop it may be called again and goes on.
    pub(crate) fn propagate(&mut self, store: &mut Store, budget: &mut Budget) -> Result<(), Halt> {
        if let Some(number) = self.interrupted.take() {
            // A rule has panicked, and somebody has caught it: what it did before counts.
            self.state.absorb(store);
            self.joined.insert(number);
        }
        loop {
            self.propagate_log(store, budget)?;
            let Some(number) = self.joined.pop() else { return Ok(()) };
            self.interrupted = Some(number);
            let applied = self.joined.apply(number, store, budget);
            self.interrupted = None;
            match applied {
                Ok(()) => self.state.absorb(store),
                Err(fixpoint::Halt::Stopped(reason)) => {
                    self.joined.insert(number);
                    return Err(Halt::Stopped(reason));
                }
                Err(fixpoint::Halt::Conflict(culprit)) => {
                    self.state.absorb(store);
                    let Culprit::Instance(number, start) = culprit else { continue };
                    return Err(Halt::Clash(Clash::Rule(number, start)));
                }
            }
            budget.spend(self.joined.ticks(number), || self.bytes(store)).map_err(Halt::Stopped)?;
        }
    }

    /// Draws the consequences of one entry of the log by the groups, and wakes the rules.
    #[inline]
    fn visit(&mut self, store: &mut Store, index: usize, budget: &mut Budget) -> Result<(), Halt> {
        let entry = store.log()[index];
        if entry.kind == Kind::Memory {
            return Ok(());
        }
        let var = Var(self.state.slots.word(entry.place).var);
        if self.joined.any() {
            self.joined.wake(var.index(), store.is_fixed(var));
        }
        match self.state.fixed(var) {
            Some(slot) if self.state.since(slot) as usize == index => {
                self.rule_out_rivals(store, slot, budget)
            }
            _ => Ok(()),
        }
    }

    /// Draws the consequences of one entry of the log by the clauses. Gives the ticks that it took.
    fn visit_clauses(&mut self, store: &mut Store, index: usize) -> Result<u64, Clash> {
        let entry = store.log()[index];
        if entry.kind == Kind::Memory {
            return Ok(0);
        }
        let word = self.state.slots.word(entry.place);
        let mut ticks = 1;
        if let Some(slot) = self.state.fixed(Var(word.var))
            && self.state.since(slot) as usize == index
        {
            self.propagations += 1;
            ticks += self.falsify(store, Lit::is_not(slot))?;
        }
        let mut bits = entry.bits & word.mask;
        while bits != 0 {
            let slot = word.slot(bits.trailing_zeros());
            bits &= bits - 1;
            self.propagations += 1;
            ticks += self.falsify(store, Lit::is(slot))?;
        }
        Ok(ticks)
    }

    /// All other slots of the groups of a true slot are false. After a stop it may be called again.
    fn rule_out_rivals(&mut self, store: &mut Store, slot: u32, budget: &mut Budget) -> Result<(), Halt> {
        self.rivals.clear();
        self.state.groups.rivals(slot, &mut self.rivals);
        for rivals in self.rivals.chunks(AT_ONCE) {
            for &rival in rivals {
                if self.state.is_open(rival) {
                    self.state.remove(store, rival, Cause::Other(slot));
                } else if self.state.is_true(rival) {
                    return Err(Halt::Clash(Clash::Pair(slot, rival)));
                }
            }
            if rivals.len() == AT_ONCE {
                budget.spend(AT_ONCE as u64, || store.bytes()).map_err(Halt::Stopped)?;
            }
        }
        Ok(())
    }

    /// Looks at the clauses that watch `lit`, which has become false.
    #[inline]
    fn falsify(&mut self, store: &mut Store, lit: Lit) -> Result<u64, Clash> {
        let Some(list) = self.watches.list(lit) else { return Ok(0) };
        let mut watches = self.watches.take(list);
        let work = watches.len() as u64 / 8;
        let clash = self.walk(store, lit, &mut watches);
        self.watches.put(list, watches);
        match clash {
            None => Ok(work),
            Some(clause) => Err(Clash::Clause(clause)),
        }
    }

    /// Walks a list of watches. Gives a clause that has no literal left.
    fn walk(&mut self, store: &mut Store, lit: Lit, watches: &mut Vec<Watch>) -> Option<ClauseRef> {
        let mut kept = 0;
        let mut next = 0;
        let mut clash = None;
        while next < watches.len() {
            let watch = watches[next];
            next += 1;
            let truth = self.state.truth(watch.other);
            if truth > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let clause = watch.clause();
            if watch.is_binary() {
                watches[kept] = watch;
                kept += 1;
                if truth < 0 {
                    clash = Some(clause);
                    break;
                }
                self.state.imply(store, watch.other, Cause::Clause(clause.0));
                continue;
            }
            let lits = self.clauses.lits_mut(clause);
            // The other watched literal; exclusive or takes the two apart without a branch.
            let first = Lit(lits[0] ^ lits[1] ^ lit.0);
            let truth = self.state.truth(first);
            if truth > 0 {
                watches[kept] = Watch::new(clause, first, 3);
                kept += 1;
                continue;
            }
            let replacement = (2..lits.len()).find(|&i| self.state.truth(Lit(lits[i])) >= 0);
            if let Some(i) = replacement {
                let found = Lit(lits[i]);
                lits[0] = first.0;
                lits[1] = found.0;
                lits[i] = lit.0;
                self.watches.add(found, Watch::new(clause, first, 3));
                continue;
            }
            watches[kept] = watch;
            kept += 1;
            if truth < 0 {
                clash = Some(clause);
                break;
            }
            self.state.imply(store, first, Cause::Clause(clause.0));
        }
        watches.copy_within(next.., kept);
        watches.truncate(kept + watches.len() - next);
        clash
    }

    /// How many levels stand above the root.
    pub(crate) fn depth(&self) -> usize {
        self.decisions.len()
    }

    /// Opens a level and makes an open literal true there.
    pub(crate) fn decide(&mut self, store: &mut Store, lit: Lit) {
        store.push_level();
        self.decisions.push(lit.slot());
        self.state.imply(store, lit, Cause::Decision);
    }

    /// Takes back levels until `depth` of them are left. `open` is told each slot that is open again.
    pub(crate) fn back_to(&mut self, store: &mut Store, depth: usize, mut open: impl FnMut(Var, u32, bool)) {
        while self.decisions.len() > depth {
            self.decisions.pop();
            self.state.undo_level(store, &mut open);
        }
        self.joined.clear();
        self.read = store.log().len();
    }

    pub(crate) fn bytes(&self, store: &Store) -> u64 {
        let own = self.state.bytes() + self.clauses.bytes() + self.watches.bytes() + self.joined.bytes();
        store.bytes() + own + growing(&self.decisions) + growing(&self.rivals)
    }
}
