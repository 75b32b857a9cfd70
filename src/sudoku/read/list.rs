//! Nested lists as programming languages and JSON write them, into a tree of a few levels.

use crate::sudoku::read::error::{TextError, excerpt};
use crate::sudoku::read::fields::number;
use crate::sudoku::read::lines::{Line, content};

/// How deep lists may lie in each other: rows, cells and candidates in an object in an array.
const MOST_LEVELS: usize = 8;

/// Where something begins; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// A list, an object, or what stands in them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Number(u32, At),
    /// A number that is too large for any board, as it is written.
    Huge(String, At),
    /// `null`, `None`, or an empty mark.
    Empty(At),
    /// Characters in quotes, and where the first of them stands.
    Text(String, At),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// Where a list begins in a line, after `name =` and the like; `None` if there is no list.
pub(crate) fn start(text: &str) -> Option<usize> {
    let from = match (text.find('='), text.find(['[', '{'])) {
        (Some(equals), Some(bracket)) if equals < bracket || text.get(..bracket).is_some_and(is_name) => {
            equals + 1
        }
        _ => 0,
    };
    let after = text.get(from..)?;
    let bracket = after.find(['[', '{'])?;
    let (before, list) = (after.get(..bracket)?.trim(), after.get(bracket..)?);
    // A call such as `np.array(`, a type such as `vec!`, or the round bracket of a tuple may stand before it.
    let call = before.trim_end_matches(['(', '&', '!', ':']);
    let plain = call.is_empty() || call.len() < before.len() && is_name(call);
    (plain && !list.is_empty()).then_some(from + bracket)
}

/// Whether a line only names the list that begins in the next one: `board =`.
pub(crate) fn is_title(text: &str) -> bool {
    text.trim().strip_suffix('=').is_some_and(|name| is_name(name.trim()))
}

/// Whether a text is a name, a path of names, or names with blanks between them.
fn is_name(text: &str) -> bool {
    let word = |symbol: char| symbol.is_alphanumeric() || "_.:<> ".contains(symbol);
    text.chars().all(word) && text.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_')
}

/// How many brackets open at the beginning of a text.
pub(crate) fn opening(text: &str) -> usize {
    text.chars().filter(|symbol| !symbol.is_whitespace()).take_while(|symbol| "[{".contains(*symbol)).count()
}

/// How many more brackets a line opens than it closes.
pub(crate) fn balance(text: &str) -> isize {
    let one = |symbol| match symbol {
        '[' | '{' => 1,
        ']' | '}' => -1,
        _ => 0,
    };
    text.chars().map(one).sum()
}

/// Whether a line cannot be part of a list that was begun: it has nothing of a list, and a word that is no value.
pub(crate) fn is_foreign(text: &str) -> bool {
    let text = content(text);
    let marks = |symbol: char| "[]{}()\"',:/".contains(symbol);
    let at = At { line: 0, column: 0 };
    !text.contains(marks)
        && text.split_whitespace().any(|word| match value_of(word, at) {
            Some(Value::Huge(..)) | None => word != "...",
            Some(_) => false,
        })
}

/// A list under way.
#[derive(Debug, Default)]
struct Level {
    items: Vec<Value>,
    keys: Vec<String>,
    kind: LevelKind,
    after: After,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LevelKind {
    #[default]
    List,
    Object,
}

/// What the last thing in a list was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum After {
    #[default]
    Start,
    Item,
    Comma,
    Colon,
}

/// Builds the tree of a list from its lines.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    levels: Vec<Level>,
}

/// What a line did to a list.
#[derive(Debug)]
pub(crate) enum Progress {
    /// It goes on in the next line.
    Open,
    /// It is complete; the rest of the line begins at this byte.
    Done(Value, usize),
}

impl Builder {
    /// Takes a line, from the byte where the list begins or goes on.
    pub(crate) fn feed(&mut self, line: &Line, from: usize) -> Result<Progress, TextError> {
        let mut rest = line.text.get(from..).unwrap_or_default();
        let mut column = line.text.get(..from).map_or(0, |before| before.chars().count()) + 1;
        while let Some(symbol) = rest.chars().next() {
            let at = At { line: line.number, column };
            let wrong = |found: &str| TextError::List { text: excerpt(found), line: line.number, column };
            let mut length = symbol.len_utf8();
            match symbol {
                '#' => break,
                '/' if rest.starts_with("//") => break,
                '[' | '{' => {
                    if self.levels.len() == MOST_LEVELS {
                        return Err(TextError::ListDepth { line: line.number, column });
                    }
                    self.levels.push(Level::default());
                }
                ']' | '}' => {
                    let value = self.close().ok_or_else(|| wrong("]"))?;
                    if self.levels.is_empty() {
                        return Ok(Progress::Done(value, line.text.len() - rest.len() + length));
                    }
                    self.put(value).ok_or_else(|| wrong("]"))?;
                }
                ',' | ':' => {
                    self.separate(symbol).ok_or_else(|| wrong(rest.get(..1).unwrap_or(rest)))?;
                }
                '"' | '\'' => {
                    let inside = rest.get(1..).unwrap_or_default();
                    let end = inside.find(symbol).ok_or_else(|| wrong(rest))?;
                    let quoted = inside.get(..end).unwrap_or_default();
                    let inside = At { column: column + 1, ..at };
                    self.put(Value::Text(quoted.to_owned(), inside)).ok_or_else(|| wrong(rest))?;
                    length = end + 2;
                }
                _ if symbol.is_whitespace() => {}
                _ => {
                    let end = |symbol: char| symbol.is_whitespace() || ",:[]{}#\"'".contains(symbol);
                    let word = rest.get(..rest.find(end).unwrap_or(rest.len())).unwrap_or(rest);
                    let value = value_of(word, at).ok_or_else(|| wrong(word))?;
                    self.put(value).ok_or_else(|| wrong(word))?;
                    length = word.len();
                }
            }
            let (taken, next) = rest.split_at_checked(length).unwrap_or((rest, ""));
            column += taken.chars().count();
            rest = next;
        }
        Ok(Progress::Open)
    }

    /// Ends the innermost list.
    fn close(&mut self) -> Option<Value> {
        let level = self.levels.pop()?;
        match level.kind {
            LevelKind::List => Some(Value::List(level.items)),
            LevelKind::Object if level.items.len() == level.keys.len() => {
                Some(Value::Object(level.keys.into_iter().zip(level.items).collect()))
            }
            LevelKind::Object => None,
        }
    }

    fn put(&mut self, value: Value) -> Option<()> {
        let level = self.levels.last_mut()?;
        level.items.push(value);
        level.after = After::Item;
        Some(())
    }

    fn separate(&mut self, symbol: char) -> Option<()> {
        let level = self.levels.last_mut()?;
        if level.after != After::Item {
            return None;
        }
        level.after = After::Comma;
        if symbol == ':' {
            // What came last was the key of what comes next.
            let Some(Value::Text(key, _)) = level.items.pop() else { return None };
            if level.items.len() != level.keys.len() {
                return None;
            }
            level.keys.push(key);
            level.kind = LevelKind::Object;
            level.after = After::Colon;
        }
        Some(())
    }
}

/// A word without quotes.
fn value_of(word: &str, at: At) -> Option<Value> {
    let whole = word.trim_end_matches('0').strip_suffix('.').filter(|whole| !whole.is_empty());
    let digits = whole.unwrap_or(word);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(value_of_number(digits, at));
    }
    match word {
        "null" | "None" | "nil" | "NULL" | "nan" | "NaN" | "." | "_" | "*" | "-" => Some(Value::Empty(at)),
        // Values of keys that say nothing about the board.
        "true" | "false" | "True" | "False" => Some(Value::Text(word.to_owned(), at)),
        _ => None,
    }
}

/// A number of those digits.
pub(crate) fn value_of_number(digits: &str, at: At) -> Value {
    let value = number(digits).and_then(|value| u32::try_from(value).ok());
    value.map_or_else(|| Value::Huge(excerpt(digits), at), |value| Value::Number(value, at))
}
