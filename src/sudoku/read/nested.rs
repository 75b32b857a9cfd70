//! From a tree of lists to the board it means.

use crate::sudoku::alphabet::is_frame;
use crate::sudoku::board::{Board, BoardError};
use crate::sudoku::geometry::{Boxes, Geometry};
use crate::sudoku::read::error::{TextError, Unit, excerpt};
use crate::sudoku::read::fields::number;
use crate::sudoku::read::header::agreed;
use crate::sudoku::read::lines::Line;
use crate::sudoku::read::list::{At, Value, value_of_number};
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::shape::is_separator;
use crate::sudoku::read::single::nearest_square;

/// What a list is.
#[derive(Debug)]
pub(crate) enum Nested {
    Board(Board),
    /// Rows of symbols in the columns where they stood, to be read like lines of them, with the shape.
    Rows(Vec<Line>, Geometry),
}

/// Reads a list of rows, a list of the digits of all cells, or an object with `rows`, and perhaps `box` and
/// `candidates`.
pub(crate) fn nested(value: Value, options: &ReadOptions) -> Result<Nested, TextError> {
    match value {
        Value::List(items) => rows(items, None, options),
        Value::Object(pairs) => object(pairs, options),
        _ => Err(shape("a list of rows")),
    }
}

fn shape(expected: &str) -> TextError {
    TextError::ListShape { expected: expected.to_owned() }
}

fn object(pairs: Vec<(String, Value)>, options: &ReadOptions) -> Result<Nested, TextError> {
    let (mut items, mut boxes, mut candidates, mut result) = (None, None, None, None);
    for (key, value) in pairs {
        match (key.as_str(), value) {
            ("rows", Value::List(rows)) => items = Some(rows),
            ("candidates", Value::List(rows)) => candidates = Some(rows),
            ("box", Value::Empty(_)) => boxes = Some(Boxes::None),
            ("box", Value::List(sizes)) => boxes = Some(box_of(&sizes)?),
            ("rows" | "candidates" | "box", _) => return Err(shape(&format!("a list after \"{key}\""))),
            ("result" | "error", Value::Text(text, _)) => {
                result = Some(TextError::Result { text: excerpt(&text) });
            }
            // What the program writes in the place of a board.
            ("result" | "error" | "faults", _) => {}
            // A name, a number: what others keep beside a board. A list may be rules, which must not be lost.
            (key, Value::List(_) | Value::Object(_)) => {
                let found = excerpt(key);
                return Err(shape(&format!("\"rows\", \"box\" or \"candidates\", found \"{found}\"")));
            }
            _ => {}
        }
    }
    let items = items.ok_or_else(|| result.unwrap_or_else(|| shape("a list of rows after \"rows\"")))?;
    match (rows(items, boxes, options)?, candidates) {
        (Nested::Board(mut board), Some(candidates)) => {
            options.admits_candidates(board.geometry())?;
            let side = board.geometry().side();
            let rows = candidates.into_iter().map(|row| candidates_of(row, side));
            board.set_all_candidates(&rows.collect::<Result<Vec<_>, _>>()?)?;
            Ok(Nested::Board(board))
        }
        (Nested::Rows(..), Some(_)) => Err(shape("rows of numbers beside candidates")),
        (nested, None) => Ok(nested),
    }
}

fn box_of(sizes: &[Value]) -> Result<Boxes, TextError> {
    match sizes {
        [Value::Number(height, _), Value::Number(width, _)] => {
            Ok(Boxes::Sized { height: *height, width: *width })
        }
        [Value::Huge(text, at), _] | [_, Value::Huge(text, at)] => {
            Err(TextError::Size { text: text.clone(), line: at.line, column: at.column })
        }
        _ => Err(shape("the box as [height, width] or null")),
    }
}

/// A row of lists of candidates.
fn candidates_of(row: Value, side: u32) -> Result<Vec<Vec<u32>>, TextError> {
    let wrong = || shape("candidates as a list of numbers for each cell");
    let list = |value| if let Value::List(items) = value { Ok(items) } else { Err(wrong()) };
    let cell = |cell| {
        let digits = list(cell)?;
        if !digits.iter().all(is_cell) {
            return Err(wrong());
        }
        digits.iter().map(|digit| digit_of(digit, side)).collect()
    };
    list(row)?.into_iter().map(cell).collect()
}

/// Whether a value can be a cell of a list of numbers.
fn is_cell(value: &Value) -> bool {
    match value {
        Value::Number(..) | Value::Huge(..) | Value::Empty(_) => true,
        Value::Text(text, _) => number(text.trim()).is_some(),
        Value::List(_) | Value::Object(_) => false,
    }
}

/// A digit of that side, 0 for an empty cell.
fn digit_of(value: &Value, side: u32) -> Result<u32, TextError> {
    let (text, at) = match value {
        Value::Number(digit, _) if *digit <= side => return Ok(*digit),
        Value::Number(digit, at) => (digit.to_string(), *at),
        Value::Huge(text, at) => (text.clone(), *at),
        Value::Text(text, at) => match number(text.trim()) {
            Some(0) => return Ok(0),
            Some(_) => return digit_of(&value_of_number(text.trim(), *at), side),
            None => (excerpt(text), *at),
        },
        Value::Empty(_) | Value::List(_) | Value::Object(_) => return Ok(0),
    };
    Err(TextError::Number { text, line: at.line, column: at.column, side })
}

fn digits_of(cells: &[Value], side: u32) -> Result<Vec<u32>, TextError> {
    cells.iter().map(|cell| digit_of(cell, side)).collect()
}

fn rows(items: Vec<Value>, boxes: Option<Boxes>, options: &ReadOptions) -> Result<Nested, TextError> {
    if items.is_empty() {
        return Err(shape("a list of rows, found an empty list"));
    }
    if let Some(texts) = texts(&items) {
        return texts_of(&texts, boxes, options);
    }
    if !items.iter().any(|item| matches!(item, Value::List(_))) {
        if !items.iter().all(is_cell) {
            return Err(shape("a list of numbers"));
        }
        let (found, unit) = (items.len(), Unit::Numbers);
        let side = options.side().unwrap_or_else(|| nearest_square(found).isqrt());
        let geometry = geometry(side, boxes, options)?;
        if found != geometry.cells() {
            return Err(TextError::Count { found, unit, expected: geometry.cells() });
        }
        return Ok(Nested::Board(Board::from_digits(geometry, digits_of(&items, geometry.side())?)?));
    }
    let list = |item| match item {
        Value::List(cells) if cells.iter().all(is_cell) => Some(cells),
        _ => None,
    };
    let lists: Option<Vec<Vec<Value>>> = items.into_iter().map(list).collect();
    let lists = lists.ok_or_else(|| shape("a list of rows of numbers"))?;
    let width = lists.first().map_or(0, Vec::len);
    let even = lists.iter().all(|row| row.len() == width);
    let geometry = geometry(if even { width } else { lists.len() }, boxes, options)?;
    check_rows(lists.iter().map(Vec::len), geometry.side() as usize)?;
    let digits: Vec<Vec<u32>> =
        lists.iter().map(|row| digits_of(row, geometry.side())).collect::<Result<_, _>>()?;
    Ok(Nested::Board(Board::from_rows(geometry, &digits)?))
}

/// Whether there are as many rows as they are long.
fn check_rows(lengths: impl ExactSizeIterator<Item = usize>, expected: usize) -> Result<(), TextError> {
    if lengths.len() != expected {
        return Err(BoardError::RowCount { found: lengths.len(), expected }.into());
    }
    match lengths.enumerate().find(|&(_, found)| found != expected) {
        Some((row, found)) => Err(BoardError::RowLength { row: row + 1, found, expected }.into()),
        None => Ok(()),
    }
}

/// A symbol in quotes and where it stands.
type Quoted = (char, At);

/// The board of rows of symbols.
fn texts_of(texts: &[Vec<Quoted>], boxes: Option<Boxes>, options: &ReadOptions) -> Result<Nested, TextError> {
    let width = texts.first().map_or(0, Vec::len);
    let even = texts.iter().all(|text| text.len() == width);
    let geometry = geometry(if even { width.max(1) } else { texts.len() }, boxes, options)?;
    check_rows(texts.iter().map(Vec::len), geometry.side() as usize)?;
    let mut lines: Vec<Line> = Vec::new();
    let mut length = 0;
    for &(symbol, at) in texts.iter().flatten() {
        if symbol == '#' || is_frame(symbol) || is_separator(symbol) {
            let text = symbol.to_string();
            return Err(TextError::List { text, line: at.line, column: at.column });
        }
        if lines.last().is_none_or(|line| line.number != at.line) {
            lines.push(Line { number: at.line, ..Line::default() });
            length = 0;
        }
        if let Some(line) = lines.last_mut() {
            // Each symbol in its own column, so that messages name the right one.
            line.text.extend(std::iter::repeat_n(' ', (at.column - 1).saturating_sub(length)));
            line.text.push(symbol);
            length = at.column.max(length + 1);
        }
    }
    Ok(Nested::Rows(lines, geometry))
}

/// The rows as texts, if each is one text or consists of texts of one character.
fn texts(items: &[Value]) -> Option<Vec<Vec<Quoted>>> {
    let row = |item: &Value| match item {
        Value::Text(text, at) => Some(symbols_of(text, *at, items.len())),
        Value::List(cells) => cells.iter().map(symbol_of).collect(),
        _ => None,
    };
    // One-character texts side by side are the cells of a flat list.
    let short = |item: &Value| matches!(item, Value::Text(text, _) if text.chars().nth(1).is_none());
    if items.len() > 1 && items.iter().all(short) { None } else { items.iter().map(row).collect() }
}

/// The symbol of a cell of its own: a character in quotes, nothing or a blank for an empty cell.
fn symbol_of(cell: &Value) -> Option<Quoted> {
    let Value::Text(text, at) = cell else { return None };
    let mut symbols = text.chars();
    let symbol = symbols.next().filter(|&symbol| symbol != ' ').unwrap_or('.');
    symbols.next().is_none().then_some((symbol, *at))
}

/// The symbols of a row of `side` cells. Blanks are empty cells if the row is then as long as it should be, and
/// else stand between cells.
fn symbols_of(text: &str, at: At, side: usize) -> Vec<Quoted> {
    let places = text.chars().enumerate();
    let places = places.map(|(place, symbol)| (symbol, At { column: at.column + place, ..at }));
    if text.chars().count() == side {
        places.map(|(symbol, at)| (if symbol == ' ' { '.' } else { symbol }, at)).collect()
    } else {
        places.filter(|&(symbol, _)| !is_separator(symbol) && !is_frame(symbol)).collect()
    }
}

/// The shape for a list of that many rows.
fn geometry(side: usize, boxes: Option<Boxes>, options: &ReadOptions) -> Result<Geometry, TextError> {
    match boxes {
        None => {
            let side = options.side().unwrap_or(side) as u64;
            Ok(Geometry::with_max_cells(side, options.boxes, options.max_cells)?)
        }
        Some(boxes) => {
            let geometry = Geometry::with_max_cells(side as u64, boxes, options.max_cells)?;
            let says = match boxes {
                Boxes::Sized { height, width } => format!("boxes of {height}x{width}"),
                Boxes::Usual | Boxes::None => "no boxes".to_owned(),
            };
            agreed(geometry, options, says)
        }
    }
}
