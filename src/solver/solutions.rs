//! Solutions, one after the other.

use crate::model::budget::Budget;
use crate::propagation::statistics::Statistics;
use crate::search::backtracking::{Backtracking, Event, Surroundings};
use crate::search::brancher::Brancher;
use crate::search::solution::Solution;
use crate::solver::outcome::{NoSolution, Outcome, Stopped};
use crate::solver::solver::{Early, Solver};

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
    Running(Backtracking, Box<dyn Brancher>),
}

impl<'a> Solutions<'a> {
    pub(crate) fn new(solver: &'a mut Solver) -> Solutions<'a> {
        let mut budget = Budget::new(&solver.parts.limits);
        let search = match solver.begin(&mut budget) {
            Err(early) => Search::Early(early),
            Ok(()) => {
                let brancher = (solver.parts.brancher)(solver.model(), solver.parts.seed);
                Search::Running(Backtracking::new(&solver.store), brancher)
            }
        };
        Solutions { solver, budget, search }
    }

    /// The next solution, or why there is none.
    pub fn next_outcome(&mut self) -> Outcome<Solution> {
        match &mut self.search {
            Search::Early(early) => self.solver.early(early.clone()),
            Search::Running(search, brancher) => {
                let event = search.next(&mut Surroundings {
                    store: &mut self.solver.store,
                    propagation: &mut self.solver.propagation,
                    brancher: &mut **brancher,
                    budget: &mut self.budget,
                    observer: self.solver.parts.observer.as_deref_mut(),
                    progress: self.solver.parts.progress.as_deref_mut(),
                });
                let statistics = self.statistics();
                match event {
                    Event::Solution(solution) => Outcome::Done(solution),
                    Event::Exhausted => Outcome::NoSolution(NoSolution { contradiction: None, statistics }),
                    Event::Stopped(reason) => Outcome::Stopped(Stopped { reason, statistics }),
                }
            }
        }
    }

    /// What it took so far.
    pub fn statistics(&self) -> Statistics {
        self.solver.statistics()
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
