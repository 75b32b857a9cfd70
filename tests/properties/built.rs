//! From the puzzle to the engine.

use std::sync::Arc;

use pencilmark::{
    Conflict, Constraint, Literal, Model, ModelBuilder, Rule, Scope, Scopes, Solver, SolverBuilder, Var,
    library,
};
use proptest::test_runner::TestCaseError;

use crate::twin::{Posting, Puzzle, Relation, product};

/// A relation as the engine sees it: a constraint, or a rule, or both.
pub(crate) struct Posted {
    pub(crate) vars: Vec<Var>,
    pub(crate) relation: Relation,
}

impl Constraint for Posted {
    fn name(&self) -> &str {
        "relation"
    }
    fn scope(&self) -> &[Var] {
        &self.vars
    }
    fn holds(&self, values: &[i32]) -> bool {
        self.relation.holds(values)
    }
}

/// Removes the values without support in its scope, one variable after the other.
impl Rule for Posted {
    fn name(&self) -> &str {
        "support"
    }
    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.vars.clone()])
    }
    fn memory(&self, _: usize) -> usize {
        1
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        // What is remembered is undone with the domains: never more fixed variables than there are.
        let fixed = (0..scope.len()).filter(|&i| scope.is_fixed(i)).count() as u64;
        assert!(scope.memory(0) <= fixed, "the memory was not undone");
        scope.set_memory(0, fixed);
        if (0..scope.len()).map(|i| scope.size(i) as u64).product::<u64>() > 2000 {
            return Ok(());
        }
        for i in 0..scope.len() {
            let lists: Vec<Vec<i32>> = (0..scope.len()).map(|i| scope.values(i).collect()).collect();
            let equal = |values: &[i32]| {
                (0..values.len())
                    .all(|a| (0..a).all(|b| self.vars[a] != self.vars[b] || values[a] == values[b]))
            };
            let supports: Vec<Vec<i32>> =
                product(&lists).into_iter().filter(|values| equal(values) && self.holds(values)).collect();
            scope.retain(i, |value| supports.iter().any(|support| support[i] == value))?;
        }
        if scope.is_empty() && !self.holds(&[]) { Err(Conflict) } else { Ok(()) }
    }
}

/// The model, its variables in the order of the puzzle, and the rules posted beside it.
pub(crate) struct Built {
    pub(crate) model: Model,
    pub(crate) vars: Vec<Var>,
    pub(crate) rules: Vec<Arc<Posted>>,
}

pub(crate) fn build(puzzle: &Puzzle) -> Built {
    let mut builder = ModelBuilder::new();
    let vars: Vec<Var> = puzzle.domains.iter().map(|domain| builder.variable(domain.clone())).collect();
    for region in &puzzle.regions {
        builder.region(region.iter().map(|&var| vars[var]));
    }
    let mut rules = Vec::new();
    for (scope, relation, posting) in &puzzle.relations {
        let posted =
            || Posted { vars: scope.iter().map(|&var| vars[var]).collect(), relation: relation.clone() };
        let constraint = Arc::new(posted());
        match posting {
            Posting::Alone => {}
            Posting::Beside => rules.push(Arc::new(posted())),
            Posting::Both => rules.push(constraint.clone()),
        }
        builder.constraint(constraint);
    }
    Built { model: builder.build().unwrap(), vars, rules }
}

impl Built {
    /// A solver with the library's rules and those of the puzzle.
    pub(crate) fn solver(&self) -> SolverBuilder {
        self.rules.iter().fold(Solver::builder(&self.model), |builder, rule| builder.rule(rule.clone()))
    }

    /// A solver with these rules only.
    pub(crate) fn solver_with(&self, rules: Vec<Arc<dyn Rule>>) -> SolverBuilder {
        rules.into_iter().fold(Solver::builder(&self.model).without_rules(), SolverBuilder::rule)
    }

    /// All rules, in the order that `order` makes of them, where the subset `kept` keeps only some.
    pub(crate) fn some_rules(&self, order: u64, kept: u64) -> Vec<Arc<dyn Rule>> {
        let mut rules = library();
        rules.extend(self.rules.iter().map(|rule| rule.clone() as Arc<dyn Rule>));
        shuffle(&mut rules, order);
        let mut bits = kept;
        rules.retain(|_| {
            bits = bits.rotate_right(1);
            bits & 1 == 1
        });
        rules
    }

    pub(crate) fn literals(&self, puzzle: &Puzzle) -> Vec<Literal> {
        let literal = |&(var, value, is): &(usize, i32, bool)| {
            if is { Literal::Is(self.vars[var], value) } else { Literal::IsNot(self.vars[var], value) }
        };
        puzzle.assumptions.iter().map(literal).collect()
    }
}

pub(crate) fn shuffle<T>(items: &mut [T], mut seed: u64) {
    for i in (1..items.len()).rev() {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        items.swap(i, (seed >> 33) as usize % (i + 1));
    }
}

pub(crate) fn assume_all(solver: &mut Solver, literals: &[Literal]) {
    for &literal in literals {
        solver.assume(literal);
    }
}

pub(crate) type Check = Result<(), TestCaseError>;
