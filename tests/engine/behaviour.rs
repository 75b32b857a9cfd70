//! Rules that behave badly.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use pencilmark::{
    Conflict, Contradiction, Count, Limits, Literal, ModelBuilder, Outcome, Rule, Scope, Solver, Store,
    Strategy,
};

use crate::models::{Applies, Holds, Square, model};

#[test]
fn a_rule_that_changes_only_its_memory_lets_the_fixpoint_end() {
    let (model, vars) = model(&[vec![1, 2], vec![1, 2]], &[]);
    let busy = Applies("busy", vars, |scope: &mut Scope<'_>| {
        scope.set_memory(0, scope.memory(0) + 1);
        scope.remove(0, 7)?;
        scope.retain(1, |_| true)
    });
    let mut solver = Solver::builder(&model).rule(busy).build().unwrap();
    assert_eq!(solver.count(100), Count::Exactly(4));
}

#[test]
fn a_rule_that_keeps_a_conflict_to_itself_is_seen_through() {
    let (model, vars) = model(&[vec![1, 2], vec![1, 2], vec![1, 2]], &[]);
    let quiet = Applies("quiet", vars.clone(), |scope: &mut Scope<'_>| {
        if scope.value(0) == Some(1) {
            let _ = scope.retain(1, |_| false);
        }
        Ok(())
    });
    let mut solver = Solver::builder(&model).rule(quiet).limits(Limits::none().nodes(1000)).build().unwrap();
    assert_eq!(solver.count(100), Count::Exactly(4));
    solver.assume(Literal::Is(vars[0], 1));
    let Outcome::NoSolution(proof) = solver.infer() else { panic!("a domain is empty") };
    assert!(proof.contradiction.unwrap().to_string().starts_with("quiet: x1 != 1 x1 != 2 no solution"));
}

#[test]
fn the_default_explanation_of_a_large_deduction_is_no_larger_than_its_scope() {
    let side = 200;
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(side, 1..=side as i32);
    let model = builder.build().unwrap();
    let low = Applies("low", vars.clone(), move |scope: &mut Scope<'_>| {
        (0..scope.len()).try_for_each(|i| scope.retain(i, |value| value <= 3))
    });
    let odd = Applies("odd", vars, |scope: &mut Scope<'_>| {
        (0..scope.len()).try_for_each(|i| scope.retain(i, |value| value % 2 == 1 && value > 1))?;
        Err(Conflict)
    });
    let mut solver = Solver::builder(&model).rule(low).rule(odd).build().unwrap();
    let start = Instant::now();
    let Outcome::NoSolution(proof) = solver.infer() else { panic!("odd says so") };
    let Some(Contradiction::Deduction(deduction)) = proof.contradiction.map(|found| *found) else { panic!() };
    assert_eq!(deduction.because.len(), side * (side - 3));
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[test]
fn a_constraint_may_name_a_variable_twice_or_none() {
    let mut builder = ModelBuilder::new();
    let var = builder.variable(0..=5);
    builder.constraint(Holds("square", vec![var, var], |values: &[i32]| values[0] * values[1] == 9));
    assert_eq!(Solver::new(&builder.build().unwrap()).solve().expect_done().values(), [3]);
    let mut builder = ModelBuilder::new();
    builder.variable(0..=5);
    builder.constraint(Holds("never", vec![], |_: &[i32]| false));
    assert_eq!(Solver::new(&builder.build().unwrap()).count(9), Count::Exactly(0));
}

/// A rule on all regions that does nothing but count how often it is asked.
struct Idle(&'static str, Arc<AtomicU64>);

impl Rule for Idle {
    fn name(&self) -> &str {
        self.0
    }
    fn apply(&self, _: &mut Scope<'_>) -> Result<(), Conflict> {
        self.1.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

#[test]
fn a_rule_is_not_taken_for_one_of_the_library_by_its_name() {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(5000, 1..=2);
    for pair in vars.chunks(2) {
        builder.region(pair.iter().copied());
    }
    let model = builder.build().unwrap();
    let count = Arc::new(AtomicU64::new(0));
    let builder = Solver::builder(&model).without_rules();
    let builder = builder.rule(Idle("naked single", count.clone())).rule(Idle("hidden single", count));
    let mut solver = builder.build().unwrap();
    solver.assume(Literal::Is(vars[0], 1));
    assert_eq!(solver.infer_with(Store::open).expect_done(), 4999, "nobody infers anything");
    let mut solver = Solver::new(&model);
    solver.assume(Literal::Is(vars[0], 1));
    assert_eq!(solver.infer_with(Store::open).expect_done(), 4998);
}

#[test]
fn learning_applies_rules_on_regions_too() {
    let model = Square::latin(6).model();
    let count = Arc::new(AtomicU64::new(0));
    let builder = Solver::builder(&model).strategy(Strategy::Learning).rule(Idle("idle", count.clone()));
    let _ = builder.build().unwrap().solve().expect_done();
    // Each of the twelve regions once at the root; each fixed variable changes two of them.
    assert!(count.load(Ordering::Relaxed) > 40, "{count:?}");
}
