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

    /// The constraint told value by value, if it can be: then questions about it can be told as clauses, and proved (see
    /// [`Solver::prove`](crate::Solver::prove)). By default it is not.
    fn extension(&self) -> Option<Extension<'_>> {
        None
    }
}

/// A constraint told value by value. It holds where all of its parts do.
#[derive(Clone)]
#[non_exhaustive]
pub enum Extension<'a> {
    /// One relation between the first and the second variable of each pair: whether two values go together.
    Pairs {
        /// The pairs. The two may be the same variable.
        pairs: &'a [[Var; 2]],
        /// The relation, a pure function.
        goes: &'a (dyn Fn(i32, i32) -> bool + Send + Sync + 'a),
    },
    /// Some variables have together the values of one of some tuples.
    Tuples {
        /// The variables.
        vars: &'a [Var],
        /// The tuples, each once, with a value for each variable.
        tuples: Vec<&'a [i32]>,
    },
}

impl std::fmt::Debug for Extension<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Extension::Pairs { pairs, .. } => {
                f.debug_struct("Pairs").field("pairs", pairs).finish_non_exhaustive()
            }
            Extension::Tuples { vars, tuples } => {
                f.debug_struct("Tuples").field("vars", vars).field("tuples", tuples).finish()
            }
        }
    }
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
    fn extension(&self) -> Option<Extension<'_>> {
        (**self).extension()
    }
}
