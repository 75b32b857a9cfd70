//! A constraint and a rule from outside the crate, both by one struct.
//!
//! A constraint says what holds, and that is enough for right answers. A rule infers, and makes them
//! come sooner. Both are added to a solver without touching a file of the engine.

use std::sync::Arc;

use pencilmark::{
    Conflict, Constraint, Deduction, Model, ModelBuilder, Rule, Scope, Scopes, Solver, Store, Var,
};

/// Some variables add up to a total.
struct Sum {
    vars: Vec<Var>,
    total: i64,
}

impl Constraint for Sum {
    fn name(&self) -> &str {
        "sum"
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        values.iter().copied().map(i64::from).sum::<i64>() == self.total
    }
}

impl Rule for Sum {
    fn name(&self) -> &str {
        "sum bounds"
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.vars.clone()])
    }

    /// A value stays if the lowest values of the others leave room for it, and the highest ones reach far enough.
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let mut ends = Vec::new();
        for i in 0..scope.len() {
            let (low, high) = (scope.lowest(i).ok_or(Conflict)?, scope.highest(i).ok_or(Conflict)?);
            ends.push((i64::from(low), i64::from(high)));
        }
        let low: i64 = ends.iter().map(|end| end.0).sum();
        let high: i64 = ends.iter().map(|end| end.1).sum();
        for (i, end) in ends.iter().enumerate() {
            let others = (low - end.0, high - end.1);
            scope.retain(i, |value| {
                let rest = self.total - i64::from(value);
                others.0 <= rest && rest <= others.1
            })?;
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Three different numbers from 1 to 9 that add up to 24 can only be 7, 8 and 9.
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(3, 1..=9);
    builder.region(vars.iter().copied());
    let sum = Arc::new(Sum { vars: vars.clone(), total: 24 });
    builder.constraint(sum.clone());
    let model = builder.build()?;

    // The constraint alone gives right answers.
    let mut plain = Solver::new(&model);
    assert_eq!(plain.count(100).found(), 6);
    assert_eq!(plain.infer().expect_done().values(vars[0]).count(), 9);

    // The rule infers before anything is tried. An observer sees each deduction with its reasons.
    let mut solver = Solver::builder(&model).rule(sum.clone()).build()?;
    assert_eq!(solver.count(100).found(), 6);
    let print = |deduction: &Deduction, _: &Store| println!("{deduction}");
    let mut solver = Solver::builder(&model).rule(sum).observer(print).build()?;
    let domains = solver.infer().expect_done();
    assert_eq!(domains.values(vars[0]).collect::<Vec<_>>(), [6, 7, 8, 9]);
    Ok(())
}
