//! Unpacking gzip and Zstandard while reading.

use std::fs::File;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::program::source::Packing;

/// A file whose bytes are counted as they are read.
pub(crate) struct Counted {
    file: File,
    count: Arc<AtomicU64>,
}

impl Counted {
    pub(crate) fn new(file: File) -> Counted {
        Counted { file, count: Arc::default() }
    }

    pub(crate) fn count(&self) -> Arc<AtomicU64> {
        self.count.clone()
    }
}

impl Read for Counted {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        let read = self.file.read(out)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

type Packed = BufReader<Counted>;

/// What was packed. Several pieces one after the other are one text, as with the usual tools.
pub(crate) enum Unpacked {
    Gzip(MultiGzDecoder<Packed>),
    /// Between two pieces.
    Zstd(Packed, Box<FrameDecoder>),
    /// In a piece.
    Piece(Packed, Box<FrameDecoder>),
    /// After an error, or at the end.
    Ended,
}

impl Unpacked {
    pub(crate) fn new(packed: Packed, packing: Packing) -> Unpacked {
        match packing {
            Packing::Zstd => Unpacked::Zstd(packed, Box::default()),
            _ => Unpacked::Gzip(MultiGzDecoder::new(packed)),
        }
    }
}

impl Read for Unpacked {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            match std::mem::replace(self, Unpacked::Ended) {
                Unpacked::Ended => return Ok(0),
                Unpacked::Gzip(mut unpacked) => {
                    let read = unpacked.read(out).map_err(|error| match error.kind() {
                        ErrorKind::UnexpectedEof => too_short(),
                        _ => Error::new(error.kind(), format!("the gzip data is broken ({error})")),
                    })?;
                    *self = Unpacked::Gzip(unpacked);
                    return Ok(read);
                }
                Unpacked::Zstd(mut packed, decoder) => {
                    if packed.fill_buf()?.is_empty() {
                        // An empty file is no packed text of length 0.
                        let empty = packed.get_ref().count.load(Ordering::Relaxed) == 0;
                        return if empty { Err(too_short()) } else { Ok(0) };
                    }
                    *self = piece(packed, decoder)?;
                }
                Unpacked::Piece(mut packed, mut decoder) => {
                    while decoder.can_collect() == 0 && !decoder.is_finished() {
                        let one = BlockDecodingStrategy::UptoBlocks(1);
                        if let Err(error) = decoder.decode_blocks(&mut packed, one) {
                            return Err(broken(&error, &mut packed));
                        }
                    }
                    let read = decoder.read(out)?;
                    if read > 0 {
                        *self = Unpacked::Piece(packed, decoder);
                        return Ok(read);
                    }
                    let told = decoder.get_checksum_from_data();
                    if told.is_some() && told != decoder.get_calculated_checksum() {
                        return Err(Error::other("the zstd data is broken (the checksum differs)"));
                    }
                    *self = Unpacked::Zstd(packed, decoder);
                }
            }
        }
    }
}

/// Begins the next piece, or passes over one that holds no text.
fn piece(mut packed: Packed, mut decoder: Box<FrameDecoder>) -> Result<Unpacked> {
    match decoder.reset(&mut packed) {
        Ok(()) => Ok(Unpacked::Piece(packed, decoder)),
        Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
            let passed = std::io::copy(&mut packed.by_ref().take(length.into()), &mut std::io::sink())?;
            if passed < length.into() { Err(too_short()) } else { Ok(Unpacked::Zstd(packed, decoder)) }
        }
        Err(error) => Err(broken(&error, &mut packed)),
    }
}

fn broken(error: &dyn std::fmt::Display, packed: &mut Packed) -> Error {
    match packed.fill_buf() {
        Ok([]) => too_short(),
        _ => Error::other(format!("the zstd data is broken ({error})")),
    }
}

fn too_short() -> Error {
    Error::new(ErrorKind::UnexpectedEof, "the packed data ends too early")
}
