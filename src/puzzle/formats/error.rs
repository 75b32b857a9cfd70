//! Why a text holds no puzzle at all.

use thiserror::Error;

use crate::puzzle::formats::exchange::Exchange;
use crate::puzzle::formats::link::LinkError;
use crate::puzzle::text::DefinitionError;
use crate::puzzle::variant::VariantError;

/// Why a text could not be imported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The text is in none of the known forms.
    #[error("the text is in none of the forms of puzzles that are known")]
    Unknown,
    /// A link from which no puzzle could be taken.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// A puzzle file with something wrong in it.
    #[error(transparent)]
    File(#[from] DefinitionError),
    /// The text is not JSON.
    #[error("line {line}, column {column}: {what}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong, lower case.
        what: String,
    },
    /// A place in a text does not read as its form wants it.
    #[error("line {line}, column {column}: {what}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What is wrong, lower case.
        what: String,
    },
    /// The board has no shape that can be.
    #[error("{what}")]
    Shape {
        /// What is wrong, lower case.
        what: String,
    },
}

impl ImportError {
    /// What the JSON reader says.
    pub(crate) fn json(error: &serde_json::Error) -> ImportError {
        let what = error.to_string();
        // The place is said beside it.
        let what = what.split(" at line ").next().unwrap_or(&what).to_owned();
        ImportError::Json { line: error.line(), column: error.column(), what }
    }
}

/// Why a puzzle could not be written in another form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The form has no boards of this shape, or not of these values.
    #[error("{what}")]
    Shape {
        /// What is wrong, lower case.
        what: String,
    },
    /// The puzzle itself cannot be.
    #[error(transparent)]
    Puzzle(#[from] VariantError),
    /// The form is read only.
    #[error("puzzles are not written as {form}, only as {}", Exchange::WRITTEN)]
    ReadOnly {
        /// The form.
        form: Exchange,
    },
}
