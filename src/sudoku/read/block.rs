//! Lines that belong together: one board, or a board each.

use crate::sudoku::geometry::Geometry;
use crate::sudoku::read::cells::{Kind, Part, are_empty_without_symbols};
use crate::sudoku::read::error::TextError;
use crate::sudoku::read::frames;
use crate::sudoku::read::lines::Line;
use crate::sudoku::read::options::{Form, ReadOptions};
use crate::sudoku::read::shape::{Frame, Shape, square_root};
use crate::sudoku::read::single::{Reading, all_digits, are_pairs, is_single, single};
use crate::sudoku::symbols::SymbolsError;

/// Lines without a blank one between them, as far as they were looked at.
pub(crate) struct Block<'a> {
    pub(crate) lines: &'a [Line],
    pub(crate) shapes: &'a [Shape],
    /// Whether more lines follow than any board could have.
    pub(crate) extent: Extent,
}

/// How much of a block is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    Whole,
    Beginning,
}

/// What was decided earlier about lines of some width that could be rows or boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Habit {
    Rows(usize),
    Boards(usize),
}

/// Why lines are no grid.
#[derive(Debug)]
pub(crate) struct Miss {
    error: TextError,
    /// How many rows are wrong, missing or too many.
    wrong: usize,
}

/// What a block is.
#[derive(Debug)]
pub(crate) enum Decision {
    /// One board, on these of the lines.
    Board(Reading, Vec<usize>),
    /// A board a line.
    Lines,
    /// Only frames.
    Nothing,
    /// No board.
    Bad(TextError),
}

impl Block<'_> {
    /// Decides what the block is; `side` is that of the options or of a header.
    pub(crate) fn decide(
        &self,
        options: &ReadOptions,
        side: Option<usize>,
        habit: Option<Habit>,
    ) -> Decision {
        if self.shapes.iter().all(|shape| shape.frame == Frame::Sure) {
            return Decision::Nothing;
        }
        let numbers = self.grid(Kind::Numbers, options, side);
        let symbols = self.grid(Kind::Symbols, options, side);
        let error = match (numbers, symbols) {
            // Dashes are frames in one of the ways to read it, rows in the other.
            (Ok(numbers), Ok(symbols)) if !self.fits(&numbers) && symbols.0.side != numbers.0.side => {
                return Decision::Board(symbols.0, symbols.1);
            }
            (Ok((reading, rows)), _) | (_, Ok((reading, rows))) => {
                let framed = rows.len() < self.shapes.len();
                let lines = !framed && side.is_none() && self.may_be_lines(&rows, reading.kind, options);
                let usual =
                    reading.side > options.most_symbols() || habit == Some(Habit::Boards(reading.side));
                return if lines && usual { Decision::Lines } else { Decision::Board(reading, rows) };
            }
            (Err(numbers), Err(symbols)) if numbers.wrong != symbols.wrong => {
                if numbers.wrong < symbols.wrong { numbers.error } else { symbols.error }
            }
            (Err(numbers), Err(_)) if self.are_numbers() => numbers.error,
            (Err(_), Err(symbols)) => symbols.error,
        };
        if options.form != Form::Grid && self.are_lines(options, side, habit) {
            return Decision::Lines;
        }
        if let Ok((reading, rows)) = self.grid(Kind::Pairs, options, side) {
            return Decision::Board(reading, rows);
        }
        if let Some(reading) = side.and_then(|side| self.flowing(options, side)) {
            return Decision::Board(reading, self.cell_lines().collect());
        }
        Decision::Bad(self.unseparated(options).unwrap_or(error))
    }

    /// The block as one board whose cells flow over the lines, whatever their length.
    pub(crate) fn flowing(&self, options: &ReadOptions, side: usize) -> Option<Reading> {
        let cells = side.checked_mul(side)?;
        let shapes = || self.cell_lines().filter_map(|index| self.shapes.get(index));
        let numbers =
            shapes().map(|shape| shape.numbers).try_fold(0, |all, numbers| Some(all + numbers?.count));
        let symbols: usize = shapes().map(|shape| shape.symbols).sum();
        let kind = if numbers == Some(cells) {
            Kind::Numbers
        } else if symbols == cells && options.takes_symbols() {
            Kind::Symbols
        } else if symbols == cells.saturating_mul(2) && side > 3 {
            Kind::Pairs
        } else {
            return None;
        };
        Some(Reading { kind, part: Part::Whole, side })
    }

    /// The lines that are no frames; lines of dashes if there are no others.
    pub(crate) fn cell_lines(&self) -> impl Iterator<Item = usize> {
        let sure = self.shapes.iter().any(|shape| shape.frame == Frame::No);
        let frame = if sure { Frame::No } else { Frame::Maybe };
        self.shapes.iter().enumerate().filter(move |(_, shape)| shape.frame == frame).map(|(index, _)| index)
    }

    /// The block as one board, a row a line.
    pub(crate) fn grid(
        &self,
        kind: Kind,
        options: &ReadOptions,
        side: Option<usize>,
    ) -> Result<(Reading, Vec<usize>), Miss> {
        let width = |shape: &Shape| match kind {
            Kind::Numbers => {
                let numbers = shape.numbers.filter(|numbers| options.takes_numbers() || numbers.wide);
                numbers.map(|numbers| numbers.count)
            }
            Kind::Pairs => shape.symbols.is_multiple_of(2).then_some(shape.symbols / 2),
            Kind::Symbols | Kind::Candidates => options.takes_symbols().then_some(shape.symbols),
        };
        let (rows, side) = frames::rows(self.shapes, side, width);
        let unit = kind.unit();
        if self.extent == Extent::Beginning {
            let wrong = usize::from(kind == Kind::Numbers && !self.are_numbers());
            return Err(Miss { error: TextError::TooManyRows { unit, expected: side }, wrong });
        }
        // A line of digits run together is no number.
        let run_together = kind == Kind::Numbers && side <= 1;
        if rows.len() != side || side == 0 {
            let width = rows.first().and_then(|&row| width(self.shapes.get(row)?)).unwrap_or(side);
            let error = TextError::RowCount { found: rows.len(), width, unit, expected: side };
            let wrong = rows.len().abs_diff(side).max(1);
            return Err(Miss { error, wrong: if run_together { usize::MAX } else { wrong } });
        }
        let mut wrong = 0;
        let mut first = None;
        for (line, shape) in
            rows.iter().filter_map(|&row| Some((self.lines.get(row)?, self.shapes.get(row)?)))
        {
            let found = width(shape).unwrap_or(0);
            let fits = match kind {
                Kind::Numbers => side > 1 || shape.symbols == 1,
                Kind::Pairs => {
                    side > 3 && shape.pieces == 1 && options.takes_numbers() && are_pairs(line, side)
                }
                Kind::Symbols | Kind::Candidates => true,
            };
            if found != side || !fits {
                let error = TextError::RowLength { line: line.number, found, unit, expected: side };
                first.get_or_insert(error);
                wrong += 1;
            }
        }
        if let Some(error) = first {
            return Err(Miss { error, wrong: if run_together { usize::MAX } else { wrong } });
        }
        let empty = |row: &usize| {
            let line = self.lines.get(*row);
            line.is_some_and(|line| {
                are_empty_without_symbols(std::slice::from_ref(line), Part::Whole, side, options)
            })
        };
        if kind == Kind::Symbols && !options.has_symbols(side) && !rows.iter().all(empty) {
            let (symbols, side) = ("0-F".to_owned(), u32::try_from(side).unwrap_or(u32::MAX));
            let error = SymbolsError::TooFew { symbols, count: 36, side }.into();
            return Err(Miss { error, wrong: 1 });
        }
        Ok((Reading { kind, part: Part::Whole, side }, rows))
    }

    /// Whether no number of these rows is too large.
    fn fits(&self, (reading, rows): &(Reading, Vec<usize>)) -> bool {
        let mut numbers = rows.iter().filter_map(|&row| self.shapes.get(row)?.numbers);
        numbers.all(|numbers| numbers.fit(reading.side))
    }

    /// Whether each of these rows could be a board of its own, written in the same way.
    fn may_be_lines(&self, rows: &[usize], kind: Kind, options: &ReadOptions) -> bool {
        let alone = |&row: &usize| match (self.lines.get(row), self.shapes.get(row)) {
            (Some(line), Some(shape)) => {
                let reading = single(line, shape, options, None);
                let same = reading.is_some_and(|reading| {
                    let size =
                        Geometry::with_max_cells(reading.side as u64, options.boxes, options.max_cells);
                    reading.kind == kind && size.is_ok()
                });
                same && is_single(line, shape, options, None)
            }
            _ => false,
        };
        options.form != Form::Grid && rows.len() > 1 && rows.iter().all(alone)
    }

    /// Whether the lines are a board each rather than rows, knowing that they are no board together.
    fn are_lines(&self, options: &ReadOptions, side: Option<usize>, habit: Option<Habit>) -> bool {
        let lines =
            || self.cell_lines().filter_map(|index| Some((self.lines.get(index)?, self.shapes.get(index)?)));
        let count = lines().count();
        let boards = lines().filter(|(line, shape)| is_single(line, shape, options, side)).count();
        let width = lines().map(|(_, shape)| shape.symbols).max().unwrap_or(0);
        if boards > 0 && boards * 2 >= count {
            return habit != Some(Habit::Rows(width));
        }
        // A lone line of the wrong length was meant to be a board, unless it is a row by its length.
        let lone = count == 1
            && lines().all(|(line, shape)| {
                single(line, shape, options, side).is_none() && side != Some(shape.symbols)
                    || shape.first > options.most_symbols()
            });
        lone || width > 2 * options.most_symbols() && count * 4 < width
    }

    /// Whether every line consists of numbers, and some of them of several digits.
    fn are_numbers(&self) -> bool {
        let numbers =
            || self.cell_lines().filter_map(|index| self.shapes.get(index)).map(|shape| shape.numbers);
        numbers().all(|numbers| numbers.is_some_and(|numbers| numbers.count > 1 && numbers.longest <= 5))
            && numbers().flatten().any(|numbers| numbers.wide)
    }

    /// The error for rows of digits that were numbers of one or two digits once.
    fn unseparated(&self, options: &ReadOptions) -> Option<TextError> {
        let rows: Vec<usize> = self.cell_lines().collect();
        if !options.takes_symbols()
            && rows.iter().all(|&row| self.shapes.get(row).is_some_and(|shape| shape.pieces == 1))
        {
            let digits = rows.iter().filter_map(|&row| self.shapes.get(row)).map(|shape| shape.symbols).sum();
            return Some(TextError::Unseparated { digits });
        }
        let digits = rows.iter().map(|&row| {
            let (line, shape) = (self.lines.get(row)?, self.shapes.get(row)?);
            let digits = shape.pieces == 1 && all_digits(line);
            (digits && (rows.len()..=2 * rows.len()).contains(&shape.symbols)).then_some(shape.symbols)
        });
        let digits = digits.sum::<Option<usize>>()?;
        let ragged = digits != rows.len() * rows.len();
        (rows.len() > 9 && ragged).then_some(TextError::Unseparated { digits })
    }
}

/// Whether rows of this width are boards as well, so that a decision about them has to be kept.
pub(crate) fn is_double(width: usize) -> bool {
    square_root(width).is_some()
}
