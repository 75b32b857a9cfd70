//! Errors.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use pencilmark::{
    Clock, Conflict, Limits, ModelBuilder, ModelError, Rule, RuleError, Scope, Solver, StopReason,
};

use crate::models::{Applies, Holds, model};

#[test]
fn every_error_of_the_builder_names_what_is_wrong() {
    let mut other = ModelBuilder::new();
    let stranger = other.variables(9, 1..=2)[8];
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(2, 1..=2);
    builder.region(vars.clone());
    builder.region([vars[0], stranger]);
    assert_eq!(builder.build().unwrap_err().to_string(), "region 1 names x8, but the model has 2 variables");
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(2, 1..=2);
    builder.constraint(Holds("fine", vars.clone(), |_: &[i32]| true));
    builder.constraint(Holds("odd one", vec![vars[1], stranger], |_: &[i32]| true));
    let message = "constraint 1 (odd one) names x8, but the model has 2 variables";
    assert_eq!(builder.build().unwrap_err().to_string(), message);
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(2, 1..=2);
    builder.region([vars[1], vars[0], vars[1]]);
    assert_eq!(builder.build().unwrap_err().to_string(), "region 0 names x1 twice");
}

/// Work and memory that are paid for before there is a model.
#[test]
fn what_is_collected_is_paid_for() {
    let mut builder = ModelBuilder::new();
    builder.memory_cap(1000);
    assert!(builder.reserve(600).is_ok() && builder.reserve(400).is_ok());
    let refusal = ModelError::TooLarge { needed: 1001, cap: 1000 };
    assert_eq!(builder.reserve(1).unwrap_err(), refusal);
    assert_eq!(builder.build().unwrap_err(), refusal);
    // The time counts from the first payment, and goes on while the model is built.
    let clock = Arc::new(AtomicU64::new(0));
    let now = clock.clone();
    let limits = Limits::none()
        .clock(Clock::new(move || Duration::from_secs(now.load(Ordering::Relaxed))))
        .time(Duration::from_secs(10));
    let begun = |seconds: u64| {
        clock.store(100, Ordering::Relaxed);
        let mut builder = ModelBuilder::new();
        builder.limits(limits.clone());
        builder.variable(1..=2);
        assert!(builder.spend(1000).is_ok());
        clock.store(100 + seconds, Ordering::Relaxed);
        builder
    };
    assert!(begun(9).build().is_ok());
    assert_eq!(begun(10).build().unwrap_err(), ModelError::Stopped(StopReason::Time));
    let mut late = begun(10);
    while late.spend(1000).is_ok() {}
    assert_eq!(late.build().unwrap_err(), ModelError::Stopped(StopReason::Time));
    // Others get what is left.
    let mut other = ModelBuilder::new();
    other.limits(begun(4).limits_left());
    assert!(other.spend(1000).is_ok());
    clock.store(109, Ordering::Relaxed);
    assert!(other.spend(1000).is_ok());
    clock.store(110, Ordering::Relaxed);
    assert_eq!(other.build().unwrap_err(), ModelError::Stopped(StopReason::Time));
}

#[test]
fn every_error_of_the_solver_builder_names_what_is_wrong() {
    let mut other = ModelBuilder::new();
    let stranger = other.variables(9, 1..=2)[8];
    let (model, vars) = model(&[vec![1, 2], vec![1, 2]], &[]);
    let builder = || Solver::builder(&model);
    let message = |builder: pencilmark::SolverBuilder| builder.build().unwrap_err().to_string();
    assert_eq!(
        message(builder().rule(Applies("far", vec![vars[0], stranger], |_: &mut Scope<'_>| Ok(())))),
        "rule far, scope 0: x8 is not one of the 2 variables of the model"
    );
    struct Lucky;
    impl Rule for Lucky {
        fn name(&self) -> &str {
            "lucky"
        }
        fn apply(&self, _: &mut Scope<'_>) -> Result<(), Conflict> {
            Ok(())
        }
        fn assumes_unique(&self) -> bool {
            true
        }
    }
    let unique =
        "rule lucky assumes that there is exactly one solution, which a solver cannot take for granted";
    assert_eq!(message(builder().rule(Lucky)), unique);
    assert_eq!(message(builder().rule(Arc::new(Lucky))), unique, "a shared rule says the same");
    assert_eq!(
        message(builder().without_rule("hidden singel")),
        "there is no rule hidden singel to drop; there are: naked single, hidden single, constraint check"
    );
    let error = builder().without_rules().without_rule("naked single").build().unwrap_err();
    assert!(matches!(error, RuleError::UnknownRule { .. }));
    let left = builder().without_rule("hidden single");
    assert_eq!(left.rules().collect::<Vec<_>>(), ["naked single", "constraint check"]);
    assert!(left.build().is_ok());
}
