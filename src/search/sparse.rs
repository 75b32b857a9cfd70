//! Plain search with domain-consistent regions, for large models whose variables have many values left. It stands beside
//! learning search, on a store of its own.

use std::sync::Arc;

use crate::model::budget::{Budget, StopReason};
use crate::model::ids::Literal;
use crate::propagation::fixpoint::{Halt, Propagation};
use crate::propagation::schedule::RuleError;
use crate::search::aside::Aside;
use crate::search::backtracking::{Backtracking, Event, Patience, Surroundings};
use crate::search::dom_wdeg::DomWdeg;
use crate::search::turns::Pace;
use crate::store::log::{Cause, Kind};
use crate::store::store::{Conflict, Store};

/// The search, its store, and how long it goes on.
pub(crate) struct Sparse {
    plain: Aside,
    /// The dead ends of a run, times the numbers of the sequence of Luby, Sinclair and Zuckerman (*Optimal speedup of Las
    /// Vegas algorithms*, Information Processing Letters 47, 1993), and how far in the sequence it is.
    run: u64,
    pair: (u64, u64),
    /// The dead ends of this run, and the decisions after which it is looked whether the turn is over.
    patience: Patience,
    /// How much work a turn takes, and what will have been spent when this one ends.
    turn: u64,
    end: u64,
    /// How many dead ends a turn has at least, and how many there will have been then: what goes down without any is not to
    /// be interrupted.
    conflicts: u64,
    least: u64,
}

/// What came of a turn.
#[derive(Debug)]
pub(crate) enum Taken {
    /// What its search came to.
    Event(Event),
    /// Nothing for so long that the other search had better go on.
    Weary,
}

/// What a search has done with: its decisions, and with how many of them each refuted literal was known.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) decisions: Vec<Literal>,
    pub(crate) refuted: Vec<(usize, Literal)>,
}

/// Why there is no such search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unbuilt {
    /// The regions contradict each other without any decision.
    Conflict,
    /// There is no room for it.
    TooLarge,
    Stopped(StopReason),
}

impl From<StopReason> for Unbuilt {
    fn from(reason: StopReason) -> Unbuilt {
        match reason {
            StopReason::Memory => Unbuilt::TooLarge,
            reason => Unbuilt::Stopped(reason),
        }
    }
}

impl Sparse {
    /// A search for what is left in the store of `with`, which stands at its root. `beside` bytes are held by others.
    pub(crate) fn new(
        with: &mut Surroundings<'_>,
        seed: Option<u64>,
        pace: Pace,
        beside: u64,
    ) -> Result<Sparse, Unbuilt> {
        let budget = &mut *with.budget;
        budget.elsewhere = beside;
        let schedule = match with.propagation.schedule().with_hall_sets(budget) {
            Ok(schedule) => Arc::new(schedule),
            Err(RuleError::Stopped(reason)) => return Err(reason.into()),
            Err(_) => return Err(Unbuilt::TooLarge),
        };
        let model = with.store.model();
        let mut store = Store::new(model, schedule.memory(), budget)?;
        let mut propagation = Propagation::new(&schedule);
        narrow(&mut store, with.store, budget)?.map_err(|Conflict| Unbuilt::Conflict)?;
        propagation.run_root(&mut store, budget, None).map_err(|halt| match halt {
            Halt::Conflict(_) => Unbuilt::Conflict,
            Halt::Stopped(reason) => reason.into(),
        })?;
        let patience = Patience { conflicts: pace.run, nodes: pace.nodes, ticks: u64::MAX };
        let brancher = Box::new(DomWdeg::of_scopes(model, seed));
        let search = Backtracking::new(&store, patience);
        Ok(Sparse {
            plain: Aside { store, propagation, search, brancher },
            run: pace.run,
            pair: (1, 1),
            patience,
            turn: 0,
            end: 0,
            conflicts: pace.dead_ends,
            least: 0,
        })
    }

    /// Takes note of what is known at the root of `other`. False if nothing is left then.
    pub(crate) fn narrow(&mut self, other: &Store, budget: &mut Budget) -> Result<bool, StopReason> {
        Ok(narrow(&mut self.plain.store, other, budget)?.is_ok())
    }

    /// Begins a turn of so much work.
    pub(crate) fn begin(&mut self, turn: u64, with: &Surroundings<'_>) {
        self.turn = turn;
        self.end = with.budget.spent().saturating_add(turn);
        self.least = with.propagation.statistics.conflicts.saturating_add(self.conflicts);
    }

    fn is_over(&self, budget: &Budget) -> bool {
        budget.spent() >= self.end && self.plain.propagation.statistics.conflicts >= self.least
    }

    /// Goes on to the next solution, to the end, to a limit, or to the end of the turn. `beside` bytes are held by others.
    pub(crate) fn next(&mut self, with: &mut Surroundings<'_>, beside: u64) -> Taken {
        self.plain.enter(with, beside);
        let taken = self.run(with);
        self.plain.leave(with);
        taken
    }

    fn run(&mut self, with: &mut Surroundings<'_>) -> Taken {
        loop {
            let event = self.plain.go_on(with);
            match event {
                Event::Weary if self.is_over(with.budget) => return Taken::Weary,
                Event::Weary if !self.plain.search.is_at_its_wits_end() => {
                    self.plain.search.take_heart(self.patience);
                }
                Event::Weary => {
                    self.plain.propagation.statistics.restarts += 1;
                    self.restart(with);
                }
                event => {
                    if let Event::Solution(_) = event {
                        // From now on it must not begin anew: it would find the same.
                        self.patience.conflicts = u64::MAX;
                        self.plain.search.take_heart(self.patience);
                        self.end = with.budget.spent().saturating_add(self.turn);
                    }
                    return Taken::Event(event);
                }
            }
        }
    }

    /// Goes back to the root, from where the next turn begins, and lets all see what is known there.
    pub(crate) fn rest(&mut self, with: &mut Surroundings<'_>) -> &Store {
        self.restart(with);
        &self.plain.store
    }

    /// Begins the next run.
    fn restart(&mut self, with: &mut Surroundings<'_>) {
        let (u, v) = self.pair;
        self.pair = if u & u.wrapping_neg() == v { (u + 1, 1) } else { (u, 2 * v) };
        self.patience.conflicts = self.run.saturating_mul(self.pair.1);
        let patience = self.patience;
        let (search, _, mut own) = self.plain.parts(with);
        search.restart(&mut own, patience);
    }

    /// Ends the search, if what it has done with can be told in so many literals: gives its decisions, and with how many of
    /// them each refuted literal was known. Otherwise it never tires from now on.
    pub(crate) fn give_up(&mut self, with: &mut Surroundings<'_>, most: usize) -> Option<Done> {
        if self.plain.search.size_of_refuted(&self.plain.store) > most {
            self.turn = u64::MAX;
            self.end = u64::MAX;
            return None;
        }
        let (search, _, mut own) = self.plain.parts(with);
        let (decisions, refuted) = search.give_up(&mut own);
        Some(Done { decisions, refuted })
    }

    /// All that it holds.
    pub(crate) fn bytes(&self) -> u64 {
        self.plain.bytes()
    }
}

impl std::fmt::Debug for Sparse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sparse").field("store", &self.plain.store).finish_non_exhaustive()
    }
}

/// Removes what `other` does not have.
fn narrow(store: &mut Store, other: &Store, budget: &mut Budget) -> Result<Result<(), Conflict>, StopReason> {
    let model = store.model().clone();
    for (var, span) in model.vars().zip(&model.plan().spans) {
        budget.spend(u64::from(span.len) / 64 + 1, || store.bytes())?;
        if store.size(var) <= other.size(var) {
            continue;
        }
        for word in span.words() {
            let gone = store.word(var, word) & !other.word(var, word);
            if store.remove_bits(var, word, gone, Cause::Assumption, Kind::Removal).is_err() {
                return Ok(Err(Conflict));
            }
        }
    }
    Ok(Ok(()))
}
