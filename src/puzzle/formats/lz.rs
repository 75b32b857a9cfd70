//! The compression of puzzle links: lz-string, as base64.
//!
//! Each code of the stream names a text that was written before, so that a short stream can stand for a very long one.
//! This decoder keeps the place and the length of each text in what it has written, so that it needs no more room than
//! that, and stops at a limit.

use thiserror::Error;

/// The most UTF-16 units that a link may hold: about a hundred times those of the largest puzzles seen.
const MOST: usize = 1 << 22;

/// Why a text is not compressed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum LzError {
    #[error("it breaks off")]
    Truncated,
    #[error("it is damaged")]
    Damaged,
    #[error("it is longer than {MOST} characters")]
    TooLong,
}

/// Compresses a text.
pub(crate) fn compress(text: &str) -> String {
    lz_str::compress_to_base64(text)
}

/// Decompresses what [`compress`] or another lz-string has made. Characters that are not of base64 are passed over.
pub(crate) fn decompress(base64: &str) -> Result<String, LzError> {
    let mut bits = Bits { digits: base64.bytes().filter_map(digit), digit: 0, left: 0 };
    let mut units: Vec<u16> = Vec::new();
    // The first three codes are: a character of 8 bits, one of 16 bits, the end.
    let mut texts: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut previous = None;
    let (mut width, mut until_wider) = (2, 1_u64);
    loop {
        let code = bits.take(width)?;
        let text = match code {
            0 | 1 => {
                let unit = bits.take(if code == 0 { 8 } else { 16 })? as u16;
                texts.push((units.len(), 1));
                count(&mut width, &mut until_wider);
                units.push(unit);
                (units.len() - 1, 1)
            }
            2 => return String::from_utf16(&units).map_err(|_| LzError::Damaged),
            code => {
                let (start, length) = match (texts.get(code as usize), previous) {
                    (Some(&text), _) => text,
                    // The text that this very step is to make: the last one and its first unit.
                    (None, Some((start, length))) if code as usize == texts.len() => (start, length + 1),
                    _ => return Err(LzError::Damaged),
                };
                if units.len() + length > MOST {
                    return Err(LzError::TooLong);
                }
                let written = units.len();
                for i in start..start + length {
                    units.push(units[i]);
                }
                (written, length)
            }
        };
        if let Some((start, length)) = previous {
            texts.push((start, length + 1));
            count(&mut width, &mut until_wider);
        }
        if units.len() > MOST {
            return Err(LzError::TooLong);
        }
        previous = Some(text);
    }
}

/// Counts a text that was made: the codes get a bit more whenever that is needed to name the next.
fn count(width: &mut u32, until_wider: &mut u64) {
    *until_wider -= 1;
    if *until_wider == 0 {
        *until_wider = 1 << *width;
        *width += 1;
    }
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

/// The bits of a stream: the highest of a digit first, the lowest of a code first.
struct Bits<I> {
    digits: I,
    digit: u8,
    left: u32,
}

impl<I: Iterator<Item = u8>> Bits<I> {
    fn take(&mut self, width: u32) -> Result<u64, LzError> {
        let mut code = 0;
        for i in 0..width {
            if self.left == 0 {
                self.digit = self.digits.next().ok_or(LzError::Truncated)?;
                self.left = 6;
            }
            self.left -= 1;
            code |= u64::from(self.digit >> self.left & 1) << i;
        }
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::puzzle::formats::lz::{LzError, compress, decompress};
    use proptest::prelude::*;

    #[test]
    fn a_short_stream_cannot_fill_the_memory() {
        let bomb = compress(&"a".repeat(6 << 20));
        assert!(bomb.len() < 20_000, "{}", bomb.len());
        assert_eq!(decompress(&bomb), Err(LzError::TooLong));
    }

    #[test]
    fn what_breaks_off_is_an_error() {
        let whole = compress("{\"size\":9,\"grid\":[]}");
        for end in 0..whole.trim_end_matches('=').len() - 1 {
            assert!(decompress(&whole[..end]).is_err(), "{end}");
        }
    }

    /// Texts like those of links, and with characters of any kind.
    fn text() -> impl Strategy<Value = String> {
        prop_oneof!["[a-c\\[\\]{}:,\"]{0,300}", "\\PC{0,80}", any::<String>()]
    }

    proptest! {
        #[test]
        fn what_was_compressed_comes_back(text in text()) {
            prop_assert_eq!(decompress(&compress(&text)), Ok(text));
        }

        /// Whatever either of the two decoders reads, the other reads in the same way. That of the library wants one
        /// digit more than the stream has bits, and takes an equals sign for a digit.
        #[test]
        fn damaged_streams_read_as_the_library_reads_them(text in text(), at in any::<usize>(), byte in b'A'..=b'z') {
            let mut bytes = compress(&text).trim_end_matches('=').as_bytes().to_vec();
            let at = at % bytes.len();
            bytes[at] = byte;
            let damaged = String::from_utf8(bytes).unwrap();
            let library = lz_str::decompress_from_base64(&format!("{damaged}A"));
            let library = library.and_then(|units| String::from_utf16(&units).ok());
            match (decompress(&format!("{damaged}A")), library) {
                (Ok(ours), Some(theirs)) => prop_assert_eq!(ours, theirs),
                (ours, Some(theirs)) => prop_assert!(false, "{:?} for {:?}", ours, theirs),
                (Ok(ours), None) => prop_assert_eq!(decompress(&damaged), Err(LzError::Truncated), "{}", ours),
                (Err(_), None) => {}
            }
        }

        #[test]
        fn nothing_panics(text in "\\PC{0,200}|[A-Za-z0-9+/=]{0,400}") {
            let _ = decompress(&text);
        }
    }
}
