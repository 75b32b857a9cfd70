//! Boards with candidates: a symbol or an empty mark for every digit of every cell, or a list for every cell.

use crate::sudoku::alphabet::{Alphabet, EMPTY_MARKS, Meaning, is_frame};
use crate::sudoku::board::Board;
use crate::sudoku::geometry::{Cell, Geometry};
use crate::sudoku::read::cells::{Part, Placed, placed, wrong_symbol};
use crate::sudoku::read::custom::known_symbols;
use crate::sudoku::read::error::{TextError, Unit, excerpt};
use crate::sudoku::read::lines::Line;
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::shape::{cube_root, square_root};
use crate::sudoku::symbols::Symbols;

/// The two ways to write candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// One character for each digit of each cell.
    Symbols,
    /// Lists with blanks between them, such as `1,2,5`; `125` up to side 9; `.` for no candidate at all.
    Lists,
}

/// How these lines may be read as one board, its side, and how many candidates or lists of them are wrong.
pub(crate) fn style(lines: &[Line], part: Part, options: &ReadOptions) -> Option<(Style, usize, usize)> {
    let side = options.side();
    let known = |root: &usize| side.is_none_or(|side| side == *root);
    let comma = lines.iter().any(|line| part.of(line).contains(','));
    let symbols = cube_root(placed(lines, part).count()).filter(known).filter(|_| !comma);
    let symbols = symbols.map(|side| (Style::Symbols, side, misplaced_symbols(lines, part, side, options)));
    let lists = listed(lines, part, side).map(|(side, wrong)| (Style::Lists, side, wrong));
    // A lone piece is a board of one cell only if it is the list of that cell.
    let lists = lists.filter(|&(_, side, wrong)| side > 1 || wrong == 0);
    match (symbols, lists) {
        // A solved board as lists may have as many digits as another one has candidates.
        (Some(symbols), Some(lists)) if symbols.2 > 0 && lists.2 < symbols.2 => Some(lists),
        (symbols, lists) => symbols.or(lists),
    }
}

/// The side of the board that these lines are as lists, and how many lists are none.
pub(crate) fn listed(lines: &[Line], part: Part, side: Option<usize>) -> Option<(usize, usize)> {
    let root = square_root(lists(lines, part).count());
    let root = root.filter(|root| side.is_none_or(|side| side == *root))?;
    let digits = u32::try_from(root).ok()?;
    Some((root, lists(lines, part).filter(|list| candidates_of(list.text, digits).is_none()).count()))
}

/// Whether these lines can hardly be anything but a board of that side as lists: each one a list, with its digits rising.
pub(crate) fn are_rising(lines: &[Line], part: Part, side: usize) -> bool {
    let digits = u32::try_from(side).unwrap_or(u32::MAX);
    let rising = |list: List<'_>| {
        let numbers = || list.text.split(',').filter_map(|part| part.parse::<u32>().ok());
        candidates_of(list.text, digits).is_some() && numbers().is_sorted()
    };
    lists(lines, part).all(rising)
}

/// The error for the first list that is none on a board of that side.
pub(crate) fn wrong_list(lines: &[Line], side: usize) -> Option<TextError> {
    let digits = u32::try_from(side).ok()?;
    let wrong = lists(lines, Part::Whole).find(|list| candidates_of(list.text, digits).is_none())?;
    Some(TextError::Candidate { text: excerpt(wrong.text), line: wrong.line, column: wrong.column })
}

/// How many lists there are.
pub(crate) fn list_count(lines: &[Line]) -> usize {
    lists(lines, Part::Whole).count()
}

/// How many characters are neither an empty mark nor the symbol of their place, in the custom where these are fewest.
fn misplaced_symbols(lines: &[Line], part: Part, side: usize, options: &ReadOptions) -> usize {
    let Ok(digits) = u32::try_from(side) else { return side };
    let alphabets = known_symbols(side, options);
    let misplaced = |alphabet: &Alphabet| {
        let places = (0..digits).cycle().zip(placed(lines, part));
        let wrong = places.filter(|(place, placed)| match alphabet.meaning(placed.symbol) {
            Meaning::Empty => false,
            Meaning::Digit(digit) => digit != place + 1,
            Meaning::Nothing => true,
        });
        wrong.count()
    };
    alphabets.iter().map(misplaced).min().unwrap_or_else(|| placed(lines, part).count())
}

/// Whether these lines are the candidates of a board beyond doubt: every symbol stands in its place, and there are as many of
/// them as the board has cells.
pub(crate) fn are_in_place(lines: &[Line], part: Part, side: usize, options: &ReadOptions) -> bool {
    let marks = || placed(lines, part).filter(|place| options.is_empty_mark(place.symbol)).count();
    let all = placed(lines, part).count();
    side.checked_pow(3) == Some(all)
        && all - marks() >= side * side
        && misplaced_symbols(lines, part, side, options) == 0
}

/// The board that these lines are in that style.
pub(crate) fn board(
    lines: &[Line],
    part: Part,
    style: Style,
    geometry: Geometry,
    options: &ReadOptions,
) -> Result<Board, TextError> {
    options.admits_candidates(geometry)?;
    if style == Style::Lists {
        return from_lists(lines, part, geometry);
    }
    let side = geometry.side();
    let customs = match &options.symbols {
        Some(symbols) => vec![symbols.clone()],
        None if side <= 9 => vec![Symbols::ONE_TO_NINE],
        None => vec![Symbols::ONE_TO_NINE, Symbols::ZERO_TO_NINE, Symbols::LETTERS],
    };
    let mut first: Option<(Board, &Symbols)> = None;
    let mut error = None;
    for custom in &customs {
        let read = custom.alphabet(side).map_err(TextError::Symbols);
        match (read.and_then(|alphabet| from_symbols(lines, part, &alphabet, geometry)), &first) {
            (Ok(board), None) => first = Some((board, custom)),
            (Ok(board), Some((other, its))) if board != *other => {
                return Err(TextError::AmbiguousSymbols {
                    readings: vec![its.to_string(), custom.to_string()],
                });
            }
            (Ok(_), Some(_)) => {}
            (Err(wrong), _) => error = error.or(Some(wrong)),
        }
    }
    match (first, error) {
        (Some((board, _)), _) => Ok(board),
        (None, error) => Err(error.unwrap_or(TextError::Empty)),
    }
}

fn from_symbols(
    lines: &[Line],
    part: Part,
    alphabet: &Alphabet,
    geometry: Geometry,
) -> Result<Board, TextError> {
    let mut board = Board::empty(geometry);
    let mut places = placed(lines, part);
    let mut candidates = Vec::new();
    for cell in (0..geometry.cells()).filter_map(|index| geometry.cell(index)) {
        candidates.clear();
        for (digit, place) in (1..=geometry.side()).zip(&mut places) {
            match alphabet.meaning(place.symbol) {
                Meaning::Empty => {}
                Meaning::Digit(other) if other == digit => candidates.push(digit),
                Meaning::Digit(_) => return Err(misplaced(place)),
                Meaning::Nothing => return Err(wrong_symbol(place, alphabet)),
            }
        }
        note(&mut board, cell, &candidates)?;
    }
    Ok(board)
}

fn misplaced(place: Placed) -> TextError {
    TextError::Candidate { text: place.symbol.to_string(), line: place.line, column: place.column }
}

/// A cell's candidates as they are written, with their line and first column.
struct List<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

/// The lists of lines that are not only frames.
fn lists(lines: &[Line], part: Part) -> impl Iterator<Item = List<'_>> {
    let lines = lines.iter().map(move |line| (line.number, part.of(line))).filter(|(_, text)| !is_rule(text));
    lines.flat_map(|(line, text)| {
        let between = |symbol: char| symbol.is_whitespace() || is_frame(symbol) || symbol == ':';
        let lists = text.split(between).filter(|list| !list.is_empty());
        lists.map(move |list| {
            // Both are parts of one text, so the distance is where the list begins.
            let start = list.as_ptr() as usize - text.as_ptr() as usize;
            let column = text.get(..start).map_or(0, |before| before.chars().count()) + 1;
            List { text: list, line, column }
        })
    })
}

/// Whether a line draws a frame, corners included.
fn is_rule(text: &str) -> bool {
    let drawn = |symbol: char| ".:'-*".contains(symbol) || symbol.is_whitespace() || is_frame(symbol);
    text.contains("---") && text.chars().all(drawn)
}

fn from_lists(lines: &[Line], part: Part, geometry: Geometry) -> Result<Board, TextError> {
    let mut board = Board::empty(geometry);
    let mut index = 0;
    for list in lists(lines, part) {
        let wrong =
            || TextError::Candidate { text: excerpt(list.text), line: list.line, column: list.column };
        let candidates = candidates_of(list.text, geometry.side()).ok_or_else(wrong)?;
        if let Some(cell) = geometry.cell(index) {
            note(&mut board, cell, &candidates)?;
        }
        index += 1;
    }
    if index != geometry.cells() {
        return Err(TextError::Count { found: index, unit: Unit::Numbers, expected: geometry.cells() });
    }
    Ok(board)
}

/// The digits of a list of candidates, each of which may stand there once.
fn candidates_of(text: &str, side: u32) -> Option<Vec<u32>> {
    let mut symbols = text.chars();
    if symbols.next().is_some_and(|mark| EMPTY_MARKS.contains(&mark)) && symbols.next().is_none() {
        return Some(Vec::new());
    }
    let inside = |digit: &u32| (1..=side).contains(digit);
    let candidates: Option<Vec<u32>> = if side <= 9 && !text.contains(',') {
        text.chars().map(|symbol| symbol.to_digit(10).filter(inside)).collect()
    } else {
        let plain = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
        let part = |part: &str| Some(part).filter(plain).and_then(|part| part.parse().ok()).filter(inside);
        text.split(',').map(part).collect()
    };
    let mut candidates = candidates?;
    let count = candidates.len();
    candidates.sort_unstable();
    candidates.dedup();
    (candidates.len() == count).then_some(candidates)
}

/// Notes the candidates of a cell; all of them are no note.
fn note(board: &mut Board, cell: Cell, candidates: &[u32]) -> Result<(), TextError> {
    if candidates.len() < board.geometry().side() as usize || candidates.len() == 1 {
        board.set_candidates(cell, candidates)?;
    }
    Ok(())
}
