//! Automata of the Interactive Sudoku Solver, as they stand in its strings: bits, the highest of a number first.

use crate::puzzle::formats::draft::Entry;
use crate::sudoku::geometry::Cell;

/// The most states that are taken: those that 16 bits can number.
const MOST: usize = 1 << 16;

/// An automaton over the values of a board, the lowest of which is symbol 0. It may have several ways to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Automaton {
    /// The first states are those in which it may begin.
    starts: usize,
    /// Whether it may end in a state.
    accepting: Vec<bool>,
    /// From a state, with a symbol, to a state.
    steps: Vec<(usize, usize, usize)>,
}

/// Reads an automaton.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn read(bytes: &[u8]) -> Result<Automaton, String> {
    let mut bits = Bits { bytes, at: 0 };
    let packed = match bits.take(2)? {
        0 => false,
        1 => true,
        _ => return Err("an automaton in an unknown form".to_owned()),
    };
    let width = bits.take(4)? + 1;
    let symbols = bits.take(4)? + 1;
    let symbol_width = usize::BITS as usize - (symbols - 1).leading_zeros() as usize;
    let starts = bits.take(width)?;
    let accepts = bits.take(width)?;
    let mut accepting = (0..starts).map(|_| Ok(bits.take(1)? == 1)).collect::<Result<Vec<bool>, String>>()?;
    accepting.extend(std::iter::repeat_n(true, accepts));
    let count_width = if packed { 0 } else { bits.take(4)? };
    let head = if packed { symbols } else { count_width };
    let mut steps = Vec::new();
    let mut state = 0;
    // What is left at the end is padding, and may look like states without steps.
    while head > 0 && bits.left() >= head && state < MOST {
        let used = if packed {
            let mask = bits.take(symbols)?;
            // The lowest bit is the first symbol.
            (0..symbols).filter(|symbol| mask >> symbol & 1 == 1).collect::<Vec<usize>>()
        } else {
            vec![symbols; bits.take(count_width)?]
        };
        for symbol in used {
            let symbol = if packed { symbol } else { bits.take(symbol_width)? };
            steps.push((state, symbol, bits.take(width)?));
        }
        state += 1;
    }
    let last = steps.iter().map(|&(from, _, to)| from.max(to)).max();
    let states = accepting.len().max(last.map_or(0, |last| last + 1));
    if states > MOST {
        return Err(format!("{states} states, more than {MOST}"));
    }
    accepting.resize(states, false);
    Ok(Automaton { starts, accepting, steps })
}

/// Bits, from the highest of the first byte.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    fn take(&mut self, width: usize) -> Result<usize, String> {
        if width > self.left() {
            return Err("the automaton breaks off".to_owned());
        }
        let mut number = 0;
        for _ in 0..width {
            number = number << 1 | usize::from(self.bytes[self.at / 8] >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Ok(number)
    }
}

impl Automaton {
    /// The constraint that it accepts what stands in some cells.
    ///
    /// # Errors
    /// It has symbols for more values than the board has.
    pub(crate) fn entry(&self, path: &str, cells: &[Cell], values: (i32, i32)) -> Result<Entry, String> {
        let count = (values.1 - values.0 + 1) as usize;
        if let Some((_, symbol, _)) = self.steps.iter().find(|(_, symbol, _)| *symbol >= count) {
            return Err(format!("the automaton has a symbol {}, but there are {count} values", symbol + 1));
        }
        let step = |&(from, symbol, to): &(usize, usize, usize)| {
            serde_json::json!([from, values.0 + symbol as i32, to])
        };
        let steps: Vec<serde_json::Value> = self.steps.iter().map(step).collect();
        let accept: Vec<usize> = (0..self.accepting.len()).filter(|&state| self.accepting[state]).collect();
        let entry = Entry::new("automaton", path).cells(cells);
        Ok(entry
            .with("start", (0..self.starts).collect::<Vec<usize>>())
            .with("accept", accept)
            .with("steps", steps))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::puzzle::formats::iss::automaton::read;
    use proptest::prelude::*;

    #[test]
    fn what_breaks_off_is_an_error() {
        assert!(read(&[]).is_err());
        assert!(read(&[0xff]).is_err());
        assert!(read(&[0b0011_1111, 0xff, 0xff]).is_err());
    }

    proptest! {
        #[test]
        fn nothing_panics(data in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&data);
        }
    }
}
