//! Rows of a table in the usual form (RFC 4180): fields between delimiters, some of them within quotes, in which delimiters and
//! line breaks are text.

use csv::ByteRecord;

/// What is before a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// The beginning of a field: a quote opens.
    Start,
    /// A field without quotes, or what follows them: a quote is a character.
    Plain,
    /// Within quotes.
    Quoted,
    /// A quote within quotes: it has closed them, or another follows and both are one character.
    Closed,
}

/// Takes a row apart, line by line.
#[derive(Debug)]
pub(crate) struct Splitter {
    delimiter: u8,
    place: Place,
    row: ByteRecord,
    field: Vec<u8>,
    /// Whether a field went on behind the quote that closed it.
    torn: bool,
}

impl Splitter {
    pub(crate) fn new(delimiter: u8) -> Splitter {
        let row = ByteRecord::new();
        Splitter { delimiter, place: Place::Start, row, field: Vec::new(), torn: false }
    }

    /// Takes the next line of the row, with its end.
    pub(crate) fn line(&mut self, line: &[u8]) {
        // Most tables have no quotes at all.
        if self.place == Place::Start && self.field.is_empty() && !line.contains(&b'"') {
            let fields = without_end(line).split(|&byte| byte == self.delimiter);
            fields.for_each(|field| self.row.push_field(field));
            return;
        }
        for &byte in line {
            self.place = match (self.place, byte) {
                (Place::Start | Place::Closed, b'"') => {
                    if self.place == Place::Closed {
                        self.field.push(b'"');
                    }
                    Place::Quoted
                }
                (Place::Quoted, b'"') => Place::Closed,
                (Place::Quoted, _) => {
                    self.field.push(byte);
                    Place::Quoted
                }
                (_, byte) if byte == self.delimiter => {
                    self.end_field();
                    Place::Start
                }
                (_, b'\r' | b'\n') => Place::Plain,
                (place, _) => {
                    self.torn |= place == Place::Closed;
                    self.field.push(byte);
                    Place::Plain
                }
            };
        }
        if self.place != Place::Quoted {
            self.end_field();
            self.place = Place::Start;
        }
    }

    fn end_field(&mut self) {
        self.row.push_field(&self.field);
        self.field.clear();
    }

    /// Whether the row goes on, because a quote is not closed yet.
    pub(crate) fn is_open(&self) -> bool {
        self.place == Place::Quoted
    }

    /// Whether a quote was closed within a field.
    pub(crate) fn is_torn(&self) -> bool {
        self.torn
    }

    /// How many fields have ended.
    pub(crate) fn fields(&self) -> usize {
        self.row.len()
    }

    /// The row; a quote that is open is closed by the end.
    pub(crate) fn finish(mut self) -> ByteRecord {
        if self.is_open() {
            self.end_field();
        }
        self.row
    }
}

/// The fields of one line, whatever would follow it.
pub(crate) fn alone(delimiter: u8, line: &[u8]) -> ByteRecord {
    let mut splitter = Splitter::new(delimiter);
    splitter.line(without_end(line));
    splitter.finish()
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use csv::{ByteRecord, ReaderBuilder};

    use crate::program::rows::{Splitter, alone};

    /// All rows of a text, none of which is taken for torn.
    fn rows(text: &[u8]) -> Vec<ByteRecord> {
        let mut found = Vec::new();
        let mut splitter = Splitter::new(b',');
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            if !splitter.is_open() && (line == b"\n" || line == b"\r\n") {
                continue;
            }
            splitter.line(line);
            if !splitter.is_open() {
                found.push(std::mem::replace(&mut splitter, Splitter::new(b',')).finish());
            }
        }
        if splitter.is_open() {
            found.push(splitter.finish());
        }
        found
    }

    /// As another reader of tables reads them.
    #[test]
    fn all_short_texts() {
        let symbols = [&b"a"[..], b"\"", b",", b"\n", b"\r\n"];
        for length in 0..=7 {
            for mut number in 0..symbols.len().pow(length) {
                let mut text = Vec::new();
                for _ in 0..length {
                    text.extend_from_slice(symbols[number % symbols.len()]);
                    number /= symbols.len();
                }
                let mut builder = ReaderBuilder::new();
                let reader = builder.has_headers(false).flexible(true).from_reader(text.as_slice());
                let expected: Vec<ByteRecord> = reader.into_byte_records().flatten().collect();
                assert_eq!(rows(&text), expected, "{:?}", String::from_utf8_lossy(&text));
            }
        }
    }

    #[test]
    fn what_is_torn_is_told() {
        let torn = |line: &[u8]| {
            let mut splitter = Splitter::new(b',');
            splitter.line(line);
            (splitter.is_torn(), splitter.is_open())
        };
        assert_eq!(torn(b"a,\"b\"\n"), (false, false));
        assert_eq!(torn(b"a,\"b\"\"\"\r\n"), (false, false));
        assert_eq!(torn(b"a,b\"c\"d\n"), (false, false));
        assert_eq!(torn(b"a,\"b\"c\n"), (true, false));
        assert_eq!(torn(b"a,\"b\n"), (false, true));
        assert_eq!(alone(b',', b"a,\"b,c\r\n"), ByteRecord::from(vec!["a", "b,c"]));
    }
}
