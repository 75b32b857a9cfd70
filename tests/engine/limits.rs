//! Limits.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use pencilmark::{
    Cancel, Clock, Count, InOrder, Limits, Model, ModelBuilder, Outcome, Solver, StopReason, Strategy,
    Uniqueness,
};

use crate::models::{Holds, Square};

/// A model whose search does not end in any test's time: more pigeons than holes, told by pairs.
fn endless() -> Model {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(40, 1..=39);
    for (i, &a) in vars.iter().enumerate() {
        for &b in &vars[..i] {
            builder.constraint(Holds("differ", vec![a, b], |values: &[i32]| values[0] != values[1]));
        }
    }
    builder.build().unwrap()
}

fn stop_of<T: std::fmt::Debug>(outcome: &Outcome<T>) -> (StopReason, u64) {
    let Outcome::Stopped(stopped) = outcome else { panic!("it cannot end: {outcome:?}") };
    assert_eq!(stopped.to_string(), format!("stopped: {}", stopped.reason));
    (stopped.reason, stopped.statistics.nodes)
}

#[test]
fn the_time_limit_is_obeyed() {
    let model = endless();
    let mut solver = Solver::new(&model);
    for limit in [0, 30, 400].map(Duration::from_millis) {
        solver.set_limits(Limits::none().time(limit));
        let start = Instant::now();
        assert_eq!(stop_of(&solver.solve()).0, StopReason::Time);
        let taken = start.elapsed();
        // The slack is the promise's 50 ms, and as much again for a busy machine.
        assert!(taken >= limit && taken < limit + Duration::from_millis(100), "{taken:?} for {limit:?}");
    }
    assert!(matches!(solver.count(5), Count::Stopped(0, stopped) if stopped.reason == StopReason::Time));
    assert!(matches!(solver.check(), Uniqueness::Stopped(stopped) if stopped.reason == StopReason::Time));
}

#[test]
fn the_time_limit_is_obeyed_with_slow_constraints() {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(30, 0..=9);
    for pair in vars.windows(2) {
        builder.constraint(Holds("slow", pair.to_vec(), |values: &[i32]| {
            std::thread::sleep(Duration::from_micros(100));
            values[0] > values[1]
        }));
    }
    let model = builder.build().unwrap();
    let limits = Limits::none().time(Duration::from_millis(100));
    let mut solver = Solver::builder(&model).limits(limits).brancher(InOrder::new).build().unwrap();
    let start = Instant::now();
    assert_eq!(stop_of(&solver.solve()).0, StopReason::Time);
    assert!(start.elapsed() < Duration::from_millis(250), "{:?}", start.elapsed());
}

#[test]
fn cancelling_from_another_thread_ends_the_work() {
    let model = endless();
    let cancel = Cancel::new();
    let mut solver = Solver::builder(&model).limits(Limits::none().cancel(&cancel)).build().unwrap();
    let (done, start) = std::thread::scope(|scope| {
        let thread = scope.spawn(|| stop_of(&solver.solve()));
        std::thread::sleep(Duration::from_millis(50));
        let start = Instant::now();
        cancel.cancel();
        (thread.join().unwrap(), start)
    });
    assert!(start.elapsed() < Duration::from_millis(100), "{:?}", start.elapsed());
    assert_eq!(done.0, StopReason::Cancelled);
    assert_eq!(stop_of(&solver.infer()).0, StopReason::Cancelled, "who is cancelled before, does not begin");
}

#[test]
fn the_node_limit_is_exact() {
    let model = endless();
    let mut solver = Solver::new(&model);
    for limit in [0, 1, 2, 77, 5000] {
        solver.set_limits(Limits::none().nodes(limit));
        assert_eq!(stop_of(&solver.solve()), (StopReason::Nodes, limit));
    }
    // What just fits is done, and one node less is stopped.
    let model = Square::boxed(3, 3).model();
    let mut solver = Solver::new(&model);
    let _ = solver.solve().expect_done();
    let taken = solver.statistics().nodes;
    solver.set_limits(Limits::none().nodes(taken));
    let _ = solver.solve().expect_done();
    solver.set_limits(Limits::none().nodes(taken - 1));
    assert_eq!(stop_of(&solver.solve()), (StopReason::Nodes, taken - 1));
}

#[test]
fn nodes_are_counted_alike_by_all_searches() {
    // All values differ and there is no dead end, so each decision leads to one solution more.
    for side in 1..=6 {
        let mut builder = ModelBuilder::new();
        let vars = builder.variables(side, 1..=side as i32);
        builder.region(vars);
        let model = builder.build().unwrap();
        let solutions: u64 = (1..=side as u64).product();
        for strategy in [Strategy::Auto, Strategy::Plain, Strategy::Learning] {
            let mut solver = Solver::builder(&model).strategy(strategy).build().unwrap();
            let nodes = solutions - 1;
            assert_eq!(solver.count(u64::MAX), Count::Exactly(solutions));
            assert_eq!(solver.statistics().nodes, nodes, "{side} {strategy:?}");
            let _ = solver.visit(u64::MAX, |_| ControlFlow::Continue(()));
            assert_eq!(solver.statistics().nodes, nodes, "{side} {strategy:?}");
            assert_eq!(solver.solutions().count() as u64, solutions);
            assert_eq!(solver.statistics().nodes, nodes, "{side} {strategy:?}");
            for limit in (0..nodes).step_by(7).chain([nodes.saturating_sub(1)]).filter(|&limit| limit < nodes)
            {
                solver.set_limits(Limits::none().nodes(limit));
                for _ in 0..2 {
                    let Count::Stopped(found, stopped) = solver.count(u64::MAX) else { panic!("{limit}") };
                    assert_eq!((stopped.reason, stopped.statistics.nodes), (StopReason::Nodes, limit));
                    assert!(found <= limit + 1, "{found} {limit}");
                    let visited = solver.visit(u64::MAX, |_| ControlFlow::Continue(()));
                    assert_eq!((visited.found(), solver.statistics().nodes), (found, limit));
                    assert_eq!(solver.solutions().count() as u64, found);
                }
            }
            solver.set_limits(Limits::none().nodes(nodes));
            assert_eq!(solver.count(u64::MAX), Count::Exactly(solutions), "{side} {strategy:?}");
        }
    }
}

#[test]
fn an_iterator_that_has_ended_stays_so() {
    let now = Arc::new(AtomicU64::new(0));
    let clock = now.clone();
    let clock = Clock::new(move || Duration::from_secs(clock.load(Ordering::Relaxed)));
    for strategy in [Strategy::Auto, Strategy::Plain, Strategy::Learning] {
        now.store(0, Ordering::Relaxed);
        let limits = Limits::none().clock(clock.clone()).time(Duration::from_secs(1));
        let model = Square::boxed(3, 3).model();
        let mut solver = Solver::builder(&model).strategy(strategy).limits(limits).build().unwrap();
        let mut solutions = solver.solutions();
        assert!(solutions.next().is_some());
        now.store(2, Ordering::Relaxed);
        assert!(solutions.by_ref().count() < 1_000_000, "it ends");
        assert!((0..1000).all(|_| solutions.next().is_none()));
    }
}

#[test]
fn a_stopped_search_goes_on_where_it_was() {
    let general = (Square::boxed(2, 2).model(), Strategy::Plain, 288);
    let fast = (Square::latin(5).model(), Strategy::Auto, 161_280);
    for (model, strategy, count) in [general, fast] {
        let now = Arc::new(AtomicU64::new(0));
        let time = now.clone();
        let clock = Clock::new(move || Duration::from_secs(time.load(Ordering::Relaxed)));
        let limits = Limits::none().time(Duration::from_secs(10)).clock(clock);
        let mut solver = Solver::builder(&model).strategy(strategy).limits(limits).build().unwrap();
        let mut solutions = solver.solutions();
        let mut seen = HashSet::new();
        let mut stops = 0;
        for round in 0.. {
            match solutions.next_outcome() {
                Outcome::Done(solution) => assert!(seen.insert(solution)),
                Outcome::NoSolution(_) => break,
                Outcome::Stopped(stopped) => {
                    assert_eq!(stopped.reason, StopReason::Time);
                    stops += 1;
                }
            }
            // The caller's clock, and no other: the limit comes and goes as it says.
            now.store(if round % 3 == 0 { 11 } else { 0 }, Ordering::Relaxed);
        }
        assert_eq!(seen.len(), count);
        assert!(stops > 0);
    }
}

#[test]
fn the_memory_limit_is_obeyed_and_does_not_stick() {
    let mut builder = ModelBuilder::new();
    builder.variables(10_000, 0..=1);
    let model = builder.build().unwrap();
    let mut solver = Solver::new(&model);
    solver.set_limits(Limits::none().memory(1000));
    assert_eq!(stop_of(&solver.infer()).0, StopReason::Memory, "not even the store fits");
    solver.set_limits(Limits::none().memory(400_000));
    assert_eq!(stop_of(&solver.solve()).0, StopReason::Memory, "the log does not fit");
    assert!(matches!(solver.infer(), Outcome::Done(_)), "what was left over is no reason to stop");
    solver.set_limits(Limits::none().memory(4_000_000));
    assert!(matches!(solver.solve(), Outcome::Done(_)));
}
