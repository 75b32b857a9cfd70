//! Every puzzle of the corpus, from its listed fields through a puzzle file to its answer.

use std::time::{Duration, Instant};

use pencilmark::{Definition, Filling, Limits, Named, Outcome, Variant, VariantError};
use serde_json::{Map, Value, json};

/// One puzzle of the corpus.
struct Case {
    name: String,
    fields: Value,
}

/// The puzzles of the corpus, where there is one.
fn cases() -> Option<Vec<Case>> {
    let Some(corpus) = std::env::var_os("PENCILMARK_CORPUS") else {
        eprintln!("skipped: PENCILMARK_CORPUS is not set");
        return None;
    };
    let path = std::path::Path::new(&corpus).join("variants/variants.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let case = |line: &str| {
        let fields: Value = serde_json::from_str(line).unwrap();
        Case { name: fields["name"].as_str().unwrap().to_owned(), fields }
    };
    Some(text.lines().map(case).collect())
}

/// A label a cell as a picture, with blanks between the labels.
fn picture(labels: &[Value], columns: usize) -> Value {
    let label = |label: &Value| if label.is_null() { ".".to_owned() } else { label.to_string() };
    labels.chunks(columns).map(|row| row.iter().map(label).collect::<Vec<_>>().join(" ")).collect()
}

/// The puzzle as a puzzle file says it.
fn file(fields: &Value) -> Value {
    let columns = fields["cols"].as_u64().unwrap() as usize;
    let mut file = Map::new();
    for (from, to) in [("rows", "rows"), ("cols", "columns")] {
        file.insert(to.to_owned(), fields[from].clone());
    }
    file.insert(
        "values".to_owned(),
        json!({ "lowest": fields["values"][0], "highest": fields["values"][1] }),
    );
    let boxes = match &fields["box"] {
        Value::Array(size) => format!("{}x{}", size[0], size[1]),
        _ => "none".to_owned(),
    };
    file.insert("boxes".to_owned(), boxes.into());
    if let Value::Array(labels) = &fields["regions"] {
        // What has more cells than there are values is what is left beside the regions.
        let most =
            (fields["values"][1].as_i64().unwrap() - fields["values"][0].as_i64().unwrap() + 1) as usize;
        let size = |label: &Value| labels.iter().filter(|other| *other == label).count();
        let labels: Vec<Value> =
            labels.iter().map(|label| if size(label) > most { Value::Null } else { label.clone() }).collect();
        file.insert("regions".to_owned(), picture(&labels, columns));
    }
    for key in ["houses", "active", "candidates"] {
        if !fields[key].is_null() {
            file.insert(key.to_owned(), fields[key].clone());
        }
    }
    if fields["no_rows_cols"] == true {
        file.insert("lines".to_owned(), "none".into());
    }
    let givens = fields["givens"].as_array().unwrap().chunks(columns).map(<[Value]>::to_vec);
    file.insert("givens".to_owned(), givens.collect());
    let mut constraints = Vec::new();
    for (kind, list) in fields["constraints"].as_object().unwrap() {
        for data in list.as_array().unwrap() {
            constraints.push(constraint(kind, data));
        }
    }
    file.insert("constraints".to_owned(), constraints.into());
    file.into()
}

fn constraint(kind: &str, data: &Value) -> Value {
    let mut constraint = match data {
        Value::Object(data) => data.clone(),
        Value::Number(size) if kind == "negative_ratio" => {
            Map::from_iter([("ratios".to_owned(), json!([size]))])
        }
        Value::Number(size) => Map::from_iter([("differences".to_owned(), json!([size]))]),
        _ => Map::new(),
    };
    let kind = match kind {
        "extra_region" => "all_different",
        "difference" => "kropki_white",
        "ratio" => "kropki_black",
        kind => kind,
    };
    constraint.insert("type".to_owned(), kind.into());
    constraint.into()
}

/// The kinds that a puzzle needs and that there are not.
fn missing(file: &Value) -> Vec<String> {
    let kinds =
        file["constraints"].as_array().unwrap().iter().map(|constraint| constraint["type"].as_str().unwrap());
    let mut missing: Vec<String> =
        kinds.filter(|kind| !Named::NAMES.contains(kind)).map(str::to_owned).collect();
    missing.sort();
    missing.dedup();
    missing
}

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
