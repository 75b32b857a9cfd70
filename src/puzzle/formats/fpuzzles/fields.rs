//! Reading JSON that others wrote: each part of it knows its path, and what is wrong is noted there.

use serde_json::{Map, Value};

use crate::puzzle::formats::draft::{Draft, Unsupported};
use crate::sudoku::geometry::Cell;

/// Keys inside a constraint that only say how it is drawn, or who made it.
const DRAWN: [&str; 12] = [
    "outlineC",
    "baseC",
    "fontC",
    "color",
    "width",
    "height",
    "size",
    "angle",
    "fromConstraint",
    "isNewConstraint",
    "isLegacyConstraint",
    "highlight",
];

/// A value and the path to it.
#[derive(Clone, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) value: &'a Value,
    pub(crate) path: String,
}

/// What went wrong in a part.
pub(crate) type Read<T> = Result<T, Unsupported>;

impl<'a> Part<'a> {
    pub(crate) fn new(value: &'a Value, path: impl Into<String>) -> Part<'a> {
        Part { value, path: path.into() }
    }

    /// That this part cannot be taken over.
    pub(crate) fn fault(&self, reason: impl Into<String>) -> Unsupported {
        Unsupported { path: self.path.clone(), reason: reason.into() }
    }

    /// Whether nothing is said: `null`, `false`, an empty text, list or object.
    pub(crate) fn is_nothing(&self) -> bool {
        match self.value {
            Value::Null | Value::Bool(false) => true,
            Value::String(text) => text.trim().is_empty(),
            Value::Array(list) => list.is_empty(),
            Value::Object(object) => object.is_empty(),
            Value::Bool(true) | Value::Number(_) => false,
        }
    }

    /// The value of a key that is there and says something.
    pub(crate) fn get(&self, key: &str) -> Option<Part<'a>> {
        let part = Part::new(self.value.get(key)?, format!("{}.{key}", self.path));
        (!part.is_nothing()).then_some(part)
    }

    pub(crate) fn object(&self) -> Read<&'a Map<String, Value>> {
        self.value.as_object().ok_or_else(|| self.fault("no object"))
    }

    /// The elements of a list; those of nothing are none.
    pub(crate) fn list(&self) -> Read<Vec<Part<'a>>> {
        if self.value.is_null() {
            return Ok(Vec::new());
        }
        let list = self.value.as_array().ok_or_else(|| self.fault("no list"))?;
        Ok(list
            .iter()
            .enumerate()
            .map(|(i, value)| Part::new(value, format!("{}[{i}]", self.path)))
            .collect())
    }

    /// A number, also written as a text; none where a text is no number.
    pub(crate) fn number(&self) -> Read<Option<i64>> {
        match self.value {
            Value::Number(number) => match number.as_i64() {
                Some(number) => Ok(Some(number)),
                None => Err(self.fault(format!("{number} is no whole number in range"))),
            },
            Value::String(text) => Ok(text.trim().parse().ok()),
            _ => Err(self.fault("no number")),
        }
    }

    /// A number in the range of values, which must be one.
    pub(crate) fn small(&self) -> Read<i32> {
        let number = self.number()?.and_then(|number| i32::try_from(number).ok());
        number.ok_or_else(|| self.fault("no whole number in range"))
    }

    /// A row and a column as they are written, where 0 and the number after the last lie outside the board.
    pub(crate) fn place(&self) -> Read<(i64, i64)> {
        let text = self.value.as_str().ok_or_else(|| self.fault("no cell such as R1C1"))?;
        let numbers = text.strip_prefix(['R', 'r']).and_then(|rest| rest.split_once(['C', 'c']));
        let number = |digits: &str| digits.parse::<u16>().ok().map(i64::from);
        let place = numbers.and_then(|(row, column)| Some((number(row)?, number(column)?)));
        place.ok_or_else(|| {
            let shown: String = text.chars().take(20).collect();
            self.fault(format!("'{shown}' is no cell such as R1C1"))
        })
    }

    /// A cell of the board.
    pub(crate) fn cell(&self, draft: &Draft) -> Read<Cell> {
        let (row, column) = self.place()?;
        let cell = match (u32::try_from(row - 1), u32::try_from(column - 1)) {
            (Ok(row), Ok(column)) => Some(Cell::new(row, column)).filter(|&cell| draft.has(cell)),
            _ => None,
        };
        cell.ok_or_else(|| self.fault(format!("the board has no cell R{row}C{column}")))
    }

    /// Some cells of the board.
    pub(crate) fn cells(&self, draft: &Draft) -> Read<Vec<Cell>> {
        self.list()?.iter().map(|part| part.cell(draft)).collect()
    }

    /// The cells in a key, of which there must be some.
    pub(crate) fn cells_in(&self, key: &str, draft: &Draft) -> Read<Vec<Cell>> {
        match self.get(key) {
            Some(part) => part.cells(draft),
            None => Err(self.fault(format!("it has no {key}"))),
        }
    }

    /// The keys that are neither among these nor only say how something is drawn.
    pub(crate) fn unknown(&self, known: &[&str]) -> Vec<Part<'a>> {
        let Some(object) = self.value.as_object() else { return Vec::new() };
        let keys = object.keys().map(String::as_str);
        let keys = keys.filter(|key| !known.contains(key) && !DRAWN.contains(key));
        keys.filter_map(|key| self.get(key)).collect()
    }
}
