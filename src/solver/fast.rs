//! The fast bodies of a solver: models of regions only with at most 64 values.
//!
//! Which body answers depends on the model, the options and the number of instances alone: any constraint, rule added
//! or dropped, observer, brancher, seed or strategy other than [`Strategy::Auto`](crate::Strategy) means the general
//! search.

use std::sync::{Arc, OnceLock};

use crate::model::ids::Literal;
use crate::model::values::Values;
use crate::search::lanes::executor::LaneExecutor;
use crate::search::lanes::plan::LanePlan;
use crate::search::last_check::{Check, FlipCheck};
use crate::search::simd::level::Simd;
use crate::search::value_major::plan::Plan;
use crate::search::value_major::solver::Solver as ValueMajor;
use crate::search::word_model::WordModel;
use crate::store::store::Store;

/// What the fast bodies of a model are made of, shared between the solvers of several threads.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) model: WordModel,
    /// The value of each number.
    pub(crate) names: Vec<i32>,
    /// For one instance at a time; none if the model has too many variables for it.
    plan: Option<Arc<Plan>>,
    lane_plan: OnceLock<Arc<LanePlan>>,
    check: Check,
}

/// Beyond these, the tables of the lanes would be too large.
const MOST_VARIABLES: usize = 4096;
const MOST_REGIONS: usize = 1024;

/// The fast bodies of one solver, made when first asked for.
#[derive(Debug)]
pub(crate) struct Fast {
    pub(crate) compiled: Arc<Compiled>,
    simd: Simd,
    pub(crate) single: Option<ValueMajor>,
    lanes: Option<LaneExecutor>,
    /// One word a variable, of the instance at hand.
    domains: Vec<u64>,
    pub(crate) bits: Vec<u64>,
    pub(crate) flips: FlipCheck,
}

impl Compiled {
    /// The bodies of the model of a store at its root, after the first propagation.
    pub(crate) fn of(store: &Store) -> Option<Compiled> {
        let model = WordModel::of(store)?;
        let values = store.model().values();
        Some(Compiled {
            names: (0..values.count()).map(|number| values.value_at(number)).collect(),
            plan: Plan::new(&model).map(Arc::new),
            lane_plan: OnceLock::new(),
            check: Check::new(&model),
            model,
        })
    }

    /// The lanes' plan; none if the model is too large for them.
    fn lane_plan(&self) -> Option<&Arc<LanePlan>> {
        let fits = self.model.domains.len() <= MOST_VARIABLES && self.model.regions.len() <= MOST_REGIONS;
        fits.then(|| self.lane_plan.get_or_init(|| Arc::new(LanePlan::new(&self.model))))
    }

    /// Whether these numbers of values are a solution: the last word on every complete assignment, whoever found it.
    pub(crate) fn accepts(&self, numbers: &[u8], bits: &mut Vec<u64>) -> bool {
        match &self.check {
            Check::Two(codes) => codes.accept(numbers),
            Check::Four(codes) => codes.accept(numbers),
            Check::Plain => self.model.accepts(numbers, bits),
        }
    }

    /// The value of this number.
    pub(crate) fn name(&self, number: u8) -> i32 {
        self.names[usize::from(number)]
    }
}

impl Fast {
    pub(crate) fn new(compiled: Arc<Compiled>, simd: Simd) -> Fast {
        let single = compiled.plan.as_ref().map(|plan| ValueMajor::new(plan, simd));
        let domains = compiled.model.domains.clone();
        let flips = FlipCheck::new(&compiled.model);
        Fast { compiled, simd, single, lanes: None, domains, bits: Vec::new(), flips }
    }

    /// The same bodies for another thread.
    pub(crate) fn fork(&self) -> Fast {
        Fast::new(self.compiled.clone(), self.simd)
    }

    /// Takes up an instance for the body that does one at a time, if there is one.
    pub(crate) fn load(&mut self, values: &Values, assumptions: &[Literal]) -> bool {
        self.domains.copy_from_slice(&self.compiled.model.domains);
        narrow(&mut self.domains, values, assumptions);
        let Some(single) = &mut self.single else { return false };
        single.load(&self.domains);
        true
    }

    /// Whether the last solution of the body that does one at a time is one, and with it all of its leaf.
    pub(crate) fn accepts(&mut self) -> bool {
        let Some(single) = &self.single else { return false };
        let (numbers, leaf) = (single.solution(), single.leaf());
        let flips = match &self.compiled.check {
            _ if leaf.ends.is_empty() => true,
            Check::Two(codes) => codes.accept_leaf(numbers, leaf),
            Check::Four(codes) => codes.accept_leaf(numbers, leaf),
            Check::Plain => self.flips.accepts(&self.compiled.model, numbers, leaf),
        };
        flips && self.compiled.accepts(numbers, &mut self.bits)
    }

    /// Appends the values of the last solution of the body that does one at a time.
    pub(crate) fn read(&self, values: &mut Vec<i32>) {
        let numbers = self.single.as_ref().map_or(&[][..], ValueMajor::solution);
        values.extend(numbers.iter().map(|&number| self.compiled.name(number)));
    }

    /// Goes on to the next solution of the same leaf, with so many more decisions at most, and writes what is other in it into
    /// `values`. Gives how many it took; none if there is none.
    pub(crate) fn flip(&mut self, values: &mut [i32], nodes: u64) -> Option<u64> {
        let single = self.single.as_mut()?;
        let before = single.effort().nodes;
        let component = single.flip(before.saturating_add(nodes))?;
        let numbers = single.solution();
        for &(var, _) in single.leaf().component(component) {
            values[var as usize] = self.compiled.name(numbers[var as usize]);
        }
        Some(single.effort().nodes - before)
    }

    /// The lanes, for many instances at once; none if the model is too large for them.
    pub(crate) fn lanes(&mut self) -> Option<&mut LaneExecutor> {
        if self.lanes.is_none() {
            let plan = self.compiled.lane_plan()?;
            self.lanes = Some(LaneExecutor::new(plan.clone(), self.simd, usize::MAX));
        }
        self.lanes.as_mut()
    }
}

/// Narrows domains, one word a variable, by assumptions.
pub(crate) fn narrow(domains: &mut [u64], values: &Values, assumptions: &[Literal]) {
    for literal in assumptions {
        let bit = values.number_of(literal.value()).map_or(0, |number| 1 << number);
        domains[literal.var().index()] &= match literal {
            Literal::Is(..) => bit,
            Literal::IsNot(..) => !bit,
        };
    }
}
