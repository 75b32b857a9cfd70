//! Solves boards and prints a table: name, nodes, conflicts, seconds to the first solution and to the second one (or its
//! refutation), and what came of it.
//!
//! `cargo run --release --example boards -- [--strategy auto|plain|learning] [--limit SECONDS] [--seed N] [--phases]
//! [--first] FILE...` A file has a line `n boxheight boxwidth`, then n * n numbers, 0 where nothing is given.

use std::time::{Duration, Instant};

use pencilmark::{Limits, Model, ModelBuilder, Outcome, Solver, Strategy};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut strategy = Strategy::Auto;
    let (mut limit, mut seed, mut phases, mut first_only) = (30.0, None, false, false);
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
            "--phases" => phases = true,
            "--first" => first_only = true,
            _ => files.push(argument),
        }
    }
    println!(
        "{:32} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8}  outcome",
        "board", "nodes", "conflicts", "kept", "root", "first", "second"
    );
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        let start = Instant::now();
        let model = build(&text)?;
        let mut builder = Solver::builder(&model).strategy(strategy);
        if let Some(seed) = seed {
            builder = builder.seed(seed);
        }
        let mut solver = builder.limits(Limits::none().time(Duration::from_secs_f64(limit))).build()?;
        if phases {
            solver.set_phases(pattern(&text)?);
        }
        let mut solutions = solver.solutions();
        let root = start.elapsed().as_secs_f64();
        let outcome = solutions.next_outcome();
        let first = start.elapsed().as_secs_f64();
        let (answer, second) = match outcome {
            Outcome::Done(_) if first_only => ("solved", 0.0),
            Outcome::Done(_) => match solutions.next_outcome() {
                Outcome::Done(_) => ("several", start.elapsed().as_secs_f64() - first),
                Outcome::NoSolution(_) => ("unique", start.elapsed().as_secs_f64() - first),
                Outcome::Stopped(_) => ("solved, then stopped", start.elapsed().as_secs_f64() - first),
            },
            Outcome::NoSolution(_) => ("none", 0.0),
            Outcome::Stopped(_) => ("stopped", 0.0),
        };
        let statistics = solutions.statistics();
        let name = file.rsplit('/').next().unwrap_or(&file);
        println!(
            "{name:32} {:9} {:9} {:8} {root:8.3} {first:8.3} {second:8.3}  {answer}",
            statistics.nodes, statistics.conflicts, statistics.kept
        );
    }
    Ok(())
}

fn numbers(text: &str) -> Result<Vec<usize>, std::num::ParseIntError> {
    text.split_whitespace().map(str::parse).collect()
}

/// Lines both ways, and boxes where they are more than a line.
fn build(text: &str) -> Result<Model, Box<dyn std::error::Error>> {
    let numbers = numbers(text)?;
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
fn pattern(text: &str) -> Result<Vec<Option<i32>>, Box<dyn std::error::Error>> {
    let numbers = numbers(text)?;
    let [side, height, width, ..] = numbers[..] else { return Err("no head".into()) };
    let value = |cell: usize| (cell / side * width + cell / side / height + cell % side) % side;
    Ok((0..side * side).map(|cell| Some(value(cell) as i32 + 1)).collect())
}
