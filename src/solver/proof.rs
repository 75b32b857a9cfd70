//! Proofs: a question asked so that each step can be checked by somebody who knows nothing of the engine.

use crate::model::budget::Budget;
use crate::model::ids::Literal;
use crate::search::backtracking::{Event, Step, Surroundings};
use crate::search::learning::core::Unbuilt;
use crate::search::learning::search::Learning;
use crate::search::learning::settings::Settings;
use crate::search::learning::slots::Slots;
use crate::search::solution::Solution;
use crate::solver::cnf::{Cnf, NotClausal};
use crate::solver::outcome::{Contradiction, NoSolution, NotUnique, Outcome, Stopped, Uniqueness};
use crate::solver::solutions::surroundings;
use crate::solver::solver::{Early, Solver};

impl Solver {
    /// The question as it stands, with all that is assumed, as clauses.
    ///
    /// # Errors
    /// [`NotClausal`] if a constraint is not told [value by value](crate::Constraint::extension), or there would be too many
    /// clauses.
    pub fn cnf(&self) -> Result<Cnf, NotClausal> {
        Cnf::new(self.model(), self.assumptions())
    }

    /// Whether there is exactly one solution, with a proof: each clause that was learnt on the way is given to `step`, in
    /// order. Each follows from the clauses of [`cnf`](Solver::cnf) and the steps before by reverse unit propagation
    /// (E. Goldberg and Y. Novikov, *Verification of proofs of unsatisfiability for CNF formulas*, DATE 2003), so that
    /// the steps are a proof in the DRAT form.
    ///
    /// The last step is the empty clause where there is no solution, and also where there is exactly one: then the proof
    /// is of the question [without](Cnf::excluding) that solution. Only learning search is used.
    ///
    /// ```
    /// use pencilmark::{Literal, ModelBuilder, Solver, Uniqueness};
    ///
    /// let mut builder = ModelBuilder::new();
    /// let vars = builder.variables(3, 1..=3);
    /// builder.region(vars.iter().copied());
    /// let model = builder.build()?;
    /// let mut solver = Solver::new(&model);
    /// solver.assume(Literal::Is(vars[0], 2));
    /// solver.assume(Literal::IsNot(vars[1], 1));
    /// let mut steps = Vec::new();
    /// let answer = solver.prove(|step| steps.push(step.to_vec()))?;
    /// assert!(matches!(answer, Uniqueness::Unique(_)));
    /// assert_eq!(steps.last(), Some(&vec![]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NotClausal`] if the question, or what some rule infers, cannot be told as clauses.
    pub fn prove(&mut self, mut step: impl FnMut(&[Literal])) -> Result<Uniqueness<Solution>, NotClausal> {
        self.cnf()?;
        if let Some(rule) = self.propagation.schedule().unproved_rule() {
            return Err(NotClausal::Rule { name: rule.name().to_owned() });
        }
        let mut budget = Budget::new(&self.parts.limits);
        let answer = match self.begin(&mut budget) {
            Ok(()) => self.search_and_prove(&mut budget, &mut step),
            Err(early) => self.prove_at_once(early, &mut step),
        };
        self.end();
        answer
    }

    /// The first propagation has met a contradiction, or a limit.
    fn prove_at_once(&self, early: Early, step: &mut Step<'_>) -> Result<Uniqueness<Solution>, NotClausal> {
        let proof = match self.early::<Solution>(early) {
            Outcome::NoSolution(proof) => proof,
            Outcome::Stopped(stopped) => return Ok(Uniqueness::Stopped(stopped)),
            Outcome::Done(solution) => return Ok(Uniqueness::Unique(solution)),
        };
        let short = match proof.contradiction.as_deref() {
            Some(&Contradiction::ShortRegion(region)) => Some(region),
            _ => self.store.late_permutation(),
        };
        if let Some(region) = short {
            return Err(NotClausal::Counted { region });
        }
        step(&[]);
        Ok(Uniqueness::NotUnique(NotUnique::NoSolution(proof)))
    }

    fn search_and_prove(
        &mut self,
        budget: &mut Budget,
        step: &mut Step<'_>,
    ) -> Result<Uniqueness<Solution>, NotClausal> {
        if let Some(region) = self.store.late_permutation() {
            return Err(NotClausal::Counted { region });
        }
        if !Learning::fits(&self.store) {
            return Err(NotClausal::TooLarge { needed: Slots::count(&self.store), most: Slots::MOST });
        }
        let (offered, seed) = (self.parts.phases.clone(), self.parts.seed);
        let mut with = Surroundings { proof: Some(&mut *step), ..surroundings(self, budget) };
        let mut first = None;
        let event = match Learning::new(&mut with, Settings::default(), &offered, seed) {
            Ok(mut learning) => loop {
                match learning.next(&mut with) {
                    Event::Solution(solution) if first.is_none() => first = Some(solution),
                    event => break event,
                }
            },
            Err(Unbuilt::Conflict) => Event::Exhausted,
            Err(Unbuilt::Stopped(reason)) => Event::Stopped(reason),
        };
        let statistics = self.statistics();
        Ok(match (event, first) {
            (Event::Stopped(reason), _) => Uniqueness::Stopped(Stopped { reason, statistics }),
            (Event::Solution(second), Some(first)) => {
                Uniqueness::NotUnique(NotUnique::Multiple(Box::new([first, second])))
            }
            (_, Some(first)) => {
                step(&[]);
                Uniqueness::Unique(first)
            }
            (_, None) => {
                step(&[]);
                let proof = NoSolution { contradiction: None, statistics };
                Uniqueness::NotUnique(NotUnique::NoSolution(proof))
            }
        })
    }
}
