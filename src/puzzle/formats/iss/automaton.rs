//! Automata of the Interactive Sudoku Solver, as they stand in its strings: bits, the highest of a number first.

use std::collections::BTreeMap;

use serde_json::{Value, json};

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
    let symbol_width = bits_of(symbols - 1);
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
    /// It has symbols for more values than the board has, or no state to begin in.
    pub(crate) fn entry(&self, path: &str, cells: &[Cell], values: (i32, i32)) -> Result<Entry, String> {
        let count = (values.1 - values.0 + 1) as usize;
        if let Some((_, symbol, _)) = self.steps.iter().find(|(_, symbol, _)| *symbol >= count) {
            return Err(format!("the automaton has a symbol {}, but there are {count} values", symbol + 1));
        }
        let name = |state: usize| state.to_string();
        let mut arcs: BTreeMap<(String, usize), Vec<i32>> = BTreeMap::new();
        for &(from, symbol, to) in &self.steps {
            let value = values.0 + symbol as i32;
            arcs.entry((name(from), to)).or_default().push(value);
            // Several states to begin in become one more, which goes on like any of them.
            if self.starts > 1 && from < self.starts {
                arcs.entry((START.to_owned(), to)).or_default().push(value);
            }
        }
        let mut accept: Vec<String> =
            (0..self.accepting.len()).filter(|&state| self.accepting[state]).map(name).collect();
        let start = match self.starts {
            0 => return Err("the automaton has no state to begin in".to_owned()),
            1 => name(0),
            _ => START.to_owned(),
        };
        if self.starts > 1 && self.accepting.iter().take(self.starts).any(|accepting| *accepting) {
            accept.push(START.to_owned());
        }
        let step = |((from, to), mut values): ((String, usize), Vec<i32>)| {
            values.sort_unstable();
            values.dedup();
            json!({ "from": from, "values": values, "to": name(to) })
        };
        let steps: Vec<Value> = arcs.into_iter().map(step).collect();
        let entry = Entry::new("automaton", path).cells(cells).with("start", start);
        Ok(entry.with("accept", accept).with("steps", steps))
    }
}

/// The name of the state that stands for several to begin in.
const START: &str = "start";

/// The automaton of a constraint, as it stands in a string.
///
/// # Errors
/// It has more states or steps, or other values, than the form has room for.
pub(crate) fn write(entry: &Entry, values: (i32, i32)) -> Result<Vec<u8>, String> {
    let word = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let list = |field: &str| entry.fields.get(field).and_then(Value::as_array).cloned().unwrap_or_default();
    let start = word(entry.fields.get("start"));
    let accept: Vec<String> = list("accept").iter().map(|name| word(Some(name))).collect();
    let mut steps: Vec<(String, i64, String)> = Vec::new();
    for step in list("steps") {
        let read = step.get("values").and_then(Value::as_array).cloned().unwrap_or_default();
        let value = |value: &Value| {
            (word(step.get("from")), value.as_i64().unwrap_or(i64::MAX), word(step.get("to")))
        };
        steps.extend(read.iter().map(value));
    }
    // Values that the board does not have are never read.
    steps.retain(|(_, value, _)| (i64::from(values.0)..=i64::from(values.1)).contains(value));
    // The state to begin in comes first, then those in which it may end.
    let mut names: Vec<String> = steps.iter().flat_map(|(from, _, to)| [from.clone(), to.clone()]).collect();
    names.extend(accept.iter().cloned());
    names.sort_by_key(|name| {
        (*name != start, !accept.contains(name), name.parse::<u64>().unwrap_or(u64::MAX), name.clone())
    });
    names.dedup();
    if names.first() != Some(&start) {
        names.insert(0, start.clone());
    }
    let numbers: BTreeMap<&String, usize> =
        names.iter().enumerate().map(|(number, name)| (name, number)).collect();
    let width = bits_of(names.len() - 1).max(1);
    let mut from: Vec<Vec<(usize, usize)>> = vec![Vec::new(); names.len()];
    for (state, value, to) in &steps {
        from[numbers[state]].push(((value - i64::from(values.0)) as usize, numbers[to]));
    }
    let most = from.iter().map(Vec::len).max().unwrap_or(0);
    let count_width = bits_of(most).max(1);
    let ends = numbers.iter().filter(|(name, number)| **number > 0 && accept.contains(name)).count();
    if width > 16 || count_width > 15 {
        return Err("the automaton is too large".to_owned());
    }
    let symbols = (values.1 - values.0 + 1) as usize;
    let mut bits: Vec<bool> = Vec::new();
    let mut put =
        |number: usize, width: usize| bits.extend((0..width).rev().map(|bit| number >> bit & 1 == 1));
    put(0, 2);
    put(width - 1, 4);
    put(symbols - 1, 4);
    put(1, width);
    put(ends, width);
    put(usize::from(accept.contains(&start)), 1);
    put(count_width, 4);
    for steps in from {
        put(steps.len(), count_width);
        for (symbol, to) in steps {
            put(symbol, bits_of(symbols - 1));
            put(to, width);
        }
    }
    let byte =
        |bits: &[bool]| bits.iter().enumerate().fold(0, |byte, (i, &bit)| byte | u8::from(bit) << (7 - i));
    Ok(bits.chunks(8).map(byte).collect())
}

/// How many bits a number has.
fn bits_of(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
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
