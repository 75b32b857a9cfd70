//! Clauses: of some literals at least one is true.

use smallvec::SmallVec;

use crate::model::constraint::Constraint;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::rules::rule::{Explanation, Rule, Scopes};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// Clauses: of the literals of each at least one is true.
///
/// Where all of a clause but one are false, the last is made true; where its variables differ, that is all there is to
/// infer from it alone. "If a is 5, then b is 1 or c is 9" is the clause *a is not 5, b is 1, c is 9*.
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{Clauses, Literal, ModelBuilder, Solver};
///
/// let mut builder = ModelBuilder::new();
/// let vars = builder.variables(2, 1..=3);
/// let clause = vec![Literal::IsNot(vars[0], 2), Literal::Is(vars[1], 3)];
/// let clauses = Arc::new(Clauses::new("two before three", [clause]));
/// builder.constraint(clauses.clone());
/// let model = builder.build()?;
/// assert_eq!(Solver::builder(&model).rule(clauses).build()?.count(100).found(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Clauses {
    name: String,
    clauses: Vec<Vec<Literal>>,
    /// Each variable once, ascending.
    scope: Vec<Var>,
}

impl Clauses {
    /// These clauses.
    pub fn new(name: impl Into<String>, clauses: impl IntoIterator<Item = Vec<Literal>>) -> Clauses {
        let clauses: Vec<Vec<Literal>> = clauses.into_iter().collect();
        let mut scope: Vec<Var> = clauses.iter().flatten().map(|literal| literal.var()).collect();
        scope.sort_unstable();
        scope.dedup();
        Clauses { name: name.into(), clauses, scope }
    }
}

/// The literal that is true where `literal` is false.
fn negated(literal: Literal) -> Literal {
    match literal {
        Literal::Is(var, value) => Literal::IsNot(var, value),
        Literal::IsNot(var, value) => Literal::Is(var, value),
    }
}

impl Constraint for Clauses {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let value = |var: Var| self.scope.binary_search(&var).ok().map(|place| values[place]);
        self.clauses.iter().all(|clause| {
            clause.iter().any(|&literal| match literal {
                Literal::Is(var, wanted) => value(var) == Some(wanted),
                Literal::IsNot(var, other) => value(var) != Some(other),
            })
        })
    }
}

impl Rule for Clauses {
    fn name(&self) -> &str {
        &self.name
    }

    fn scopes(&self, _: &Model) -> Scopes {
        let vars = |clause: &Vec<Literal>| clause.iter().map(|literal| literal.var()).collect();
        Scopes::Lists(self.clauses.iter().map(vars).collect())
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let clause = &self.clauses[scope.index()];
        let mut last = None;
        for (i, &literal) in clause.iter().enumerate() {
            let value = literal.value();
            let (is_false, is_true) = match literal {
                Literal::Is(..) => (!scope.contains(i, value), scope.value(i) == Some(value)),
                Literal::IsNot(..) => (scope.value(i) == Some(value), !scope.contains(i, value)),
            };
            if is_true || !is_false && last.is_some() {
                return Ok(());
            }
            if !is_false {
                last = Some((i, literal));
            }
        }
        match last {
            None => Err(Conflict),
            Some((i, Literal::Is(_, value))) => scope.assign(i, value),
            Some((i, Literal::IsNot(_, value))) => scope.remove(i, value),
        }
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let clause = &self.clauses[past.index()];
        let open = |&&literal: &&Literal| !past.knows(negated(literal));
        let open: SmallVec<[Literal; 2]> = clause.iter().filter(open).copied().collect();
        let expected = usize::from(removed.is_some());
        if open.len() != expected {
            return Explanation::Scope;
        }
        let others = clause.iter().filter(|literal| !open.contains(literal));
        Explanation::Because(others.map(|&literal| negated(literal)).collect())
    }
}
