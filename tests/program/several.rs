//! Several puzzles in one input.

use crate::*;

#[test]
fn one_result_line_for_each_entry() {
    let input = format!(
        "# puzzles\n{PUZZLE}\n{}\r\n{CLASH}\t \r\n{PUZZLE} # the first again\n{PUZZLE}",
        &PUZZLE[1..]
    );
    let input = format!("\u{feff}{input}");
    let ran = fed(&["solve"], input.clone());
    let lines =
        [SOLUTION, "error: 80 symbols, expected 81", "No solution exists", SOLUTION, SOLUTION].join("\n");
    ran.gives(&lines, 2);
    ran.says("line 3: 80 symbols, expected 81", 2);
    ran.says("line 4: r1c2 and r1c3 are both 9, in row 1", 2);
    fed(&["count"], input.clone()).gives("1\nerror: 80 symbols, expected 81\n0\n1\n1", 2);
    let words = "unique\nerror: 80 symbols, expected 81\nnone\nunique\nunique";
    fed(&["check"], input.clone()).gives(words, 2);
    let json = fed(&["solve", "--output", "json"], input.clone());
    let values: Vec<serde_json::Value> =
        json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(values.len(), 5);
    assert_eq!(values[1]["error"], "80 symbols, expected 81");
    assert_eq!(values[2]["result"], "No solution exists");
    for output in ["grid", "line", "list", "decimal", "json", "candidates"] {
        let printed = fed(&["solve", "--output", output], input.clone());
        assert_eq!(printed.code, 2);
        let options: &[&str] = if output == "candidates" { &["--input", "candidates"] } else { &[] };
        let again = fed(&[&["count"], options].concat(), printed.out);
        let said: Vec<&str> = again.out.lines().map(|line| line.get(..7).unwrap_or(line)).collect();
        assert_eq!(said, ["1", "error: ", "error: ", "1", "1"], "{output}: each entry in its place");
        again.says("no board, but the result 'No solution exists'", 2);
    }
}

#[test]
fn grids_with_blank_lines_between() {
    let grid = |puzzle: &str| {
        let rows: Vec<&str> = (0..9).map(|row| &puzzle[row * 9..row * 9 + 9]).collect();
        rows.join("\r\n")
    };
    let input = format!("{}\r\n\r\n{}\r\n\r\n{}\r\n", grid(PUZZLE), grid(CLASH), grid(PUZZLE));
    fed(&["solve"], input).gives(&[SOLUTION, "No solution exists", SOLUTION].join("\n"), 1);
    let both = fed(&["solve", "--output", "grid"], format!("{PUZZLE}\n{PUZZLE}\n")).out;
    fed(&["solve"], both).gives(&[SOLUTION; 2].join("\n"), 0);
}

#[test]
fn boards_of_other_sides_and_symbols_go_on_too() {
    let input = format!("{PUZZLE}\n[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]\n");
    fed(&["count"], input).gives("1\n288", 0);
    // Three symbols print a board of side 3, and none of side 4: that is one bad entry, not the end.
    let four = "[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]";
    let three = "[[1,2,3],[2,3,1],[3,1,2]]";
    let ran = fed(&["solve", "--symbols", "abc"], format!("{four}\n\n{three}\n"));
    ran.gives("error: the symbols abc are 3, a side of 4 needs as many\nabcbcacab", 2);
    ran.says("line 1: the symbols abc are 3", 2);
}

#[test]
fn the_highest_exit_code_wins() {
    let bad = &PUZZLE[1..];
    let large = ".".repeat(625);
    for (entries, code) in [
        (vec![PUZZLE, PUZZLE], 0),
        (vec![PUZZLE, CLASH, PUZZLE], 1),
        (vec![CLASH, bad, PUZZLE], 2),
        (vec![bad, CLASH], 2),
        (vec![&large, bad, CLASH], 3),
        (vec![PUZZLE, CLASH, bad, &large], 3),
    ] {
        let ran = fed(&["check", "--node-limit", "0"], entries.join("\n"));
        assert_eq!((ran.code, ran.out.lines().count()), (code, entries.len()), "{}", ran.out);
    }
}

#[test]
fn an_unknown_instruction_set_is_bad_usage() {
    let with = |word: &str| -> Ran {
        command(&["solve", PUZZLE, "--output", "line"]).env("PENCILMARK_SIMD", word).output().unwrap().into()
    };
    with("scalar").gives(SOLUTION, 0);
    with("").gives(SOLUTION, 0);
    with("neon").says("PENCILMARK_SIMD: \"neon\" is none of scalar, avx2, avx512", 2);
}

/// Boards of several kinds, each a few times or many times in a row: one solution, some, very many, none at first sight
/// and after a search, other sides, noted candidates, and text that is no board.
fn mixed() -> String {
    let many = format!("..{}{}", &SOLUTION[2..36], ".".repeat(45));
    let some = SOLUTION.replace(['1', '2'], ".");
    let searched = format!("{}{}", &PUZZLE[..80], "8");
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let noted = "{\"size\":4,\"rows\":[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}";
    let kinds = [
        PUZZLE,
        hard,
        CLASH,
        HOPELESS,
        EMPTY_FOUR,
        "12..",
        &many,
        &some,
        &searched,
        "1.......4......2",
        noted,
    ];
    let mut state = 7_u64;
    let mut lines = String::new();
    for _ in 0..300 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        for _ in 0..1 + (state >> 59) {
            lines += kinds[(state >> 33) as usize % kinds.len()];
            lines += "\n";
        }
    }
    lines
}

#[test]
fn neighbours_and_threads_change_no_answer() {
    let input = mixed();
    for arguments in [
        &["solve"][..],
        &["solve", "--unique"],
        &["solve", "--output", "json"],
        &["check"],
        &["count", "--limit", "2"],
        &["count", "--limit", "300"],
        &["solve", "--diagonals"],
    ] {
        let ran = |more: &[&str]| fed(&[arguments, more].concat(), input.clone());
        // Where limits are those of each puzzle, each is asked alone.
        let alone = ran(&["--node-limit", "1000000000"]);
        assert_eq!(alone.out.lines().count(), input.lines().count(), "{}", alone.err);
        for threads in ["1", "3"] {
            let together = ran(&["--threads", threads]);
            assert!(together.out == alone.out, "{arguments:?} {threads}");
            assert!(together.err == alone.err, "{arguments:?} {threads}");
            assert_eq!(together.code, alone.code, "{arguments:?} {threads}");
        }
    }
}

/// Nine pigeons for eight holes, the first two in order: a puzzle that is cut into cubes before it is refuted.
#[test]
fn one_hard_board_has_the_same_answer_and_counts_on_any_number_of_threads() {
    let cells: Vec<String> = (1..=9).map(|place| format!("r1c{place}")).collect();
    let pairs =
        cells.iter().enumerate().flat_map(|(i, one)| cells[i + 1..].iter().map(move |other| (one, other)));
    let constraints: Vec<String> = pairs
        .enumerate()
        .map(|(number, (one, other))| {
            let relation = if number == 0 { "a < b" } else { "a != b" };
            format!(r#"{{ "type": "pair", "cells": "{one} {other}", "relation": "{relation}" }}"#)
        })
        .collect();
    let puzzle = format!(
        r#"{{ "rows": 1, "columns": 9, "values": [1, 2, 3, 4, 5, 6, 7, 8], "boxes": "none", "lines": "none", "constraints": [{}] }}"#,
        constraints.join(",")
    );
    let ask = |threads: &str| {
        let ran = fed(&["check", "--threads", threads, "--stats"], puzzle.as_str());
        // All that is told but how long it took.
        let told: Vec<&str> = ran.err.split(", ").filter(|part| !part.starts_with("time ")).collect();
        let told = told.iter().map(|part| part.split(" (").next().unwrap()).collect::<Vec<_>>().join(", ");
        (ran.out, told, ran.code)
    };
    let one = ask("1");
    assert_eq!((one.0.as_str(), one.2), ("none\n", 1), "{}", one.1);
    let conflicts = one.1.split("conflicts ").nth(1).and_then(|rest| rest.split(',').next());
    assert!(conflicts.unwrap().parse::<u64>().unwrap() > 5000, "it was not cut: {}", one.1);
    assert_eq!(ask("2"), one);
}
