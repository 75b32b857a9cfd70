//! Jigsaws as one text: the givens of all cells, then a label for the region of each.

use crate::puzzle::formats::draft::{Draft, Regions};
use crate::puzzle::formats::error::ImportError;
use crate::sudoku::geometry::Cell;

/// The symbols of a text of this form, and the side of its board.
fn parts(text: &str) -> Option<(u32, Vec<char>)> {
    let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let side = (symbols.len() / 2).isqrt();
    // Eight symbols are the candidates of a board, or two digits a cell.
    if !(3..=36).contains(&side) || symbols.len() != 2 * side * side {
        return None;
    }
    let regions = regions(&symbols[side * side..]);
    let even = regions.len() == side && regions.iter().all(|cells| cells.len() == side);
    // A solved board has each of its digits as often, but nowhere beside each other.
    (even && regions.iter().all(|cells| is_connected(cells, side))).then_some((side as u32, symbols))
}

/// Whether one can go from any of these places to any other by steps along rows and columns.
fn is_connected(places: &[usize], side: usize) -> bool {
    let mut reached = vec![places[0]];
    let mut next = 0;
    while let Some(&place) = reached.get(next) {
        next += 1;
        let beside = |other: usize| {
            place.abs_diff(other) == side || place.abs_diff(other) == 1 && place / side == other / side
        };
        let new: Vec<usize> =
            places.iter().copied().filter(|&other| beside(other) && !reached.contains(&other)).collect();
        reached.extend(new);
    }
    reached.len() == places.len()
}

/// The places of each label, in the order in which the labels appear.
fn regions(labels: &[char]) -> Vec<Vec<usize>> {
    let mut found: Vec<(char, Vec<usize>)> = Vec::new();
    for (place, &label) in labels.iter().enumerate() {
        match found.iter_mut().find(|(other, _)| *other == label) {
            Some((_, places)) => places.push(place),
            None => found.push((label, vec![place])),
        }
    }
    found.into_iter().map(|(_, places)| places).collect()
}

/// Whether a text is a board of givens and a board of as many labels as it has rows, each as often.
pub(crate) fn is_layout(text: &str) -> bool {
    parts(text).is_some()
}

/// Reads such a text. Above side 9 the values are A for 1, B for 2 and so on if no digit is among the givens; else digits
/// and A for 10.
pub(crate) fn read(text: &str) -> Result<Draft, ImportError> {
    let (side, symbols) = parts(text)
        .ok_or_else(|| ImportError::Shape { what: "no board with a board of labels".to_owned() })?;
    let (givens, labels) = symbols.split_at((side * side) as usize);
    let cell = |place: usize| Cell::new(place as u32 / side, place as u32 % side);
    let lists = regions(labels).into_iter().map(|places| places.into_iter().map(cell).collect()).collect();
    let mut draft = Draft::new(side, side, (1, side as i32), Regions::Lists(lists));
    let letters = side > 9 && !givens.iter().any(|c| ('1'..='9').contains(c));
    for (place, &symbol) in givens.iter().enumerate() {
        let value = match symbol {
            '.' | '0' | '_' | '*' => continue,
            'A'..='Z' | 'a'..='z' if letters => symbol.to_ascii_uppercase() as i32 - 'A' as i32 + 1,
            _ => symbol.to_digit(36).map_or(0, |value| value as i32),
        };
        if (1..=side as i32).contains(&value) {
            draft.givens.push((cell(place), value));
        } else {
            let what = format!("{}: '{symbol}' is no value of a board of side {side}", cell(place));
            return Err(ImportError::Shape { what });
        }
    }
    Ok(draft)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::puzzle::formats::draft::Regions;
    use crate::puzzle::formats::jigsaw::{is_layout, read};
    use proptest::prelude::*;

    #[test]
    fn givens_come_before_labels() {
        let text = "1....2.......... AAABACBBCCDBCDDD";
        assert!(is_layout(text));
        let draft = read(text).unwrap();
        assert_eq!(draft.givens.len(), 2);
        assert!(matches!(&draft.regions, Regions::Lists(lists) if lists.len() == 4));
        assert!(!is_layout("1....2.......... AAABACBBCCDBCDDA"));
        // Two boards, one of them solved.
        assert!(!is_layout("1...............\n1234341221434321"));
        assert!(read("5....2.......... AAABACBBCCDBCDDD").is_err());
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "\\PC{0,100}|[0-9.]{16}[A-D]{16}|[A-D]{8}") {
            let _ = read(&text);
        }
    }
}
