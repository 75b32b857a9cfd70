//! Links that carry a whole puzzle, and the payloads in them.

use thiserror::Error;

use crate::puzzle::formats::lz::{self, LzError};

/// Why no puzzle could be taken from a link.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinkError {
    /// The link only names the puzzle.
    #[error(
        "the link names a puzzle that only its server holds: open it there, and export it as a link with ?load="
    )]
    OnServer,
    /// The payload is of another kind.
    #[error("the payload '{start}...' is not that of f-puzzles")]
    NotFPuzzles {
        /// Its first characters.
        start: String,
    },
    /// The payload cannot be decompressed.
    #[error("the payload cannot be read: {why}")]
    Damaged {
        /// What is wrong, lower case.
        why: String,
    },
}

/// The start of a link to f-puzzles.
const F_PUZZLES: &str = "https://www.f-puzzles.com/?load=";
/// The hosts that carry the payload of f-puzzles after a word of their own.
const PADS: [&str; 3] = ["sudokupad", "crackingthecryptic", "f-puzzles"];
/// The words before that payload. The longer one first: it begins with the other.
const WORDS: [&str; 2] = ["fpuzzles", "fpuz"];
/// How much is decoded in search of slashes that a server has taken away, in characters.
const MOST_WORK: usize = 1 << 25;

/// The link that carries this JSON.
pub(crate) fn write(json: &str) -> String {
    let mut link = F_PUZZLES.to_owned();
    link.extend(lz::compress(json).chars().map(|c| match c {
        '+' => "%2B".to_owned(),
        '/' => "%2F".to_owned(),
        '=' => "%3D".to_owned(),
        c => c.to_string(),
    }));
    link
}

/// Whether a text may be a link or a payload; it may still be damaged.
pub(crate) fn is_link(text: &str) -> bool {
    let text = text.trim();
    let one_word = !text.contains(char::is_whitespace) && !text.starts_with('.');
    let payload = || {
        let payload = word(text).unwrap_or(text);
        (payload.len() < text.len() || is_bare(text))
            && (!may_be_board(text) || json(&decoded(payload)).is_ok())
    };
    one_word && (host(text).is_some() || payload())
}

/// Whether a text has as many symbols as a board has cells, and no other characters.
fn may_be_board(text: &str) -> bool {
    let symbol = |byte: u8| byte.is_ascii_alphanumeric() || b"._*-".contains(&byte);
    text.len().isqrt().pow(2) == text.len() && text.bytes().all(symbol)
}

/// What stands after the name of the host, if the text is a link to one that is known.
fn host(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or(text);
    let (host, rest) = rest.split_once('/')?;
    (host.contains('.') && PADS.iter().any(|pad| host.contains(pad))).then_some(rest)
}

/// What stands after the word that announces the payload.
fn word(text: &str) -> Option<&str> {
    WORDS.iter().find_map(|word| text.strip_prefix(word)).filter(|rest| rest.len() > 8)
}

/// Whether this is a payload without a word: every object with quoted keys begins in this way.
fn is_bare(text: &str) -> bool {
    text.starts_with("N4I") && text.len() > 8
}

/// The JSON in a link or payload.
///
/// # Errors
/// [`LinkError`] if it names a puzzle on a server, holds another payload, or is damaged.
pub(crate) fn read(text: &str) -> Result<String, LinkError> {
    let text = text.trim();
    let payload = match host(text) {
        Some(rest) => payload_of(rest)?,
        None => text.to_owned(),
    };
    let payload = decoded(&payload);
    let payload = word(&payload).unwrap_or(&payload);
    if !is_bare(payload) {
        return Err(LinkError::NotFPuzzles { start: payload.chars().take(12).collect() });
    }
    match json(payload) {
        Ok(json) => Ok(json),
        Err(why) => with_slashes(payload).ok_or(LinkError::Damaged { why }),
    }
}

/// The payload in the path or the query of a link.
fn payload_of(rest: &str) -> Result<String, LinkError> {
    let rest = rest.split('#').next().unwrap_or(rest);
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    for part in query.split('&') {
        match part.split_once('=') {
            Some(("load" | "puzzleid" | "puzzle", payload)) => return Ok(payload.to_owned()),
            Some(("id", _)) => return Err(LinkError::OnServer),
            _ => {}
        }
    }
    // The payload of a path may hold slashes.
    let starts = path.match_indices("fpuz").map(|(at, _)| at);
    match starts.filter(|&at| at == 0 || path.as_bytes()[at - 1] == b'/').map(|at| &path[at..]).next() {
        Some(payload) => Ok(payload.to_owned()),
        None => match path.trim_end_matches('/').rsplit('/').next().unwrap_or("") {
            // Other payloads are long, names on the server are short.
            name if name.len() > 60 => Ok(name.to_owned()),
            _ => Err(LinkError::OnServer),
        },
    }
}

/// A text with its percent signs resolved. A blank stands for the plus that a form would have made of it.
pub(crate) fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut found = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let hex = |at: usize| bytes.get(at).and_then(|&byte| (byte as char).to_digit(16));
        match (bytes[i], hex(i + 1), hex(i + 2)) {
            (b'%', Some(high), Some(low)) => {
                found.push((high * 16 + low) as u8);
                i += 3;
            }
            (b' ', ..) => {
                found.push(b'+');
                i += 1;
            }
            (byte, ..) => {
                found.push(byte);
                i += 1;
            }
        }
    }
    String::from_utf8_lossy(&found).into_owned()
}

/// The JSON of an intact payload.
fn json(payload: &str) -> Result<String, String> {
    let json = lz::decompress(payload).map_err(|error: LzError| error.to_string())?;
    match serde_json::from_str::<serde::de::IgnoredAny>(&json) {
        Ok(_) => Ok(json),
        Err(error) => Err(format!("it holds no JSON ({error})")),
    }
}

/// The JSON of a payload in which servers have made one slash out of two: the first of those with one, two or three
/// slashes more that can be read.
fn with_slashes(payload: &str) -> Option<String> {
    let slashes: Vec<usize> = payload.match_indices('/').map(|(at, _)| at).collect();
    let mut work = 0;
    for more in 1..=3 {
        let mut chosen: Vec<usize> = (0..more).collect();
        while chosen.last().is_some_and(|&last| last < slashes.len()) {
            work += payload.len();
            if work > MOST_WORK {
                return None;
            }
            let mut tried = payload.to_owned();
            for &slash in chosen.iter().rev() {
                tried.insert(slashes[slash], '/');
            }
            if let Ok(json) = json(&tried) {
                return Some(json);
            }
            next_choice(&mut chosen, slashes.len());
        }
    }
    None
}

/// The next choice of as many numbers below `end`, in order; one with a last number of `end` after the last of them.
fn next_choice(chosen: &mut [usize], end: usize) {
    let count = chosen.len();
    let place = (0..count).rev().find(|&i| chosen[i] + (count - i) < end);
    match place {
        Some(place) => {
            let first = chosen[place] + 1;
            for (i, number) in chosen[place..].iter_mut().enumerate() {
                *number = first + i;
            }
        }
        None => {
            if let Some(last) = chosen.last_mut() {
                *last = end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::puzzle::formats::link::{LinkError, is_link, next_choice, read, write};
    use crate::puzzle::formats::lz::compress;
    use proptest::prelude::*;

    const JSON: &str = r#"{"size":4,"grid":[[{},{"value":2,"given":true},{},{}]],"title":"Ä?"}"#;

    /// A JSON object whose payload has a double slash.
    fn slashed() -> (String, String) {
        let title = |n: u32| -> String {
            // Characters of many bits that are set, as a slash has six of them.
            let letter = |i: u32| match n.wrapping_mul(2_654_435_761).rotate_left(5 * i) % 8 {
                0..4 => char::from(0xf0_u8 + (n.rotate_right(i) % 16) as u8),
                other => char::from(b'w' + other as u8 - 4),
            };
            (0..40).map(letter).collect()
        };
        (0..20_000)
            .map(|n| format!("{{\"size\":4,\"title\":\"{}\"}}", title(n)))
            .map(|json| (compress(&json), json))
            .find(|(payload, _)| payload.contains("//"))
            .unwrap()
    }

    #[test]
    fn all_shapes_of_links_are_read() {
        let payload = compress(JSON);
        let percent = payload.replace('+', "%2B").replace('/', "%2f").replace('=', "%3D");
        for link in [
            write(JSON),
            payload.clone(),
            format!("  https://f-puzzles.com/?load={payload}\n"),
            format!("www.f-puzzles.com/?load={percent}&x=1"),
            format!("https://sudokupad.app/fpuz{percent}"),
            format!("https://sudokupad.app/fpuzzles{payload}"),
            format!("https://sudokupad.app/sudoku/fpuzzles{payload}?setting-nogrid=1"),
            format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{percent}"),
            format!("fpuzzles{payload}"),
            format!("fpuz{percent}"),
        ] {
            assert!(is_link(&link), "{link}");
            assert_eq!(read(&link).as_deref(), Ok(JSON), "{link}");
        }
    }

    #[test]
    fn a_slash_that_was_taken_away_is_found_again() {
        let (payload, json) = slashed();
        assert_eq!(read(&format!("https://sudokupad.app/fpuz{}", payload.replace("//", "/"))), Ok(json));
    }

    #[test]
    fn what_only_a_server_knows_is_said_to_be_there() {
        for link in [
            "https://www.f-puzzles.com/?id=y2abcdef",
            "https://sudokupad.app/abc123",
            "https://sudokupad.app/",
        ] {
            assert_eq!(read(link), Err(LinkError::OnServer), "{link}");
        }
        let other = format!("https://sudokupad.app/scl{}", "N4IgzglgXgpiBcB".repeat(8));
        assert!(matches!(read(&other), Err(LinkError::NotFPuzzles { .. })));
    }

    #[test]
    fn boards_and_constraint_strings_are_no_links() {
        for text in ["4.....8.5.3", ".Thermo~R1C1~R1C2", "{}", "N4", "fpuz", "boards/fpuz.txt"] {
            assert!(!is_link(text), "{text}");
        }
    }

    #[test]
    fn choices_are_all_made_once() {
        let mut chosen = vec![0, 1];
        let mut seen = Vec::new();
        while chosen[1] < 4 {
            seen.push(chosen.clone());
            next_choice(&mut chosen, 4);
        }
        assert_eq!(seen, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
    }

    proptest! {
        #[test]
        fn truncated_links_are_errors(at in 0..400_usize) {
            let link = write(JSON);
            let end = at % (link.trim_end_matches("%3D").len() - 2);
            prop_assert!(read(&link[..end]).is_err());
        }

        #[test]
        fn nothing_panics(text in "\\PC{0,60}|(https://)?(sudokupad.app/|f-puzzles.com/\\?(load|id)=)?(fpuz|fpuzzles)?[A-Za-z0-9/+%=&#?]{0,200}") {
            let _ = (is_link(&text), read(&text));
        }
    }
}
