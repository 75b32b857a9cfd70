//! One of the searches of a team: a cube, with a store and nogoods of its own.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use crate::model::budget::{Budget, StopReason};
use crate::propagation::fixpoint::Propagation;
use crate::propagation::statistics::Statistics;
use crate::search::backtracking::{Event, Surroundings};
use crate::search::cubes::threads::Lead;
use crate::search::learning::cube::Shared;
use crate::search::learning::literal::Lit;
use crate::search::learning::search::Learning;
use crate::search::solution::Solution;
use crate::store::store::Store;

pub(crate) struct Seat {
    learning: Box<Learning>,
    store: Store,
    pub(crate) propagation: Propagation,
    pub(crate) budget: Budget,
    /// The number of conflicts with which its part of the batch is over.
    end: u64,
    pub(crate) state: State,
    /// What of its statistics is counted already.
    counted: Statistics,
}

/// How far a seat is with its part of the batch.
pub(crate) enum State {
    /// There is something to do.
    Open,
    /// It has come to a solution that nobody has taken.
    Found(Solution),
    /// It has done its part.
    Over,
    /// There is no (further) solution in its cube.
    Refuted,
    Stopped(StopReason),
    /// A rule or a constraint has panicked: that is to happen to whoever asked. (In a mutex for what it gives: a panic's message
    /// may not be shared between threads by itself.)
    Panicked(Mutex<Box<dyn Any + Send>>),
}

impl Seat {
    pub(crate) fn new(
        learning: Box<Learning>,
        store: Store,
        propagation: Propagation,
        budget: Budget,
    ) -> Seat {
        Seat {
            learning,
            store,
            propagation,
            budget,
            end: 0,
            state: State::Over,
            counted: Statistics::default(),
        }
    }

    /// Another search of the same cube that knows the same.
    pub(crate) fn copy(&self, budget: Budget) -> Seat {
        let propagation = Propagation::new(&self.propagation.shared_schedule());
        Seat::new(self.learning.clone(), self.store.clone(), propagation, budget)
    }

    pub(crate) fn is_open(&self) -> bool {
        matches!(self.state, State::Open)
    }

    /// Keeps it to a part of its cube.
    pub(crate) fn narrow(&mut self, lit: Lit) {
        self.learning.cube.lits.push(lit);
    }

    /// How many literals tell its cube.
    pub(crate) fn depth(&self) -> usize {
        self.learning.cube.lits.len()
    }

    /// Begins its part of a batch of so many conflicts, and takes what others have told.
    pub(crate) fn begin<'n>(&mut self, conflicts: u64, nodes: u64, told: impl Iterator<Item = &'n Shared>) {
        self.end = self.learning.conflicts.saturating_add(conflicts);
        self.budget.set_nodes(nodes);
        self.state = State::Open;
        let Seat { learning, store, propagation, budget, .. } = self;
        if learning.may_begin_anew() {
            learning.begin_anew(&mut surroundings(store, propagation, budget), told);
        }
    }

    /// Does its part of the batch, or some of it: until a lower seat has something to tell, or for so many conflicts. What it
    /// comes to does not depend on that.
    pub(crate) fn work(&mut self, lead: Option<Lead<'_>>, most: u64) {
        let pause = self.learning.conflicts.saturating_add(most);
        let Seat { learning, store, propagation, budget, end, .. } = self;
        let enough = |conflicts: u64| conflicts >= pause.min(*end) || lead.is_some_and(Lead::is_lost);
        let event = catch_unwind(AssertUnwindSafe(|| {
            learning.next_within(&mut surroundings(store, propagation, budget), enough)
        }));
        self.state = match event {
            Err(panic) => State::Panicked(Mutex::new(panic)),
            Ok(Event::Solution(solution)) => State::Found(solution),
            Ok(Event::Exhausted) => State::Refuted,
            Ok(Event::Stopped(reason)) => State::Stopped(reason),
            Ok(Event::Weary) if self.learning.conflicts >= self.end => {
                let Seat { learning, store, propagation, budget, .. } = self;
                learning.take_memory(&mut surroundings(store, propagation, budget));
                State::Over
            }
            Ok(Event::Weary) => State::Open,
        };
    }

    /// Cuts its cube into at most `most` parts: a literal for each.
    pub(crate) fn cut(&mut self, most: usize) -> Option<Vec<Lit>> {
        let Seat { learning, store, propagation, budget, .. } = self;
        learning.cut(&mut surroundings(store, propagation, budget), most)
    }

    /// What it has learnt that others want to know, since it was asked last.
    pub(crate) fn tell(&mut self) -> Vec<Shared> {
        self.learning.cube.told.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// What it has done since it was asked last.
    pub(crate) fn count(&mut self) -> Statistics {
        let now = self.propagation.statistics;
        let since = now.since(&self.counted);
        self.counted = now;
        since
    }

    /// What it has done that is not counted yet.
    pub(crate) fn uncounted(&self) -> Statistics {
        self.propagation.statistics.since(&self.counted)
    }
}

fn surroundings<'a>(
    store: &'a mut Store,
    propagation: &'a mut Propagation,
    budget: &'a mut Budget,
) -> Surroundings<'a> {
    Surroundings { store, propagation, budget, observer: None, progress: None, nogoods: None, proof: None }
}
