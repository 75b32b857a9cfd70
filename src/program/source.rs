//! Where bytes come from: a file, packed or not, standard input, or an argument.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::program::status::Abort;
use crate::program::stdin::Stdin;
use crate::program::unpack::{Counted, Unpacked};
use crate::program::wait;

const BUFFER: usize = 1 << 16;

/// How a file is packed, by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Packing {
    None,
    Gzip,
    Zstd,
}

impl Packing {
    pub(crate) fn of(path: &Path) -> Packing {
        match suffix(path).as_deref() {
            Some("gz") => Packing::Gzip,
            Some("zst") => Packing::Zstd,
            _ => Packing::None,
        }
    }
}

fn suffix(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// What the end of a file's name says of the text in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Promise {
    Nothing,
    /// A table with this between its fields.
    Table(u8),
    /// A puzzle file.
    Toml,
    /// A puzzle file or boards.
    Json,
}

impl Promise {
    fn of(path: &Path) -> Promise {
        let unpacked = match Packing::of(path) {
            Packing::None => path.to_owned(),
            _ => path.with_extension(""),
        };
        match suffix(&unpacked).as_deref() {
            Some("csv") => Promise::Table(b','),
            Some("tsv") => Promise::Table(b'\t'),
            Some("toml") => Promise::Toml,
            Some("json") => Promise::Json,
            _ => Promise::Nothing,
        }
    }
}

/// Bytes to be read.
pub(crate) struct Source {
    bytes: Box<dyn Read + Send>,
    pub(crate) promise: Promise,
    /// How many bytes there are, packed as they are, where that is known.
    pub(crate) total: Option<u64>,
    /// How many of them have been read, where they are counted below this.
    packed: Option<Arc<AtomicU64>>,
}

impl Source {
    pub(crate) fn stdin() -> Source {
        Source { bytes: Box::new(Stdin), promise: Promise::Nothing, total: None, packed: None }
    }

    pub(crate) fn text(text: String) -> Source {
        let bytes = Box::new(Cursor::new(text.into_bytes()));
        Source { bytes, promise: Promise::Nothing, total: None, packed: None }
    }

    /// # Errors
    /// The file cannot be opened.
    pub(crate) fn file(path: &Path) -> Result<Source, Abort> {
        let failed = |why: &dyn std::fmt::Display| Abort::Usage(format!("{}: {why}", path.display()));
        if path.is_dir() {
            return Err(failed(&"is a directory"));
        }
        // A pipe without a writer yet makes this wait.
        let file = wait::during(|| File::open(path)).map_err(|error| failed(&error))?;
        let data = file.metadata().ok().filter(std::fs::Metadata::is_file);
        let total = data.map(|data| data.len());
        let promise = Promise::of(path);
        Ok(match Packing::of(path) {
            Packing::None => Source { bytes: Box::new(file), promise, total, packed: None },
            packing => {
                let counted = Counted::new(file);
                let packed = Some(counted.count());
                let unpacked = Unpacked::new(BufReader::with_capacity(BUFFER, counted), packing);
                Source { bytes: Box::new(unpacked), promise, total, packed }
            }
        })
    }

    /// Bytes that call `before` whenever more have to be waited for.
    pub(crate) fn hooked(self, before: impl FnMut() + Send + 'static) -> Hooked {
        let count = self.packed.clone().unwrap_or_default();
        Hooked {
            bytes: self.bytes,
            buffer: vec![0; BUFFER],
            start: 0,
            end: 0,
            before: Box::new(before),
            failed: None,
            counts: self.packed.is_none(),
            count,
        }
    }
}

/// Whether there is something at `path`, even if it must not be looked at.
pub(crate) fn is_path(path: &OsStr) -> bool {
    match Path::new(path).symlink_metadata() {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::PermissionDenied,
    }
}

/// Buffered bytes, with something to be done before more of them are waited for.
pub(crate) struct Hooked {
    bytes: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    before: Box<dyn FnMut() + Send>,
    /// What went wrong when somebody only had a look.
    failed: Option<std::io::Error>,
    /// Whether what is consumed here is what `count` counts.
    counts: bool,
    count: Arc<AtomicU64>,
}

impl Hooked {
    /// Whether the bytes of the source are packed.
    pub(crate) fn is_packed(&self) -> bool {
        !self.counts
    }

    /// What comes next, without taking it; nothing if that fails, which whoever takes it is told.
    pub(crate) fn peek(&mut self) -> &[u8] {
        if let Err(error) = self.fill() {
            self.failed = Some(error);
        }
        &self.buffer[self.start..self.end]
    }

    fn fill(&mut self) -> std::io::Result<()> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        while self.start == self.end {
            (self.before)();
            (self.start, self.end) = (0, 0);
            match self.bytes.read(&mut self.buffer) {
                Ok(0) => break,
                Ok(read) => self.end = read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// How many bytes of the source have been read.
    pub(crate) fn count(&self) -> Arc<AtomicU64> {
        self.count.clone()
    }
}

impl BufRead for Hooked {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.fill()?;
        Ok(&self.buffer[self.start..self.end])
    }

    fn consume(&mut self, amount: usize) {
        let taken = amount.min(self.end - self.start);
        self.start += taken;
        if self.counts {
            self.count.fetch_add(taken as u64, Ordering::Relaxed);
        }
    }
}

impl Read for Hooked {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let available = self.fill_buf()?;
        let taken = available.len().min(out.len());
        out[..taken].copy_from_slice(&available[..taken]);
        self.consume(taken);
        Ok(taken)
    }
}
