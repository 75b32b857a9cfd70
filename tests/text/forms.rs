//! Every form of text that is read.

use crate::*;

#[test]
fn a_line_with_any_empty_mark_and_a_comment() {
    for mark in ['.', '0', '_', '*', '-'] {
        let line = NINE.replace('0', &mark.to_string());
        for comment in ["", "  ", "\t8.3\t5\t5", " # easy", "# easy", "  easy, by nobody", ",12345", "\r"] {
            assert_eq!(read(&format!("{line}{comment}\n")), nine(), "{line}{comment}");
        }
    }
    assert_eq!(nine().givens(), 30);
    assert_eq!(nine().geometry(), Geometry::new(3, 3).unwrap());
}

#[test]
fn a_board_of_one_cell_has_a_comment_too() {
    let full = read("1");
    assert_eq!((full.geometry().side(), full.givens()), (1, 1));
    for (cell, board) in [("1", &full), (".", &read(".")), ("0", &read("0")), ("_", &read("_"))] {
        for comment in [" # c", "# 1 2 3", " a comment", "\tby nobody, 2020", ", easy"] {
            let text = format!("{cell}{comment}");
            assert_eq!(read(&text), *board, "{text}");
            assert_eq!(parse(&text, &auto().form(Form::Line)), *board, "{text}");
            assert_eq!(parse(&text, &sized(1, 1)), *board, "{text}");
        }
    }
    let three = ["1: side 1, 1 givens", "2: side 1, 0 givens", "4: side 1, 1 givens"];
    assert_eq!(outline("1 first\n. second\n\n1 third\n", &auto()), three);
    assert_eq!(parse("A the only one", &with_symbols("A-P")), full);
    // What is numbered or listed beside boards is no board.
    for text in ["1 Easy\n\n1234341221434321\n", "1 Easy\n1234\n3412\n2143\n4321\n", "- a list\n- of words\n"]
    {
        let first = entries(text, &auto()).remove(0);
        assert!(first.board.is_err(), "{text}");
    }
}

#[test]
fn boards_of_a_few_cells_take_two_digits_a_cell() {
    for (text, line) in [
        ("01", "1"),
        ("00", "."),
        ("..", "."),
        ("01020201", "1221"),
        ("0100..01", "1..1"),
        ("010203020301030102", "123231312"),
        ("..................", "........."),
    ] {
        assert_eq!(read(text), read(line), "{text}");
        assert_eq!(parse(text, &auto().form(Form::Numbers)), read(line), "{text}");
    }
    // The candidates of four cells, two a cell.
    let open = read("12.21212");
    assert_eq!((open.geometry().side(), open.givens()), (2, 1));
}

#[test]
fn rows_with_and_without_frames() {
    let plain = rows(NINE, 9).join("\n");
    assert_eq!(read(&plain), nine());
    assert_eq!(read(&plain.replace('0', ".")), nine());
    assert_eq!(
        read(&rows(NINE, 9).iter().map(|row| spaced(row, " ")).collect::<Vec<_>>().join("\n")),
        nine()
    );
    assert_eq!(read(&rows(NINE, 9).join(" ")), nine(), "rows on one line");
    assert_eq!(read(&rows(NINE, 3).join(" ")), nine(), "boxes' rows on one line");
    assert_eq!(read(&rows(NINE, 9).join("|")), nine(), "rows with bars on one line");
    assert_eq!(
        read(
            &rows(&plain.replace('\n', ""), 9)
                .iter()
                .map(|r| rows(r, 3).join(" "))
                .collect::<Vec<_>>()
                .join("\n")
        ),
        nine()
    );
    let framed = |mark: &str, rule: &str, bar: &str| {
        let lines: Vec<String> =
            rows(&NINE.replace('0', mark), 9).iter().map(|row| rows(row, 3).join(bar)).collect();
        lines.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join(&format!("\n{rule}\n"))
    };
    for mark in [".", "0", "-", "*", "_"] {
        for rule in
            ["---+---+---", "-----------", "===========", "---------", "------+-------+------", "───┼───┼───"]
        {
            for bar in ["|", " | ", "│", " "] {
                let text = framed(mark, rule, bar);
                assert_eq!(read(&text), nine(), "{text}");
                assert_eq!(read(&format!("{rule}\n{text}\n{rule}\n")), nine(), "{text}");
            }
        }
    }
}

#[test]
fn rows_of_dashes_are_frames_only_if_the_rows_come_out() {
    let empty_first = format!("---------\n{}", rows(&NINE.replace('0', "-"), 9)[1..].join("\n"));
    assert_eq!(read(&empty_first).givens(), 27);
    let all_dashes = ["---------"; 9].join("\n");
    assert_eq!((read(&all_dashes).givens(), read(&all_dashes).geometry().side()), (0, 9));
    let bars = "|1--|--2|\n|---|---|\n|---|---|\n|--3|---|\n|---|---|\n|---|-4-|\n";
    assert_eq!((read(bars).givens(), read(bars).geometry().box_size()), (4, Some((2, 3))));
}

#[test]
fn empty_boards_in_every_mark() {
    for mark in [".", "0", "_", "*", "-"] {
        for cells in [1, 4, 16, 81] {
            assert_eq!(
                outline(mark.repeat(cells), &auto()),
                [format!("1: side {}, 0 givens", cells.isqrt())],
                "{mark}"
            );
        }
        let text = format!("{}\n{}\n{NINE}\n", mark.repeat(81), mark.repeat(81));
        assert_eq!(outline(text, &auto()).len(), 3, "{mark}");
    }
}

#[test]
fn frames_tell_the_boxes() {
    let text = "12|34|56\n......\n......\n--+--+--\n......\n......\n......";
    let text = text.replace("......", "..|..|..");
    assert_eq!(read(&text).geometry().box_size(), Some((3, 2)));
    assert_eq!(refusal(&text, &sized(2, 3)), "the text says boxes of 3x2, the options say boxes of 2x3");
    assert_eq!(Board::parse(&text, &auto().boxes(Boxes::None)).unwrap().geometry().box_size(), None);
    // A bar after each cell and a line under each row say nothing.
    let table = rows(NINE, 9).iter().map(|row| format!("|{}|", spaced(row, "|"))).collect::<Vec<_>>();
    assert_eq!(read(&table.join("\n-------------------\n")), nine());
    assert_eq!(read(&table.join("\n")), nine());
}

#[test]
fn numbers_with_blanks_or_commas() {
    for separator in [" ", ",", ", ", "\t", "  ", " , "] {
        assert_eq!(read(&spaced(NINE, separator)), nine(), "on one line, {separator:?}");
        let grid: Vec<String> = rows(NINE, 9).iter().map(|row| spaced(row, separator)).collect();
        assert_eq!(read(&grid.join("\n")), nine(), "{separator:?}");
        assert_eq!(
            read(&grid.join(&format!("{}\n", separator.trim_end()))),
            nine(),
            "{separator:?} at line ends"
        );
    }
    let csv: Vec<String> = rows(NINE, 9).iter().map(|row| spaced(row, ",").replace('0', "")).collect();
    assert_eq!(read(&csv.join("\n")), nine(), "nothing between commas is an empty cell");
    let sixteen = thinned(filled(4, 4), |cell, _| (cell.row + cell.column) % 3 != 0);
    for empty in ["0", ".", "00", "..", "_"] {
        for width in [1, 2] {
            let row = |row: &[u32]| {
                let cell =
                    |&digit: &u32| if digit == 0 { empty.to_owned() } else { format!("{digit:0width$}") };
                row.iter().map(cell).collect::<Vec<_>>().join(" ")
            };
            let text = sixteen.rows().map(row).collect::<Vec<_>>().join("\n");
            assert_eq!(read(&text), sixteen, "{text}");
            assert_eq!(read(&text.replace('\n', " ")), sixteen, "on one line");
            assert_eq!(read(&text.replace(' ', ",")), sixteen);
        }
    }
}

#[test]
fn two_digits_a_cell() {
    for (height, width) in [(3, 3), (3, 4), (4, 4), (5, 5), (10, 10)] {
        let board =
            thinned(filled(height, width), |cell, digit| (cell.row * 3 + digit) % 4 != 0 && digit < 100);
        for empty in ["00", "..", "--"] {
            let cell = |&digit: &u32| if digit == 0 { empty.to_owned() } else { format!("{digit:02}") };
            let text: String = board.digits().iter().map(cell).collect();
            if height == 10 {
                // 20,000 is no other square's double, but candidates or lines of no side either.
                assert_eq!(read(&text), board);
                continue;
            }
            assert_eq!(read(&text), board, "{text}");
            let side = 2 * (height * width) as usize;
            assert_eq!(read(&rows(&text, side).join("\n")), board, "{text}");
        }
    }
}

#[test]
fn lists_as_programs_write_them() {
    let list = written(&nine(), Format::List, None);
    assert!(list.starts_with("[[5,3,0,0,7,0,0,0,0],[6,"));
    let spread = list.replace("],[", "],\n    [").replace(',', ", ");
    for text in [
        list.clone(),
        spread.clone(),
        format!("board = {spread};"),
        format!("grid={list}"),
        format!("let board: [[u8; 9]; 9] = {spread};"),
        format!("int board[9][9] = {};", list.replace('[', "{").replace(']', "}")),
        format!("board = \\\n{spread}").replace("\\\n", "\n"),
        format!("puzzle = np.array({spread})"),
        list.replace(',', " "),
        list.replace('0', "None"),
        list.replace('0', "null"),
        list.replace("],[", "],\n["),
        list.replace("]]", ",],]"),
        list.replace('0', "\".\"").replace(['1', '2', '3', '4', '5', '6', '7', '8', '9'], "0"),
        format!("[{}]", rows(NINE, 9).iter().map(|row| format!("\"{row}\"")).collect::<Vec<_>>().join(",")),
        format!("[{}]", spaced(NINE, ",")),
        format!("{{\"rows\":{list}}}"),
        format!("{{\"name\": \"x\", \"box\": [3, 3],\n \"rows\": {spread}, \"solved\": true}}"),
    ] {
        let expected = if text.contains("\".\"") { Board::empty(nine().geometry()) } else { nine() };
        let found = read(&text.replace("\"0\"", "0"));
        assert_eq!(found.geometry(), expected.geometry(), "{text}");
        if !text.contains("\".\"") {
            assert_eq!(found, expected, "{text}");
        }
    }
    let letters: Vec<String> =
        rows(NINE, 9).iter().map(|row| format!("[\"{}\"]", spaced(row, "\",\"").replace('0', "."))).collect();
    assert_eq!(read(&format!("[{}]", letters.join(","))), nine());
}

#[test]
fn a_header_and_numbers() {
    let board = thinned(filled(3, 2), |cell, _| cell.row != cell.column);
    let text = written(&board, Format::Decimal, None);
    assert!(text.starts_with("6 3 2\n0 "), "{text}");
    assert_eq!(read(&text), board);
    let flowing = text.replacen('\n', "\t", 0).replace('\n', " ").replacen("6 3 2 ", "6 3 2\n", 1);
    assert_eq!(read(&flowing), board);
    assert_eq!(read(&flowing.replacen("6 3 2\n", "\u{feff}6 3 2\r\n\r\n", 1)), board);
    let symbols = format!("9 3 3\n{}", rows(NINE, 9).join("\n"));
    assert_eq!(read(&symbols), nine());
    assert_eq!(read(&format!("9 3 3\n{NINE}")), nine());
    assert_eq!(outline(format!("{text}\n{text}\n4 2 2\n{}", "1 2 3 4\n".repeat(4)), &auto()).len(), 3);
    assert_eq!(read("3 1 3\n1 2 3\n0 0 0\n0 0 0\n").givens(), 3);
    assert_eq!(read("3 1 3\n0 0 0\n0 0 0\n").givens(), 3, "three rows of three are no header");
    let with = with_symbols("1-9A-G");
    let numbers = written(&filled(4, 4), Format::Decimal, None);
    assert_eq!(Board::parse(&numbers, &with), Ok(filled(4, 4)), "numbers below a header need no symbols");
}

#[test]
fn candidates_only_if_somebody_says_so() {
    let mut board = nine();
    board.set_candidates(Cell::new(0, 2), &[1, 2, 4]).unwrap();
    board.set_candidates(Cell::new(8, 0), &[]).unwrap();
    let text = written(&board, Format::Candidates, None);
    assert_eq!(text.len(), 729);
    let told = auto().form(Form::Candidates);
    assert_eq!(Board::parse(&text, &told), Ok(board.clone()));
    assert_eq!(Board::parse(&text, &sized(3, 3)), Ok(board.clone()));
    assert_eq!(Board::parse(&rows(&text, 81).join("\n"), &told), Ok(board.clone()));
    assert_eq!(Board::parse(&text.replace('.', "0"), &told), Ok(board.clone()));
    assert_eq!(outline(format!("{text}\n{text} # again\n"), &told).len(), 2);
    assert_ne!(text.parse::<Board>().map(|board| board.geometry().side()), Ok(9));
    let eight = written(&filled(2, 4), Format::Line, None);
    assert_eq!(read(&eight), filled(2, 4), "64 symbols are a board");
    let four = written(&thinned(filled(2, 2), |cell, _| cell.row > 0), Format::Candidates, None);
    assert_eq!(four.len(), 64);
    assert_eq!(Board::parse(&four, &sized(2, 2)).unwrap().givens(), 12);
    let said = refusal(&format!("1{}", ".".repeat(4095)), &auto());
    assert!(said.contains("candidates of side 16") && said.contains("--input"), "{said}");
    let pencilled = "\
.------.------.
| 12 3 | 4 12 |
| 4  . | 1 2  |
:------+------:
| 1 2  | 3 4  |
| 3 4  | 2 1  |
'------'------'
";
    let board = Board::parse(pencilled, &told).unwrap();
    assert!(board.candidates(Cell::new(0, 0)).eq([1, 2]));
    assert_eq!(board.candidates(Cell::new(1, 1)).count(), 0);
    let twelve = thinned(filled(3, 4), |cell, _| cell.row != 5);
    let mut twelve = twelve;
    twelve.set_candidates(Cell::new(5, 5), &[3, 11, 12]).unwrap();
    let lists = written(&twelve, Format::Candidates, None);
    assert!(lists.contains(" 3,11,12 "), "{lists}");
    assert_eq!(Board::parse(&lists, &told), Ok(twelve.clone()));
    let symbols = Writer::new(Format::Candidates).symbols("1-9A-C".parse().unwrap()).write(&twelve).unwrap();
    assert_eq!(symbols.len(), 1728);
    assert_eq!(Board::parse(&symbols, &told), Ok(twelve));
}

#[test]
fn candidates_of_all_cells_where_nothing_else_has_so_many_symbols() {
    for (height, width, custom) in
        [(2, 3, "1-9A-G"), (2, 4, "1-9A-G"), (2, 5, "1-9A-G"), (3, 4, "A-P"), (3, 5, "1-9A-G")]
    {
        let side = height * width;
        let mut board = thinned(filled(height, width), |cell, _| cell.row % 2 == 1);
        board.set_candidates(Cell::new(1, 1), &[1, 2]).unwrap();
        let writer = Writer::new(Format::Candidates).symbols(custom.parse().unwrap());
        let text = writer.write(&board).unwrap().split_whitespace().collect::<String>();
        assert_eq!(text.len(), (side * side * side) as usize);
        let read = |text: &str| Board::parse(text, &auto()).unwrap();
        assert_eq!(read(&text), board);
        assert_eq!(read(&format!("{text} by nobody")), board);
        assert_eq!(outline(format!("{text}\n{text}\n"), &auto()).len(), 2);
        // Where 0 may be a digit, both are named.
        let zeros = Board::parse(&text.replace('.', "0"), &auto());
        assert!(zeros == Ok(board) || side > 9 && zeros.unwrap_err().to_string().contains("can be read as"));
        // A symbol in the place of another is no candidate.
        let (first, rest) = text.split_at(1);
        let wrong = Board::parse(&format!("{}{rest}", if first == "2" { "3" } else { "2" }), &auto());
        assert!(wrong.is_err(), "{wrong:?}");
    }
    // So few symbols are candidates on a line alone; more lines may be rows.
    for side in [2, 3] {
        let mut board = thinned(filled(1, side), |cell, _| cell.row % 2 == 1);
        board.set_candidates(Cell::new(0, 1), &[1, 2]).unwrap();
        let text = written(&board, Format::Candidates, None).split_whitespace().collect::<String>();
        assert_eq!(text.len(), (side * side * side) as usize);
        assert_eq!(Board::parse(&text, &auto()), Ok(board), "{text}");
    }
    assert!("12.4.6.8".parse::<Board>().is_err() && "12......".parse::<Board>().is_err());
    assert!(".".repeat(216).parse::<Board>().is_err(), "nothing says that these are candidates");
    let said = refusal(&written(&nine(), Format::Candidates, None), &auto());
    assert!(said.contains("candidates of side 9") && said.contains("a board of side 27"), "{said}");
}

#[test]
fn escapes_that_colour_are_no_symbols() {
    let coloured = rows(NINE, 9).join("\n").replace('5', "\u{1b}[1;36m5\u{1b}[0m");
    assert_eq!(read(&coloured), nine());
    assert_eq!(read(&format!("\u{1b}[m{NINE}\u{1b}[38:5:1m")), nine());
    assert!(refusal(&format!("\u{1b}[2K{NINE}"), &auto()).contains("symbols"));
}

#[test]
fn line_ends_byte_order_marks_tabs_and_trailing_blanks() {
    let grid = rows(NINE, 9);
    for (start, end) in
        [("", "\r\n"), ("\u{feff}", "\n"), ("\u{feff}", " \t \r\n"), ("\n\n\r\n", "\n"), ("# x\n", "\n")]
    {
        assert_eq!(read(&format!("{start}{}{end}", grid.join(end))), nine(), "{start:?} {end:?}");
        assert_eq!(read(&format!("{start}{NINE}{end}")), nine(), "{start:?} {end:?}");
        assert_eq!(read(&format!("{start}\t{NINE}{end}{end}")), nine(), "{start:?} {end:?}");
    }
    assert_eq!(read(NINE), nine(), "no line end at all");
}

#[test]
fn small_boards() {
    for (text, side, givens) in [
        ("1", 1, 1),
        (".", 1, 0),
        ("[[0]]", 1, 0),
        ("[[1]]", 1, 1),
        ("1 1 1\n1", 1, 1),
        ("12\n21", 2, 4),
        ("1..2", 2, 2),
        ("1 2\n. .", 2, 2),
        ("123\n...\n...", 3, 3),
        ("1 2 3\n. . .\n. . .", 3, 3),
        ("123......", 3, 3),
    ] {
        let board = read(text);
        assert_eq!((board.geometry().side(), board.givens()), (side, givens), "{text}");
    }
}

/// Rows of empty cells may be drawn like frames: they are rows if that makes the number of rows come out.
#[test]
fn rows_of_dashes_between_full_rows_in_groups() {
    for (height, width) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
        let side = (height * width) as usize;
        let full = written(&filled(height, width), Format::Line, None);
        let full = rows(&full, side);
        for mask in 0..1_usize << side {
            let kept = |row: usize| mask >> row & 1 == 1;
            let expected = thinned(filled(height, width), |cell, _| kept(cell.row as usize));
            for (bar, rule) in [(" ", None), ("|", None), ("|", Some("-".repeat(width as usize)))] {
                let row = |row: usize| {
                    let row = if kept(row) { full[row].clone() } else { "-".repeat(side) };
                    rows(&row, width as usize).join(bar)
                };
                let bands: Vec<String> = (0..side)
                    .map(row)
                    .collect::<Vec<_>>()
                    .chunks(height as usize)
                    .map(|band| band.join("\n"))
                    .collect();
                let rule = rule.map(|rule| vec![rule; height as usize].join("+"));
                let between = rule.map_or("\n".to_owned(), |rule| format!("\n{rule}\n"));
                let text = bands.join(&between);
                assert_eq!(parse(&text, &sized(height, width)), expected, "{text}");
            }
        }
    }
    assert_eq!(read("12 34\n-- --\n-- --\n41 23\n").givens(), 8);
    assert_eq!(read("12|34\n--|--\n--+--\n--|--\n41|23\n").givens(), 8);
    let nine = "123|456|789\n---|---|---\n---|---|---\n---+---+---\n456|789|123\n---|---|---\n---|---|---\n\
                ---+---+---\n789|123|456\n---|---|---\n---|---|---\n";
    assert_eq!(read(nine).givens(), 27);
    // Numbers of two digits stay numbers.
    let wide = Writer::new(Format::Grid).frames(Frames::Ascii).write(&filled(3, 4)).unwrap();
    assert_eq!(read(&wide), filled(3, 4));
}
