//! The solver: one store, asked any number of questions.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::model::budget::{Budget, Limits, StopReason};
use crate::model::domain::Domain;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::propagation::deduction::{Observer, Told};
use crate::propagation::fixpoint::{Culprit, Halt, Propagation, assert};
use crate::propagation::schedule::Schedule;
use crate::propagation::statistics::Statistics;
use crate::search::backtracking::Progress;
use crate::search::brancher::Brancher;
use crate::search::cubes::team::Cutting;
use crate::search::learning::closure::close;
use crate::search::learning::nogood::Listener;
use crate::search::simd::level::Simd;
use crate::search::solution::Solution;
use crate::search::word_model::MAX_VALUES;
use crate::solver::builder::{MakeBrancher, SolverBuilder};
use crate::solver::fast::{Compiled, Fast};
use crate::solver::outcome::{Contradiction, Domains, NoSolution, NotUnique, Outcome, Stopped, Uniqueness};
use crate::solver::solutions::Solutions;
use crate::solver::strategy::Strategy;
use crate::store::log::Cause;
use crate::store::store::Store;

/// Answers questions about a model, one after the other, each under the assumptions of that moment.
///
/// ```
/// use pencilmark::{Literal, ModelBuilder, Outcome, Solver};
///
/// let mut builder = ModelBuilder::new();
/// let vars = builder.variables(3, 1..=3);
/// builder.region(vars.iter().copied());
/// let model = builder.build()?;
///
/// let mut solver = Solver::new(&model);
/// assert_eq!(solver.count(100).found(), 6);
/// solver.assume(Literal::Is(vars[0], 2));
/// assert_eq!(solver.count(100).found(), 2);
/// solver.assume(Literal::Is(vars[1], 2));
/// assert!(matches!(solver.solve(), Outcome::NoSolution(_)));
/// # Ok::<(), pencilmark::ModelError>(())
/// ```
pub struct Solver {
    pub(crate) parts: Parts,
    pub(crate) store: Store,
    pub(crate) propagation: Propagation,
    model: Model,
    schedule: Arc<Schedule>,
    pub(crate) assumptions: Vec<Literal>,
    root: Root,
    pub(crate) fast: Speed,
}

/// Whether the fast bodies answer for a model.
#[derive(Debug)]
pub(crate) enum Speed {
    Unknown,
    General,
    Fast(Box<Fast>),
}

/// What a solver was given beside model and rules.
pub(crate) struct Parts {
    pub(crate) brancher: Arc<MakeBrancher>,
    pub(crate) seed: Option<u64>,
    pub(crate) strategy: Strategy,
    pub(crate) phases: Vec<Option<i32>>,
    pub(crate) limits: Limits,
    pub(crate) observer: Option<Box<dyn Observer>>,
    pub(crate) progress: Option<Box<Progress>>,
    pub(crate) nogoods: Option<Box<Listener>>,
    /// Whether nothing was chosen by hand that only the general search knows.
    pub(crate) usual: bool,
    pub(crate) simd: Simd,
    pub(crate) threads: NonZeroUsize,
    /// How one hard question is cut, if it is.
    pub(crate) cutting: Option<Cutting>,
}

impl Parts {
    /// Whether nobody watches.
    pub(crate) fn is_unwatched(&self) -> bool {
        self.observer.is_none() && self.progress.is_none() && self.nogoods.is_none()
    }

    fn unwatched(&self) -> Parts {
        Parts {
            brancher: self.brancher.clone(),
            phases: self.phases.clone(),
            limits: self.limits.clone(),
            observer: None,
            progress: None,
            nogoods: None,
            threads: NonZeroUsize::MIN,
            ..*self
        }
    }
}

/// What is known of the store at level 0, where there are no assumptions.
enum Root {
    /// Nothing: it is to be made anew.
    Unknown,
    /// It is at the fixpoint; so many regions were found to be permutations there.
    Fixpoint(usize),
    /// The model contradicts itself.
    Contradiction(Box<Contradiction>),
}

/// From so many changes on it is quicker to make the store anew than to take them back.
const LONG: usize = 1 << 22;

/// Why a question ended before its search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Early {
    /// With the contradiction, unless a limit was reached before it was explained.
    NoSolution(Option<Box<Contradiction>>),
    Stopped(StopReason),
}

impl Solver {
    /// A solver with the rules of the library, [`DomWdeg`](crate::DomWdeg), no limits and no seed.
    pub fn new(model: &Model) -> Solver {
        match SolverBuilder::new(model).build() {
            Ok(solver) => solver,
            Err(error) => unreachable!("the library's rules fit every model: {error}"),
        }
    }

    /// Puts a solver together.
    pub fn builder(model: &Model) -> SolverBuilder {
        SolverBuilder::new(model)
    }

    pub(crate) fn from_parts(model: &Model, schedule: Schedule, parts: Parts) -> Solver {
        let schedule = Arc::new(schedule);
        Solver {
            parts,
            store: Store::hollow(model),
            propagation: Propagation::new(&schedule),
            model: model.clone(),
            schedule,
            assumptions: Vec::new(),
            root: Root::Unknown,
            fast: Speed::Unknown,
        }
    }

    /// Another solver of the same model with the same parts, but nobody who watches: for another thread.
    pub(crate) fn fork(&self) -> Solver {
        let schedule = self.schedule.clone();
        Solver {
            parts: self.parts.unwatched(),
            store: Store::hollow(&self.model),
            propagation: Propagation::new(&schedule),
            model: self.model.clone(),
            schedule,
            assumptions: self.assumptions.clone(),
            root: Root::Unknown,
            fast: match &self.fast {
                Speed::Fast(fast) => Speed::Fast(Box::new(fast.fork())),
                Speed::General => Speed::General,
                Speed::Unknown => Speed::Unknown,
            },
        }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// From the next question on, takes `literal` for true as well.
    ///
    /// # Panics
    /// If its variable is not of the model.
    pub fn assume(&mut self, literal: Literal) {
        assert!(literal.var().index() < self.model.variables(), "{} is not of this model", literal.var());
        self.assumptions.push(literal);
    }

    /// From the next question on, no longer takes `literal` for true.
    pub fn retract(&mut self, literal: Literal) {
        self.assumptions.retain(|&assumed| assumed != literal);
    }

    /// Forgets all assumptions.
    pub fn clear_assumptions(&mut self) {
        self.assumptions.clear();
    }

    /// What is taken for true, in the order in which it was assumed.
    pub fn assumptions(&self) -> &[Literal] {
        &self.assumptions
    }

    /// Sets the limits of the next questions.
    pub fn set_limits(&mut self, limits: Limits) {
        self.parts.limits = limits;
    }

    /// Sets how many threads answer the next questions, which changes no answer. Within one hard question they work only if
    /// [`threads`](SolverBuilder::threads) were asked for when the solver was built.
    pub fn set_threads(&mut self, threads: NonZeroUsize) {
        self.parts.threads = threads;
    }

    /// Offers a value for each variable, by its number, that learning search tries first in the next questions: a hint,
    /// whatever it holds. It makes all the difference on nearly empty models with a regular solution.
    pub fn set_phases(&mut self, phases: impl IntoIterator<Item = Option<i32>>) {
        self.parts.phases = phases.into_iter().collect();
    }

    /// What the last question took.
    pub fn statistics(&self) -> Statistics {
        let counted = self.propagation.statistics;
        // The store never gives back what it took.
        Statistics { memory: counted.memory.max(self.store.bytes()), ..counted }
    }

    /// What follows by the rules alone, without search: what is left of each domain.
    pub fn infer(&mut self) -> Outcome<Domains> {
        let mut budget = Budget::new(&self.parts.limits);
        let outcome = match self.begin(&mut budget).and_then(|()| self.domains(&mut budget)) {
            Ok(domains) => Outcome::Done(Domains { domains }),
            Err(early) => self.early(early),
        };
        self.end();
        outcome
    }

    fn domains(&self, budget: &mut Budget) -> Result<Vec<Domain>, Early> {
        let mut domains = Vec::with_capacity(self.model.variables());
        for (var, span) in self.model.vars().zip(&self.model.plan().spans) {
            budget.spend(u64::from(span.len) / 8 + 1, || self.store.bytes()).map_err(Early::Stopped)?;
            domains.push(self.store.domain(var));
        }
        Ok(domains)
    }

    /// The same, read straight from the store by `read`.
    pub fn infer_with<T>(&mut self, read: impl FnOnce(&Store) -> T) -> Outcome<T> {
        let mut budget = Budget::new(&self.parts.limits);
        let outcome = match self.begin(&mut budget) {
            Ok(()) => Outcome::Done(read(&self.store)),
            Err(early) => self.early(early),
        };
        self.end();
        outcome
    }

    /// A solution.
    pub fn solve(&mut self) -> Outcome<Solution> {
        self.solutions().next_outcome()
    }

    /// All solutions, one after the other, each once. Dropping the iterator ends the question.
    pub fn solutions(&mut self) -> Solutions<'_> {
        Solutions::new(self)
    }

    /// Whether there is exactly one solution.
    pub fn check(&mut self) -> Uniqueness {
        let mut solutions = self.solutions();
        let first = match solutions.next_outcome() {
            Outcome::Done(first) => first,
            Outcome::NoSolution(proof) => return Uniqueness::NotUnique(NotUnique::NoSolution(proof)),
            Outcome::Stopped(stopped) => return Uniqueness::Stopped(stopped),
        };
        match solutions.next_outcome() {
            Outcome::Done(second) => Uniqueness::NotUnique(NotUnique::Multiple(Box::new([first, second]))),
            Outcome::NoSolution(_) => Uniqueness::Unique(first),
            Outcome::Stopped(stopped) => Uniqueness::Stopped(stopped),
        }
    }

    /// A brancher for one question.
    pub(crate) fn make_brancher(&self) -> Box<dyn Brancher> {
        (self.parts.brancher)(&self.model, self.parts.seed)
    }

    /// Brings the store to the fixpoint under the assumptions. Whatever comes of it, [`end`](Solver::end) must follow.
    pub(crate) fn begin(&mut self, budget: &mut Budget) -> Result<(), Early> {
        // A question that was not ended (a rule has panicked) may have left anything; an observer
        // wants to see the deductions without assumptions too.
        let known = std::mem::replace(&mut self.root, Root::Unknown);
        let anew = self.store.level() > 0 || self.parts.observer.is_some();
        let known = if anew { Root::Unknown } else { known };
        self.propagation.statistics = Statistics::default();
        // A limit that is over at once is obeyed at once, however little there is to do. Only what earlier
        // questions have left in memory is no reason to stop.
        let known = match budget.poll(|| self.store.bytes()) {
            Ok(()) => known,
            Err(StopReason::Memory) => Root::Unknown,
            Err(reason) => return Err(Early::Stopped(reason)),
        };
        self.root = match known {
            Root::Unknown => self.find_root(budget)?,
            known => known,
        };
        if let Root::Contradiction(contradiction) = &self.root {
            return Err(Early::NoSolution(Some(contradiction.clone())));
        }
        let root = std::mem::replace(&mut self.root, Root::Unknown);
        self.store.push_level();
        let result = self.assume_all(budget);
        self.root = root;
        self.propagation.statistics.fixed = (self.model.variables() - self.store.open()) as u64;
        result
    }

    /// Makes sure that the fast bodies are there, if they answer for this model.
    pub(crate) fn prepare_fast(&mut self, budget: &mut Budget) -> Result<bool, Early> {
        if matches!(self.fast, Speed::Unknown) {
            self.fast = Speed::General;
            let words = self.model.values().count() <= MAX_VALUES && self.model.constraints().is_empty();
            if self.parts.usual && words {
                self.fast = Speed::Unknown;
                if !matches!(self.root, Root::Fixpoint(_)) || self.store.level() > 0 {
                    self.propagation.statistics = Statistics::default();
                    self.root = self.find_root(budget)?;
                }
                let compiled =
                    matches!(self.root, Root::Fixpoint(_)).then(|| Compiled::of(&self.store)).flatten();
                self.fast = match compiled {
                    Some(compiled) => Speed::Fast(Box::new(Fast::new(Arc::new(compiled), self.parts.simd))),
                    None => Speed::General,
                };
            }
        }
        Ok(matches!(self.fast, Speed::Fast(_)))
    }

    /// Takes up the question with the fast body that answers one at a time; false if the general search is to answer.
    pub(crate) fn begin_fast(&mut self, budget: &mut Budget) -> Result<bool, Early> {
        if !self.prepare_fast(budget)? {
            return Ok(false);
        }
        let Speed::Fast(fast) = &mut self.fast else { return Ok(false) };
        if !fast.load(self.model.values(), &self.assumptions) {
            return Ok(false);
        }
        self.propagation.statistics = Statistics::default();
        // A limit that is over at once is obeyed at once. Only what is kept from earlier questions is no reason to stop.
        budget.poll(|| 0).map_err(Early::Stopped)?;
        Ok(true)
    }

    /// Gives away what the search works with as it stands; [`begin`](Solver::begin) makes it anew.
    pub(crate) fn give_away(&mut self) -> (Store, Propagation) {
        self.root = Root::Unknown;
        let store = std::mem::replace(&mut self.store, Store::hollow(&self.model));
        let propagation = std::mem::replace(&mut self.propagation, Propagation::new(&self.schedule));
        (store, propagation)
    }

    /// Makes the store anew and brings it to the fixpoint without assumptions.
    fn find_root(&mut self, budget: &mut Budget) -> Result<Root, Early> {
        self.store = Store::hollow(&self.model);
        self.propagation = Propagation::new(&self.schedule);
        self.store = Store::new(&self.model, self.schedule.memory(), budget).map_err(Early::Stopped)?;
        match self.run_root(budget) {
            Ok(()) => Ok(Root::Fixpoint(self.store.settled())),
            Err(Early::NoSolution(Some(contradiction))) => Ok(Root::Contradiction(contradiction)),
            Err(early) => Err(early),
        }
    }

    fn assume_all(&mut self, budget: &mut Budget) -> Result<(), Early> {
        for &literal in &self.assumptions {
            if assert(&mut self.store, literal, Cause::Assumption).is_err() {
                return Err(self.contradiction(Culprit::Assumption(literal), budget));
            }
            let span = self.model.plan().spans[literal.var().index()];
            budget.spend(u64::from(span.len) / 64 + 1, || self.store.bytes()).map_err(Early::Stopped)?;
        }
        self.run_root(budget)
    }

    fn run_root(&mut self, budget: &mut Budget) -> Result<(), Early> {
        if self.parts.observer.is_none() && !self.store.has_empty() {
            match close(&mut self.store, &mut self.propagation, budget) {
                Err(Halt::Stopped(reason)) => return Err(Early::Stopped(reason)),
                Err(Halt::Conflict(culprit)) => return Err(self.contradiction(culprit, budget)),
                Ok(()) => {}
            }
        }
        let observer = self.parts.observer.as_deref_mut();
        match self.propagation.run_root(&mut self.store, budget, observer.map(|observer| observer as _)) {
            Ok(()) => Ok(()),
            Err(Halt::Stopped(reason)) => Err(Early::Stopped(reason)),
            Err(Halt::Conflict(culprit)) => Err(self.contradiction(culprit, budget)),
        }
    }

    /// Why there is no solution, explained as long as the limits allow.
    fn contradiction(&self, culprit: Culprit, budget: &mut Budget) -> Early {
        let store = &self.store;
        Early::NoSolution(match culprit {
            Culprit::Instance(number, start) => {
                let schedule = &self.schedule;
                let told = Told { schedule, number, store, next: start, conflict: true };
                told.conflict(budget).map(Contradiction::Deduction).map(Box::new)
            }
            Culprit::Region(region) => Some(Box::new(Contradiction::ShortRegion(region))),
            Culprit::Assumption(literal) => Some(Box::new(Contradiction::Assumption(literal))),
            Culprit::Model => {
                let empty = self.model.vars().find(|&var| store.size(var) == 0);
                Some(Box::new(Contradiction::EmptyDomain(empty.unwrap_or(Var(0)))))
            }
        })
    }

    /// Turns what came of [`begin`](Solver::begin) into an outcome.
    pub(crate) fn early<T>(&self, early: Early) -> Outcome<T> {
        let statistics = self.statistics();
        match early {
            Early::NoSolution(contradiction) => Outcome::NoSolution(NoSolution { contradiction, statistics }),
            Early::Stopped(reason) => Outcome::Stopped(Stopped { reason, statistics }),
        }
    }

    /// Takes back everything down to the root.
    pub(crate) fn end(&mut self) {
        if self.store.changes_above_root() > LONG {
            self.store = Store::hollow(&self.model);
            self.root = Root::Unknown;
        }
        while self.store.level() > 0 {
            self.propagation.undo_level(&mut self.store);
        }
        if let Root::Fixpoint(settled) = self.root {
            self.store.unsettle(settled);
        }
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver")
            .field("model", &self.model)
            .field("assumptions", &self.assumptions)
            .finish_non_exhaustive()
    }
}
