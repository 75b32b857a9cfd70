//! Variables that all differ, some of which have a known sum: the sets of values for all of them at once.

use crate::model::ids::Literal;
use crate::model::plan::Model;
use crate::rules::rule::{Cost, Explanation, Rule, Scopes};
use crate::rules::snapshot::{Detail, because, fingerprint};
use crate::rules::split::Split;
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// What different variables can have that are split into parts with known sums: exactly the values of the assignments
/// that satisfy all of it, parts and differences, together. So a value that a part must hold leaves all variables beside the
/// part, what is left over has its sum, and subsets of values that belong to as many variables are found as well.
///
/// It goes through the variables part by part and keeps the sets of values that they can take together, as bits; at the
/// end of a part only the sets with the right sum stay (dynamic programming as in Trick, *A dynamic programming approach
/// for consistency and propagation for knapsack constraints*, 2003, over sets instead of sums). It does nothing where
/// that would take long (ten values and more, where most are left), or the model has more than 64 values.
///
/// It is a rule beside the constraints, which say what holds.
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{ModelBuilder, Multiplicity, Shares, Solver, Split, Sums, Term};
///
/// // Two of four different digits add up to 7, and of these two sets one has no place for the others.
/// let mut builder = ModelBuilder::new();
/// let (part, others) = (builder.variables(2, 1..=4), [builder.variable([1, 2]), builder.variable([1, 2])]);
/// builder.region(part.iter().copied().chain(others));
/// let split = Split::new([(part.clone(), 7)], others);
/// let term = Term { coefficient: 1, vars: part.clone(), values: Multiplicity::Different };
/// builder.constraint(Arc::new(Sums::total("seven", vec![term], 7)));
/// let solver = Solver::builder(&builder.build()?).rule(Shares::new("shares", vec![split])).build()?.infer();
/// assert_eq!(solver.expect_done().values(part[0]).collect::<Vec<_>>(), [3, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shares {
    name: String,
    splits: Vec<Split>,
}

impl Shares {
    /// The rule for all of these.
    pub fn new(name: impl Into<String>, splits: Vec<Split>) -> Shares {
        Shares { name: name.into(), splits }
    }
}

impl Rule for Shares {
    fn name(&self) -> &str {
        &self.name
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(self.splits.iter().map(|split| split.vars().to_vec()).collect())
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    /// A print of the domains that it left.
    fn memory(&self, _: usize) -> usize {
        1
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        if fingerprint(scope) != scope.memory(0) && self.splits[scope.index()].keep(scope)? {
            let print = fingerprint(scope);
            scope.set_memory(0, print);
        }
        Ok(())
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let split = &self.splits[past.index()];
        because(removed, past, Detail::Values, |model, domains| split.feasible(model, domains) != Some(false))
    }
}
