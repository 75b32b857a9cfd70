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
        let notation = self.notation(board.geometry().side())?;
        Ok(match self.format {
            Format::Grid => self.grid(board, &notation, paint),
            Format::Line => line(board, &notation),
            Format::List => list(board.rows()),
            Format::Decimal => decimal(board),
            Format::Json => json(board),
            Format::Candidates => candidates(board, &notation),
        })
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

    fn grid(
        &self,
        board: &Board,
        notation: &Notation,
        mut paint: impl FnMut(Cell, &str) -> String,
    ) -> String {
        let geometry = board.geometry();
        let width = notation.width(geometry.side());
        let boxes = frame_size(geometry);
        let (_, bar) = self.frames.lines();
        let [above, between, below] = self.frames.corners();
        let mut text = String::new();
        for (row, digits) in (0..).zip(board.rows()) {
            if let Some((height, box_width)) = boxes.filter(|(height, _)| row % height == 0) {
                let corners = if row < height { above } else { between };
                self.rule(
                    &mut text,
                    corners,
                    geometry.side() / box_width,
                    box_width as usize * (width + 1) + 1,
                );
                text.push('\n');
            }
            for (column, &digit) in (0..).zip(digits) {
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
            }
        }
        if let Some((_, box_width)) = boxes {
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

fn line(board: &Board, notation: &Notation) -> String {
    match notation {
        Notation::Symbols(alphabet) => board
            .digits()
            .iter()
            .map(|&digit| alphabet.symbol(digit).unwrap_or_else(|| alphabet.empty()))
            .collect(),
        Notation::Numbers => joined(board.digits(), " "),
    }
}

fn list<'a>(rows: impl Iterator<Item = &'a [u32]>) -> String {
    let rows: Vec<String> = rows.map(|row| format!("[{}]", joined(row, ","))).collect();
    format!("[{}]", rows.join(","))
}

fn decimal(board: &Board) -> String {
    let side = board.geometry().side();
    let (height, width) = board.geometry().box_size().unwrap_or((1, side));
    let rows: Vec<String> = board.rows().map(|row| joined(row, " ")).collect();
    format!("{side} {height} {width}\n{}", rows.join("\n"))
}

fn json(board: &Board) -> String {
    let geometry = board.geometry();
    let boxes =
        geometry.box_size().map_or("null".to_owned(), |(height, width)| format!("[{height},{width}]"));
    let mut text = format!("{{\"box\":{boxes},\"rows\":{}", list(board.rows()));
    if board.has_candidates() {
        let cells: Vec<String> = (0..geometry.cells())
            .filter_map(|index| geometry.cell(index))
            .map(|cell| format!("[{}]", joined(&board.candidates(cell).collect::<Vec<u32>>(), ",")))
            .collect();
        let rows: Vec<String> =
            cells.chunks(geometry.side() as usize).map(|row| format!("[{}]", row.join(","))).collect();
        text.push_str(",\"candidates\":[");
        text.push_str(&rows.join(","));
        text.push(']');
    }
    text.push('}');
    text
}

fn candidates(board: &Board, notation: &Notation) -> String {
    let geometry = board.geometry();
    let mut text = String::new();
    for cell in (0..geometry.cells()).filter_map(|index| geometry.cell(index)) {
        match notation {
            Notation::Symbols(alphabet) => {
                let mut marks = board.candidates(cell).peekable();
                text.extend((1..=geometry.side()).map(|digit| {
                    let noted = marks.next_if_eq(&digit);
                    noted.and_then(|digit| alphabet.symbol(digit)).unwrap_or_else(|| alphabet.empty())
                }));
            }
            Notation::Numbers => {
                let marks: Vec<u32> = board.candidates(cell).collect();
                let space = if text.is_empty() { "" } else { " " };
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
