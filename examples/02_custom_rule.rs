//! A constraint and a rule from outside the crate, both by one struct.
//!
//! A constraint says what holds, and that is enough for right answers. A rule infers, and makes them
//! come sooner. Both are added to a solver without touching a file of the engine.

use std::sync::{Arc, Mutex};

use pencilmark::{
    Conflict, Constraint, Deduction, Literal, Model, ModelBuilder, Nogood, Outcome, Rule, Scope, Scopes,
    Solver, SolverBuilder, Store, Strategy, Var,
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
    refute()
}

/// The corners of a magic square of side 4 add up to 34 as its lines do: with 35 there is none. Rules see sums one by one,
/// and so do not see why; search does, and what it learns at its dead ends comes from the rule above.
fn refute() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(16, 1..=16);
    builder.region(vars.iter().copied());
    let line = |start: usize, step: usize| (0..4).map(|i| vars[start + i * step]).collect::<Vec<_>>();
    let mut lines: Vec<(Vec<Var>, i64)> = Vec::new();
    for i in 0..4 {
        lines.extend([(line(4 * i, 1), 34), (line(i, 4), 34)]);
    }
    lines.extend([(line(0, 5), 34), (line(3, 3), 34)]);
    lines.push(([0, 3, 12, 15].map(|corner| vars[corner]).to_vec(), 35));
    let sums: Vec<Arc<Sum>> = lines.into_iter().map(|(vars, total)| Arc::new(Sum { vars, total })).collect();
    for sum in &sums {
        builder.constraint(sum.clone());
    }
    let model = builder.build()?;

    let learnt: Arc<Mutex<Vec<Nogood>>> = Arc::default();
    let seen = learnt.clone();
    let watch = move |nogood: &Nogood| seen.lock().expect("nobody has panicked").push(nogood.clone());
    let solver = Solver::builder(&model).strategy(Strategy::Learning).nogoods(watch);
    let mut solver = sums.into_iter().fold(solver, SolverBuilder::rule).build()?;
    solver.assume(Literal::Is(vars[0], 8));
    assert!(matches!(solver.solve(), Outcome::NoSolution(_)));
    assert!(solver.statistics().conflicts > 1000);
    let learnt = learnt.lock().expect("nobody has panicked");
    let by_rule = |nogood: &&Nogood| nogood.kept && nogood.rules.iter().any(|rule| rule == "sum bounds");
    let shortest = learnt.iter().filter(by_rule).min_by_key(|nogood| nogood.literals.len());
    println!(
        "{} nogoods; the shortest by the sums: {:?}",
        learnt.len(),
        shortest.map(|nogood| &nogood.literals)
    );
    assert!(shortest.is_some());
    Ok(())
}
