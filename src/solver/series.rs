//! Several searches that answer one question: under one budget, each with its own assumptions.

use crate::model::budget::{Budget, Limits};
use crate::model::ids::Literal;
use crate::propagation::statistics::Statistics;
use crate::search::brancher::Brancher;
use crate::search::solution::Solution;
use crate::solver::outcome::{NoSolution, Outcome, Stopped};
use crate::solver::solutions::Solutions;
use crate::solver::solver::Solver;

/// A solver while it is asked several times. In the end it has its own assumptions again.
pub(crate) struct Series<'a> {
    pub(crate) solver: &'a mut Solver,
    budget: Budget,
    given: Vec<Literal>,
    taken: Statistics,
}

/// How one search ended.
pub(crate) enum End {
    /// As many as were asked for.
    Enough,
    /// There is no further one.
    All(NoSolution),
    Stopped(Stopped),
}

impl<'a> Series<'a> {
    pub(crate) fn new(solver: &'a mut Solver) -> Series<'a> {
        let budget = Budget::new(&solver.parts.limits);
        let given = std::mem::take(&mut solver.assumptions);
        Series { solver, budget, given, taken: Statistics::default() }
    }

    /// What the solver takes for true by itself.
    pub(crate) fn given(&self) -> &[Literal] {
        &self.given
    }

    /// Up to `most` solutions under `assumptions`, those of the solver not among them.
    pub(crate) fn ask(
        &mut self,
        assumptions: impl IntoIterator<Item = Literal>,
        brancher: Option<Box<dyn Brancher>>,
        most: u64,
    ) -> (Vec<Solution>, End) {
        self.solver.assumptions.clear();
        self.solver.assumptions.extend(assumptions);
        let budget = std::mem::replace(&mut self.budget, Budget::new(&Limits::none()));
        let mut solutions = Solutions::within(self.solver, budget, brancher);
        let mut found = Vec::new();
        let end = loop {
            if found.len() as u64 >= most {
                break End::Enough;
            }
            match solutions.next_outcome() {
                Outcome::Done(solution) => found.push(solution),
                Outcome::NoSolution(proof) => break End::All(proof),
                Outcome::Stopped(stopped) => break End::Stopped(stopped),
            }
        };
        self.budget = std::mem::replace(&mut solutions.budget, Budget::new(&Limits::none()));
        drop(solutions);
        self.taken.add(&self.solver.statistics());
        let end = match end {
            End::Stopped(stopped) => End::Stopped(Stopped { statistics: self.taken, ..stopped }),
            End::All(proof) => End::All(NoSolution { statistics: self.taken, ..proof }),
            End::Enough => End::Enough,
        };
        (found, end)
    }

    /// Looks at the limits, where the caller holds so many bytes.
    pub(crate) fn look(&mut self, held: u64) -> Result<(), Stopped> {
        let store = &self.solver.store;
        let looked = self.budget.poll(|| store.bytes().saturating_add(held));
        looked.map_err(|reason| Stopped { reason, statistics: self.taken })
    }
}

impl Drop for Series<'_> {
    fn drop(&mut self) {
        self.solver.assumptions = std::mem::take(&mut self.given);
        self.solver.propagation.statistics = self.taken;
    }
}
