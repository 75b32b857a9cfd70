//! What a rule is.

use std::any::Any;

use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// One inference: applied to a scope, it removes values that no solution has there.
///
/// Two methods are required, the name and the application. A rule carries no state of its own: what it wants to
/// keep between calls lies in words of memory that the store keeps for each scope and undoes with the domains
/// ([`memory`](Rule::memory)).
///
/// A rule must be *sound*: it removes no value that some solution of the model has, given the domains of its scope. It
/// need not be complete, and need not find everything in one call: it is called again when its scope has changed, also
/// by itself. Rules change how fast a question is answered, never the answer.
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{Conflict, Constraint, Model, ModelBuilder, Rule, Scope, Scopes, Solver, Var};
///
/// /// The second variable is larger than the first.
/// struct Less([Var; 2]);
///
/// impl Constraint for Less {
///     fn name(&self) -> &str {
///         "less"
///     }
///     fn scope(&self) -> &[Var] {
///         &self.0
///     }
///     fn holds(&self, values: &[i32]) -> bool {
///         values[0] < values[1]
///     }
/// }
///
/// impl Rule for Less {
///     fn name(&self) -> &str {
///         "less"
///     }
///     fn scopes(&self, _: &Model) -> Scopes {
///         Scopes::Lists(vec![self.0.to_vec()])
///     }
///     fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
///         let (low, high) = (scope.lowest(0).ok_or(Conflict)?, scope.highest(1).ok_or(Conflict)?);
///         scope.retain(0, |value| value < high)?;
///         scope.retain(1, |value| value > low)
///     }
/// }
///
/// let mut builder = ModelBuilder::new();
/// let vars = builder.variables(2, 1..=4);
/// let less = Arc::new(Less([vars[0], vars[1]]));
/// builder.constraint(less.clone());
/// let model = builder.build()?;
/// let mut solver = Solver::builder(&model).rule(less).build()?;
/// let domains = solver.infer().expect_done();
/// assert_eq!(domains.values(vars[0]).collect::<Vec<_>>(), [1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Rule: Any + Send + Sync {
    /// What it is called, lower case: in deductions, and to drop it from a solver.
    fn name(&self) -> &str;

    /// Removes what can be removed, now, from the variables of `scope`.
    ///
    /// # Errors
    /// `Conflict` when the scope has no solution with these domains. Changes of the scope answer it by themselves; pass
    /// it on with `?`. Some methods of the scope also answer it when a limit is reached, and then all that this
    /// application did is taken back.
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict>;

    /// Where it is applied: by default to every region of the model.
    fn scopes(&self, model: &Model) -> Scopes {
        let _ = model;
        Scopes::Regions
    }

    /// Which changes of a scope call it again: by default any.
    fn wakes(&self) -> Wake {
        Wake::Changed
    }

    /// How long it takes: cheaper rules are applied first.
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    /// How many words of memory it wants for a scope of `len` variables: by default none.
    fn memory(&self, len: usize) -> usize {
        let _ = len;
        0
    }

    /// Why `removed` could be removed (where `None`: why there was a conflict), told by literals that were true in
    /// `past`, the scope as it was just before. By default all that was known of the scope, which is always right.
    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let _ = (removed, past);
        Explanation::Scope
    }

    /// Whether it is right only where the puzzle has exactly one solution. A solver refuses such rules, since it counts.
    fn assumes_unique(&self) -> bool {
        false
    }

    /// Whether all that it infers, and each of its reasons, follows from the [clauses](crate::Solver::cnf) of the question by
    /// unit propagation. Such rules may take part in [proofs](crate::Solver::prove). By default that is not known.
    fn follows_by_units(&self) -> bool {
        false
    }
}

impl<R: Rule + ?Sized> Rule for std::sync::Arc<R> {
    fn name(&self) -> &str {
        (**self).name()
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        (**self).apply(scope)
    }
    fn scopes(&self, model: &Model) -> Scopes {
        (**self).scopes(model)
    }
    fn wakes(&self) -> Wake {
        (**self).wakes()
    }
    fn cost(&self) -> Cost {
        (**self).cost()
    }
    fn memory(&self, len: usize) -> usize {
        (**self).memory(len)
    }
    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        (**self).explain(removed, past)
    }
    fn assumes_unique(&self) -> bool {
        (**self).assumes_unique()
    }
    fn follows_by_units(&self) -> bool {
        (**self).follows_by_units()
    }
}

/// Where a rule is applied.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Scopes {
    /// To each region of the model.
    Regions,
    /// To each of these lists of variables.
    Lists(Vec<Vec<Var>>),
}

/// Which changes call a rule again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Wake {
    /// A variable of the scope has only one value left.
    Fixed,
    /// A variable of the scope has lost a value.
    Changed,
}

/// How long one application takes, by the size of the scope.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Cost {
    /// A walk over the scope.
    Linear,
    /// A walk over its pairs.
    Quadratic,
    /// More than that.
    Heavy,
}

/// Why something could be removed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Explanation {
    /// Because of all that was known of the scope.
    Scope,
    /// Because of these literals.
    Because(Vec<Literal>),
}
