//! `--proof` and `--cnf`: which files are written, and what is in them.

use batsat::{BasicSolver, Lit, SolverInterface, lbool};

use crate::*;

/// Whether another solver finds a solution of a file of clauses.
fn is_satisfiable(text: &str) -> bool {
    let mut solver = BasicSolver::default();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let vars: Vec<_> = (0..header[2].parse::<usize>().unwrap()).map(|_| solver.new_var_default()).collect();
    let mut clauses = 0;
    for line in lines {
        let numbers: Vec<i64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        let (end, numbers) = numbers.split_last().unwrap();
        assert_eq!(*end, 0);
        let literal = |&number: &i64| Lit::new(vars[number.unsigned_abs() as usize - 1], number > 0);
        let mut clause: Vec<Lit> = numbers.iter().map(literal).collect();
        solver.add_clause_reuse(&mut clause);
        clauses += 1;
    }
    assert_eq!(header[3], clauses.to_string());
    solver.solve_limited(&[]) == lbool::TRUE
}

#[test]
fn proofs_are_written_with_their_clauses() {
    let dir = tempfile::tempdir().unwrap();
    let [proof, cnf] = ["proof", "cnf"].map(|name| dir.path().join(name).to_str().unwrap().to_owned());
    let files = ["--proof", &proof, "--cnf", &cnf];
    let with = |rest: &[&str]| run(&[rest, &files[..]].concat());
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let nothing = || !std::fs::exists(&proof).unwrap() && !std::fs::exists(&cnf).unwrap();
    let gone = || [&proof, &cnf].iter().for_each(|path| std::fs::remove_file(path).unwrap());

    with(&["check", PUZZLE]).gives("unique", 0);
    assert!(read(&proof).ends_with("0\n") && !is_satisfiable(&read(&cnf)));
    gone();
    with(&["solve", "--unique", PUZZLE, "--output", "line"]).gives(SOLUTION, 0);
    assert!(!is_satisfiable(&read(&cnf)));
    gone();
    with(&["check", CLASH]).gives("none", 1);
    assert!(!is_satisfiable(&read(&cnf)));
    gone();
    with(&["check", EMPTY]).gives("multiple", 1);
    assert!(nothing());
    with(&["check", EMPTY, "--node-limit", "0"]).gives("unknown", 3);
    assert!(nothing());
    with(&["check", &format!("{PUZZLE}\n{CLASH}")]).says("another begins in line 2", 2);
    with(&["solve", PUZZLE]).says("--unique", 2);
    with(&["check", PUZZLE, "--out", "x"]).says("--proof is of one board", 2);
    assert!(nothing());
    let large = format!("[{}]", vec![format!("[{}]", vec!["0"; 64].join(",")); 64].join(","));
    fed(&["check", "--proof", &proof], large).says("clauses, more than", 2);
    run(&["check", PUZZLE, "--proof", "/no/such/directory/file"]).says("cannot write", 2);
}

/// A puzzle file of side 4 with a pair and a table.
fn puzzle(relation: &str) -> String {
    format!(
        r#"{{ "boxes": "2x2", "rows": 4, "givens": ["1...", "....", "....", "...."], "constraints": [
            {{ "type": "diagonal", "direction": "/" }},
            {{ "type": "pair", "cells": "r1c2-4", "relation": "{relation}" }},
            {{ "type": "allowed", "cells": "r4c1 r4c3 r2c1", "tuples": [[2, 3, 4], [4, 3, 3], [3, 1, 2], [2, 4, 3], [3, 2, 4]] }}
        ] }}"#
    )
}

#[test]
fn puzzle_files_of_regions_pairs_and_tables_are_proved() {
    let dir = tempfile::tempdir().unwrap();
    let [proof, cnf] = ["proof", "cnf"].map(|name| dir.path().join(name).to_str().unwrap().to_owned());
    let with =
        |rest: &[&str], puzzle: &str| fed(&[rest, &["--proof", &proof, "--cnf", &cnf]].concat(), puzzle);
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    for (relation, word, code) in [("a < b", "unique", 0), ("a > b + 1", "none", 1)] {
        let file = puzzle(relation);
        with(&["check"], &file).gives(word, code);
        assert!(read(&proof).ends_with("0\n") && !is_satisfiable(&read(&cnf)), "{relation}");
        let clauses = fed(&["convert", "--output", "cnf"], file.as_str());
        assert_eq!((clauses.code, clauses.err.as_str()), (0, ""));
        assert_eq!(is_satisfiable(&clauses.out), code == 0);
        if code == 1 {
            assert_eq!(clauses.out, read(&cnf));
        }
        let solved = fed(&["solve", "--output", "line"], file.as_str());
        let proved = with(&["solve", "--unique", "--output", "line"], &file);
        assert_eq!((proved.out, proved.code), (solved.out, solved.code));
    }
    with(&["check"], &puzzle("a != b")).gives("multiple", 1);
    let thermo =
        puzzle("a != b").replace(r#""diagonal", "direction": "/""#, r#""thermo", "cells": "r1c1 r2c1""#);
    std::fs::remove_file(&proof).unwrap_or_default();
    with(&["check"], &thermo).says("the constraint thermo cannot be told as clauses", 2);
    assert!(!std::fs::exists(&proof).unwrap());
    fed(&["convert", "--output", "cnf"], thermo).says("the constraint thermo cannot be told as clauses", 2);
}

#[test]
fn boards_are_written_as_clauses() {
    for arguments in [&[] as &[&str], &["--diagonals"]] {
        let clauses = |board: &str| run(&[&["convert", board, "--output", "cnf"], arguments].concat());
        let count = |board: &str| run(&[&["count", board], arguments].concat()).out;
        for board in [PUZZLE, CLASH, EMPTY_FOUR] {
            let clauses = clauses(board);
            assert_eq!((clauses.code, clauses.err.as_str()), (0, ""));
            assert_eq!(is_satisfiable(&clauses.out), count(board).trim() != "0", "{board} {arguments:?}");
        }
    }
    fed(&["convert", "--output", "cnf"], format!("{PUZZLE}\n{PUZZLE}")).says("cnf holds one puzzle", 2);
    let large = format!("[{}]", vec![format!("[{}]", vec!["0"; 64].join(",")); 64].join(","));
    fed(&["convert", "--output", "cnf"], large).says("clauses, more than", 2);
}
