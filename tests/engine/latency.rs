//! Limits are looked at often enough, whatever is being done: the longest time between two looks at the clock bounds how
//! late any stop can be, by time or by cancellation, at whatever moment it comes.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pencilmark::{
    Cancel, Clock, Conflict, Deduction, Limits, Literal, Model, ModelBuilder, Outcome, Rule, Scope, Solver,
    StopReason, Store, Strategy, Var,
};

use crate::models::{Applies, Holds};

/// The clock of this thread on a processor where the system tells it (other work on the machine does not count), else
/// that of the wall.
fn busy(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = text.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The longest time that `question` takes between two looks at the clock. It may end by a time limit as well as not.
fn longest_gap(time: Duration, question: impl FnOnce(Limits)) -> Duration {
    let start = Instant::now();
    let last = Arc::new(Mutex::new((busy(start), Duration::ZERO)));
    let seen = last.clone();
    let look = move || {
        let now = busy(start);
        let mut seen = seen.lock().unwrap();
        seen.1 = seen.1.max(now.saturating_sub(seen.0));
        seen.0 = now;
        now
    };
    let end = look.clone();
    question(Limits::none().time(time).clock(Clock::new(look)));
    end();
    last.lock().unwrap().1
}

/// What is asked of a model: something that takes long inside building, rules, explanations, analysis or search.
struct Case {
    name: &'static str,
    model: Model,
    assumed: Vec<Literal>,
    ask: fn(&Model, &[Literal], Limits),
}

fn ask(model: &Model, assumed: &[Literal], limits: Limits, strategy: Strategy) {
    // Large models may be stopped while the solver is built.
    let Ok(mut solver) = Solver::builder(model).strategy(strategy).limits(limits).build() else { return };
    assumed.iter().for_each(|&literal| solver.assume(literal));
    let _ = solver.solve();
}

fn plain(model: &Model, assumed: &[Literal], limits: Limits) {
    ask(model, assumed, limits, Strategy::Plain);
}

fn learning(model: &Model, assumed: &[Literal], limits: Limits) {
    ask(model, assumed, limits, Strategy::Learning);
}

fn infer(model: &Model, assumed: &[Literal], limits: Limits) {
    let Ok(mut solver) = Solver::builder(model).limits(limits).build() else { return };
    assumed.iter().for_each(|&literal| solver.assume(literal));
    let _ = solver.infer();
}

fn observe(model: &Model, assumed: &[Literal], limits: Limits) {
    let builder = Solver::builder(model).limits(limits).observer(|_: &Deduction, _: &Store| {});
    let Ok(mut solver) = builder.build() else { return };
    assumed.iter().for_each(|&literal| solver.assume(literal));
    let _ = solver.infer();
}

/// One region over all of `count` variables with the values `1..=values`.
fn one_region(count: usize, values: i32) -> (Model, Vec<Var>) {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(count, 1..=values);
    builder.region(vars.clone());
    (builder.build().unwrap(), vars)
}

/// A square with lines both ways as regions.
fn latin(side: usize) -> (Model, Vec<Var>) {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(side * side, 1..=side as i32);
    for i in 0..side {
        builder.region((0..side).map(|j| vars[i * side + j]));
        builder.region((0..side).map(|j| vars[j * side + i]));
    }
    (builder.build().unwrap(), vars)
}

/// Models of all shapes, `scale` times as large as they need be.
fn cases(scale: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, ask) in
        [("infer", infer as fn(&Model, &[Literal], Limits)), ("observe", observe), ("plain", plain)]
    {
        // Many variables and few values: walks over the scope. The equal pair has to be explained.
        let (model, vars) = one_region(25_000 * scale, 3);
        let pair = vec![Literal::Is(vars[7], 2), Literal::Is(vars[vars.len() - 7], 2)];
        cases.push(Case { name, model, assumed: pair, ask });
        // As many values as variables: a permutation of many words, and hidden singles.
        let side = 800 * scale;
        let (model, vars) = one_region(side, side as i32);
        let some = (1..side / 2).map(|i| Literal::Is(vars[2 * i], i as i32)).collect();
        cases.push(Case { name, model: model.clone(), assumed: some, ask });
        let pair = vec![Literal::Is(vars[7], 2), Literal::Is(vars[vars.len() - 7], 2)];
        cases.push(Case { name, model, assumed: pair, ask });
    }
    // A value that no place is left for.
    let side = 300 * scale;
    let (model, vars) = one_region(side, side as i32);
    let nowhere = vars.iter().map(|&var| Literal::IsNot(var, 3)).collect();
    cases.push(Case { name: "no place", model, assumed: nowhere, ask: observe });
    // Many slots: building the groups, and what learning keeps.
    let (model, vars) = latin(40 * scale.min(4));
    cases.push(Case { name: "latin learning", model: model.clone(), assumed: vec![], ask: learning });
    cases.push(Case { name: "latin infer", model, assumed: vec![Literal::Is(vars[0], 1)], ask: infer });
    // One true slot has many rivals.
    let mut builder = ModelBuilder::new();
    let window = |i: i32| (i / 2 * 4 + 1)..=(i / 2 * 4 + 8);
    let narrow: Vec<Var> = (0..20_000 * scale).map(|i| builder.variable(window(i as i32))).collect();
    builder.region(narrow);
    cases.push(Case { name: "windows", model: builder.build().unwrap(), assumed: vec![], ask: learning });
    // Pigeons: long analysis, reductions, restarts.
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(24, 1..=23);
    for (i, &a) in vars.iter().enumerate() {
        for &b in &vars[..i] {
            builder.constraint(Holds("differ", vec![a, b], |values: &[i32]| values[0] != values[1]));
        }
    }
    cases.push(Case { name: "pigeons", model: builder.build().unwrap(), assumed: vec![], ask: learning });
    // One variable with very many values, and many variables in no region at all.
    let mut builder = ModelBuilder::new();
    let wide = builder.variables(2, 0..=(2_000_000 * scale as i32));
    builder.region(wide.clone());
    let model = builder.build().unwrap();
    cases.push(Case { name: "wide", model, assumed: vec![Literal::Is(wide[0], 77)], ask: plain });
    let mut builder = ModelBuilder::new();
    builder.variables(100_000 * scale, 0..=1);
    cases.push(Case { name: "free", model: builder.build().unwrap(), assumed: vec![], ask: plain });
    cases
}

fn check(scale: usize, most: Duration) {
    for Case { name, model, assumed, ask } in cases(scale) {
        for time in [1, 20, 300].map(Duration::from_millis) {
            let gap = longest_gap(time, |limits| ask(&model, &assumed, limits));
            println!("{name:15} {model:?} {time:?}: {gap:?}");
            assert!(gap < most, "{name}, {model:?}, {time:?}: {gap:?} between two looks");
        }
    }
}

#[test]
fn the_clock_is_looked_at_all_the_time() {
    check(1, Duration::from_millis(150));
}

/// The promise is 50 ms, or 1% of the limit. The gaps are printed: 10 to 32 ms where this was written; the bound leaves room
/// for a machine with slow memory.
#[test]
#[ignore = "large models, and times that hold for optimised code"]
fn the_clock_is_looked_at_all_the_time_in_large_models() {
    check(8, Duration::from_millis(200));
}

/// A stop by the clock and one by a switch, at many moments, both of the wall: the answer says so and is in time.
#[test]
fn stops_come_in_time_at_any_moment() {
    let (model, vars) = one_region(30_000, 30_000);
    for late in [0, 3, 10, 30, 60, 100, 200].map(Duration::from_millis) {
        let limits = Limits::none().time(late);
        let mut solver = Solver::builder(&model).limits(limits).build().unwrap();
        for (i, &var) in vars.iter().enumerate().step_by(3) {
            solver.assume(Literal::Is(var, i as i32 + 1));
        }
        let start = Instant::now();
        let outcome = solver.solve();
        let taken = start.elapsed();
        let Outcome::Stopped(stopped) = outcome else { panic!("{late:?} are not enough") };
        assert_eq!(stopped.reason, StopReason::Time);
        assert!(taken >= late && taken < late + Duration::from_millis(200), "{taken:?} for {late:?}");

        let cancel = Cancel::new();
        solver.set_limits(Limits::none().cancel(&cancel));
        let (outcome, taken) = std::thread::scope(|scope| {
            let thread = scope.spawn(|| solver.solve());
            std::thread::sleep(late);
            let start = Instant::now();
            cancel.cancel();
            (thread.join().unwrap(), start.elapsed())
        });
        let Outcome::Stopped(stopped) = outcome else { panic!("{late:?} are not enough") };
        assert_eq!(stopped.reason, StopReason::Cancelled);
        assert!(taken < Duration::from_millis(200), "{taken:?} after {late:?}");
    }
}

/// A stop inside a rule takes its application back, memory and all, and the search goes on from there.
#[test]
fn a_rule_that_is_stopped_in_the_middle_begins_again() {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(8, 1..=4);
    let model = builder.build().unwrap();
    let now = Arc::new(Mutex::new(Duration::ZERO));
    let clock = now.clone();
    let limits =
        Limits::none().time(Duration::from_secs(1)).clock(Clock::new(move || *clock.lock().unwrap()));
    let time = now.clone();
    let rule = Applies("slow", vars, move |scope: &mut Scope<'_>| -> Result<(), Conflict> {
        assert_eq!(scope.memory(0), 0, "what was stopped has left something");
        for i in 0..scope.len() {
            assert!(scope.size(i) == 4 || scope.size(i) <= 2);
            scope.retain(i, |value| value <= 2)?;
            if i == 4 && scope.size(7) == 4 && *time.lock().unwrap() == Duration::ZERO {
                scope.set_memory(0, 7);
                *time.lock().unwrap() = Duration::from_secs(2);
            }
            scope.spend(1 << 22)?;
        }
        Ok(())
    });
    let mut solver = Solver::builder(&model).rule(rule).limits(limits).build().unwrap();
    let outcome = solver.infer();
    assert!(
        matches!(outcome, Outcome::Stopped(stopped) if stopped.reason == StopReason::Time),
        "{outcome:?}"
    );
    *now.lock().unwrap() = Duration::from_millis(1);
    let domains = solver.infer().expect_done();
    assert!(model.vars().all(|var| domains.values(var).eq([1, 2])));
}

#[test]
fn building_obeys_limits_too() {
    let cancel = Cancel::new();
    cancel.cancel();
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(100, 1..=100);
    builder.region(vars);
    builder.limits(Limits::none().cancel(&cancel));
    assert_eq!(builder.build().unwrap_err().to_string(), "stopped: cancelled");
    let (model, _) = one_region(1_000_000, 3);
    let error = Solver::builder(&model).limits(Limits::none().cancel(&cancel)).build().unwrap_err();
    assert_eq!(error.to_string(), "stopped: cancelled");
    let gap = longest_gap(Duration::from_secs(30), |limits| {
        let mut builder = ModelBuilder::new();
        let vars = builder.variables(300_000, 1..=300);
        builder.limits(limits);
        for shift in 0..3 {
            builder.region(vars.iter().copied().skip(shift));
        }
        drop(builder.build().unwrap());
    });
    assert!(gap < Duration::from_millis(150), "{gap:?} between two looks");
}

/// A rule on all regions, for the sake of its memory.
struct Greedy(usize);

impl Rule for Greedy {
    fn name(&self) -> &str {
        "greedy"
    }
    fn memory(&self, _: usize) -> usize {
        self.0
    }
    fn apply(&self, _: &mut Scope<'_>) -> Result<(), Conflict> {
        Ok(())
    }
}

#[test]
fn the_memory_of_rules_is_refused_before_it_is_taken_and_counted_after() {
    let (model, _) = latin(3);
    for words in [usize::MAX, 1 << 32, 1 << 28] {
        let error = Solver::builder(&model).rule(Greedy(words)).build().unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("rule greedy wants memory for ") && text.contains("`memory_cap`"), "{text}");
    }
    let mut solver = Solver::builder(&model).rule(Greedy(100_000)).build().unwrap();
    solver.set_limits(Limits::none().memory(6_000_000));
    assert!(matches!(solver.solve(), Outcome::Stopped(stopped) if stopped.reason == StopReason::Memory));
    solver.set_limits(Limits::none().memory(10_000_000));
    assert!(matches!(solver.solve(), Outcome::Done(_)));
}

/// Very many removed values are told of in several deductions, each of which follows from its reasons and the rule alone.
#[test]
fn what_is_long_is_told_in_parts() {
    const SIDE: i32 = 1_200;
    let (model, vars) = one_region(SIDE as usize, SIDE);
    let told = Arc::new(Mutex::new(Vec::<Deduction>::new()));
    let list = told.clone();
    let builder = Solver::builder(&model)
        .observer(move |deduction: &Deduction, _: &Store| list.lock().unwrap().push(deduction.clone()));
    let mut solver = builder.build().unwrap();
    for i in 0..SIDE / 2 {
        solver.assume(Literal::Is(vars[i as usize], i + 1));
    }
    assert!(matches!(solver.infer(), Outcome::Done(_)));
    let told = told.lock().unwrap();
    assert!(told.len() > 1, "one deduction for all");
    let mut removed: Vec<(Var, i32)> =
        told.iter().flat_map(|deduction| deduction.removed.iter().copied()).collect();
    let all = removed.len();
    removed.sort_unstable();
    removed.dedup();
    assert_eq!(removed.len(), all, "a value was removed twice");
    assert_eq!(all as i32, (SIDE / 2) * (SIDE / 2));
    for deduction in told.iter() {
        let mut solver = Solver::builder(&model).build().unwrap();
        deduction.because.iter().for_each(|&reason| solver.assume(reason));
        let domains = solver.infer().expect_done();
        let left: Vec<Vec<i32>> = vars.iter().map(|&var| domains.values(var).collect()).collect();
        for &(var, value) in &deduction.removed {
            let found = left[var.index()].binary_search(&value);
            assert!(found.is_err(), "{var} != {value} does not follow");
        }
    }
}
