//! Sums of variables: a fixed total, or several sums that are the same.

use std::borrow::Cow;

use crate::model::constraint::Constraint;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::rules::rule::{Cost, Explanation, Rule, Scopes};
use crate::rules::side::{Side, common};
use crate::rules::snapshot::{Snapshot, because};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// One term of a sum: variables that are multiplied with the same number and added.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// What their sum is multiplied with.
    pub coefficient: i32,
    /// The variables.
    pub vars: Vec<Var>,
    /// Whether they are known to differ, because a region or another constraint of the model says so.
    pub values: Multiplicity,
}

/// Whether the variables of a term may have equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Multiplicity {
    /// Any values.
    Any,
    /// No two are equal: something else in the model guarantees it.
    Different,
}

/// Sums of variables, each a list of [`Term`]s: one that has a given total, or several that are the same. It is its
/// own rule.
///
/// Values are filtered by dynamic programming over the sets of possible partial sums, as bits (Trick, *A dynamic
/// programming approach for consistency and propagation for knapsack constraints*, 2003): exactly, where no two terms share
/// a variable. A term of different variables goes over the sets of values that these can take together, as long as no
/// more than 16 values are left for them. Where sums span more than 8,192 integers, bounds are kept instead.
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{ModelBuilder, Multiplicity, Solver, Sums, Term};
///
/// // A cage of two different digits with the sum 4.
/// let mut builder = ModelBuilder::new();
/// let vars = builder.variables(2, 1..=9);
/// builder.region(vars.iter().copied());
/// let term = Term { coefficient: 1, vars: vars.clone(), values: Multiplicity::Different };
/// let cage = Arc::new(Sums::total("cage", vec![term], 4));
/// builder.constraint(cage.clone());
/// let model = builder.build()?;
/// let left = Solver::builder(&model).rule(cage).build()?.infer().expect_done();
/// assert_eq!(left.values(vars[0]).collect::<Vec<_>>(), [1, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sums {
    name: Cow<'static, str>,
    vars: Vec<Var>,
    sides: Vec<Side>,
    total: Option<i64>,
}

impl Sums {
    /// The terms add up to `total`.
    pub fn total(name: impl Into<Cow<'static, str>>, terms: Vec<Term>, total: i64) -> Sums {
        Sums::new(name.into(), vec![terms], Some(total))
    }

    /// The terms of each side add up to the same number.
    pub fn equal(name: impl Into<Cow<'static, str>>, sides: Vec<Vec<Term>>) -> Sums {
        Sums::new(name.into(), sides, None)
    }

    fn new(name: Cow<'static, str>, lists: Vec<Vec<Term>>, total: Option<i64>) -> Sums {
        let (mut vars, mut sides) = (Vec::new(), Vec::new());
        for terms in lists {
            sides.push(Side::new(&terms, vars.len()));
            vars.extend(terms.into_iter().flat_map(|term| term.vars));
        }
        Sums { name, vars, sides, total }
    }

    /// What is left of the domains; none if there is no solution.
    fn filter(&self, model: &Model, domains: &Snapshot) -> Option<Snapshot> {
        let mut left = domains.empty_like();
        let mut read = Vec::with_capacity(self.sides.len());
        for side in &self.sides {
            read.push(side.read(model, domains)?);
        }
        let allowed = common(&read, self.total)?;
        for (side, read) in self.sides.iter().zip(read) {
            side.narrow(model, domains, read, &allowed, &mut left)?;
        }
        Some(left)
    }

    fn feasible(&self, model: &Model, domains: &Snapshot) -> bool {
        let read: Option<Vec<_>> = self.sides.iter().map(|side| side.read(model, domains)).collect();
        match read {
            Some(read) => match common(&read, self.total) {
                // Bounds say more when they are applied to the variables.
                Some(allowed) if !allowed.is_exact() => self.filter(model, domains).is_some(),
                allowed => allowed.is_some(),
            },
            None => false,
        }
    }
}

impl Constraint for Sums {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        let mut sums = self.sides.iter().map(|side| side.sum(values));
        let Some(first) = sums.next() else { return self.total.is_none_or(|total| total == 0) };
        self.total.is_none_or(|total| first == i128::from(total)) && sums.all(|sum| sum == first)
    }
}

impl Rule for Sums {
    fn name(&self) -> &str {
        &self.name
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.vars.clone()])
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    /// What was left of each domain the last time, where that is one word: the opposite.
    fn memory(&self, len: usize) -> usize {
        len
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let narrow = scope.model().values().count() < 64;
        // A memory of zero is that of no domain.
        let same = |scope: &Scope<'_>, i: usize| scope.memory(i) == !scope.word(i, 0);
        if narrow && !scope.is_empty() && (0..scope.len()).all(|i| same(scope, i)) {
            return Ok(());
        }
        let domains = Snapshot::of(scope);
        let left = self.filter(scope.model(), &domains).ok_or(Conflict)?;
        left.keep(scope)?;
        if narrow && self.sides.iter().all(|side| side.is_near(scope.model(), &domains)) {
            for i in 0..scope.len() {
                scope.set_memory(i, !left.domain(i)[0]);
            }
        }
        Ok(())
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        because(removed, past, |model, domains| self.feasible(model, domains))
    }
}
