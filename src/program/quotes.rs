//! Whether a place in a table is within quotes.

/// Goes through the bytes of a table as they come.
pub(crate) struct Quotes {
    pub(crate) delimiter: u8,
    pub(crate) place: Place,
    /// So many bytes at the beginning are no text.
    pub(crate) pass_over: usize,
}

/// What is before a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The beginning of a field: a quote opens.
    Start,
    /// A field without quotes, or what follows them: a quote is a character.
    Plain,
    /// Within quotes.
    Quoted,
    /// A quote within quotes: it has closed them, or another follows and both are one character.
    Closed,
}

impl Quotes {
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        let over = self.pass_over.min(bytes.len());
        self.pass_over -= over;
        let mut rest = &bytes[over..];
        while let Some(&last) = rest.last() {
            // Most tables have no quotes at all, and this is the fastest way to see it.
            let quote = if rest.contains(&b'"') { rest.iter().position(|&byte| byte == b'"') } else { None };
            if self.place == Place::Quoted {
                let Some(quote) = quote else { return };
                self.place = Place::Closed;
                rest = &rest[quote + 1..];
                continue;
            }
            let Some(quote) = quote else {
                self.place = self.behind(last);
                return;
            };
            let before = if quote == 0 { self.place } else { self.behind(rest[quote - 1]) };
            self.place = match before {
                Place::Start | Place::Closed => Place::Quoted,
                place => place,
            };
            rest = &rest[quote + 1..];
        }
    }

    /// What is behind a byte that is no quote, and not within quotes.
    fn behind(&self, byte: u8) -> Place {
        match byte == self.delimiter || byte == b'\n' || byte == b'\r' {
            true => Place::Start,
            false => Place::Plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::program::quotes::{Place, Quotes};

    /// One byte after the other.
    fn slowly(text: &[u8]) -> Place {
        text.iter().fold(Place::Start, |place, &byte| match (place, byte) {
            (Place::Start | Place::Closed, b'"') => Place::Quoted,
            (Place::Plain, b'"') => Place::Plain,
            (Place::Quoted, b'"') => Place::Closed,
            (Place::Quoted, _) => Place::Quoted,
            (_, b',' | b'\n' | b'\r') => Place::Start,
            _ => Place::Plain,
        })
    }

    #[test]
    fn all_short_texts_in_all_pieces() {
        let symbols = *b"a\",\n";
        for length in 0..=7 {
            for number in 0..symbols.len().pow(length) {
                let text: Vec<u8> = (0..length).map(|i| symbols[number >> (2 * i) & 3]).collect();
                for cut in 0..=text.len() {
                    let mut quotes = Quotes { delimiter: b',', place: Place::Start, pass_over: 0 };
                    quotes.pass(&text[..cut]);
                    quotes.pass(&text[cut..]);
                    assert_eq!(quotes.place, slowly(&text), "{:?}", String::from_utf8_lossy(&text));
                }
            }
        }
    }
}
