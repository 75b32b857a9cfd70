//! One thing wrong in a valid text of any form: the error names the place, or both counts.

use proptest::prelude::*;

use crate::*;

/// A valid text, what it has to be read with, and where its cells stand: byte ranges in reading order.
struct Valid {
    name: &'static str,
    text: String,
    options: ReadOptions,
    cells: Vec<std::ops::Range<usize>>,
}

/// The runs of characters that are no separators.
fn words(text: &str, from: usize, separates: impl Fn(char) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut cells = Vec::new();
    let mut start = None;
    for (place, symbol) in text.char_indices().skip_while(|&(place, _)| place < from) {
        match (start, separates(symbol)) {
            (None, false) => start = Some(place),
            (Some(first), true) => {
                cells.push(first..place);
                start = None;
            }
            _ => {}
        }
    }
    cells.extend(start.map(|start| start..text.len()));
    cells
}

fn singles(text: &str, from: usize) -> Vec<std::ops::Range<usize>> {
    let framed = |symbol: char| {
        symbol.is_whitespace() || "|+".contains(symbol) || ('\u{2500}'..'\u{2580}').contains(&symbol)
    };
    let cells = text.char_indices().filter(|&(place, symbol)| place >= from && !framed(symbol));
    cells.map(|(place, symbol)| place..place + symbol.len_utf8()).collect()
}

/// The forms of a board of several rows.
fn forms(board: &Board) -> Vec<Valid> {
    let side = board.geometry().side() as usize;
    let form = |name, text: String, options, cells| Valid { name, text, options, cells };
    let blank = |symbol: char| symbol.is_whitespace() || "|│─┌┐└┘├┤┬┴┼+".contains(symbol);
    let list = |symbol: char| " ,[]".contains(symbol);
    let mut all = Vec::new();
    let decimal = written(board, Format::Decimal, None);
    let header = decimal.find('\n').unwrap() + 1;
    all.push(form("header", decimal.clone(), auto(), words(&decimal, header, blank)));
    let text = written(board, Format::List, None);
    all.push(form("list", text.clone(), auto(), words(&text, 0, list)));
    let text = written(board, Format::Line, Some("decimal"));
    all.push(form("numbers", text.clone(), auto(), words(&text, 0, blank)));
    let text = decimal[header..].to_owned();
    all.push(form("rows of numbers", text.clone(), auto(), words(&text, 0, blank)));
    for frames in [Frames::Unicode, Frames::Ascii] {
        // Dashes are frames here.
        let text = Writer::new(Format::Grid).frames(frames).write(board).unwrap();
        let cells = words(&text, 0, |symbol| blank(symbol) || symbol == '-');
        all.push(form("grid", text, auto(), cells));
    }
    let pair = |&digit: &u32| format!("{digit:02}");
    let pairs: Vec<String> = board.rows().map(|row| row.iter().map(pair).collect()).collect();
    if side > 3 {
        let text = pairs.concat();
        let cells = (0..side * side).map(|cell| 2 * cell..2 * cell + 2).collect();
        all.push(form("two digits", text, auto(), cells));
        let text = pairs.join("\n");
        let cells = (0..side * side).map(|cell| 2 * cell + cell / side..2 * cell + cell / side + 2).collect();
        all.push(form("rows of two digits", text, auto(), cells));
    }
    for symbols in ["1-9A-G", "0-F", "A-P"] {
        let options = with_symbols(symbols);
        let line = written(board, Format::Line, Some(symbols));
        all.push(form("line", line.clone(), options.clone(), singles(&line, 0)));
        let text = rows(&line, side).join("\n");
        all.push(form("rows", text.clone(), options.clone(), singles(&text, 0)));
        let text = written(board, Format::Candidates, Some(symbols));
        all.push(form("candidates", text.clone(), options.form(Form::Candidates), singles(&text, 0)));
    }
    if side <= 9 {
        let line = written(board, Format::Line, None);
        all.push(form("line", line.clone(), auto(), singles(&line, 0)));
        let text = rows(&line, side).join("\n");
        all.push(form("rows", text.clone(), auto(), singles(&text, 0)));
        let text = rows(&line, side).join("|");
        all.push(form("rows with bars", text.clone(), auto(), singles(&text, 0)));
    } else {
        let text = written(board, Format::Candidates, None);
        all.push(form("lists", text.clone(), auto().form(Form::Candidates), words(&text, 0, blank)));
    }
    all
}

fn place(text: &str, at: usize) -> String {
    let line = text[..at].matches('\n').count() + 1;
    let column = text[..at].chars().rev().take_while(|&symbol| symbol != '\n').count() + 1;
    format!("at line {line}, column {column} ")
}

fn boards() -> impl Strategy<Value = Board> {
    let shape = prop::sample::select(&[(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4)][..]);
    (shape, 0_u32..4).prop_map(|((height, width), holes)| {
        thinned(filled(height, width), move |cell, digit| (cell.row * 5 + cell.column + digit) % 7 >= holes)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_bad_cell_is_named(board in boards(), at in any::<prop::sample::Index>(), bad in prop::sample::select(&['?', '~', 'é', 'z'][..])) {
        for Valid { name, text, options, cells } in forms(&board) {
            let found = Board::parse(&text, &options);
            prop_assert_eq!(found.as_ref(), Ok(&board), "{}\n{}", name, &text);
            let cell = at.get(&cells).clone();
            let mut spoilt = text.clone();
            spoilt.replace_range(cell.clone(), &bad.to_string().repeat(text[cell.clone()].len().min(2)));
            let said = refusal(&spoilt, &options);
            prop_assert!(said.contains(&place(&text, cell.start)), "{}: {}\n{}", name, said, spoilt);
        }
    }

    #[test]
    fn a_cell_too_few_or_too_many_is_counted(board in boards(), at in any::<prop::sample::Index>(), more in any::<bool>()) {
        for Valid { name, text, options, cells } in forms(&board) {
            let cell = at.get(&cells).clone();
            let mut spoilt = text.clone();
            let one = text[cell.clone()].chars().next_back().unwrap();
            let word = text[cell.clone()].len() > 1 && !name.contains("two digits");
            if more {
                let again = if name.contains("two digits") { one.to_string() } else { text[cell.clone()].to_owned() };
                let separator = match name {
                    "list" => ",",
                    "line" | "rows" | "rows with bars" | "candidates" | "two digits" | "rows of two digits" => "",
                    _ => " ",
                };
                spoilt.insert_str(cell.start, &format!("{again}{separator}"));
            } else if name.contains("two digits") {
                spoilt.remove(cell.start);
            } else {
                spoilt.replace_range(cell.clone(), "");
                if name == "list" {
                    let comma = if spoilt[cell.start..].starts_with(',') { cell.start } else { cell.start - 1 };
                    if spoilt[comma..].starts_with(',') {
                        spoilt.remove(comma);
                    }
                }
            }
            let said = refusal(&spoilt, &options);
            let counts = said.split_once(", expected ").map(|(found, expected)| {
                let last = |text: &str| text.split(' ').find_map(|word| word.parse::<usize>().ok());
                (found.split(' ').filter_map(|word| word.parse::<usize>().ok()).next_back(), last(expected))
            });
            let off = counts.and_then(|(found, expected)| Some(found?.abs_diff(expected?)));
            prop_assert!(off == Some(1), "{} {}: {}\n{}", name, word, said, spoilt);
        }
    }

    #[test]
    fn spoilt_texts_are_boards_or_errors_with_a_place(
        board in boards(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_usize..4), 1..5),
        copies in 1_usize..4,
    ) {
        let symbols: Vec<char> = "0123456789AGz.-_*|+=,;#[]{}\"': \t\n\r\u{feff}\u{fffd}é─│".chars().collect();
        for Valid { text, options, .. } in forms(&board) {
            let mut text: Vec<char> = [&text[..]; 4][..copies].join("\n").chars().collect();
            for (at, symbol, how) in &changes {
                let at = at.index(text.len());
                match how {
                    0 => text[at] = *symbol.get(&symbols),
                    1 => text.insert(at, *symbol.get(&symbols)),
                    2 if text.len() > 1 => drop(text.remove(at)),
                    _ => text.truncate(at.max(1)),
                }
            }
            let text: String = text.into_iter().collect();
            // Carriage returns end lines as well.
            let lines = text.split(['\n', '\r']).count();
            let mut last = 0;
            for options in [options, auto(), auto().form(Form::Candidates)] {
                for entry in entries(&text, &options) {
                    prop_assert!((1..=lines).contains(&entry.line), "{}\n{}", entry.line, text);
                    last = if entry.line >= last { entry.line } else { 0 };
                    if let Err(error) = entry.board {
                        let said = error.to_string();
                        prop_assert!(!said.contains('\n') && said.len() < 300, "{said:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn one_bad_symbol_of_a_small_board_on_one_line() {
    for (text, said) in [
        ("1234x41234123412", "symbol 'x' at line 1, column 5 is not one of 1-4"),
        ("12x4............", "symbol 'x' at line 1, column 3 is not one of 1-4"),
        ("1234341251434321", "symbol '5' at line 1, column 9 is not one of 1-4"),
        ("1 2 3 4 3 4 1 x 2 1 4 3 4 3 2 1", "symbol 'x' at line 1, column 15 is not one of 1-4"),
        ("1 2 3 4 3 4 1 77777 2 1 4 3 4 3 2 1", "number '77777' at line 1, column 15 is not one of 1-4"),
        ("12|34\n34|12\n--+--\n21|43\n43|2", "line 5 has 3 symbols, expected 4"),
        ("[[1,2],[2,\n99999999999]]", "number '99999999999' at line 2, column 1 is not one of 1-2"),
        ("[\"12\",\n \"2x\"]", "symbol 'x' at line 2, column 4 is not one of 1-2"),
        (
            "{\"box\":[99999999999,1],\"rows\":[[1]]}",
            "the size '99999999999' at line 1, column 9 is too large for any board",
        ),
        (
            "4 99999999999 1\n1 2 3 4\n",
            "the size '99999999999' at line 1, column 3 is too large for any board",
        ),
    ] {
        assert_eq!(refusal(text, &auto()), said, "{text}");
    }
}

#[test]
fn letters_alone_are_a_small_board_and_others_are_suggested() {
    let board = thinned(filled(2, 2), |cell, _| cell.row != 1);
    for text in [
        "ABCD....BADCDCBA",
        "abcd....badcdcba",
        "ABCD\n....\nBADC\nDCBA",
        "AB|CD\n..|..\n--+--\nBA|DC\nDC|BA",
    ] {
        let found = read(text);
        assert_eq!((found.geometry(), found.givens()), (board.geometry(), board.givens()), "{text}");
        assert_eq!(found.digit(Cell::new(0, 3)), Some(4));
    }
    let said = "symbol 'W' at line 1, column 1 is not one of 1-4; if the digits are WXYZ, say --symbols WXYZ";
    assert_eq!(refusal("WXYZ\n....\n....\nZYXW", &auto()), said);
    assert!(Board::parse("WXYZ\n....\n....\nZYXW", &with_symbols("WXYZ")).is_ok());
    assert!(refusal("ABC4\n....\n....\n....", &auto()).contains("is not one of 1-4"));
}

/// A list that was never closed takes no line that cannot be of a list.
#[test]
fn an_unclosed_list_ends_at_the_next_board() {
    let dots = NINE.replace('0', ".");
    for open in ["[[1,2],[3", "[[1,2", "board = [[5,3,0]", "[", "{\"rows\": [[1,2", "[[1,x,3],[2"] {
        for next in [NINE.to_owned(), dots.clone(), format!("{NINE} # again"), format!("{dots} by nobody")] {
            let found = outline(format!("{NINE}\n{open}\n{next}\n{next}\n"), &auto());
            assert_eq!(found.len(), 4, "{open}: {found:?}");
            let board = |line: usize| format!("{line}: side 9, 30 givens");
            assert_eq!((&found[0], &found[2], &found[3]), (&board(1), &board(3), &board(4)));
            assert!(!found[1].contains("side"), "{found:?}");
        }
    }
    // Rows of a list without brackets go on, as some programs print them.
    assert_eq!(outline("[[1 2\n3 4]\n[3 4\n1 2]\n[2 1 4 3] [4 3 2 1]]", &auto()), ["1: side 4, 16 givens"]);
}
