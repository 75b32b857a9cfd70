//! What each character of a board means.

/// The symbols of an empty cell, where they are no digits; the first one free is written.
pub(crate) const EMPTY_MARKS: [char; 5] = ['.', '0', '_', '*', '-'];

/// Whether a character only draws frames. (`-` may be an empty cell as well, and is not one of them.)
pub(crate) fn is_frame(symbol: char) -> bool {
    matches!(symbol, '|' | '+' | '=' | '\u{2500}'..='\u{257f}')
}

/// What a character of a board means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Digit(u32),
    Empty,
    Nothing,
}

/// The symbols of one side.
#[derive(Clone, Debug)]
pub(crate) struct Alphabet {
    symbols: Vec<char>,
    name: String,
    empty: char,
    /// What each ASCII character means: a digit, 0 for an empty cell, or `UNKNOWN`.
    ascii: [u32; 128],
    /// The same for other characters, sorted.
    others: Vec<(char, u32)>,
}

const UNKNOWN: u32 = u32::MAX;

impl Alphabet {
    /// The symbols for 1, 2, 3 and so on; messages call them `name`.
    pub(crate) fn new(symbols: &[char], name: String) -> Self {
        let mut ascii = [UNKNOWN; 128];
        let mut others = Vec::new();
        let mut enter = |symbol: char, meaning: u32| match ascii.get_mut(symbol as usize) {
            Some(slot) => *slot = meaning,
            None => others.push((symbol, meaning)),
        };
        for mark in EMPTY_MARKS {
            enter(mark, 0);
        }
        // The other case first, so that a symbol given in both cases keeps its own meaning.
        for (digit, &symbol) in (1..).zip(symbols) {
            other_case(symbol)
                .filter(|other| !symbols.contains(other))
                .into_iter()
                .for_each(|o| enter(o, digit));
        }
        for (digit, &symbol) in (1..).zip(symbols) {
            enter(symbol, digit);
        }
        others.sort_unstable();
        let empty = EMPTY_MARKS.into_iter().find(|mark| !symbols.contains(mark)).unwrap_or('.');
        Self { symbols: symbols.to_vec(), name, empty, ascii, others }
    }

    /// What messages call these symbols.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What is written for an empty cell.
    pub(crate) fn empty(&self) -> char {
        self.empty
    }

    /// The symbol of a digit of this side.
    pub(crate) fn symbol(&self, digit: u32) -> Option<char> {
        self.symbols.get((digit as usize).checked_sub(1)?).copied()
    }

    /// What a character means.
    pub(crate) fn meaning(&self, symbol: char) -> Meaning {
        let code = match self.ascii.get(symbol as usize) {
            Some(&code) => code,
            None => {
                let place = self.others.binary_search_by_key(&symbol, |&(other, _)| other);
                place.ok().and_then(|place| self.others.get(place)).map_or(UNKNOWN, |&(_, code)| code)
            }
        };
        match code {
            0 => Meaning::Empty,
            UNKNOWN => Meaning::Nothing,
            digit => Meaning::Digit(digit),
        }
    }

    /// The digits of a text of one ASCII symbol a cell, 0 for an empty one; `None` if anything else stands there.
    pub(crate) fn digits(&self, symbols: &[u8]) -> Option<Vec<u32>> {
        let mut bad = 0;
        let digits = symbols
            .iter()
            .map(|&byte| {
                let code = self.ascii.get(usize::from(byte)).copied().unwrap_or(UNKNOWN);
                bad |= u32::from(code == UNKNOWN);
                code
            })
            .collect();
        (bad == 0).then_some(digits)
    }
}

/// The same letter in the other case, if that is one character.
fn other_case(symbol: char) -> Option<char> {
    let single = |mut case: std::vec::IntoIter<char>| case.next().filter(|_| case.next().is_none());
    let lower: Vec<char> = symbol.to_lowercase().collect();
    let upper: Vec<char> = symbol.to_uppercase().collect();
    [single(lower.into_iter()), single(upper.into_iter())]
        .into_iter()
        .flatten()
        .find(|&other| other != symbol)
}
