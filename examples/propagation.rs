//! What a removed candidate costs: boards of several sides that singles solve, and a table of nanoseconds.
//!
//! `cargo run --release --example propagation` The boards are made here: the canonical square with its lines, boxes and
//! values shuffled, without the givens that singles restore.

use std::time::Instant;

use pencilmark::{Literal, ModelBuilder, Outcome, Solver, Store, Var};

/// A small generator, the same everywhere.
struct Random(u64);

impl Random {
    fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            order.swap(i, (self.0 >> 33) as usize % (i + 1));
        }
        order
    }

    /// The lines of a square, shuffled within their bands, and the bands.
    fn lines(&mut self, base: usize) -> Vec<usize> {
        let bands = self.shuffled(base);
        bands
            .iter()
            .flat_map(|band| self.shuffled(base).into_iter().map(move |line| band * base + line))
            .collect()
    }
}

/// The model of an empty board with boxes of `base` times `base` cells.
fn solver(base: usize) -> Result<(Solver, Vec<Var>), pencilmark::ModelError> {
    let side = base * base;
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(side * side, 1..=side as i32);
    for i in 0..side {
        builder.region((0..side).map(|j| vars[i * side + j]));
        builder.region((0..side).map(|j| vars[j * side + i]));
        let (top, left) = (i / base * base, i % base * base);
        builder.region((0..side).map(|j| vars[(top + j / base) * side + left + j % base]));
    }
    Ok((Solver::new(&builder.build()?), vars))
}

/// How many cells are open after singles.
fn open(solver: &mut Solver, givens: &[Literal]) -> usize {
    solver.clear_assumptions();
    givens.iter().for_each(|&given| solver.assume(given));
    match solver.infer_with(Store::open) {
        Outcome::Done(open) => open,
        _ => usize::MAX,
    }
}

/// The givens of a solved board that singles need, or nearly: parts that they restore are dropped as long as there are
/// some among the first hundred or so that are tried.
fn givens(solver: &mut Solver, vars: &[Var], base: usize, random: &mut Random) -> Vec<Literal> {
    let side = base * base;
    let (down, across, symbols) = (random.lines(base), random.lines(base), random.shuffled(side));
    let value = |cell: usize| {
        let (y, x) = (down[cell / side], across[cell % side]);
        symbols[(y % base * base + y / base + x) % side] as i32 + 1
    };
    let order = random.shuffled(side * side);
    let mut givens: Vec<Literal> = order.iter().map(|&cell| Literal::Is(vars[cell], value(cell))).collect();
    let mut part = givens.len() / 4;
    let mut tried = 0;
    while part > 0 && tried < 150 {
        let mut kept = givens.len();
        let before = givens.len();
        while kept >= part && tried < 150 {
            kept -= part;
            let without = [&givens[..kept], &givens[kept + part..]].concat();
            tried += 1;
            if open(solver, &without) == 0 {
                givens = without;
            }
        }
        if givens.len() == before {
            part /= 2;
        }
    }
    givens
}

fn main() -> Result<(), pencilmark::ModelError> {
    println!("| side | cells | givens | removed by rules | microseconds | nanoseconds a candidate |");
    println!("|---|---|---|---|---|---|");
    for base in [3usize, 4, 5, 7, 10] {
        let side = base * base;
        let (mut solver, vars) = solver(base)?;
        let (mut seconds, mut removed, mut count, mut boards) = (0.0, 0, 0, 0);
        for seed in 1..=5 {
            let givens = givens(&mut solver, &vars, base, &mut Random(seed));
            assert_eq!(open(&mut solver, &givens), 0, "singles solve it");
            removed += (vars.len() - givens.len()) * (side - 1);
            count += givens.len();
            boards += 1;
            // The quickest of some runs: what the machine does beside is not of interest.
            let runs = (200_000 / vars.len()).clamp(5, 500);
            let mut best = f64::INFINITY;
            for _ in 0..runs {
                let start = Instant::now();
                let left = solver.infer_with(Store::open);
                best = best.min(start.elapsed().as_secs_f64());
                assert_eq!(left.done(), Some(0), "singles solve it");
            }
            seconds += best;
        }
        println!(
            "| {side} | {} | {} | {} | {:.0} | {:.1} |",
            vars.len(),
            count / boards,
            removed / boards,
            seconds * 1e6 / boards as f64,
            seconds * 1e9 / removed as f64
        );
    }
    Ok(())
}
