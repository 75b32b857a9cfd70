//! Size, and small stacks.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use pencilmark::{Cancel, InOrder, Limits, ModelBuilder, ModelError, Outcome, Solver, StopReason};

use crate::models::{Holds, Square, model, on_a_small_stack};

#[test]
fn an_empty_16x16_has_a_solution_on_a_small_stack() {
    on_a_small_stack(|| {
        let model = Square::boxed(4, 4).model();
        let limits = Limits::none().time(Duration::from_secs(20));
        let mut solver = Solver::builder(&model).limits(limits).build().unwrap();
        assert!(matches!(solver.solve(), Outcome::Done(_)));
    });
}

#[test]
fn many_independent_variables_need_no_stack() {
    on_a_small_stack(|| {
        let mut builder = ModelBuilder::new();
        builder.variables(50_000, 0..=1);
        let model = builder.build().unwrap();
        let mut solver = Solver::new(&model);
        let ten: HashSet<_> = solver.solutions().take(10).collect();
        assert_eq!(ten.len(), 10);
        assert_eq!(solver.statistics().depth, 50_000);
    });
}

#[test]
fn a_long_chain_of_decisions_is_left_in_milliseconds() {
    on_a_small_stack(|| {
        // Each variable is at most its successor: the lowest values never conflict.
        let mut builder = ModelBuilder::new();
        let vars = builder.variables(20_000, 0..=1);
        for pair in vars.windows(2) {
            builder.constraint(Holds("at most", pair.to_vec(), |values: &[i32]| values[0] <= values[1]));
        }
        let model = builder.build().unwrap();
        let cancel = Cancel::new();
        let switch = cancel.clone();
        let limits = Limits::none().cancel(&cancel);
        let mut solver = Solver::builder(&model)
            .brancher(InOrder::new)
            .limits(limits)
            .progress(move |statistics| {
                if statistics.nodes > 15_000 {
                    switch.cancel();
                }
            })
            .build()
            .unwrap();
        let mut solutions = solver.solutions();
        let Outcome::Stopped(stopped) = solutions.next_outcome() else { panic!("it was cancelled") };
        assert_eq!(stopped.reason, StopReason::Cancelled);
        assert!(stopped.statistics.depth > 15_000);
        let start = Instant::now();
        drop(solutions);
        assert!(start.elapsed() < Duration::from_millis(200), "leaving took {:?}", start.elapsed());
        solver.set_limits(Limits::none());
        assert!(matches!(solver.solve(), Outcome::Done(_)));
        assert_eq!(solver.statistics().depth, 20_000);
    });
}

#[test]
fn a_region_of_a_thousand_variables_in_one_path() {
    on_a_small_stack(|| {
        // Variable i has i and i + 1, the last one only the last value: fixing it fixes all, one after the other.
        let mut domains: Vec<Vec<i32>> = (0..999).map(|i| vec![i, i + 1]).collect();
        domains.push(vec![999]);
        let all: Vec<usize> = (0..1000).collect();
        let (path, vars) = model(&domains, &[&all]);
        let domains = Solver::new(&path).infer().expect_done();
        assert!(vars.iter().enumerate().all(|(i, &var)| domains.value(var) == Some(i as i32)));
    });
}

#[test]
fn what_cannot_fit_is_refused_before_it_is_allocated() {
    let needed = |error: ModelError| match error {
        ModelError::TooLarge { needed, cap } => {
            assert_eq!(cap, ModelBuilder::MEMORY_CAP);
            assert!(needed > cap);
        }
        other => panic!("{other}"),
    };
    for count in [1_000_000_000_000, usize::MAX] {
        let mut builder = ModelBuilder::new();
        builder.variables(7, 1..=9);
        assert!(builder.variables(count, 1..=9).is_empty());
        builder.variable(1..=2);
        needed(builder.build().unwrap_err());
    }
    let mut builder = ModelBuilder::new();
    builder.variables(3, i32::MIN..=i32::MAX);
    needed(builder.build().unwrap_err());
    let mut builder = ModelBuilder::new();
    builder.memory_cap(1000);
    builder.variables(26, 1..=2);
    let error = builder.build().unwrap_err();
    let message = "the model needs 1040 bytes, more than the cap of 1000; raise it with `memory_cap`, \
        before the variables are made";
    assert_eq!(error.to_string(), message);
    // What was refused stays refused, and what is made before counts under the cap that is in force at the end.
    let mut builder = ModelBuilder::new();
    builder.memory_cap(1000);
    assert!(builder.variables(26, 1..=2).is_empty());
    builder.memory_cap(10_000);
    assert_eq!(builder.build().unwrap_err().to_string(), message);
    let mut builder = ModelBuilder::new();
    builder.variables(26, 1..=2);
    builder.memory_cap(1000);
    assert!(builder.build().is_err());
    // All of `i32` is one value too many to be counted, whatever the cap.
    let mut builder = ModelBuilder::new();
    builder.memory_cap(u64::MAX);
    builder.variable(i32::MIN..=i32::MAX);
    let message =
        "4294967296 values in one domain, but at most 4294967295 can be told apart, whatever the memory cap";
    assert_eq!(builder.build().unwrap_err().to_string(), message);
    // What fits is no matter of the number of values that a region might have.
    let mut builder = ModelBuilder::new();
    builder.memory_cap(1 << 20);
    builder.variables(100, 0..=1000);
    assert!(builder.build().is_ok());
}
