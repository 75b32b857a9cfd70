//! Solutions, one after the other.

use crate::model::budget::Budget;
use crate::model::ids::Literal;
use crate::propagation::statistics::Statistics;
use crate::search::backtracking::{Backtracking, Event, Patience, Surroundings};
use crate::search::brancher::Brancher;
use crate::search::learning::search::Learning;
use crate::search::learning::settings::Settings;
use crate::search::solution::Solution;
use crate::solver::outcome::{NoSolution, Outcome, Stopped};
use crate::solver::solver::{Early, Solver};
use crate::solver::strategy::HANDED_OVER;
use crate::store::store::Conflict;

/// The solutions of a model under the assumptions of a solver, each once, in an order that depends on the model, the
/// options and the seed only.
///
/// As an iterator it ends both when there is no further solution and when a limit was reached;
/// [`next_outcome`](Solutions::next_outcome) tells which.
pub struct Solutions<'a> {
    solver: &'a mut Solver,
    budget: Budget,
    search: Search,
}

enum Search {
    Early(Early),
    Plain(Backtracking, Box<dyn Brancher>),
    Learning(Box<Learning>),
    Exhausted,
}

impl<'a> Solutions<'a> {
    pub(crate) fn new(solver: &'a mut Solver) -> Solutions<'a> {
        let mut budget = Budget::new(&solver.parts.limits);
        let search = match solver.begin(&mut budget) {
            Err(early) => Search::Early(early),
            Ok(()) => Search::Exhausted,
        };
        let begun = matches!(search, Search::Exhausted);
        let mut solutions = Solutions { solver, budget, search };
        if begun {
            solutions.start();
        }
        solutions
    }

    /// Begins the search that the strategy wants.
    fn start(&mut self) {
        let mut patience = self.solver.parts.strategy.patience(self.solver.store.open());
        if !Learning::fits(&self.solver.store) {
            patience = Some(Patience::ENDLESS);
        }
        self.search = match patience {
            Some(patience) => {
                let brancher = (self.solver.parts.brancher)(self.solver.model(), self.solver.parts.seed);
                Search::Plain(Backtracking::new(&self.solver.store, patience), brancher)
            }
            None => self.learn(&[], &[]),
        };
    }

    /// Begins learning search, which leaves out what plain search has done with.
    fn learn(&mut self, decisions: &[Literal], refuted: &[(usize, Literal)]) -> Search {
        let (offered, seed) = (self.solver.parts.phases.clone(), self.solver.parts.seed);
        let mut with = surroundings(self.solver, &mut self.budget);
        match Learning::new(&mut with, Settings::default(), &offered, seed) {
            Ok(mut learning) => {
                learning.take_over(&mut with, decisions, refuted);
                Search::Learning(Box::new(learning))
            }
            Err(Conflict) => Search::Exhausted,
        }
    }

    /// The next solution, or why there is none.
    pub fn next_outcome(&mut self) -> Outcome<Solution> {
        loop {
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
                        self.search = self.learn(&decisions, &refuted);
                        continue;
                    }
                    event => event,
                },
                Search::Learning(learning) => learning.next(&mut with),
                Search::Exhausted => Event::Exhausted,
            };
            let bytes = self.solver.store.bytes();
            let counted = &mut self.solver.propagation.statistics;
            counted.memory = counted.memory.max(bytes);
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

fn surroundings<'a>(solver: &'a mut Solver, budget: &'a mut Budget) -> Surroundings<'a> {
    Surroundings {
        store: &mut solver.store,
        propagation: &mut solver.propagation,
        budget,
        observer: solver.parts.observer.as_deref_mut(),
        progress: solver.parts.progress.as_deref_mut(),
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
