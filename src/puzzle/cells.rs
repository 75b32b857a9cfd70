//! Lists of cells as setters write them: `r1c1`, `r1c1-9`, `r1-3c1-3`, `r1,2,3c4,5`, `r123c45`.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::sudoku::geometry::Cell;

/// The most cells that one list may name, so that a short text cannot ask for much memory.
const MOST: usize = 1 << 20;

/// A list of cells, in the order in which they are named. A cell may stand twice.
///
/// In a file it is one text or a list of texts. A text holds groups separated by blanks; a group is `r`, rows, `c`,
/// columns, and names each of its rows with each of its columns. Rows and columns are numbers from 1, ranges `1-9` (or
/// `9-1`, downwards), and lists of both `1,4-6`. Digits without commas, as in `r123c45`, are one a number: each of them
/// is a row of its own only in a puzzle file where no side exceeds 9, or where [`Cells::parse`] is told so.
///
/// ```
/// use pencilmark::Cells;
///
/// let cells: Cells = "r1c1-3 r2c3".parse()?;
/// assert_eq!(cells.to_string(), "r1c1-3 r2c3");
/// assert_eq!(cells.iter().count(), 4);
/// # Ok::<(), pencilmark::CellsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells(Vec<Cell>);

/// Why a text names no cells.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CellsError {
    /// A group is not of the form.
    #[error("'{group}' is no cell: write r1c2, r1c1-9, r1-3c1-3 or r1,2c4,5")]
    NotACell {
        /// The group, cut to 40 characters.
        group: String,
    },
    /// Rows and columns are counted from 1.
    #[error("'{group}': rows and columns are counted from 1")]
    Zero {
        /// The group, cut to 40 characters.
        group: String,
    },
    /// Rows and columns are counted in 32 bits.
    #[error("'{group}': rows and columns are at most {}", u32::MAX)]
    OutOfRange {
        /// The group, cut to 40 characters.
        group: String,
    },
    /// More cells than any board has.
    #[error("more than {MOST} cells")]
    TooMany,
}

impl Cells {
    /// These cells.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Cells {
        Cells(cells.into_iter().collect())
    }

    /// The cells, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + '_ {
        self.0.iter().copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads a text; `digits` says how a run of several digits is meant.
    ///
    /// # Errors
    /// [`CellsError`] names the group that is no cell.
    pub fn parse(text: &str, digits: Digits) -> Result<Cells, CellsError> {
        let mut cells = Vec::new();
        for group in text.split_whitespace() {
            let short = || group.chars().take(40).collect::<String>();
            let not_a_cell = || CellsError::NotACell { group: short() };
            let rest = group.strip_prefix(['r', 'R']).ok_or_else(not_a_cell)?;
            let (rows, columns) = rest.split_once(['c', 'C']).ok_or_else(not_a_cell)?;
            let bad = |bad| match bad {
                Bad::Form => not_a_cell(),
                Bad::Range => CellsError::OutOfRange { group: short() },
                Bad::Many => CellsError::TooMany,
            };
            let (rows, columns) =
                (numbers(rows, digits).map_err(bad)?, numbers(columns, digits).map_err(bad)?);
            if rows.iter().chain(&columns).any(|&number| number == 0) {
                return Err(CellsError::Zero { group: short() });
            }
            if rows.len().saturating_mul(columns.len()).saturating_add(cells.len()) > MOST {
                return Err(CellsError::TooMany);
            }
            for &row in &rows {
                cells.extend(columns.iter().map(|&column| Cell::new(row - 1, column - 1)));
            }
        }
        Ok(Cells(cells))
    }
}

/// How a run of several digits in the name of a cell is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// As one number: `r12c3` is in row 12.
    Together,
    /// One number a digit, for boards with no side above 9: `r12c3` is `r1c3` and `r2c3`.
    Apart,
}

/// What is wrong with a list of numbers.
enum Bad {
    Form,
    Range,
    Many,
}

/// The numbers of `1,4-6`.
fn numbers(text: &str, digits: Digits) -> Result<Vec<u32>, Bad> {
    let mut found = Vec::new();
    for part in text.split(',') {
        match part.split_once('-') {
            Some((from, to)) => {
                let (from, to) = (number(from)?, number(to)?);
                if from.abs_diff(to) as usize >= MOST {
                    return Err(Bad::Many);
                }
                if from <= to { found.extend(from..=to) } else { found.extend((to..=from).rev()) }
            }
            None if digits == Digits::Apart => {
                number(part)?;
                found.extend(part.chars().filter_map(|digit| digit.to_digit(10)));
            }
            None => found.push(number(part)?),
        }
        if found.len() > MOST {
            return Err(Bad::Many);
        }
    }
    Ok(found)
}

fn number(text: &str) -> Result<u32, Bad> {
    match !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.parse().map_err(|_| Bad::Range),
        false => Err(Bad::Form),
    }
}

/// Reads a text with runs of digits [`Together`](Digits::Together).
impl FromStr for Cells {
    type Err = CellsError;

    fn from_str(text: &str) -> Result<Cells, CellsError> {
        Cells::parse(text, Digits::Together)
    }
}

/// Runs along a row or a column are written as one group.
impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.as_slice();
        let mut blank = "";
        while let [first, ..] = rest {
            let (name, len) = run(rest);
            write!(f, "{blank}{}", name.unwrap_or_else(|| first.to_string()))?;
            rest = &rest[len..];
            blank = " ";
        }
        Ok(())
    }
}

/// The longest run of neighbours along a row or a column at the beginning, and its name where it is longer than one.
fn run(cells: &[Cell]) -> (Option<String>, usize) {
    let along = |step: fn(Cell) -> Option<Cell>| {
        1 + cells.windows(2).take_while(|pair| step(pair[0]) == Some(pair[1])).count()
    };
    let right = along(|cell| Some(Cell::new(cell.row, cell.column.checked_add(1)?)));
    let left = along(|cell| Some(Cell::new(cell.row, cell.column.checked_sub(1)?)));
    let down = along(|cell| Some(Cell::new(cell.row.checked_add(1)?, cell.column)));
    let up = along(|cell| Some(Cell::new(cell.row.checked_sub(1)?, cell.column)));
    let len = right.max(left).max(down).max(up);
    let (first, last) = (cells[0], cells[len - 1]);
    let (row, column) = (u64::from(first.row) + 1, u64::from(first.column) + 1);
    let name = match len {
        1 => None,
        _ if first.row == last.row => Some(format!("r{row}c{column}-{}", u64::from(last.column) + 1)),
        _ => Some(format!("r{row}-{}c{column}", u64::from(last.row) + 1)),
    };
    (name, len)
}

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cells, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "cells such as \"r1c1-9\", or a list of such texts")]
        enum Form {
            Text(String),
            List(Vec<String>),
        }
        let text = match Form::deserialize(deserializer)? {
            Form::Text(text) => text,
            Form::List(list) => list.join(" "),
        };
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Cells {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cells".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "cells such as \"r1c1\", \"r1c1-9\", \"r1-3c1-3\", \"r1,2,3c4,5\", blank-separated or as a list",
            "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }]
        })
    }
}
