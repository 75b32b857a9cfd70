//! Solutions, one after the other.

use crate::model::budget::{Budget, StopReason};
use crate::model::ids::Literal;
use crate::propagation::statistics::Statistics;
use crate::search::backtracking::{Backtracking, Event, Patience, Surroundings};
use crate::search::brancher::Brancher;
use crate::search::cubes::team::Team;
use crate::search::learning::core::Unbuilt;
use crate::search::learning::search::Learning;
use crate::search::learning::settings::Settings;
use crate::search::solution::Solution;
use crate::search::turns::{Pace, Turns};
use crate::solver::beside::{Beside, Other};
use crate::solver::fast_search::Turn;
use crate::solver::outcome::{Count, NoSolution, Outcome, Stopped};
use crate::solver::solver::{Early, Solver, Speed};
use crate::solver::strategy::{HANDED_OVER, LONGER_SLICE, SLICE, Strategy, fast_patience};

/// The solutions of a model under the assumptions of a solver, each once, in an order that depends on the model, the
/// options and the seed only.
///
/// As an iterator it ends for good both when there is no further solution and when a limit was reached;
/// [`next_outcome`](Solutions::next_outcome) tells which, and goes on after a limit of time, if it is asked again.
pub struct Solutions<'a> {
    pub(crate) solver: &'a mut Solver,
    pub(crate) budget: Budget,
    pub(crate) search: Search,
    /// The last solution of the general search.
    pub(crate) last: Option<Solution>,
    /// Whether the iterator has ended.
    ended: bool,
}

pub(crate) enum Search {
    Early(Early),
    /// The body for one instance at a time, and how long it goes on.
    Fast(Turn),
    /// The number is how many conflicts the first turn of learning search has, if they go on in turns.
    Plain(Backtracking, Box<dyn Brancher>, u64),
    /// The number is how many conflicts it has before it is cut.
    Learning(Box<Learning>, u64),
    Cubes(Box<Team>),
    /// Learning and plain search in turns.
    Turns(Box<Turns>),
    /// Another search and learning search in turns.
    Beside(Box<Beside>),
    /// Learning search is still to be begun.
    HandedOver(Handed),
    Exhausted,
}

/// What another search has done with: its decisions, and with how many of them each refuted literal was known.
#[derive(Default)]
pub(crate) struct Handed {
    pub(crate) decisions: Vec<Literal>,
    pub(crate) refuted: Vec<(usize, Literal)>,
    /// The search that has handed over, if it can go on where it stands.
    pub(crate) other: Option<Other>,
}

/// What came of looking for the next solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Advance {
    /// There it is.
    Solution,
    /// There is no (further) one.
    Exhausted,
    /// The question ended before its search.
    Early(Early),
    /// A limit.
    Stopped(StopReason),
}

impl<'a> Solutions<'a> {
    pub(crate) fn new(solver: &'a mut Solver) -> Solutions<'a> {
        let budget = Budget::new(&solver.parts.limits);
        Solutions::within(solver, budget, None)
    }

    /// The same with what is left of a budget, and by the general search with this brancher, if one is given.
    pub(crate) fn within(
        solver: &'a mut Solver,
        mut budget: Budget,
        brancher: Option<Box<dyn Brancher>>,
    ) -> Solutions<'a> {
        if brancher.is_some() {
            return Solutions::general(solver, budget, brancher);
        }
        let search = match solver.begin_fast(&mut budget) {
            Err(early) => Search::Early(early),
            Ok(true) => {
                let patience = fast_patience(solver.model().variables());
                Search::Fast(Turn { patience, slice: SLICE, since: 0 })
            }
            Ok(false) => return Solutions::general(solver, budget, None),
        };
        Solutions { solver, budget, search, last: None, ended: false }
    }

    /// The same after so many nodes in vain: the fast body gives way to learning search at its first decision.
    pub(crate) fn after(solver: &'a mut Solver, nodes: u64) -> Solutions<'a> {
        let mut solutions = Solutions::new(solver);
        solutions.budget.spend_nodes(nodes);
        solutions.lose_patience(0);
        solutions
    }

    /// From now on the fast body, if it is at work, goes on without a solution for so many nodes only.
    pub(crate) fn lose_patience(&mut self, nodes: u64) {
        if let Search::Fast(turn) = &mut self.search {
            turn.patience = nodes;
        }
    }

    /// The same, or plain search for so many dead ends, and then they go on in turns, the first of which has so many
    /// conflicts.
    #[cfg(test)]
    pub(crate) fn hurry(&mut self, patience: u64, slice: u64) {
        match &mut self.search {
            Search::Fast(turn) => *turn = Turn { patience, slice, ..*turn },
            Search::Plain(search, _, first) => {
                search.go_on_for(patience);
                *first = slice;
            }
            _ => {}
        }
    }

    /// The same by the general search, whatever the model.
    fn general(
        solver: &'a mut Solver,
        mut budget: Budget,
        brancher: Option<Box<dyn Brancher>>,
    ) -> Solutions<'a> {
        let early = solver.begin(&mut budget).err();
        let begun = early.is_none();
        let search = early.map_or(Search::Exhausted, Search::Early);
        let mut solutions = Solutions { solver, budget, search, last: None, ended: false };
        if begun {
            solutions.start(brancher);
        }
        solutions
    }

    /// Begins the search that the strategy wants.
    fn start(&mut self, brancher: Option<Box<dyn Brancher>>) {
        let mut patience = self.solver.parts.strategy.patience(self.solver.store.open());
        if !Learning::fits(&self.solver.store) {
            patience = Some(Patience::ENDLESS);
        }
        self.search = match patience {
            Some(patience) => {
                let brancher = brancher.unwrap_or_else(|| self.solver.make_brancher());
                Search::Plain(Backtracking::new(&self.solver.store, patience), brancher, LONGER_SLICE)
            }
            None => Search::HandedOver(Handed::default()),
        };
    }

    /// Begins learning search, which leaves out what plain search has done with.
    fn learn(&mut self, handed: &Handed) -> Result<Option<Learning>, StopReason> {
        let (offered, seed) = (self.solver.parts.phases.clone(), self.solver.parts.seed);
        let mut with = surroundings(self.solver, &mut self.budget);
        match Learning::new(&mut with, Settings::default(), &offered, seed) {
            Ok(mut learning) => {
                learning.take_over(&mut with, &handed.decisions, &handed.refuted)?;
                Ok(Some(learning))
            }
            Err(Unbuilt::Conflict) => Ok(None),
            Err(Unbuilt::Stopped(reason)) => Err(reason),
        }
    }

    /// Lets learning search go on: until it is cut where threads were asked for, in turns with another search where that may
    /// be better, or by itself. Once there was a solution, only learning knows what not to find again.
    fn share_out(&mut self, learning: Learning, other: Option<Other>) -> Search {
        if let Some(cutting) = self.solver.parts.cutting {
            return Search::Learning(Box::new(learning), cutting.after);
        }
        if let Some(other) = other.filter(|_| Beside::fits(&self.solver.store)) {
            return Search::Beside(Box::new(Beside::new(learning, other)));
        }
        let first = self.solver.propagation.statistics.solutions == 0;
        if !first || self.solver.parts.strategy != Strategy::Auto || !Turns::fit(&self.solver.store) {
            return Search::Learning(Box::new(learning), u64::MAX);
        }
        let pace = Pace { handed_over: HANDED_OVER, ..Pace::default() };
        let seed = self.solver.parts.seed;
        let with = surroundings(self.solver, &mut self.budget);
        Search::Turns(Box::new(Turns::new(learning, &with, pace, seed)))
    }

    /// The next solution, or why there is none.
    pub fn next_outcome(&mut self) -> Outcome<Solution> {
        match self.advance() {
            Advance::Solution => {
                let mut values = Vec::new();
                self.read(&mut values);
                Outcome::Done(Solution { values })
            }
            Advance::Exhausted => self.exhausted(),
            Advance::Early(early) => self.solver.early(early),
            Advance::Stopped(reason) => Outcome::Stopped(Stopped { reason, statistics: self.statistics() }),
        }
    }

    /// Goes on to the next solution.
    pub(crate) fn advance(&mut self) -> Advance {
        loop {
            if let Search::HandedOver(handed) = &mut self.search {
                let handed = std::mem::take(handed);
                self.search = match self.learn(&handed) {
                    Ok(Some(learning)) => self.share_out(learning, handed.other),
                    Ok(None) => Search::Exhausted,
                    Err(reason) => {
                        self.search = Search::HandedOver(handed);
                        return Advance::Stopped(reason);
                    }
                };
            }
            let (threads, cutting) = (self.solver.parts.threads.get(), self.solver.parts.cutting);
            let mut with = surroundings(self.solver, &mut self.budget);
            let event = match &mut self.search {
                Search::Early(early) => return Advance::Early(early.clone()),
                Search::Fast(turn) => {
                    let turn = *turn;
                    match self.advance_fast(turn) {
                        Some(advance) => return advance,
                        None => continue,
                    }
                }
                Search::Beside(_) => match self.advance_beside() {
                    Some(advance) => return advance,
                    None => continue,
                },
                Search::Plain(plain, brancher, _) => match plain.next(&mut with, &mut **brancher) {
                    Event::Weary if plain.size_of_refuted(with.store) > HANDED_OVER => {
                        plain.be_patient();
                        continue;
                    }
                    Event::Weary if cutting.is_none() && Beside::fits(with.store) => {
                        self.step_aside();
                        continue;
                    }
                    Event::Weary => {
                        let (decisions, refuted) = plain.give_up(&mut with);
                        self.search = Search::HandedOver(Handed { decisions, refuted, other: None });
                        continue;
                    }
                    event => event,
                },
                Search::Learning(learning, after) => {
                    let most = *after;
                    match (learning.next_within(&mut with, |conflicts| conflicts >= most), cutting) {
                        (Event::Weary, Some(cutting)) if Team::takes(learning, &with, cutting) => {
                            let Search::Learning(learning, _) =
                                std::mem::replace(&mut self.search, Search::Exhausted)
                            else {
                                continue;
                            };
                            let team = Team::new(learning, &mut with, cutting);
                            self.search = Search::Cubes(Box::new(team));
                            continue;
                        }
                        (Event::Weary, _) => {
                            *after = u64::MAX;
                            continue;
                        }
                        (event, _) => event,
                    }
                }
                Search::Cubes(team) => team.next(&mut with, threads),
                Search::Turns(turns) => turns.next(&mut with),
                Search::HandedOver(_) | Search::Exhausted => Event::Exhausted,
            };
            return match event {
                Event::Solution(solution) => {
                    self.last = Some(solution);
                    Advance::Solution
                }
                Event::Exhausted | Event::Weary => Advance::Exhausted,
                Event::Stopped(reason) => Advance::Stopped(reason),
            };
        }
    }

    /// Appends the values of the last solution.
    pub(crate) fn read(&mut self, values: &mut Vec<i32>) {
        match (&self.last, &self.solver.fast) {
            (Some(solution), _) => values.extend_from_slice(&solution.values),
            (None, Speed::Fast(fast)) => fast.read(values),
            _ => {}
        }
    }

    /// What is to be said when there is no (further) solution.
    pub(crate) fn exhausted(&mut self) -> Outcome<Solution> {
        let statistics = self.statistics();
        // The fast body does not name what contradicts what; the rules do, if it is met without a decision.
        if let Search::Fast(_) = self.search {
            self.search = Search::Exhausted;
            if statistics.nodes == 0 && statistics.solutions == 0 {
                let named = self.solver.begin(&mut self.budget);
                self.solver.end();
                let applied = self.solver.statistics();
                self.solver.propagation.statistics =
                    Statistics { conflicts: statistics.conflicts, ..applied };
                if let Err(early @ Early::NoSolution(_)) = named {
                    self.search = Search::Early(early.clone());
                    return self.solver.early(early);
                }
            }
        }
        Outcome::NoSolution(NoSolution { contradiction: None, statistics: self.statistics() })
    }

    /// What to say of a count that ended like this.
    pub(crate) fn counted(&self, found: u64, end: &Advance) -> Count {
        match *end {
            Advance::Stopped(reason) | Advance::Early(Early::Stopped(reason)) => {
                Count::Stopped(found, Stopped { reason, statistics: self.statistics() })
            }
            _ => Count::Exactly(found),
        }
    }

    /// What it took so far.
    pub fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
}

pub(crate) fn surroundings<'a>(solver: &'a mut Solver, budget: &'a mut Budget) -> Surroundings<'a> {
    Surroundings {
        store: &mut solver.store,
        propagation: &mut solver.propagation,
        budget,
        observer: solver.parts.observer.as_deref_mut(),
        progress: solver.parts.progress.as_deref_mut(),
        nogoods: solver.parts.nogoods.as_deref_mut(),
        proof: None,
    }
}

impl Iterator for Solutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let next = if self.ended { None } else { self.next_outcome().done() };
        self.ended = next.is_none();
        next
    }
}

impl std::iter::FusedIterator for Solutions<'_> {}

impl Drop for Solutions<'_> {
    fn drop(&mut self) {
        // While a panic unwinds, the store is left as it is: the next question makes it anew.
        if !std::thread::panicking() {
            self.solver.end();
        }
    }
}

impl std::fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solutions").field("statistics", &self.statistics()).finish_non_exhaustive()
    }
}
