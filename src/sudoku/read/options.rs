//! What a caller says about a text.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::sudoku::alphabet::{EMPTY_MARKS, Meaning};
use crate::sudoku::board::BoardError;
use crate::sudoku::geometry::{Boxes, Geometry};
use crate::sudoku::symbols::Symbols;

/// The form of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// Any form that can be told from the others.
    #[default]
    Auto,
    /// A board a line.
    Line,
    /// A row a line, with or without frames.
    Grid,
    /// Nested lists, as in many programming languages, or JSON.
    List,
    /// Numbers with blanks or commas between them, or of two digits each.
    Numbers,
    /// The candidates of each cell: a symbol or an empty mark for each digit, or lists such as `1,2,5` with blanks
    /// between the cells.
    Candidates,
}

/// A word that names no form or format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{text}' is none of {expected}")]
pub struct UnknownWord {
    /// The word, cut to 40 characters.
    pub text: String,
    /// The words that do name one.
    pub expected: &'static str,
}

impl FromStr for Form {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        Ok(match text {
            "auto" => Self::Auto,
            "line" => Self::Line,
            "grid" => Self::Grid,
            "list" => Self::List,
            "numbers" => Self::Numbers,
            "candidates" => Self::Candidates,
            _ => {
                let expected = "auto, line, grid, list, numbers, candidates";
                return Err(UnknownWord { text: text.chars().take(40).collect(), expected });
            }
        })
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Line => "line",
            Self::Grid => "grid",
            Self::List => "list",
            Self::Numbers => "numbers",
            Self::Candidates => "candidates",
        })
    }
}

/// What a caller says about a text; by default nothing.
///
/// ```
/// use pencilmark::{Boxes, ReadOptions, Reader};
///
/// let options = ReadOptions::new().boxes(Boxes::None);
/// let board = Reader::new(&b"12345 23451 34512 45123 51234"[..], options).next().map(|entry| entry.board);
/// assert_eq!(board.transpose()?.map(|board| board.geometry().side()), Some(5));
/// # Ok::<(), pencilmark::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    pub(crate) form: Form,
    pub(crate) symbols: Option<Symbols>,
    pub(crate) boxes: Boxes,
    pub(crate) max_cells: u64,
}

impl ReadOptions {
    /// Everything is to be told from the text itself.
    #[must_use]
    pub const fn new() -> Self {
        Self { form: Form::Auto, symbols: None, boxes: Boxes::Usual, max_cells: Geometry::DEFAULT_MAX_CELLS }
    }

    /// The form of the text.
    #[must_use]
    pub const fn form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// The symbols of the digits.
    #[must_use]
    pub fn symbols(mut self, symbols: Symbols) -> Self {
        self.symbols = Some(symbols);
        self
    }

    /// The boxes. Their size fixes the side as well; a text that says otherwise is an error.
    #[must_use]
    pub const fn boxes(mut self, boxes: Boxes) -> Self {
        self.boxes = boxes;
        self
    }

    /// The most cells of a board, instead of [`Geometry::DEFAULT_MAX_CELLS`].
    #[must_use]
    pub const fn max_cells(mut self, max_cells: u64) -> Self {
        self.max_cells = max_cells;
        self
    }

    /// The side, where the boxes fix it.
    pub(crate) fn side(&self) -> Option<usize> {
        match self.boxes {
            Boxes::Sized { height, width } => usize::try_from(u64::from(height) * u64::from(width)).ok(),
            Boxes::Usual | Boxes::None => None,
        }
    }

    /// Whether cells may be single symbols.
    pub(crate) fn takes_symbols(&self) -> bool {
        self.form != Form::Numbers && !self.symbols.as_ref().is_some_and(Symbols::is_decimal)
    }

    /// Whether cells may be numbers that look like symbols: not if the symbols are known.
    pub(crate) fn takes_numbers(&self) -> bool {
        self.form == Form::Numbers || self.symbols.as_ref().is_none_or(Symbols::is_decimal)
    }

    /// Whether there are symbols for all digits of a side.
    pub(crate) fn has_symbols(&self, side: usize) -> bool {
        let symbols = self.symbols.as_ref().unwrap_or(&Symbols::ZERO_TO_NINE);
        u32::try_from(side).is_ok_and(|side| symbols.alphabet(side).is_ok())
    }

    /// Whether a character is an empty cell on a board of any side, even one with more digits than symbols.
    pub(crate) fn is_empty_mark(&self, symbol: char) -> bool {
        let all = |symbols: &Symbols| symbols.alphabet(u32::try_from(symbols.count()).ok()?).ok();
        let told = self.symbols.as_ref().and_then(all);
        EMPTY_MARKS.contains(&symbol)
            && told.is_none_or(|alphabet| alphabet.meaning(symbol) == Meaning::Empty)
    }

    /// The largest side whose digits may be single symbols, so that a line up to that length may be a row.
    pub(crate) fn most_symbols(&self) -> usize {
        self.symbols.as_ref().map_or(36, Symbols::count).max(36)
    }

    /// Whether there may be room for the candidates of a board: a bit for each cell and digit, in no more words than
    /// the cells of the largest board.
    pub(crate) fn admits_candidates(&self, geometry: Geometry) -> Result<(), BoardError> {
        let side = geometry.side();
        let bits = geometry.cells() as u128 * u128::from(side);
        if bits > u128::from(self.max_cells) * 64 { Err(BoardError::NoMemory { side }) } else { Ok(()) }
    }

    /// The bytes that a line, or the lines looked at together, may have: a number of up to five digits and a
    /// separator for each cell, and room for comments.
    pub(crate) fn max_bytes(&self) -> usize {
        let bytes = self.max_cells.min(Geometry::MAX_CELLS).saturating_mul(8).saturating_add(1 << 16);
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self::new()
    }
}
