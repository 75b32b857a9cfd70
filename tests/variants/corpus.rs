//! Every puzzle of the corpus, from its listed fields through a puzzle file to its answer.

use std::time::{Duration, Instant};

use pencilmark::{Definition, Filling, Limits, Outcome, Variant, VariantError};
use serde_json::Value;

use crate::cases::{Case, cases, file, missing};

/// How long a puzzle may take.
const LIMIT: Duration = Duration::from_secs(15);
/// So many are known to take longer on a slow machine, and are open.
const OPEN: usize = 8;

/// Asks for the number of solutions and compares it, and the solution, with the corpus; how long it took. None if it takes
/// too long.
fn answer(case: &Case, file: &Value) -> Option<Duration> {
    let start = Instant::now();
    let definition =
        Definition::from_json(&file.to_string()).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    let mut variant = Variant::new(&definition).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    let expected = &case.fields["n_solutions"];
    let limit = expected.as_u64().map_or(2, |count| count + 1);
    let mut found: Vec<Filling> = Vec::new();
    variant.solver().set_limits(Limits::none().time(LIMIT));
    let mut solutions = variant.solutions();
    while (found.len() as u64) < limit {
        match solutions.next_outcome() {
            Outcome::Done(next) => found.push(next),
            Outcome::NoSolution(_) => break,
            Outcome::Stopped(_) => return None,
        }
    }
    drop(solutions);
    let took = start.elapsed();
    for filling in &found {
        variant.verify(filling).unwrap_or_else(|broken| panic!("{}: {broken:?}", case.name));
    }
    match expected.as_u64() {
        Some(count) => assert_eq!(found.len() as u64, count, "{}", case.name),
        None => assert_eq!(found.len(), 2, "{}", case.name),
    }
    if let (Value::Array(solution), Some(1)) = (&case.fields["solution"], expected.as_u64()) {
        let solution: Vec<Option<i32>> =
            solution.iter().map(|value| value.as_i64().map(|v| v as i32)).collect();
        assert_eq!(found[0].values(), solution, "{}", case.name);
    }
    Some(took)
}

/// Answers all puzzles of `cases` whose kinds there are; tells what took how long, and what is missing.
fn run(cases: &[Case]) {
    let (mut times, mut lacking, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for case in cases {
        let file = file(&case.fields);
        let missing = missing(&file);
        let too_large = Definition::from_json(&file.to_string()).ok().and_then(|definition| {
            Variant::new(&definition).err().filter(|error| matches!(error, VariantError::Post { .. }))
        });
        if let Some(error) = too_large {
            lacking.push(format!("{}: {error}", case.name));
        } else if missing.is_empty() {
            match answer(case, &file) {
                Some(took) => {
                    println!("{:10.3} ms  {}", took.as_secs_f64() * 1e3, case.name);
                    times.push((took, &case.name));
                }
                None => open.push(&case.name),
            }
        } else {
            lacking.push(format!("{}: {}", case.name, missing.join(", ")));
        }
    }
    times.sort();
    if let (Some(median), Some(longest)) = (times.get(times.len() / 2), times.last()) {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let total: Duration = times.iter().map(|time| time.0).sum();
        println!("{} puzzles in {:.0} ms, median {:.3} ms", times.len(), ms(total), ms(median.0));
        println!("longest {:.0} ms: {}", ms(longest.0), longest.1);
    }
    println!("over {LIMIT:?}: {open:?}");
    assert!(lacking.is_empty(), "{lacking:#?}");
    assert!(open.len() <= OPEN, "{open:?}");
}

/// The whole corpus: for a release build.
#[test]
#[ignore = "takes minutes without optimisation"]
fn every_puzzle_of_the_corpus_has_its_solutions() {
    let Some(mut cases) = cases() else { return };
    if let Ok(only) = std::env::var("PENCILMARK_ONLY") {
        cases.retain(|case| case.name.contains(&only));
    }
    run(&cases);
}

/// Those that are easy for any solver.
#[test]
fn small_puzzles_of_the_corpus_have_their_solutions() {
    let Some(mut cases) = cases() else { return };
    let small = |case: &Case| {
        let cells = case.fields["rows"].as_u64().unwrap() * case.fields["cols"].as_u64().unwrap();
        cells <= 54 && case.fields["cpsat_seconds"].as_f64().unwrap() <= 0.15
    };
    cases.retain(small);
    assert!(cases.len() > 20, "{} small puzzles", cases.len());
    run(&cases);
}

/// The files that the others are made of are read back as they were written.
#[test]
fn files_of_the_corpus_are_written_and_read_again() {
    for case in cases().unwrap_or_default() {
        let file = file(&case.fields);
        if !missing(&file).is_empty() {
            continue;
        }
        let definition = Definition::from_json(&file.to_string()).unwrap();
        assert_eq!(Definition::from_json(&definition.to_json()).unwrap(), definition, "{}", case.name);
        let Ok(variant) = Variant::new(&definition) else { continue };
        let toml = Definition::from_toml(&definition.to_toml())
            .unwrap_or_else(|error| panic!("{}: {error}\n{}", case.name, definition.to_toml()));
        let again = Definition::from_toml(&toml.to_toml()).unwrap();
        assert_eq!(again, toml, "{}", case.name);
        assert_eq!(Variant::new(&toml).unwrap().givens(), variant.givens());
    }
}
