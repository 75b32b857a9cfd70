//! Puzzle files as text: JSON and TOML, read and written.

use std::str::FromStr;

use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use crate::puzzle::definition::Definition;
use crate::puzzle::layout::sides;
use crate::puzzle::runs::{LARGEST, take_apart};
use crate::puzzle::schema::check;
use crate::puzzle::tree::Tree;

/// Why a text is no puzzle file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DefinitionError {
    /// The text is no JSON, or no TOML.
    #[error("line {line}, column {column}: {what}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong there.
        what: String,
    },
    /// A key that means nothing there.
    #[error("{path}: unknown key{hint}", hint = did_you_mean(.nearest))]
    UnknownKey {
        /// The keys that lead there, and the key.
        path: String,
        /// The known key that is most like it, if one is at all.
        nearest: Option<String>,
    },
    /// A word that means nothing there: the type of a constraint, one of some choices.
    #[error("{path}: unknown word '{word}'{hint}", hint = did_you_mean(.nearest))]
    UnknownWord {
        /// The keys that lead there.
        path: String,
        /// The word.
        word: String,
        /// The known word that is most like it, if one is at all.
        nearest: Option<String>,
    },
    /// A key that has to be there.
    #[error("{path}: the key '{key}' is missing")]
    Missing {
        /// The keys that lead to where it should be.
        path: String,
        /// The key.
        key: String,
    },
    /// Something of another type, or that cannot be read.
    #[error("{path}: {what}")]
    Wrong {
        /// The keys that lead there.
        path: String,
        /// What is wrong.
        what: String,
    },
    /// The lists of cells name more cells than any puzzle needs.
    #[error("the lists of cells name more than {most} cells")]
    TooManyCells {
        /// How many are allowed.
        most: usize,
    },
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|nearest| format!(", did you mean '{nearest}'?")).unwrap_or_default()
}

impl Definition {
    /// Reads JSON.
    ///
    /// ```
    /// use pencilmark::Definition;
    ///
    /// let text = r#"{ "boxes": "3x3", "rows": 9, "constraints": [{ "type": "all_different", "cell": "r1c1-3" }] }"#;
    /// let error = Definition::from_json(text).unwrap_err();
    /// assert_eq!(error.to_string(), "constraints[0].cell: unknown key, did you mean 'cells'?");
    /// ```
    ///
    /// # Errors
    /// [`DefinitionError`] names the line and column, or the keys that lead to what is wrong.
    pub fn from_json(text: &str) -> Result<Definition, DefinitionError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let tree: Tree = serde_json::from_str(text).map_err(|error| {
            let what = error.to_string();
            let what = what.rsplit_once(" at line ").map_or(what.as_str(), |(what, _)| what).to_owned();
            DefinitionError::Syntax { line: error.line(), column: error.column(), what }
        })?;
        Definition::from_tree(tree.0)
    }

    /// Reads TOML.
    ///
    /// ```
    /// use pencilmark::Definition;
    ///
    /// let definition = Definition::from_toml("boxes = '2x2'\ngivens = ['1...', '.2..', '..3.', '...4']")?;
    /// assert_eq!(definition, Definition::from_json(&definition.to_json())?);
    /// # Ok::<(), pencilmark::DefinitionError>(())
    /// ```
    ///
    /// # Errors
    /// [`DefinitionError`] names the line and column, or the keys that lead to what is wrong.
    pub fn from_toml(text: &str) -> Result<Definition, DefinitionError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let tree: Tree = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            DefinitionError::Syntax { line, column, what: error.message().trim().replace('\n', "; ") }
        })?;
        Definition::from_tree(tree.0)
    }

    /// Reads what was parsed before, from JSON or anything like it.
    ///
    /// # Errors
    /// [`DefinitionError`] names the keys that lead to what is wrong.
    pub(crate) fn from_tree(mut tree: Value) -> Result<Definition, DefinitionError> {
        let runs = check(&tree)?;
        // What the schema lets pass is read, so this is for what it cannot say.
        let read = |tree: Value| {
            Definition::deserialize(tree).map_err(|error| DefinitionError::Wrong {
                path: "the puzzle".to_owned(),
                what: error.to_string(),
            })
        };
        if !runs.is_empty() {
            let whole = read(tree.clone())?;
            if sides(&whole).is_ok_and(|(rows, columns)| rows.max(columns) <= LARGEST) {
                take_apart(&mut tree, "", &runs);
            }
        }
        read(tree)
    }

    /// Writes JSON: one key a line, lists of lists and of objects one element a line.
    pub fn to_json(&self) -> String {
        let tree = serde_json::to_value(self).unwrap_or_default();
        let mut text = String::new();
        write_json(&tree, 0, &mut text);
        text.push('\n');
        text
    }

    /// Writes TOML.
    pub fn to_toml(&self) -> String {
        // TOML has no null; the only place for one is an empty cell in rows of numbers, which are written as text there.
        toml::to_string(&self.without_null()).unwrap_or_default()
    }
}

/// The keys of a file in the order of [`Definition`], whatever the order of the map.
const ORDER: [&str; 16] = [
    "$schema",
    "version",
    "title",
    "author",
    "notes",
    "rows",
    "columns",
    "values",
    "boxes",
    "regions",
    "lines",
    "active",
    "boards",
    "houses",
    "givens",
    "candidates",
];

fn write_json(tree: &Value, depth: usize, text: &mut String) {
    let simple = |value: &Value| !value.is_array() && !value.is_object();
    let indent = |text: &mut String, depth: usize| {
        text.push('\n');
        text.extend(std::iter::repeat_n("  ", depth));
    };
    match tree {
        Value::Object(object) if depth == 0 => {
            let place = |key: &str| ORDER.iter().position(|known| *known == key).unwrap_or(ORDER.len());
            let mut keys: Vec<&String> = object.keys().collect();
            keys.sort_by_key(|key| place(key));
            text.push('{');
            for (number, key) in keys.into_iter().enumerate() {
                text.push_str(if number == 0 { "" } else { "," });
                indent(text, 1);
                text.push_str(&format!("{}: ", Value::from(key.as_str())));
                write_json(&object[key], 1, text);
            }
            indent(text, 0);
            text.push('}');
        }
        // Rows, and lists of objects, stand one below the other.
        Value::Array(list) if depth == 1 && list.iter().any(|value| !simple(value) || value.is_string()) => {
            text.push('[');
            for (number, value) in list.iter().enumerate() {
                text.push_str(if number == 0 { "" } else { "," });
                indent(text, 2);
                write_json(value, 2, text);
            }
            indent(text, 1);
            text.push(']');
        }
        other => text.push_str(&other.to_string()),
    }
}

/// Reads JSON where the text begins with `{`, else TOML.
impl FromStr for Definition {
    type Err = DefinitionError;

    fn from_str(text: &str) -> Result<Definition, DefinitionError> {
        let begin = text.trim_start_matches('\u{feff}').trim_start();
        if begin.starts_with('{') { Definition::from_json(text) } else { Definition::from_toml(text) }
    }
}
