//! From lines that are known to be a board to the board.

use crate::sudoku::alphabet::{Alphabet, EMPTY_MARKS, Meaning, is_frame};
use crate::sudoku::board::Board;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::read::error::{TextError, Unit, excerpt};
use crate::sudoku::read::fields::fields;
use crate::sudoku::read::lines::Line;
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::shape::{first_piece, is_separator};

/// How the cells of a board are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One symbol a cell.
    Symbols,
    /// One number a cell, with something between them.
    Numbers,
    /// Two digits a cell.
    Pairs,
    /// A symbol for each candidate of each cell.
    Candidates,
}

impl Kind {
    /// What messages count in.
    pub(crate) fn unit(self) -> Unit {
        match self {
            Self::Symbols | Self::Candidates => Unit::Symbols,
            Self::Numbers | Self::Pairs => Unit::Numbers,
        }
    }
}

/// Which part of a line belongs to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Up to the first blank or comma after a symbol; the rest is a comment.
    First,
    /// Up to `#`.
    Whole,
}

impl Part {
    /// That part of a line.
    pub(crate) fn of(self, line: &Line) -> &str {
        match self {
            Self::First => first_piece(&line.text),
            Self::Whole => line.content(),
        }
    }
}

/// A character of a board and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) symbol: char,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// The characters that stand for cells, in reading order.
pub(crate) fn placed(lines: &[Line], part: Part) -> impl Iterator<Item = Placed> {
    lines.iter().flat_map(move |line| {
        let cells = (1..).zip(part.of(line).chars());
        let cells = cells.filter(|&(_, symbol)| !is_frame(symbol) && !is_separator(symbol));
        cells.map(|(column, symbol)| Placed { symbol, line: line.number, column })
    })
}

/// Whether there are fewer symbols than digits, and none is needed because all cells are empty.
pub(crate) fn are_empty_without_symbols(
    lines: &[Line],
    part: Part,
    side: usize,
    options: &ReadOptions,
) -> bool {
    if options.has_symbols(side) {
        return false;
    }
    let mut marks: Vec<char> = placed(lines, part).map(|place| place.symbol).collect();
    marks.sort_unstable();
    marks.dedup();
    marks.into_iter().all(|mark| options.is_empty_mark(mark))
}

/// A board of one symbol a cell.
pub(crate) fn symbols(
    lines: &[Line],
    part: Part,
    alphabet: &Alphabet,
    geometry: Geometry,
) -> Result<Board, TextError> {
    let mut digits = Vec::with_capacity(geometry.cells());
    for place in placed(lines, part) {
        match alphabet.meaning(place.symbol) {
            Meaning::Digit(digit) => digits.push(digit),
            Meaning::Empty => digits.push(0),
            Meaning::Nothing => return Err(wrong_symbol(place, alphabet)),
        }
    }
    board(geometry, digits, Unit::Symbols)
}

/// The error for a character that means nothing.
pub(crate) fn wrong_symbol(place: Placed, alphabet: &Alphabet) -> TextError {
    let Placed { symbol, line, column } = place;
    match symbol {
        char::REPLACEMENT_CHARACTER | '\0' => TextError::NotText { line, column },
        _ => TextError::Symbol { symbol, line, column, expected: alphabet.name().to_owned() },
    }
}

/// Whether numbers may be symbols from 0 instead, with blanks between them: all are of one character, and 0 stands beside
/// another mark for empty cells.
pub(crate) fn may_be_digits(lines: &[Line], side: usize) -> bool {
    let cells = || lines.iter().flat_map(|line| fields(line.content())).map(|field| field.text);
    let mark = |text: &str| text != "0" && text.chars().all(|symbol| EMPTY_MARKS.contains(&symbol));
    side > 9 && cells().all(|text| text.len() == 1) && cells().any(|text| text == "0") && cells().any(mark)
}

/// Whether numbers may as well be the symbols from 0 of a solved board, with blanks between them: all are of one character, and
/// each of them, 0 included, stands once in each row and in each column.
pub(crate) fn are_all_digits(lines: &[Line], side: usize) -> bool {
    if side != 10 {
        return false;
    }
    let fields = lines.iter().flat_map(|line| fields(line.content()));
    let digits = fields.map(|field| field.text.parse().ok().filter(|_| field.text.len() == 1));
    let Some(digits) = digits.collect::<Option<Vec<u32>>>() else { return false };
    let bits = |cells: &mut dyn Iterator<Item = &u32>| cells.fold(0_u32, |bits, digit| bits | 1 << digit);
    // Digits are below 10: what is set is nothing else.
    let whole = (1 << 10) - 1;
    digits.len() == side * side
        && digits.chunks(side).all(|row| bits(&mut row.iter()) == whole)
        && (0..side).all(|column| bits(&mut digits.iter().skip(column).step_by(side)) == whole)
}

/// A board of numbers.
pub(crate) fn numbers(lines: &[Line], geometry: Geometry) -> Result<Board, TextError> {
    let side = geometry.side();
    let mut digits = Vec::with_capacity(geometry.cells());
    for line in lines {
        for field in fields(line.content()) {
            match field.number().and_then(|number| u32::try_from(number).ok()) {
                Some(digit) if digit <= side => digits.push(digit),
                _ => {
                    let text = excerpt(field.text);
                    return Err(TextError::Number { text, line: line.number, column: field.column, side });
                }
            }
        }
    }
    board(geometry, digits, Unit::Numbers)
}

/// A board of two digits a cell.
pub(crate) fn pairs(lines: &[Line], part: Part, geometry: Geometry) -> Result<Board, TextError> {
    let side = geometry.side();
    let mut digits = Vec::with_capacity(geometry.cells());
    let mut places = placed(lines, part);
    while let Some(tens) = places.next() {
        let ones = places.next().map_or(' ', |ones| ones.symbol);
        match pair(tens.symbol, ones) {
            Some(digit) if digit <= side => digits.push(digit),
            _ => {
                let text = [tens.symbol, ones].iter().collect();
                return Err(TextError::Number { text, line: tens.line, column: tens.column, side });
            }
        }
    }
    board(geometry, digits, Unit::Numbers)
}

/// The number that two characters are together, 0 for an empty cell.
pub(crate) fn pair(tens: char, ones: char) -> Option<u32> {
    match (tens.to_digit(10), ones.to_digit(10)) {
        (Some(tens), Some(ones)) => Some(tens * 10 + ones),
        _ => (tens == ones && EMPTY_MARKS.contains(&tens)).then_some(0),
    }
}

fn board(geometry: Geometry, digits: Vec<u32>, unit: Unit) -> Result<Board, TextError> {
    if digits.len() != geometry.cells() {
        return Err(TextError::Count { found: digits.len(), unit, expected: geometry.cells() });
    }
    Ok(Board::from_digits(geometry, digits)?)
}
