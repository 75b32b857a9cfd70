//! What those who set puzzles ask.

use std::time::{Duration, Instant};

use crate::*;

#[test]
fn constraints_are_left_out_too() {
    let file = r#"{ "boxes": "2x2", "givens": ["12..", "34..", "....", "4..."], "constraints": [{ "type": "thermo", "cells": "r1c1-4" }, { "type": "greater_than", "cells": "r2c3 r2c4" }, { "type": "even", "cells": "r2c3" }, { "type": "thermo", "cells": "r3c2 r4c2" }] }"#;
    run(&["check", file]).gives("unique", 0);
    let minimal = run(&["minimize", "--constraints", file]);
    assert_eq!((minimal.code, minimal.err.as_str()), (0, ""));
    run(&["check", &minimal.out]).gives("unique", 0);
    let json: serde_json::Value = serde_json::from_str(&minimal.out).unwrap();
    assert!(json["constraints"].as_array().is_none_or(|left| left.len() < 4), "{json}");
    // Switches are constraints too, and what a board does not need goes.
    let plain = run(&["minimize", "--constraints", SOLUTION, "--seed", "3"]);
    run(&["check", &plain.out]).gives("unique", 0);
    run(&["minimize", "--constraints", EMPTY_FOUR]).says("Not unique", 1);
    assert_eq!(run(&["minimize", "--constraints", EMPTY_FOUR]).out, "");
    run(&["minimize", "--constraints", CLASH]).says(CLASH_SAID, 1);
    run(&["minimize", CLASH]).gives("No solution exists", 1);
    run(&["minimize", CLASH]).says(CLASH_SAID, 1);
    // What only search tells.
    let impossible = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    run(&["minimize", impossible]).gives("No solution exists", 1);
    run(&["minimize", impossible]).says("every possibility was tried", 1);
    run(&["minimize", "--constraints", SOLUTION, "--output", "line"]).says("has no constraints", 2);
    assert!(run(&["minimize", "--constraints", SOLUTION, "--output", "svg"]).out.starts_with("<svg"));
}

#[test]
fn candidates_are_true_and_quick() {
    let begin = Instant::now();
    let ran = run(&["candidates", EMPTY]);
    assert!(begin.elapsed() < Duration::from_secs(5));
    ran.gives(&"123456789".repeat(81), 0);
    run(&["candidates", PUZZLE, "--output", "line"]).gives(SOLUTION, 0);
    run(&["candidates", HOPELESS]).gives("No solution exists", 1);
    run(&["candidates", HOPELESS]).says("r1c9", 1);
    let several = fed(&["candidates", "--output", "line"], format!("{PUZZLE}\nx\n{CLASH}\n"));
    let lines: Vec<&str> = several.out.lines().collect();
    assert_eq!((lines[0], lines[2], several.code), (SOLUTION, "No solution exists", 2));
    assert!(lines[1].starts_with("error: ") && lines.len() == 3);
}

#[test]
fn counts_of_candidates_are_exact_up_to_the_limit() {
    let ran = run(&["candidates", "--limit", "50", EMPTY_FOUR]);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&answer["complete"], &answer["limit"]), (&true.into(), &50.into()));
    assert_eq!(answer["cells"][3][2], serde_json::json!({"1": 50, "2": 50, "3": 50, "4": 50}));
    // Of the 288 solutions a fourth has a 1 in the first cell, and so on.
    let ran = run(&["candidates", "--limit", "1000", EMPTY_FOUR]);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(answer["cells"][0][0], serde_json::json!({"1": 72, "2": 72, "3": 72, "4": 72}));
    let stopped = run(&["candidates", "--limit", "1000", "--node-limit", "20", EMPTY_FOUR]);
    let answer: serde_json::Value = serde_json::from_str(&stopped.out).unwrap();
    assert_eq!((&answer["complete"], stopped.code), (&false.into(), 3));
    let stopped = run(&["candidates", "--node-limit", "0", EMPTY_FOUR]);
    stopped.gives(&"1234".repeat(16), 3);
    stopped.says("stopped: node limit: some candidates may be in no solution", 3);
    assert_eq!(run(&["candidates", "--limit", "0", EMPTY_FOUR]).code, 2);
}

#[test]
fn estimates_come_with_their_error() {
    let number = |ran: &Ran| -> (f64, f64) {
        let (mean, error) = ran.out.trim_end().split_once(" +- ").unwrap();
        (mean.parse().unwrap(), error.parse().unwrap())
    };
    let (mean, error) = number(&run(&["estimate", EMPTY_FOUR, "--samples", "5000"]));
    assert!((mean - 288.0).abs() <= 5.0 * error + 0.5, "{mean} +- {error}");
    let (mean, error) = number(&run(&["estimate", EMPTY]));
    assert!((mean - 6.671e21).abs() <= 5.0 * error && error < 1e21, "{mean} +- {error}");
    run(&["estimate", PUZZLE]).gives("1.000e0 +- 0.0e0", 0);
    run(&["estimate", CLASH]).gives("0", 1);
    let one = run(&["estimate", EMPTY, "--seed", "5"]);
    assert_eq!(one.out, run(&["estimate", EMPTY, "--seed", "5"]).out);
    assert_ne!(one.out, run(&["estimate", EMPTY, "--seed", "6"]).out);
    let stopped = run(&["estimate", EMPTY, "--samples", "1000000000", "--time-limit", "100ms"]);
    stopped.says("samples", 3);
    assert!(stopped.out.contains(" +- "));
    run(&["estimate", EMPTY, "--time-limit", "0s"]).gives("stopped: time limit", 3);
}

#[test]
fn why_names_a_smallest_contradiction() {
    run(&["check", "--why", CLASH]).gives("none: r1c3 = 9, r3c2 = 9", 1);
    run(&["check", "--why", HOPELESS]).says("r1c9", 1);
    let ran = run(&["check", "--why", HOPELESS]);
    assert_eq!(ran.out.matches('=').count(), 9, "{}", ran.out);
    run(&["check", "--why", PUZZLE]).gives("unique", 0);
    run(&["check", "--why", EMPTY]).gives("multiple", 1);
    run(&["check", "--why", EMPTY, "--time-limit", "0s"]).gives("unknown", 3);
}

#[test]
fn minimizing_leaves_only_givens_that_are_needed() {
    for seed in ["1", "2"] {
        let minimal = run(&["minimize", PUZZLE, "--seed", seed, "--output", "line"]);
        assert_eq!(minimal.code, 0);
        let minimal = minimal.out.trim_end();
        run(&["solve", "--unique", minimal, "--output", "line"]).gives(SOLUTION, 0);
        for (place, _) in minimal.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
            assert!(PUZZLE[place..=place] == minimal[place..=place]);
        }
        // As it is minimal, nothing more goes.
        run(&["minimize", minimal, "--output", "line"]).gives(minimal, 0);
    }
    run(&["minimize", EMPTY]).gives("Not unique", 1);
    run(&["minimize", CLASH]).gives("No solution exists", 1);
    run(&["minimize", PUZZLE, "--time-limit", "0s"]).gives("stopped: time limit", 3);
}

#[test]
fn candidates_are_those_of_all_solutions() {
    let fewer = PUZZLE.replacen("53", "00", 1).replacen("195", "000", 1).replacen("79", "00", 1);
    let all = run(&["solve", "--all", &fewer, "--output", "line"]);
    let solutions: Vec<&[u8]> = all.out.lines().map(str::as_bytes).collect();
    assert!((3..5000).contains(&solutions.len()), "{}", solutions.len());
    for limit in [2, 10_000] {
        let ran = run(&["candidates", "--limit", &limit.to_string(), &fewer]);
        let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        for (place, digit) in (0..81).flat_map(|place| (b'1'..=b'9').map(move |digit| (place, digit))) {
            let count = solutions.iter().filter(|solution| solution[place] == digit).count().min(limit);
            let told = &answer["cells"][place / 9][place % 9][char::from(digit).to_string()];
            assert_eq!(told.as_u64().unwrap_or(0), count as u64, "{digit} at {place}");
        }
    }
}

/// Their text is handed on row by row, in many parts.
#[test]
fn candidates_of_large_boards_are_printed_whole() {
    let side = 100;
    let list = format!("[{}]", vec![format!("[{}]", vec!["0"; side].join(",")); side].join(","));
    let marks = (1..=side).map(|digit| digit.to_string()).collect::<Vec<_>>().join(",");
    let printed = fed(&["infer", "--output", "candidates"], list.clone());
    assert!(printed.out == vec![marks.as_str(); side * side].join(" ") + "\n" && printed.code == 0);
    let printed = fed(&["infer", "--output", "json"], list.clone());
    assert!(printed.out.starts_with("{\"box\":[10,10],\"rows\":[[0,0,") && printed.out.ends_with("]]}\n"));
    let definition = format!("{{ \"rows\": {side}, \"boxes\": \"none\" }}");
    let printed = run(&["infer", &definition, "--output", "candidates"]);
    assert!(printed.out == vec![marks.as_str(); side * side].join(" ") + "\n" && printed.code == 0);
    // Two boards, of which the second waits for the first; and as the field of a table.
    let printed = fed(&["infer", "--output", "candidates"], format!("{list}\n{list}\n"));
    assert_eq!(printed.out.lines().count(), 2);
    assert!(printed.out.lines().all(|line| line == vec![marks.as_str(); side * side].join(" ")));
    let twelve = ".".repeat(144);
    let table = fed(&["infer", "--output", "candidates", "--column", "p"], format!("p,q\n{twelve},1\n"));
    let marks = (1..=12).map(|digit| digit.to_string()).collect::<Vec<_>>().join(",");
    assert_eq!(table.out, format!("p,q,inferred\n{twelve},1,\"{}\"\n", vec![marks; 144].join(" ")));
}

/// What is told of each candidate is an object that other programs read.
#[test]
fn counts_of_candidates_are_json() {
    let counted = run(&["candidates", "1...............", "--limit", "3"]);
    let object: serde_json::Value = serde_json::from_str(&counted.out).unwrap();
    assert_eq!((object["limit"].as_u64(), object["complete"].as_bool()), (Some(3), Some(true)));
    let cells = object["cells"].as_array().unwrap();
    assert!(cells.len() == 4 && cells.iter().all(|row| row.as_array().unwrap().len() == 4));
    assert_eq!(cells[0][0], serde_json::json!({ "1": 3 }));
    assert_eq!(cells[1][1], serde_json::json!({ "2": 3, "3": 3, "4": 3 }));
    let custom = run(&["candidates", r#"{ "rows": 2, "boxes": "none" }"#, "--limit", "3"]);
    custom.gives(
        r#"{"cells":[[{"1":1,"2":1},{"1":1,"2":1}],[{"1":1,"2":1},{"1":1,"2":1}]],"complete":true,"limit":3}"#,
        0,
    );
}
