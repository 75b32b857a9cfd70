//! What a line looks like, before anything is decided about it.

use crate::sudoku::alphabet::is_frame;
use crate::sudoku::read::fields::fields;
use crate::sudoku::read::lines::content;

/// Whether a line draws a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// It holds cells.
    No,
    /// Dashes only (and bars): a frame, or a row of empty cells.
    Maybe,
    /// Nothing that could be a cell.
    Sure,
}

/// The numbers of a line that holds nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) count: usize,
    pub(crate) largest: u64,
    /// Characters of the longest.
    pub(crate) longest: usize,
    /// Whether one of them takes several characters or none, so that they are no symbols of one cell each.
    pub(crate) wide: bool,
}

impl Numbers {
    /// Whether all may be cells of a board of that side, written with two characters or as many as the side.
    pub(crate) fn fit(&self, side: usize) -> bool {
        let widest = side.checked_ilog10().map_or(1, |log| log as usize + 1);
        self.largest <= side as u64 && self.longest <= widest.max(2)
    }
}

/// What a line looks like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) frame: Frame,
    /// Symbols before the first blank or comma that follows one.
    pub(crate) first: usize,
    /// Symbols up to a comment.
    pub(crate) symbols: usize,
    /// Pieces, with blanks or commas between them.
    pub(crate) pieces: usize,
    /// Whether all pieces are as long as the first.
    pub(crate) even: bool,
    /// Set if the line consists of numbers.
    pub(crate) numbers: Option<Numbers>,
}

impl Shape {
    /// Looks at a line.
    pub(crate) fn of(text: &str) -> Self {
        let text = content(text);
        let mut pieces = text.split(is_separator).map(symbols_of).filter(|&symbols| symbols > 0);
        let first = pieces.next().unwrap_or(0);
        let mut shape = Self {
            frame: frame_of(text),
            first,
            symbols: first,
            pieces: usize::from(first > 0),
            even: true,
            numbers: numbers_of(text),
        };
        for piece in pieces {
            shape.symbols += piece;
            shape.pieces += 1;
            shape.even &= piece == first;
        }
        shape
    }

    /// Whether the pieces are as many as their symbols: a board of `side` rows with blanks between them.
    pub(crate) fn is_rows(&self) -> bool {
        self.even && self.pieces == self.first && self.first > 1
    }
}

/// Whether a character separates pieces of a line.
pub(crate) fn is_separator(symbol: char) -> bool {
    symbol == ',' || symbol.is_whitespace()
}

/// The part of a line that the symbols before a comment make up: the first piece with a symbol, and what is before it.
pub(crate) fn first_piece(text: &str) -> &str {
    let text = content(text);
    let mut end = 0;
    for piece in text.split_inclusive(is_separator) {
        end += piece.len();
        if symbols_of(piece.trim_end_matches(is_separator)) > 0 {
            break;
        }
    }
    text.get(..end).unwrap_or(text).trim_end_matches(is_separator)
}

fn symbols_of(piece: &str) -> usize {
    piece.chars().filter(|&symbol| !is_frame(symbol)).count()
}

fn frame_of(text: &str) -> Frame {
    let drawn = |symbol: char| symbol == '-' || symbol.is_whitespace() || is_frame(symbol);
    let bar = |symbol: char| matches!(symbol, '-' | '|' | '│' | '┃' | '║') || symbol.is_whitespace();
    if !text.chars().all(drawn) || text.trim().is_empty() {
        Frame::No
    } else if text.chars().all(bar) && text.contains('-') {
        Frame::Maybe
    } else {
        Frame::Sure
    }
}

fn numbers_of(text: &str) -> Option<Numbers> {
    let mut numbers = Numbers { count: 0, largest: 0, longest: 0, wide: false };
    for field in fields(text) {
        numbers.count += 1;
        numbers.largest = numbers.largest.max(field.number()?);
        numbers.longest = numbers.longest.max(field.text.len());
        numbers.wide |= field.text.len() != 1;
    }
    (numbers.count > 0).then_some(numbers)
}

/// The number whose square this is.
pub(crate) fn square_root(count: usize) -> Option<usize> {
    let root = count.isqrt();
    (count > 0 && root * root == count).then_some(root)
}

/// The number whose cube this is.
pub(crate) fn cube_root(count: usize) -> Option<usize> {
    let guess =
        (1..).take_while(|root: &usize| root.checked_pow(3).is_some_and(|cube| cube <= count)).last()?;
    (guess.checked_pow(3) == Some(count)).then_some(guess)
}
