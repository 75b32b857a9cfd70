//! The forms in which boards are written.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::sudoku::read::options::UnknownWord;

/// The forms in which boards are written. Each is read again as the same board, if the reader is told the symbols that
/// were told here, and the boxes where the text does not show them and they are not the usual ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// For people: a row a line, with frames around boxes of several rows and columns. Numbers above side 9.
    #[default]
    Grid,
    /// One line: a symbol a cell, or above side 9 numbers with blanks between them.
    Line,
    /// Nested lists on one line: `[[0,0,3],...]`.
    List,
    /// A line with the side, the box height and the box width (1 and the side without boxes), then a row of numbers a
    /// line, 0 for an empty cell.
    Decimal,
    /// An object on one line: `{"box":[3,3],"rows":[[0,0,3],...]}`, with `"box":null` for none, and `"candidates"` if
    /// the board has some.
    Json,
    /// One line with a symbol or an empty mark for each candidate of each cell; above side 9 a list such as `1,12` for
    /// each cell. A cell with one candidate reads back as that digit.
    Candidates,
}

impl FromStr for Format {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        Ok(match text {
            "grid" => Self::Grid,
            "line" => Self::Line,
            "list" => Self::List,
            "decimal" => Self::Decimal,
            "json" => Self::Json,
            "candidates" => Self::Candidates,
            _ => {
                let expected = "grid, line, list, decimal, json, candidates";
                return Err(UnknownWord { text: text.chars().take(40).collect(), expected });
            }
        })
    }
}

impl Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Grid => "grid",
            Self::Line => "line",
            Self::List => "list",
            Self::Decimal => "decimal",
            Self::Json => "json",
            Self::Candidates => "candidates",
        })
    }
}
