//! What is printed of a chunk: pieces one below the other, or rows of a table.

use csv::{ByteRecord, Terminator, WriterBuilder};

use crate::program::table::Layout;

pub(crate) enum Text {
    Pieces {
        text: Vec<u8>,
        /// Whether the last line is that of a grid, from which the next is set apart by a blank line.
        grid: bool,
        /// Whether a line was begun that has no end yet.
        begun: bool,
    },
    Rows {
        writer: Box<csv::Writer<Vec<u8>>>,
        delimiter: u8,
        width: usize,
        /// The bytes in it, about.
        length: usize,
        /// The answer that was begun, if one was: a field is written as a whole.
        field: Option<String>,
    },
}

impl Text {
    pub(crate) fn new(layout: Option<&Layout>) -> Text {
        match layout {
            None => Text::Pieces { text: Vec::new(), grid: false, begun: false },
            Some(layout) => {
                let delimiter = layout.delimiter;
                let width = layout.width();
                Text::Rows { writer: empty(delimiter), delimiter, width, length: 0, field: None }
            }
        }
    }

    /// Adds a line or several.
    pub(crate) fn line(&mut self, row: Option<&ByteRecord>, line: &str) {
        self.close(row);
        self.piece(line);
        self.close(row);
    }

    /// Begins a line, or goes on with it.
    pub(crate) fn piece(&mut self, piece: &str) {
        match self {
            Text::Pieces { text, grid, begun } => {
                if std::mem::replace(grid, false) {
                    text.push(b'\n');
                }
                text.extend_from_slice(piece.as_bytes());
                *begun = true;
            }
            Text::Rows { field, .. } => field.get_or_insert_default().push_str(piece),
        }
    }

    /// Ends a line that was begun.
    pub(crate) fn close(&mut self, row: Option<&ByteRecord>) {
        match self {
            Text::Pieces { text, begun, .. } => {
                if std::mem::replace(begun, false) {
                    text.push(b'\n');
                }
            }
            Text::Rows { writer, width, length, field, .. } => {
                let Some(field) = field.take() else { return };
                // Each row has as many fields as the header, whatever the input has. A vector takes everything.
                let nothing: &[u8] = &[];
                let fields = row.into_iter().flatten().chain(std::iter::repeat(nothing)).take(*width);
                let _ = writer.write_record(fields.chain([field.as_bytes()]));
                *length += row.map_or(0, |row| row.as_slice().len() + row.len()) + field.len() + 2;
            }
        }
    }

    /// Adds a grid, to which a blank line will be left.
    pub(crate) fn grid(&mut self, row: Option<&ByteRecord>, lines: &str) {
        self.line(row, lines);
        if let Text::Pieces { grid, .. } = self {
            *grid = true;
        }
    }

    /// Whether a line was begun that has no end yet.
    pub(crate) fn is_begun(&self) -> bool {
        match self {
            Text::Pieces { begun, .. } => *begun,
            Text::Rows { field, .. } => field.is_some(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Text::Pieces { text, .. } => text.len(),
            Text::Rows { length, .. } => *length,
        }
    }

    /// Whether the last line is that of a grid.
    pub(crate) fn ends_with_grid(&self) -> bool {
        matches!(self, Text::Pieces { grid: true, .. })
    }

    /// Takes what there is.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        match self {
            Text::Pieces { text, .. } => std::mem::take(text),
            Text::Rows { writer, delimiter, length, .. } => {
                *length = 0;
                let full = std::mem::replace(writer, empty(*delimiter));
                full.into_inner().unwrap_or_default()
            }
        }
    }
}

fn empty(delimiter: u8) -> Box<csv::Writer<Vec<u8>>> {
    let mut builder = WriterBuilder::new();
    builder.delimiter(delimiter).terminator(Terminator::Any(b'\n')).flexible(true);
    Box::new(builder.from_writer(Vec::new()))
}

/// A row of a table as it is written.
pub(crate) fn row(delimiter: u8, fields: &ByteRecord) -> Vec<u8> {
    let mut writer = empty(delimiter);
    let _ = writer.write_byte_record(fields);
    writer.into_inner().unwrap_or_default()
}
