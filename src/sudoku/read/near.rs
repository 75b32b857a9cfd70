//! What a text that fits no form was probably meant to be, so that its error names the cell that is wrong.

use crate::sudoku::alphabet::{EMPTY_MARKS, Meaning};
use crate::sudoku::read::block::{Block, Decision, Extent};
use crate::sudoku::read::cells::{Kind, Part, pair, placed};
use crate::sudoku::read::custom::known_symbols;
use crate::sudoku::read::error::{TextError, Unit};
use crate::sudoku::read::fields::fields;
use crate::sudoku::read::lines::Line;
use crate::sudoku::read::options::{Form, ReadOptions};
use crate::sudoku::read::shape::{Shape, square_root};
use crate::sudoku::read::single::{Reading, single};

/// How many cells mean nothing, and how many are not empty.
#[derive(Clone, Copy, Debug, Default)]
struct Doubt {
    wrong: usize,
    all: usize,
}

impl Doubt {
    fn of(cells: impl Iterator<Item = Meaning>) -> Self {
        let mut doubt = Self::default();
        for meaning in cells.filter(|&meaning| meaning != Meaning::Empty) {
            doubt.all += 1;
            doubt.wrong += usize::from(meaning == Meaning::Nothing);
        }
        doubt
    }

    fn and(self, other: Self) -> Self {
        Self { wrong: self.wrong + other.wrong, all: self.all + other.all }
    }

    /// Whether the text may be read like this in spite of what is wrong.
    fn is_small(self) -> bool {
        self.wrong <= 1 || self.wrong * 4 <= self.all
    }
}

fn digit(digit: Option<u64>, side: usize) -> Meaning {
    match digit {
        Some(0) => Meaning::Empty,
        Some(digit) if digit <= side as u64 => Meaning::Digit(1),
        _ => Meaning::Nothing,
    }
}

/// The cells of a line as numbers.
fn numbers(line: &Line, side: usize) -> Doubt {
    Doubt::of(fields(line.content()).map(|field| digit(field.number(), side)))
}

/// The cells of a line as two digits each.
fn pairs(line: &Line, part: Part, side: usize) -> Doubt {
    let symbols: Vec<char> = symbols(line, part);
    Doubt::of(symbols.chunks(2).map(|cell| match cell {
        [tens, ones] => digit(pair(*tens, *ones).map(u64::from), side),
        _ => Meaning::Nothing,
    }))
}

fn symbols(line: &Line, part: Part) -> Vec<char> {
    placed(std::slice::from_ref(line), part).map(|place| place.symbol).collect()
}

/// The cells of a line as symbols of any custom.
fn marks(line: &Line, part: Part, side: usize, options: &ReadOptions) -> Doubt {
    let alphabets = known_symbols(side, options);
    let meaning = |symbol| {
        let meanings = || alphabets.iter().map(|alphabet| alphabet.meaning(symbol));
        meanings().find(|&meaning| meaning != Meaning::Nothing).unwrap_or(Meaning::Nothing)
    };
    Doubt::of(symbols(line, part).into_iter().map(meaning))
}

/// The cells of a line that is a row of numbers but for a few of them.
pub(crate) fn number_count(line: &Line, side: usize) -> Option<usize> {
    let count = fields(line.content()).count();
    (count * 2 > side && numbers(line, side).is_small()).then_some(count)
}

/// How a line that is no board because of a few cells was meant.
pub(crate) fn near(
    line: &Line,
    shape: &Shape,
    options: &ReadOptions,
    side: Option<usize>,
) -> Option<Reading> {
    if !options.takes_numbers() {
        return None;
    }
    let known = |root: &usize| side.is_none_or(|side| side == *root);
    let numbered = square_root(fields(line.content()).count()).filter(known).filter(|&side| side > 1);
    if let Some(side) = numbered.filter(|&side| numbers(line, side).is_small()) {
        return Some(Reading { kind: Kind::Numbers, part: Part::Whole, side });
    }
    let paired = shape.first.is_multiple_of(2).then(|| square_root(shape.first / 2)).flatten();
    let paired = paired.filter(known).filter(|&side| side > 3 && pairs(line, Part::First, side).is_small());
    paired.map(|side| Reading { kind: Kind::Pairs, part: Part::First, side })
}

/// Whether a line is a board, or was meant to be one.
fn is_near(line: &Line, shape: &Shape, options: &ReadOptions, side: Option<usize>) -> bool {
    let reading = single(line, shape, options, side).or_else(|| near(line, shape, options, side));
    reading.is_some_and(|Reading { kind, part, side }| {
        let doubt = match kind {
            Kind::Symbols => marks(line, part, side, options),
            Kind::Numbers => numbers(line, side),
            Kind::Pairs => pairs(line, part, side),
            Kind::Candidates => Doubt::default(),
        };
        doubt.is_small()
    })
}

/// How many digits a line should have that is a board of two digits a cell but for one digit that is missing or too
/// much.
pub(crate) fn almost_pairs(line: &Line, options: &ReadOptions, side: Option<usize>) -> Option<usize> {
    let symbols = symbols(line, Part::First);
    let all = symbols.len();
    let digits = symbols.iter().any(char::is_ascii_digit);
    if !options.takes_numbers() || !digits || all.is_multiple_of(2) || all < 31 {
        return None;
    }
    [all + 1, all - 1].into_iter().find(|expected| {
        let root = square_root(expected / 2).filter(|root| side.is_none_or(|side| side == *root));
        root.is_some_and(|root| {
            let cell = |tens: char, ones: char| pair(tens, ones).is_some_and(|digit| digit as usize <= root);
            let before = symbols.chunks_exact(2).take_while(|two| cell(two[0], two[1])).count();
            let after = symbols.rchunks_exact(2).take_while(|two| cell(two[0], two[1])).count();
            2 * (before + after) + 1 >= all
        })
    })
}

impl Block<'_> {
    /// The lines that hold cells, with what they look like.
    fn cells(&self) -> impl Iterator<Item = (&Line, &Shape)> {
        self.cell_lines().filter_map(|row| Some((self.lines.get(row)?, self.shapes.get(row)?)))
    }

    /// The one board that the block was probably meant to be, knowing that it is none as it is.
    pub(crate) fn near_grid(&self, options: &ReadOptions, side: Option<usize>) -> Option<Decision> {
        let rows: Vec<usize> = self.cell_lines().collect();
        let count = rows.len();
        let several = count > 1 && side.is_none_or(|side| side == count);
        if self.extent == Extent::Beginning || !several || !options.takes_numbers() {
            return None;
        }
        let doubt = self.cells().map(|(line, _)| numbers(line, count)).fold(Doubt::default(), Doubt::and);
        let widths = self.cells().map(|(line, _)| (line.number, fields(line.content()).count()));
        if let Some(decision) = grid(widths, Kind::Numbers, Unit::Numbers, doubt, 1, &rows) {
            return Some(decision);
        }
        let doubt = self.cells().map(|(line, _)| pairs(line, Part::Whole, count));
        let doubt = doubt.fold(Doubt::default(), Doubt::and);
        let widths = self.cells().map(|(line, shape)| (line.number, shape.symbols));
        let whole = count > 3 && self.cells().all(|(_, shape)| shape.pieces == 1);
        whole.then(|| grid(widths, Kind::Pairs, Unit::Digits, doubt, 2, &rows)).flatten()
    }

    /// Whether the lines were probably meant to be a board each, knowing that they are none together.
    pub(crate) fn near_lines(&self, options: &ReadOptions, side: Option<usize>) -> Option<Decision> {
        let count = self.cells().count();
        // Longer than any row of symbols.
        let long = self.cells().filter(|(_, shape)| shape.first > options.most_symbols()).count() * 2 > count;
        let boards = || {
            let near = self.cells().filter(|(line, shape)| is_near(line, shape, options, side)).count();
            let width = self.cells().map(|(_, shape)| shape.symbols).max().unwrap_or(0);
            let row = |(line, _): (&Line, &Shape)| {
                width <= options.most_symbols() && marks(line, Part::Whole, width, options).wrong == 0
            };
            self.extent == Extent::Whole
                && near > 0
                && near * 2 >= count
                && (count == 1 || !self.cells().all(row))
        };
        (options.form != Form::Grid && (long || boards())).then_some(Decision::Lines)
    }

    /// Whether a line cannot be a row of a board of that side, even if it is as long: it holds several letters that no row has, and
    /// these are most of it, or it falls into other pieces than the rows.
    pub(crate) fn are_words(&self, index: usize, side: usize, options: &ReadOptions) -> bool {
        let line = self.lines.get(index).zip(self.shapes.get(index));
        line.is_some_and(|(line, shape)| {
            let wrong = marks(line, Part::Whole, side, options).wrong;
            let like = self.cells().filter(|(_, row)| row.pieces == shape.pieces).count();
            line.content().contains(char::is_alphabetic)
                && wrong > 1
                && (wrong * 2 > shape.symbols || like * 2 < self.cells().count())
        })
    }

    /// Whether a line is text rather than a row, where rows are of that length: it holds letters that no row has, is
    /// much shorter, or falls apart.
    pub(crate) fn is_title(&self, index: usize, side: usize, options: &ReadOptions) -> bool {
        let line = self.lines.get(index).zip(self.shapes.get(index));
        line.is_some_and(|(line, shape)| {
            line.content().contains(char::is_alphabetic)
                && (marks(line, Part::Whole, side, options).wrong > 1
                    || shape.symbols * 2 < side
                    || shape.pieces > 1 && self.cells().filter(|(_, row)| row.pieces > 1).count() == 1)
        })
    }
}

/// Rows of those widths as one board, a few cells of which mean nothing, or with one row that is too short or too
/// long.
fn grid(
    widths: impl Iterator<Item = (usize, usize)>,
    kind: Kind,
    unit: Unit,
    doubt: Doubt,
    symbols: usize,
    rows: &[usize],
) -> Option<Decision> {
    let side = rows.len();
    let mut wrong = widths.filter(|&(_, width)| width != side * symbols);
    let first = wrong.next();
    if wrong.next().is_some() {
        return None;
    }
    match first {
        None if doubt.is_small() => {
            Some(Decision::Board(Reading { kind, part: Part::Whole, side }, rows.to_vec()))
        }
        // A row of pairs that lost a digit has all its other digits in the wrong places.
        Some((line, found)) if doubt.wrong <= side + 1 => {
            Some(Decision::Bad(TextError::RowLength { line, found, unit, expected: side * symbols }))
        }
        _ => None,
    }
}

/// The symbols of a board, if they are as many as it has digits and at least two of them are in no custom.
pub(crate) fn own_symbols(lines: &[Line], part: Part, side: usize) -> Option<String> {
    let mut own: Vec<char> = Vec::new();
    let cells = placed(lines, part).map(|place| place.symbol);
    for symbol in cells.filter(|symbol| !EMPTY_MARKS.contains(symbol)) {
        if let Err(place) = own.binary_search(&symbol) {
            if own.len() == side {
                return None;
            }
            own.insert(place, symbol);
        }
    }
    let alphabets = known_symbols(side, &ReadOptions::new());
    let known = |symbol: &char| alphabets.iter().any(|own| own.meaning(*symbol) != Meaning::Nothing);
    let unknown = own.iter().filter(|symbol| !known(symbol)).count();
    (own.len() == side && unknown > 1).then(|| own.into_iter().collect())
}
