//! Puzzles in the forms of other programs: telling them apart, reading, and writing.

use std::fmt;
use std::str::FromStr;

use crate::puzzle::definition::Definition;
use crate::puzzle::formats::draft::Unsupported;
use crate::puzzle::formats::error::{ExportError, ImportError};
use crate::puzzle::formats::{assemble, fpuzzles, iss, jigsaw, killer, link};
use crate::sudoku::read::options::UnknownWord;

/// A form in which puzzles with constraints are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Exchange {
    /// A puzzle file of this library in JSON.
    Json,
    /// The same in TOML.
    Toml,
    /// The JSON of f-puzzles.
    FPuzzles,
    /// A link of f-puzzles or SudokuPad that carries the JSON of f-puzzles, or the payload of one.
    FPuzzlesLink,
    /// A constraint string of the Interactive Sudoku Solver.
    Iss,
    /// A killer as numbers, `3x3::k:2561:...`; it is read only.
    KillerNumbers,
    /// A killer of 81 sums and arrows; it is read only.
    KillerArrows,
    /// A killer as a picture with a list of sums; it is read only.
    KillerPicture,
    /// Givens and then a label for the region of each cell; it is read only.
    Jigsaw,
}

/// A puzzle that was read from another form.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Imported {
    /// The puzzle.
    pub definition: Definition,
    /// The form of the text.
    pub form: Exchange,
    /// What of the text the puzzle lacks. If this is not empty, the puzzle may have other solutions than what was meant.
    pub unsupported: Vec<Unsupported>,
}

/// A puzzle in another form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exported {
    /// The text.
    pub text: String,
    /// What of the puzzle the text lacks.
    pub unsupported: Vec<Unsupported>,
}

impl Exchange {
    /// The forms that can be written, as they are named in [`FromStr`].
    pub const WRITTEN: &'static str = "json, toml, fpuzzles, fpuzzles-link, iss";

    /// Which form a text is in, if it is one of these. The text may still have faults.
    ///
    /// ```
    /// use pencilmark::Exchange;
    ///
    /// assert_eq!(Exchange::of(".Thermo~R1C1~R2C2.AntiKnight"), Some(Exchange::Iss));
    /// assert_eq!(Exchange::of("https://sudokupad.app/fpuzN4IgzglgXgpi"), Some(Exchange::FPuzzlesLink));
    /// assert_eq!(Exchange::of("53..7....6..195....98....6.8...6...3"), None);
    /// ```
    pub fn of(text: &str) -> Option<Exchange> {
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.starts_with('{') {
            return json(text);
        }
        Some(match text {
            _ if iss::is_string(text) => Exchange::Iss,
            _ if link::is_link(text) => Exchange::FPuzzlesLink,
            _ if killer::is_numbers(text) => Exchange::KillerNumbers,
            _ if killer::is_arrows(text) => Exchange::KillerArrows,
            _ if killer::is_picture(text) => Exchange::KillerPicture,
            _ if jigsaw::is_layout(text) => Exchange::Jigsaw,
            _ if is_toml(text) => Exchange::Toml,
            _ => return None,
        })
    }

    /// Reads a text of this form.
    ///
    /// ```
    /// use pencilmark::{Exchange, Variant};
    ///
    /// let imported = Exchange::Iss.read(".Shape~4x4.Diagonal~1.Diagonal~-1")?;
    /// assert!(imported.unsupported.is_empty());
    /// assert_eq!(Variant::new(&imported.definition)?.count(1000).found(), 48);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ImportError`] if the text cannot be read at all. What of it could not be taken over is listed beside the puzzle.
    pub fn read(self, text: &str) -> Result<Imported, ImportError> {
        let text = text.trim_start_matches('\u{feff}');
        let draft = match self {
            Exchange::Json | Exchange::Toml => {
                let read = if self == Exchange::Json { Definition::from_json } else { Definition::from_toml };
                let definition = read(text)?;
                return Ok(Imported { definition, form: self, unsupported: Vec::new() });
            }
            Exchange::FPuzzles => fpuzzles::read::read(text)?,
            Exchange::FPuzzlesLink => fpuzzles::read::read(&link::read(text)?)?,
            Exchange::Iss => iss::read::read(&iss::string(text))?,
            Exchange::KillerNumbers => killer::read_numbers(text)?,
            Exchange::KillerArrows => killer::read_arrows(text)?,
            Exchange::KillerPicture => killer::read_picture(text)?,
            Exchange::Jigsaw => jigsaw::read(text)?,
        };
        let (definition, unsupported) = assemble::definition(draft);
        Ok(Imported { definition, form: self, unsupported })
    }

    /// Whether a text begins with a name for a list of rows of numbers, as programming languages write it. In a puzzle file
    /// the givens may look like that; then it says more.
    pub(crate) fn is_named_list(text: &str) -> bool {
        let Some((line, start)) = first_line(text) else { return false };
        let Some((key, _)) = line.split_once('=') else { return false };
        let list = text.get(start + key.len() + 1..).unwrap_or_default().trim_start();
        let row = list.strip_prefix('[').and_then(|rows| rows.trim_start().strip_prefix('['));
        let numbers = row.is_some_and(|row| row.trim_start().starts_with(|c: char| c.is_ascii_digit()));
        let rows =
            |value: &toml::Value| value.as_array().is_some_and(|rows| rows.iter().all(toml::Value::is_array));
        let more = || toml::from_str::<toml::Table>(text).is_ok_and(|table| !table.values().all(rows));
        numbers && !(key.trim() == "givens" && more())
    }

    /// Reads a text in whatever form it is.
    ///
    /// # Errors
    /// [`ImportError`] if the form is not known or the text cannot be read at all.
    pub fn import(text: &str) -> Result<Imported, ImportError> {
        Exchange::of(text).ok_or(ImportError::Unknown)?.read(text)
    }

    /// Writes a puzzle in this form.
    ///
    /// ```
    /// use pencilmark::{Definition, Exchange};
    ///
    /// let definition = Definition::from_toml("boxes = '2x2'\ngivens = ['1...', '....', '....', '...2']")?;
    /// let exported = Exchange::Iss.write(&definition)?;
    /// assert_eq!(exported.text, ".Shape~4x4.~R1C1_1~R4C4_2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ExportError`] if the board has no place in this form. What else the text lacks is listed beside it.
    pub fn write(self, definition: &Definition) -> Result<Exported, ExportError> {
        let written = |(text, unsupported): (String, Vec<Unsupported>)| Exported { text, unsupported };
        let draft = || assemble::draft(definition).map_err(ExportError::from);
        Ok(match self {
            Exchange::Json => written((definition.to_json(), Vec::new())),
            Exchange::Toml => written((definition.to_toml(), Vec::new())),
            Exchange::FPuzzles => written(fpuzzles::write::write(&draft()?)?),
            Exchange::FPuzzlesLink => {
                let (json, unsupported) = fpuzzles::write::write(&draft()?)?;
                written((link::write(&json), unsupported))
            }
            Exchange::Iss => written(iss::write::write(&draft()?)?),
            Exchange::KillerNumbers | Exchange::KillerArrows | Exchange::KillerPicture | Exchange::Jigsaw => {
                return Err(ExportError::ReadOnly { form: self });
            }
        })
    }
}

/// Whether an object is one of f-puzzles, one of this library, or something else such as a plain board.
fn json(text: &str) -> Option<Exchange> {
    // Boards may follow each other.
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>();
    let (first, only) = (values.next(), values.next().is_none());
    let Some(Ok(serde_json::Value::Object(object))) = first else {
        // Not JSON, but it begins like that: the reader of puzzle files says best what is wrong.
        return Some(Exchange::Json);
    };
    // A plain board has rows of numbers and perhaps a box.
    if object.get("rows").is_some_and(serde_json::Value::is_array) {
        return None;
    }
    Some(if only && object.contains_key("size") { Exchange::FPuzzles } else { Exchange::Json })
}

/// The first line that says something, and the byte where it begins.
fn first_line(text: &str) -> Option<(&str, usize)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if !trimmed.is_empty() && !trimmed.starts_with('#') {
            return Some((trimmed, start + line.len() - line.trim_start().len()));
        }
        start += line.len();
    }
    None
}

/// Whether the first line that says something is a key of a puzzle file with its value, or a table.
fn is_toml(text: &str) -> bool {
    let Some((line, _)) = first_line(text) else { return false };
    let name =
        |text: &str| text.len() > 1 && text.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c == '$');
    match line.split_once('=') {
        Some((key, _)) => name(key.trim().trim_matches('"')) && !Exchange::is_named_list(text),
        None => {
            let table = line.trim_start_matches('[').trim_end_matches(']');
            line.starts_with('[') && line.ends_with(']') && name(table)
        }
    }
}

impl FromStr for Exchange {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Exchange, UnknownWord> {
        Ok(match text {
            "json" => Exchange::Json,
            "toml" => Exchange::Toml,
            "fpuzzles" => Exchange::FPuzzles,
            "fpuzzles-link" => Exchange::FPuzzlesLink,
            "iss" => Exchange::Iss,
            _ => {
                let text = text.chars().take(40).collect();
                return Err(UnknownWord { text, expected: Exchange::WRITTEN });
            }
        })
    }
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exchange::Json => "json",
            Exchange::Toml => "toml",
            Exchange::FPuzzles => "fpuzzles",
            Exchange::FPuzzlesLink => "fpuzzles-link",
            Exchange::Iss => "iss",
            Exchange::KillerNumbers => "killer-numbers",
            Exchange::KillerArrows => "killer-arrows",
            Exchange::KillerPicture => "killer-picture",
            Exchange::Jigsaw => "jigsaw",
        })
    }
}
