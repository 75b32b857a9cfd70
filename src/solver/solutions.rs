//! Solutions, one after the other.

use crate::model::budget::{Budget, StopReason};
use crate::model::ids::Literal;
use crate::propagation::statistics::Statistics;
use crate::search::backtracking::{Backtracking, Event, Patience, Surroundings};
use crate::search::brancher::Brancher;
use crate::search::learning::core::Unbuilt;
use crate::search::learning::search::Learning;
use crate::search::learning::settings::Settings;
use crate::search::solution::Solution;
use crate::solver::outcome::{NoSolution, Outcome, Stopped};
use crate::solver::solver::{Early, Solver};
use crate::solver::strategy::HANDED_OVER;

/// The solutions of a model under the assumptions of a solver, each once, in an order that depends on the model, the
/// options and the seed only.
///
/// As an iterator it ends both when there is no further solution and when a limit was reached;
/// [`next_outcome`](Solutions::next_outcome) tells which.
pub struct Solutions<'a> {
    solver: &'a mut Solver,
    pub(crate) budget: Budget,
    search: Search,
}

enum Search {
    Early(Early),
    Plain(Backtracking, Box<dyn Brancher>),
    Learning(Box<Learning>),
    /// Learning search is still to be begun, with what plain search has done with: its decisions, and with how many of them
    /// each refuted literal was known.
    HandedOver(Vec<Literal>, Vec<(usize, Literal)>),
    Exhausted,
}

impl<'a> Solutions<'a> {
    pub(crate) fn new(solver: &'a mut Solver) -> Solutions<'a> {
        let budget = Budget::new(&solver.parts.limits);
        Solutions::within(solver, budget, None)
    }

    /// The same with what is left of a budget, and plain search with this brancher, if one is given.
    pub(crate) fn within(
        solver: &'a mut Solver,
        mut budget: Budget,
        brancher: Option<Box<dyn Brancher>>,
    ) -> Solutions<'a> {
        let search = match solver.begin(&mut budget) {
            Err(early) => Search::Early(early),
            Ok(()) => Search::Exhausted,
        };
        let begun = matches!(search, Search::Exhausted);
        let mut solutions = Solutions { solver, budget, search };
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
                Search::Plain(Backtracking::new(&self.solver.store, patience), brancher)
            }
            None => Search::HandedOver(Vec::new(), Vec::new()),
        };
    }

    /// Begins learning search, which leaves out what plain search has done with.
    fn learn(
        &mut self,
        decisions: &[Literal],
        refuted: &[(usize, Literal)],
    ) -> Result<Option<Learning>, StopReason> {
        let (offered, seed) = (self.solver.parts.phases.clone(), self.solver.parts.seed);
        let mut with = surroundings(self.solver, &mut self.budget);
        match Learning::new(&mut with, Settings::default(), &offered, seed) {
            Ok(mut learning) => {
                learning.take_over(&mut with, decisions, refuted)?;
                Ok(Some(learning))
            }
            Err(Unbuilt::Conflict) => Ok(None),
            Err(Unbuilt::Stopped(reason)) => Err(reason),
        }
    }

    /// The next solution, or why there is none.
    pub fn next_outcome(&mut self) -> Outcome<Solution> {
        loop {
            if let Search::HandedOver(decisions, refuted) = &mut self.search {
                let (decisions, refuted) = (std::mem::take(decisions), std::mem::take(refuted));
                self.search = match self.learn(&decisions, &refuted) {
                    Ok(Some(learning)) => Search::Learning(Box::new(learning)),
                    Ok(None) => Search::Exhausted,
                    Err(reason) => {
                        self.search = Search::HandedOver(decisions, refuted);
                        return Outcome::Stopped(Stopped { reason, statistics: self.statistics() });
                    }
                };
            }
            let mut with = surroundings(self.solver, &mut self.budget);
            let event = match &mut self.search {
                Search::Early(early) => return self.solver.early(early.clone()),
                Search::Plain(plain, brancher) => match plain.next(&mut with, &mut **brancher) {
                    Event::Weary if plain.size_of_refuted(with.store) > HANDED_OVER => {
                        plain.be_patient();
                        continue;
                    }
                    Event::Weary => {
                        let (decisions, refuted) = plain.give_up(&mut with);
                        self.search = Search::HandedOver(decisions, refuted);
                        continue;
                    }
                    event => event,
                },
                Search::Learning(learning) => learning.next(&mut with),
                Search::HandedOver(..) | Search::Exhausted => Event::Exhausted,
            };
            let statistics = self.statistics();
            return match event {
                Event::Solution(solution) => Outcome::Done(solution),
                Event::Exhausted | Event::Weary => {
                    Outcome::NoSolution(NoSolution { contradiction: None, statistics })
                }
                Event::Stopped(reason) => Outcome::Stopped(Stopped { reason, statistics }),
            };
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
        proof: None,
    }
}

impl Iterator for Solutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        self.next_outcome().done()
    }
}

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
