//! A variable that says where a value stands.

use crate::model::constraint::Constraint;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::rules::rule::{Explanation, Rule, Scopes};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// An index variable names one of some places, and the variable at that place has a certain value.
///
/// It is domain consistent where no variable stands in two places: an index is left as long as the value is left at its
/// place, and once the index is fixed the place has the value. (The constraint `element` of Van Hentenryck and
/// Carillon, 1988, with a constant result.)
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{Element, ModelBuilder, Solver};
///
/// let mut builder = ModelBuilder::new();
/// let (index, places) = (builder.variable(1..=9), builder.variables(3, 1..=9));
/// // The place that `index` names, counted from 1, holds a 7.
/// let element = Arc::new(Element::new("index", index, (1..).zip(places.iter().copied()), 7));
/// builder.constraint(element.clone());
/// let model = builder.build()?;
/// let domains = Solver::builder(&model).rule(element).build()?.infer().expect_done();
/// assert_eq!(domains.values(index).collect::<Vec<_>>(), [1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Element {
    name: String,
    /// The index, then the variable at each place.
    vars: Vec<Var>,
    /// The index that names each place.
    keys: Vec<i32>,
    value: i32,
}

impl Element {
    /// `index` is one of the keys of `places`, and the variable that stands beside that key has `value`. Of equal
    /// keys the first counts.
    pub fn new(
        name: impl Into<String>,
        index: Var,
        places: impl IntoIterator<Item = (i32, Var)>,
        value: i32,
    ) -> Element {
        let (mut vars, mut keys) = (vec![index], Vec::new());
        for (key, var) in places {
            if !keys.contains(&key) {
                keys.push(key);
                vars.push(var);
            }
        }
        Element { name: name.into(), vars, keys, value }
    }

    /// Where in the scope the variable at the place stands that `index` names.
    fn place(&self, index: i32) -> Option<usize> {
        self.keys.iter().position(|&key| key == index).map(|place| place + 1)
    }
}

impl Constraint for Element {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.place(values[0]).is_some_and(|place| values[place] == self.value)
    }
}

impl Rule for Element {
    fn name(&self) -> &str {
        &self.name
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.vars.clone()])
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let possible = |scope: &Scope<'_>, index| {
            self.place(index).is_some_and(|place| match scope.vars()[place] == scope.vars()[0] {
                true => index == self.value,
                false => scope.contains(place, self.value),
            })
        };
        let gone: Vec<i32> = scope.values(0).filter(|&index| !possible(scope, index)).collect();
        for index in gone {
            scope.remove(0, index)?;
        }
        match scope.value(0).and_then(|index| self.place(index)) {
            Some(place) => scope.assign(place, self.value),
            None => Ok(()),
        }
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let Some(removed) = removed else { return Explanation::Scope };
        let index = past.vars()[0];
        if removed.var() != index {
            let named = past.value(0).map(|value| Literal::Is(index, value));
            return named.map_or(Explanation::Scope, |named| Explanation::Because(vec![named]));
        }
        match self.place(removed.value()).map(|place| past.vars()[place]) {
            None => Explanation::Because(Vec::new()),
            Some(var) if var == index => Explanation::Because(Vec::new()),
            Some(var) => Explanation::Because(vec![Literal::IsNot(var, self.value)]),
        }
    }
}
