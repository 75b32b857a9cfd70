//! What a puzzle file says, what it means, and what is said of one that is wrong.

use pencilmark::{Cell, Count, Definition, Format, Frames, Outcome, Variant};

fn variant(text: &str) -> Variant {
    Variant::new(&text.parse::<Definition>().unwrap()).unwrap()
}

fn count(text: &str) -> Count {
    variant(text).count(100_000)
}

/// What is said of a text that is no puzzle file, or no puzzle.
fn refusal(text: &str) -> String {
    match text.parse::<Definition>() {
        Err(error) => error.to_string(),
        Ok(definition) => Variant::new(&definition).unwrap_err().to_string(),
    }
}

#[test]
fn a_jigsaw_is_its_picture_and_its_givens() {
    let text =
        r#"{ "regions": ["AAAB", "CABB", "CCDB", "CDDD"], "givens": ["1...", "....", "....", "...2"] }"#;
    let mut variant = variant(text);
    assert_eq!(variant.model().regions(), 12);
    let Outcome::Done(filling) = variant.solve() else { panic!("it has a solution") };
    variant.verify(&filling).unwrap();
    let grid = filling.write(variant.grid(), Format::Grid, Frames::Unicode);
    assert_eq!(grid.lines().next(), Some("┌───────────┬───┐"));
    for format in [Format::Grid, Format::Line, Format::List, Format::Decimal, Format::Json] {
        let written = filling.write(variant.grid(), format, Frames::Ascii);
        assert_eq!(variant.read(&written).unwrap(), filling, "{written}");
    }
}

#[test]
fn a_plain_board_is_written_as_one() {
    for (boxes, size) in [("3x2", Some((3, 2))), ("2x3", Some((2, 3))), ("none", None)] {
        let mut variant = variant(&format!(r#"{{ "rows": 6, "boxes": "{boxes}" }}"#));
        let Outcome::Done(filling) = variant.solve() else { panic!("it has a solution") };
        for format in [Format::Decimal, Format::Json] {
            let written = filling.write(variant.grid(), format, Frames::Ascii);
            let board: pencilmark::Board = written.parse().unwrap();
            // Boxes of one row say no more than the rows.
            let read = board.geometry().box_size().filter(|&(height, _)| height > 1);
            assert_eq!(read, size, "{written}");
            assert_eq!(variant.read(&written).unwrap(), filling, "{written}");
        }
    }
}

#[test]
fn shapes_count_their_solutions() {
    // Latin squares of 1 to 4; a Sudoku of 2x2.
    for (side, latin) in [(1, 1), (2, 2), (3, 12), (4, 576)] {
        let text = format!(
            r#"{{ "rows": {side}, "boxes": "none", "values": {{ "lowest": 1, "highest": {side} }} }}"#
        );
        assert_eq!(count(&text), Count::Exactly(latin), "{side}");
    }
    assert_eq!(count(r#"{ "rows": 4, "boxes": "2x2" }"#), Count::Exactly(288));
    assert_eq!(count(r#"{ "rows": 4, "boxes": "usual" }"#), Count::Exactly(288));
    // The same by explicit houses, with other values.
    let houses = r#"{ "rows": 4, "lines": "none", "values": [-7, 0, 3, 2000000000], "houses": [
        "r1c1-4", "r2c1-4", "r3c1-4", "r4c1-4", "r1-4c1", "r1-4c2", "r1-4c3", "r1-4c4",
        "r1-2c1-2", "r1-2c3-4", "r3-4c1-2", "r3-4c3-4"] }"#;
    assert_eq!(count(houses), Count::Exactly(288));
    // Rows only: each of the rows by itself.
    assert_eq!(count(r#"{ "rows": 2, "columns": 3, "lines": "rows" }"#), Count::Exactly(36));
    assert_eq!(count(r#"{ "rows": 2, "columns": 3, "lines": "columns" }"#), Count::Exactly(8));
    // Two rows of three values from three: 12 rectangles.
    assert_eq!(count(r#"{ "rows": 2, "columns": 3 }"#), Count::Exactly(12));
    // A hole in the middle of a Latin square of 3 is filled in one way.
    assert_eq!(count(r#"{ "boxes": "none", "givens": ["...", ".#.", "..."] }"#), Count::Exactly(12));
    assert_eq!(count(r#"{ "rows": 3, "active": "r1c1-3 r2c1,3 r3c1-3" }"#), Count::Exactly(12));
    // Boxes and regions both.
    let both = r#"{ "boxes": "2x2", "regions": ["ABCD", "BADC", "CDAB", "DCBA"] }"#;
    assert_eq!(count(both), Count::Exactly(48));
}

/// Overlapping boards are what they are as one list of houses.
#[test]
fn boards_overlap() {
    let two = r#"{ "boxes": "2x2", "boards": [{ "at": "r1c1" }, { "at": "r3c3" }] }"#;
    let mut variant = variant(two);
    assert_eq!((variant.grid().rows(), variant.grid().columns()), (6, 6));
    assert_eq!(variant.grid().cells().count(), 28);
    assert_eq!(variant.grid().var(Cell::new(0, 5)), None);
    // The shared box is one house: 2 * 12 - 1.
    assert_eq!(variant.model().regions(), 23);
    // By the symmetry of digits every filling of the shared box goes with as many of either board: 288 / 24 each.
    assert_eq!(variant.count(10_000), Count::Exactly(24 * 12 * 12));
    let Outcome::Done(filling) = variant.solve() else { panic!("it has a solution") };
    let grid = filling.write(variant.grid(), Format::Grid, Frames::Unicode);
    assert_eq!(variant.read(&grid).unwrap(), filling, "{grid}");
}

#[test]
fn givens_have_three_forms() {
    let latin =
        |givens: &str| variant(&format!(r#"{{ "rows": 3, "boxes": "none", "givens": {givens} }}"#)).givens();
    let expected = latin(r#"["1..", "..2", "..."]"#);
    assert_eq!(expected.values()[5], Some(2));
    for same in [
        r#""1..\n..2\n...""#,
        r#"["1 . .", "0 0 2", "_ _ _"]"#,
        r#"[[1, 0, 0], [0, null, 2], [0, 0, 0]]"#,
        r#"{ "r1c1": 1, "r2c3": 2 }"#,
    ] {
        assert_eq!(latin(same), expected, "{same}");
    }
    // 0 is empty unless it is a value; a letter is a number from 10 on.
    let zero = variant(r#"{ "givens": ["0A", ".."], "boxes": "none", "values": [0, 10] }"#).givens();
    assert_eq!(zero.values(), [Some(0), Some(10), None, None]);
    let narrow = r#"{ "columns": 1, "rows": 3, "givens": [[12], [null], [3]], "values": [3, 4, 12] }"#;
    let definition: Definition = narrow.parse().unwrap();
    let again = Definition::from_toml(&definition.to_toml()).unwrap();
    assert_eq!(Variant::new(&again).unwrap().givens(), variant(narrow).givens());
}

#[test]
fn candidates_restrict() {
    let text = r#"{ "rows": 2, "boxes": "none", "candidates": { "r1c1": [2], "r2c1-2": [1, 2] } }"#;
    assert_eq!(count(text), Count::Exactly(1));
    let both = r#"{ "rows": 2, "boxes": "none", "candidates": { "r1c1": [1, 2], "r1c1-2": [2] } }"#;
    assert_eq!(count(both), Count::Exactly(0));
}

#[test]
fn json_and_toml_are_one_form() {
    let json = r#"{ "version": 1, "title": "a", "boxes": "2x2", "givens": { "r1c1": 1 }, "candidates": { "r2c2": [3, 4] },
        "houses": ["r1c1 r2c2 r3c3 r4c4"], "constraints": [{ "type": "diagonal", "direction": "/" }] }"#;
    let toml = r#"
        version = 1
        title = "a"
        boxes = "2x2"
        houses = ["r1c1 r2c2 r3c3 r4c4"]
        givens = { r1c1 = 1 }
        candidates = { r2c2 = [3, 4] }
        [[constraints]]
        type = "diagonal"
        direction = "/"
    "#;
    let definition = Definition::from_json(json).unwrap();
    assert_eq!(Definition::from_toml(toml).unwrap(), definition);
    assert_eq!(definition.to_json().parse::<Definition>().unwrap(), definition);
    assert_eq!(definition.to_toml().parse::<Definition>().unwrap(), definition);
}

#[test]
fn what_is_unknown_is_refused_with_its_path() {
    let cases = [
        (r#"{ "rowz": 9 }"#, "rowz: unknown key, did you mean 'rows'?"),
        (r#"{ "colour": 9 }"#, "colour: unknown key"),
        (
            r#"{ "constraints": [{ "type": "all_different", "cell": "r1c1" }] }"#,
            "constraints[0].cell: unknown key, did you mean 'cells'?",
        ),
        (
            r#"{ "constraints": [{ "type": "diagonal", "direction": "/" }, { "type": "diagnoal" }] }"#,
            "constraints[1].type: unknown word 'diagnoal', did you mean 'diagonal'?",
        ),
        (r#"{ "constraints": [{ "type": "all_different" }] }"#, "constraints[0]: the key 'cells' is missing"),
        (r#"{ "constraints": [{ "cells": "r1c1" }] }"#, "constraints[0]: the key 'type' is missing"),
        (r#"{ "boards": [{ "rows": 9 }] }"#, "boards[0]: the key 'at' is missing"),
        (
            r#"{ "values": { "lowest": 1, "higest": 2 } }"#,
            "values.higest: unknown key, did you mean 'highest'?",
        ),
        (r#"{ "lines": "row" }"#, "lines: unknown word 'row', did you mean 'rows'?"),
        (r#"{ "version": 2 }"#, "version: 2 is not 1"),
    ];
    for (text, expected) in cases {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

#[test]
fn wrong_types_are_refused_with_their_path() {
    let cases = [
        (r#"{ "rows": "9" }"#, "rows: expected integer, found string"),
        (r#"{ "rows": 9.5 }"#, "rows: expected integer, found number with a fraction"),
        (r#"{ "rows": 99999999999999999999 }"#, "rows: 1e20 is not in 1..4294967295"),
        (
            r#"{ "givens": [[1, 2.0], [1, 2]] }"#,
            "givens[0][1]: expected integer, found number with a fraction",
        ),
        (r#"{ "givens": { "": 1 } }"#, "givens: a key without cells"),
        (
            r#"{ "constraints": [{ "type": "killer", "cells": "r1c1", "sum": 9223372036854775808 }] }"#,
            "constraints[0].sum: 9223372036854775808 is not in -9223372036854775808..9223372036854775807",
        ),
        (
            r#"{ "constraints": [{ "type": "killer", "cells": "r1c1", "sum": -1e30 }] }"#,
            "constraints[0].sum: -1e30 is not in -9223372036854775808..9223372036854775807",
        ),
        (r#"{ "values": [1, 99999999999] }"#, "values[1]: 99999999999 is not in -2147483648..2147483647"),
        (
            r#"{ "constraints": [{ "type": "odd", "cells": "r1c1" }, { "type": "even", "cells": ["r1c1", "r1d2"] }] }"#,
            "constraints[1].cells[1]: 'r1d2' is no cell: write r1c2, r1c1-9, r1-3c1-3 or r1,2c4,5",
        ),
        (
            r#"{ "constraints": [{ "type": "even", "cells": ["r1c1", "r5000000000c2"] }] }"#,
            "constraints[0].cells[1]: 'r5000000000c2': rows and columns are at most 4294967295",
        ),
        (
            r#"{ "constraints": [{ "type": "even", "cells": "r1-9999999c1" }] }"#,
            "constraints[0].cells: more than 1048576 cells",
        ),
        (
            r#"{ "constraints": [{ "type": "or", "any": [{ "type": "x", "cells": "r1c1-2" }, { "type": "v", "cell": "" }] }] }"#,
            "constraints[0].any[1].cell: unknown key, did you mean 'cells'?",
        ),
        (r#"{ "rows": 0 }"#, "rows: 0 is not in 1..4294967295"),
        (r#"{ "rows": 99999999999 }"#, "rows: 99999999999 is not in 1..4294967295"),
        (r#"{ "boxes": 3 }"#, "boxes: expected string, found integer"),
        (r#"{ "regions": 5 }"#, "regions: expected array or string, found integer"),
        (r#"{ "regions": ["AB", 3] }"#, "regions[1]: expected string, found integer"),
        (r#"{ "values": [1, 2, "x"] }"#, "values[2]: expected integer, found string"),
        (r#"{ "givens": { "r1c1": "x" } }"#, "givens.r1c1: expected integer, found string"),
        (r#"{ "givens": { "a1": 3 } }"#, "givens: 'a1' is no cell: write r1c2, r1c1-9, r1-3c1-3 or r1,2c4,5"),
        (r#"{ "candidates": { "r1c1": 5 } }"#, "candidates.r1c1: expected array, found integer"),
        (
            r#"{ "houses": ["r1c1", "x"] }"#,
            "houses[1]: 'x' is no cell: write r1c2, r1c1-9, r1-3c1-3 or r1,2c4,5",
        ),
        (
            r#"{ "constraints": [{ "type": "all_different", "cells": 5 }] }"#,
            "constraints[0].cells: expected cells such as \"r1c1-9\", found integer",
        ),
        ("[]", "the file: expected object, found array"),
    ];
    for (text, expected) in cases {
        let error = match text {
            "[]" => Definition::from_json(text).unwrap_err().to_string(),
            text => refusal(text),
        };
        assert_eq!(error, expected, "{text}");
    }
}

#[test]
fn syntax_errors_have_line_and_column() {
    let cases = [
        ("{\n  \"rows\": 9,\n  \"columns\" 9\n}", "line 3, column 13: "),
        ("{ \"rows\": 9,\n\"rows\": 9 }", "line 2, column 11: the key 'rows' stands twice"),
        ("rows = 9\ncolumns = = 9", "line 2, column 11: "),
        ("rows = 9\nrows = 9", "line 2, column 1: duplicate key"),
    ];
    for (text, expected) in cases {
        assert!(refusal(text).starts_with(expected), "{text}: {}", refusal(text));
    }
}

#[test]
fn what_does_not_fit_the_board_is_refused() {
    let cases = [
        (r#"{ "rows": 9 }"#, "boxes: missing: say their size, such as \"3x3\", or \"usual\", or \"none\""),
        (
            r#"{ "rows": 7, "boxes": "usual" }"#,
            "boxes: a side of 7 is prime: say the size of a box, or \"none\"",
        ),
        (r#"{ "rows": 9, "boxes": "2x4" }"#, "boxes: boxes of 2x4 do not fill 9 rows and 9 columns"),
        (r#"{ "title": "x" }"#, "rows: missing: say the size, or draw `regions` or `givens`"),
        (
            r#"{ "regions": ["AB", "AB"], "givens": ["1.."] }"#,
            "givens: 1 rows and 3 columns, but the board has 2 rows and 2 columns",
        ),
        (r#"{ "regions": ["AB", "A"] }"#, "regions[1]: 1 cells, expected 2"),
        (
            r#"{ "regions": ["AAAB", "AABB", "CCDD", "CCDD"] }"#,
            "regions: region A has 5 cells, expected 4, like row 1; say `values` if it is meant",
        ),
        (
            r#"{ "boxes": "none", "givens": ["13", ".."] }"#,
            "givens[0]: r1c2 is 3, which is none of the values 1-2",
        ),
        (r#"{ "boxes": "none", "givens": ["1?", ".."] }"#, "givens[0]: '?' is no number"),
        (
            r#"{ "rows": 2, "boxes": "none", "houses": ["r1c1 r3c1"] }"#,
            "houses[0]: the board has no cell r3c1",
        ),
        (r#"{ "rows": 2, "boxes": "none", "houses": ["r1c1 r1c1"] }"#, "houses[0]: r1c1 stands twice"),
        (
            r#"{ "rows": 2, "boxes": "none", "constraints": [{ "type": "all_different", "cells": "r1c1-3" }] }"#,
            "constraints[0].cells (all different r1c1 r1c2 r1c3): the board has no cell r1c3",
        ),
        (
            r#"{ "rows": 2, "lines": "none" }"#,
            "values: missing: there is no house from whose size they would follow",
        ),
        (
            r#"{ "boards": [{ "at": "r1c1" }] }"#,
            "boards[0].rows: missing: say the size, or that of the boxes",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

/// Which of several lists of cells is meant.
#[test]
fn what_does_not_fit_is_named_by_its_keys() {
    let cases = [
        (r#"{ "type": "same_values", "sets": ["r1c1-2", "r2c1"] }"#, ".sets[1] (", "1 cells, expected 2"),
        (
            r#"{ "type": "or", "any": [{ "type": "x", "cells": "r1c1-2" }, { "type": "v", "cells": "r3c1-2" }] }"#,
            ".any[1].cells (",
            "the board has no cell r3c1",
        ),
        (
            r#"{ "type": "arrow", "circle": "r1c1", "cells": "r1c2 r1c3 r2c3" }"#,
            ".cells (",
            "the board has no cell r1c3",
        ),
        (r#"{ "type": "renban", "cells": ["r1c1-2", "r1c1"] }"#, ".cells (", "r1c1 stands twice"),
    ];
    for (constraint, keys, error) in cases {
        let said = refusal(&format!(r#"{{ "rows": 2, "boxes": "none", "constraints": [{constraint}] }}"#));
        assert!(said.starts_with(&format!("constraints[0]{keys}")) && said.ends_with(error), "{said}");
    }
}

/// A short text cannot ask for much memory or time.
#[test]
fn absurd_sizes_are_refused_at_once() {
    let start = std::time::Instant::now();
    let many = vec!["\"r1-1000c1-1000\""; 100].join(",");
    let cases = [
        r#"{ "rows": 4000000000, "boxes": "none" }"#.to_owned(),
        r#"{ "rows": 4000000000, "columns": 4000000000 }"#.to_owned(),
        r#"{ "rows": 3, "boxes": "none", "values": { "lowest": -2147483648, "highest": 2147483647 } }"#
            .to_owned(),
        r#"{ "rows": 1000, "boxes": "none", "values": { "lowest": 1, "highest": 65000 } }"#.to_owned(),
        r#"{ "boards": [{ "at": "r4294967295c4294967295", "rows": 4294967295, "columns": 4294967295 }] }"#
            .to_owned(),
        r#"{ "rows": 9, "boxes": "3x3", "houses": ["r1-4000000000c1"] }"#.to_owned(),
        format!(r#"{{ "rows": 9, "boxes": "3x3", "houses": [{many}] }}"#),
        format!(r#"{{ "a": {}1{} }}"#, "[".repeat(100_000), "]".repeat(100_000)),
        format!("a = {}1{}", "[".repeat(100_000), "]".repeat(100_000)),
    ];
    for text in cases {
        println!("{}", refusal(&text));
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn contradictions_are_named() {
    let why = |text: &str| {
        let mut variant = variant(text);
        let Outcome::NoSolution(proof) = variant.solve() else { panic!("{text}") };
        variant.reason(&proof).to_string()
    };
    let diagonal = r#"{ "boxes": "3x3", "rows": 9, "givens": { "r1c1": 5, "r9c9": 5 },
        "constraints": [{ "type": "diagonal", "direction": "\\" }] }"#;
    assert_eq!(why(diagonal), "r1c1 and r9c9 are both 5, in diagonal (direction \\)");
    let row = r#"{ "boxes": "3x3", "rows": 9, "givens": { "r1c2": 9, "r1c3": 9 } }"#;
    assert_eq!(why(row), "r1c2 and r1c3 are both 9, in row 1");
    let region = r#"{ "regions": ["AAB", "ABB", "CCC"], "values": [1, 2] }"#;
    assert_eq!(why(region), "row 1 has more cells than values are left for it");
    let dot = r#"{ "boxes": "none", "rows": 3, "givens": { "r1c1": 1, "r1c2": 3 },
        "constraints": [{ "type": "kropki_white", "cells": "r1c1-2" }] }"#;
    assert!(why(dot).contains("kropki white r1c1 r1c2"), "{}", why(dot));
}

#[test]
fn every_broken_constraint_is_named() {
    let variant = variant(
        r#"{ "boxes": "none", "rows": 3, "constraints": [
            { "type": "kropki_white", "cells": "r1c1-2" },
            { "type": "kropki_white", "cells": "r1c2-3" },
            { "type": "odd", "cells": "r2c1 r2c2" }
        ] }"#,
    );
    let broken = variant.verify(&variant.read("132 213 321").unwrap()).unwrap_err();
    let broken: Vec<String> = broken.iter().map(ToString::to_string).collect();
    assert_eq!(broken, ["kropki white r1c1 r1c2 does not hold", "odd r2c1 r2c2 does not hold"]);
}

#[test]
fn deductions_are_told_in_cells() {
    let definition: Definition = r#"{ "boxes": "none", "rows": 3, "givens": { "r1c1": 1 },
        "constraints": [{ "type": "kropki_white", "cells": "r1c1-2" }] }"#
        .parse()
        .unwrap();
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let kept = told.clone();
    let mut variant = Variant::with(&definition, move |builder, words| {
        let words = words.clone();
        builder.observer(move |deduction: &pencilmark::Deduction, _: &pencilmark::Store| {
            kept.lock().unwrap().push(words.deduction(deduction));
        })
    })
    .unwrap();
    let _ = variant.inferred();
    let told = told.lock().unwrap();
    assert!(told.iter().any(|line| line.starts_with("kropki white r1c1 r1c2: r1c2 != 3")), "{told:?}");
    assert!(told.iter().any(|line| line.starts_with("naked single in row 1: ")), "{told:?}");
}

/// Contradictions that singles do not see at once, found without any limit.
#[test]
fn contradictions_are_found_soon() {
    let palindrome = "r6-9c2 r9c3 r8c3 r7c3 r6c3 r5c3 r4c3 r3c3 r2c3 r1c3-4 r2-8c4 r8c5 r9c5 r9c6 r8c6";
    let line = format!(
        r#"{{ "boxes": "3x3", "rows": 9, "givens": {{ "r1c1": 1, "r1c2": 2, "r1c3": 3, "r1c4": 4, "r1c5": 5, "r1c6": 6,
            "r1c7": 7, "r1c8": 8, "r1c9": 9 }}, "constraints": [{{ "type": "palindrome", "cells": "{palindrome}" }}] }}"#
    );
    let clues = r#"{ "boxes": "3x3", "rows": 9, "constraints": [
        { "type": "sandwich", "cells": "r2c1-9", "sum": 13 }, { "type": "sandwich", "cells": "r2c9-1", "sum": 17 }] }"#;
    for text in [line.as_str(), clues] {
        let definition: Definition = text.parse().unwrap();
        let start = std::time::Instant::now();
        let mut variant = Variant::new(&definition).unwrap();
        assert!(matches!(variant.solve(), Outcome::NoSolution(_)), "{text}");
        // Ten times as much without optimisation.
        let most = if cfg!(debug_assertions) { 10 } else { 1 };
        assert!(start.elapsed().as_secs() < most, "{:?}", start.elapsed());
    }
}

/// Without commas, each digit is a number where no side exceeds 9, wherever cells stand.
#[test]
fn digits_are_apart_on_small_boards() {
    let read = |text: &str| Definition::from_json(text).unwrap();
    let short = read(
        r#"{ "title": "r12c3", "rows": 6, "boxes": "2x3", "houses": ["r12c13", "r123c45"], "givens": { "r12c5": 1 },
            "candidates": { "r34c2": [1, 2] }, "constraints": [{ "type": "or", "any": [
            { "type": "killer", "cells": "r1c123 r23c1", "sum": 20 }, { "type": "even", "cells": ["r66c6", "r1c2"] }] }] }"#,
    );
    let long = read(
        r#"{ "title": "r12c3", "rows": 6, "boxes": "2x3", "houses": ["r1c1 r1c3 r2c1 r2c3", "r1-3c4,5"],
            "givens": { "r1,2c5": 1 }, "candidates": { "r3-4c2": [1, 2] }, "constraints": [{ "type": "or", "any": [
            { "type": "killer", "cells": "r1c1-3 r2,3c1", "sum": 20 }, { "type": "even", "cells": "r6c6 r6c6 r1c2" }] }] }"#,
    );
    assert_eq!(short.to_json(), long.to_json());
    let toml =
        Definition::from_toml("rows = 4\nboxes = '2x2'\n[[constraints]]\ntype = 'even'\ncells = 'r12c3'")
            .unwrap();
    assert!(toml.to_json().contains("r1-2c3"), "{}", toml.to_json());
    // On larger boards it is one number, and so is what has a 0.
    let large = r#"{ "rows": 12, "boxes": "3x4", "constraints": [{ "type": "even", "cells": "r12c3" }] }"#;
    assert!(read(large).to_json().contains("r12c3"));
    assert!(Variant::new(&read(large)).is_ok());
    let ten = read(r#"{ "rows": 9, "boxes": "3x3", "constraints": [{ "type": "even", "cells": "r10c3" }] }"#);
    assert!(Variant::new(&ten).unwrap_err().to_string().contains("the board has no cell r10c3"));
}
