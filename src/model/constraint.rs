//! What holds between variables beyond regions.

use crate::model::ids::Var;

/// A relation between some variables: it says what holds, and nothing of how to infer.
///
/// Every complete assignment is checked against all constraints of the model, so a constraint without any rule
/// of its own is still obeyed. A rule that infers from it is added to the solver beside it; one
/// struct may be both.
///
/// ```
/// use pencilmark::{Constraint, ModelBuilder, Solver, Var};
///
/// struct Increasing(Vec<Var>);
///
/// impl Constraint for Increasing {
///     fn name(&self) -> &str {
///         "increasing"
///     }
///     fn scope(&self) -> &[Var] {
///         &self.0
///     }
///     fn holds(&self, values: &[i32]) -> bool {
///         values.is_sorted_by(|a, b| a < b)
///     }
/// }
///
/// let mut builder = ModelBuilder::new();
/// let vars = builder.variables(3, 1..=4);
/// builder.constraint(Increasing(vars));
/// let model = builder.build()?;
/// assert_eq!(Solver::new(&model).count(100).found(), 4);
/// # Ok::<(), pencilmark::ModelError>(())
/// ```
pub trait Constraint: Send + Sync {
    /// What it is called in deductions and errors, lower case.
    fn name(&self) -> &str;

    /// The variables it speaks of. One that stands twice is passed twice to [`holds`](Constraint::holds).
    fn scope(&self) -> &[Var];

    /// Whether these values, one for each variable of the scope and in its order, are allowed together. It must be
    /// a pure function.
    fn holds(&self, values: &[i32]) -> bool;
}

impl<C: Constraint + ?Sized> Constraint for std::sync::Arc<C> {
    fn name(&self) -> &str {
        (**self).name()
    }
    fn scope(&self) -> &[Var] {
        (**self).scope()
    }
    fn holds(&self, values: &[i32]) -> bool {
        (**self).holds(values)
    }
}
