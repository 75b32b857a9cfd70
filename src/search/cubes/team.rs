//! A team of searches that share one question. Everything goes by batches: each search has a number of conflicts to
//! spend, then they tell each other what they have learnt, in the order of the cubes, and the cubes of those that have
//! come to their end are filled up from cutting others. What each does within a batch is its own affair, and who of them
//! works when does not matter: so any number of threads comes to the same answers and counts.

use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::sync::PoisonError;

use crate::model::budget::{Budget, StopReason};
use crate::propagation::fixpoint::Propagation;
use crate::propagation::statistics::Statistics;
use crate::search::backtracking::{Event, Surroundings};
use crate::search::cubes::seat::{Seat, State};
use crate::search::cubes::threads::{self, Watcher};
use crate::search::learning::cube::Shared;
use crate::search::learning::search::Learning;

/// When and how a question is cut. All is counted in conflicts, so that a run can be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cutting {
    /// How many conflicts one search has alone.
    pub(crate) after: u64,
    /// How many cubes there are at most at the same time, whatever the number of threads.
    pub(crate) seats: usize,
    /// How many conflicts a batch gives to the lowest cube. Where solutions are many, each search would find one with about as
    /// many conflicts, whatever its cube: so one of them goes on at almost the speed of a search that is not cut.
    pub(crate) lowest: u64,
    /// How many it gives to each of the others.
    pub(crate) others: u64,
}

impl Default for Cutting {
    fn default() -> Cutting {
        Cutting { after: 5000, seats: 8, lowest: 1500, others: 500 }
    }
}

/// With more slots than this, copies of a search take more time and memory than a board is worth.
const LARGEST: usize = 1 << 18;
/// After a solution the next may be near: the lowest seat looks alone for so many conflicts.
const NEAR: u64 = 200;
/// After so many batches they are longer by the length of the first.
const LONGER: u64 = 4;
/// How many conflicts pass before somebody who watches is told how far it is.
const TOLD_EVERY: u64 = 100;

pub(crate) struct Team {
    /// In the order of their cubes, which have no solution in common.
    seats: Vec<Seat>,
    /// Budgets for more seats.
    spare: Vec<Budget>,
    cutting: Cutting,
    /// The seats below are done with this batch, and counted.
    front: usize,
    /// How many batches there were.
    batches: u64,
    /// Whether the last that was asked for was found.
    found: bool,
    /// Whether the nodes are spent.
    spent: bool,
    /// What the search held before it was cut.
    memory: u64,
}

impl Team {
    /// Whether a search may be cut: whether it can begin anew, is not too large, and memory allows for it.
    pub(crate) fn takes(learning: &Learning, with: &Surroundings<'_>, cutting: Cutting) -> bool {
        let copies = 2 * cutting.seats as u64 + 1;
        let bytes = learning.core.bytes(with.store).saturating_mul(copies);
        learning.may_begin_anew() && learning.core.state.slots.len() <= LARGEST && with.budget.has_room(bytes)
    }

    /// Cuts what a search has left to do.
    pub(crate) fn new(mut learning: Box<Learning>, with: &mut Surroundings<'_>, cutting: Cutting) -> Team {
        learning.begin_anew(with, std::iter::empty());
        learning.cube.told = Some(Vec::new());
        let propagation = Propagation::new(&with.propagation.shared_schedule());
        let mut spare = with.budget.shared(cutting.seats.max(1), with.store.bytes());
        let seats = spare.pop().map(|budget| Seat::new(learning, with.store.clone(), propagation, budget));
        Team {
            front: 1,
            seats: seats.into_iter().collect(),
            spare,
            cutting,
            batches: 0,
            found: false,
            spent: false,
            memory: with.propagation.statistics.memory,
        }
    }

    /// Goes on to the next solution, to the end, or to a limit, on at most so many threads.
    pub(crate) fn next(&mut self, with: &mut Surroundings<'_>, threads: usize) -> Event {
        loop {
            if self.spent {
                return Event::Stopped(StopReason::Nodes);
            }
            let Some(seat) = self.seats.get_mut(self.front) else {
                match self.begin(with) {
                    Err(reason) => return Event::Stopped(reason),
                    Ok(()) if self.seats.is_empty() => return Event::Exhausted,
                    Ok(()) => continue,
                }
            };
            match std::mem::replace(&mut seat.state, State::Open) {
                State::Open => self.work(with, threads),
                done @ (State::Over | State::Refuted) => {
                    seat.state = done;
                    self.count(with);
                    self.front += 1;
                }
                State::Found(solution) => {
                    self.count(with);
                    if !self.spent {
                        self.found = true;
                        return Event::Solution(solution);
                    }
                }
                State::Stopped(StopReason::Nodes) => {
                    self.count(with);
                    self.spent = true;
                }
                State::Stopped(reason) => return Event::Stopped(reason),
                State::Panicked(panic) => {
                    resume_unwind(panic.into_inner().unwrap_or_else(PoisonError::into_inner))
                }
            }
        }
    }

    /// Lets the seats work, the one at the front in any case.
    fn work(&mut self, with: &mut Surroundings<'_>, threads: usize) {
        let found = std::mem::take(&mut self.found);
        let Some(front) = self.seats.get_mut(self.front) else { return };
        if found && threads > 1 {
            front.work(None, NEAR);
            return;
        }
        let so_far = with.propagation.statistics;
        let mut told = with.progress.as_deref_mut().map(|progress| {
            move |seat: &Seat| {
                let mut sum = so_far;
                sum.add(&seat.uncounted());
                progress(&sum);
            }
        });
        let watcher = told.as_mut().map(|show| Watcher { show, every: TOLD_EVERY });
        if threads < 2 || threads::is_alone() {
            threads::work(std::slice::from_mut(front), 1, watcher);
        } else {
            // Nobody need go on above a solution that nobody may ask for.
            let came = |seat: &Seat| !matches!(seat.state, State::Open | State::Over | State::Refuted);
            let end = self.seats.iter().position(came).unwrap_or(self.seats.len());
            threads::work(&mut self.seats[self.front..end], threads, watcher);
        }
    }

    /// Counts what the seat at the front has done.
    fn count(&mut self, with: &mut Surroundings<'_>) {
        let Some(front) = self.seats.get_mut(self.front) else { return };
        let mut done = front.count();
        let left = with.budget.nodes_left();
        if done.nodes > left {
            // A solution that took more is not given out.
            (done.nodes, done.solutions) = (left, 0);
            self.spent = true;
        }
        with.budget.spend_nodes(done.nodes);
        with.propagation.statistics.add(&done);
    }

    /// Begins a batch: nogoods are exchanged, and there are as many cubes as there can be.
    fn begin(&mut self, with: &mut Surroundings<'_>) -> Result<(), StopReason> {
        let sum = |of: fn(&Statistics) -> u64| {
            self.seats.iter().map(|seat| of(&seat.propagation.statistics)).sum::<u64>()
        };
        let (memory, kept) = (sum(|statistics| statistics.memory), sum(|statistics| statistics.kept));
        let fixed = self.seats.iter().map(|seat| seat.propagation.statistics.fixed).max();
        let statistics = &mut with.propagation.statistics;
        statistics.memory = statistics.memory.max(self.memory.saturating_add(memory));
        (statistics.kept, statistics.fixed) = (kept, statistics.fixed.max(fixed.unwrap_or(0)));
        let mut seen = BTreeSet::new();
        let mut told: Vec<(usize, Shared)> = Vec::new();
        // Each with the number that it had in the last batch.
        let mut seats: Vec<(usize, Seat)> = Vec::new();
        for (number, mut seat) in self.seats.drain(..).enumerate() {
            let fresh = seat.tell().into_iter().filter(|nogood| seen.insert(nogood.lits.clone()));
            told.extend(fresh.map(|nogood| (number, nogood)));
            if matches!(seat.state, State::Refuted) {
                self.spare.push(seat.budget);
            } else {
                seats.push((number, seat));
            }
        }
        let cut = self.cut(&mut seats, with);
        let nodes = with.budget.nodes_left();
        // Nogoods that are too long are not kept: only a search that goes on longer and longer comes to its end in any case.
        let times = 1 + self.batches / LONGER;
        self.batches += 1;
        for (place, (number, mut seat)) in seats.into_iter().enumerate() {
            let others = told.iter().filter(|&&(from, _)| from != number).map(|(_, nogood)| nogood);
            let conflicts = if place == 0 { self.cutting.lowest } else { self.cutting.others };
            if cut.is_ok() {
                seat.begin(conflicts.saturating_mul(times), nodes, others);
            }
            self.seats.push(seat);
        }
        self.front = if cut.is_ok() { 0 } else { self.seats.len() };
        cut
    }

    /// Cuts cubes until there are enough, or none can be cut: first those that the fewest literals tell.
    fn cut(&mut self, seats: &mut Vec<(usize, Seat)>, with: &mut Surroundings<'_>) -> Result<(), StopReason> {
        let mut whole: BTreeSet<usize> = BTreeSet::new();
        while !self.spare.is_empty() {
            with.budget.poll(|| with.store.bytes())?;
            let next = (0..seats.len()).filter(|place| !whole.contains(place));
            let Some(place) = next.min_by_key(|&place| (seats[place].1.depth(), place)) else { break };
            let most = self.spare.len() + 1;
            let Some(parts) = seats[place].1.cut(most) else {
                whole.insert(place);
                continue;
            };
            let number = seats[place].0;
            for (offset, &part) in parts.iter().enumerate().skip(1) {
                let Some(budget) = self.spare.pop() else {
                    unreachable!("a cube is cut into no more parts than there are budgets, and itself")
                };
                let mut copy = seats[place].1.copy(budget);
                copy.narrow(part);
                seats.insert(place + offset, (number, copy));
            }
            seats[place].1.narrow(parts[0]);
            whole = whole.iter().map(|&cut| if cut > place { cut + parts.len() - 1 } else { cut }).collect();
        }
        Ok(())
    }
}
