//! Writing boards as text that reads back as the same board.

use std::fmt::{self, Display, Write as _};

use crate::sudoku::alphabet::Alphabet;
use crate::sudoku::board::Board;
use crate::sudoku::format::Format;
use crate::sudoku::geometry::{Cell, Geometry};
use crate::sudoku::symbols::{Symbols, SymbolsError};

/// The characters that draw the frames of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Frames {
    /// `┌──┬──┐`
    #[default]
    Unicode,
    /// `+--+--+`
    Ascii,
}

impl Frames {
    /// The horizontal and vertical lines.
    const fn lines(self) -> (char, char) {
        match self {
            Self::Unicode => ('─', '│'),
            Self::Ascii => ('-', '|'),
        }
    }

    /// The left, inner and right corners of the lines above, between and below the boxes.
    const fn corners(self) -> [[char; 3]; 3] {
        match self {
            Self::Unicode => [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']],
            Self::Ascii => [['+'; 3]; 3],
        }
    }
}

/// Writes boards in one format.
///
/// ```
/// use pencilmark::{Board, Format, Frames, Writer};
///
/// let board: Board = "1..4......2....3".parse()?;
/// assert_eq!(Writer::new(Format::List).write(&board)?, "[[1,0,0,4],[0,0,0,0],[0,0,2,0],[0,0,0,3]]");
/// let grid = Writer::new(Format::Grid).frames(Frames::Ascii).write(&board)?;
/// assert_eq!(grid.lines().nth(1), Some("| 1 . | . 4 |"));
/// assert_eq!(grid.parse::<Board>()?, board);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writer {
    format: Format,
    symbols: Option<Symbols>,
    frames: Frames,
}

impl Writer {
    /// A writer without further wishes.
    #[must_use]
    pub const fn new(format: Format) -> Self {
        Self { format, symbols: None, frames: Frames::Unicode }
    }

    /// The symbols of grids, lines and candidates; the other formats are of numbers.
    #[must_use]
    pub fn symbols(mut self, symbols: Symbols) -> Self {
        self.symbols = Some(symbols);
        self
    }

    /// The frames of grids.
    #[must_use]
    pub const fn frames(mut self, frames: Frames) -> Self {
        self.frames = frames;
        self
    }

    /// The board as text, without a line end after it.
    ///
    /// # Errors
    /// The symbols are not enough for the side.
    pub fn write(&self, board: &Board) -> Result<String, SymbolsError> {
        self.write_painted(board, |_, text| text.to_owned())
    }

    /// The same, with each cell of a grid passed through `paint`, which may add what takes no room, such as colours.
    ///
    /// # Errors
    /// The symbols are not enough for the side.
    pub fn write_painted(
        &self,
        board: &Board,
        paint: impl FnMut(Cell, &str) -> String,
    ) -> Result<String, SymbolsError> {
        if self.format == Format::Line && self.symbols.is_none() && board.geometry().side() <= 9 {
            return Ok(board
                .digits()
                .iter()
                .map(|&digit| char::from_digit(digit, 10).filter(|_| digit > 0).unwrap_or('.'))
                .collect());
        }
        Ok(self.pieces(board, paint)?.collect())
    }

    /// The text in pieces, of which each is a row of the board at most: however large the board, no more need be kept. Put
    /// one after the other they are what [`write`](Writer::write) gives.
    ///
    /// ```
    /// use pencilmark::{Board, Format, Writer};
    ///
    /// let board: Board = "1..4......2....3".parse()?;
    /// let writer = Writer::new(Format::Candidates);
    /// let first = writer.write_rows(&board)?.next();
    /// assert_eq!(first.as_deref(), Some("1...12341234...4"));
    /// assert_eq!(writer.write_rows(&board)?.collect::<String>(), writer.write(&board)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The symbols are not enough for the side.
    pub fn write_rows<'a>(
        &'a self,
        board: &'a Board,
    ) -> Result<impl Iterator<Item = String> + use<'a>, SymbolsError> {
        self.pieces(board, |_, text| text.to_owned())
    }

    fn pieces<'a, P: FnMut(Cell, &str) -> String>(
        &'a self,
        board: &'a Board,
        mut paint: P,
    ) -> Result<impl Iterator<Item = String> + use<'a, P>, SymbolsError> {
        let side = board.geometry().side();
        let notation = self.notation(side)?;
        let marks = self.format == Format::Json && board.has_candidates();
        let count = if marks { 2 * u64::from(side) } else { u64::from(side) };
        Ok((0..count).map(move |piece| {
            let row = (piece % u64::from(side)) as u32;
            match self.format {
                Format::Grid => self.grid(board, row, &notation, &mut paint),
                Format::Line => line(board, row, &notation),
                Format::List => list(board, row),
                Format::Decimal => decimal(board, row),
                Format::Json if piece < u64::from(side) => json(board, row),
                Format::Json => json_candidates(board, row),
                Format::Candidates => candidates(board, row, &notation),
            }
        }))
    }

    /// How the cells of a board of that side are written.
    fn notation(&self, side: u32) -> Result<Notation, SymbolsError> {
        match &self.symbols {
            Some(symbols) if symbols.is_decimal() => Ok(Notation::Numbers),
            Some(symbols) => Ok(Notation::Symbols(Box::new(symbols.alphabet(side)?))),
            None if side > 9 => Ok(Notation::Numbers),
            None => Ok(Notation::Symbols(Box::new(Symbols::ONE_TO_NINE.alphabet(side)?))),
        }
    }

    /// A row of a grid, with the frames above it, and below the last.
    fn grid(
        &self,
        board: &Board,
        row: u32,
        notation: &Notation,
        paint: &mut impl FnMut(Cell, &str) -> String,
    ) -> String {
        let geometry = board.geometry();
        let width = notation.width(geometry.side());
        let boxes = frame_size(geometry);
        let (_, bar) = self.frames.lines();
        let [above, between, below] = self.frames.corners();
        let mut text = String::new();
        if let Some((height, box_width)) = boxes.filter(|&(height, _)| row.is_multiple_of(height)) {
            let corners = if row < height { above } else { between };
            self.rule(&mut text, corners, geometry.side() / box_width, box_width as usize * (width + 1) + 1);
            text.push('\n');
        }
        for (column, &digit) in (0..).zip(digits(board, row)) {
            if boxes.is_some_and(|(_, box_width)| column % box_width == 0) {
                text.extend([bar, ' ']);
            }
            let cell = notation.cell(digit, ".");
            text.extend(std::iter::repeat_n(' ', width.saturating_sub(cell.chars().count())));
            text.push_str(&paint(Cell { row, column }, &cell));
            if boxes.is_some() || column + 1 < geometry.side() {
                text.push(' ');
            }
            if boxes.is_some() && column + 1 == geometry.side() {
                text.push(bar);
            }
        }
        if row + 1 < geometry.side() {
            text.push('\n');
        } else if let Some((_, box_width)) = boxes {
            text.push('\n');
            self.rule(&mut text, below, geometry.side() / box_width, box_width as usize * (width + 1) + 1);
        }
        text
    }

    /// A line above, between or below boxes.
    fn rule(&self, text: &mut String, [left, inner, right]: [char; 3], boxes: u32, width: usize) {
        let (dash, _) = self.frames.lines();
        for place in 0..boxes {
            text.push(if place == 0 { left } else { inner });
            text.extend(std::iter::repeat_n(dash, width));
        }
        text.push(right);
    }
}

/// The boxes to draw: those of one row or column would only get in the way.
fn frame_size(geometry: Geometry) -> Option<(u32, u32)> {
    geometry.box_size().filter(|&(height, width)| height > 1 && width > 1)
}

/// How a cell is written.
enum Notation {
    Symbols(Box<Alphabet>),
    Numbers,
}

impl Notation {
    /// The characters of the widest cell.
    fn width(&self, side: u32) -> usize {
        match self {
            Self::Symbols(_) => 1,
            Self::Numbers => side.checked_ilog10().map_or(1, |log| log as usize + 1),
        }
    }

    /// A digit, or for 0 an empty cell, which among numbers is `empty`.
    fn cell(&self, digit: u32, empty: &str) -> String {
        match self {
            Self::Symbols(alphabet) => alphabet.symbol(digit).unwrap_or_else(|| alphabet.empty()).to_string(),
            Self::Numbers if digit == 0 => empty.to_owned(),
            Self::Numbers => digit.to_string(),
        }
    }
}

/// The digits of a row.
fn digits(board: &Board, row: u32) -> &[u32] {
    let side = board.geometry().side() as usize;
    &board.digits()[row as usize * side..][..side]
}

fn line(board: &Board, row: u32, notation: &Notation) -> String {
    match notation {
        Notation::Symbols(alphabet) => digits(board, row)
            .iter()
            .map(|&digit| alphabet.symbol(digit).unwrap_or_else(|| alphabet.empty()))
            .collect(),
        Notation::Numbers => format!("{}{}", between(row, " "), joined(digits(board, row), " ")),
    }
}

/// What stands before a row, but for the first.
fn between(row: u32, separator: &str) -> &str {
    if row == 0 { "" } else { separator }
}

/// A row as one of a list of lists.
fn listed(board: &Board, row: u32, text: &str) -> String {
    let before = if row == 0 { "[" } else { "," };
    let behind = if row + 1 == board.geometry().side() { "]" } else { "" };
    format!("{before}[{text}]{behind}")
}

fn list(board: &Board, row: u32) -> String {
    listed(board, row, &joined(digits(board, row), ","))
}

fn decimal(board: &Board, row: u32) -> String {
    let side = board.geometry().side();
    let (height, width) = board.geometry().box_size().unwrap_or((1, side));
    let header = if row == 0 { format!("{side} {height} {width}") } else { String::new() };
    format!("{header}\n{}", joined(digits(board, row), " "))
}

fn json(board: &Board, row: u32) -> String {
    let geometry = board.geometry();
    let list = list(board, row);
    let behind = if row + 1 == geometry.side() && !board.has_candidates() { "}" } else { "" };
    if row > 0 {
        return format!("{list}{behind}");
    }
    let boxes =
        geometry.box_size().map_or("null".to_owned(), |(height, width)| format!("[{height},{width}]"));
    format!("{{\"box\":{boxes},\"rows\":{list}{behind}")
}

fn json_candidates(board: &Board, row: u32) -> String {
    let side = board.geometry().side();
    let cells: Vec<String> = (0..side)
        .map(|column| Cell { row, column })
        .map(|cell| format!("[{}]", joined(&board.candidates(cell).collect::<Vec<u32>>(), ",")))
        .collect();
    let before = if row == 0 { ",\"candidates\":" } else { "" };
    let behind = if row + 1 == side { "}" } else { "" };
    format!("{before}{}{behind}", listed(board, row, &cells.join(",")))
}

fn candidates(board: &Board, row: u32, notation: &Notation) -> String {
    let side = board.geometry().side();
    let mut text = String::new();
    for cell in (0..side).map(|column| Cell { row, column }) {
        match notation {
            Notation::Symbols(alphabet) => {
                let mut marks = board.candidates(cell).peekable();
                text.extend((1..=side).map(|digit| {
                    let noted = marks.next_if_eq(&digit);
                    noted.and_then(|digit| alphabet.symbol(digit)).unwrap_or_else(|| alphabet.empty())
                }));
            }
            Notation::Numbers => {
                let marks: Vec<u32> = board.candidates(cell).collect();
                let space = if cell == (Cell { row: 0, column: 0 }) { "" } else { " " };
                let marks = if marks.is_empty() { ".".to_owned() } else { joined(&marks, ",") };
                text.push_str(space);
                text.push_str(&marks);
            }
        }
    }
    text
}

fn joined(digits: &[u32], separator: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 3);
    for (place, digit) in digits.iter().enumerate() {
        let separator = if place == 0 { "" } else { separator };
        // Writing to a string cannot fail.
        let _ = write!(text, "{separator}{digit}");
    }
    text
}

/// The board as a grid.
impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Writer::new(Format::Grid).write(self).map_err(|_| fmt::Error)?;
        f.write_str(&text)
    }
}
