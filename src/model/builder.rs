//! Building a model: collect, then check everything, then compile.

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use thiserror::Error;

use crate::model::budget::{Budget, Limits, StopReason, strides};
use crate::model::constraint::Constraint;
use crate::model::domain::Domain;
use crate::model::ids::{Region, Var};
use crate::model::plan::{Lists, Model, Plan, Span};
use crate::model::values::Values;

/// Why a model cannot be built. Contradictory models are no error: they have no solution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A region names a variable of another builder.
    #[error("{region} names {var}, but the model has {variables} variables")]
    UnknownInRegion {
        /// The region.
        region: Region,
        /// The variable that it names.
        var: Var,
        /// How many variables there are.
        variables: usize,
    },
    /// A constraint names a variable of another builder.
    #[error("constraint {constraint} ({name}) names {var}, but the model has {variables} variables")]
    UnknownInConstraint {
        /// The number of the constraint.
        constraint: usize,
        /// Its name.
        name: String,
        /// The variable that it names.
        var: Var,
        /// How many variables there are.
        variables: usize,
    },
    /// A region names a variable twice: the variable would have to differ from itself.
    #[error("{region} names {var} twice")]
    Repeated {
        /// The region.
        region: Region,
        /// The variable.
        var: Var,
    },
    /// The model would need more memory than allowed.
    #[error(
        "the model needs {needed} bytes, more than the cap of {cap}; raise it with `memory_cap`, before the variables are made"
    )]
    TooLarge {
        /// An estimate of the bytes that a store of the model needs.
        needed: u64,
        /// The cap in force.
        cap: u64,
    },
    /// More of something than the model has numbers for, however much memory is allowed.
    #[error("{found} {what}, but at most {most} can be told apart, whatever the memory cap")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        found: u64,
        /// How many there may be.
        most: u64,
    },
    /// A limit, or a cancellation, before the model was built.
    #[error("stopped: {0}")]
    Stopped(#[from] StopReason),
}

/// Collects variables, regions and constraints, and builds a [`Model`] of them.
///
/// ```
/// use pencilmark::ModelBuilder;
///
/// let mut builder = ModelBuilder::new();
/// let vars = builder.variables(3, 1..=3);
/// builder.region(vars.iter().copied());
/// let model = builder.build()?;
/// assert_eq!(model.variables(), 3);
/// # Ok::<(), pencilmark::ModelError>(())
/// ```
pub struct ModelBuilder {
    domains: Vec<Domain>,
    domain_of: Vec<u32>,
    regions: Vec<Vec<Var>>,
    constraints: Vec<Arc<dyn Constraint>>,
    cap: u64,
    /// Where more variables were asked for than fit under the cap: the refusal.
    refused: Option<ModelError>,
    limits: Limits,
    /// What is left of the limits, since somebody spent of them.
    budget: Option<Budget>,
    /// What constraints were said to take.
    reserved: u64,
}

/// What a variable takes at least: its word, its size, the log's last entry, its places in the plan.
const BYTES_PER_VARIABLE: u64 = 40;

impl ModelBuilder {
    /// How many bytes a model may need unless [`memory_cap`](ModelBuilder::memory_cap) says otherwise: 1 GiB.
    pub const MEMORY_CAP: u64 = 1 << 30;

    /// A builder with nothing in it.
    pub fn new() -> ModelBuilder {
        ModelBuilder {
            domains: Vec::new(),
            domain_of: Vec::new(),
            regions: Vec::new(),
            constraints: Vec::new(),
            cap: Self::MEMORY_CAP,
            refused: None,
            limits: Limits::none(),
            budget: None,
            reserved: 0,
        }
    }

    /// Sets how many bytes the model, one store of it and the memory of its rules may need. Variables that do not fit
    /// under the cap of that moment are not made, and a builder that was asked for them refuses to build under any cap:
    /// raise it before.
    pub fn memory_cap(&mut self, bytes: u64) -> &mut ModelBuilder {
        self.cap = bytes;
        self
    }

    /// Limits [`build`](ModelBuilder::build), which takes time only where the model is very large, and the work that is paid for
    /// by [`spend`](ModelBuilder::spend). The time counts from the first of these.
    pub fn limits(&mut self, limits: Limits) -> &mut ModelBuilder {
        self.limits = limits;
        self.budget = None;
        self
    }

    /// Pays for work on so many words that it takes to find out what to add. Whoever does much calls it now and then, so that
    /// limits and cancellation are obeyed meanwhile.
    ///
    /// ```
    /// use pencilmark::{Cancel, Limits, ModelBuilder, ModelError, StopReason};
    ///
    /// let cancel = Cancel::new();
    /// let mut builder = ModelBuilder::new();
    /// builder.limits(Limits::none().cancel(&cancel));
    /// assert_eq!(builder.spend(1000), Ok(()));
    /// cancel.cancel();
    /// while builder.spend(1000).is_ok() {}
    /// assert_eq!(builder.build().unwrap_err(), ModelError::Stopped(StopReason::Cancelled));
    /// ```
    ///
    /// # Errors
    /// The limit that was reached, soon after it was; [`build`](ModelBuilder::build) refuses then as well.
    pub fn spend(&mut self, words: usize) -> Result<(), StopReason> {
        let budget = self.budget.get_or_insert_with(|| Budget::new(&self.limits));
        let spent = budget.spend(words as u64 / 64 + 1, || self.reserved);
        if let Err(reason) = spent {
            self.refused.get_or_insert(ModelError::Stopped(reason));
        }
        spent
    }

    /// What is left of the limits now, for builders and solvers that help to find out what to add.
    pub fn limits_left(&self) -> Limits {
        self.budget.as_ref().map_or_else(|| self.limits.clone(), Budget::left)
    }

    /// Takes note of bytes that constraints are going to take beside their scopes, before they take them.
    ///
    /// # Errors
    /// [`ModelError::TooLarge`] if all that was noted exceeds the cap; [`build`](ModelBuilder::build) refuses then as well.
    pub fn reserve(&mut self, bytes: u64) -> Result<(), ModelError> {
        self.reserved = self.reserved.saturating_add(bytes);
        if self.reserved <= self.cap {
            return Ok(());
        }
        let refusal = ModelError::TooLarge { needed: self.reserved, cap: self.cap };
        Err(self.refused.insert(refusal).clone())
    }

    /// Makes one variable. An empty domain is allowed: such a model has no solution.
    pub fn variable(&mut self, domain: impl Into<Domain>) -> Var {
        let domain = domain.into();
        let var = Var(self.domain_of.len() as u32);
        self.push_domain(domain);
        self.add_variables(1);
        var
    }

    /// Makes `count` variables with the same domain. Where they do not fit under the cap, none come
    /// back and [`build`](ModelBuilder::build) refuses.
    pub fn variables(&mut self, count: usize, domain: impl Into<Domain>) -> Vec<Var> {
        let first = self.domain_of.len() as u32;
        self.push_domain(domain.into());
        self.add_variables(count);
        (first..self.domain_of.len() as u32).map(Var).collect()
    }

    fn push_domain(&mut self, domain: Domain) {
        if self.domains.last() != Some(&domain) {
            self.domains.push(domain);
        }
    }

    fn add_variables(&mut self, count: usize) {
        let room = (self.cap / BYTES_PER_VARIABLE).min(u64::from(u32::MAX) / 2);
        let wanted = (self.domain_of.len() as u64).saturating_add(count as u64);
        if wanted > room {
            let needed = wanted.saturating_mul(BYTES_PER_VARIABLE);
            self.refused.get_or_insert(ModelError::TooLarge { needed, cap: self.cap });
        } else {
            let domain = self.domains.len() as u32 - 1;
            self.domain_of.resize(wanted as usize, domain);
        }
    }

    /// Adds a region: its variables must all differ.
    pub fn region(&mut self, vars: impl IntoIterator<Item = Var>) -> Region {
        self.regions.push(vars.into_iter().collect());
        Region(self.regions.len() as u32 - 1)
    }

    /// Adds a constraint. Give an [`Arc`] to keep a handle, for instance to add the same object to the solver
    /// as a rule.
    pub fn constraint(&mut self, constraint: impl Constraint + 'static) -> &mut ModelBuilder {
        self.constraints.push(Arc::new(constraint));
        self
    }

    /// The regions that were added so far, in order.
    pub fn regions(&self) -> &[Vec<Var>] {
        &self.regions
    }

    /// The constraints that were added so far, in order.
    pub fn constraints(&self) -> &[Arc<dyn Constraint>] {
        &self.constraints
    }

    /// Checks everything and compiles the model.
    ///
    /// # Errors
    /// [`ModelError`], which names what is wrong, or the limit that was reached. Two equal fixed variables in a region, an empty domain or too few
    /// values for a region are no errors: such a model has no solution.
    pub fn build(mut self) -> Result<Model, ModelError> {
        let mut budget = self.budget.take().unwrap_or_else(|| Budget::new(&self.limits));
        budget.poll(|| 0)?;
        self.check_names(&mut budget)?;
        let values = Values::of(&Domain::from_runs(
            self.domains.iter().flat_map(|domain| domain.runs().iter().copied()).collect(),
        ));
        let (spans, domain_words) = self.lay_out(&values, &mut budget)?;
        let (region_spans, region_words) = lay_out_regions(&self.regions, &spans, &mut budget)?;
        let needed = self.check_size(domain_words.saturating_add(region_words))?;
        budget.poll(|| needed)?;

        let mut regions = Lists::new();
        for region in &self.regions {
            spend(&mut budget, region.len())?;
            regions.push(region.iter().copied());
        }
        let regions_of = Lists::group(
            spans.len(),
            self.regions
                .iter()
                .enumerate()
                .flat_map(|(region, vars)| vars.iter().map(move |var| (var.index(), Region(region as u32)))),
        );
        let mut plan = Plan {
            stride: stride(&spans),
            values,
            domains: self.domains,
            domain_of: self.domain_of,
            spans,
            domain_words: domain_words as usize,
            permutations: FixedBitSet::with_capacity(regions.len()),
            required: vec![0; region_words as usize],
            regions,
            regions_of,
            region_spans,
            constraints: self.constraints,
            needed,
            cap: self.cap,
        };
        find_permutations(&mut plan, &mut budget)?;
        Ok(Model::new(plan))
    }

    fn check_names(&self, budget: &mut Budget) -> Result<(), ModelError> {
        if let Some(refusal) = &self.refused {
            return Err(refusal.clone());
        }
        let variables = self.domain_of.len();
        let mut seen = FixedBitSet::with_capacity(variables);
        for (region, vars) in self.regions.iter().enumerate() {
            let region = Region(region as u32);
            spend(budget, 2 * vars.len())?;
            for &var in vars {
                if var.index() >= variables {
                    return Err(ModelError::UnknownInRegion { region, var, variables });
                }
                if seen.put(var.index()) {
                    return Err(ModelError::Repeated { region, var });
                }
            }
            for &var in vars {
                seen.set(var.index(), false);
            }
        }
        for (constraint, body) in self.constraints.iter().enumerate() {
            spend(budget, body.scope().len())?;
            if let Some(&var) = body.scope().iter().find(|var| var.index() >= variables) {
                let name = body.name().to_owned();
                return Err(ModelError::UnknownInConstraint { constraint, name, var, variables });
            }
        }
        Ok(())
    }

    /// Where the words of each variable's domain go.
    fn lay_out(&self, values: &Values, budget: &mut Budget) -> Result<(Vec<Span>, u64), ModelError> {
        spend(budget, self.domains.len() * 8)?;
        let covers: Vec<(u32, u32)> = self.domains.iter().map(|domain| cover(domain, values)).collect();
        let total: u64 = self.domain_of.iter().map(|&domain| u64::from(covers[domain as usize].1)).sum();
        self.check_size(total)?;
        let mut start = 0;
        let mut spans = Vec::with_capacity(self.domain_of.len());
        for stride in strides(self.domain_of.len()) {
            spend(budget, stride.len())?;
            for &domain in &self.domain_of[stride] {
                let (first, len) = covers[domain as usize];
                spans.push(Span { start, first, len });
                start += len;
            }
        }
        Ok((spans, total))
    }

    /// The bytes that a store of the model needs, if that is allowed.
    fn check_size(&self, words: u64) -> Result<u64, ModelError> {
        let places: u64 = self.regions.iter().map(|vars| vars.len() as u64).sum();
        let scopes: u64 = self.constraints.iter().map(|body| body.scope().len() as u64).sum();
        let needed = words
            .saturating_mul(16)
            .saturating_add(self.domain_of.len() as u64 * BYTES_PER_VARIABLE)
            .saturating_add((places + scopes).saturating_mul(16));
        if needed > self.cap {
            return Err(ModelError::TooLarge { needed, cap: self.cap });
        }
        let largest = self.domains.iter().map(Domain::len).max().unwrap_or(0);
        let numbered = u64::from(u32::MAX) / 2;
        for (what, found, most) in [
            ("words of values", words, numbered),
            ("places in regions", places, numbered),
            ("values in one domain", largest, u64::from(u32::MAX)),
        ] {
            if found > most {
                return Err(ModelError::TooMany { what, found, most });
            }
        }
        Ok(needed)
    }
}

/// The first word, and the number of words, that hold all bits of a domain.
fn cover(domain: &Domain, values: &Values) -> (u32, u32) {
    let ends = domain.runs().first().zip(domain.runs().last());
    let numbers = ends.and_then(|(first, last)| values.number_of(first.0).zip(values.number_of(last.1)));
    match numbers {
        Some((low, high)) => ((low / 64) as u32, (high / 64 - low / 64) as u32 + 1),
        None => (0, 0),
    }
}

/// The length of all spans, if they begin with the first word and are of one length; otherwise 0.
fn stride(spans: &[Span]) -> usize {
    let len = spans.first().map_or(0, |span| span.len);
    if spans.iter().all(|span| span.first == 0 && span.len == len) { len as usize } else { 0 }
}

/// Spends what a walk over so many words costs.
fn spend(budget: &mut Budget, words: usize) -> Result<(), StopReason> {
    budget.spend(words as u64 / 64 + 1, || 0)
}

/// The words that hold all values of each region.
fn lay_out_regions(
    regions: &[Vec<Var>],
    spans: &[Span],
    budget: &mut Budget,
) -> Result<(Vec<Span>, u64), StopReason> {
    let mut start = 0u64;
    let mut found = Vec::with_capacity(regions.len());
    for vars in regions {
        spend(budget, 2 * vars.len())?;
        let covered = vars.iter().map(|var| spans[var.index()]).filter(|span| span.len > 0);
        let first = covered.clone().map(|span| span.first).min().unwrap_or(0);
        let end = covered.map(|span| span.first + span.len).max().unwrap_or(0);
        found.push(Span { start: start as u32, first, len: end - first });
        start += u64::from(end - first);
    }
    Ok((found, start))
}

/// Marks the regions that have as many variables as values.
fn find_permutations(plan: &mut Plan, budget: &mut Budget) -> Result<(), StopReason> {
    let mut masks: Vec<Vec<u64>> = Vec::with_capacity(plan.domains.len());
    for domain in &plan.domains {
        masks.push(mask(domain, &plan.values));
        spend(budget, masks.last().map_or(0, Vec::len))?;
    }
    for region in 0..plan.regions.len() {
        let span = plan.region_spans[region];
        let required = &mut plan.required[span.places()];
        spend(budget, required.len())?;
        let mut previous = u32::MAX;
        for vars in plan.regions.get(region).chunks(64) {
            spend(budget, vars.len())?;
            for var in vars {
                let domain = plan.domain_of[var.index()];
                if domain != previous && !masks[domain as usize].is_empty() {
                    let first = plan.spans[var.index()].first - span.first;
                    spend(budget, masks[domain as usize].len())?;
                    for (word, bits) in required[first as usize..].iter_mut().zip(&masks[domain as usize]) {
                        *word |= bits;
                    }
                    previous = domain;
                }
            }
        }
        let count: usize = required.iter().map(|word| word.count_ones() as usize).sum();
        if count == plan.regions.get(region).len() {
            plan.permutations.insert(region);
        } else {
            required.fill(0);
        }
    }
    Ok(())
}

/// The bits of a domain, from its first word on.
pub(crate) fn mask(domain: &Domain, values: &Values) -> Vec<u64> {
    let (first, len) = cover(domain, values);
    let mut words = vec![0u64; len as usize];
    for &(low, high) in domain.runs() {
        let ends = values.number_of(low).zip(values.number_of(high));
        let (low, high) = ends.expect("the table holds the values of every domain");
        let (low, high) = (low - first as usize * 64, high - first as usize * 64);
        for (word, bits) in words.iter_mut().enumerate().take(high / 64 + 1).skip(low / 64) {
            let from = low.max(word * 64) - word * 64;
            let to = high.min(word * 64 + 63) - word * 64;
            *bits |= (u64::MAX >> (63 - (to - from))) << from;
        }
    }
    words
}

impl Default for ModelBuilder {
    fn default() -> ModelBuilder {
        ModelBuilder::new()
    }
}

impl std::fmt::Debug for ModelBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ModelBuilder")
            .field("variables", &self.domain_of.len())
            .field("regions", &self.regions.len())
            .field("constraints", &self.constraints.len())
            .finish()
    }
}
