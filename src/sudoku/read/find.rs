//! Finding out in which form the next board is written.

use std::io::BufRead;

use crate::sudoku::board::Board;
use crate::sudoku::geometry::{Boxes, Geometry, GeometryError};
use crate::sudoku::read::candidates;
use crate::sudoku::read::cells::{self, Kind, Part};
use crate::sudoku::read::custom::small;
use crate::sudoku::read::error::{TextError, Unit, excerpt};
use crate::sudoku::read::header::Header;
use crate::sudoku::read::lines::Line;
use crate::sudoku::read::list;
use crate::sudoku::read::near::{almost_pairs, near, own_symbols};
use crate::sudoku::read::options::Form;
use crate::sudoku::read::reader::{Entry, Found, Letters, Mode, Reader};
use crate::sudoku::read::result::is_result;
use crate::sudoku::read::shape::{Frame, Shape, cube_root};
use crate::sudoku::read::single::{Reading, is_commented_cell, lone_title, short, single, wrong_count};
use crate::sudoku::symbols::{Symbols, SymbolsError};

impl<R: BufRead> Reader<R> {
    /// Finds the next board, whatever its form; `None` at the end.
    pub(crate) fn find_any(&mut self) -> Option<Found> {
        loop {
            let line = self.lines.peek(0)?;
            if let Some(fault) = line.fault.clone() {
                let line = line.number;
                self.lines.take();
                return Some(Found::error(line, fault));
            }
            if line.content().trim().is_empty() {
                if line.is_blank() {
                    self.mode = Mode::Fresh;
                }
                self.lines.take();
                continue;
            }
            if let Some(found) = self.find_here() {
                return Some(found);
            }
        }
    }

    /// Finds the board that begins in the next line; `None` if that was only a frame or a title, which is then taken.
    fn find_here(&mut self) -> Option<Found> {
        let form = self.options.form;
        let line = self.lines.peek(0)?.clone();
        if is_result(&line.text) {
            self.lines.take();
            return Some(Found::error(line.number, TextError::Result { text: excerpt(line.text.trim()) }));
        }
        if matches!(form, Form::Auto | Form::List | Form::Candidates) {
            let next = self.lines.peek(1).is_some_and(|next| list::start(next.content()).is_some());
            if next && list::is_title(line.content()) {
                self.lines.take();
                return None;
            }
            if let Some(start) = list::start(line.content()) {
                return Some(self.list(start));
            }
        }
        if form == Form::List {
            self.skip();
            return Some(Found::error(line.number, TextError::ListShape { expected: "a list".to_owned() }));
        }
        if !matches!(form, Form::Line | Form::Candidates)
            && let Some(header) = Header::of(&line.text)
            && !header.is_row([1, 2, 3].map(|distance| self.shape_ahead(distance)))
        {
            return Some(self.headed(header));
        }
        if form == Form::Candidates {
            return self.candidates(&line);
        }
        if let Some(found) = self.comma_lists(&line) {
            return Some(found);
        }
        let shape = Shape::of(&line.text);
        if shape.frame == Frame::Sure && (self.mode == Mode::Lines || form == Form::Line) {
            self.lines.take();
            return None;
        }
        let reading = single(&line, &shape, &self.options, self.options.side());
        let alone = reading.is_some_and(|reading| {
            reading.part == Part::First && shape.first > self.options.most_symbols()
                || reading.side > 1 && self.options.side().is_some()
        });
        let alone = alone && shape.frame == Frame::No && !matches!(form, Form::Grid);
        // A row without a digit may be of a board larger than all alphabets.
        let empty = |part| {
            let lines = std::slice::from_ref(&line);
            cells::are_empty_without_symbols(lines, part, usize::MAX, &self.options)
        };
        let alone = alone && !(self.options.side().is_none() && empty(Part::Whole));
        if alone || self.mode == Mode::Lines || form == Form::Line {
            self.lines.take();
            self.mode = Mode::Lines;
            return Some(self.line(line, &shape, reading));
        }
        self.block(&shape)
    }

    fn shape_ahead(&mut self, distance: usize) -> Option<Shape> {
        self.lines.peek(distance).filter(|line| !line.is_blank()).map(|line| Shape::of(&line.text))
    }

    /// A board on the line just taken.
    fn line(&mut self, line: Line, shape: &Shape, reading: Option<Reading>) -> Found {
        let side = self.options.side();
        let reading = reading.filter(|_| !self.is_numbered_title(&line, shape));
        // Alone, few symbols are no row either.
        let few = || short(&line, shape, &self.options, side);
        let reading = reading.or_else(few).or_else(|| near(&line, shape, &self.options, side));
        let Some(reading) = reading else {
            let side = self.options.side().or(self.last_side);
            let count = || wrong_count(&line, shape, &self.options, side);
            return Found::error(line.number, lone_title(&line, shape).unwrap_or_else(count));
        };
        self.last_side = Some(reading.side);
        let start = line.number;
        match self.geometry(reading, None) {
            Ok(geometry) => self.read(start, vec![line], reading, geometry),
            Err(error) => Found::error(
                start,
                match almost_pairs(&line, &self.options, self.options.side()) {
                    Some(expected) => TextError::Count { found: shape.first, unit: Unit::Digits, expected },
                    None => error,
                },
            ),
        }
    }

    /// Whether a line could be a board of one cell, but there is another line beside it that is larger.
    fn is_numbered_title(&mut self, line: &Line, shape: &Shape) -> bool {
        const LOOK: usize = 16;
        if !is_commented_cell(line, shape, &self.options) {
            return false;
        }
        let next = (0..LOOK).find(|&distance| self.lines.peek(distance).is_none_or(|line| !line.is_blank()));
        let next = next.and_then(|distance| self.lines.peek(distance));
        let larger = next.is_some_and(|line| Shape::of(&line.text).first > 1);
        larger || self.last_side.is_some_and(|side| side > 1)
    }

    /// The shape for a board of that side.
    pub(crate) fn geometry(
        &self,
        reading: Reading,
        frames: Option<(u32, u32)>,
    ) -> Result<Geometry, TextError> {
        let side = reading.side;
        let boxes = match (self.options.boxes, frames) {
            (Boxes::Usual, Some((height, width))) => Boxes::Sized { height, width },
            (boxes @ Boxes::Sized { .. }, Some((height, width)))
                if boxes != (Boxes::Sized { height, width }) =>
            {
                let text = format!("boxes of {height}x{width}");
                return Err(TextError::Contradiction { text, options: format!("boxes of {boxes}") });
            }
            (boxes, _) => boxes,
        };
        Ok(Geometry::with_max_cells(side as u64, boxes, self.options.max_cells)?)
    }

    /// Reads lines as decided.
    pub(crate) fn read(&self, start: usize, lines: Vec<Line>, reading: Reading, geometry: Geometry) -> Found {
        let Reading { kind, part, side } = reading;
        let board = match (kind, &self.options.symbols) {
            (Kind::Numbers, None)
                if self.options.form != Form::Numbers
                    && (cells::may_be_digits(&lines, side) || cells::are_all_digits(&lines, side)) =>
            {
                let readings = [Symbols::DECIMAL, Symbols::ZERO_TO_NINE].map(|symbols| symbols.to_string());
                Err(TextError::AmbiguousSymbols { readings: readings.to_vec() })
            }
            (Kind::Numbers, _) => cells::numbers(&lines, geometry),
            (Kind::Pairs, _) => cells::pairs(&lines, part, geometry),
            (Kind::Candidates, _) => {
                candidates::board(&lines, part, candidates::Style::Symbols, geometry, &self.options)
            }
            (Kind::Symbols, _) if cells::are_empty_without_symbols(&lines, part, side, &self.options) => {
                Ok(Board::empty(geometry))
            }
            (Kind::Symbols, None) if !self.options.has_symbols(side) => Err(no_symbols(side)),
            (Kind::Symbols, None) if side > 9 => {
                return Found::Letters(Letters { line: start, lines, part, geometry });
            }
            (Kind::Symbols, symbols) => {
                let alphabet = match symbols {
                    Some(symbols) => symbols.alphabet(geometry.side()),
                    None => small(&lines, part, geometry.side()),
                };
                let alphabet = alphabet.map_err(TextError::Symbols);
                let board = alphabet.and_then(|alphabet| cells::symbols(&lines, part, &alphabet, geometry));
                board.map_err(|error| if symbols.is_none() { own(error, &lines, part, side) } else { error })
            }
        };
        Found::Entry(Entry { line: start, board })
    }
}

/// The error for a symbol, with a hint if the board has as many other symbols as digits.
pub(crate) fn own(error: TextError, lines: &[Line], part: Part, side: usize) -> TextError {
    match error {
        TextError::Symbol { symbol, line, column, expected } => match own_symbols(lines, part, side) {
            Some(own) if own.parse::<Symbols>().is_ok() => {
                TextError::OwnSymbols { symbol, line, column, expected, own }
            }
            _ => TextError::Symbol { symbol, line, column, expected },
        },
        error => error,
    }
}

/// The error for symbols that are the candidates of a board or a larger board.
pub(crate) fn or_candidates(small: usize, side: usize) -> TextError {
    TextError::AmbiguousForm {
        first: format!("candidates of side {small} (candidates)"),
        second: format!("a board of side {side} (line)"),
    }
}

/// The error for one symbol a cell on a board larger than all alphabets, which may have been meant as candidates.
fn no_symbols(side: usize) -> TextError {
    match (cube_root(side.saturating_mul(side)), u32::try_from(side)) {
        (Some(small), _) => or_candidates(small, side),
        (None, Ok(side)) => {
            SymbolsError::TooFew { symbols: Symbols::ZERO_TO_NINE.to_string(), count: 36, side }.into()
        }
        (None, Err(_)) => {
            GeometryError::TooManyCells { side: side as u64, max_cells: Geometry::MAX_CELLS }.into()
        }
    }
}
