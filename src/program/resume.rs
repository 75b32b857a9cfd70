//! Going on where a file of answers ends.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::Path;

use csv::{ByteRecord, ReaderBuilder};

use crate::program::source::Packing;
use crate::program::status::Abort;
use crate::program::table::Layout;
use crate::program::text;

/// What a file of answers holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Progressed {
    /// How many answers.
    pub(crate) answers: u64,
    /// How many bytes they take, with the header. What follows is torn.
    pub(crate) length: u64,
}

/// Counts the answers in the file at `path`, of which there are none if it is not there.
///
/// # Errors
/// It cannot be read, is packed, or is a table of another kind.
pub(crate) fn look(path: &Path, layout: Option<&Layout>) -> Result<Progressed, Abort> {
    let name = path.display();
    if Packing::of(path) != Packing::None {
        return Err(Abort::Usage(format!("{name}: --resume cannot go on in a packed file")));
    }
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Progressed::default()),
        Err(error) => return Err(Abort::Usage(format!("{name}: {error}"))),
    };
    let Some(data) = file.metadata().ok().filter(std::fs::Metadata::is_file) else {
        return Err(Abort::Usage(format!("{name}: --resume needs a file")));
    };
    let file = BufReader::with_capacity(1 << 16, file);
    match layout {
        None => lines(file).map_err(|error| Abort::Usage(format!("{name}: {error}"))),
        Some(layout) => match rows(file, data.len(), layout) {
            Ok(Some(progressed)) => Ok(progressed),
            Ok(None) => Err(Abort::Usage(format!("{name}: its header is not that of this run"))),
            Err(error) => Err(Abort::Usage(format!("{name}: {error}"))),
        },
    }
}

/// Each line that has its end is an answer.
fn lines(mut file: impl BufRead) -> std::io::Result<Progressed> {
    let mut progressed = Progressed::default();
    let mut read = 0;
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok(progressed);
        }
        let ends = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
        for (at, _) in ends {
            progressed.answers += 1;
            progressed.length = read + at as u64 + 1;
        }
        let length = bytes.len();
        read += length as u64;
        file.consume(length);
    }
}

/// Each row that has all its fields and its end is an answer. `None` if the header is another.
fn rows(file: impl BufRead, bytes: u64, layout: &Layout) -> Result<Option<Progressed>, csv::Error> {
    let mut builder = ReaderBuilder::new();
    builder.delimiter(layout.delimiter).has_headers(false).flexible(true);
    let mut rows = builder.from_reader(LastByte { file, last: b'\n' });
    let mut row = ByteRecord::new();
    let mut progressed = Progressed::default();
    let mut is_header = true;
    while rows.read_byte_record(&mut row)? {
        let length = rows.position().byte();
        let torn = length >= bytes && rows.get_ref().last != b'\n';
        if is_header {
            if row != layout.header {
                // A header that is torn is written again, as if there were nothing.
                let begins = text::row(layout.delimiter, &layout.header);
                let written = text::row(layout.delimiter, &row);
                let written = written.strip_suffix(b"\n").unwrap_or(&written);
                return Ok((torn && begins.starts_with(written)).then_some(progressed));
            }
            is_header = false;
        } else if row.len() != layout.header.len() {
            return Ok(Some(progressed));
        } else if !torn {
            progressed.answers += 1;
        }
        if torn {
            return Ok(Some(progressed));
        }
        progressed.length = length;
    }
    Ok(Some(progressed))
}

/// Remembers the last byte that was read.
struct LastByte<R> {
    file: R,
    last: u8,
}

impl<R: BufRead> std::io::Read for LastByte<R> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(out)?;
        if let Some(&last) = out[..read].last() {
            self.last = last;
        }
        Ok(read)
    }
}
