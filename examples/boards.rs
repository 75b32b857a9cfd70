//! Solves boards and prints a table: name, nodes, conflicts, seconds to the first solution and to the second one (or its
//! refutation), and what came of it.
//!
//! `cargo run --release --example boards -- [--strategy auto|plain|learning] [--limit SECONDS] [--seed N] [--phases]
//! [--first] [--relabel N] [--threads N] FILE...` A file has a line `n boxheight boxwidth`, then n * n numbers, 0 where nothing is given.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use pencilmark::{Clock, Limits, Model, ModelBuilder, Outcome, Solver, Strategy};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut strategy = Strategy::Auto;
    let (mut limit, mut seed, mut phases, mut first_only) = (30.0, None, false, false);
    let mut relabel = 0;
    let mut threads: Option<NonZeroUsize> = None;
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or("a value is missing");
        match argument.as_str() {
            "--strategy" => {
                strategy = match value()?.as_str() {
                    "plain" => Strategy::Plain,
                    "learning" => Strategy::Learning,
                    _ => Strategy::Auto,
                };
            }
            "--limit" => limit = value()?.parse()?,
            "--seed" => seed = Some(value()?.parse()?),
            "--threads" => threads = Some(value()?.parse()?),
            "--relabel" => relabel = value()?.parse()?,
            "--phases" => phases = true,
            "--first" => first_only = true,
            _ => files.push(argument),
        }
    }
    // The limit too counts the time on a processor, where the system tells it.
    let mut limits = Limits::none().time(Duration::from_secs_f64(limit));
    let alone = threads.is_none_or(|threads| threads == NonZeroUsize::MIN);
    if alone && busy().is_some() {
        limits = limits.clock(Clock::new(|| Duration::from_secs_f64(busy().unwrap_or(0.0))));
    }
    println!(
        "{:32} {:>9} {:>9} {:>8} {:>6} {:>8} {:>8} {:>8} {:>8}  outcome",
        "board", "nodes", "conflicts", "kept", "p/c", "restarts", "root", "first", "second"
    );
    for file in files {
        let board = relabelled(&numbers(&std::fs::read_to_string(&file)?)?, relabel)?;
        let start = Stopwatch::start(alone);
        let model = build(&board)?;
        let mut builder = Solver::builder(&model).strategy(strategy);
        if let Some(seed) = seed {
            builder = builder.seed(seed);
        }
        if let Some(threads) = threads {
            builder = builder.threads(threads);
        }
        let mut solver = builder.limits(limits.clone()).build()?;
        if phases {
            solver.set_phases(pattern(&board)?);
        }
        let mut solutions = solver.solutions();
        let root = start.seconds();
        let outcome = solutions.next_outcome();
        let first = start.seconds();
        let (answer, second) = match outcome {
            Outcome::Done(_) if first_only => ("solved", 0.0),
            Outcome::Done(_) => match solutions.next_outcome() {
                Outcome::Done(_) => ("several", start.seconds() - first),
                Outcome::NoSolution(_) => ("unique", start.seconds() - first),
                Outcome::Stopped(_) => ("solved, then stopped", start.seconds() - first),
            },
            Outcome::NoSolution(_) => ("none", 0.0),
            Outcome::Stopped(_) => ("stopped", 0.0),
        };
        let statistics = solutions.statistics();
        let name = file.rsplit('/').next().unwrap_or(&file);
        println!(
            "{name:32} {:9} {:9} {:8} {:6} {:8} {root:8.3} {first:8.3} {second:8.3}  {answer}",
            statistics.nodes,
            statistics.conflicts,
            statistics.kept,
            statistics.propagations / statistics.conflicts.max(1),
            statistics.restarts
        );
    }
    Ok(())
}

/// Seconds of this thread on a processor where the system tells them, of the clock elsewhere.
struct Stopwatch(Instant, Option<f64>);

impl Stopwatch {
    fn start(alone: bool) -> Stopwatch {
        Stopwatch(Instant::now(), busy().filter(|_| alone))
    }

    fn seconds(&self) -> f64 {
        self.1.zip(busy()).map_or_else(|| self.0.elapsed().as_secs_f64(), |(start, now)| now - start)
    }
}

fn busy() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}

fn numbers(text: &str) -> Result<Vec<usize>, std::num::ParseIntError> {
    text.split_whitespace().map(str::parse).collect()
}

/// Lines both ways, and boxes where they are more than a line.
fn build(numbers: &[usize]) -> Result<Model, Box<dyn std::error::Error>> {
    let [side, height, width, ref cells @ ..] = numbers[..] else { return Err("no head".into()) };
    if cells.len() != side * side || height * width != side {
        return Err("not a square".into());
    }
    let mut builder = ModelBuilder::new();
    let vars: Vec<_> = cells
        .iter()
        .map(|&given| match given {
            0 => builder.variable(1..=side as i32),
            given => builder.variable([given as i32]),
        })
        .collect();
    for line in 0..side {
        builder.region((0..side).map(|i| vars[line * side + i]));
        builder.region((0..side).map(|i| vars[i * side + line]));
    }
    if height > 1 && width > 1 {
        for corner in 0..side {
            let (top, left) = (corner / height * height, corner % height * width);
            builder.region((0..side).map(|i| vars[(top + i / width) * side + left + i % width]));
        }
    }
    Ok(builder.build()?)
}

/// The canonical grid.
fn pattern(numbers: &[usize]) -> Result<Vec<Option<i32>>, Box<dyn std::error::Error>> {
    let [side, height, width, ..] = numbers[..] else { return Err("no head".into()) };
    let value = |cell: usize| (cell / side * width + cell / side / height + cell % side) % side;
    Ok((0..side * side).map(|cell| Some(value(cell) as i32 + 1)).collect())
}

/// The same board with its values, lines, bands of lines and the two directions exchanged at random; unchanged where
/// `seed` is 0.
fn relabelled(numbers: &[usize], seed: u64) -> Result<Vec<usize>, Box<dyn std::error::Error>> {
    let [side, height, width, ref cells @ ..] = numbers[..] else { return Err("no head".into()) };
    if seed == 0 || cells.len() != side * side || height * width != side {
        return Ok(numbers.to_vec());
    }
    let mut state = seed;
    let mut shuffled = |count: usize| {
        let mut order: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            order.swap(i, (state >> 33) as usize % (i + 1));
        }
        order
    };
    let mut lines = |size: usize| -> Vec<usize> {
        let bands = shuffled(side / size);
        bands.iter().flat_map(|band| shuffled(size).into_iter().map(move |line| band * size + line)).collect()
    };
    let (down, across) = (lines(height), lines(width));
    let symbols = shuffled(side);
    let turned = shuffled(2)[0] == 1;
    let mut board = if turned { vec![side, width, height] } else { vec![side, height, width] };
    for cell in 0..side * side {
        let (i, j) = if turned { (cell % side, cell / side) } else { (cell / side, cell % side) };
        board.push(match cells[down[i] * side + across[j]] {
            0 => 0,
            value => *symbols.get(value - 1).ok_or("a number is too large")? + 1,
        });
    }
    Ok(board)
}
