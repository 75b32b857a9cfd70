//! What a terminal shows as colours, which is no text.

use std::borrow::Cow;

const ESCAPE: u8 = 0x1b;

/// Bytes without the sequences that set colours: `ESC [`, numbers with semicolons or colons, `m`.
pub(crate) fn without_colours(bytes: &[u8]) -> Cow<'_, [u8]> {
    if !bytes.contains(&ESCAPE) {
        return Cow::Borrowed(bytes);
    }
    let mut found = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        match (byte == ESCAPE).then(|| colour(after)).flatten() {
            Some(length) => rest = after.get(length..).unwrap_or_default(),
            None => {
                found.push(byte);
                rest = after;
            }
        }
    }
    Cow::Owned(found)
}

/// How long a sequence is after its escape.
fn colour(bytes: &[u8]) -> Option<usize> {
    let parameters = bytes.strip_prefix(b"[")?;
    let end = parameters.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b';' | b':'))?;
    (parameters.get(end) == Some(&b'm')).then_some(end + 2)
}

#[cfg(test)]
mod tests {
    use crate::sudoku::read::marks::without_colours;

    #[test]
    fn only_whole_sequences_of_colours_are_taken_out() {
        for (bytes, expected) in [
            (&b"5 \x1b[1m3\x1b[0m \x1b[38;5;12m.\x1b[m"[..], &b"5 3 ."[..]),
            (b"\x1b[1", b"\x1b[1"),
            (b"\x1b[2K1", b"\x1b[2K1"),
            (b"\x1b\x1b[1mx", b"\x1bx"),
            (b"12", b"12"),
        ] {
            assert_eq!(&*without_colours(bytes), expected);
        }
    }
}
