//! Tables: a header, and a puzzle in one column of each row.

use std::io::BufRead;
use std::sync::Arc;

use csv::ByteRecord;

use crate::program::place::in_file;
use crate::program::rows::{Splitter, alone};
use crate::program::source::{Hooked, Promise};
use crate::program::status::Abort;
use crate::sudoku::board::Board;
use crate::sudoku::read::error::TextError;
use crate::sudoku::read::options::ReadOptions;

/// The column of the puzzles, unless another is told.
const COLUMN: &str = "puzzle";

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A row may have so many bytes: a quote that is never closed must not take in the rest of the input.
const LONGEST_ROW: usize = 1 << 24;

/// How a table is written, and what is read in it.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) delimiter: u8,
    /// The header, with the answers' name at the end.
    pub(crate) header: ByteRecord,
    /// The field with the puzzle.
    column: usize,
}

impl Layout {
    /// How many fields a row of the input has.
    pub(crate) fn width(&self) -> usize {
        self.header.len() - 1
    }

    /// The board in a row, which begins in that line and is written there as `text`.
    ///
    /// # Errors
    /// The row is longer or shorter than the header, or its puzzle is none.
    pub(crate) fn board(
        &self,
        line: usize,
        row: &ByteRecord,
        text: &[u8],
        options: &ReadOptions,
    ) -> Result<Board, String> {
        if row.len() != self.width() {
            let lost = if row.len() > self.width() { "; the last are left out here" } else { "" };
            return Err(format!("{} fields, expected {}{lost}", row.len(), self.width()));
        }
        let puzzle = row.get(self.column).unwrap_or_default();
        let Ok(puzzle) = std::str::from_utf8(puzzle) else {
            return Err("the puzzle is not text in UTF-8".to_owned());
        };
        Board::parse(puzzle, options).map_err(|error| match error {
            TextError::Empty => "there is no puzzle".to_owned(),
            error => in_file(error, self.delimiter, line, text, self.column).to_string(),
        })
    }

    /// Whether a row has a board in its place.
    fn has_board(&self, row: &ByteRecord, options: &ReadOptions) -> bool {
        self.board(1, row, &[], options).is_ok()
    }
}

/// Whether the input is a table, and with what between the fields. Told by `--column`, or by the end of the file's name:
/// then it must have the column `puzzle`, or some word in the first line, as no board has.
pub(crate) fn delimiter(
    input: &mut Hooked,
    promise: Promise,
    column: Option<&str>,
) -> Result<Option<u8>, Abort> {
    if !matches!(promise, Promise::Table(_)) && column.is_none() {
        return Ok(None);
    }
    let line = input.peek().split(|&byte| byte == b'\n' || byte == b'\r').next().unwrap_or_default();
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    let delimiter = match promise {
        Promise::Table(delimiter) => delimiter,
        _ if line.contains(&b'\t') => b'\t',
        _ => b',',
    };
    let mut fields = line.split(|&byte| byte == delimiter).map(<[u8]>::trim_ascii);
    let is_word = |field: &[u8]| {
        let field = field.strip_prefix(b"\"").unwrap_or(field);
        field.starts_with(COLUMN.as_bytes())
            || line.contains(&delimiter) && field.len() > 1 && field[..2].iter().all(u8::is_ascii_alphabetic)
    };
    Ok((column.is_some() || fields.any(is_word)).then_some(delimiter))
}

/// # Errors
/// The input is a table, and `what` takes none.
pub(crate) fn refuse(input: &mut Hooked, promise: Promise, what: &str) -> Result<(), Abort> {
    match delimiter(input, promise, None)? {
        None => Ok(()),
        Some(_) => {
            Err(Abort::Usage(format!("{what} takes no tables: give it the column of the puzzles alone")))
        }
    }
}

/// A row of the table.
#[derive(Debug)]
pub(crate) struct Row {
    /// Its first line, counted from 1.
    pub(crate) line: u64,
    pub(crate) fields: ByteRecord,
    /// The row as it stands in the file.
    pub(crate) text: Vec<u8>,
    /// Why it is none: what its fields are then, is only that of its first line.
    pub(crate) broken: Option<String>,
}

/// The rows of a table.
///
/// A row may have many lines, within quotes. Where the quote that opens is a stray one, the next one, somewhere below, would
/// close it, and all rows between them would be lost in one field. So a row of several lines is refused if a quote closes within
/// a field, if none closes, or if its further lines look like rows of their own. What is refused is its first line alone, and
/// the next row begins with the next line.
pub(crate) struct Table {
    input: Hooked,
    /// Lines that were read and given back, which come before the input.
    back: Vec<u8>,
    /// So many of these were read again.
    at: usize,
    layout: Arc<Layout>,
    options: ReadOptions,
    /// How many lines were read.
    lines: u64,
    /// How many bytes were taken from the input.
    taken: u64,
    /// Whether the last line ended with a carriage return, to which a line feed may belong.
    returned: bool,
}

impl Table {
    /// Reads the header.
    ///
    /// # Errors
    /// There is none, or not exactly one such column, or the column for the answers is there already.
    pub(crate) fn open(
        mut input: Hooked,
        delimiter: u8,
        column: Option<&str>,
        answer: &str,
        options: ReadOptions,
    ) -> Result<Table, Abort> {
        let usage = |what: String| Err(Abort::Usage(what));
        let mark = if input.peek().starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        input.consume(mark);
        // Until the header is known, every row fits it.
        let layout = Arc::new(Layout { delimiter, header: ByteRecord::new(), column: 0 });
        let taken = mark as u64;
        let mut table =
            Table { input, back: Vec::new(), at: 0, layout, options, lines: 0, taken, returned: false };
        let mut header = match table.next() {
            Some(Ok(Row { fields, broken: None, .. })) => fields,
            Some(Ok(Row { line, broken: Some(why), .. })) => {
                return usage(format!("line {line}: cannot read the header: {why}"));
            }
            Some(Err(error)) => return usage(format!("cannot read the header: {error}")),
            None => return usage("the table is empty: it needs a header".to_owned()),
        };
        if header.iter().any(|name| name.contains(&0)) {
            return usage(TextError::Binary.to_string());
        }
        let name = column.unwrap_or(COLUMN);
        let places: Vec<usize> = (0..header.len()).filter(|&i| header[i] == *name.as_bytes()).collect();
        let column = match places[..] {
            [place] => place,
            [] => {
                let names: Vec<_> = header.iter().take(20).map(String::from_utf8_lossy).collect();
                let names: String = names.join(", ").chars().take(200).collect();
                return usage(format!(
                    "the table has no column '{name}', but {names}; say which with --column"
                ));
            }
            [first, second, ..] => {
                let places = format!("fields {} and {}", first + 1, second + 1);
                return usage(format!("the table has the column '{name}' twice, as {places}"));
            }
        };
        if header.iter().any(|name| *name == *answer.as_bytes()) {
            let hint = "name another for the answers with --answer";
            return usage(format!("the table has a column '{answer}' already; {hint}"));
        }
        header.push_field(answer.as_bytes());
        table.layout = Arc::new(Layout { delimiter, header, column });
        Ok(table)
    }

    pub(crate) fn layout(&self) -> Arc<Layout> {
        self.layout.clone()
    }

    /// The next row.
    ///
    /// # Errors
    /// The input fails; there are no further rows then.
    pub(crate) fn next(&mut self) -> Option<Result<Row, String>> {
        let mut text = Vec::new();
        loop {
            let line = self.lines + 1;
            text.clear();
            match self.read_line(&mut text) {
                Err(error) => return Some(Err(format!("line {line}: cannot read on: {error}"))),
                Ok(()) if text.is_empty() => return None,
                // Lines with nothing in them are no rows.
                Ok(()) if text.iter().all(|byte| matches!(byte, b'\r' | b'\n')) => {}
                Ok(()) => return Some(self.row(line, text).map_err(|error| format!("line {line}: {error}"))),
            }
        }
    }

    /// The row that begins with the line `text`, of that number.
    fn row(&mut self, line: u64, mut text: Vec<u8>) -> Result<Row, String> {
        let mut splitter = Splitter::new(self.layout.delimiter);
        splitter.line(&text);
        let first = text.len();
        let mut ends = vec![first];
        while splitter.is_open() && !splitter.is_torn() && splitter.fields() < self.width() {
            let before = text.len();
            if before > LONGEST_ROW {
                break;
            }
            self.read_line(&mut text).map_err(|error| format!("cannot read on: {error}"))?;
            if text.len() == before {
                break;
            }
            splitter.line(&text[before..]);
            ends.push(text.len());
        }
        let last = line + ends.len() as u64 - 1;
        let (open, torn) = (splitter.is_open(), splitter.is_torn());
        let fields = splitter.finish();
        let further = || ends.windows(2).map(|pair| &text[pair[0]..pair[1]]);
        let broken = if open {
            let most = LONGEST_ROW >> 20;
            match text.len() > LONGEST_ROW {
                true => Some(format!("a quote opens here that is not closed within {most} MiB")),
                false if ends.len() > 1 && fields.len() > self.width() => Some(format!(
                    "a quote opens here, and the row goes on in line {last} with too many fields"
                )),
                false => Some("a quote opens here that is never closed".to_owned()),
            }
        } else if ends.len() == 1 {
            None
        } else if torn {
            Some(format!(
                "a quote opens here, and the one that closes it, in line {last}, stands within a field"
            ))
        } else if self.swallows(&fields, further()) {
            Some(format!(
                "a quote opens here, and the one that closes it, in line {last}, is behind further rows"
            ))
        } else {
            None
        };
        let Some(broken) = broken else { return Ok(Row { line, fields, text, broken: None }) };
        let fields = alone(self.layout.delimiter, &text[..first]);
        self.lines = line;
        self.returned = text[..first].ends_with(b"\r");
        text.extend_from_slice(&self.back[self.at..]);
        text.drain(..first);
        (self.back, self.at) = (text, 0);
        Ok(Row { line, fields, text: Vec::new(), broken: Some(broken) })
    }

    /// How many fields a row has; as many as there are, as long as the header is not known.
    fn width(&self) -> usize {
        if self.layout.header.is_empty() { usize::MAX } else { self.layout.width() }
    }

    /// Whether rows are among the further lines of a row: in a row of the right length, lines with a board in its place; else
    /// lines of the right length.
    fn swallows<'a>(&self, fields: &ByteRecord, mut further: impl Iterator<Item = &'a [u8]>) -> bool {
        if self.layout.header.is_empty() {
            return false;
        }
        let layout = &self.layout;
        let fits = fields.len() == layout.width();
        // A board may be drawn in several lines, each of which is like one of a smaller board.
        let drawn = fields.get(layout.column).is_some_and(|field| field.contains(&b'\n'));
        if fits && drawn && layout.has_board(fields, &self.options) {
            return false;
        }
        further.any(|line| {
            let line = alone(layout.delimiter, line.strip_prefix(b"\n").unwrap_or(line));
            line.len() == layout.width() && (!fits || layout.has_board(&line, &self.options))
        })
    }

    /// Appends the next line with its end; nothing at the end of the input.
    fn read_line(&mut self, text: &mut Vec<u8>) -> Result<(), String> {
        // A line feed behind a carriage return belongs to that line, which did not wait for it.
        if std::mem::take(&mut self.returned) && self.ahead()?.first() == Some(&b'\n') {
            self.pass(1);
            if !text.is_empty() {
                text.push(b'\n');
            }
        }
        let before = text.len();
        loop {
            let ahead = self.ahead()?;
            let end = ahead.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
            let count = end.map_or(ahead.len(), |end| end + 1);
            text.extend_from_slice(&ahead[..count]);
            self.pass(count);
            if end.is_some() || count == 0 {
                break;
            }
            if text.len() - before > LONGEST_ROW {
                return Err(format!("a line of more than {} MiB", LONGEST_ROW >> 20));
            }
        }
        self.returned = text[before..].ends_with(b"\r");
        self.lines += u64::from(text.len() > before);
        Ok(())
    }

    /// What comes next.
    fn ahead(&mut self) -> Result<&[u8], String> {
        match self.at < self.back.len() {
            true => Ok(&self.back[self.at..]),
            false => self.input.fill_buf().map_err(|error| error.to_string()),
        }
    }

    /// Passes over some of it.
    fn pass(&mut self, count: usize) {
        if self.at < self.back.len() {
            self.at += count;
        } else {
            self.input.consume(count);
            self.taken += count as u64;
        }
    }

    /// How many bytes have been read of the table.
    pub(crate) fn bytes(&self) -> u64 {
        self.taken - (self.back.len() - self.at) as u64
    }
}
