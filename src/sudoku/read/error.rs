//! What can be wrong with a text.

use std::fmt;

use thiserror::Error;

use crate::sudoku::board::BoardError;
use crate::sudoku::geometry::GeometryError;
use crate::sudoku::symbols::SymbolsError;

/// The most characters of a text that a message shows.
const MOST_SHOWN: usize = 20;

/// What a text is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// One character a cell.
    Symbols,
    /// Numbers with blanks or commas between them, or of two digits each.
    Numbers,
    /// Digits, two of which are a cell.
    Digits,
    /// Lists of candidates.
    Lists,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Symbols => "symbols",
            Self::Numbers => "numbers",
            Self::Digits => "digits",
            Self::Lists => "lists of candidates",
        })
    }
}

/// Why a text is no board. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// Nothing but blanks and comments.
    #[error("no board in an empty text")]
    Empty,
    /// More boards than one, where one was asked for.
    #[error("more than one board, expected one")]
    Several,
    /// NUL bytes at the beginning: a binary file.
    #[error("this is a binary file, not text")]
    Binary,
    /// A byte-order mark of UTF-16.
    #[error("this is UTF-16 text; boards are read as UTF-8")]
    Utf16,
    /// A byte that is no text, in a place where a board should be.
    #[error("line {line}, column {column} is not text in UTF-8")]
    NotText {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// A line longer than any board below the limit of cells.
    #[error("a line of more than {limit} bytes")]
    LineTooLong {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The input itself failed.
    #[error("cannot read on: {message}")]
    Input {
        /// What the system said.
        message: String,
    },
    /// Too few or too many cells in all.
    #[error("{found} {unit}, expected {expected}")]
    Count {
        /// How many there are.
        found: usize,
        /// What they are.
        unit: Unit,
        /// How many there should be.
        expected: usize,
    },
    /// Too few or too many rows.
    #[error("{found} {} of {width} {unit}, expected {expected} rows", if *found == 1 { "row" } else { "rows" })]
    RowCount {
        /// How many there are.
        found: usize,
        /// How long they are.
        width: usize,
        /// What they consist of.
        unit: Unit,
        /// How many there should be.
        expected: usize,
    },
    /// So many rows that they were not counted.
    #[error("far more than {expected} rows of {expected} {unit}")]
    TooManyRows {
        /// What they consist of.
        unit: Unit,
        /// How many there should be.
        expected: usize,
    },
    /// A row that is too short or too long.
    #[error("line {line} has {found} {unit}, expected {expected}")]
    RowLength {
        /// The line.
        line: usize,
        /// How long it is.
        found: usize,
        /// What it consists of.
        unit: Unit,
        /// How long it should be.
        expected: usize,
    },
    /// A character that is no digit of the board.
    #[error("symbol '{}' at line {line}, column {column} is not one of {expected}", escaped(*symbol))]
    Symbol {
        /// The character.
        symbol: char,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The symbols of the board.
        expected: String,
    },
    /// A character that is no digit of the board, where the board has as many other symbols as it needs.
    #[error(
        "symbol '{}' at line {line}, column {column} is not one of {expected}; if the digits are {own}, say --symbols {own}",
        escaped(*symbol)
    )]
    OwnSymbols {
        /// The character.
        symbol: char,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The symbols of boards like that.
        expected: String,
        /// The symbols of this board.
        own: String,
    },
    /// A line above or between boards that is no row of one.
    #[error("'{}' in line {line} is no row of a board", text.escape_debug())]
    NoRow {
        /// What stands there, cut to 20 characters.
        text: String,
        /// The line.
        line: usize,
    },
    /// Something that is no number, or no digit of the board.
    #[error("number '{}' at line {line}, column {column} is not one of 1-{side}", text.escape_debug())]
    Number {
        /// What stands there, cut to 20 characters.
        text: String,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The side of the board.
        side: u32,
    },
    /// A size beyond any board.
    #[error("the size '{}' at line {line}, column {column} is too large for any board", text.escape_debug())]
    Size {
        /// What stands there, cut to 20 characters.
        text: String,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// Something between candidates that is none, or stands in the wrong place.
    #[error("candidate '{}' at line {line}, column {column} does not belong there", text.escape_debug())]
    Candidate {
        /// What stands there, cut to 20 characters.
        text: String,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// Digits without separators that are neither one nor two a cell.
    #[error(
        "{digits} digits without separators are ambiguous, as numbers of one or of two digits; put blanks between"
    )]
    Unseparated {
        /// How many there are.
        digits: usize,
    },
    /// Letters and digits that mean different boards in several customs.
    #[error("can be read as {}; say which with --symbols", readings.join(" or as "))]
    AmbiguousSymbols {
        /// The ways to read it, as words for the option.
        readings: Vec<String>,
    },
    /// A text that is a board in two forms.
    #[error("can be read as {first} or as {second}; say which with --input or --box")]
    AmbiguousForm {
        /// One way to read it.
        first: String,
        /// Another.
        second: String,
    },
    /// The size in the text is not that of the options.
    #[error("the text says {text}, the options say {options}")]
    Contradiction {
        /// The size in the text.
        text: String,
        /// The size in the options.
        options: String,
    },
    /// What a program printed in the place of a board, such as `No solution exists`.
    #[error("no board, but the result '{}'", text.escape_debug())]
    Result {
        /// What stands there, cut to 20 characters.
        text: String,
    },
    /// A list without its end.
    #[error("the list is not closed")]
    ListOpen,
    /// Lists in lists in lists, deeper than any board.
    #[error("the list at line {line}, column {column} lies too deep")]
    ListDepth {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// Something that does not belong into a list of numbers.
    #[error("'{}' at line {line}, column {column} does not belong into a list", text.escape_debug())]
    List {
        /// What stands there, cut to 20 characters.
        text: String,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// A list that is well written, but no list of rows of numbers.
    #[error("expected {expected}")]
    ListShape {
        /// What should have been there.
        expected: String,
    },
    /// The rows are no board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// There is no board of this size.
    #[error("{}{}", .0, choice(.0))]
    Geometry(#[from] GeometryError),
    /// The symbols are not enough for the side.
    #[error(transparent)]
    Symbols(#[from] SymbolsError),
}

/// The options that mend an error, if some do.
fn choice(error: &GeometryError) -> String {
    match error {
        GeometryError::PrimeSide { side } => format!(" (--box 1x{side} or --no-boxes)"),
        _ => String::new(),
    }
}

/// A character fit to stand in a message.
fn escaped(symbol: char) -> String {
    match symbol {
        '\'' | '"' => symbol.to_string(),
        _ => symbol.escape_debug().to_string(),
    }
}

/// The beginning of a text, fit to stand in a message.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
