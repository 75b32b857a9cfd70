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
    /// How many bytes were written, with those that were there before, and how many of them up to the last line's end.
    length: u64,
    whole: u64,
}

enum Out {
    Stdout(BufWriter<Stdout>),
    File(BufWriter<File>),
    Gzip(Box<GzEncoder<File>>),
    /// What waits to be packed: each piece is packed by itself.
    Zstd(File, Vec<u8>),
}

impl Sink {
    fn on(out: Out, name: Option<String>, length: u64) -> Sink {
        Sink { out, name, length, whole: length }
    }

    pub(crate) fn stdout() -> Sink {
        Sink::on(Out::Stdout(BufWriter::with_capacity(BUFFER, stdout())), None, 0)
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
        Ok(Sink::on(out, Some(name), 0))
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
        Ok(Sink::on(Out::File(BufWriter::with_capacity(BUFFER, file)), Some(name), length))
    }

    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), Abort> {
        if let Some(end) = text.iter().rposition(|&byte| byte == b'\n') {
            self.whole = self.length + end as u64 + 1;
        }
        self.length += text.len() as u64;
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

    /// Takes back the line that was begun, which would pass for an answer, from a file; ends it where people read.
    pub(crate) fn tear(&mut self) -> Result<(), Abort> {
        if self.length == self.whole {
            return Ok(());
        }
        match &mut self.out {
            Out::File(out) => {
                let cut = out.flush().and_then(|()| out.get_ref().set_len(self.whole));
                if cut.is_ok() {
                    self.length = self.whole;
                    return out
                        .seek(SeekFrom::Start(self.whole))
                        .map(drop)
                        .map_err(|error| self.failed(error));
                }
                Ok(())
            }
            Out::Gzip(_) | Out::Zstd(..) => Ok(()),
            Out::Stdout(_) => self.write(b"\n"),
        }
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::program::sink::Sink;

    #[test]
    fn what_was_begun_is_taken_back_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mut sink = Sink::create(&path).unwrap();
        for text in ["one\ntw", "o\n", "three, ", "and more"] {
            sink.write(text.as_bytes()).unwrap();
        }
        sink.tear().unwrap();
        // Nothing was begun since.
        sink.tear().unwrap();
        sink.finish().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        let mut sink = Sink::append(&path, 8).unwrap();
        sink.write(&[b'x'; 1 << 17]).unwrap();
        sink.tear().unwrap();
        sink.write(b"four\n").unwrap();
        sink.finish().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\nfour\n");
    }
}
