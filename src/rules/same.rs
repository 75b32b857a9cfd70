//! Variables that all have the same value.

use std::borrow::Cow;

use crate::model::constraint::Constraint;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::rules::rule::{Explanation, Rule, Scopes};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// Some variables all have the same value. It is its own rule: each loses what any of them has lost.
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{ModelBuilder, Same, Solver};
///
/// let mut builder = ModelBuilder::new();
/// let vars = vec![builder.variable(1..=5), builder.variable(3..=9)];
/// let same = Arc::new(Same::new("same", vars.clone()));
/// builder.constraint(same.clone());
/// let model = builder.build()?;
/// let left = Solver::builder(&model).rule(same).build()?.infer().expect_done();
/// assert_eq!(left.values(vars[0]).collect::<Vec<_>>(), [3, 4, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Same {
    name: Cow<'static, str>,
    vars: Vec<Var>,
}

impl Same {
    /// The constraint that `vars` have one value.
    pub fn new(name: impl Into<Cow<'static, str>>, vars: Vec<Var>) -> Same {
        Same { name: name.into(), vars }
    }
}

impl Constraint for Same {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        values.windows(2).all(|pair| pair[0] == pair[1])
    }
}

impl Rule for Same {
    fn name(&self) -> &str {
        &self.name
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.vars.clone()])
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        for word in scope.words() {
            let all = (0..scope.len()).fold(u64::MAX, |all, i| all & scope.word(i, word));
            for i in 0..scope.len() {
                scope.remove_word(i, word, !all)?;
            }
        }
        Ok(())
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let Some(removed) = removed else { return Explanation::Scope };
        let value = removed.value();
        let mut others = (0..past.vars().len()).filter(|&i| past.vars()[i] != removed.var());
        match others.find(|&i| !past.contains(i, value)) {
            Some(i) if past.model().domain(past.vars()[i]).contains(value) => {
                Explanation::Because(vec![Literal::IsNot(past.vars()[i], value)])
            }
            Some(_) => Explanation::Because(Vec::new()),
            None => Explanation::Scope,
        }
    }
}
