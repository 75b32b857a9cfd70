//! Each command.

use std::time::{Duration, Instant};

use crate::*;

const SINGLES: &str = "[[0,0,0,0,0,0,0,0,0],[4,0,0,7,8,9,0,0,0],[7,8,0,0,0,0,0,5,6],[0,2,0,3,6,0,8,0,0],\
[0,0,5,0,0,7,0,1,0],[8,0,0,2,0,0,0,0,5],[0,0,1,6,4,0,9,7,0],[0,0,0,9,0,0,0,0,0],[0,0,0,0,3,0,0,0,2]]";
const SINGLES_GIVE: &str = "[[2,1,3,4,5,6,7,8,9],[4,5,6,7,8,9,1,2,3],[7,8,9,1,2,3,4,5,6],[1,2,4,3,6,5,8,9,7],\
[3,6,5,8,9,7,2,1,4],[8,9,7,2,1,4,3,6,5],[5,3,1,6,4,2,9,7,8],[6,4,2,9,7,8,5,3,1],[9,7,8,5,3,1,6,4,2]]";

#[test]
fn infer_gives_what_singles_give_and_stops_there() {
    run(&["infer", SINGLES, "--output", "list"]).gives(SINGLES_GIVE, 0);
    // The last row is a hidden or naked single each; the rest stays open.
    run(&["infer", "123.............", "--output", "line"]).gives("1234............", 0);
    run(&["infer", EMPTY_FOUR, "--output", "line"]).gives(EMPTY_FOUR, 0);
    run(&["infer", CLASH]).gives("No solution exists", 1);
    run(&["infer", CLASH]).says(CLASH_SAID, 1);
    let marks = run(&["infer", "123.............", "--output", "candidates"]);
    assert_eq!(marks.code, 0);
    assert!(marks.out.contains('4'));
}

#[test]
fn solve_gives_a_solution() {
    run(&["solve", PUZZLE, "--output", "line"]).gives(SOLUTION, 0);
    let rows: Vec<String> = PUZZLE
        .as_bytes()
        .chunks(9)
        .map(|row| {
            format!("[{}]", row.iter().map(|&c| (c as char).to_string()).collect::<Vec<_>>().join(","))
        })
        .collect();
    run(&["solve", &format!("[{}]", rows.join(",")), "--output", "line"]).gives(SOLUTION, 0);
    run(&["solve", CLASH]).gives("No solution exists", 1);
    run(&["solve", HOPELESS]).gives("No solution exists", 1);
    assert!(!run(&["solve", HOPELESS]).err.is_empty());
}

#[test]
fn solve_gives_more_where_asked() {
    let lines = |arguments: &[&str]| {
        let ran = run(&[&["solve", EMPTY_FOUR, "--output", "line"], arguments].concat());
        assert_eq!(ran.code, 0, "a reached limit is done");
        let mut lines: Vec<String> = ran.out.lines().map(str::to_owned).collect();
        let found = lines.len();
        lines.sort();
        lines.dedup();
        assert_eq!(found, lines.len(), "no solution twice");
        found
    };
    assert_eq!(lines(&[]), 1);
    assert_eq!(lines(&["--limit", "7"]), 7);
    assert_eq!(lines(&["--limit", "1000"]), 288);
    assert_eq!(lines(&["--all"]), 288);
    assert_eq!(lines(&["--all", "--no-boxes"]), 576);
    run(&["solve", CLASH, "--all"]).gives("No solution exists", 1);
}

#[test]
fn solve_can_insist_on_exactly_one() {
    run(&["solve", PUZZLE, "--unique", "--output", "line"]).gives(SOLUTION, 0);
    run(&["solve", EMPTY_FOUR, "--unique"]).gives("Not unique", 1);
    run(&["solve", CLASH, "--unique"]).gives("No solution exists", 1);
    run(&["solve", PUZZLE, "--unique", "--all"]).says("cannot be used with", 2);
    run(&["solve", PUZZLE, "--limit", "2", "--all"]).says("cannot be used with", 2);
}

#[test]
fn count_gives_a_number() {
    run(&["count", PUZZLE]).gives("1", 0);
    run(&["count", EMPTY_FOUR]).gives("288", 0);
    run(&["count", EMPTY_FOUR, "--no-boxes"]).gives("576", 0);
    run(&["count", EMPTY_FOUR, "--limit", "10"]).gives("at least 10", 0);
    run(&["count", EMPTY_FOUR, "--limit", "289"]).gives("288", 0);
    run(&["count", CLASH]).gives("0", 1);
    run(&["count", CLASH]).says(CLASH_SAID, 1);
}

#[test]
fn check_gives_one_of_four_words() {
    run(&["check", PUZZLE]).gives("unique", 0);
    run(&["check", EMPTY_FOUR]).gives("multiple", 1);
    run(&["check", CLASH]).gives("none", 1);
    run(&["check", CLASH]).says(CLASH_SAID, 1);
    run(&["check", &".".repeat(625), "--node-limit", "1"]).gives("unknown", 3);
    run(&["check", PUZZLE, "--time-limit", "0s"]).gives("unknown", 3);
}

#[test]
fn verify_names_every_place() {
    run(&["verify", PUZZLE, SOLUTION]).gives("solved", 0);
    let swapped = format!("{}97", &SOLUTION[..79]);
    let said = "r9c8 is 9, but 7 is given\nr9c9 is 7, but 9 is given\n\
r5c8 and r9c8 are both 9, in column 8\nr3c9 and r9c9 are both 7, in column 9";
    run(&["verify", PUZZLE, &swapped]).gives(said, 1);
    let open = run(&["verify", PUZZLE, PUZZLE]);
    assert_eq!((open.out.lines().count(), open.code), (51, 1), "a line for each empty cell");
    let other = run(&["verify", PUZZLE, EMPTY_FOUR]);
    assert_eq!(other.code, 1, "{}", other.out);
    fed(&["verify", "-", SOLUTION], PUZZLE).gives("solved", 0);
    fed(&["verify", PUZZLE, "-"], SOLUTION).gives("solved", 0);
    run(&["verify", "-", "-"]).says("only one of puzzle and solution", 2);
    let bad = run(&["verify", PUZZLE, &SOLUTION[1..]]);
    bad.gives("error: solution, line 1: 80 symbols, expected 81", 2);
    bad.says("solution, line 1: 80 symbols, expected 81", 2);
    let folder = tempfile::tempdir().unwrap();
    let two = folder.path().join("two");
    std::fs::write(&two, format!("{PUZZLE}\n{PUZZLE}\n")).unwrap();
    let missing = fed(&["verify", two.to_str().unwrap(), "-"], SOLUTION);
    missing.gives("solved\nerror: there is no solution for line 2", 2);
    missing.says("there is no solution for line 2", 2);
    // Of several pairs each has one line.
    let joined = said.replace('\n', "; ");
    let pairs = || fed(&["verify", two.to_str().unwrap(), "-"], format!("{swapped}\n{SOLUTION}\n"));
    pairs().gives(&format!("{joined}\nsolved"), 1);
    run(&["verify", PUZZLE, &swapped, "--output", "line"]).gives(&joined, 1);
    run(&["verify", PUZZLE, &swapped, "--output", "grid"]).gives(said, 1);
    let json: Vec<String> = said.lines().map(|fault| format!("{fault:?}").replace("\\'", "'")).collect();
    let json = format!("{{\"faults\":[{}],\"result\":\"not solved\"}}", json.join(","));
    run(&["verify", PUZZLE, &swapped, "--output", "json"]).gives(&json, 1);
    run(&["verify", PUZZLE, SOLUTION, "--output", "json"]).gives("{\"result\":\"solved\"}", 0);
    run(&["verify", PUZZLE, &SOLUTION[1..], "--output", "json"])
        .gives("{\"error\":\"solution, line 1: 80 symbols, expected 81\"}", 2);
    run(&["verify", PUZZLE, SOLUTION, "--output", "svg"]).says("verify draws nothing", 2);
}

#[test]
fn verify_obeys_its_limits_while_a_puzzle_file_is_built() {
    let line = |row: usize| {
        let regex = format!(".*7.{{5}}{}.*", row % 9 + 1);
        format!(r#"{{ "type": "regex", "cells": "r{row}c1-50", "regex": "{regex}" }}"#)
    };
    let lines: Vec<String> = (1..=50).map(line).collect();
    let file = format!(r#"{{ "rows": 50, "boxes": "5x10", "constraints": [{}] }}"#, lines.join(", "));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.json");
    std::fs::write(&path, file).unwrap();
    let filled = "1 ".repeat(2500);
    for form in [&[] as &[&str], &["--output", "json"]] {
        let arguments = ["verify", path.to_str().unwrap(), "-", "--time-limit", "50ms"];
        let begin = Instant::now();
        let ran = fed(&[&arguments, form].concat(), filled.as_str());
        assert!(ran.out.contains("stopped: time limit") && ran.code == 3, "{} {}", ran.out, ran.err);
        assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
    }
}

#[test]
fn verify_says_in_its_place_that_a_puzzle_file_is_none() {
    let bad = r#"{ "boxes": "2x2", "givens": ["1...", "....", "....", "...9"] }"#;
    let said = run(&["verify", bad, "1234341221434321"]);
    assert!(said.out.starts_with("error: ") && said.code == 2, "{}", said.out);
    said.says(said.out.trim_end().trim_start_matches("error: "), 2);
    let json = run(&["verify", bad, "1234341221434321", "--output", "json"]);
    assert!(json.out.starts_with(r#"{"error":"#) && json.code == 2, "{}", json.out);
    let short = run(&["verify", r#"{ "rows": 4, "boxes": "2x2" }"#, "12", "--output", "json"]);
    assert!(short.out.starts_with(r#"{"error":"the solution: "#) && short.code == 2, "{}", short.out);
}

#[test]
fn verify_takes_the_common_options() {
    let common = ["--node-limit", "1", "--time-limit", "1h", "--total-time", "1h", "--memory-limit", "1M"];
    let looks = ["--seed", "1", "--color", "always", "--ascii"];
    run(&[&["verify", PUZZLE, SOLUTION] as &[_], &common, &looks].concat()).gives("solved", 0);
    let file = r#"{ "rows": 4, "boxes": "2x2" }"#;
    for pair in [[PUZZLE, SOLUTION], [file, "1234341221434321"]] {
        for limit in ["--time-limit", "--total-time"] {
            let stopped = run(&["verify", pair[0], pair[1], limit, "0s"]);
            stopped.gives("stopped: time limit", 3);
        }
        run(&["verify", pair[0], pair[1], "--stats"]).says("line 1: faults 0, time", 0);
        run(&["verify", pair[0], pair[1], "--output", "json"]).gives("{\"result\":\"solved\"}", 0);
    }
}

#[test]
fn help_completions_and_manual() {
    for (arguments, said) in [
        (&["--help"] as &[&str], "verify"),
        (&["solve", "--help"], "--time-limit"),
        (&["help", "count"], "--limit"),
        (&["--version"], env!("CARGO_PKG_VERSION")),
        (&["completions", "bash"], "complete -F"),
        (&["completions", "zsh"], "#compdef pencilmark"),
        (&["completions", "fish"], "complete -c pencilmark"),
        (&["man"], ".TH pencilmark"),
        (&["man", "solve"], ".TH pencilmark-solve"),
        (&["man", "verify"], "Nothing is searched"),
    ] {
        let ran = run(arguments);
        assert!(ran.out.contains(said), "{arguments:?}: {}", ran.out);
        assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{arguments:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    run(&["man", "--dir", folder.path().to_str().unwrap()]).gives("", 0);
    for name in ["pencilmark", "pencilmark-solve", "pencilmark-man"] {
        let page = std::fs::read_to_string(folder.path().join(format!("{name}.1"))).unwrap();
        assert!(page.contains(&format!(".TH {name} 1")), "{page}");
    }
    run(&["man", "nonsense"]).says("there is no command 'nonsense', but infer, solve", 2);
    run(&["man", "--dir", "/no/where"]).says("cannot write", 2);
    let codes = run(&["--help"]).out;
    assert!(codes.contains("Exit codes"));
    for wrong in [&[] as &[&str], &["nonsense"], &["completions", "nonsense"], &["verify", PUZZLE]] {
        assert_eq!(run(wrong).code, 2, "{wrong:?}");
    }
}
