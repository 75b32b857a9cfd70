//! Telling puzzle files and the puzzles of other programs from plain boards by the first bytes of an input.
//!
//! What is told depends on these bytes alone, never on how many of them come at once: either the first lines decide, or all
//! bytes up to [`LOOK`].

use std::borrow::Cow;

use crate::puzzle::formats::exchange::Exchange;
use crate::puzzle::formats::link::is_link;
use crate::sudoku::alphabet::EMPTY_MARKS;
use crate::sudoku::read::list;
use crate::sudoku::read::marks::without_colours;

/// So much of a text is looked at.
pub(crate) const LOOK: usize = 1 << 16;

/// A line that is longer is no row, but a board.
const LONGEST_ROW: usize = 36;

/// Keys that only puzzle files have.
const KEYS: [&str; 13] = [
    "$schema",
    "version",
    "title",
    "author",
    "columns",
    "values",
    "boxes",
    "regions",
    "lines",
    "boards",
    "houses",
    "givens",
    "constraints",
];

/// What may be found in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sought {
    /// Puzzles in every form.
    Everything,
    /// Puzzle files and other objects, since no board begins like one. What else there is is a board: its form or its symbols
    /// were told.
    Objects,
}

/// What an input holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Boards,
    Puzzle,
}

/// Whether there are more bytes than those.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    Nothing,
    Unknown,
}

impl Sought {
    /// Whether a text is meant as a puzzle file, or as a puzzle of another program.
    pub(crate) fn is_puzzle(self, text: &str) -> bool {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.starts_with('{') {
            return is_object(text);
        }
        if self == Sought::Everything && Exchange::of(text).is_some_and(|form| form != Exchange::Toml) {
            return true;
        }
        is_toml(text)
    }

    /// What an input that begins with these bytes holds; none if that takes more of them.
    pub(crate) fn kind(self, bytes: &[u8], rest: Rest) -> Option<Kind> {
        let cut = &bytes[..bytes.len().min(LOOK)];
        let whole = rest == Rest::Nothing || bytes.len() >= LOOK;
        if !whole && (cut.contains(&0) || !cut.contains(&b'\n') && !cut.contains(&b'\r')) {
            return None;
        }
        let text = readable(cut);
        let complete = match (whole, text.rfind('\n')) {
            (false, Some(end)) => &text[..end + 1],
            _ => &text,
        };
        if let Some(kind) = self.by_lines(complete) {
            return Some(kind);
        }
        // The forms of other programs are text. That the end may be cut in the middle of a character is no fault.
        let object = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
        let damaged = std::str::from_utf8(cut).is_err_and(|error| error.error_len().is_some());
        let sought = if damaged { Sought::Objects } else { self };
        let puzzle = (!damaged || object) && sought.is_puzzle(&text);
        whole.then_some(if puzzle { Kind::Puzzle } else { Kind::Boards })
    }

    /// What the first lines tell, if they do.
    fn by_lines(self, text: &str) -> Option<Kind> {
        let mut lines = text.trim_start_matches('\u{feff}').split_inclusive('\n');
        let mut lines = lines.by_ref().filter(|line| line.ends_with('\n') && !line.trim().starts_with('#'));
        let first = lines.by_ref().map(str::trim).find(|line| !line.is_empty())?;
        if first.starts_with('{') {
            // A board a line, or an object that goes on.
            let closed = serde_json::from_str::<serde_json::Value>(first).is_ok();
            return (closed && !self.is_puzzle(first)).then_some(Kind::Boards);
        }
        // Of givens, what comes behind them tells whether they are all.
        let foreign = has_equals(first) && !is_toml(first) && !is_list(first);
        if is_link(first) || is_givens(first) || foreign {
            return None;
        }
        if self.is_puzzle(first) {
            // What opens here may turn out to be rows of numbers.
            return (!first.ends_with('[')).then_some(Kind::Puzzle);
        }
        if self == Sought::Objects || is_list(first) || is_board(first) {
            return Some(Kind::Boards);
        }
        // Rows up to a blank line. Where they have letters, the sums of a picture of cages may follow.
        let (mut rows, mut ended) = (first.to_owned(), false);
        let most = first.chars().count().max(LONGEST_ROW) * 3;
        for (count, line) in lines.map(str::trim).enumerate() {
            let blank = line.is_empty();
            if has_equals(line) {
                return None;
            }
            if !blank && ended || is_board(line) || count > most {
                return Some(Kind::Boards);
            }
            ended |= blank;
            rows.push('\n');
            rows.push_str(line);
            if ended && !rows.contains(|c: char| c.is_alphabetic() || "<>^=".contains(c)) {
                return Some(if self.is_puzzle(&rows) { Kind::Puzzle } else { Kind::Boards });
            }
        }
        None
    }
}

/// A text with one kind of line ends and without colours.
pub(crate) fn readable(bytes: &[u8]) -> String {
    let text = match without_colours(bytes) {
        Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
    };
    line_feeds(text)
}

/// A text with line feeds as its only line ends.
pub(crate) fn line_feeds(text: impl Into<String>) -> String {
    let text = text.into();
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// Whether an object is a puzzle rather than a board.
fn is_object(text: &str) -> bool {
    // Those of other programs have a size and a grid.
    let rows = text.split_once("\"rows\"").map_or("", |(_, rest)| rest.trim_start());
    let rows = rows.strip_prefix(':').is_some_and(|rest| {
        // A board has a list there.
        !matches!(rest.trim_start().chars().next(), None | Some('['))
    });
    rows || KEYS.iter().chain(&["size", "grid"]).any(|key| text.contains(&format!("\"{key}\"")))
}

/// Whether a text is TOML that begins with a key of a puzzle file.
fn is_toml(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines.next().unwrap_or_default();
    let key = first.split(['=', ']']).next().unwrap_or_default().trim_start_matches('[').trim();
    let names = KEYS.contains(&key) || matches!(key, "rows" | "active" | "candidates" | "notes");
    let begins = names && first.len() > key.len() && first.starts_with(key) != first.starts_with('[');
    begins && !Exchange::is_named_list(text)
}

/// Whether a line begins with the key that holds rows of numbers in puzzle files too.
fn is_givens(line: &str) -> bool {
    line.split('=').next().is_some_and(|key| key.trim() == "givens")
}

/// Whether a line says what something is, such as the sum of a cage, rather than being a frame.
fn has_equals(line: &str) -> bool {
    line.contains('=') && line.contains(char::is_alphanumeric)
}

/// Whether a list of rows, or of something else, begins in a line.
fn is_list(line: &str) -> bool {
    list::start(line).is_some()
}

/// Whether a line is a board whatever follows it: too long for a row, and made of as many symbols as a board has cells.
fn is_board(line: &str) -> bool {
    let symbol = |c: char| c.is_ascii_alphanumeric() || EMPTY_MARKS.contains(&c);
    let square = |count: usize| count > LONGEST_ROW && count.isqrt().pow(2) == count;
    let content = line.split('#').next().unwrap_or_default();
    let words = || content.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let count: usize = words().map(str::len).sum();
    let numbers = words().all(|word| word.chars().all(|c| c.is_ascii_digit() || EMPTY_MARKS.contains(&c)));
    words().any(|word| square(word.len()) && word.chars().all(symbol))
        || numbers && (square(count) || square(words().count()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::program::sniff::{Kind, LOOK, Rest, Sought};

    /// Lines of every form, and some that spoil them.
    fn line() -> impl Strategy<Value = String> {
        prop_oneof![
            Just(String::new()),
            "[0-9.]{4}|[0-9.]{9}|[0-9.]{81}|[A-D]{4}|[A-D.]{16}|[<>^v0-9]{9}",
            "# [a-z]{3}|Puzzle [0-9]|A = [0-9]{1,2}( B = 3)?|\\+===\\+|-----",
            "\\.(AntiKnight|Cage~3~R1C1|Foo|~R1C1_1)|[.]{16} Hard|\\.Shape~4x4",
            "(rows|givens|title|x) = (\\[\\[1,2\\],\\[2,1\\]\\]|4|\"x\")|\\[cells\\]|\\[\\[1,2\\],\\[2,1\\]\\]",
            "\\{|\"rows\": 4,|\\}|\\{\"rows\":\\[\\[1\\]\\]\\}|\\{\"size\":9,\"grid\":\\[\\]\\}",
            "N4I[A-P]{22}|fpuzN4IgzglgXgpiBcBOANCALhNAbO8QF8g|https://f-puzzles.com/\\?load=N4Iabcdefg",
            "1.....4........2 AAABACBBCCDBCDDD|AAABACBBCCDBCDDD",
        ]
    }

    fn text() -> impl Strategy<Value = Vec<u8>> {
        let end = prop_oneof![4 => Just("\n"), 1 => Just("\r"), 1 => Just("\r\n"), 1 => Just("\n\n")];
        let lines = prop::collection::vec((line(), end), 0..12);
        let spoilt = prop::option::weighted(0.2, (any::<prop::sample::Index>(), any::<u8>()));
        (lines, spoilt).prop_map(|(lines, spoilt)| {
            let text: String = lines.into_iter().map(|(line, end)| line + end).collect();
            let mut bytes = text.into_bytes();
            if let Some((place, byte)) = spoilt.filter(|_| !bytes.is_empty()) {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            bytes
        })
    }

    proptest! {
        /// However much of a text is there when it is looked at, what is told of it is the same.
        #[test]
        fn what_is_told_early_stays(bytes in text()) {
            for sought in [Sought::Everything, Sought::Objects] {
                let whole = sought.kind(&bytes, Rest::Nothing);
                prop_assert!(whole.is_some());
                for end in 0..bytes.len() {
                    let early = sought.kind(&bytes[..end], Rest::Unknown);
                    prop_assert!(early.is_none() || early == whole, "{end}: {early:?}, {whole:?}");
                }
            }
        }
    }

    #[test]
    fn a_board_on_a_line_is_told_at_once_and_no_more_is_read_than_said() {
        let board = format!("{}3 Hard\n", ".".repeat(80));
        assert_eq!(Sought::Everything.kind(board.as_bytes(), Rest::Unknown), Some(Kind::Boards));
        assert_eq!(Sought::Everything.kind(&board.as_bytes()[..81], Rest::Unknown), None);
        let words = vec![b'x'; LOOK];
        assert_eq!(Sought::Everything.kind(&words, Rest::Unknown), Some(Kind::Boards));
    }
}
