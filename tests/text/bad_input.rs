//! What is refused, and with which words.

use std::collections::BTreeSet;

use pencilmark::Cell;

use crate::*;

#[test]
fn wrong_numbers_of_symbols_are_never_padded_or_cut() {
    for (count, said) in [(80, "80 symbols, expected 81"), (82, "82 symbols, expected 81")] {
        assert_eq!(refusal(&NINE.repeat(2)[..count], &auto()), said);
    }
    assert_eq!(refusal(&format!("{NINE}x"), &auto()), "82 symbols, expected 81");
    assert_eq!(refusal(&rows(NINE, 9)[..8].join("\n"), &auto()), "8 rows of 9 symbols, expected 9 rows");
    assert_eq!(refusal("530070000", &auto()), "1 row of 9 symbols, expected 9 rows");
    assert_eq!(refusal(&spaced(&NINE[1..], " "), &auto()), "80 numbers, expected 81");
    assert_eq!(refusal(&NINE[1..], &sized(3, 3)), "80 symbols, expected 81");
    let four = "1234341221434321";
    assert_eq!(refusal(four, &sized(3, 3)), "16 symbols, expected 81");
    assert_eq!(refusal("[[1,0],[0,0],[0,0]]", &auto()), "3 rows, expected 2");
    assert_eq!(refusal("[[1,0],[0]]", &auto()), "row 2 has 1 cells, expected 2");
    assert_eq!(refusal("[[1,0],[0,3]]", &auto()), "number '3' at line 1, column 11 is not one of 1-2");
    assert_eq!(refusal("1 2\n2 10", &auto()), "number '10' at line 2, column 3 is not one of 1-2");
    assert_eq!(refusal("9 3 3\n1 2 3\n", &auto()), "3 numbers, expected 81");
}

#[test]
fn a_form_that_is_told_is_the_only_one() {
    let numbers = auto().form(Form::Numbers);
    let said =
        "81 digits without separators are ambiguous, as numbers of one or of two digits; put blanks between";
    assert_eq!(refusal(NINE, &numbers), said);
    assert_eq!(refusal(NINE, &with_symbols("decimal")), said);
    assert_eq!(refusal(&rows(NINE, 9).join("\n"), &numbers), said);
    assert_eq!(refusal(NINE, &auto().form(Form::List)), "expected a list");
    assert_eq!(refusal(NINE, &auto().form(Form::Grid)), "1 row of 81 symbols, expected 81 rows");
    assert_eq!(refusal(NINE, &auto().form(Form::Candidates)), "81 symbols, expected 64");
    assert_eq!(refusal(&"5".repeat(20).repeat(20), &sized(20, 20)), "400 symbols, expected 160000");
    let endless = "530070000\n53007000\n".repeat(1000);
    assert_eq!(refusal(&endless, &auto()), "far more than 9 rows of 9 symbols");
}

#[test]
fn numbers_run_together_are_ambiguous() {
    let board = thinned(filled(4, 4), |cell, _| (cell.row + cell.column) % 3 != 0);
    let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<String>();
    let grid = board.rows().map(row).collect::<Vec<_>>().join("\n");
    let line = grid.replace('\n', "");
    for text in [grid, line] {
        let said = refusal(&text, &auto());
        assert!(said.contains("ambiguous") || said.contains("can be read as"), "{said}");
    }
    let run_together = "1".repeat(18 * 18);
    assert!(refusal(&run_together, &auto()).contains("can be read as"));
}

#[test]
fn empty_and_binary_and_strange_files() {
    for text in ["", "\n", "  \r\n\t\n", "# nothing\n", "\u{feff}", "+---+---+\n"] {
        assert_eq!(outline(text, &auto()), ["1: no board in an empty text"], "{text:?}");
    }
    let mut binary = b"\x7fELF\x02\x01\x01".to_vec();
    binary.extend([0; 20]);
    binary.extend(format!("\n{NINE}\n").bytes());
    assert_eq!(outline(binary, &auto()), ["1: this is a binary file, not text"]);
    let noise: Vec<u8> = (1..=255).collect();
    assert_eq!(outline(noise, &auto()), ["1: this is a binary file, not text"], "without a byte 0");
    let wide: Vec<u8> = NINE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(
        outline([&[0xff, 0xfe], &wide[..]].concat(), &auto()),
        ["1: this is UTF-16 text; boards are read as UTF-8"]
    );
    let mut latin = format!("{NINE} M\nx\n{NINE}\n").into_bytes();
    latin[82] = 0xfc;
    latin[84] = 0xfc;
    let found = outline(latin, &auto());
    assert_eq!((found.len(), found[0].as_str()), (3, "1: side 9, 30 givens"), "{found:?}");
    let mut broken = NINE.as_bytes().to_vec();
    broken[4] = 0xff;
    assert_eq!(outline(broken, &auto()), ["1: line 1, column 5 is not text in UTF-8"]);
}

#[test]
fn sizes_beyond_the_limit_are_refused_before_anything_is_allocated() {
    assert_eq!(
        refusal("1000000 1000 1000\n1 2 3\n", &auto()),
        "a side of 1000000 makes 1000000000000 cells, more than the limit of 16777216"
    );
    assert_eq!(
        refusal("99999999999999999999999 1 99999999999999999999999\n", &auto()),
        "the size '99999999999999999999…' at line 1, column 1 is too large for any board"
    );
    assert!(refusal(NINE, &auto().max_cells(80)).contains("more than the limit of 80"));
    let long = "1".repeat(3_000_000);
    let said = refusal(&format!("{long}\n"), &auto().max_cells(1000));
    assert_eq!(said, "a line of more than 73536 bytes");
    assert_eq!(outline(format!("{}\n{NINE}\n", &long[..100_000]), &auto().max_cells(1000)).len(), 2);
}

#[test]
fn sizes_that_contradict_each_other() {
    let text = written(&filled(4, 4), Format::Decimal, None);
    assert_eq!(
        refusal(&text, &sized(2, 8)),
        "the text says a side of 16 with boxes of 4x4, the options say boxes of 2x8"
    );
    assert!(Board::parse(&text, &sized(4, 4)).is_ok());
    assert_eq!(refusal("9 3 4\n1 2 3\n", &auto()), "boxes of 3x4 do not make a side of 9");
    let json = written(&filled(2, 3), Format::Json, None);
    assert_eq!(refusal(&json, &sized(3, 2)), "the text says boxes of 2x3, the options say boxes of 3x2");
    let latin = "15 1 15\n".to_owned() + &"0 ".repeat(225);
    assert_eq!(Board::parse(&latin, &auto().boxes(Boxes::None)).unwrap().geometry().box_size(), None);
    let seven = ".".repeat(49);
    assert!(refusal(&seven, &auto()).starts_with("a side of 7 is prime"));
    assert!(Board::parse(&seven, &auto().boxes(Boxes::None)).is_ok());
    assert!(Board::parse(&seven, &sized(1, 7)).is_ok());
}

#[test]
fn lists_that_are_no_boards() {
    for (text, said) in [
        ("[[1,2],[2,1]", "the list is not closed"),
        ("[[[1,2],[2,1]]]", "expected a list of rows of numbers"),
        ("[]", "expected a list of rows, found an empty list"),
        ("[[1,,2],[2,1]]", "',' at line 1, column 5 does not belong into a list"),
        ("[[1,-2],[2,1]]", "'-2' at line 1, column 5 does not belong into a list"),
        ("{\"box\":[2,2]}", "expected a list of rows after \"rows\""),
        (
            "{\"rows\":[[1,2],[2,1]],\"constraints\":[{\"type\":\"anti_king\"}]}",
            "expected \"rows\", \"box\" or \"candidates\", found \"constraints\"",
        ),
        ("[1,2,3]", "3 numbers, expected 4"),
    ] {
        assert_eq!(refusal(text, &auto()), said, "{text}");
    }
    let deep = "[".repeat(1_000_000);
    assert_eq!(refusal(&deep, &auto()), "the list at line 1, column 9 lies too deep");
}

#[test]
fn equal_givens_are_a_board_whose_clashes_can_be_asked_for() {
    let board = read(".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..");
    let clashes = board.clashes();
    assert_eq!(clashes[0].to_string(), "r1c2 and r1c3 are both 9, in row 1");
    let silly = Board::from_digits(Geometry::new(20, 20).unwrap(), vec![1; 160_000]).unwrap();
    let boxes = 400 * 19 * 19;
    assert_eq!(silly.clashes().len(), 2 * 400 * 399 + boxes, "each further cell with the first of its house");
}

#[test]
fn every_cell_that_clashes_is_named() {
    let names = |said: &mut dyn Iterator<Item = String>| -> BTreeSet<String> {
        let words: Vec<String> = said.map(|one| one.replace([',', ';'], " ")).collect();
        let cells = words
            .iter()
            .flat_map(|one| one.split_whitespace())
            .filter(|word| word.starts_with('r') && word.contains('c') && word.len() == 4);
        cells.map(str::to_owned).collect()
    };
    let mut state = 1u64;
    for _ in 0..300 {
        let digits = (0..36).map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % 9).saturating_sub(2) as u32
        });
        let board = Board::from_digits(Geometry::new(2, 3).unwrap(), digits.collect()).unwrap();
        let cells: Vec<Cell> = (0..36).filter_map(|index| board.geometry().cell(index)).collect();
        let house = |cell: Cell| (cell.row / 2, cell.column / 3);
        let meet = |a: Cell, b: Cell| a.row == b.row || a.column == b.column || house(a) == house(b);
        let clashing = cells.iter().filter(|&&a| {
            cells.iter().any(|&b| {
                a != b && meet(a, b) && board.digit(a).is_some() && board.digit(a) == board.digit(b)
            })
        });
        let clashing: BTreeSet<String> = clashing.map(ToString::to_string).collect();
        assert_eq!(names(&mut board.clashes().iter().map(ToString::to_string)), clashing);
        // And where the same board is a puzzle file.
        #[cfg(feature = "puzzle")]
        {
            use pencilmark::{Broken, Definition, Filling, Variant};
            let empty = Board::empty(board.geometry());
            let variant = Variant::new(&Definition::from(&empty)).unwrap();
            let broken = variant.verify(&Filling::from(&board)).err().unwrap_or_default();
            let clashes = broken.iter().filter(|one| matches!(one, Broken::Clash { .. }));
            assert_eq!(names(&mut clashes.map(ToString::to_string)), clashing);
        }
    }
}

#[test]
fn a_list_that_no_board_of_one_cell_has_is_named() {
    let options = auto().form(Form::Candidates);
    for (text, list) in [("1,1,1", "1,1,1"), ("1,2", "1,2"), ("\n x,1", "x,1")] {
        let (line, column) = if text.starts_with('\n') { (2, 2) } else { (1, 1) };
        let said = format!("candidate '{list}' at line {line}, column {column} does not belong there");
        assert_eq!(refusal(text, &options), said);
    }
    assert_eq!(parse("1", &options).givens(), 1);
}
