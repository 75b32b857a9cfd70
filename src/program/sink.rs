//! Where answers go: standard output, or a file, packed or not.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Seek, SeekFrom, Stdout, Write, stdout};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::program::source::Packing;
use crate::program::status::Abort;

const BUFFER: usize = 1 << 16;

/// So much is packed at a time.
const PIECE: usize = 1 << 20;

pub(crate) struct Sink {
    out: Out,
    /// The name of the file.
    name: Option<String>,
}

enum Out {
    Stdout(BufWriter<Stdout>),
    File(BufWriter<File>),
    Gzip(Box<GzEncoder<File>>),
    /// What waits to be packed: each piece is packed by itself.
    Zstd(File, Vec<u8>),
}

impl Sink {
    pub(crate) fn stdout() -> Sink {
        Sink { out: Out::Stdout(BufWriter::with_capacity(BUFFER, stdout())), name: None }
    }

    /// The file at `path`, emptied.
    pub(crate) fn create(path: &Path) -> Result<Sink, Abort> {
        let name = path.display().to_string();
        let file = File::create(path).map_err(|error| Abort::File(name.clone(), error))?;
        let out = match Packing::of(path) {
            Packing::None => Out::File(BufWriter::with_capacity(BUFFER, file)),
            Packing::Gzip => Out::Gzip(Box::new(GzEncoder::new(file, Compression::default()))),
            Packing::Zstd => Out::Zstd(file, Vec::new()),
        };
        Ok(Sink { out, name: Some(name) })
    }

    /// The file at `path`, cut to `length` bytes, behind which it goes on.
    pub(crate) fn append(path: &Path, length: u64) -> Result<Sink, Abort> {
        let name = path.display().to_string();
        let open = || {
            let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
            if file.metadata()?.len() > length {
                file.set_len(length)?;
            }
            file.seek(SeekFrom::Start(length))?;
            Ok(file)
        };
        let file = open().map_err(|error| Abort::File(name.clone(), error))?;
        Ok(Sink { out: Out::File(BufWriter::with_capacity(BUFFER, file)), name: Some(name) })
    }

    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), Abort> {
        let result = match &mut self.out {
            Out::Stdout(out) => out.write_all(text),
            Out::File(out) => out.write_all(text),
            Out::Gzip(out) => out.write_all(text),
            Out::Zstd(file, waiting) => {
                waiting.extend_from_slice(text);
                if waiting.len() < PIECE { Ok(()) } else { pack(file, waiting) }
            }
        };
        result.map_err(|error| self.failed(error))
    }

    /// Lets go of what was written, as far as that does not spoil the packing.
    pub(crate) fn flush(&mut self) -> Result<(), Abort> {
        let result = match &mut self.out {
            Out::Stdout(out) => out.flush(),
            Out::File(out) => out.flush(),
            Out::Gzip(_) | Out::Zstd(..) => Ok(()),
        };
        result.map_err(|error| self.failed(error))
    }

    /// Writes all that is left.
    pub(crate) fn finish(&mut self) -> Result<(), Abort> {
        let result = match &mut self.out {
            Out::Stdout(out) => out.flush(),
            Out::File(out) => out.flush(),
            Out::Gzip(out) => out.try_finish(),
            Out::Zstd(file, waiting) => pack(file, waiting),
        };
        result.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: std::io::Error) -> Abort {
        match &self.name {
            Some(name) if error.kind() != std::io::ErrorKind::BrokenPipe => Abort::File(name.clone(), error),
            _ => Abort::from(error),
        }
    }
}

fn pack(file: &mut File, waiting: &mut Vec<u8>) -> std::io::Result<()> {
    let packed = compress_to_vec(waiting.as_slice(), CompressionLevel::Fastest);
    waiting.clear();
    file.write_all(&packed)
}
