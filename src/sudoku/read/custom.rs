//! Which of the three customs for letters a text follows.
//!
//! In `1-9A-G` and `A-P` a `0` is an empty cell, in `0-F` it is a digit; so a wrong choice would give another puzzle
//! without a word. All boards of one input are taken to follow one custom: what each allows is gathered until one
//! custom is left. It is left for good, and a later board that does not fit it is an error.

use crate::sudoku::alphabet::{Alphabet, EMPTY_MARKS, Meaning};
use crate::sudoku::read::cells::{Part, placed};
use crate::sudoku::read::error::TextError;
use crate::sudoku::read::lines::Line;
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::symbols::{Symbols, SymbolsError};

const CUSTOMS: [Symbols; 3] = [Symbols::ONE_TO_NINE, Symbols::ZERO_TO_NINE, Symbols::LETTERS];

/// A set of customs, a flag for each of `CUSTOMS`.
type Fitting = [bool; CUSTOMS.len()];

/// The customs that all boards of an input allow, as far as they were seen.
#[derive(Clone, Debug)]
pub(crate) struct Customs {
    possible: Fitting,
}

impl Customs {
    pub(crate) fn new() -> Self {
        Self { possible: [true; CUSTOMS.len()] }
    }

    /// Whether one custom is left.
    pub(crate) fn decided(&self) -> bool {
        count(self.possible) == 1
    }

    /// Takes a board of that side into account. One that fits none of the customs left changes nothing.
    pub(crate) fn see(&mut self, lines: &[Line], part: Part, side: u32) {
        if self.decided() {
            return;
        }
        let left = both(self.possible, Evidence::of(lines, part).fitting(side));
        if count(left) > 0 {
            self.possible = left;
        }
    }

    /// The symbols to read a board with.
    ///
    /// # Errors
    /// Two customs are possible and make different boards of it.
    pub(crate) fn alphabet(&self, lines: &[Line], part: Part, side: u32) -> Result<Alphabet, TextError> {
        let evidence = Evidence::of(lines, part);
        let here = both(self.possible, evidence.fitting(side));
        let left = if count(here) > 0 { here } else { self.possible };
        let mut possible =
            CUSTOMS.iter().zip(left).filter(|&(_, possible)| possible).map(|(custom, _)| custom);
        let first = possible.next().unwrap_or(&Symbols::ONE_TO_NINE);
        let Ok(alphabet) = first.alphabet(side) else { return Ok(largest(side)?) };
        let other =
            |custom: &&Symbols| custom.alphabet(side).is_ok_and(|other| evidence.differs(&alphabet, &other));
        let others: Vec<String> = possible.filter(other).map(Symbols::to_string).collect();
        if others.is_empty() || count(here) == 0 {
            return Ok(alphabet);
        }
        Err(TextError::AmbiguousSymbols { readings: [vec![first.to_string()], others].concat() })
    }
}

/// The symbols of any custom that has enough of them.
fn largest(side: u32) -> Result<Alphabet, SymbolsError> {
    Symbols::ZERO_TO_NINE.alphabet(side)
}

/// All symbols that a board of that side may be written in.
pub(crate) fn known_symbols(side: usize, options: &ReadOptions) -> Vec<Alphabet> {
    let Ok(side) = u32::try_from(side) else { return Vec::new() };
    match &options.symbols {
        Some(symbols) => symbols.alphabet(side).into_iter().collect(),
        None if side <= 9 => Symbols::ONE_TO_NINE.alphabet(side).into_iter().collect(),
        None => CUSTOMS.iter().filter_map(|custom| custom.alphabet(side).ok()).collect(),
    }
}

/// The symbols of a board of at most nine digits: `1-9`, or `A-P` if it holds letters and nothing else. Boards so
/// small that words could be read as one have no letters.
pub(crate) fn small(lines: &[Line], part: Part, side: u32) -> Result<Alphabet, SymbolsError> {
    let digits = Symbols::ONE_TO_NINE.alphabet(side)?;
    if !(4..=9).contains(&side) {
        return Ok(digits);
    }
    let mut symbols = placed(lines, part)
        .map(|place| place.symbol)
        .filter(|&symbol| digits.meaning(symbol) != Meaning::Empty);
    // Boards of digits end here at their first one.
    let Some(first) = symbols.next().filter(char::is_ascii_alphabetic) else { return Ok(digits) };
    let letters = Symbols::LETTERS.alphabet(side)?;
    let fits = |symbol| matches!(letters.meaning(symbol), Meaning::Digit(_));
    Ok(if fits(first) && symbols.all(fits) { letters } else { digits })
}

fn count(fitting: Fitting) -> usize {
    fitting.into_iter().filter(|&fits| fits).count()
}

fn both(one: Fitting, other: Fitting) -> Fitting {
    std::array::from_fn(|custom| one[custom] && other[custom])
}

/// How often each symbol stands in a board; only ASCII can be in a custom.
struct Evidence {
    times: [usize; 128],
    others: usize,
}

impl Evidence {
    fn of(lines: &[Line], part: Part) -> Self {
        let mut evidence = Self { times: [0; 128], others: 0 };
        for place in placed(lines, part) {
            match evidence.times.get_mut(place.symbol.to_ascii_uppercase() as usize) {
                Some(times) => *times += 1,
                None => evidence.others += 1,
            }
        }
        evidence
    }

    fn times(&self, symbol: char) -> usize {
        self.times.get(symbol as usize).copied().unwrap_or(0)
    }

    /// The characters of the board.
    fn seen(&self) -> impl Iterator<Item = char> {
        ('\0'..).zip(self.times).filter(|&(_, times)| times > 0).map(|(symbol, _)| symbol)
    }

    /// Whether two alphabets make different boards of it.
    fn differs(&self, one: &Alphabet, other: &Alphabet) -> bool {
        self.seen().any(|symbol| one.meaning(symbol) != other.meaning(symbol))
    }

    /// Whether a letter is used, so that the board is surely not of numbers run together.
    fn has_letter(&self) -> bool {
        ('A'..='Z').any(|letter| self.times(letter) > 0)
    }

    /// The customs that a board of that side may follow.
    fn fitting(&self, side: u32) -> Fitting {
        let known: Fitting =
            CUSTOMS.map(|custom| custom.alphabet(side).is_ok_and(|alphabet| self.fits(&alphabet)));
        let likely = both(known, self.zero_says(side));
        if count(likely) > 0 { likely } else { known }
    }

    /// Whether every character means something.
    fn fits(&self, alphabet: &Alphabet) -> bool {
        self.others == 0 && self.seen().all(|symbol| alphabet.meaning(symbol) != Meaning::Nothing)
    }

    /// What the use of `0` says: beside another mark for empty cells it is a digit; more often than a digit can
    /// stand in a board it is an empty cell; and if all digits are there in full, it is one of them. Where no letter
    /// is used these say nothing, because the digits might be numbers run together.
    fn zero_says(&self, side: u32) -> Fitting {
        let (digit, empty, either) = ([false, true, false], [true, false, true], [true; CUSTOMS.len()]);
        let zeros = self.times('0');
        let other_mark = EMPTY_MARKS.into_iter().any(|mark| mark != '0' && self.times(mark) > 0);
        let times = side as usize;
        let in_full = Symbols::ZERO_TO_NINE.alphabet(side).is_ok_and(|alphabet| {
            (1..=side).all(|digit| alphabet.symbol(digit).is_some_and(|symbol| self.times(symbol) == times))
        });
        if zeros > times && (self.has_letter() || zeros == times * times) {
            empty
        } else if in_full || zeros > 0 && other_mark && (self.has_letter() || side == 10) {
            digit
        } else {
            either
        }
    }
}
