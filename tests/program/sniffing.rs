//! What an input is taken for: plain boards, puzzle files, puzzles of other programs.

#[cfg(unix)]
use std::io::Write as _;
#[cfg(unix)]
use std::process::Stdio;

use crate::*;

/// A board that ends in a dot.
const DOTS: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4....";

fn lines(arguments: &[&str], input: impl Into<Vec<u8>>) -> Vec<String> {
    let ran = fed(arguments, input);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    ran.out.lines().map(str::to_owned).collect()
}

/// The answer to [`DOTS`].
fn answer() -> String {
    lines(&["solve", "--output", "line"], DOTS).remove(0)
}

#[test]
fn words_beside_a_board_make_it_no_constraint_string() {
    let answer = answer();
    let solved = |text: String, at: usize, entries: usize| {
        for arguments in
            [&["solve", "--output", "line"][..], &["solve", "--output", "line", "--input", "line"]]
        {
            let found = lines(arguments, text.clone());
            assert_eq!((found.get(at), found.len()), (Some(&answer), entries), "{text}");
        }
        // The number of solutions of the last one only says that it was read.
        assert_eq!(lines(&["convert", "--output", "line"], text).get(at), Some(&DOTS.to_owned()));
    };
    solved(format!("{DOTS} Hard\n"), 0, 1);
    solved(format!("{DOTS} Platinum Blonde\n{DOTS}\n"), 0, 2);
    solved(format!("{DOTS}\nNo solution exists\n{DOTS}\n"), 0, 3);
    solved(format!("{DOTS}\nThe Hardest Ones\n"), 0, 2);
    solved(format!("{DOTS} Hard~ish\n"), 0, 1);
    let own = lines(&["solve", "--output", "line", "--symbols", "aBcd"], ".Bc.............");
    assert_eq!(own.len(), 1);
    assert!(own[0].starts_with(|c| "ad".contains(c)) && own[0].len() == 16, "{own:?}");
    // Symbols in two cases, as they are told for large boards.
    let symbols: String = ('0'..='9').chain('a'..='z').chain('A'..='M').collect();
    let board = format!(".jI.D..qcA{}", ".".repeat(49 * 49 - 10));
    let large = fed(&["solve", "--symbols", &symbols, "--output", "line", "--no-boxes"], board);
    assert_eq!((large.code, large.out.trim().len()), (0, 49 * 49), "{}", large.err);
    // Those of the other program are read as before.
    for string in [".AntiKnight", ".~R1C1_5", ".Cage~3~R1C1~R1C2.AntiKing", "# two\n\n.Shape~4x4"] {
        assert_eq!(
            fed(&["check", "--limit", "1"], string).code,
            fed(&["check", "--limit", "1"], string).code
        );
        fed(&["convert", "--output", "json"], string).says("", 0);
    }
    let told = fed(&["count", "--input", "line"], ".Shape~4x4");
    assert!(told.err.contains("symbols"), "{}", told.err);
}

#[test]
fn boards_that_begin_like_something_else_are_boards() {
    let board = |start: &str, side: usize| format!("{start}{}", ".".repeat(side * side - start.len()));
    for (side, start) in [(25, "N4IP"), (30, "N4IU")] {
        let ran = fed(&["convert", "--output", "line"], board(start, side));
        assert_eq!((ran.code, ran.out.lines().count()), (0, 1), "{}", ran.err);
        assert!(ran.out.len() > side * side);
    }
    let grid: Vec<String> =
        PUZZLE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into()).collect();
    for text in [format!("A = 3\n{}\n", grid.join("\n")), format!("{}\nA = 3\n", grid.join("\n"))] {
        let found = lines(&["solve", "--output", "line"], text.clone());
        assert!(found.contains(&SOLUTION.to_owned()), "{text}: {found:?}");
    }
    let picture = "AABB\nAABB\nCCDD\nCCDD\n\nA = 10 B = 10\nC = 10 D = 10\n";
    assert_eq!(fed(&["count"], picture).out, fed(&["count"], EMPTY_FOUR).out);
}

/// What a program says whose input comes in these pieces, with time between them.
#[cfg(unix)]
fn piece_by_piece(arguments: &[&str], pieces: &[&[u8]]) -> (String, String) {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("pencilmark"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for piece in pieces {
        input.write_all(piece).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(30));
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[cfg(unix)]
#[test]
fn the_pieces_of_an_input_change_nothing() {
    let toml = "# a puzzle\n\nboxes = \"2x2\"\ngivens = [\"1...\", \"....\", \"....\", \"...2\"]\n";
    let picture = "AABB\nAABB\nCCDD\nCCDD\n\nA = 10 B = 10\nC = 10 D = 10\n";
    let json = "{\n\"title\": \"x\",\n\"rows\": 4, \"boxes\": \"2x2\"\n}\n";
    let iss = "# two\n\n.Shape~4x4\n.AntiKnight\n";
    let board = format!("{DOTS} Hard\nThe End\n{PUZZLE}\n");
    let jigsaw = "1.....4........2\nAAABACBBCCDBCDDD\n";
    let damaged = [format!("{PUZZLE}\n").as_bytes(), b"\xff\xfe A = 3\n", PUZZLE.as_bytes(), b"\n"].concat();
    let texts = [toml, picture, json, iss, &board, jigsaw].map(|text| text.as_bytes().to_vec());
    for text in texts.into_iter().chain([damaged]) {
        let arguments = ["count", "--limit", "9"];
        let whole = fed(&arguments, text.clone());
        assert!(!whole.out.is_empty());
        let expected = (whole.out, whole.err);
        for size in [1, 3, 7, 20] {
            let few: Vec<&[u8]> = text.chunks(size).take(20).collect();
            let rest = &text[few.iter().map(|piece| piece.len()).sum::<usize>()..];
            let pieces = [few, vec![rest]].concat();
            assert_eq!(piece_by_piece(&arguments, &pieces), expected, "{}", String::from_utf8_lossy(&text));
        }
    }
}

/// Somebody who types a board gets an answer before the end of the input.
#[cfg(unix)]
#[test]
fn a_board_is_answered_before_the_input_ends() {
    use std::io::{BufRead as _, BufReader};
    for board in [
        PUZZLE.to_owned(),
        format!(
            "{}\n",
            PUZZLE
                .as_bytes()
                .chunks(9)
                .map(|row| String::from_utf8_lossy(row))
                .collect::<Vec<_>>()
                .join("\n")
        ),
    ] {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("pencilmark"))
            .args(["solve", "--output", "line"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "{board}").unwrap();
        let mut said = String::new();
        // This would wait for ever if the program did.
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        assert_eq!(said.trim(), SOLUTION);
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn bytes_that_are_no_text_cost_one_line() {
    for strange in [&b"caf\xe9"[..], b"\0", b"\xe9 A = 3"] {
        let text = [PUZZLE.as_bytes(), b"\n", strange, b"\n", PUZZLE.as_bytes(), b"\n"].concat();
        let ran = fed(&["solve", "--output", "line"], text);
        let found: Vec<&str> = ran.out.lines().collect();
        assert_eq!((found.len(), found[0], found[2]), (3, SOLUTION, SOLUTION), "{} {}", ran.out, ran.err);
        assert!(found[1].starts_with("error: "), "{}", found[1]);
    }
    let latin = [b"title = \"caf\xe9\"\n".as_slice(), b"boxes = \"2x2\"\n"].concat();
    fed(&["count"], latin).says("standard input", 2);
}

#[test]
fn an_unclosed_list_ends_where_no_list_goes_on() {
    let answer = answer();
    let found = lines(&["solve", "--output", "line"], format!("{DOTS}\n[[1,2],[3\n{DOTS}\n{DOTS}\n"));
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found[1].starts_with("error: "));
    assert_eq!([&found[0], &found[2], &found[3]], [&answer; 3]);
}

#[test]
fn colours_are_passed_over() {
    let coloured = fed(&["solve", "--color", "always", "--output", "grid"], PUZZLE);
    assert!(coloured.out.contains('\u{1b}'));
    fed(&["solve", "--output", "line"], coloured.out.clone()).gives(SOLUTION, 0);
    fed(&["convert", "--output", "line"], coloured.out).gives(SOLUTION, 0);
    fed(&["convert", "--output", "line"], format!("\u{1b}[31m{DOTS}\u{1b}[0m")).gives(DOTS, 0);
}

#[test]
fn names_of_lists_are_no_keys() {
    let rows: Vec<String> = PUZZLE
        .as_bytes()
        .chunks(9)
        .map(|row| {
            let row: Vec<String> = row.iter().map(|&digit| char::from(digit).to_string()).collect();
            format!("[{}]", row.join(","))
        })
        .collect();
    for name in ["rows", "values", "givens", "boards", "grid", "regions", "board", "sudoku_to_solve", "x"] {
        for text in [
            format!("{name} = [{}]\n", rows.join(", ")),
            format!("{name} = [\n  {}\n]\n", rows.join(",\n  ")),
        ] {
            fed(&["solve", "--output", "line"], text.as_str()).gives(SOLUTION, 0);
            fed(&["convert", "--output", "line"], text.as_str()).gives(&PUZZLE.replace('0', "."), 0);
            run(&["convert", "--output", "line", &text]).gives(&PUZZLE.replace('0', "."), 0);
        }
    }
    // In a puzzle file they are what they are there.
    let file = format!("givens = [{}]\nboxes = \"3x3\"\nconstraints = []\n", rows.join(", "));
    fed(&["convert", "--output", "line"], file).gives(&PUZZLE.replace('0', "."), 0);
}

#[test]
fn lone_carriage_returns_end_lines() {
    for end in ["\r", "\n", "\r\n"] {
        let text = [PUZZLE, PUZZLE, PUZZLE, ""].join(end);
        fed(&["count"], text).gives("1\n1\n1", 0);
        let grid: Vec<String> =
            PUZZLE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into()).collect();
        fed(&["solve", "--output", "line"], [grid.join(end), String::new()].join(end)).gives(SOLUTION, 0);
        let toml = ["boxes = \"2x2\"", "givens = [\"1...\", \"....\", \"....\", \"...2\"]", ""].join(end);
        let line_feeds = toml.replace(end, "\n");
        assert_eq!(fed(&["count"], toml).out, fed(&["count"], line_feeds).out);
    }
    // Both at once, and two in a row, as a blank line.
    fed(&["count"], format!("{PUZZLE}\r\r{PUZZLE}\n{PUZZLE}\r\n\r\n{PUZZLE}")).gives("1\n1\n1\n1", 0);
}

#[test]
fn what_convert_and_solve_wrote_is_read() {
    let three = fed(&["solve", "--limit", "3", "--output", "json"], EMPTY_FOUR).out;
    let expected = fed(&["solve", "--limit", "3", "--output", "line"], EMPTY_FOUR).out;
    fed(&["convert", "--output", "line"], three).gives(expected.trim_end(), 0);
    let json = fed(&["convert", "--output", "json", "--no-boxes"], "1...............").out;
    let count = fed(&["count", "--no-boxes"], "1...............").out;
    fed(&["count", "--no-boxes"], json.as_str()).gives(count.trim_end(), 0);
    fed(&["count", "--box", "2x2"], json).says("a puzzle file says itself which boxes", 2);
    let json = fed(&["convert", "--output", "json", "--box", "3x2"], ".".repeat(36)).out;
    fed(&["check", "--box", "3x2"], json.as_str()).says("", 1);
    fed(&["check", "--box", "2x3"], json).says("a puzzle file says itself which boxes", 2);
}
