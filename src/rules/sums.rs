//! Sums of variables: a fixed total, or several sums that are the same.

use std::borrow::Cow;
use std::cell::RefCell;

use crate::model::constraint::Constraint;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::rules::families::Few;
use crate::rules::near::Near;
use crate::rules::rule::{Cost, Explanation, Rule, Scopes};
use crate::rules::side::{Memo, Side, common};
use crate::rules::snapshot::{Detail, Snapshot, because, fingerprint};
use crate::rules::split::Split;
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
    /// All of it, where it is a total of variables that differ.
    split: Option<Split>,
    /// All of it, where it is short.
    near: Option<Near>,
    /// Below decisions it is not applied with more open variables.
    most_open: usize,
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
        let split = Sums::split(&lists, total);
        let (mut vars, mut sides) = (Vec::new(), Vec::new());
        for terms in lists {
            sides.push(Side::new(&terms, vars.len()));
            vars.extend(terms.into_iter().flat_map(|term| term.vars));
        }
        let near = Near::new(&sides, total);
        Sums { name, vars, sides, total, split, near, most_open: usize::MAX }
    }

    /// The same, but below decisions it is applied only where at most so many variables have more than one value left. For
    /// sums that follow from others: with more open variables they find next to nothing, and take longer.
    pub fn most_open(self, most_open: usize) -> Sums {
        Sums { most_open, ..self }
    }

    fn split(lists: &[Vec<Term>], total: Option<i64>) -> Option<Split> {
        let [terms] = lists else { return None };
        let [Term { coefficient, vars, values: Multiplicity::Different }] = &terms[..] else { return None };
        let (total, coefficient) = (total?, i64::from(*coefficient));
        if coefficient == 0 || total.checked_rem(coefficient)? != 0 {
            return None;
        }
        let split = Split::new([(vars.clone(), total.checked_div(coefficient)?)], []);
        (split.vars() == vars).then_some(split)
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

    /// Leaves in a scope what is left; whether more calls would leave the same.
    fn keep(&self, scope: &mut Scope<'_>) -> Result<bool, Conflict> {
        let domains = Snapshot::of(scope);
        let left = self.filter(scope.model(), &domains).ok_or(Conflict)?;
        left.keep(scope)?;
        Ok(self.sides.iter().all(|side| side.is_near(scope.model(), &domains)))
    }

    /// The body for few values, where it is one.
    fn near(&self, model: &Model) -> Option<(&Near, Few)> {
        self.near.as_ref().zip(Few::of(model))
    }

    fn feasible(&self, model: &Model, domains: &Snapshot, memos: &mut [Memo]) -> bool {
        if let Some((near, few)) = self.near(model) {
            return near.feasible(few, |place| domains.domain(place)[0]);
        }
        if let Some(feasible) = self.split.as_ref().and_then(|split| split.feasible(model, domains)) {
            return feasible;
        }
        let sides = self.sides.iter().zip(memos);
        let read: Option<Vec<_>> = sides.map(|(side, memo)| side.read_again(model, domains, memo)).collect();
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
        // Sums of one region first: they are quicker, and leave less for the others.
        if self.split.is_some() { Cost::Quadratic } else { Cost::Heavy }
    }

    /// A print of the domains that were left the last time.
    fn memory(&self, _: usize) -> usize {
        1
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        if scope.decisions() > 0 && self.most_open < (0..scope.len()).filter(|&i| !scope.is_fixed(i)).count()
        {
            return Ok(());
        }
        let narrow = scope.model().values().count() <= 64;
        if narrow && fingerprint(scope) == scope.memory(0) {
            return Ok(());
        }
        if let Some((near, few)) = self.near(scope.model()) {
            near.keep(scope, few)?;
            let print = fingerprint(scope);
            scope.set_memory(0, print);
            return Ok(());
        }
        let kept = match &self.split {
            Some(split) => split.keep(scope)?,
            None => false,
        };
        if kept || self.keep(scope)? && narrow {
            let print = fingerprint(scope);
            scope.set_memory(0, print);
        }
        Ok(())
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let memos = RefCell::new(vec![Memo::new(); self.sides.len()]);
        let detail = if self.split.is_some() { Detail::Values } else { Detail::Domains };
        because(removed, past, detail, |model, domains| {
            self.feasible(model, domains, &mut memos.borrow_mut())
        })
    }
}
