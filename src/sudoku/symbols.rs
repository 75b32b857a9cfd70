//! How digits are written: one symbol each in one of several customs, or as decimal numbers.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::sudoku::alphabet::{Alphabet, EMPTY_MARKS, is_frame};

/// Why symbols were refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SymbolsError {
    /// No symbol at all.
    #[error("no symbols given: say 1-9A-G, 0-F, A-P, decimal, or the characters themselves")]
    Nothing,
    /// A character that frames, comments, lists or separators need.
    #[error("'{}' cannot be the symbol of a digit", symbol.escape_default())]
    Reserved {
        /// The character.
        symbol: char,
    },
    /// A character that stands twice.
    #[error("symbol '{symbol}' is given twice")]
    Twice {
        /// The character.
        symbol: char,
    },
    /// All of `.0_*-` are digits, so that nothing is left for an empty cell.
    #[error("one of .0_*- has to be left for empty cells")]
    NoEmptyMark,
    /// A side with more digits than there are symbols.
    #[error("the symbols {symbols} are {count}, a side of {side} needs as many")]
    TooFew {
        /// The symbols, as they are named in options.
        symbols: String,
        /// How many there are.
        count: u32,
        /// How many are needed.
        side: u32,
    },
    /// Decimal numbers have more than one character, so no symbol stands for a cell.
    #[error("decimal numbers are no symbols")]
    Decimal,
}

/// A way to write digits. Three customs with letters are in use, and each goes as far as its letters do; read from the
/// words `1-9A-G`, `0-F`, `A-P` and `decimal`, or from the characters themselves.
///
/// Upper and lower case are one, unless the characters given contain a letter in both.
///
/// ```
/// use pencilmark::Symbols;
///
/// let symbols: Symbols = "1-9A-G".parse()?;
/// assert_eq!(symbols.symbol(16, 16)?, Some('G'));
/// assert_eq!("0-F".parse::<Symbols>()?.symbol(16, 16)?, Some('F'));
/// assert_eq!("ABCXYZ".parse::<Symbols>()?.symbol(6, 4)?, Some('X'));
/// # Ok::<(), pencilmark::SymbolsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbols(Custom);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Custom {
    OneToNine,
    ZeroToNine,
    Letters,
    Decimal,
    Own(Vec<char>),
}

impl Symbols {
    /// 1 to 9, then A for 10: the word `1-9A-G`, up to side 35.
    pub const ONE_TO_NINE: Self = Self(Custom::OneToNine);

    /// 0 for 1 up to 9 for 10, then A for 11: the word `0-F`, up to side 36. An empty cell is no `0` here.
    pub const ZERO_TO_NINE: Self = Self(Custom::ZeroToNine);

    /// A for 1: the word `A-P`, up to side 26.
    pub const LETTERS: Self = Self(Custom::Letters);

    /// Numbers, separated by blanks or commas: the word `decimal`, for any side.
    pub const DECIMAL: Self = Self(Custom::Decimal);

    /// The characters for 1, 2, 3 and so on. A board takes as many of them as it needs.
    ///
    /// # Errors
    /// No character, one given twice, one that means something else in a board (blanks, `|+=#,"'[](){}`, lines of
    /// frames), or all of `.0_*-`, one of which has to stand for an empty cell.
    pub fn own(characters: &str) -> Result<Self, SymbolsError> {
        let own: Vec<char> = characters.chars().collect();
        if own.is_empty() {
            return Err(SymbolsError::Nothing);
        }
        if let Some(&symbol) = own.iter().find(|&&symbol| is_reserved(symbol)) {
            return Err(SymbolsError::Reserved { symbol });
        }
        let mut sorted = own.clone();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(SymbolsError::Twice { symbol: pair[0] });
        }
        if EMPTY_MARKS.iter().all(|mark| own.contains(mark)) {
            return Err(SymbolsError::NoEmptyMark);
        }
        Ok(Self(Custom::Own(own)))
    }

    /// The symbol of a digit on a board of that side; `None` if the side has no such digit.
    ///
    /// # Errors
    /// More digits than symbols, or [`Symbols::DECIMAL`].
    pub fn symbol(&self, side: u32, digit: u32) -> Result<Option<char>, SymbolsError> {
        self.alphabet(side).map(|alphabet| alphabet.symbol(digit))
    }

    /// Whether these are numbers rather than symbols.
    pub(crate) fn is_decimal(&self) -> bool {
        self.0 == Custom::Decimal
    }

    /// How many symbols there are.
    pub(crate) fn count(&self) -> usize {
        match &self.0 {
            Custom::OneToNine => 35,
            Custom::ZeroToNine => 36,
            Custom::Letters => 26,
            Custom::Decimal => 0,
            Custom::Own(own) => own.len(),
        }
    }

    /// The symbols of one side, ready to read and write.
    pub(crate) fn alphabet(&self, side: u32) -> Result<Alphabet, SymbolsError> {
        let digits = '1'..='9';
        let letters = 'A'..='Z';
        let all: Vec<char> = match &self.0 {
            Custom::OneToNine => digits.chain(letters).collect(),
            Custom::ZeroToNine => ('0'..='9').chain(letters).collect(),
            Custom::Letters => letters.collect(),
            Custom::Decimal => return Err(SymbolsError::Decimal),
            Custom::Own(own) => own.clone(),
        };
        match all.get(..side as usize) {
            Some(symbols) => Ok(Alphabet::new(symbols, self.name(symbols))),
            None => {
                let count = u32::try_from(all.len()).unwrap_or(u32::MAX);
                Err(SymbolsError::TooFew { symbols: self.to_string(), count, side })
            }
        }
    }

    /// What messages call the symbols of a board: `1-9`, `0-F`.
    fn name(&self, symbols: &[char]) -> String {
        match (&self.0, symbols) {
            (Custom::Own(_), _) => symbols.iter().collect(),
            (Custom::OneToNine, [.., 'A']) => "1-9A".to_owned(),
            (Custom::OneToNine, [.., last]) if symbols.len() > 9 => format!("1-9A-{last}"),
            (_, [first, .., last]) => format!("{first}-{last}"),
            _ => symbols.iter().collect(),
        }
    }
}

impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Custom::OneToNine => f.write_str("1-9A-G"),
            Custom::ZeroToNine => f.write_str("0-F"),
            Custom::Letters => f.write_str("A-P"),
            Custom::Decimal => f.write_str("decimal"),
            Custom::Own(own) => own.iter().try_for_each(|symbol| write!(f, "{symbol}")),
        }
    }
}

/// Reads one of the words, whose last letter does not matter (`1-9A-P` is the custom `1-9A-G` for a larger board), or
/// takes the characters themselves.
impl FromStr for Symbols {
    type Err = SymbolsError;

    fn from_str(text: &str) -> Result<Self, SymbolsError> {
        let word = text.to_ascii_uppercase();
        let last = word.chars().next_back().unwrap_or(' ');
        let before = word.get(..word.len().saturating_sub(last.len_utf8())).unwrap_or_default();
        match before {
            _ if word == "DECIMAL" => Ok(Self::DECIMAL),
            "1-" if matches!(last, '1'..='9') => Ok(Self::ONE_TO_NINE),
            "1-9A-" if last.is_ascii_uppercase() => Ok(Self::ONE_TO_NINE),
            "1-9" if last == 'A' => Ok(Self::ONE_TO_NINE),
            "0-" if matches!(last, '1'..='9' | 'A'..='Z') => Ok(Self::ZERO_TO_NINE),
            "0-9A-" if last.is_ascii_uppercase() => Ok(Self::ZERO_TO_NINE),
            "A-" if last.is_ascii_uppercase() => Ok(Self::LETTERS),
            _ => Self::own(text),
        }
    }
}

/// Characters that frame, separate or comment a board, or enclose a list.
fn is_reserved(symbol: char) -> bool {
    symbol.is_whitespace()
        || symbol.is_control()
        || is_frame(symbol)
        || "#,\"'[](){}\u{feff}\u{fffd}".contains(symbol)
}
