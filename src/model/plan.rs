//! The compiled model: flat arrays, computed once, which are all that propagation reads.

use std::sync::Arc;

use fixedbitset::FixedBitSet;

use crate::model::constraint::Constraint;
use crate::model::domain::Domain;
use crate::model::ids::{Region, Var};
use crate::model::values::Values;

/// A model, built by [`ModelBuilder`](crate::ModelBuilder): cheap to clone, never changed, always valid.
#[derive(Clone)]
pub struct Model {
    plan: Arc<Plan>,
}

/// Lists of different lengths in one array: list `i` is `items[starts[i]..starts[i + 1]]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists<T> {
    pub(crate) starts: Vec<u32>,
    pub(crate) items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    pub(crate) fn new() -> Lists<T> {
        Lists { starts: vec![0], items: Vec::new() }
    }

    pub(crate) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
    }

    /// Sorts (list, item) pairs into `count` lists, keeping the order of the items of a list. The pairs are
    /// walked twice.
    pub(crate) fn group(count: usize, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Lists<T> {
        let mut starts = vec![0u32; count + 1];
        for (list, _) in pairs.clone() {
            starts[list + 1] += 1;
        }
        for list in 0..count {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut items = Vec::new();
        for (list, item) in pairs {
            if items.is_empty() {
                items.resize(starts[count] as usize, item);
            }
            items[next[list] as usize] = item;
            next[list] += 1;
        }
        Lists { starts, items }
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    pub(crate) fn get(&self, list: usize) -> &[T] {
        &self.items[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

/// Where the words of a domain, or of a set of values of a region, lie in their array. Word `first + i` of the
/// values (bits `64 * (first + i)..`) is at `start + i`; words outside `first..first + len` are empty.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) first: u32,
    pub(crate) len: u32,
}

impl Span {
    /// The place of word `word` of the values, if the span covers it.
    #[inline]
    pub(crate) fn place(self, word: usize) -> Option<usize> {
        let offset = (word as u32).wrapping_sub(self.first);
        (offset < self.len).then(|| (self.start + offset) as usize)
    }

    /// The words of the values that the span covers.
    #[inline]
    pub(crate) fn words(self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.len) as usize
    }

    /// The places that the span covers.
    #[inline]
    pub(crate) fn places(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

pub(crate) struct Plan {
    pub(crate) values: Values,
    /// The different initial domains, and which of them each variable has.
    pub(crate) domains: Vec<Domain>,
    pub(crate) domain_of: Vec<u32>,
    /// Where each variable's domain lies, and the sum of the lengths.
    pub(crate) spans: Vec<Span>,
    pub(crate) domain_words: usize,
    /// How many words every domain has, if all have the same ones from the first on: then a variable's number tells its
    /// place. Otherwise 0.
    pub(crate) stride: usize,
    pub(crate) regions: Lists<Var>,
    pub(crate) regions_of: Lists<Region>,
    /// Where each region's set of values lies.
    pub(crate) region_spans: Vec<Span>,
    /// Regions that have as many variables as values by the initial domains, and these values.
    pub(crate) permutations: FixedBitSet,
    pub(crate) required: Vec<u64>,
    pub(crate) constraints: Vec<Arc<dyn Constraint>>,
    /// The bytes that a store needs, and how many it may need together with the memory of rules.
    pub(crate) needed: u64,
    pub(crate) cap: u64,
}

impl Model {
    pub(crate) fn new(plan: Plan) -> Model {
        Model { plan: Arc::new(plan) }
    }

    #[inline]
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Whether this is the very model that `other` is a clone of.
    pub fn is(&self, other: &Model) -> bool {
        Arc::ptr_eq(&self.plan, &other.plan)
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.plan.spans.len()
    }

    /// All variables, in the order in which they were made.
    pub fn vars(&self) -> impl ExactSizeIterator<Item = Var> + use<> {
        (0..self.variables() as u32).map(Var)
    }

    /// The values that `var` may take at the start.
    ///
    /// # Panics
    /// If the variable is not of this model.
    pub fn domain(&self, var: Var) -> &Domain {
        &self.plan.domains[self.plan.domain_of[var.index()] as usize]
    }

    /// All values of the model, numbered.
    pub fn values(&self) -> &Values {
        &self.plan.values
    }

    /// How many regions there are.
    pub fn regions(&self) -> usize {
        self.plan.regions.len()
    }

    /// All regions, in the order in which they were made.
    pub fn region_ids(&self) -> impl ExactSizeIterator<Item = Region> + use<> {
        (0..self.regions() as u32).map(Region)
    }

    /// The variables of `region`, in the order given.
    ///
    /// # Panics
    /// If the region is not of this model.
    pub fn region(&self, region: Region) -> &[Var] {
        self.plan.regions.get(region.index())
    }

    /// The regions that `var` lies in, ascending.
    ///
    /// # Panics
    /// If the variable is not of this model.
    pub fn regions_of(&self, var: Var) -> &[Region] {
        self.plan.regions_of.get(var.index())
    }

    /// All constraints, in the order in which they were added.
    pub fn constraints(&self) -> &[Arc<dyn Constraint>] {
        &self.plan.constraints
    }
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Model")
            .field("variables", &self.variables())
            .field("values", &self.plan.values.count())
            .field("regions", &self.regions())
            .field("constraints", &self.plan.constraints.len())
            .finish()
    }
}
