//! Every format reads back as the same board.

use proptest::prelude::*;

use crate::*;

const SHAPES: [(u32, u32); 18] = [
    (1, 1),
    (2, 2),
    (2, 3),
    (3, 2),
    (2, 4),
    (4, 2),
    (3, 3),
    (2, 5),
    (5, 2),
    (3, 4),
    (4, 3),
    (3, 5),
    (4, 4),
    (5, 5),
    (6, 6),
    (7, 7),
    (8, 8),
    (10, 10),
];
const FORMATS: [Format; 6] =
    [Format::Grid, Format::Line, Format::List, Format::Decimal, Format::Json, Format::Candidates];

fn options(board: &Board, format: Format) -> ReadOptions {
    let options = auto().boxes(board.geometry().boxes());
    if format == Format::Candidates { options.form(Form::Candidates) } else { options }
}

#[test]
fn every_format_of_every_side_reads_back() {
    for (height, width) in SHAPES {
        let full = filled(height, width);
        let usual = Geometry::for_side(height * width) == Ok(full.geometry());
        let boards = [
            thinned(full.clone(), |cell, digit| (cell.row * 7 + cell.column * 3 + digit) % 5 < 2),
            thinned(full.clone(), |cell, _| cell.row == 0 && cell.column == 0),
            Board::empty(full.geometry()),
            full,
        ];
        for board in &boards {
            for format in FORMATS {
                if format == Format::Candidates && (board.geometry().side() > 36 || height * width == 1) {
                    continue;
                }
                for frames in [Frames::Unicode, Frames::Ascii] {
                    let text = Writer::new(format).frames(frames).write(board).unwrap();
                    assert_eq!(
                        Board::parse(&text, &options(board, format)).as_ref(),
                        Ok(board),
                        "{format}\n{text}"
                    );
                    let shown = !matches!(format, Format::Line | Format::List | Format::Candidates);
                    // These have as many symbols as a larger board has cells.
                    let double = format == Format::Candidates && matches!(board.geometry().side(), 4 | 9);
                    if (usual || shown) && !double {
                        assert_eq!(
                            text.parse::<Board>().as_ref(),
                            Ok(board),
                            "{format}, nothing told\n{text}"
                        );
                    }
                }
            }
        }
    }
}

/// Lists of candidates are told from numbers even where these are as many as another board has cells.
#[test]
fn lists_of_candidates_read_back_untold() {
    let boxes = [(2, 5), (3, 4), (2, 7), (3, 5), (4, 4), (3, 6), (4, 5), (5, 5), (6, 6), (7, 7), (8, 8)];
    let mut squares = 0;
    for (height, width) in boxes {
        let empty = Board::empty(Geometry::new(height, width).unwrap());
        let side = empty.geometry().side();
        let mut boards = vec![empty.clone()];
        // A digit or two in most cells, and more in the first few, so that many totals come up, squares among them.
        for more in (0..side).filter(|_| side <= 20) {
            let mut board = empty.clone();
            for index in 0..board.geometry().cells() {
                let cell = board.geometry().cell(index).unwrap();
                let most = if index < 3 { more + 1 } else { 1 + u32::from(more > 0 && index % 7 == 3) };
                board.set_candidates(cell, &(1..=most).collect::<Vec<u32>>()).unwrap();
            }
            boards.push(board);
        }
        for board in &boards {
            let text = written(board, Format::Candidates, None);
            let numbers = text.split([' ', ',']).count();
            squares += usize::from(numbers.isqrt().pow(2) == numbers);
            let count = if side > 20 { 1 } else { 2 };
            let again = entries(format!("{text}\n").repeat(count), &auto());
            assert!(
                again.len() == count && again.iter().all(|entry| entry.board.as_ref() == Ok(board)),
                "side {side}: {text}"
            );
        }
    }
    assert!(squares > 5, "{squares} of the texts have as many numbers as another board has cells");
    let (one, eight) = ("1 ".repeat(97), "1,2,3,4,5,6,7,8 ".repeat(3));
    assert_eq!(read(&(one.clone() + &eight)).geometry().side(), 10);
    // Numbers that do not rise are not candidates alone.
    let said = "can be read as candidates of side 10 (candidates) or as a board of side 11 (line)";
    assert!(refusal(&(one + &eight.replace("1,2", "2,1")), &auto()).starts_with(said));
}

#[test]
fn symbols_read_back_with_the_same_symbols() {
    for (height, width) in SHAPES.into_iter().filter(|(height, width)| height * width <= 36) {
        let side = height * width;
        let board =
            thinned(filled(height, width), |cell, digit| (cell.row * 7 + cell.column * 3 + digit) % 5 < 2);
        let own: String = ('a'..='z').chain('α'..='κ').collect();
        for symbols in ["1-9A-G", "0-F", "A-P", "decimal", &own] {
            let most = match symbols {
                "1-9A-G" => 35,
                "A-P" => 26,
                "0-F" => 36,
                _ => 36,
            };
            for format in FORMATS.into_iter().filter(|_| side <= most) {
                if format == Format::Candidates && side == 1 {
                    continue;
                }
                let text = written(&board, format, Some(symbols));
                let told = options(&board, format).symbols(symbols.parse().unwrap());
                assert_eq!(Board::parse(&text, &told).as_ref(), Ok(&board), "{format} {symbols}\n{text}");
                // But for those that have as many symbols as a larger board has cells.
                if !side.isqrt().pow(2).eq(&side) && symbols != "decimal" {
                    let told = auto().boxes(board.geometry().boxes()).symbols(symbols.parse().unwrap());
                    assert_eq!(Board::parse(&text, &told).as_ref(), Ok(&board), "{symbols}\n{text}");
                    let told = auto().boxes(Boxes::None).symbols(symbols.parse().unwrap());
                    let found = Board::parse(&text, &told).map(|board| board.digits().to_vec());
                    let boxed = matches!(format, Format::Grid | Format::Decimal | Format::Json);
                    assert!(boxed || found.as_deref() == Ok(board.digits()), "{format} {symbols}\n{text}");
                }
            }
        }
    }
}

/// Whether boards of that side can be read back without a word about their symbols.
fn untold(format: Format, symbols: Option<&str>) -> bool {
    symbols.is_none_or(|symbols| symbols == "decimal") || !matches!(format, Format::Line | Format::Grid)
}

#[test]
fn as_many_boards_as_one_likes_read_back_together() {
    let mut texts = 0;
    for (height, width) in SHAPES {
        let side = height * width;
        let full = filled(height, width);
        let usual = Geometry::for_side(side) == Ok(full.geometry());
        let part = thinned(full.clone(), |cell, digit| (cell.row * 7 + cell.column * 3 + digit) % 5 < 2);
        let empty = Board::empty(full.geometry());
        for format in
            FORMATS.into_iter().filter(|&format| format != Format::Candidates || (2..=16).contains(&side))
        {
            for symbols in [None, Some("1-9A-G"), Some("0-F"), Some("A-P"), Some("decimal")] {
                let most = match symbols {
                    Some("1-9A-G") => 35,
                    Some("0-F") => 36,
                    Some("A-P") => 26,
                    _ => 100,
                };
                if side > most {
                    continue;
                }
                let writer = symbols.map_or(Writer::new(format), |symbols| {
                    Writer::new(format).symbols(symbols.parse().unwrap())
                });
                for (kind, board) in [&full, &part, &empty].into_iter().enumerate() {
                    let one = writer.write(board).unwrap();
                    for count in [1, 2, 3, 4, 9, 16, 36] {
                        if one.len() * count > 30_000 {
                            continue;
                        }
                        let between = if format == Format::Grid { "\n\n" } else { "\n" };
                        let text = vec![one.clone(); count].join(between);
                        let mut told = options(board, format);
                        if let Some(symbols) = symbols {
                            told = told.symbols(symbols.parse().unwrap());
                        }
                        let mut all = vec![told.clone()];
                        // n lines of n symbols or lists may be one board where nobody says what they are.
                        let numbered = format == Format::Candidates && symbols == Some("decimal");
                        let double = (format == Format::Line || numbered) && count == (side * side) as usize;
                        if usual && !double {
                            let boxes = told.boxes(Boxes::Usual);
                            if untold(format, symbols) && format != Format::Candidates && side > 1 {
                                all.push(auto());
                            }
                            all.push(boxes);
                        }
                        for options in all {
                            let found = entries(&text, &options);
                            let good = found.iter().all(|entry| entry.board.as_ref() == Ok(board));
                            assert!(
                                good && found.len() == count,
                                "{format} {symbols:?} {height}x{width} {count} boards of kind {kind}, {options:?}: {:?}\n{text}",
                                found.iter().find(|entry| entry.board.as_ref() != Ok(board))
                            );
                            texts += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(texts > 5000, "{texts} texts read back");
}

#[test]
fn boxless_boards_read_back_where_the_reader_is_told() {
    for side in [1, 2, 3, 4, 5, 7, 9, 10, 11, 13, 36, 37] {
        let geometry = Geometry::boxless(side).unwrap();
        let digits = (0..side * side).map(|index| (index / side + index) % (side + 1)).collect();
        let board = Board::from_digits(geometry, digits).unwrap();
        for format in FORMATS {
            if format == Format::Candidates && side == 1 {
                continue;
            }
            let text = written(&board, format, None);
            assert_eq!(
                Board::parse(&text, &options(&board, format)).as_ref(),
                Ok(&board),
                "{format}\n{text}"
            );
        }
        assert_eq!(read(&written(&board, Format::Json, None)), board);
    }
}

#[test]
fn a_grid_looks_like_one() {
    let grid = Writer::new(Format::Grid).frames(Frames::Ascii).write(&nine()).unwrap();
    assert!(grid.starts_with("+-------+-------+-------+\n| 5 3 . | . 7 . | . . . |\n"), "{grid}");
    let wide = Writer::new(Format::Grid).frames(Frames::Ascii).write(&filled(3, 4)).unwrap();
    assert!(wide.lines().nth(1).unwrap().starts_with("|  1  2  3  4 |  5  6"), "{wide}");
    assert!(wide.lines().all(|line| line.len() == wide.lines().next().unwrap().len()));
    let painted =
        Writer::new(Format::Grid).frames(Frames::Ascii).write_painted(&filled(2, 2), |cell, text| {
            if cell == Cell::new(0, 0) { format!("<{text}>") } else { text.to_owned() }
        });
    assert_eq!(painted.unwrap().lines().nth(1), Some("| <1> 2 | 3 4 |"));
    assert!(nine().to_string().starts_with("┌───────┬"));
}

#[cfg(feature = "serde")]
#[test]
fn serialised_boards_read_back_and_are_checked() {
    let mut board = thinned(filled(2, 3), |cell, _| cell.row > 1);
    board.set_candidates(Cell::new(0, 0), &[1, 2]).unwrap();
    let text = serde_json::to_string(&board).unwrap();
    assert_eq!(text, written(&board, Format::Json, None));
    assert_eq!(serde_json::from_str::<Board>(&text).unwrap(), board);
    for bad in ["{\"box\":[2,3],\"rows\":[[1]]}", "{\"rows\":[[1]]}", "{\"box\":null,\"rows\":[[2]]}"] {
        assert!(serde_json::from_str::<Board>(bad).is_err(), "{bad}");
    }
    let geometry = Geometry::new(3, 4).unwrap();
    let text = serde_json::to_string(&geometry).unwrap();
    assert_eq!(serde_json::from_str::<Geometry>(&text).unwrap(), geometry);
    assert!(serde_json::from_str::<Geometry>("{\"side\":4000000000,\"box\":null}").is_err());
}

fn board() -> impl Strategy<Value = Board> {
    let shape = (1_u32..=6, 1_u32..=6, any::<bool>());
    shape.prop_flat_map(|(height, width, boxless)| {
        let geometry = if boxless { Geometry::boxless(height * width) } else { Geometry::new(height, width) };
        let geometry = geometry.unwrap();
        let cell = prop_oneof![2 => Just(0), 1 => 1..=geometry.side()];
        prop::collection::vec(cell, geometry.cells())
            .prop_map(move |digits| Board::from_digits(geometry, digits).unwrap())
    })
}

/// A board with some candidates in each cell, above the sides where they are symbols.
fn marked() -> impl Strategy<Value = Board> {
    let shapes = prop_oneof![Just((2, 5)), Just((3, 4)), Just((3, 5)), Just((4, 5))];
    (shapes, any::<u64>(), 1_u32..=8).prop_map(|((height, width), seed, most)| {
        let mut board = Board::empty(Geometry::new(height, width).unwrap());
        let mut state = seed | 1;
        let mut random = move |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32 % below
        };
        for index in 0..board.geometry().cells() {
            let side = board.geometry().side();
            let count = 1 + random(most);
            let mut digits: Vec<u32> = (0..count).map(|_| 1 + random(side)).collect();
            digits.sort_unstable();
            digits.dedup();
            board.set_candidates(board.geometry().cell(index).unwrap(), &digits).unwrap();
        }
        board
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_board_reads_back(board in board()) {
        for format in FORMATS {
            if format == Format::Candidates && board.geometry().side() == 1 {
                continue;
            }
            let text = written(&board, format, None);
            prop_assert_eq!(Board::parse(&text, &options(&board, format)), Ok(board.clone()), "{}\n{}", format, text);
        }
    }

    #[test]
    fn any_candidates_read_back_untold(board in marked()) {
        let text = written(&board, Format::Candidates, None);
        prop_assert_eq!(text.parse::<Board>(), Ok(board), "{}", text);
    }

    #[test]
    fn several_boards_in_one_text_read_back(boards in prop::collection::vec(board(), 1..5)) {
        let usual: Vec<Board> = boards
            .into_iter()
            .filter_map(|board| {
                let geometry = Geometry::for_side(board.geometry().side()).ok()?;
                Board::from_digits(geometry, board.digits().to_vec()).ok()
            })
            .collect();
        for format in [Format::Grid, Format::Decimal, Format::Json, Format::List, Format::Line] {
            let text = usual.iter().map(|board| written(board, format, None)).collect::<Vec<_>>().join("\n\n");
            let found: Vec<Board> = entries(&text, &auto()).into_iter().filter_map(|entry| entry.board.ok()).collect();
            prop_assert_eq!(&found, &usual, "{}\n{}", format, text);
        }
    }
}
