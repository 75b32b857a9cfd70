//! Lines without a blank one between them that are several things: boards back to back, or titles above them.

use crate::sudoku::read::block::{Block, Decision, Extent};
use crate::sudoku::read::cells::{Part, are_empty_without_symbols};
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::shape::Shape;

/// What such lines begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Apart {
    /// A line of text that is no row.
    Title,
    /// So many lines that are one thing.
    Lines(usize),
}

/// Which titles are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Title {
    /// Those that cannot be rows, even if they have as many symbols.
    AsLong,
    /// Those of another length than rows.
    Other,
}

/// What is below a title, or above the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    Board,
    Boards,
}

/// The cells of a row in one way to read it.
type Width = fn(&Shape) -> Option<usize>;

const NUMBERS: Width = |shape| {
    shape
        .numbers
        .filter(|numbers| numbers.count > 1 && numbers.fit(numbers.count))
        .map(|numbers| numbers.count)
};
const SYMBOLS: Width = |shape| Some(shape.symbols);

impl Block<'_> {
    /// What stands first in the block, knowing that it is no board as a whole.
    pub(crate) fn apart(&self, options: &ReadOptions, side: Option<usize>) -> Option<Apart> {
        let rows: Vec<usize> = self.cell_lines().collect();
        if let Some((apart, _)) = self.titled(&rows, options, side, Title::AsLong) {
            return Some(apart);
        }
        let back_to_back = |width| self.back_to_back(&rows, width, options, side);
        let numbers = back_to_back(NUMBERS).filter(|_| options.takes_numbers());
        let symbols = || back_to_back(SYMBOLS).filter(|_| options.takes_symbols());
        if let Some(lines) = numbers.or_else(symbols) {
            return Some(Apart::Lines(lines));
        }
        self.titled(&rows, options, side, Title::Other).map(|(apart, _)| apart)
    }

    /// What stands first in the block, if that or what follows is one board and the other a title: then its lines are no
    /// boards, although many of them are as long.
    pub(crate) fn apart_from_board(&self, options: &ReadOptions, side: Option<usize>) -> Option<Apart> {
        let rows: Vec<usize> = self.cell_lines().collect();
        let found = self.titled(&rows, options, side, Title::AsLong);
        found.filter(|&(_, rest)| rest == Rest::Board).map(|(apart, _)| apart)
    }

    /// How many lines make up the first board, if the rows are those of several boards.
    fn back_to_back(
        &self,
        rows: &[usize],
        width: Width,
        options: &ReadOptions,
        side: Option<usize>,
    ) -> Option<usize> {
        let width_of = |&row: &usize| width(self.shapes.get(row)?);
        let side = side.or_else(|| width_of(rows.first()?)).filter(|&side| side > 1)?;
        let several =
            rows.len() > side && (rows.len().is_multiple_of(side) || self.extent == Extent::Beginning);
        if !several || !rows.iter().all(|row| width_of(row) == Some(side)) {
            return None;
        }
        let (&last, &next) = (rows.get(side - 1)?, rows.get(side)?);
        let board = self.lines.get(..=last)?;
        let known = width(self.shapes.get(last)?) != SYMBOLS(self.shapes.get(last)?)
            || options.has_symbols(side)
            || are_empty_without_symbols(board, Part::Whole, side, options);
        // The frame below the last row belongs to it.
        known.then_some(if next > last + 1 { last + 2 } else { last + 1 })
    }

    /// Whether the first line is a title, or where the first title stands, and what is below or above it.
    fn titled(
        &self,
        rows: &[usize],
        options: &ReadOptions,
        side: Option<usize>,
        kind: Title,
    ) -> Option<(Apart, Rest)> {
        let numbers = |row: &usize| self.shapes.get(*row).and_then(NUMBERS);
        let width = if rows.iter().filter(|row| numbers(row).is_some()).count() * 2 > rows.len() {
            NUMBERS
        } else {
            SYMBOLS
        };
        let width_of = |row: usize| self.shapes.get(row).and_then(width);
        let mut widths: Vec<usize> = rows.iter().filter_map(|&row| width_of(row)).collect();
        widths.sort_unstable();
        let usual = widths.chunk_by(|one, other| one == other).max_by_key(|run| run.len())?;
        let (&usual, often) = (usual.first()?, usual.len());
        let title = |row: &&usize| match kind {
            Title::AsLong => self.are_words(**row, usual, options),
            Title::Other => width_of(**row) != Some(usual) && self.is_title(**row, usual, options),
        };
        let mut titles = rows.iter().filter(title).copied();
        let first = titles.next().filter(|_| often > 1)?;
        let (from, to) = if first == 0 { (1, titles.next().unwrap_or(self.lines.len())) } else { (0, first) };
        let extent = if to < self.lines.len() { Extent::Whole } else { self.extent };
        let block = Block { lines: self.lines.get(from..to)?, shapes: self.shapes.get(from..to)?, extent };
        let rest = match block.decide(options, side, None) {
            Decision::Board(..) => Rest::Board,
            Decision::Bad(_) if !block.apart_only(options, side) => return None,
            Decision::Lines | Decision::Bad(_) => Rest::Boards,
            Decision::Nothing => return None,
        };
        Some((if first == 0 { Apart::Title } else { Apart::Lines(first) }, rest))
    }

    /// Whether boards stand back to back here.
    fn apart_only(&self, options: &ReadOptions, side: Option<usize>) -> bool {
        let rows: Vec<usize> = self.cell_lines().collect();
        [NUMBERS, SYMBOLS].into_iter().any(|width| self.back_to_back(&rows, width, options, side).is_some())
    }
}
