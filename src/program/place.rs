//! Where what is wrong in a field of a table stands in the file.

use std::iter::Peekable;
use std::str::Chars;

use crate::sudoku::read::error::TextError;

/// A line and a column of it, both counted from 1.
type Place = (usize, usize);

/// The error of the text of a field with its places in the file, where `row` is the row with its ends of lines, as it stands
/// there from the line `start` on.
pub(crate) fn in_file(error: TextError, delimiter: u8, start: usize, row: &[u8], field: usize) -> TextError {
    let row = String::from_utf8_lossy(row);
    let moved = |line, column| {
        let (line, column) = in_row(char::from(delimiter), &row, field, (line, column));
        (start + line - 1, column)
    };
    let mut error = error;
    match &mut error {
        TextError::NotText { line, column }
        | TextError::Symbol { line, column, .. }
        | TextError::OwnSymbols { line, column, .. }
        | TextError::Number { line, column, .. }
        | TextError::Size { line, column, .. }
        | TextError::Candidate { line, column, .. }
        | TextError::ListDepth { line, column }
        | TextError::List { line, column, .. } => (*line, *column) = moved(*line, *column),
        TextError::RowLength { line, .. } | TextError::NoRow { line, .. } => *line = moved(*line, 1).0,
        _ => {}
    }
    error
}

/// What is before a character: see [`Splitter`](crate::program::rows::Splitter), whose way to take rows apart this is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Start,
    Plain,
    Quoted,
    Closed,
}

/// Where a character of the text of a field stands in the row; its end, if the field has no such character.
fn in_row(delimiter: char, row: &str, field: usize, wanted: Place) -> Place {
    let (mut at, mut inside, mut fields) = ((1, 1), (1, 1), 0);
    let mut before = Before::Start;
    let mut symbols = row.chars().peekable();
    while let Some(symbol) = symbols.next() {
        let (after, is_text) = match (before, symbol) {
            (Before::Start, '"') => (Before::Quoted, false),
            (Before::Closed, '"') => (Before::Quoted, true),
            (Before::Quoted, '"') => (Before::Closed, false),
            (Before::Quoted, _) => (Before::Quoted, true),
            (_, symbol) if symbol == delimiter => (Before::Start, false),
            (_, '\r' | '\n') => (Before::Plain, false),
            _ => (Before::Plain, true),
        };
        if fields == field && (is_text && inside == wanted || after == Before::Start) {
            break;
        }
        if is_text && fields == field {
            inside = behind(inside, symbol, &mut symbols);
        }
        fields += usize::from(after == Before::Start);
        at = behind(at, symbol, &mut symbols);
        before = after;
    }
    at
}

/// The place behind a character, after which the others come.
fn behind((line, column): Place, symbol: char, others: &mut Peekable<Chars<'_>>) -> Place {
    let ends = symbol == '\n' || symbol == '\r' && others.peek() != Some(&'\n');
    if ends { (line + 1, 1) } else { (line, column + 1) }
}

#[cfg(test)]
mod tests {
    use crate::program::place::in_row;
    use crate::program::rows::Splitter;

    /// Every character of every field is found where the same character stands in the row.
    #[test]
    fn every_character_has_its_place() {
        let symbols = ["a", "\"", ",", "\n", "\r\n", "é"];
        let mut found = 0;
        for length in 0..=6 {
            for mut number in 0..symbols.len().pow(length) {
                let mut row = String::new();
                for _ in 0..length {
                    row.push_str(symbols[number % symbols.len()]);
                    number /= symbols.len();
                }
                let mut splitter = Splitter::new(b',');
                let mut lines = row.split_inclusive('\n');
                for line in lines.by_ref() {
                    splitter.line(line.as_bytes());
                    if !splitter.is_open() {
                        break;
                    }
                }
                if lines.next().is_some() {
                    continue;
                }
                let places: Vec<Vec<char>> = row.split('\n').map(|line| line.chars().collect()).collect();
                for (field, text) in splitter.finish().iter().enumerate() {
                    let text = std::str::from_utf8(text).unwrap();
                    for (line, text) in (1..).zip(text.split('\n')) {
                        for (column, symbol) in (1..).zip(text.chars().filter(|&symbol| symbol != '\r')) {
                            let (line, column) = in_row(',', &row, field, (line, column));
                            assert_eq!(places[line - 1][column - 1], symbol, "{row:?} {field}");
                            found += 1;
                        }
                    }
                }
            }
        }
        assert!(found > 40_000, "{found}");
    }

    #[test]
    fn quotes_and_lines_count_as_they_stand() {
        assert_eq!(in_row(',', "1,53G\n", 1, (1, 3)), (1, 5));
        assert_eq!(in_row(',', "\"x,y\",\"5\"\"G\"\n", 1, (1, 3)), (1, 11));
        assert_eq!(in_row(',', "\"x\r\ny\",\"12\n3G\"", 1, (2, 2)), (3, 2));
        assert_eq!(in_row(',', "a,bc,d", 1, (7, 7)), (1, 5));
    }
}
