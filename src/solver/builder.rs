//! Putting a solver together.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::model::budget::{Budget, Limits};
use crate::model::plan::Model;
use crate::propagation::deduction::Observer;
use crate::propagation::schedule::{RuleError, Schedule};
use crate::propagation::statistics::Statistics;
use crate::rules::library;
use crate::rules::rule::Rule;
use crate::search::brancher::Brancher;
use crate::search::cubes::team::Cutting;
use crate::search::dom_wdeg::DomWdeg;
use crate::search::learning::nogood::Nogood;
use crate::search::simd::level::Simd;
use crate::solver::solver::{Parts, Solver};
use crate::solver::strategy::Strategy;

/// Makes a brancher for a question, from the model and the seed.
pub(crate) type MakeBrancher = dyn Fn(&Model, Option<u64>) -> Box<dyn Brancher> + Send + Sync;

/// Puts a [`Solver`] together: which rules, which brancher, limits, seed, who watches.
///
/// It starts with the rules of the library, the brancher [`DomWdeg`], no limits and no seed.
pub struct SolverBuilder {
    model: Model,
    rules: Vec<Arc<dyn Rule>>,
    parts: Parts,
    unknown: Option<String>,
    strategy: Option<Strategy>,
    /// Whether a brancher was given.
    branches: bool,
}

impl SolverBuilder {
    pub(crate) fn new(model: &Model) -> SolverBuilder {
        SolverBuilder {
            model: model.clone(),
            rules: library(),
            parts: Parts {
                brancher: Arc::new(|model, seed| Box::new(DomWdeg::new(model, seed))),
                seed: None,
                strategy: Strategy::default(),
                phases: Vec::new(),
                limits: Limits::none(),
                observer: None,
                progress: None,
                nogoods: None,
                usual: true,
                simd: Simd::chosen(),
                threads: NonZeroUsize::MIN,
                cutting: None,
            },
            unknown: None,
            strategy: None,
            branches: false,
        }
    }

    /// Adds a rule. Give an [`Arc`] to keep a handle.
    pub fn rule(mut self, rule: impl Rule + 'static) -> SolverBuilder {
        self.parts.usual = false;
        self.rules.push(Arc::new(rule));
        self
    }

    /// Drops all rules of this name.
    pub fn without_rule(mut self, name: &str) -> SolverBuilder {
        self.parts.usual = false;
        if !self.rules.iter().any(|rule| rule.name() == name) {
            self.unknown = self.unknown.or_else(|| Some(name.to_owned()));
        }
        self.rules.retain(|rule| rule.name() != name);
        self
    }

    /// Drops all rules.
    pub fn without_rules(mut self) -> SolverBuilder {
        self.parts.usual = false;
        self.rules.clear();
        self
    }

    /// The names of the rules, in the order in which they were added.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(Rule::name)
    }

    /// Searches with a brancher that `make` makes from the model and the seed for each question.
    ///
    /// ```
    /// use pencilmark::{ModelBuilder, SmallestDomain, Solver};
    ///
    /// let model = ModelBuilder::new().build()?;
    /// let solver = Solver::builder(&model).brancher(SmallestDomain::new).build()?;
    /// # let _ = solver;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn brancher<B: Brancher + 'static>(
        mut self,
        make: impl Fn(&Model, Option<u64>) -> B + Send + Sync + 'static,
    ) -> SolverBuilder {
        self.parts.brancher = Arc::new(move |model, seed| Box::new(make(model, seed)));
        self.branches = true;
        self
    }

    /// Randomises the search: the same seed gives the same solutions in the same order, on every machine.
    pub fn seed(mut self, seed: u64) -> SolverBuilder {
        self.parts.usual = false;
        self.parts.seed = Some(seed);
        self
    }

    /// Chooses how to search: by default [`Strategy::Auto`], and [`Strategy::Plain`] where a brancher or an observer was
    /// given, since learning search decides for itself and makes no deductions of rules.
    pub fn strategy(mut self, strategy: Strategy) -> SolverBuilder {
        self.strategy = Some(strategy);
        self
    }

    /// Limits each question, and [`build`](SolverBuilder::build) where that takes long by itself.
    pub fn limits(mut self, limits: Limits) -> SolverBuilder {
        self.parts.limits = limits;
        self
    }

    /// The limits that were set so far, for those who prepare the model under them too.
    pub fn limits_in_force(&self) -> &Limits {
        &self.parts.limits
    }

    /// Shows every deduction to `observer`, at the root and below the decisions of the search.
    pub fn observer(mut self, observer: impl Observer + 'static) -> SolverBuilder {
        self.parts.observer = Some(Box::new(observer));
        self
    }

    /// Calls `progress` every some hundred nodes of a search.
    pub fn progress(mut self, progress: impl FnMut(&Statistics) + Send + Sync + 'static) -> SolverBuilder {
        self.parts.progress = Some(Box::new(progress));
        self
    }

    /// Shows `watch` each nogood that learning search learns, until the question is cut into cubes (see
    /// [`threads`](SolverBuilder::threads)). It changes nothing else; which rules a nogood comes from is looked up only for it.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use pencilmark::{ModelBuilder, Nogood, Solver, Strategy};
    ///
    /// // Four variables that all differ, told pair by pair, for three values.
    /// let mut builder = ModelBuilder::new();
    /// let vars = builder.variables(4, 1..=3);
    /// for (i, j) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
    ///     builder.region([vars[i], vars[j]]);
    /// }
    /// let model = builder.build()?;
    /// let learnt = Arc::new(Mutex::new(Vec::new()));
    /// let seen = learnt.clone();
    /// let watch = move |nogood: &Nogood| seen.lock().unwrap().push(nogood.clone());
    /// let mut solver = Solver::builder(&model).strategy(Strategy::Learning).nogoods(watch).build()?;
    /// assert!(solver.solve().done().is_none());
    /// let learnt = learnt.lock().unwrap();
    /// assert!(!learnt.is_empty() && learnt.iter().all(|nogood| nogood.rules.is_empty()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nogoods(mut self, watch: impl FnMut(&Nogood) + Send + Sync + 'static) -> SolverBuilder {
        self.parts.nogoods = Some(Box::new(watch));
        self
    }

    /// Computes with these instructions, or the best below that the processor has. They change speed, never an answer.
    /// By default those of [`Simd::chosen`].
    pub fn simd(mut self, simd: Simd) -> SolverBuilder {
        self.parts.simd = simd;
        self
    }

    /// Answers on so many threads. Their number changes speed, never an answer, its place or a count: one thread does the
    /// same work in the same order. It is one for many instances where somebody watches (an observer, progress).
    ///
    /// Many instances go to the threads as they come. One hard question, of which learning search has met some thousand
    /// conflicts, is cut into cubes: parts that have no solution in common, each with a store and nogoods of its own (M. Heule,
    /// O. Kullmann, S. Wieringa and A. Biere, *Cube and conquer*, HVC 2011). They go on in batches of so many conflicts each,
    /// and exchange short nogoods between batches; the next solution is that of the lowest cube of a batch. All of that is
    /// counted in conflicts and nodes, so that the limit of nodes holds for all together, as that of memory does.
    ///
    /// If this is never called, nothing is cut: where solutions are many, cubes can cost one thread several times as much. So a
    /// hard question with several solutions may have another first one with `threads(1)` than without.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use pencilmark::{ModelBuilder, Solver};
    ///
    /// let mut builder = ModelBuilder::new();
    /// let vars = builder.variables(4, 1..=4);
    /// builder.region(vars.iter().copied());
    /// let model = builder.build()?;
    /// let first = |threads: usize| -> Result<_, Box<dyn std::error::Error>> {
    ///     let threads = NonZeroUsize::try_from(threads)?;
    ///     Ok(Solver::builder(&model).threads(threads).build()?.solve().done())
    /// };
    /// assert!(first(1)?.is_some());
    /// assert_eq!(first(1)?, first(4)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn threads(mut self, threads: NonZeroUsize) -> SolverBuilder {
        self.parts.threads = threads;
        self.parts.cutting = Some(Cutting::default());
        self
    }

    /// The solver.
    ///
    /// # Errors
    /// [`RuleError`]: a rule that was to be dropped is not there, a rule names variables that the model does not
    /// have, wants too much memory, or assumes that there is exactly one solution; or a limit was reached.
    pub fn build(self) -> Result<Solver, RuleError> {
        if let Some(rule) = self.unknown {
            let known = self.rules.iter().map(Rule::name).collect::<Vec<_>>().join(", ");
            return Err(RuleError::UnknownRule { rule, known });
        }
        let mut budget = Budget::for_preparing(&self.parts.limits);
        let schedule = Schedule::new(&self.model, &self.rules, &mut budget)?;
        let watched = self.branches || self.parts.observer.is_some();
        let default = if watched { Strategy::Plain } else { Strategy::Auto };
        let strategy = self.strategy.unwrap_or(default);
        let usual = self.parts.usual && !watched && strategy == Strategy::Auto;
        let parts = Parts { strategy, usual, ..self.parts };
        Ok(Solver::from_parts(&self.model, schedule, parts))
    }
}

impl std::fmt::Debug for SolverBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SolverBuilder")
            .field("model", &self.model)
            .field("rules", &self.rules().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
