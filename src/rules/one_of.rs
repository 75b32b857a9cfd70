//! Variables that may have only some values.

use crate::model::constraint::Constraint;
use crate::model::domain::Domain;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::rules::rule::{Explanation, Rule, Scopes, Wake};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// Each of some variables has one of some values.
///
/// ```
/// use pencilmark::{ModelBuilder, OneOf, Solver};
///
/// let mut builder = ModelBuilder::new();
/// let var = builder.variable(1..=9);
/// builder.constraint(OneOf::new("even", [var], [2, 4, 6, 8]));
/// let model = builder.build()?;
/// assert_eq!(Solver::new(&model).count(100).found(), 4);
/// # Ok::<(), pencilmark::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OneOf {
    name: String,
    vars: Vec<Var>,
    allowed: Domain,
}

impl OneOf {
    /// Each of `vars` has a value of `allowed`.
    pub fn new(
        name: impl Into<String>,
        vars: impl IntoIterator<Item = Var>,
        allowed: impl Into<Domain>,
    ) -> OneOf {
        OneOf { name: name.into(), vars: vars.into_iter().collect(), allowed: allowed.into() }
    }
}

impl Constraint for OneOf {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        values.iter().all(|&value| self.allowed.contains(value))
    }
}

impl Rule for OneOf {
    fn name(&self) -> &str {
        &self.name
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(self.vars.iter().map(|&var| vec![var]).collect())
    }

    /// Once, at the beginning, is enough.
    fn wakes(&self) -> Wake {
        Wake::Fixed
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        scope.retain(0, |value| self.allowed.contains(value))
    }

    fn explain(&self, _: Option<Literal>, _: &Past<'_>) -> Explanation {
        Explanation::Because(Vec::new())
    }
}
