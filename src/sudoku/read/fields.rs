//! A line of numbers: what stands between blanks, commas and frames.

use crate::sudoku::alphabet::{EMPTY_MARKS, is_frame};

/// One number, or what stands in its place; empty between two commas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field<'a> {
    /// Its first column, counted from 1 in characters.
    pub(crate) column: usize,
    pub(crate) text: &'a str,
}

impl Field<'_> {
    /// The number that stands here, 0 for an empty cell: `12`, `.`, `..`, or nothing between commas.
    pub(crate) fn number(self) -> Option<u64> {
        number(self.text)
    }
}

/// The number that a text is, 0 for an empty cell; the largest one if it is too large.
pub(crate) fn number(text: &str) -> Option<u64> {
    let first = text.chars().next();
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(text.bytes().fold(0_u64, |all, byte| {
            all.saturating_mul(10).saturating_add(u64::from(byte.wrapping_sub(b'0')))
        }));
    }
    let mark = first.filter(|first| EMPTY_MARKS.contains(first))?;
    (text.len() <= 5 && text.chars().all(|symbol| symbol == mark)).then_some(0)
}

/// The fields of a line. A comma at its end only ends the last field, unless another field of the line is empty.
pub(crate) fn fields(text: &str) -> impl Iterator<Item = Field<'_>> {
    let mut fields = Fields { rest: text, column: 1, after: After::Start, last_comma: LastComma::Ends };
    if text.contains(',') {
        let gap = Fields { ..fields }.any(|field| field.text.is_empty());
        fields.last_comma = if gap { LastComma::Separates } else { LastComma::Ends };
    }
    fields
}

#[derive(Clone, Copy)]
enum After {
    Start,
    Field,
    Comma,
}

#[derive(Clone, Copy)]
enum LastComma {
    Ends,
    Separates,
}

struct Fields<'a> {
    rest: &'a str,
    column: usize,
    after: After,
    last_comma: LastComma,
}

impl<'a> Fields<'a> {
    /// Takes the beginning of the rest, as far as `part` holds.
    fn take_while(&mut self, part: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|symbol| !part(symbol)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.column += taken.chars().count();
        self.rest = rest;
        taken
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        loop {
            self.take_while(is_gap);
            let column = self.column;
            if let Some(rest) = self.rest.strip_prefix(',') {
                self.rest = rest;
                self.column += 1;
                match std::mem::replace(&mut self.after, After::Comma) {
                    After::Field => {}
                    After::Start | After::Comma => return Some(Field { column, text: "" }),
                }
            } else if self.rest.is_empty() {
                return match (std::mem::replace(&mut self.after, After::Start), self.last_comma) {
                    (After::Comma, LastComma::Separates) => Some(Field { column, text: "" }),
                    _ => None,
                };
            } else {
                self.after = After::Field;
                let text = self.take_while(|symbol| symbol != ',' && !is_gap(symbol));
                return Some(Field { column, text });
            }
        }
    }
}

/// Whether a character only separates.
fn is_gap(symbol: char) -> bool {
    symbol.is_whitespace() || is_frame(symbol)
}
