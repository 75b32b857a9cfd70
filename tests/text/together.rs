//! Several things without a blank line between them, results in the place of boards, and empty boards of any side.

use crate::*;

#[test]
fn boards_back_to_back_are_read_one_by_one() {
    let grid = rows(NINE, 9).join("\n");
    for count in [2, 3, 9, 50] {
        let text = vec![grid.clone(); count].join("\n");
        let expected: Vec<String> =
            (0..count).map(|at| format!("{}: side 9, 30 givens", at * 9 + 1)).collect();
        assert_eq!(outline(&text, &auto()), expected);
        let spread = spaced(&text, " ").replace(" \n ", "\n");
        assert_eq!(outline(&spread, &auto()).len(), count);
    }
    assert_eq!(
        outline(rows(&NINE.repeat(2), 9)[..17].join("\n"), &auto()),
        ["1: 17 rows of 9 symbols, expected 9 rows"]
    );
    for (height, width) in [(2, 3), (3, 3), (3, 4)] {
        for frames in [Frames::Ascii, Frames::Unicode] {
            let framed = Writer::new(Format::Grid).frames(frames).write(&filled(height, width)).unwrap();
            let found = entries(vec![framed; 4].join("\n"), &auto());
            assert_eq!(found.len(), 4, "{found:?}");
            assert!(found.iter().all(|entry| entry.board.as_ref() == Ok(&filled(height, width))));
        }
    }
}

#[test]
fn a_title_above_a_grid_costs_only_itself() {
    let grid = rows(NINE, 9).join("\n");
    let text = format!("Grid 01\n{grid}\nGrid 02\n{grid}\nthe third one\n{grid}\n{grid}\n");
    let found = outline(text, &auto());
    let board = |line: usize| format!("{line}: side 9, 30 givens");
    let title = |line: usize, text: &str| format!("{line}: '{text}' in line {line} is no row of a board");
    let expected = [
        title(1, "Grid 01"),
        board(2),
        title(11, "Grid 02"),
        board(12),
        title(21, "the third one"),
        board(22),
        board(31),
    ];
    assert_eq!(found, expected);
    let long = format!("a title with very many words in it\n{grid}");
    // A blank line below a title changes nothing.
    for name in ["Puzzle 12", "My nice puzzle", "Grid 01"] {
        for board in [grid.clone(), NINE.to_owned()] {
            let found = outline(format!("{name}\n\n{board}\n"), &auto());
            assert_eq!(found, [title(1, name), "3: side 9, 30 givens".to_owned()]);
        }
    }
    assert_eq!(outline(long, &auto())[0], "1: 'a title with very ma…' in line 1 is no row of a board");
}

/// A line of words is no row, also if it has as many symbols as one.
#[test]
fn a_title_as_long_as_a_row_costs_only_itself() {
    let title = |line: usize, text: &str| format!("{line}: '{text}' in line {line} is no row of a board");
    let titles = [
        ((2, 2), ["Easy", "Hard", "No 1", "A b!"]),
        ((2, 3), ["Grid 01", "Puzzle", "a word", "Six 123"]),
        ((3, 3), ["Puzzle 100", "Title line", "No. 123456", "Number 001"]),
        ((3, 4), ["Puzzle no. 17", "a small title", "unspaciously", "hexakisyllab"]),
        ((4, 4), ["Puzzle number 1234", "unexceptionables", "Very difficult 01", "x z y xx yy zz uuuu"]),
    ];
    for ((height, width), titles) in titles {
        let side = (height * width) as usize;
        let solved = filled(height, width);
        let sparse = thinned(solved.clone(), |cell, digit| (cell.row * 7 + cell.column * 3 + digit) % 5 < 2);
        let symbols = if side > 9 { Some("1-9A-G") } else { None };
        for board in [&solved, &sparse] {
            let line = written(board, Format::Line, symbols);
            let bare = rows(&line, side).join("\n");
            let framed = Writer::new(Format::Grid).frames(Frames::Ascii);
            let framed = match symbols {
                Some(symbols) => framed.symbols(symbols.parse().unwrap()),
                None => framed,
            };
            let told = if side > 9 { with_symbols("1-9A-G") } else { auto() };
            for grid in [bare.clone(), spaced(&bare, " ").replace(" \n ", "\n"), framed.write(board).unwrap()]
            {
                for name in
                    titles.iter().filter(|name| name.split_whitespace().collect::<String>().len() == side)
                {
                    let height = grid.lines().count();
                    let side = format!("side {side}, {} givens", board.givens());
                    let found = outline(format!("{name}\n{grid}\n"), &told);
                    assert_eq!(found, [title(1, name), format!("2: {side}")], "{grid}");
                    let found = outline(format!("{grid}\n{name}\n"), &told);
                    assert_eq!(found[0], format!("1: {side}"), "{grid}\n{name}");
                    assert_eq!(found.len(), 2, "{found:?}");
                    assert!(found[1].starts_with(&format!("{}: ", height + 1)), "{found:?}");
                    for count in [2, 3, 9, 30] {
                        let text = format!("{name}\n{grid}\n").repeat(count);
                        let expected: Vec<String> = (0..count)
                            .flat_map(|at| {
                                let line = at * (height + 1) + 1;
                                [title(line, name), format!("{}: {side}", line + 1)]
                            })
                            .collect();
                        assert_eq!(outline(text, &told), expected);
                    }
                }
            }
        }
    }
    // A row with a few wrong symbols is a row.
    let grid = rows(NINE, 9);
    for wrong in ["5300xx000", "5300x0000"] {
        let spoilt =
            [wrong].into_iter().chain(grid[1..].iter().map(String::as_str)).collect::<Vec<_>>().join("\n");
        for count in [1, 2, 3, 50] {
            let text = format!("{spoilt}\n").repeat(count);
            let found = outline(text, &auto());
            assert!(
                found.len() == count && found.iter().all(|said| said.contains("symbol 'x'")),
                "{found:?}"
            );
        }
    }
}

#[test]
fn lines_too_long_for_rows_are_boards_each() {
    let bad = &NINE[1..];
    for count in [1, 2, 3, 30, 200, 1000] {
        let found = outline(format!("{bad}\n").repeat(count), &auto());
        assert_eq!(found.len(), count);
        assert!(found.iter().all(|said| said.ends_with(": 80 symbols, expected 81")));
    }
}

#[test]
fn results_stand_in_the_place_of_boards() {
    let results =
        ["No solution exists", "stopped: time limit", "error: 80 symbols, expected 81", "Not unique"];
    for format in [Format::Grid, Format::Line, Format::List, Format::Decimal, Format::Candidates] {
        for (height, width) in [(2, 2), (3, 3), (3, 4)] {
            let options = if format == Format::Candidates { auto().form(Form::Candidates) } else { auto() };
            let board = written(&filled(height, width), format, None);
            for between in ["\n", "\n\n"] {
                let parts = [results[0], &board, results[1], &board, &board, results[2], results[3]];
                let between = if format == Format::Grid { "\n\n" } else { between };
                let found = entries(parts.join(between), &options);
                assert_eq!(found.len(), 7, "{format}\n{found:?}");
                for (entry, part) in found.iter().zip(parts) {
                    match &entry.board {
                        Ok(read) => assert_eq!((read, part), (&filled(height, width), &board[..])),
                        Err(TextError::Result { text }) => {
                            assert!(part.starts_with(text.trim_end_matches('…')), "{part} {text}");
                        }
                        Err(error) => panic!("{error}"),
                    }
                }
            }
        }
    }
    let json = format!(
        "{{\"result\":\"No solution exists\"}}\n{}\n{{\"error\":\"x\"}}\n",
        written(&nine(), Format::Json, None)
    );
    let said = [
        "1: no board, but the result 'No solution exists'",
        "2: side 9, 30 givens",
        "3: no board, but the result 'x'",
    ];
    assert_eq!(outline(json, &auto()), said);
}

#[test]
fn an_empty_board_needs_no_symbols() {
    for side in [39, 50, 64, 100] {
        for mark in [".", "0", "_", "*", "-"] {
            let said = [format!("1: side {side}, 0 givens")];
            assert_eq!(outline(mark.repeat(side * side), &auto()), said, "{mark}");
            assert_eq!(outline(mark.repeat(side * side), &with_symbols("1-9A-G")), said, "{mark}");
        }
    }
    let fifty = vec![".".repeat(50); 50].join("\n");
    assert_eq!(outline(&fifty, &auto()), ["1: side 50, 0 givens"]);
    assert_eq!(
        outline(vec![".".repeat(49); 49].join("\n"), &auto()),
        ["1: side 49, 0 givens"],
        "7 has no usual boxes"
    );
    assert_eq!(outline(vec![".".repeat(100); 100].join("\n"), &auto()).len(), 100, "of side 10 each");
    assert!(refusal(&format!("1{}", ".".repeat(2499)), &auto()).contains("a side of 50 needs as many"));
}

#[test]
fn several_boards_with_candidates() {
    for (height, width) in [(1, 2), (1, 3), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4)] {
        let board = thinned(filled(height, width), |cell, digit| (cell.row + digit) % 3 == 0);
        let text = written(&board, Format::Candidates, None);
        for count in [1, 2, 3, 4, 8, 9, 16, 27, 36] {
            let options = auto().form(Form::Candidates);
            let found = entries(format!("{text}\n").repeat(count), &options);
            assert_eq!(found.len(), count, "{height}x{width}, {count}: {:?}", found[0]);
            assert!(found.iter().all(|entry| entry.board.as_ref() == Ok(&board)));
            if height * width > 9 && text.contains(',') {
                assert_eq!(outline(format!("{text}\n").repeat(count), &auto()).len(), count, "untold");
                assert_eq!(read(&text), board);
            }
        }
    }
    // Eight rows of eight cells, and a board of four by four a line: all places fit both only where nothing stands.
    let rows = vec!["....5...".repeat(8); 8].join("\n");
    assert_eq!(outline(&rows, &auto().form(Form::Candidates)), ["1: side 8, 64 givens"]);
    let said =
        "1: can be read as 8 boards of side 4 or as one board of side 8; say which with --input or --box";
    assert_eq!(outline(vec![".".repeat(64); 8].join("\n"), &auto().form(Form::Candidates)), [said]);
}
