//! Every puzzle of the corpus of variants, solved and checked against its number of solutions: milliseconds, nodes and
//! dead ends of each, and together for each kind of constraint.
//!
//! ```text
//! PENCILMARK_CORPUS=... cargo run --release --example variants [-- [NAME] [SECONDS] [plain|learning|auto]]
//! ```
//!
//! `NAME` is a part of the names (`all` for all), `SECONDS` the limit of one puzzle. A table of tab-separated values is
//! written: of puzzles, then of kinds. Times are processor time where the system tells it (Linux), so that a busy machine
//! does not matter; the limit is not.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use pencilmark::{Definition, Limits, Outcome, SolverBuilder, Strategy, Variant};

#[path = "../tests/variants/cases.rs"]
mod cases;

/// What one puzzle took.
struct Taken {
    name: String,
    kinds: Vec<String>,
    build: Duration,
    solve: Duration,
    nodes: u64,
    conflicts: u64,
    /// Whether it was answered within the limit.
    done: bool,
}

impl Taken {
    fn ms(&self) -> f64 {
        (self.build + self.solve).as_secs_f64() * 1e3
    }
}

/// How long this thread has run, or else the time since `start`.
fn clock(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn solve(case: &cases::Case, limit: Duration, strategy: Option<Strategy>) -> Taken {
    let file = cases::file(&case.fields);
    let mut kinds: Vec<String> = file["constraints"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["type"].as_str().unwrap().to_owned())
        .collect();
    kinds.sort();
    kinds.dedup();
    let text = file.to_string();
    let start = Instant::now();
    let before = clock(start);
    let definition = Definition::from_json(&text).unwrap();
    let choose = |builder: SolverBuilder| match strategy {
        Some(strategy) => builder.strategy(strategy),
        None => builder,
    };
    let mut variant = Variant::with(&definition, |builder, _| choose(builder)).unwrap();
    variant.solver().set_limits(Limits::none().time(limit));
    let built = clock(start);
    let expected = case.fields["n_solutions"].as_u64();
    let most = expected.map_or(2, |count| count + 1);
    let (mut found, mut done) = (0, true);
    let mut solutions = variant.solutions();
    while found < most {
        match solutions.next_outcome() {
            Outcome::Done(_) => found += 1,
            Outcome::NoSolution(_) => break,
            Outcome::Stopped(_) => {
                done = false;
                break;
            }
        }
    }
    drop(solutions);
    let (build, solve) = (built - before, clock(start) - built);
    assert!(!done || found == expected.unwrap_or(2), "{}: {found} solutions", case.name);
    let statistics = variant.solver().statistics();
    let (nodes, conflicts) = (statistics.nodes, statistics.conflicts);
    Taken { name: case.name.clone(), kinds, build, solve, nodes, conflicts, done }
}

fn print(name: &str, taken: &[&Taken]) {
    let mut times: Vec<f64> = taken.iter().map(|taken| taken.ms()).collect();
    times.sort_by(f64::total_cmp);
    let logs: f64 = times.iter().map(|ms| ms.ln()).sum();
    let (count, total) = (times.len() as f64, times.iter().sum::<f64>());
    let [nodes, conflicts, build]: [f64; 3] = [
        taken.iter().map(|taken| taken.nodes as f64).sum(),
        taken.iter().map(|taken| taken.conflicts as f64).sum(),
        taken.iter().map(|taken| taken.build.as_secs_f64() * 1e3).sum(),
    ];
    let open = taken.iter().filter(|taken| !taken.done).count();
    let (geometric, median) = ((logs / count).exp(), times[times.len() / 2]);
    let longest = times[times.len() - 1];
    println!(
        "{name}\t{count}\t{open}\t{total:.1}\t{build:.1}\t{geometric:.3}\t{median:.3}\t{longest:.1}\t{nodes}\t{conflicts}"
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("all", String::as_str);
    let limit: f64 = arguments.get(1).map_or(60.0, |seconds| seconds.parse().unwrap());
    let strategy = match arguments.get(2).map(String::as_str) {
        Some("plain") => Some(Strategy::Plain),
        Some("learning") => Some(Strategy::Learning),
        _ => None,
    };
    let Some(mut cases) = cases::cases() else { return };
    cases.retain(|case| {
        (name == "all" || case.name.contains(name)) && cases::missing(&cases::file(&case.fields)).is_empty()
    });
    println!("puzzle\tms\tbuild ms\tnodes\tconflicts");
    let mut all = Vec::new();
    for case in &cases {
        let taken = solve(case, Duration::from_secs_f64(limit), strategy);
        let (ms, build) = (taken.ms(), taken.build.as_secs_f64() * 1e3);
        let mark = if taken.done { "" } else { "\tstopped" };
        println!("{}\t{ms:.3}\t{build:.3}\t{}\t{}{mark}", taken.name, taken.nodes, taken.conflicts);
        all.push(taken);
    }
    let mut kinds: BTreeMap<&str, Vec<&Taken>> = BTreeMap::new();
    for taken in &all {
        for kind in &taken.kinds {
            kinds.entry(kind).or_default().push(taken);
        }
    }
    println!("\nkind\tpuzzles\tstopped\tms\tbuild ms\tgeometric mean\tmedian\tlongest\tnodes\tconflicts");
    for (kind, taken) in &kinds {
        print(kind, taken);
    }
    if !all.is_empty() {
        print("together", &all.iter().collect::<Vec<_>>());
    }
}
