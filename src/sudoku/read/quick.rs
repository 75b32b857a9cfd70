//! The short way for the most frequent text: boards of one line each, one ASCII symbol a cell.

use std::io::BufRead;

use crate::sudoku::alphabet::Alphabet;
use crate::sudoku::board::Board;
use crate::sudoku::geometry::{Boxes, Geometry};
use crate::sudoku::read::lines::{Line, Lines};
use crate::sudoku::read::options::{Form, ReadOptions};
use crate::sudoku::read::reader::{Entry, Mode};
use crate::sudoku::read::shape::square_root;
use crate::sudoku::symbols::Symbols;

/// The shape and the symbols of the last such board, and the memory of its line.
#[derive(Debug, Default)]
pub(crate) struct Quick {
    line: Line,
    last: Option<(usize, Geometry, Alphabet)>,
}

impl Quick {
    /// Takes the next line if it is such a board without any doubt; otherwise nothing is taken.
    pub(crate) fn next<R: BufRead>(
        &mut self,
        lines: &mut Lines<R>,
        options: &ReadOptions,
        mode: Mode,
    ) -> Option<Entry> {
        if !matches!(options.form, Form::Auto | Form::Line) || !lines.take_into(&mut self.line) {
            return None;
        }
        let board = if self.line.fault.is_none() { self.board(options, mode) } else { None };
        if board.is_none() {
            lines.give_back(std::mem::take(&mut self.line));
        }
        Some(Entry { line: self.line.number, board: Ok(board?) })
    }

    fn board(&mut self, options: &ReadOptions, mode: Mode) -> Option<Board> {
        let bytes = self.line.text.as_bytes();
        let end = bytes.iter().position(|byte| matches!(byte, b' ' | b'\t' | b',' | b'#'));
        let symbols = bytes.get(..end.unwrap_or(bytes.len()))?;
        // A short line may be a row, one of dashes a frame, one in pieces a row of each.
        let short = symbols.len() <= options.most_symbols() && (mode == Mode::Fresh || end.is_some());
        if short || mode == Mode::Fresh && symbols.starts_with(b"-") {
            return None;
        }
        let fits = |last: &&(usize, Geometry, Alphabet)| last.0 == symbols.len();
        if let Some((_, geometry, alphabet)) = self.last.as_ref().filter(fits) {
            return Board::from_digits(*geometry, alphabet.digits(symbols)?).ok();
        }
        let side = square_root(symbols.len())?;
        let told = match (&options.symbols, options.boxes) {
            (None, _) if side > 9 => return None,
            (_, Boxes::Sized { .. }) if options.side() != Some(side) => return None,
            (symbols, _) => symbols.as_ref().unwrap_or(&Symbols::ONE_TO_NINE),
        };
        let alphabet = told.alphabet(u32::try_from(side).ok()?).ok()?;
        let geometry = Geometry::with_max_cells(side as u64, options.boxes, options.max_cells).ok()?;
        let board = Board::from_digits(geometry, alphabet.digits(symbols)?).ok()?;
        self.last = Some((symbols.len(), geometry, alphabet));
        Some(board)
    }
}
