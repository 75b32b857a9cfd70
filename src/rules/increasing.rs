//! Variables whose values rise along a list.

use std::borrow::Cow;

use crate::model::constraint::Constraint;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::rules::rule::{Explanation, Rule, Scopes};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// Whether neighbours may be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rise {
    /// Each value is larger than the one before.
    Strict,
    /// No value is smaller than the one before.
    Weak,
}

/// The values of some variables rise along their list. It is its own rule, and leaves exactly the supported values if no
/// variable stands twice: the ends of the domains tell all.
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{Increasing, ModelBuilder, Rise, Solver};
///
/// let mut builder = ModelBuilder::new();
/// let vars = builder.variables(3, 1..=4);
/// let rise = Arc::new(Increasing::new("rise", vars.clone(), Rise::Strict));
/// builder.constraint(rise.clone());
/// let model = builder.build()?;
/// let left = Solver::builder(&model).rule(rise).build()?.infer().expect_done();
/// assert_eq!(left.values(vars[1]).collect::<Vec<_>>(), [2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Increasing {
    name: Cow<'static, str>,
    vars: Vec<Var>,
    rise: Rise,
}

impl Increasing {
    /// The constraint that the values of `vars` rise.
    pub fn new(name: impl Into<Cow<'static, str>>, vars: Vec<Var>, rise: Rise) -> Increasing {
        Increasing { name: name.into(), vars, rise }
    }

    fn rises(&self, first: i32, second: i32) -> bool {
        match self.rise {
            Rise::Strict => first < second,
            Rise::Weak => first <= second,
        }
    }
}

impl Constraint for Increasing {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        values.windows(2).all(|pair| self.rises(pair[0], pair[1]))
    }
}

impl Rule for Increasing {
    fn name(&self) -> &str {
        &self.name
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.vars.clone()])
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        for i in 1..scope.len() {
            let low = scope.lowest(i - 1).ok_or(Conflict)?;
            if scope.lowest(i).is_none_or(|own| !self.rises(low, own)) {
                scope.retain(i, |value| self.rises(low, value))?;
            }
        }
        for i in (1..scope.len()).rev() {
            let high = scope.highest(i).ok_or(Conflict)?;
            if scope.highest(i - 1).is_none_or(|own| !self.rises(own, high)) {
                scope.retain(i - 1, |value| self.rises(value, high))?;
            }
        }
        Ok(())
    }

    /// The neighbour had lost every value that goes with it.
    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let Some(removed) = removed else { return Explanation::Scope };
        let gone = |i: usize, with: &dyn Fn(i32) -> bool| -> Option<Vec<Literal>> {
            let var = past.vars()[i];
            let mut because = Vec::new();
            for value in past.model().domain(var).values().filter(|&value| with(value)) {
                if past.contains(i, value) {
                    return None;
                }
                because.push(Literal::IsNot(var, value));
            }
            Some(because)
        };
        for i in (0..past.vars().len()).filter(|&i| past.vars()[i] == removed.var()) {
            let before = i.checked_sub(1).and_then(|i| gone(i, &|value| self.rises(value, removed.value())));
            let found = before.or_else(|| {
                (i + 1 < past.vars().len())
                    .then(|| gone(i + 1, &|value| self.rises(removed.value(), value)))
                    .flatten()
            });
            if let Some(because) = found {
                return Explanation::Because(because);
            }
        }
        Explanation::Scope
    }
}
