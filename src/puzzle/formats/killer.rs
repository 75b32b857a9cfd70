//! Killer puzzles as text: numbers that hold a cage and its sum, arrows to the cell with the sum, and pictures with a
//! list of sums.

use std::collections::{BTreeMap, BTreeSet};

use crate::puzzle::formats::draft::{Draft, Entry, Regions, usual_box};
use crate::puzzle::formats::error::ImportError;
use crate::sudoku::geometry::Cell;

/// The largest side that these forms are read for.
const LARGEST: u32 = 256;

fn shape(what: impl Into<String>) -> ImportError {
    ImportError::Shape { what: what.into() }
}

/// A cage for each entry that has cells.
fn add_cages(draft: &mut Draft, cages: impl IntoIterator<Item = (String, i64, Vec<Cell>)>) {
    for (path, sum, cells) in cages {
        let entry = Entry::new("killer", &path).cells(&cells);
        draft.constraints.push(if sum == 0 { entry } else { entry.with("sum", sum) });
    }
}

fn cell(i: usize, side: u32) -> Cell {
    Cell::new(i as u32 / side, i as u32 % side)
}

/// Whether a text is of the form `3x3::k:2561:5122:...`.
pub(crate) fn is_numbers(text: &str) -> bool {
    let mut parts = text.trim().splitn(4, ':');
    let size = parts.next().and_then(|size| size.split_once('x'));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    size.is_some_and(|(height, width)| digits(height) && digits(width)) && parts.nth(1) == Some("k")
}

/// Reads `3x3::k:2561:5122:...`: the size of the boxes, `d` for diagonals, and for each cell its cage and 256 times the
/// sum of that cage; a sum of 0 is no cage.
pub(crate) fn read_numbers(text: &str) -> Result<Draft, ImportError> {
    let mut parts = text.trim().trim_end_matches(':').split(':').map(str::trim);
    let size = parts.next().and_then(|size| size.split_once('x'));
    let size =
        size.and_then(|(height, width)| Some((height.parse::<u32>().ok()?, width.parse::<u32>().ok()?)));
    let (height, width) = size.ok_or_else(|| shape("the size of the boxes is missing"))?;
    let side = height.checked_mul(width).filter(|side| (1..=LARGEST).contains(side));
    let side =
        side.ok_or_else(|| shape(format!("boxes of {height}x{width} on a side of at most {LARGEST}")))?;
    let boxes = if height > 1 && width > 1 { Regions::Boxes(height, width) } else { Regions::None };
    let mut draft = Draft::new(side, side, (1, side as i32), boxes);
    for flag in parts.next().unwrap_or("").chars() {
        match flag {
            'd' => {
                let diagonal = |direction: &str| Entry::new("diagonal", "d").with("direction", direction);
                draft.constraints.extend([diagonal("/"), diagonal("\\")]);
            }
            flag => draft.lacks("the second part", format!("an unknown flag '{flag}'")),
        }
    }
    let numbers: Vec<&str> = parts.skip(1).collect();
    if numbers.len() != (side * side) as usize {
        return Err(shape(format!("{} numbers, expected {}", numbers.len(), side * side)));
    }
    let mut cages: BTreeMap<u64, (String, i64, Vec<Cell>)> = BTreeMap::new();
    for (i, text) in numbers.into_iter().enumerate() {
        let place = cell(i, side);
        let number = text.parse::<u64>().ok().filter(|&number| number < 1 << 40);
        let number = number.ok_or_else(|| shape(format!("{place}: '{text}' is no number of a cage")))?;
        let sum = (number / 256) as i64;
        if sum > 0 {
            let cage = cages.entry(number % 256).or_insert_with(|| (place.to_string(), sum, Vec::new()));
            if cage.1 != sum {
                draft.lacks(place.to_string(), format!("a sum of {sum} in a cage of {}", cage.1));
            }
            cage.2.push(place);
        }
    }
    let mut cages: Vec<_> = cages.into_values().collect();
    cages.sort_by_key(|(.., cells)| cells.first().copied());
    add_cages(&mut draft, cages);
    Ok(draft)
}

/// The cell that an arrow points at, as steps down and to the right.
fn step(c: char) -> Option<(i32, i32)> {
    Some(match c {
        'v' => (1, 0),
        '^' => (-1, 0),
        '<' => (0, -1),
        '>' => (0, 1),
        '`' => (-1, -1),
        '\'' => (-1, 1),
        ',' => (1, -1),
        '.' => (1, 1),
        _ => return None,
    })
}

/// The sum that a symbol stands for: 0 to 9, then A to Z from 10, then a to j from 36.
fn sum(c: char) -> Option<i64> {
    Some(match c {
        '0'..='9' => i64::from(c as u32 - '0' as u32),
        'A'..='Z' => i64::from(c as u32 - 'A' as u32) + 10,
        'a'..='j' => i64::from(c as u32 - 'a' as u32) + 36,
        _ => return None,
    })
}

/// Whether a text is 81 sums and arrows to them.
pub(crate) fn is_arrows(text: &str) -> bool {
    let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    // Dots and commas alone may be a plain board.
    let sure = symbols.iter().any(|c| "<>^v".contains(*c));
    sure && symbols.len() == 81 && symbols.iter().all(|&c| step(c).is_some() || sum(c).is_some())
}

/// Reads 81 symbols: a sum, or an arrow towards another cell of the same cage. A sum of 0 is no sum.
pub(crate) fn read_arrows(text: &str) -> Result<Draft, ImportError> {
    let side = 9;
    let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut draft = Draft::new(side, side, (1, 9), Regions::Boxes(3, 3));
    let mut cages: BTreeMap<Cell, (String, i64, Vec<Cell>)> = BTreeMap::new();
    let symbol = |cell: Cell| symbols.get((cell.row * side + cell.column) as usize).copied().unwrap_or(' ');
    for start in (0..81).map(|i| cell(i, side)) {
        let mut at = start;
        let mut steps = 0;
        while let Some((down, right)) = step(symbol(at)) {
            let next = at.row.checked_add_signed(down).zip(at.column.checked_add_signed(right));
            let next = next.map(|(row, column)| Cell::new(row, column)).filter(|&cell| draft.has(cell));
            at = next.ok_or_else(|| shape(format!("{at}: the arrow points out of the board")))?;
            steps += 1;
            if steps > 81 {
                return Err(shape(format!("{start}: the arrows lead around in a circle")));
            }
        }
        let sum = sum(symbol(at)).ok_or_else(|| shape(format!("{at}: '{}' is no sum", symbol(at))))?;
        cages.entry(at).or_insert_with(|| (at.to_string(), sum, Vec::new())).2.push(start);
    }
    add_cages(&mut draft, cages.into_values());
    Ok(draft)
}

/// The rows of labels of a picture, and the sums beside them.
struct Picture {
    rows: Vec<Vec<char>>,
    sums: Vec<(char, i64)>,
}

impl Picture {
    /// Whether half of the labels have a sum at least: a board may stand beside a line that says what a letter means.
    fn has_sums(&self) -> bool {
        let labels: BTreeSet<char> =
            self.rows.iter().flatten().copied().filter(|&label| label != '.').collect();
        let with = labels.iter().filter(|label| self.sums.iter().any(|(other, _)| other == *label)).count();
        with > 0 && with * 2 >= labels.len()
    }
}

/// The picture that a text is, if it is one.
fn picture(text: &str) -> Option<Picture> {
    let (mut rows, mut sums) = (Vec::<Vec<char>>::new(), Vec::new());
    for line in text.lines() {
        if line.contains('=') {
            let words: Vec<&str> = line.split_whitespace().collect();
            for words in words.chunks(3) {
                let [label, "=", sum] = words else { return None };
                let mut label = label.chars();
                let (Some(label), None) = (label.next(), label.next()) else { return None };
                sums.push((label, sum.parse::<u32>().ok()?.into()));
            }
        } else {
            let row: Vec<char> = line.chars().filter(|c| !c.is_whitespace() && !"|+-".contains(*c)).collect();
            if !row.is_empty() {
                rows.push(row);
            }
        }
    }
    let square = rows.iter().all(|row| row.len() == rows.len()) && rows.len() > 1;
    (square && !sums.is_empty()).then_some(Picture { rows, sums })
}

/// Whether a text is a picture of cages with a list of their sums.
pub(crate) fn is_picture(text: &str) -> bool {
    text.contains('=') && picture(text).is_some_and(|picture| picture.has_sums())
}

/// Reads rows of labels, one a cage, with or without frames, and lines such as `A = 3   B = 15`. `.` is in no cage.
pub(crate) fn read_picture(text: &str) -> Result<Draft, ImportError> {
    let Picture { rows, sums } = picture(text).ok_or_else(|| shape("no picture of cages with their sums"))?;
    let side = u32::try_from(rows.len()).ok().filter(|&side| side <= LARGEST);
    let side = side.ok_or_else(|| shape(format!("{} rows, at most {LARGEST}", rows.len())))?;
    let boxes = usual_box(side).map_or(Regions::None, |(height, width)| Regions::Boxes(height, width));
    let mut draft = Draft::new(side, side, (1, side as i32), boxes);
    let mut cages: Vec<(char, i64, Vec<Cell>)> = Vec::new();
    for (i, &label) in rows.iter().flatten().enumerate().filter(|(_, label)| **label != '.') {
        match cages.iter_mut().find(|(other, ..)| *other == label) {
            Some((.., cells)) => cells.push(cell(i, side)),
            None => {
                let sum = sums.iter().find(|(other, _)| *other == label).map_or(0, |(_, sum)| *sum);
                cages.push((label, sum, vec![cell(i, side)]));
            }
        }
    }
    for (label, _) in sums.iter().filter(|(label, _)| !cages.iter().any(|(other, ..)| other == label)) {
        draft.lacks(format!("{label} ="), "no cell has this label");
    }
    add_cages(&mut draft, cages.into_iter().map(|(label, sum, cells)| (label.to_string(), sum, cells)));
    Ok(draft)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::puzzle::formats::killer::{
        is_arrows, is_numbers, is_picture, read_arrows, read_numbers, read_picture,
    };
    use proptest::prelude::*;

    #[test]
    fn a_picture_has_cages_and_sums() {
        let draft = read_picture("AA|BB\nCA|BB\n--+--\nCD|..\nDD|..\n\nA = 6 B = 10\nC = 5  D = 9").unwrap();
        let fields: Vec<String> =
            draft.constraints.iter().map(|entry| entry.clone().into_value().to_string()).collect();
        assert_eq!(fields[0], r#"{"cells":"r1c1-2 r2c2","sum":6,"type":"killer"}"#);
        assert_eq!(fields[2], r#"{"cells":"r2-3c1","sum":5,"type":"killer"}"#);
        assert_eq!(fields.len(), 4);
        assert!(draft.unsupported.is_empty());
    }

    #[test]
    fn numbers_are_a_cage_and_its_sum() {
        let text = "2x2:d:k:768:768:1281:1281:0:0:1538:1538:0:0:0:0:0:0:0:0:";
        assert!(is_numbers(text));
        let draft = read_numbers(text).unwrap();
        let fields: Vec<String> =
            draft.constraints.iter().skip(2).map(|entry| entry.clone().into_value().to_string()).collect();
        assert_eq!(
            fields,
            [
                r#"{"cells":"r1c1-2","sum":3,"type":"killer"}"#,
                r#"{"cells":"r1c3-4","sum":5,"type":"killer"}"#,
                r#"{"cells":"r2c3-4","sum":6,"type":"killer"}"#
            ]
        );
        assert!(read_numbers("2x2::k:1:2").is_err());
        assert!(read_numbers("65535x65537::k:1").is_err());
    }

    #[test]
    fn arrows_that_lead_nowhere_are_errors() {
        assert!(read_arrows(&format!("<{}", "0".repeat(80))).is_err());
        assert!(read_arrows(&format!("><{}", "0".repeat(79))).is_err());
        let draft = read_arrows(&format!("Z<.{}", "5".repeat(78))).unwrap();
        assert_eq!(draft.constraints.len(), 79);
    }

    proptest! {
        #[test]
        fn nothing_panics(
            text in "\\PC{0,120}|[0-9A-j<>^v`',.]{81}|[0-9]x[0-9]:d?:k(:[0-9]{0,5}){0,20}|([A-C|+. -]{1,6}\n){1,5}A = [0-9]{1,3}"
        ) {
            let _ = (is_arrows(&text), is_numbers(&text), is_picture(&text));
            let _ = (read_arrows(&text), read_numbers(&text), read_picture(&text));
        }
    }
}
