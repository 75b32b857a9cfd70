//! The puzzles of the corpus, as their sources give them: in the constraint strings and links of other programs.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use pencilmark::{Count, Definition, Exchange, Imported, Limits, Outcome, Uniqueness, Variant};
use serde_json::Value;

use crate::normal;

/// The puzzles with a text of their source; none, with a word on standard error, if the corpus is not there.
pub(crate) fn puzzles() -> Vec<Value> {
    let Some(folder) = std::env::var_os("PENCILMARK_CORPUS") else {
        eprintln!("skipped: PENCILMARK_CORPUS is not set");
        return Vec::new();
    };
    let text = std::fs::read_to_string(PathBuf::from(folder).join("variants/variants.jsonl")).unwrap();
    let puzzles = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    puzzles.filter(|puzzle| puzzle.get("raw").is_some()).collect()
}

pub(crate) fn name(puzzle: &Value) -> &str {
    puzzle["name"].as_str().unwrap()
}

/// Puzzles whose text is a plain board, which the reader of boards reads.
fn is_plain(puzzle: &Value) -> bool {
    let form = puzzle["raw_format"].as_str().unwrap();
    form.starts_with("line") || form.starts_with("pencilmarks")
}

/// The puzzle, unless its text is a plain board.
pub(crate) fn definition(puzzle: &Value) -> Option<Definition> {
    (!is_plain(puzzle)).then(|| import(puzzle).definition)
}

fn import(puzzle: &Value) -> Imported {
    let imported = Exchange::import(puzzle["raw"].as_str().unwrap());
    let imported = imported.unwrap_or_else(|error| panic!("{}: {error}", name(puzzle)));
    assert!(imported.unsupported.is_empty(), "{}: {:?}", name(puzzle), imported.unsupported);
    imported
}

#[test]
fn the_form_of_each_text_is_told() {
    for puzzle in puzzles() {
        let form = Exchange::of(puzzle["raw"].as_str().unwrap());
        let expected = match puzzle["raw_format"].as_str().unwrap() {
            "iss" => Some(Exchange::Iss),
            "f-puzzles-lzstring-base64" => Some(Exchange::FPuzzlesLink),
            "sudocue-killer" => Some(Exchange::KillerNumbers),
            "snarfable-killer" => Some(Exchange::KillerArrows),
            "corniel text" => Some(Exchange::KillerPicture),
            "givens+layout" => Some(Exchange::Jigsaw),
            _ => None,
        };
        assert_eq!(form, expected, "{}", name(&puzzle));
    }
}

/// Each text says what the list of the corpus says.
#[test]
fn texts_are_read_as_they_are_listed() {
    for puzzle in puzzles().iter().filter(|puzzle| !is_plain(puzzle)) {
        let definition = import(puzzle).definition;
        let mut listed = Vec::new();
        for (kind, entries) in puzzle["constraints"].as_object().unwrap() {
            match entries {
                Value::Array(entries) => {
                    for entry in entries {
                        listed.extend(match (kind.as_str(), entry) {
                            ("negative_ratio", ratio) => {
                                normal::constraint(kind, &serde_json::json!({ "ratios": ratio }))
                            }
                            ("negative_difference", difference) => {
                                normal::constraint(kind, &serde_json::json!({ "differences": difference }))
                            }
                            ("killer", cage) if repeated(cage) => continue,
                            _ => normal::constraint(kind, entry),
                        });
                    }
                }
                _ => listed.extend(normal::constraint(kind, &Value::Null)),
            }
        }
        assert_eq!(normal::constraints(&definition), normal::sorted(listed), "{}", name(puzzle));
    }
}

/// Whether a cage lists a cell twice, which is read as two constraints.
fn repeated(cage: &Value) -> bool {
    let mut cells: Vec<&Value> = cage["cells"].as_array().unwrap().iter().collect();
    let count = cells.len();
    cells.sort_by_key(|cell| cell.as_str());
    cells.dedup();
    cells.len() < count
}

/// What is written in the form that was read means the same when it is read again, and so do files.
#[test]
fn what_was_read_and_written_is_read_again() {
    for puzzle in puzzles().iter().filter(|puzzle| !is_plain(puzzle)) {
        let imported = import(puzzle);
        let form = match imported.form {
            Exchange::Iss | Exchange::FPuzzlesLink => imported.form,
            _ => Exchange::Iss,
        };
        let mut forms = vec![form, Exchange::Json, Exchange::Toml];
        if form == Exchange::FPuzzlesLink {
            forms.push(Exchange::FPuzzles);
        }
        for form in forms {
            let exported = form.write(&imported.definition).unwrap();
            assert!(
                exported.unsupported.is_empty(),
                "{} as {form}: {:?}",
                name(puzzle),
                exported.unsupported
            );
            let again = Exchange::import(&exported.text).unwrap();
            assert_eq!(again.form, form);
            assert!(again.unsupported.is_empty(), "{} as {form}: {:?}", name(puzzle), again.unsupported);
            assert_eq!(
                normal::puzzle(&again.definition),
                normal::puzzle(&imported.definition),
                "{} as {form}: {}",
                name(puzzle),
                exported.text
            );
        }
    }
}

/// How long a puzzle may take: the same puzzles are solved from their fields, which takes as long as it takes.
const LIMIT: Duration = Duration::from_secs(3);

/// Solves a puzzle, and compares the number of solutions and the solution.
fn solve(puzzle: &Value, definition: &Definition) -> Result<Duration, String> {
    let started = Instant::now();
    let mut variant = Variant::new(definition).map_err(|error| error.to_string())?;
    variant.solver().set_limits(Limits::none().time(LIMIT));
    let wanted = &puzzle["n_solutions"];
    match wanted.as_u64() {
        Some(count) if count != 1 => match variant.count(count + 1) {
            Count::Exactly(found) if found == count => {}
            Count::Stopped(found, _) if found <= count => return Ok(LIMIT),
            other => return Err(format!("{other:?}, expected {count}")),
        },
        wanted => {
            let unique = variant.is_unique();
            if matches!(unique, Uniqueness::Stopped(_)) {
                return Ok(LIMIT);
            }
            if matches!(unique, Uniqueness::Unique(_)) != (wanted == Some(1)) {
                return Err(format!("{unique:?}"));
            }
        }
    }
    let took = started.elapsed();
    if let Some(solution) = puzzle["solution"].as_array().filter(|_| *wanted == 1) {
        let filling = match variant.solve() {
            Outcome::Done(filling) => filling,
            Outcome::Stopped(_) => return Ok(took),
            Outcome::NoSolution(_) => return Err("no solution".to_owned()),
        };
        let found = filling.values().iter().flatten().map(|&value| i64::from(value));
        if !found.eq(solution.iter().filter_map(Value::as_i64)) {
            return Err(format!("another solution:\n{filling}"));
        }
    }
    Ok(took)
}

/// Solves puzzles, and says what each took that took long.
fn solve_all<'a>(puzzles: impl Iterator<Item = &'a Value>) {
    let (mut slow, mut wrong) = (Vec::new(), Vec::new());
    for puzzle in puzzles.filter(|puzzle| !is_plain(puzzle)) {
        match solve(puzzle, &import(puzzle).definition) {
            Ok(LIMIT) => slow.push(format!("over {LIMIT:?} {}", name(puzzle))),
            Ok(took) if took > Duration::from_millis(100) => slow.push(format!("{took:?} {}", name(puzzle))),
            Ok(_) => {}
            Err(why) => wrong.push(format!("{}: {why}", name(puzzle))),
        }
    }
    eprintln!("{}", slow.join("\n"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn some_have_the_solutions_of_the_list() {
    let puzzles = puzzles();
    let easy =
        puzzles.iter().filter(|puzzle| puzzle["cpsat_seconds"].as_f64().is_some_and(|seconds| seconds < 0.1));
    solve_all(easy.step_by(4));
}

#[test]
#[ignore = "takes minutes unless optimised"]
fn all_have_the_solutions_of_the_list() {
    solve_all(puzzles().iter());
}
