//! Pictures of a board: a row a line, a label or a number for each cell.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::schema::without_code;

/// The rows of a board as text. In a file it is a list of texts, or one text with a row a line.
///
/// Where a row has blanks inside, they separate the cells; else each character is one cell.
///
/// ```
/// use pencilmark::Picture;
///
/// let picture = Picture::from("AAB\nABB");
/// assert_eq!(picture.rows().nth(1), Some(vec!["A", "B", "B"]));
/// let picture = Picture::from("1 12 .\n. . 3");
/// assert_eq!(picture.rows().next(), Some(vec!["1", "12", "."]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Form", into = "Vec<String>")]
#[schemars(transform = without_code)]
pub struct Picture {
    rows: Vec<String>,
}

/// The rows as a list, or one text with a row a line.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "rows as a list of texts, or one text with a row a line")]
enum Form {
    List(Vec<String>),
    Text(String),
}

impl From<Form> for Picture {
    fn from(form: Form) -> Picture {
        match form {
            Form::List(rows) => rows.into_iter().collect(),
            Form::Text(text) => Picture::from(text.as_str()),
        }
    }
}

impl From<Picture> for Vec<String> {
    fn from(picture: Picture) -> Vec<String> {
        picture.rows
    }
}

/// One text with a row a line; blank lines at both ends are left out.
impl From<&str> for Picture {
    fn from(text: &str) -> Picture {
        text.trim().lines().collect()
    }
}

impl<T: Into<String>> FromIterator<T> for Picture {
    fn from_iter<I: IntoIterator<Item = T>>(rows: I) -> Picture {
        Picture { rows: rows.into_iter().map(Into::into).collect() }
    }
}

impl Picture {
    /// What stands in the cells of each row.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Vec<&str>> + '_ {
        self.rows.iter().map(|row| cells(row.trim()))
    }

    /// How many rows it has, and how many cells the longest of them has.
    pub fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.rows().map(|row| row.len()).max().unwrap_or(0))
    }
}

fn cells(row: &str) -> Vec<&str> {
    if row.contains(char::is_whitespace) {
        row.split_whitespace().collect()
    } else {
        row.char_indices().map(|(at, symbol)| &row[at..at + symbol.len_utf8()]).collect()
    }
}
