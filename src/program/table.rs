//! Tables: a header, and a puzzle in one column of each row.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use csv::{ByteRecord, Reader, ReaderBuilder};

use crate::program::quotes::{Place, Quotes};
use crate::program::source::{Hooked, Promise};
use crate::program::status::Abort;
use crate::sudoku::board::Board;
use crate::sudoku::read::error::TextError;
use crate::sudoku::read::options::ReadOptions;

/// The column of the puzzles, unless another is told.
const COLUMN: &str = "puzzle";

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A row may have so many bytes: a quote that is never closed must not take in the rest of the input.
const LONGEST_ROW: u64 = 1 << 24;

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

    /// The board in a row.
    ///
    /// # Errors
    /// The row is longer or shorter than the header, or its puzzle is none.
    pub(crate) fn board(&self, row: &ByteRecord, options: &ReadOptions) -> Result<Board, String> {
        if row.len() != self.width() {
            let lost = if row.len() > self.width() { "; the last are left out here" } else { "" };
            return Err(format!("{} fields, expected {}{lost}", row.len(), self.width()));
        }
        let text = row.get(self.column).unwrap_or_default();
        let Ok(text) = std::str::from_utf8(text) else {
            return Err("the puzzle is not text in UTF-8".to_owned());
        };
        Board::parse(text, options).map_err(|error| match error {
            TextError::Empty => "there is no puzzle".to_owned(),
            error => error.to_string(),
        })
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

/// The rows of a table.
pub(crate) struct Table {
    rows: Reader<Bounded>,
    layout: Arc<Layout>,
    allowed: Arc<AtomicU64>,
    /// Whether the input has ended within quotes.
    open: Arc<AtomicBool>,
    /// How many lines the reader is behind: it counts one only when it takes its line feed, which after a carriage return is
    /// with the next row.
    behind: u64,
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
    ) -> Result<Table, Abort> {
        let usage = |what: String| Err(Abort::Usage(what));
        let behind = u64::from(ends_with_return(input.peek()));
        let allowed = Arc::new(AtomicU64::new(LONGEST_ROW));
        let open = Arc::new(AtomicBool::new(false));
        let mark = if input.peek().starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let quotes = Quotes { delimiter, place: Place::Start, pass_over: mark };
        let bounded = Bounded { input, allowed: allowed.clone(), quotes, open: open.clone() };
        let mut builder = ReaderBuilder::new();
        builder.delimiter(delimiter).has_headers(false).flexible(true).buffer_capacity(1 << 16);
        let mut rows = builder.from_reader(bounded);
        let mut header = ByteRecord::new();
        match rows.read_byte_record(&mut header) {
            Ok(true) => {}
            Ok(false) => return usage("the table is empty: it needs a header".to_owned()),
            Err(error) => return usage(format!("cannot read the header: {}", reason(&error))),
        }
        if open.load(Ordering::Relaxed) {
            return usage(never_closed(1, &header));
        }
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
        let layout = Arc::new(Layout { delimiter, header, column });
        Ok(Table { rows, layout, allowed, open, behind })
    }

    pub(crate) fn layout(&self) -> Arc<Layout> {
        self.layout.clone()
    }

    /// The next row and its line.
    ///
    /// # Errors
    /// The input fails; there are no further rows then.
    pub(crate) fn next(&mut self) -> Option<Result<(usize, ByteRecord), String>> {
        self.allowed.store(LONGEST_ROW, Ordering::Relaxed);
        let mut row = ByteRecord::new();
        let line = self.rows.position().line() + self.behind;
        match self.rows.read_byte_record(&mut row) {
            Ok(true) => {
                let line = row.position().map_or(line, |position| position.line() + self.behind);
                if self.open.load(Ordering::Relaxed) {
                    return Some(Err(never_closed(line, &row)));
                }
                Some(Ok((usize::try_from(line).unwrap_or(usize::MAX), row)))
            }
            Ok(false) => None,
            Err(error) => Some(Err(format!("line {line}: cannot read on: {}", reason(&error)))),
        }
    }

    /// How many bytes have been read of the table.
    pub(crate) fn bytes(&self) -> u64 {
        self.rows.position().byte()
    }
}

/// Whether the first line ends with a carriage return too.
fn ends_with_return(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n');
    lines.next().is_some_and(|line| line.ends_with(b"\r")) && lines.next().is_some()
}

fn reason(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Io(error) => error.to_string(),
        _ => error.to_string(),
    }
}

/// What is said of the last row, where the input ended within the quotes of its last field.
fn never_closed(line: u64, row: &ByteRecord) -> String {
    let before = row.iter().take(row.len().saturating_sub(1)).flatten();
    let line = line + before.filter(|&&byte| byte == b'\n').count() as u64;
    format!("line {line}: cannot read on: a quote that opens here is never closed")
}

/// An input that fails when too much of it is read without anything being made of it.
struct Bounded {
    input: Hooked,
    allowed: Arc<AtomicU64>,
    quotes: Quotes,
    open: Arc<AtomicBool>,
}

impl std::io::Read for Bounded {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let read = self.input.read(out)?;
        self.quotes.pass(&out[..read]);
        if read == 0 && !out.is_empty() && self.quotes.place == Place::Quoted {
            self.open.store(true, Ordering::Relaxed);
        }
        let left = self.allowed.load(Ordering::Relaxed);
        if (read as u64) > left {
            let limit = LONGEST_ROW >> 20;
            return Err(std::io::Error::other(format!(
                "a row of more than {limit} MiB; is a quote not closed?"
            )));
        }
        self.allowed.store(left - read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
