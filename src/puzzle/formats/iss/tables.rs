//! Constraints of the Interactive Sudoku Solver whose meaning stands in the string itself: tables of pairs, regular
//! expressions and automata.

use crate::puzzle::formats::draft::{Draft, Entry};
use crate::puzzle::formats::iss::automaton;
use crate::puzzle::formats::iss::constraints::cells;
use crate::puzzle::formats::iss::syntax::Item;
use crate::sudoku::geometry::Cell;

/// The digits of base64 as they may stand in a link.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The constraints of an item whose first argument is a table, an expression or an automaton.
///
/// # Errors
/// Why the item cannot be taken over.
pub(crate) fn read(draft: &Draft, item: &Item) -> Result<Vec<Entry>, String> {
    let (key, rest) = item.arguments.split_first().ok_or("it has no arguments")?;
    let path = item.path();
    let groups = groups(draft, rest)?;
    let pairs = |key: &str, of: fn(&[Cell]) -> Vec<[Cell; 2]>| {
        let tuples = table(key, draft.values)?;
        let entry = Entry::new("allowed", &path).with("tuples", tuples);
        let pairs = groups.iter().flat_map(|group| of(group));
        Ok(pairs.map(|pair| entry.clone().cells(&pair)).collect())
    };
    // The older types have the last two digits the other way round.
    let swapped = || {
        key.chars()
            .map(|c| {
                if c == '-' {
                    '_'
                } else if c == '_' {
                    '-'
                } else {
                    c
                }
            })
            .collect::<String>()
    };
    match item.name.as_str() {
        "Pair" => pairs(key, successive),
        "PairX" => pairs(key, every),
        "Binary" => pairs(&swapped(), successive),
        "BinaryX" => pairs(&swapped(), every),
        "Regex" => {
            let pattern = bytes(key).and_then(|bytes| String::from_utf8(bytes).ok());
            let pattern = pattern.ok_or("the expression is no base64")?;
            let entry = Entry::new("regex", &path).with("regex", expression(&pattern));
            Ok(groups.iter().map(|group| entry.clone().cells(group)).collect())
        }
        _ => {
            let automaton = automaton::read(&bytes(key).ok_or("the automaton is no base64")?)?;
            groups.iter().map(|group| automaton.entry(&path, group, draft.values)).collect()
        }
    }
}

/// An expression in which letters are the values from 10, as one that writes these as `<10>`.
fn expression(pattern: &str) -> String {
    let symbol = |c: char| match c.to_digit(36) {
        Some(value) if value > 9 => format!("<{value}>"),
        _ => c.to_string(),
    };
    pattern.chars().map(symbol).collect()
}

/// The other way round.
///
/// # Errors
/// The expression has a value for which there is no symbol.
pub(crate) fn pattern(expression: &str) -> Result<String, String> {
    let mut parts = expression.split('<');
    let mut found = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once('>').unwrap_or((part, ""));
        let symbol = number.parse::<u32>().ok().and_then(|value| char::from_digit(value, 36));
        found.push(
            symbol.ok_or_else(|| format!("there is no symbol for the value {number}"))?.to_ascii_uppercase(),
        );
        found.push_str(rest);
    }
    found.retain(|c| !c.is_whitespace());
    Ok(found)
}

/// Each cell and the next.
fn successive(cells: &[Cell]) -> Vec<[Cell; 2]> {
    cells.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Each cell and every later one.
fn every(cells: &[Cell]) -> Vec<[Cell; 2]> {
    cells.iter().enumerate().flat_map(|(i, &a)| cells[i + 1..].iter().map(move |&b| [a, b])).collect()
}

/// Lists of cells, separated by empty arguments or by names, which begin with `_`.
fn groups(draft: &Draft, arguments: &[String]) -> Result<Vec<Vec<Cell>>, String> {
    let groups = arguments.split(|argument| argument.is_empty() || argument.starts_with('_'));
    groups.filter(|group| !group.is_empty()).map(|group| cells(draft, group)).collect()
}

fn digit(byte: u8) -> Option<u8> {
    let byte = match byte {
        b'+' => b'-',
        b'/' => b'_',
        byte => byte,
    };
    DIGITS.iter().position(|&digit| digit == byte).map(|place| place as u8)
}

/// What base64 stands for; an equals sign at the end says nothing.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=').bytes().map(digit).collect::<Option<Vec<u8>>>()?;
    let whole = digits.chunks(4).flat_map(|chunk| {
        let bits =
            chunk.iter().fold(0, |bits, &digit| bits << 6 | u32::from(digit)) << (6 * (4 - chunk.len()));
        let bytes = [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8];
        bytes.into_iter().take(chunk.len() * 6 / 8)
    });
    Some(whole.collect())
}

/// The pairs that a table allows: a bit for each, the second value changing faster, the lowest bit of a digit first.
/// What is missing at the end is not allowed.
fn table(key: &str, (lowest, highest): (i32, i32)) -> Result<Vec<[i32; 2]>, String> {
    let digits = key.bytes().map(digit).collect::<Option<Vec<u8>>>().ok_or("the table is no base64")?;
    let count = (highest - lowest + 1) as usize;
    if digits.len() * 6 >= count * count + 6 {
        return Err(format!("the table is longer than {count} x {count} values need"));
    }
    let bit = |place: usize| digits.get(place / 6).is_some_and(|digit| digit >> (place % 6) & 1 == 1);
    let pair = |place: usize| [lowest + (place / count) as i32, lowest + (place % count) as i32];
    Ok((0..count * count).filter(|&place| bit(place)).map(pair).collect())
}

/// The table that allows these pairs.
pub(crate) fn key(pairs: &[[i32; 2]], (lowest, highest): (i32, i32)) -> String {
    let count = (highest - lowest + 1) as usize;
    let mut digits = vec![0_u8; (count * count).div_ceil(6)];
    for pair in pairs.iter().filter(|pair| pair.iter().all(|value| (lowest..=highest).contains(value))) {
        let place = (pair[0] - lowest) as usize * count + (pair[1] - lowest) as usize;
        digits[place / 6] |= 1 << (place % 6);
    }
    let used = digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1);
    digits[..used].iter().map(|&digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// Bytes as base64, without equals signs.
pub(crate) fn base64(bytes: &[u8]) -> String {
    let digits = bytes.chunks(3).flat_map(|chunk| {
        let bits = chunk.iter().fold(0, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        let digits = [18, 12, 6, 0].map(|shift| char::from(DIGITS[(bits >> shift & 63) as usize]));
        digits.into_iter().take(chunk.len() + 1)
    });
    digits.collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::puzzle::formats::iss::tables::{base64, bytes, key, table};
    use proptest::prelude::*;

    #[test]
    fn a_published_table_and_expression() {
        // Odd values in even places of the table.
        let pairs = table("UFVQFUAFQAE", (1, 9)).unwrap();
        assert!(!pairs.is_empty() && pairs.iter().all(|[a, b]| a < b && a % 2 == b % 2), "{pairs:?}");
        assert_eq!(bytes("KDEyfDIuM3wzLi40fDQuLi41fDUuLi4uNikuKg").unwrap(), b"(12|2.3|3..4|4...5|5....6).*");
        assert_eq!(bytes("Lj8="), bytes("Lj8"));
    }

    proptest! {
        #[test]
        fn tables_come_back(lowest in 0..2, count in 1..17, seed in any::<u64>()) {
            let highest = lowest + count - 1;
            let all = (lowest..=highest).flat_map(|a| (lowest..=highest).map(move |b| [a, b]));
            let pairs: Vec<[i32; 2]> = all.filter(|[a, b]| seed >> ((a * 7 + b * 3) % 64) & 1 == 1).collect();
            prop_assert_eq!(table(&key(&pairs, (lowest, highest)), (lowest, highest)), Ok(pairs));
        }

        #[test]
        fn bytes_come_back(data: Vec<u8>) {
            prop_assert_eq!(bytes(&base64(&data)), Some(data));
        }

        #[test]
        fn nothing_panics(text in "\\PC{0,40}|[A-Za-z0-9_=-]{0,100}") {
            let _ = (bytes(&text), table(&text, (0, 15)));
        }
    }
}
