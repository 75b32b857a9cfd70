//! The engine on models with known answers: counts, extremes of size and value, limits, stacks, errors.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use pencilmark::{
    Brancher, Cancel, Clock, Conflict, Constraint, Contradiction, Count, Deduction, DomWdeg, Domain, InOrder,
    Limits, Literal, Model, ModelBuilder, ModelError, Observer, Outcome, Rule, RuleError, Scope, Scopes,
    SmallestDomain, Solver, StopReason, Store, Uniqueness, Var,
};

// ---------------------------------------------------------------------------------------------------------
// Models.

/// A constraint from a function.
struct Holds<F>(&'static str, Vec<Var>, F);

impl<F: Fn(&[i32]) -> bool + Send + Sync> Constraint for Holds<F> {
    fn name(&self) -> &str {
        self.0
    }
    fn scope(&self) -> &[Var] {
        &self.1
    }
    fn holds(&self, values: &[i32]) -> bool {
        (self.2)(values)
    }
}

/// A square of `side` with its rows and columns as regions, and boxes of the given height and width.
struct Square {
    builder: ModelBuilder,
    vars: Vec<Var>,
    side: usize,
}

impl Square {
    fn latin(side: usize) -> Square {
        let mut builder = ModelBuilder::new();
        let vars = builder.variables(side * side, 1..=side as i32);
        for i in 0..side {
            builder.region((0..side).map(|j| vars[i * side + j]));
            builder.region((0..side).map(|j| vars[j * side + i]));
        }
        Square { builder, vars, side }
    }

    fn boxed(height: usize, width: usize) -> Square {
        let mut square = Square::latin(height * width);
        let side = square.side;
        for (top, left) in
            (0..width).flat_map(|top| (0..height).map(move |left| (top * height, left * width)))
        {
            let cells = (0..side).map(|i| square.vars[(top + i / width) * side + left + i % width]);
            square.builder.region(cells);
        }
        square
    }

    fn at(&self, y: usize, x: usize) -> Var {
        self.vars[y * self.side + x]
    }

    fn diagonal(mut self, falling: bool) -> Square {
        let side = self.side;
        let cells: Vec<Var> = (0..side).map(|i| self.at(i, if falling { i } else { side - 1 - i })).collect();
        self.builder.region(cells);
        self
    }

    /// A constraint on each pair of cells a step apart.
    fn pairs(mut self, steps: &[(usize, isize)], holds: fn(i32, i32) -> bool) -> Square {
        for (y, x) in (0..self.side).flat_map(|y| (0..self.side).map(move |x| (y, x))) {
            for &(down, right) in steps {
                let x2 = x as isize + right;
                if y + down < self.side && (0..self.side as isize).contains(&x2) {
                    let pair = vec![self.at(y, x), self.at(y + down, x2 as usize)];
                    self.builder
                        .constraint(Holds("pair", pair, move |values: &[i32]| holds(values[0], values[1])));
                }
            }
        }
        self
    }

    fn model(self) -> Model {
        self.builder.build().unwrap()
    }

    fn count(self) -> Count {
        Solver::new(&self.model()).count(u64::MAX)
    }
}

fn model(domains: &[Vec<i32>], regions: &[&[usize]]) -> (Model, Vec<Var>) {
    let mut builder = ModelBuilder::new();
    let vars: Vec<Var> = domains.iter().map(|domain| builder.variable(domain.clone())).collect();
    for region in regions {
        builder.region(region.iter().map(|&i| vars[i]));
    }
    (builder.build().unwrap(), vars)
}

/// Runs `work` where the stack is small.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(512 * 1024).spawn(work).unwrap().join().unwrap();
}

// ---------------------------------------------------------------------------------------------------------
// Counts.

#[test]
fn empty_squares_have_the_known_numbers_of_solutions() {
    assert_eq!(Square::boxed(2, 2).count(), Count::Exactly(288));
    assert_eq!(Square::latin(4).count(), Count::Exactly(576));
    assert_eq!(Square::boxed(2, 3).diagonal(true).diagonal(false).count(), Count::Exactly(8_640));
    let knight = [(1, 2), (1, -2), (2, 1), (2, -1)];
    assert_eq!(Square::boxed(2, 3).pairs(&knight, |a, b| a != b).count(), Count::Exactly(11_520));
    let neighbours = [(0, 1), (1, 0)];
    assert_eq!(Square::boxed(2, 3).pairs(&neighbours, |a, b| (a - b).abs() != 1).count(), Count::Exactly(48));
}

#[test]
#[ignore = "some seconds without optimisation"]
fn large_counts_are_right() {
    assert_eq!(Square::boxed(2, 3).diagonal(true).count(), Count::Exactly(288_000));
    assert_eq!(Square::boxed(2, 3).diagonal(false).count(), Count::Exactly(288_000));
    assert_eq!(Square::boxed(2, 3).pairs(&[(1, 1), (1, -1)], |a, b| a != b).count(), Count::Exactly(74_160));
}

#[test]
fn each_solution_comes_once_and_then_the_end() {
    for (model, count) in [(Square::boxed(2, 2).model(), 288), (Square::latin(5).model(), 161_280)] {
        let mut solver = Solver::new(&model);
        let mut solutions = solver.solutions();
        let mut seen = HashSet::new();
        for solution in solutions.by_ref() {
            assert!(seen.insert(solution.values().iter().map(|&value| value as u8).collect::<Box<[u8]>>()));
        }
        assert_eq!(seen.len(), count);
        assert_eq!(solutions.next(), None, "the end stays the end");
        assert!(matches!(solutions.next_outcome(), Outcome::NoSolution(_)));
    }
}

#[test]
fn variables_in_no_region_are_enumerated() {
    let (free, _) = model(&[(1..=9).collect()], &[]);
    assert_eq!(Solver::new(&free).count(100), Count::Exactly(9));
    let (alone, _) = model(&[(1..=9).collect()], &[&[0]]);
    assert_eq!(Solver::new(&alone).count(100), Count::Exactly(9));
    let (nothing, _) = model(&[], &[&[], &[]]);
    assert_eq!(Solver::new(&nothing).count(100), Count::Exactly(1));
    let (impossible, vars) = model(&[vec![1], vec![]], &[]);
    let Outcome::NoSolution(proof) = Solver::new(&impossible).solve() else { panic!("an empty domain") };
    assert_eq!(proof.contradiction.map(|found| *found), Some(Contradiction::EmptyDomain(vars[1])));
}

#[test]
fn a_board_whose_refutation_takes_search_has_no_solution() {
    let board = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let start = Instant::now();
    let square = Square::boxed(3, 3);
    let givens: Vec<Literal> = board
        .bytes()
        .enumerate()
        .filter(|(_, byte)| byte.is_ascii_digit())
        .map(|(i, byte)| Literal::Is(square.vars[i], i32::from(byte - b'0')))
        .collect();
    let model = square.model();
    let mut solver = Solver::builder(&model).brancher(DomWdeg::new).build().unwrap();
    givens.iter().for_each(|&given| solver.assume(given));
    let Outcome::NoSolution(proof) = solver.solve() else { panic!("there is none") };
    assert!(proof.contradiction.is_none() && proof.statistics.nodes > 0, "it takes search");
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
}

// ---------------------------------------------------------------------------------------------------------
// Values and regions.

#[test]
fn values_may_lie_anywhere() {
    let far: Vec<i32> = (-1578598400..=-1578598394).collect();
    let (spread, vars) = model(&[vec![0], vec![602499212], far.clone()], &[&[0, 1, 2]]);
    let mut solver = Solver::new(&spread);
    let domains = solver.infer().expect_done();
    assert_eq!(domains.values(vars[2]).collect::<Vec<_>>(), far);
    assert_eq!(solver.count(100), Count::Exactly(7));
    let (ends, vars) = model(&[vec![i32::MIN, i32::MAX], vec![i32::MAX]], &[&[0, 1]]);
    assert_eq!(Solver::new(&ends).infer().expect_done().value(vars[0]), Some(i32::MIN));
}

#[test]
fn a_value_set_before_or_after_its_region_is_the_same() {
    let domains = |first: Vec<i32>| [first, vec![1, 2], vec![1, 2, 3], vec![1, 2, 3, 4]];
    let (before, _) = model(&domains(vec![1]), &[&[0, 1, 2, 3]]);
    let (after, vars) = model(&domains(vec![1, 2, 3, 4]), &[&[0, 1, 2, 3]]);
    let mut solver = Solver::new(&after);
    solver.assume(Literal::Is(vars[0], 1));
    for outcome in [Solver::new(&before).check(), solver.check()] {
        let Uniqueness::Unique(solution) = outcome else { panic!("{outcome:?}") };
        assert_eq!(solution.values(), [1, 2, 3, 4]);
    }
}

#[test]
fn two_equal_variables_in_a_large_region_are_no_solution() {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(3, 1..=100_000);
    let region = builder.region(vars.clone());
    let model = builder.build().unwrap();
    let mut solver = Solver::new(&model);
    solver.assume(Literal::Is(vars[0], 77_777));
    solver.assume(Literal::Is(vars[2], 77_777));
    let Outcome::NoSolution(proof) = solver.solve() else { panic!("two are equal") };
    let Some(Contradiction::Deduction(deduction)) = proof.contradiction.map(|found| *found) else { panic!() };
    assert_eq!((deduction.rule.as_str(), deduction.region), ("naked single", Some(region)));
    assert_eq!(deduction.because, [Literal::Is(vars[0], 77_777), Literal::Is(vars[2], 77_777)]);
}

#[test]
fn all_different_and_increasing() {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(7, 0..=1240);
    builder.region(vars.clone());
    builder.constraint(Holds("increasing", vars, |values: &[i32]| values.is_sorted_by(|a, b| a < b)));
    let model = builder.build().unwrap();
    let mut solver = Solver::builder(&model).brancher(InOrder::new).build().unwrap();
    let first: Vec<_> = solver.solutions().take(20).collect();
    assert_eq!(first[0].values(), [0, 1, 2, 3, 4, 5, 6]);
    assert!(first.iter().all(|solution| solution.values().is_sorted_by(|a, b| a < b)));
}

#[test]
fn a_region_and_a_sum_that_cannot_be_are_no_solution() {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(4, 0..=3);
    builder.region(vars.clone());
    let scope = vec![vars[3], vars[0], vars[2]];
    builder.constraint(Holds("sum", scope, |values: &[i32]| 3 * values[0] + values[1] + values[2] <= 1));
    let model = builder.build().unwrap();
    // s = 0 leaves p + r at least 3, and s = 1 leaves nothing at all.
    assert_eq!(Solver::new(&model).count(100), Count::Exactly(0));
    assert!(matches!(Solver::new(&model).solve(), Outcome::NoSolution(_)));
}

#[test]
fn hidden_single_fires_on_permutations_only() {
    let gaps = vec![-900, -7, 0, 3, 4, 50, 51, 70_000, i32::MAX];
    let (loose, vars) = model(&[gaps.clone(), gaps[..8].to_vec(), gaps[..8].to_vec()], &[&[0, 1, 2]]);
    let domains = Solver::new(&loose).infer().expect_done();
    assert_eq!(domains.values(vars[0]).count(), 9, "the only place of a value that need not occur");
    // Three variables over three values, where another variable has nine.
    let three = [vec![1, 2, 3], vec![1, 2], vec![1, 2], (1..=9).collect()];
    let (tight, vars) = model(&three, &[&[0, 1, 2]]);
    let mut solver = Solver::builder(&tight).without_rules().rule(pencilmark::HiddenSingle).build().unwrap();
    assert_eq!(solver.infer().expect_done().value(vars[0]), Some(3));
    let (apart, vars) = model(&[vec![1, 2], vec![3, 4]], &[&[0, 1]]);
    let domains = Solver::new(&apart).infer().expect_done();
    assert_eq!(vars.iter().map(|&var| domains.values(var).count()).sum::<usize>(), 4, "nothing to remove");
}

#[test]
fn a_region_with_fewer_values_than_variables_is_no_solution() {
    let (short, _) = model(&[vec![1, 2], vec![1, 2], vec![1, 2]], &[&[0, 1, 2]]);
    let Outcome::NoSolution(proof) = Solver::new(&short).infer() else { panic!("three over two") };
    let contradiction = proof.contradiction.unwrap();
    assert_eq!(contradiction.to_string(), "region 0 has fewer values than variables");
}

// ---------------------------------------------------------------------------------------------------------
// Size, and small stacks.

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
    let message = "the model needs 1040 bytes, more than the cap of 1000; raise it with `memory_cap`";
    assert_eq!(error.to_string(), message);
    // What fits is no matter of the number of values that a region might have.
    let mut builder = ModelBuilder::new();
    builder.memory_cap(1 << 20);
    builder.variables(100, 0..=1000);
    assert!(builder.build().is_ok());
}

// ---------------------------------------------------------------------------------------------------------
// Limits.

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
fn a_stopped_search_goes_on_where_it_was() {
    let model = Square::boxed(2, 2).model();
    let now = Arc::new(AtomicU64::new(0));
    let time = now.clone();
    let clock = Clock::new(move || Duration::from_secs(time.load(Ordering::Relaxed)));
    let limits = Limits::none().time(Duration::from_secs(10)).clock(clock);
    let mut solver = Solver::builder(&model).limits(limits).build().unwrap();
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
    assert_eq!(seen.len(), 288);
    assert!(stops > 0);
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

// ---------------------------------------------------------------------------------------------------------
// Rules that behave badly.

/// A rule from a function, on one list of variables.
struct Applies<F>(&'static str, Vec<Var>, F);

impl<F: Fn(&mut Scope<'_>) -> Result<(), Conflict> + Send + Sync> Rule for Applies<F> {
    fn name(&self) -> &str {
        self.0
    }
    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.1.clone()])
    }
    fn memory(&self, _: usize) -> usize {
        1
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        (self.2)(scope)
    }
}

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

// ---------------------------------------------------------------------------------------------------------
// Errors.

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

// ---------------------------------------------------------------------------------------------------------
// Branchers, statistics, observers, types.

#[test]
fn every_brancher_finds_the_same_number_and_counts_its_work() {
    type Make = fn(&Model, Option<u64>) -> Box<dyn Brancher>;
    let makes: [Make; 3] = [
        |model, seed| Box::new(SmallestDomain::new(model, seed)),
        |model, seed| Box::new(DomWdeg::new(model, seed)),
        |model, seed| Box::new(InOrder::new(model, seed)),
    ];
    let model = Square::boxed(2, 2).model();
    for make in makes {
        struct Boxed(Box<dyn Brancher>);
        impl Brancher for Boxed {
            fn choose(&mut self, store: &Store) -> Option<pencilmark::Decision> {
                self.0.choose(store)
            }
            fn conflict(&mut self, scope: &[Var]) {
                self.0.conflict(scope);
            }
        }
        for seed in [None, Some(1), Some(2)] {
            let builder = Solver::builder(&model).brancher(move |model, seed| Boxed(make(model, seed)));
            let builder = seed.into_iter().fold(builder, pencilmark::SolverBuilder::seed);
            let mut solver = builder.build().unwrap();
            assert_eq!(solver.count(u64::MAX), Count::Exactly(288));
            let statistics = solver.statistics();
            assert_eq!(statistics.solutions, 288);
            // Every decision has two sides, and every leaf of that tree is a solution or a conflict.
            assert_eq!(statistics.nodes + 1, statistics.solutions + statistics.conflicts);
            assert!(
                statistics.depth <= statistics.nodes && statistics.applications > 0 && statistics.changes > 0
            );
        }
    }
}

#[test]
fn nodes_are_decisions_and_none_is_spent_where_singles_suffice() {
    let mut builder = ModelBuilder::new();
    builder.variables(3, 0..=1);
    let model = builder.build().unwrap();
    let mut solver = Solver::new(&model);
    let _ = solver.solve().expect_done();
    assert_eq!((solver.statistics().nodes, solver.statistics().depth), (3, 3));
    assert_eq!(solver.count(u64::MAX), Count::Exactly(8));
    assert_eq!((solver.statistics().nodes, solver.statistics().conflicts), (7, 0));
    let (fixed, _) = self::model(&[vec![1], vec![1, 2]], &[&[0, 1]]);
    let mut solver = Solver::new(&fixed);
    assert!(matches!(solver.check(), Uniqueness::Unique(_)));
    assert_eq!(solver.statistics().nodes, 0);
}

#[test]
fn an_assumption_against_the_model_is_named() {
    let (model, vars) = model(&[vec![1, 2], vec![1, 2]], &[&[0, 1]]);
    let mut solver = Solver::new(&model);
    for literal in [Literal::Is(vars[1], 3), Literal::Is(vars[1], 1_000_000)] {
        solver.assume(literal);
        let Outcome::NoSolution(proof) = solver.infer() else { panic!("3 is no value") };
        assert_eq!(proof.contradiction.as_deref(), Some(&Contradiction::Assumption(literal)));
        assert_eq!(
            proof.contradiction.unwrap().to_string(),
            format!("{literal} was assumed, which cannot be")
        );
        solver.retract(literal);
    }
    solver.assume(Literal::IsNot(vars[1], 1_000_000));
    assert_eq!(solver.count(9), Count::Exactly(2));
}

#[test]
fn a_deduction_tells_itself() {
    let (model, _) = model(&[vec![1], vec![1, 2, 3], vec![2, 3, 4]], &[&[0, 1, 2]]);
    let told = Arc::new(std::sync::Mutex::new(Vec::new()));
    let list = told.clone();
    let observer = move |deduction: &Deduction, _: &Store| list.lock().unwrap().push(deduction.to_string());
    let _ = Solver::builder(&model).observer(observer).build().unwrap().infer().expect_done();
    assert_eq!(*told.lock().unwrap(), ["naked single in region 0: x1 != 1, because x0 = 1"]);
}

#[test]
fn traits_are_object_safe_and_everything_public_is_send_and_sync() {
    fn shared<T: Send + Sync + ?Sized>() {}
    macro_rules! all_shared { ($($type:ty),* $(,)?) => { $(shared::<$type>();)* } }
    all_shared![
        dyn Rule,
        dyn Constraint,
        dyn Brancher,
        dyn Observer,
        Arc<dyn Rule>,
        Arc<dyn Constraint>,
        pencilmark::Var,
        pencilmark::Region,
        Literal,
        Domain,
        pencilmark::Values,
        Model,
        ModelBuilder,
        ModelError,
        Cancel,
        Clock,
        Limits,
        StopReason,
        Store,
        Scope<'static>,
        pencilmark::Past<'static>,
        Conflict,
        Scopes,
        pencilmark::Wake,
        pencilmark::Cost,
        pencilmark::Explanation,
        pencilmark::NakedSingle,
        pencilmark::HiddenSingle,
        pencilmark::ConstraintCheck,
        Deduction,
        RuleError,
        pencilmark::Statistics,
        pencilmark::Decision,
        SmallestDomain,
        DomWdeg,
        InOrder,
        pencilmark::Solution,
        Solver,
        pencilmark::SolverBuilder,
        pencilmark::Solutions<'static>,
        pencilmark::Domains,
        Outcome<Domain>,
        Count,
        Uniqueness,
        pencilmark::NotUnique,
        pencilmark::NoSolution,
        pencilmark::Stopped,
        Contradiction,
        pencilmark::Strategy,
        pencilmark::Tally,
        pencilmark::Board,
        pencilmark::Boards<'static>,
        pencilmark::Cell,
        pencilmark::Clash,
        pencilmark::Entry,
        pencilmark::Fault,
        pencilmark::Geometry,
        pencilmark::House,
        pencilmark::Impossible,
        pencilmark::Puzzle<'static>,
        pencilmark::ReadOptions,
        pencilmark::Sudoku,
        pencilmark::SudokuError,
        pencilmark::Symbols,
        pencilmark::TextError,
        pencilmark::Writer,
    ];
}
