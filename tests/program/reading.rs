//! INPUT, the options about text, and the forms of output.

use crate::*;

#[test]
fn an_existing_path_wins() {
    let folder = tempfile::tempdir().unwrap();
    // A file whose name could be a puzzle.
    std::fs::write(folder.path().join(EMPTY_FOUR), format!("{PUZZLE}\n")).unwrap();
    let ran =
        command(&["solve", EMPTY_FOUR, "--output", "line"]).current_dir(folder.path()).output().unwrap();
    Ran::from(ran).gives(SOLUTION, 0);
    run(&["count", EMPTY_FOUR]).gives("288", 0);
}

#[test]
fn a_dash_or_nothing_is_standard_input() {
    fed(&["solve", "--output", "line"], PUZZLE).gives(SOLUTION, 0);
    fed(&["solve", "-", "--output", "line"], format!("{PUZZLE}\n")).gives(SOLUTION, 0);
    fed(&["solve", "-"], "1").gives("1", 0);
}

#[test]
fn other_text_is_a_puzzle_or_no_file() {
    for wrong in ["nosuch.txt", "1", "", "some/where", "no such", "puzzle"] {
        run(&["solve", wrong]).says("no such file, and not a puzzle", 2);
    }
    run(&["solve", "1"]).says("a puzzle of one cell has to come from a file or standard input", 2);
    run(&["solve", &PUZZLE[1..]]).says("80 symbols, expected 81", 2);
    run(&["solve", &format!("{PUZZLE}0")]).says("82 symbols, expected 81", 2);
    run(&["solve", &format!("{PUZZLE}x")]).says("82 symbols, expected 81", 2);
    let long = run(&["solve", &"x".repeat(50_000)]);
    long.says("no such file", 2);
    assert!(long.err.len() < 300, "the argument is not repeated in full");
    // `-` stands for an empty cell, also in front.
    let dashes = format!("--{}", &PUZZLE[2..].replace('0', "-"));
    run(&["count", &dashes]).says("", 0);
    run(&["count", "----------------"]).gives("288", 0);
    run(&["count", "--nonsense-option"]).says("unexpected argument", 2);
}

/// What begins with a dash is a puzzle if it has the characters and the length of one, and no option waits for its value.
#[test]
fn short_puzzles_that_begin_with_a_dash() {
    for (puzzle, count) in [("-1--", "1"), ("----", "2"), ("--|21", "1"), ("--------1", "4"), ("-12-", "0")] {
        let ran = run(&["count", puzzle]);
        ran.gives(count, i32::from(count == "0"));
        run(&["count", "--threads", "1", puzzle]).gives(count, ran.code);
        run(&["count", "--no-boxes", "--box=1x2", puzzle]).says("cannot be used with", 2);
        run(&["count", "--ascii", puzzle]).gives(count, ran.code);
        run(&["count", "--", puzzle]).gives(count, ran.code);
    }
    run(&["solve", "-1--", "--output", "line"]).gives("2112", 0);
    run(&["verify", "-1--", "2112"]).says("", 0);
    for (arguments, said) in [
        (&["solve", "--limit", "-123", PUZZLE][..], "'-1'"),
        (&["count", "--seed", "-123", PUZZLE], "'-1'"),
        (&["solve", "-o", "-123", PUZZLE], "'-1'"),
        (&["solve", "--limit=-123", PUZZLE], "-123"),
        (&["count", "-1"], "unexpected argument"),
        (&["count", "-12"], "unexpected argument"),
        (&["count", "---"], "unexpected argument"),
    ] {
        let ran = run(arguments);
        ran.says(said, 2);
        assert!(!ran.err.contains(".123"), "{}", ran.err);
    }
}

#[test]
fn help_says_what_an_option_needs() {
    let help = run(&["solve", "--help"]).out;
    let words: String = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let proof = words.split("--proof <FILE>").nth(1).unwrap().split("--cnf <FILE>").next().unwrap();
    assert!(proof.contains("--unique"), "{proof}");
    assert!(!run(&["check", "--help"]).out.contains("--unique"));
}

#[test]
fn boxes_come_from_the_side_the_option_or_the_header() {
    let first = |arguments: &[&str], input: &str| {
        let ran = fed(arguments, input);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out.lines().next().unwrap().to_owned()
    };
    let six = ".".repeat(36);
    assert!(first(&["solve", "--output", "json"], &six).contains("\"box\":[2,3]"));
    assert!(first(&["solve", "--output", "json", "--box", "3x2"], &six).contains("\"box\":[3,2]"));
    assert_eq!(first(&["solve", "--output", "decimal", "--box", "3x2"], &six), "6 3 2");
    assert!(first(&["solve", "--output", "json", "--no-boxes"], &six).contains("\"rows\""));
    let header = format!("6 3 2\n{}", "0 0 0 0 0 0\n".repeat(6));
    assert!(first(&["solve", "--output", "json"], &header).contains("\"box\":[3,2]"));
    assert!(first(&["solve", "--output", "json", "--box", "3x2"], &header).contains("\"box\":[3,2]"));
    let differs = "the text says a side of 6 with boxes of 3x2, the options say boxes of 2x3";
    fed(&["solve", "--box", "2x3"], header).says(differs, 2);
    for side in ["5", "7", "11", "13"] {
        let board = ".".repeat(side.parse::<usize>().unwrap().pow(2));
        fed(&["solve"], board.clone()).says("--no-boxes", 2);
        fed(&["solve"], board.clone()).says("--box", 2);
        assert_eq!(fed(&["solve", "--no-boxes"], board.clone()).code, 0);
        assert_eq!(fed(&["solve", "--box", &format!("1x{side}")], board.clone()).code, 0);
        assert_eq!(fed(&["solve", "--box", &format!("{side}x1")], board).code, 0);
    }
    for wrong in ["0x3", "3", "3x", "x", "-1x3", "3x3x3", "99999999999x3", "axb", ""] {
        assert_eq!(run(&["solve", PUZZLE, &format!("--box={wrong}")]).code, 2, "{wrong}");
    }
    run(&["solve", PUZZLE, "--box", "2x2"]).says("81 symbols, expected 16", 2);
    run(&["solve", PUZZLE, "--box", "3x3", "--no-boxes"]).says("cannot be used with", 2);
    run(&["solve", PUZZLE, "--box", "1000000x1000000"]).says("more than the limit", 2);
}

#[test]
fn every_form_of_output_reads_back() {
    let sides: [(usize, &[&str]); 7] =
        [(1, &[]), (4, &[]), (5, &["--no-boxes"]), (6, &[]), (9, &[]), (12, &[]), (25, &[])];
    for (side, options) in sides {
        let rows = vec![format!("[{}]", vec!["0"; side].join(",")); side].join(",");
        let input = format!("[{rows}]");
        let task = |output: &str, input: &str| {
            let ran = fed(&[&["solve", "--output", output], options].concat(), input);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "side {side}, {output}");
            ran.out
        };
        let list = task("list", &input);
        for output in ["grid", "line", "list", "decimal", "json"] {
            let printed = task(output, &input);
            assert_eq!(task("list", &printed), list, "side {side}, {output}");
        }
    }
}

#[test]
fn symbols_are_of_any_custom() {
    let empty = ".".repeat(256);
    for symbols in ["1-9A-G", "0-F", "A-P", "decimal", "ABCDEFGHJKLMNPQR", "abcdABCD12345678"] {
        let ran = fed(&["solve", "--symbols", symbols, "--output", "line"], input_for(symbols, &empty));
        assert_eq!(ran.code, 0, "{symbols}: {}", ran.err);
        fed(&["check", "--symbols", symbols], ran.out).gives("unique", 0);
    }
    run(&["solve", "[[0,2],[0,0]]", "--symbols", "ab", "--output", "line"]).gives("abba", 0);
    run(&["solve", PUZZLE, "--symbols", "aa"]).says("given twice", 2);
    run(&["solve", PUZZLE, "--symbols", ""]).says("no symbols", 2);
    run(&["solve", PUZZLE, "--symbols", "abc"]).says("a side of 9 needs as many", 2);
    let place = PUZZLE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned());
    let mut rows: Vec<String> = place.collect();
    rows[2].replace_range(6..7, "G");
    fed(&["solve"], rows.join("\n")).says("symbol 'G' at line 3, column 7 is not one of 1-9", 2);
}

fn input_for(symbols: &str, empty: &str) -> String {
    if symbols == "decimal" { "0 ".repeat(256) } else { empty.to_owned() }
}

#[test]
fn forms_can_be_told() {
    for form in ["auto", "line"] {
        run(&["solve", PUZZLE, "--input", form, "--output", "line"]).gives(SOLUTION, 0);
    }
    run(&["solve", PUZZLE, "--input", "list"]).says("expected a list", 2);
    run(&["solve", PUZZLE, "--input", "numbers"]).says("ambiguous", 2);
    run(&["solve", PUZZLE, "--input", "grid"]).says("expected 81 rows", 2);
    run(&["solve", PUZZLE, "--input", "nonsense"]).says("auto, line, grid, list, numbers, candidates", 2);
    fed(&["count", "--input", "candidates"], ".".repeat(64)).says("", 1);
    fed(&["count", "--input", "candidates"], "1234".repeat(16)).gives("288", 0);
}

#[test]
fn colours_and_frames() {
    let grid = |arguments: &[&str], no_color: Option<&str>| {
        let mut command = command(&[&["solve", PUZZLE], arguments].concat());
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        Ran::from(command.output().unwrap()).out
    };
    let plain = grid(&[], None);
    assert!(plain.starts_with('┌') && !plain.contains('\x1b'), "no colours into a pipe");
    assert_eq!(grid(&["--color", "never"], None), plain);
    assert_eq!(grid(&["--color", "auto"], Some("1")), plain);
    let colored = grid(&["--color", "always"], None);
    assert_eq!(colored.matches("\x1b[0m").count(), 51, "what was found is coloured");
    assert_eq!(grid(&["--color", "always"], Some("1")), colored, "the option wins");
    let ascii = grid(&["--ascii"], None);
    assert!(ascii.is_ascii() && ascii.starts_with("+-------+"));
    let line = grid(&["--color", "always", "--output", "line"], None);
    assert_eq!(line.trim_end(), SOLUTION);
    assert_eq!(run(&["solve", PUZZLE, "--color", "perhaps"]).code, 2);
}
