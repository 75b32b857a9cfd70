//! What the engine takes: building a model, its fixpoint, and search, on squares with boxes of sides 9, 16 and 25.
//! The givens are made here, from a canonical square and a fixed order of removal.
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use pencilmark::{DomWdeg, Limits, Literal, Model, ModelBuilder, Solver, Store, Var};

fn square(base: usize) -> (Model, Vec<Var>) {
    let side = base * base;
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(side * side, 1..=side as i32);
    let place = |y: usize, x: usize| vars[y * side + x];
    for i in 0..side {
        builder.region((0..side).map(|j| place(i, j)));
        builder.region((0..side).map(|j| place(j, i)));
        builder.region((0..side).map(|j| place(i / base * base + j / base, i % base * base + j % base)));
    }
    (builder.build().unwrap(), vars)
}

/// The canonical square with so many places left open, in a fixed shuffled order.
fn givens(base: usize, vars: &[Var], open: usize) -> Vec<Literal> {
    let side = base * base;
    let mut order: Vec<usize> = (0..side * side).collect();
    let mut state = 1u64;
    for i in (1..order.len()).rev() {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        order.swap(i, (state >> 33) as usize % (i + 1));
    }
    let value = |place: usize| {
        let (y, x) = (place / side, place % side);
        ((y % base * base + y / base + x) % side + 1) as i32
    };
    order[open..].iter().map(|&place| Literal::Is(vars[place], value(place))).collect()
}

fn solver(base: usize, share: usize) -> Solver {
    let (model, vars) = square(base);
    let limits = Limits::none().time(Duration::from_secs(10));
    let mut solver = Solver::builder(&model).brancher(DomWdeg::new).limits(limits).build().unwrap();
    for given in givens(base, &vars, vars.len() * share / 100) {
        solver.assume(given);
    }
    solver
}

fn engine(c: &mut Criterion) {
    let mut group = c.benchmark_group("build");
    for base in [3, 4, 5] {
        group.bench_with_input(BenchmarkId::from_parameter(base * base), &base, |b, &base| {
            b.iter(|| black_box(square(base)));
        });
    }
    group.finish();
    let mut group = c.benchmark_group("fixpoint");
    for base in [3, 4, 5] {
        let mut solver = solver(base, 40);
        group.bench_with_input(BenchmarkId::from_parameter(base * base), &base, |b, _| {
            b.iter(|| black_box(solver.infer_with(Store::open)));
        });
    }
    group.finish();
    let mut group = c.benchmark_group("search");
    group.sample_size(20);
    // The share that is open: enough for some decisions, not so many that luck decides.
    for (base, share) in [(3, 100), (3, 70), (4, 60), (5, 50)] {
        let mut solver = solver(base, share);
        let name = format!("{}, {share} % open", base * base);
        group.bench_function(BenchmarkId::from_parameter(name), |b| b.iter(|| black_box(solver.solve())));
    }
    group.finish();
}

criterion_group!(benches, engine);
criterion_main!(benches);
