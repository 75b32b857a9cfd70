//! The symbols of digits: three customs with letters, and characters of one's own.

use crate::*;

fn sixteen(symbols: &str, keep: impl Fn(Cell, u32) -> bool) -> (Board, String) {
    let board = thinned(filled(4, 4), keep);
    let text = written(&board, Format::Line, Some(symbols));
    (board, text)
}

#[test]
fn the_letters_decide_where_only_one_custom_fits() {
    for symbols in ["1-9A-G", "0-F", "A-P"] {
        let (board, line) = sixteen(symbols, |cell, _| (cell.row + 2 * cell.column) % 3 != 0);
        for text in [line.clone(), line.to_lowercase(), rows(&line, 16).join("\n")] {
            assert_eq!(read(&text), board, "{text}");
        }
        if symbols != "0-F" {
            assert_eq!(read(&line.replace('.', "0")), board, "0 is empty in {symbols}");
        }
        let grid = Writer::new(Format::Grid).symbols(symbols.parse().unwrap()).write(&board).unwrap();
        assert_eq!(read(&grid), board, "{grid}");
    }
    let (full, line) = sixteen("0-F", |_, _| true);
    assert_eq!(read(&line), full, "every one of 0-F sixteen times");
}

#[test]
fn two_customs_that_fit_are_refused_by_name() {
    let (_, line) = sixteen("1-9A-G", |cell, digit| digit != 16 && (cell.row + cell.column) % 3 != 0);
    assert_eq!(refusal(&line, &auto()), "can be read as 1-9A-G or as 0-F; say which with --symbols");
    for symbols in ["1-9A-G", "0-F"] {
        assert!(Board::parse(&line, &with_symbols(symbols)).is_ok());
    }
    let (_, letters) = sixteen("A-P", |_, digit| digit < 7);
    assert!(refusal(&letters, &auto()).contains("A-P"));
    let (board, line) = sixteen("1-9A-G", |cell, digit| digit != 16 && (cell.row + cell.column) % 3 != 0);
    assert_eq!(read(&line.replace('.', "0")), board, "so many zeros can only be empty cells");
    assert_eq!(read(&".".repeat(256)).givens(), 0, "an empty board is the same in all customs");
    assert_eq!(read(&"0".repeat(256)).givens(), 0);
}

#[test]
fn all_boards_of_an_input_follow_one_custom() {
    let (open, open_line) = sixteen("0-F", |cell, digit| digit != 1 && (cell.row + cell.column) % 3 != 0);
    let (sure, sure_line) = sixteen("0-F", |cell, _| (cell.row + cell.column) % 3 == 0);
    let (_, other_line) = sixteen("1-9A-G", |cell, _| (cell.row + cell.column) % 3 == 0);
    let found =
        entries(format!("{open_line}\n{open_line}\n{sure_line}\n{open_line}\n{other_line}\n"), &auto());
    let boards: Vec<Result<Board, String>> =
        found.into_iter().map(|entry| entry.board.map_err(|error| error.to_string())).collect();
    assert_eq!(boards[..4], [Ok(open.clone()), Ok(open.clone()), Ok(sure), Ok(open)]);
    let error = boards[4].as_ref().unwrap_err();
    assert!(
        error.starts_with("symbol 'G' at line 5, column ") && error.ends_with("is not one of 0-F"),
        "{error}"
    );
}

#[test]
fn nine_by_nine_is_never_ambiguous_and_has_no_letters() {
    let text = rows(NINE, 9).join("\n");
    let mut bad = text.clone();
    bad.replace_range(26..27, "G");
    assert_eq!(refusal(&bad, &auto()), "symbol 'G' at line 3, column 7 is not one of 1-9");
    let letters: String =
        NINE.chars().map(|digit| if digit == '0' { '.' } else { (digit as u8 + 16) as char }).collect();
    assert_eq!(Board::parse(&letters, &with_symbols("A-P")), Ok(nine()));
    assert_eq!(Board::parse(&letters.to_lowercase(), &with_symbols("ABCDEFGHI")), Ok(nine()));
    let zero: String =
        NINE.chars().map(|digit| if digit == '0' { '.' } else { (digit as u8 - 1) as char }).collect();
    assert_eq!(Board::parse(&zero, &with_symbols("0-F")), Ok(nine()));
}

#[test]
fn own_characters() {
    let symbols = "αβγδ";
    let board = thinned(filled(2, 2), |cell, _| cell.row != 1);
    let text = written(&board, Format::Line, Some(symbols));
    assert_eq!(Board::parse(&text, &with_symbols(symbols)), Ok(board.clone()));
    assert_eq!(Board::parse(&text.to_uppercase(), &with_symbols(symbols)), Ok(board.clone()));
    // Both cases, and marks of empty cells as digits.
    let symbols = "aA.0";
    let text = written(&board, Format::Line, Some(symbols));
    assert!(text.contains('_'));
    assert_eq!(Board::parse(&text, &with_symbols(symbols)), Ok(board));
    for (symbols, said) in [
        ("", "no symbols given: say 1-9A-G, 0-F, A-P, decimal, or the characters themselves"),
        ("abca", "symbol 'a' is given twice"),
        ("ab|c", "'|' cannot be the symbol of a digit"),
        (".0_*-1", "one of .0_*- has to be left for empty cells"),
    ] {
        assert_eq!(symbols.parse::<pencilmark::Symbols>().unwrap_err().to_string(), said);
    }
    assert_eq!(refusal(NINE, &with_symbols("abcd")), "the symbols abcd are 4, a side of 9 needs as many");
}

/// Zeros beside dots are digits, or both are empty cells.
#[test]
fn digits_from_zero_with_blanks_are_named_beside_numbers() {
    let side = 10_u32;
    let row = |row: u32| {
        let cell = |column: u32| {
            let digit = (row + column) % side;
            if (row + column).is_multiple_of(3) { ".".to_owned() } else { digit.to_string() }
        };
        (0..side).map(cell).collect::<Vec<_>>().join(" ")
    };
    let text = (0..side).map(row).collect::<Vec<_>>().join("\n").replace("1 2", "0 2");
    let said = refusal(&text, &auto());
    assert!(said.contains("decimal") && said.contains("--symbols"), "{said}");
    let zeros = text.matches('0').count();
    let decimal = Board::parse(&text, &auto().symbols("decimal".parse().unwrap())).unwrap();
    let symbols = Board::parse(&text, &auto().symbols("0-9".parse().unwrap())).unwrap();
    assert_eq!(symbols.givens(), decimal.givens() + zeros);
    // Without another mark a zero is an empty cell.
    assert_eq!(read(&text.replace('.', "0")).givens(), decimal.givens());
}

/// All digits from 0 to 9 in each row and column, with blanks between: a solved board from 0, or one from 1 that lacks each 10.
#[test]
fn solved_boards_from_zero_with_blanks_between_are_asked_about() {
    let full = filled(2, 5);
    let from_zero = written(&full, Format::Line, Some("0-F"));
    let lacking = thinned(full.clone(), |_, digit| digit < 10);
    let grid = rows(&from_zero, 10).join("\n");
    let spread =
        |text: &str, between: &str| spaced(text, between).replace(&format!("{between}\n{between}"), "\n");
    for text in [spread(&grid, " "), spread(&grid, ","), spaced(&from_zero, " "), spaced(&from_zero, ",")] {
        assert_eq!(
            refusal(&text, &auto()),
            "can be read as decimal or as 0-F; say which with --symbols",
            "{text}"
        );
        assert_eq!(parse(&text, &with_symbols("0-F")), full);
        let numbers = parse(&text, &with_symbols("decimal"));
        assert_eq!((numbers.givens(), numbers.is_full()), (90, false));
        assert_eq!(parse(&text, &auto().form(Form::Numbers)), numbers);
    }
    assert_eq!(read(&from_zero), full, "without blanks");
    // Below a header and in lists numbers are numbers.
    for format in [Format::Decimal, Format::List, Format::Json, Format::Grid, Format::Candidates] {
        assert_eq!(read(&written(&lacking, format, None)), lacking, "{format}");
    }
    // Where a row is not of all digits, it is no solved board from 0.
    let text = written(&thinned(full, |cell, digit| digit < 10 && cell.row > 0), Format::Line, None);
    assert_eq!(read(&text).givens(), 81);
}
