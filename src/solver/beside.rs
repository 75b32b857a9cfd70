//! The body for one instance at a time, or plain search where there are constraints, and learning search beside it.
//!
//! On small models the fast body tries a hundred values in the time of one learnt nogood, and so it is first even where it
//! needs fifty times as many; but a few small models it never ends. With constraints plain search meets several dead ends
//! in that time. So after some time in vain both go on in turns, each turn longer than the last (see
//! [`turns`](crate::search::turns)).

use std::collections::BTreeSet;

use crate::propagation::statistics::Statistics;
use crate::search::aside::Aside;
use crate::search::backtracking::Event;
use crate::search::learning::search::Learning;
use crate::solver::fast_search::{Found, Turn};
use crate::solver::solutions::{Advance, Handed, Search, Solutions, surroundings};
use crate::solver::solver::Speed;
use crate::solver::strategy::SMALL;
use crate::store::store::Store;

/// The search beside learning search.
pub(crate) enum Other {
    /// The fast body, which the solver holds.
    Fast(Turn),
    /// Plain search, on a store of its own, and the conflicts of the first turn of learning search.
    Plain(Box<Aside>, u64),
}

/// Both searches, from the moment when the other one has lost patience.
pub(crate) struct Beside {
    learning: Box<Learning>,
    other: Other,
    whose: Whose,
    /// The conflicts of a turn of learning search.
    slice: u64,
    /// The solutions since then. Whoever finds one of them again keeps quiet.
    known: BTreeSet<Vec<i32>>,
    /// How often the other search had its turn.
    #[cfg(test)]
    pub(crate) turns: u64,
}

/// Whose turn it is, and until when: so many nodes of the fast body, or dead ends of plain search by the statistics, or so
/// many conflicts of learning search in all.
#[derive(Clone, Copy)]
enum Whose {
    Other(u64),
    Learning(u64),
}

/// So many nodes of the fast body take about as long as a conflict, and so many dead ends of plain search.
const NODES: u64 = 80;
const DEAD_ENDS: u64 = 6;
/// After so many solutions whoever finds them goes on alone.
const MOST_KNOWN: usize = 1 << 10;

impl Beside {
    /// Whether so few variables are open that the other search is of use after that.
    pub(crate) fn fits(store: &Store) -> bool {
        store.open() <= SMALL
    }

    /// Learning has the first turn; each later one is half as long again.
    pub(crate) fn new(learning: Learning, other: Other) -> Beside {
        let slice = match &other {
            Other::Fast(turn) => turn.slice,
            Other::Plain(_, slice) => *slice,
        };
        Beside {
            learning: Box::new(learning),
            other,
            whose: Whose::Learning(slice),
            slice,
            known: BTreeSet::new(),
            #[cfg(test)]
            turns: 0,
        }
    }

    /// It is the turn of learning search, which has had its last one.
    fn begin_learning(&mut self) {
        self.slice = self.slice.saturating_add(self.slice / 2);
        self.whose = Whose::Learning(self.learning.conflicts.saturating_add(self.slice));
    }

    /// It is the turn of the other search, which has come to so many nodes or dead ends.
    fn begin_other(&mut self, so_far: u64) {
        let each = match &self.other {
            Other::Fast(_) => NODES,
            Other::Plain(..) => DEAD_ENDS,
        };
        self.whose = Whose::Other(so_far.saturating_add(self.slice.saturating_mul(each)));
        #[cfg(test)]
        {
            self.turns += 1;
        }
    }

    /// Whether a solution is new. Takes note of it.
    fn is_new(&mut self, values: &[i32]) -> bool {
        if self.known.contains(values) {
            return false;
        }
        if self.known.len() < MOST_KNOWN {
            self.known.insert(values.to_vec());
        } else {
            // Who finds so many has no need of the other, and does not find its own again.
            self.whose = match self.whose {
                Whose::Other(_) => Whose::Other(u64::MAX),
                Whose::Learning(_) => Whose::Learning(u64::MAX),
            };
        }
        true
    }
}

impl Solutions<'_> {
    /// Goes on with whose turn it is; none if it is over.
    pub(crate) fn advance_beside(&mut self) -> Option<Advance> {
        let Search::Beside(beside) = &mut self.search else { return None };
        let mut with = surroundings(self.solver, &mut self.budget);
        let event = match (beside.whose, &mut beside.other) {
            (Whose::Other(until), Other::Fast(_)) => return self.advance_fast_beside(until),
            (Whose::Other(until), Other::Plain(plain, _)) => {
                let held = beside.learning.bytes(with.store);
                plain.next(&mut with, until, held)
            }
            (Whose::Learning(until), other) => {
                beside.learning.beside = match other {
                    Other::Fast(_) => 0,
                    Other::Plain(plain, _) => plain.bytes(),
                };
                beside.learning.next_within(&mut with, |conflicts| conflicts >= until)
            }
        };
        match event {
            Event::Solution(solution) if beside.is_new(&solution.values) => {
                self.last = Some(solution);
                Some(Advance::Solution)
            }
            Event::Solution(_) => {
                self.solver.propagation.statistics.solutions -= 1;
                None
            }
            Event::Weary => {
                if let Whose::Other(_) = beside.whose {
                    beside.begin_learning();
                    return None;
                }
                let so_far = match &beside.other {
                    Other::Fast(_) => self.fast_nodes(),
                    Other::Plain(..) => self.solver.propagation.statistics.conflicts,
                };
                if let Search::Beside(beside) = &mut self.search {
                    beside.begin_other(so_far);
                }
                None
            }
            Event::Exhausted => Some(Advance::Exhausted),
            Event::Stopped(reason) => Some(Advance::Stopped(reason)),
        }
    }

    /// The same where it is the turn of the fast body.
    fn advance_fast_beside(&mut self, until: u64) -> Option<Advance> {
        let found = self.step_fast(until);
        let mut values = Vec::new();
        if let Speed::Fast(fast) = &self.solver.fast {
            fast.read(&mut values);
        }
        let Search::Beside(beside) = &mut self.search else { return None };
        match found {
            Found::Solution if beside.is_new(&values) => {
                self.last = None;
                self.solver.propagation.statistics.solutions += 1;
                Some(Advance::Solution)
            }
            Found::Solution | Found::Refused => None,
            Found::Weary => {
                beside.begin_learning();
                None
            }
            Found::Advance(advance) => Some(advance),
        }
    }

    /// Lets plain search step aside, and learning search begin.
    pub(crate) fn step_aside(&mut self) {
        let Search::Plain(search, brancher, slice) = std::mem::replace(&mut self.search, Search::Exhausted)
        else {
            return;
        };
        let (decisions, refuted) = search.done(&self.solver.store);
        let so_far = self.statistics();
        let (store, propagation) = self.solver.give_away();
        let other = Other::Plain(Box::new(Aside { store, propagation, search, brancher }), slice);
        self.search = self.back_to_root(&so_far).unwrap_or(Search::HandedOver(Handed {
            decisions,
            refuted,
            other: Some(other),
        }));
    }

    /// Brings the solver's own store to the root of the question, for another search that goes on after this was done; the
    /// search there is instead, if that ends the question.
    pub(crate) fn back_to_root(&mut self, so_far: &Statistics) -> Option<Search> {
        let begun = self.solver.begin(&mut self.budget);
        self.solver.propagation.statistics.add(so_far);
        begun.err().map(Search::Early)
    }
}
