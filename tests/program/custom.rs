//! Puzzle files, and the switches for the usual rules.

use crate::{EMPTY_FOUR, PUZZLE, SOLUTION, fed, run};

const JIGSAW: &str =
    r#"{ "regions": ["AAAB", "CABB", "CCDB", "CDDD"], "givens": ["1...", "....", "....", "...2"] }"#;
const LATIN: &str = "boxes = 'none'\ngivens = ['12.', '...', '...']\n";

/// A file of that name with this text, and the folder that holds it.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn a_puzzle_file_is_read_wherever_a_board_is() {
    let (_folder, json) = file("jigsaw.json", JIGSAW);
    let (_other, toml) = file("latin.toml", LATIN);
    run(&["infer", &toml, "--output", "line"]).gives("123......", 0);
    run(&["count", &toml]).gives("2", 0);
    run(&["check", &toml]).gives("multiple", 1);
    run(&["solve", &toml, "--all", "--output", "line"]).gives("123231312\n123312231", 0);
    run(&["solve", &toml, "--unique"]).gives("Not unique", 1);
    // As a file, from standard input, and as the argument itself.
    let solved = run(&["solve", &json, "--output", "line"]);
    assert_eq!(solved.code, 0, "{}", solved.err);
    fed(&["solve", "--output", "line"], JIGSAW).gives(solved.out.trim_end(), 0);
    fed(&["solve", "-", "--output", "line"], JIGSAW).gives(solved.out.trim_end(), 0);
    run(&["solve", JIGSAW, "--output", "line"]).gives(solved.out.trim_end(), 0);
    run(&["verify", &json, solved.out.trim_end()]).gives("solved", 0);
    fed(&["verify", &json, "-"], solved.out.as_str()).gives("solved", 0);
    let drawn = run(&["solve", &json, "--ascii"]);
    assert!(drawn.out.starts_with("+-----------+---+\n| 1 "), "{}", drawn.out);
    run(&["verify", &json, &drawn.out]).gives("solved", 0);
    assert!(run(&["solve", &json, "--output", "json"]).out.starts_with("{\"rows\":[[1,"));
    assert!(run(&["infer", &toml, "--output", "candidates"]).out.starts_with("1 2 3 2,3 1,3 1,2 "));
}

#[test]
fn boards_in_json_are_still_boards() {
    run(&["solve", r#"{"box":[2,2],"rows":[[1,0,0,0],[0,2,0,0],[0,0,3,0],[0,0,0,4]]}"#, "--output", "line"])
        .gives("1342421324313124", 0);
    let board = "{\"box\":[2,2],\"rows\":[[1,0,0,0],[0,2,0,0],[0,0,3,0],[0,0,0,4]]}\n";
    let (_folder, path) = file("boards.json", &board.repeat(2));
    run(&["solve", &path, "--output", "line"]).gives("1342421324313124\n1342421324313124", 0);
    let (_folder, path) = file("lists.json", "[[1,0,0,0],[0,2,0,0],[0,0,3,0],[0,0,0,4]]");
    run(&["solve", &path, "--output", "line"]).gives("1342421324313124", 0);
}

#[test]
fn what_is_wrong_with_a_puzzle_file_is_said() {
    let (_folder, path) = file("wrong.json", "{ \"rows\": 9,\n \"givenz\": [], \"boxes\": \"3x3\" }");
    run(&["solve", &path]).says("wrong.json: givenz: unknown key, did you mean 'givens'?", 2);
    // What has rows that are no list, and what is in a file for JSON, is no board with a mistake.
    let (_folder, path) = file("wrong.json", r#"{"rows":4,"boxs":"2x2"}"#);
    run(&["solve", &path]).says("wrong.json: boxs: unknown key, did you mean 'boxes'?", 2);
    run(&["solve", r#"{"rows":4,"boxs":"2x2"}"#]).says("boxs: unknown key, did you mean 'boxes'?", 2);
    run(&["solve", r#"{"rows":"4"}"#]).says("rows: expected integer, found string", 2);
    let (_folder, path) = file("wrong.JSON", r#"{"boxs":"2x2"}"#);
    run(&["solve", &path]).says("boxs: unknown key, did you mean 'boxes'?", 2);
    let uneven = r#"{"regions":["AAAB","AABB","CCDD","CCDD"]}"#;
    run(&["solve", uneven]).says("regions: region A has 5 cells, expected 4, like row 1; say `values`", 2);
    let (_folder, path) = file("uneven.txt", "AAAB\nAABB\nCCDD\nCCDD\n");
    run(&["solve", EMPTY_FOUR, "--jigsaw", &path])
        .says("--jigsaw: region A has 5 cells, expected 4, like row 1", 2);
    let (_folder, path) = file("wrong.toml", "rows = 9\nboxes = = 3\n");
    run(&["solve", &path]).says("wrong.toml: line 2, column 9: ", 2);
    run(&["solve", r#"{ "rows": 9, "version": 1 }"#]).says("boxes: missing: say their size", 2);
    run(&["solve", JIGSAW, "--box", "2x2"])
        .says("a puzzle file says itself which boxes or regions it has", 2);
    run(&["solve", JIGSAW, "--shard", "1/2"]).says("a puzzle file is one", 2);
}

#[test]
fn no_solution_is_explained_in_cells() {
    let text = r#"{ "rows": 9, "boxes": "3x3", "givens": { "r1c1": 5, "r9c9": 5 },
        "constraints": [{ "type": "diagonal", "direction": "\\" }] }"#;
    let ran = run(&["solve", text]);
    ran.says("r1c1 and r9c9 are both 5, in diagonal", 1);
    assert_eq!(ran.out, "No solution exists\n");
    run(&["check", text]).gives("none", 1);
    run(&["count", text]).gives("0", 1);
    // The same by the switch.
    let mut board = vec!['.'; 81];
    (board[0], board[80]) = ('5', '5');
    let board: String = board.into_iter().collect();
    run(&["solve", &board, "--diagonals"]).says("r1c1 and r9c9 would both have to be 5", 1);
}

#[test]
fn limits_hold_for_puzzle_files() {
    let empty = r#"{ "rows": 9, "boxes": "3x3" }"#;
    run(&["count", empty, "--node-limit", "1000"]).says("stopped", 3);
    let begin = std::time::Instant::now();
    run(&["count", empty, "--time-limit", "300ms"]).says("stopped", 3);
    assert!(begin.elapsed().as_secs() < 20);
    let solve = |seed: &str| run(&["solve", empty, "--seed", seed, "--output", "line"]).out;
    assert_eq!(solve("5"), solve("5"));
    assert_ne!(solve("5"), solve("6"));
}

/// Known numbers of solutions of the empty board.
#[test]
fn switches_add_rules_to_plain_boards() {
    let count = |switches: &[&str], answer: &str, code: i32| {
        let arguments: Vec<&str> = ["count", EMPTY_FOUR].iter().chain(switches).copied().collect();
        run(&arguments).gives(answer, code);
    };
    count(&[], "288", 0);
    count(&["--diagonals"], "48", 0);
    count(&["--anti-knight"], "24", 0);
    count(&["--anti-king"], "0", 1);
    count(&["--non-consecutive"], "0", 1);
    count(&["--disjoint-groups"], "168", 0);
    let (_folder, path) = file("regions.txt", "AABB\nAABB\nCCDD\nCCDD\n");
    count(&["--jigsaw", &path], "288", 0);
    let (_folder, path) = file("regions.txt", "AAB\nABB\nCCC\n");
    let wrong = run(&["count", EMPTY_FOUR, "--jigsaw", &path]);
    wrong.says("3 rows and 3 columns, but the board has a side of 4", 2);
    // Several boards, one a line.
    let two = format!("{EMPTY_FOUR}\n1...............\n");
    fed(&["count", "--diagonals"], two).gives("48\n12", 0);
    // And on puzzle files.
    run(&["count", r#"{ "rows": 4, "boxes": "2x2" }"#, "--diagonals"]).gives("48", 0);
}

#[test]
fn rules_of_switches_belong_to_contradictions() {
    let corners = format!("4{}4", ".".repeat(14));
    run(&["check", "--why", EMPTY_FOUR, "--anti-king"]).gives("none: anti king", 1);
    run(&["check", "--why", &corners, "--diagonals"])
        .gives(r"none: r1c1 = 4, r4c4 = 4, diagonal (direction \)", 1);
    run(&["check", "--why", EMPTY_FOUR, "--diagonals"]).gives("multiple", 1);
}

#[test]
fn windows_of_a_windoku_touch_no_edge() {
    // One window on a 6x6: the houses, and rows 2 and 3 of columns 2 to 4.
    let own = r#"{"rows":6,"boxes":"2x3","constraints":[{"type":"all_different","cells":"r2-3c2-4"}]}"#;
    let board = format!("123456{}", ".".repeat(30));
    let switch = run(&["count", &board, "--windoku", "--limit", "100000"]);
    let givens = own
        .replace(r#""boxes""#, r#""givens":["123456","......","......","......","......","......"],"boxes""#);
    run(&["count", &givens, "--limit", "100000"]).gives(switch.out.trim(), 0);
    assert!(switch.out.trim().parse::<u32>().unwrap() > 1000);
    run(&["count", EMPTY_FOUR, "--no-boxes", "--disjoint-groups"]).says("has no boxes", 2);
}

#[test]
fn verify_knows_the_switches_for_many() {
    let solved = run(&["solve", EMPTY_FOUR, "--anti-knight", "--output", "line"]).out;
    let two = format!("1234341221434321\n{solved}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("open.txt");
    std::fs::write(&path, format!("{EMPTY_FOUR}\n").repeat(2)).unwrap();
    let path = path.to_str().unwrap();
    let ran = fed(&["verify", path, "-", "--anti-knight"], two.as_str());
    let alone: Vec<String> =
        two.lines().map(|line| run(&["verify", EMPTY_FOUR, line, "--anti-knight"]).out).collect();
    let joined: Vec<String> = alone.iter().map(|said| said.trim_end().replace('\n', "; ") + "\n").collect();
    assert_eq!((ran.out, ran.code), (joined.concat(), 1), "pair by pair it is the same, in a line each");
    assert_ne!(alone[0], "solved\n");
    assert_eq!(alone[1], "solved\n");
    let missing = fed(&["verify", path, "-", "--anti-knight"], solved.as_str());
    missing.says("there is no solution for line 2", 2);
    // What does not fit one board is said in its place.
    fed(&["verify", path, "-", "--windoku", "--jigsaw", "nothing.txt"], two.as_str()).says("nothing.txt", 2);
}

#[test]
fn verify_knows_the_switches() {
    run(&["verify", PUZZLE, SOLUTION]).gives("solved", 0);
    let ran = run(&["verify", PUZZLE, SOLUTION, "--diagonals"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("in diagonal (direction \\)"), "{}", ran.out);
}

#[test]
fn the_schema_is_printed() {
    let ran = run(&["schema"]);
    assert_eq!((ran.out, ran.code), (pencilmark::Definition::schema(), 0));
}

#[test]
fn setters_questions_are_asked_of_puzzle_files() {
    let (_folder, toml) = file("latin.toml", LATIN);
    run(&["candidates", &toml]).gives("1 2 3 2,3 1,3 1,2 2,3 1,3 1,2", 0);
    let counts = run(&["candidates", "--limit", "9", &toml]);
    assert!(counts.out.contains(r#"{"2":1,"3":1}"#), "{}", counts.out);
    let estimate = run(&["estimate", &toml, "--samples", "50"]);
    assert!(estimate.out.starts_with('2'), "{}", estimate.out);
    run(&["minimize", &toml]).gives("Not unique", 1);
    let broken = r#"{ "boxes": "2x2", "givens": ["12..", "....", "....", "...."],
        "constraints": [{ "type": "thermo", "cells": "r1c1-4" }, { "type": "killer", "cells": "r1c3-4", "sum": 6 }] }"#;
    let why = run(&["check", "--why", broken]);
    assert_eq!(why.code, 1, "{}", why.err);
    assert_eq!(why.out.trim_end(), "none: thermo r1c1 r1c2 r1c3 r1c4, killer cage r1c3 r1c4 (sum 6)");
}

/// As of a board that is none.
#[test]
fn a_bad_puzzle_file_has_an_error_in_the_place_of_its_answer() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for text in [r#"{ "rows": 9, "givenz": [], "boxes": "3x3" }"#, r#"{ "boxes": "2x2", "givens": ["12"] }"#]
    {
        let plain = run(&["solve", text]);
        assert_eq!((plain.out.as_str(), plain.code), ("", 2));
        let line = run(&["check", text, "--output", "line"]);
        assert!(line.out.starts_with("error: ") && line.out.lines().count() == 1, "{}", line.out);
        assert_eq!(line.code, 2);
        assert!(run(&["check", text, "--output", "json"]).out.starts_with("{\"error\":"));
        run(&["solve", text, "-o", out.to_str().unwrap()]).gives("", 2);
        assert_eq!(std::fs::read_to_string(&out).unwrap(), line.out);
        assert_eq!(run(&["solve", text, "--output", "svg"]).out, "", "no words in the place of a picture");
    }
}

#[test]
fn packed_puzzle_files_are_read() {
    use std::io::Write;
    let pack = |text: &str| {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(text.as_bytes()).unwrap();
        packed.finish().unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in
        [("a.json.gz", JIGSAW), ("b.toml.gz", LATIN), ("c.toml.gz", "#\nboxes = 'none'\nrows=2")]
    {
        let path = folder.path().join(name);
        std::fs::write(&path, pack(text)).unwrap();
        let path = path.to_str().unwrap();
        let (packed, plain) = (run(&["count", path]), fed(&["count"], text));
        assert_eq!((packed.out, packed.code), (plain.out, plain.code), "{name}: {}", packed.err);
    }
}

/// `convert` writes solutions as puzzle files whose givens are all there.
#[test]
fn a_solution_may_be_a_puzzle_file() {
    let wrong = format!("{}97", &SOLUTION[..79]);
    for form in ["json", "toml"] {
        let (_folder, good) = file("good", &run(&["convert", SOLUTION, "--output", form]).out);
        let (_other, bad) = file("bad", &run(&["convert", &wrong, "--output", form]).out);
        let (_third, puzzle) = file("puzzle", &run(&["convert", PUZZLE, "--output", form]).out);
        for puzzle in [PUZZLE, &puzzle] {
            run(&["verify", puzzle, &good]).gives("solved", 0);
            let faults = run(&["verify", puzzle, &bad]);
            assert!(faults.code == 1 && faults.out.lines().count() > 1, "{} {}", faults.out, faults.err);
        }
        run(&["verify", JIGSAW, &good]).says("the solution: 9 rows and 9 columns, the puzzle has 4 and 4", 2);
    }
}
