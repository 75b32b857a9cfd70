//! A board on one line.

use crate::sudoku::alphabet::Meaning;
use crate::sudoku::read::candidates;
use crate::sudoku::read::cells::{Kind, Part, pair, placed};
use crate::sudoku::read::custom::small;
use crate::sudoku::read::error::{TextError, Unit, excerpt};
use crate::sudoku::read::lines::Line;
use crate::sudoku::read::near::{almost_pairs, near};
use crate::sudoku::read::options::{Form, ReadOptions};
use crate::sudoku::read::shape::{Numbers, Shape, cube_root, is_separator, square_root};

/// How a text is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) kind: Kind,
    pub(crate) part: Part,
    pub(crate) side: usize,
}

/// How a line may be read as a whole board, of the side given if there is one. Only the count matters; that a
/// character means nothing is found when the board is read.
pub(crate) fn single(
    line: &Line,
    shape: &Shape,
    options: &ReadOptions,
    side: Option<usize>,
) -> Option<Reading> {
    let known = |root: &usize| side.is_none_or(|side| side == *root);
    let square = |count| square_root(count).filter(known);
    let numbers = shape.numbers.filter(|numbers| options.takes_numbers() || numbers.wide);
    let numbers = numbers.and_then(|numbers| Some((numbers, square(numbers.count)?)));
    if let Some((numbers, side)) = numbers
        && numbers.fit(side)
        && (numbers.count > 1 || shape.symbols == 1)
    {
        return Some(Reading { kind: Kind::Numbers, part: Part::Whole, side });
    }
    if options.takes_symbols() {
        let whole = shape.first > 1 || shape.pieces == 1;
        let commented = (whole || is_commented_cell(line, shape, options)) && !shape.is_rows();
        if let Some(side) = square(shape.first).filter(|_| commented) {
            return Some(Reading { kind: Kind::Symbols, part: Part::First, side });
        }
        // Numbers of several lengths are no symbols in groups.
        let grouped = shape.even
            || match shape.numbers {
                Some(numbers) => !numbers.wide,
                None => near(line, shape, options, side).is_none_or(|near| near.kind != Kind::Numbers),
            };
        if let Some(side) = square(shape.symbols).filter(|_| grouped) {
            return Some(Reading { kind: Kind::Symbols, part: Part::Whole, side });
        }
    }
    if let Some((numbers, side)) = numbers
        && numbers.count > 1
        && numbers.longest <= 2
    {
        return Some(Reading { kind: Kind::Numbers, part: Part::Whole, side });
    }
    let pairs = shape.first.is_multiple_of(2).then(|| square(shape.first / 2)).flatten();
    let told = options.form == Form::Numbers;
    let pairs = pairs.filter(|&side| options.takes_numbers() && (side > 3 || told) && are_pairs(line, side));
    if let Some(side) = pairs {
        return Some(Reading { kind: Kind::Pairs, part: Part::First, side });
    }
    if options.form != Form::Auto || !options.takes_symbols() {
        return None;
    }
    let Some(side) = side else { return all_candidates(line, shape, options, options.most_symbols()) };
    let part = if shape.pieces == 1 { Part::First } else { Part::Whole };
    let found = if part == Part::First { shape.first } else { shape.symbols };
    let all = side.checked_pow(3) == Some(found);
    all.then_some(Reading { kind: Kind::Candidates, part, side })
}

/// The candidates of all cells, where nobody has told the side: more symbols than `row`, which a row may have, all of them in
/// their places.
pub(crate) fn all_candidates(
    line: &Line,
    shape: &Shape,
    options: &ReadOptions,
    row: usize,
) -> Option<Reading> {
    let parts = [(Part::First, shape.first), (Part::Whole, shape.symbols)];
    parts.into_iter().find_map(|(part, found)| {
        let side = cube_root(found).filter(|_| found > row)?;
        let all = candidates::are_in_place(std::slice::from_ref(line), part, side, options);
        all.then_some(Reading { kind: Kind::Candidates, part, side })
    })
}

/// The board of a line that stands alone but is as short as rows are: the candidates of all cells where nobody has told
/// what the symbols are, or two digits a cell.
pub(crate) fn short(
    line: &Line,
    shape: &Shape,
    options: &ReadOptions,
    side: Option<usize>,
) -> Option<Reading> {
    let told = options.form != Form::Auto || !options.takes_symbols() || side.is_some();
    let candidates = all_candidates(line, shape, options, 1).filter(|_| !told);
    let pairs = || {
        let halved = shape.first.is_multiple_of(2).then(|| square_root(shape.first / 2)).flatten();
        let fits = |root: &usize| options.takes_numbers() && side.is_none_or(|side| side == *root);
        let side = halved.filter(fits).filter(|&side| are_pairs(line, side))?;
        Some(Reading { kind: Kind::Pairs, part: Part::First, side })
    };
    candidates.or_else(pairs)
}

/// Whether a line is a board of one cell, and words as a comment.
pub(crate) fn is_commented_cell(line: &Line, shape: &Shape, options: &ReadOptions) -> bool {
    if shape.first != 1 || shape.even {
        return false;
    }
    let cell = placed(std::slice::from_ref(line), Part::First).next().map(|place| place.symbol);
    let known = cell.is_some_and(|symbol| match &options.symbols {
        Some(symbols) => symbols.alphabet(1).is_ok_and(|own| own.meaning(symbol) != Meaning::Nothing),
        // Bullets of lists are no cells.
        None => ['1', '0', '.', '_'].contains(&symbol),
    });
    // More words than what could be other cells of a row.
    let (mut words, mut cells) = (0, 0);
    for piece in line.content().split(is_separator).filter(|piece| !piece.is_empty()).skip(1) {
        let word =
            piece.split(|symbol: char| !symbol.is_alphabetic()).any(|word| word.chars().nth(1).is_some());
        words += usize::from(word);
        cells += usize::from(!piece.contains(char::is_alphabetic));
    }
    known && words > cells
}

/// Whether a line is a board for sure. Where its length is that of a row as well, its symbols have to fit, too.
pub(crate) fn is_single(line: &Line, shape: &Shape, options: &ReadOptions, side: Option<usize>) -> bool {
    match single(line, shape, options, side) {
        None => false,
        Some(Reading { kind: Kind::Numbers, side, .. }) => {
            shape.numbers.is_some_and(|numbers| numbers.fit(side))
        }
        Some(Reading { kind: Kind::Symbols, part, side }) if side * side <= options.most_symbols() => {
            let lines = std::slice::from_ref(line);
            let alphabet = u32::try_from(side).ok().and_then(|side| match &options.symbols {
                Some(symbols) => symbols.alphabet(side).ok(),
                None => small(lines, part, side).ok(),
            });
            alphabet.is_some_and(|alphabet| {
                placed(lines, part).all(|place| alphabet.meaning(place.symbol) != Meaning::Nothing)
            })
        }
        Some(_) => true,
    }
}

/// Whether a line consists of two digits for each cell.
pub(crate) fn are_pairs(line: &Line, side: usize) -> bool {
    let mut places = placed(std::slice::from_ref(line), Part::First);
    while let Some(tens) = places.next() {
        let digit = places.next().and_then(|ones| pair(tens.symbol, ones.symbol));
        if digit.is_none_or(|digit| digit as usize > side) {
            return false;
        }
    }
    true
}

/// The error for a line that is no board by its length but begins with a word, as a title does.
pub(crate) fn lone_title(line: &Line, shape: &Shape) -> Option<TextError> {
    let first = line.content().split_whitespace().next()?;
    let words = shape.pieces > 1 && !shape.even && first.len() > 1 && first.chars().all(char::is_alphabetic);
    words.then(|| TextError::NoRow { text: excerpt(line.content().trim()), line: line.number })
}

/// The error for a line that is no board; `side` is the one expected, or else the nearest.
pub(crate) fn wrong_count(
    line: &Line,
    shape: &Shape,
    options: &ReadOptions,
    side: Option<usize>,
) -> TextError {
    if let Some(expected) = almost_pairs(line, options, side) {
        return TextError::Count { found: shape.first, unit: Unit::Digits, expected };
    }
    let numbers =
        shape.numbers.filter(|numbers| numbers.count > 1 && (options.takes_numbers() || numbers.wide));
    // Rows with bars between them are no long numbers.
    let numbers = numbers.filter(|Numbers { count, longest, .. }| {
        *longest <= 5 && (count * 2 >= shape.symbols || *count > options.most_symbols())
    });
    let (found, unit) = match numbers {
        Some(numbers) => (numbers.count, Unit::Numbers),
        None if shape.first * 2 > shape.symbols => (shape.first, Unit::Symbols),
        None => (shape.symbols, Unit::Symbols),
    };
    let expected = side.map_or_else(|| nearest_square(found), |side| side.saturating_mul(side));
    let twice = side.is_none_or(|side| side > 9 && found < expected.saturating_mul(2) && found > expected);
    let together = found > 100 && twice && all_digits(line);
    if unit == Unit::Symbols && (together || !options.takes_symbols()) {
        return TextError::Unseparated { digits: found };
    }
    TextError::Count { found, unit, expected }
}

/// Whether no letter stands in the first piece of a line.
pub(crate) fn all_digits(line: &Line) -> bool {
    placed(std::slice::from_ref(line), Part::First).all(|place| place.symbol.is_ascii_digit())
}

/// The square next to a number.
pub(crate) fn nearest_square(count: usize) -> usize {
    let root = count.isqrt().max(1);
    let (below, above) = (root * root, (root + 1).saturating_mul(root + 1));
    if count.abs_diff(below) <= count.abs_diff(above) { below } else { above }
}
