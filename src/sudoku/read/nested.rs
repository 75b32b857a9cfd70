//! From a tree of lists to the board it means.

use crate::sudoku::board::{Board, BoardError};
use crate::sudoku::geometry::{Boxes, Geometry};
use crate::sudoku::read::error::{TextError, Unit};
use crate::sudoku::read::fields::number;
use crate::sudoku::read::header::agreed;
use crate::sudoku::read::lines::Line;
use crate::sudoku::read::list::Value;
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::single::nearest_square;

/// What a list is.
#[derive(Debug)]
pub(crate) enum Nested {
    Board(Board),
    /// Rows of symbols, to be read like lines of them, with the shape if that is known.
    Rows(Vec<Line>, Geometry),
}

/// Reads a list of rows, a list of the digits of all cells, or an object with `rows`, and perhaps `box` and
/// `candidates`. `line` is where it begins.
pub(crate) fn nested(value: Value, options: &ReadOptions, line: usize) -> Result<Nested, TextError> {
    match value {
        Value::List(items) => rows(items, None, options, line),
        Value::Object(pairs) => object(pairs, options, line),
        _ => Err(shape("a list of rows")),
    }
}

fn shape(expected: &str) -> TextError {
    TextError::ListShape { expected: expected.to_owned() }
}

fn object(pairs: Vec<(String, Value)>, options: &ReadOptions, line: usize) -> Result<Nested, TextError> {
    let (mut items, mut boxes, mut candidates) = (None, None, None);
    for (key, value) in pairs {
        match (key.as_str(), value) {
            ("rows", Value::List(rows)) => items = Some(rows),
            ("candidates", Value::List(rows)) => candidates = Some(rows),
            ("box", Value::Empty) => boxes = Some(Boxes::None),
            ("box", Value::List(sizes)) => {
                let [Value::Number(height), Value::Number(width)] = sizes[..] else {
                    return Err(shape("the box as [height, width] or null"));
                };
                let size = |size: u64| u32::try_from(size).unwrap_or(u32::MAX);
                boxes = Some(Boxes::Sized { height: size(height), width: size(width) });
            }
            ("rows" | "candidates" | "box", _) => return Err(shape(&format!("a list after \"{key}\""))),
            _ => {}
        }
    }
    let items = items.ok_or_else(|| shape("a list of rows after \"rows\""))?;
    match (rows(items, boxes, options, line)?, candidates) {
        (Nested::Board(mut board), Some(candidates)) => {
            options.admits_candidates(board.geometry())?;
            let candidates: Option<Vec<Vec<Vec<u32>>>> =
                candidates.into_iter().map(row_of_candidates).collect();
            let candidates =
                candidates.ok_or_else(|| shape("candidates as a list of numbers for each cell"))?;
            board.set_all_candidates(&candidates)?;
            Ok(Nested::Board(board))
        }
        (Nested::Rows(..), Some(_)) => Err(shape("rows of numbers beside candidates")),
        (nested, None) => Ok(nested),
    }
}

fn row_of_candidates(row: Value) -> Option<Vec<Vec<u32>>> {
    let Value::List(cells) = row else { return None };
    cells
        .into_iter()
        .map(|cell| if let Value::List(digits) = cell { Some(cells_of(digits)?) } else { None })
        .collect()
}

/// Numbers, 0 for an empty cell; too large ones stay too large.
fn cells_of(cells: Vec<Value>) -> Option<Vec<u32>> {
    let digit = |cell| match cell {
        Value::Number(number) => Some(u32::try_from(number).unwrap_or(u32::MAX)),
        Value::Empty => Some(0),
        Value::Text(text) => {
            let value = number(text.trim())?;
            Some(u32::try_from(value).unwrap_or(u32::MAX))
        }
        Value::List(_) | Value::Object(_) => None,
    };
    cells.into_iter().map(digit).collect()
}

fn rows(
    items: Vec<Value>,
    boxes: Option<Boxes>,
    options: &ReadOptions,
    line: usize,
) -> Result<Nested, TextError> {
    if let Some(texts) = texts(&items) {
        let width = texts.first().map_or(0, |text| text.chars().count());
        let geometry = geometry(width.max(1), boxes, options)?;
        let side = geometry.side() as usize;
        let wrong = texts.iter().position(|text| text.chars().count() != side);
        if texts.len() != side {
            return Err(BoardError::RowCount { found: texts.len(), expected: side }.into());
        }
        if let Some((row, text)) = wrong.and_then(|row| Some((row, texts.get(row)?))) {
            let found = text.chars().count();
            return Err(BoardError::RowLength { row: row + 1, found, expected: side }.into());
        }
        let lines = texts.into_iter().map(|text| Line { number: line, text, fault: None }).collect();
        return Ok(Nested::Rows(lines, geometry));
    }
    if items.is_empty() {
        return Err(shape("a list of rows, found an empty list"));
    }
    if !items.iter().any(|item| matches!(item, Value::List(_))) {
        let digits = cells_of(items).ok_or_else(|| shape("a list of numbers"))?;
        let (found, unit) = (digits.len(), Unit::Numbers);
        let side = options.side().unwrap_or_else(|| nearest_square(found).isqrt());
        let geometry = geometry(side, boxes, options)?;
        if found != geometry.cells() {
            return Err(TextError::Count { found, unit, expected: geometry.cells() });
        }
        return Ok(Nested::Board(Board::from_digits(geometry, digits)?));
    }
    let lists: Option<Vec<Vec<u32>>> = items
        .into_iter()
        .map(|item| if let Value::List(cells) = item { cells_of(cells) } else { None })
        .collect();
    let lists = lists.ok_or_else(|| shape("a list of rows of numbers"))?;
    let width = lists.first().map_or(0, Vec::len);
    let even = lists.iter().all(|row| row.len() == width);
    let geometry = geometry(if even { width } else { lists.len() }, boxes, options)?;
    Ok(Nested::Board(Board::from_rows(geometry, &lists)?))
}

/// The rows as texts, if each is one text or consists of texts of one character.
fn texts(items: &[Value]) -> Option<Vec<String>> {
    let symbol = |cell: &Value| match cell {
        Value::Text(text) => Some(text.chars().next().unwrap_or('.')).filter(|_| text.chars().count() <= 1),
        _ => None,
    };
    let row = |item: &Value| match item {
        Value::Text(text) => Some(text.clone()),
        Value::List(cells) => cells
            .iter()
            .map(symbol)
            .map(|cell| cell.map(|cell| if cell == ' ' { '.' } else { cell }))
            .collect(),
        _ => None,
    };
    let texts: Vec<String> = items.iter().map(row).collect::<Option<_>>()?;
    // One-character texts side by side are the cells of a flat list.
    let flat = items.len() > 1
        && items.iter().all(|item| matches!(item, Value::Text(text) if text.chars().count() < 2));
    (!flat && !texts.is_empty()).then_some(texts)
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
