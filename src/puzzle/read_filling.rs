//! A filled board of any shape from text.

use serde_json::Value;
use thiserror::Error;

use crate::puzzle::filling::Filling;
use crate::puzzle::variant::Variant;

/// Why a text is no board of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FillingError {
    /// Another number of cells than the puzzle has.
    #[error("{found} cells, the puzzle has {expected}")]
    WrongCount {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Something that is no number.
    #[error("'{text}' is no number")]
    NotANumber {
        /// The text, cut to 40 characters.
        text: String,
    },
    /// JSON that is not rows of numbers.
    #[error("no rows of numbers: expected [[1,2],[3,4]] or {{\"rows\":[[1,2],[3,4]]}}")]
    NoRows,
}

impl Variant {
    /// Reads a board of this puzzle, in any of the forms in which it is written: rows of numbers, one line, a list, JSON,
    /// with lines around the boxes or without. Cells of the rectangle that the board does not have may be left out.
    ///
    /// ```
    /// use pencilmark::{Definition, Variant};
    ///
    /// let variant = Variant::new(&Definition::from_json(r#"{ "rows": 2, "boxes": "none" }"#)?)?;
    /// for text in ["12\n21", "1 2 2 1", "[[1,2],[2,1]]", "+-----+\n| 1 2 |\n| 2 1 |\n+-----+"] {
    ///     assert!(variant.verify(&variant.read(text)?).is_ok());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`FillingError`] if there are more or fewer cells, or something is no number.
    pub fn read(&self, text: &str) -> Result<Filling, FillingError> {
        let text = text.trim_start_matches('\u{feff}').trim();
        let cells = match text.starts_with(['[', '{']) {
            true => from_json(text)?,
            false => from_text(text, self)?,
        };
        let grid = self.grid();
        // 0 is how an open cell is written where it is no value.
        let zero = grid.values().contains(&0);
        let cells: Vec<Option<i32>> =
            cells.into_iter().map(|cell| cell.filter(|&cell| cell != 0 || zero)).collect();
        let rectangle = grid.rows() as usize * grid.columns() as usize;
        let expected = grid.cells().count();
        if cells.len() == rectangle {
            return Ok(self.filled(cells));
        }
        if cells.len() != expected {
            return Err(FillingError::WrongCount { found: cells.len(), expected });
        }
        let mut values = vec![None; rectangle];
        for (cell, value) in grid.cells().zip(cells) {
            values[cell.row as usize * grid.columns() as usize + cell.column as usize] = value;
        }
        Ok(self.filled(values))
    }
}

fn from_json(text: &str) -> Result<Vec<Option<i32>>, FillingError> {
    let tree: Value = serde_json::from_str(text).map_err(|_| FillingError::NoRows)?;
    let list = tree.get("rows").unwrap_or(&tree).as_array().ok_or(FillingError::NoRows)?;
    let mut cells = Vec::new();
    for one in list {
        match one {
            Value::Array(row) => {
                row.iter().try_for_each(|cell| json_cell(cell).map(|cell| cells.push(cell)))?;
            }
            cell => cells.push(json_cell(cell)?),
        }
    }
    Ok(cells)
}

fn json_cell(cell: &Value) -> Result<Option<i32>, FillingError> {
    if cell.is_null() {
        return Ok(None);
    }
    let number = cell.as_i64().and_then(|number| i32::try_from(number).ok());
    number.map(Some).ok_or_else(|| not_a_number(&cell.to_string()))
}

fn from_text(text: &str, variant: &Variant) -> Result<Vec<Option<i32>>, FillingError> {
    let is_frame = |symbol: char| "+-|= ".contains(symbol) || ('\u{2500}'..='\u{257f}').contains(&symbol);
    let rows = text.lines().filter(|line| !line.chars().all(is_frame));
    let is_gap =
        |symbol: char| symbol.is_whitespace() || symbol == ',' || symbol == '|' || symbol == '\u{2502}';
    let mut words: Vec<&str> =
        rows.flat_map(|row| row.split(is_gap)).filter(|word| !word.is_empty()).collect();
    let grid = variant.grid();
    let count = |count: usize| {
        count == grid.rows() as usize * grid.columns() as usize || count == grid.cells().count()
    };
    let header =
        grid.plain_boxes().map(|(height, width)| [grid.rows(), height, width].map(|part| part.to_string()));
    if !count(words.len())
        && header.is_some_and(|header| words.starts_with(&header.each_ref().map(String::as_str)))
    {
        words.drain(..3);
    }
    if count(words.len()) {
        return words.into_iter().map(word).collect();
    }
    let symbols: Vec<&str> =
        words.iter().flat_map(|word| word.split("")).filter(|one| !one.is_empty()).collect();
    // Numbers where most words have more than one symbol and the count is wrong either way.
    if count(symbols.len()) || words.len() <= grid.rows() as usize {
        return symbols.into_iter().map(word).collect();
    }
    words.into_iter().map(word).collect()
}

fn word(text: &str) -> Result<Option<i32>, FillingError> {
    if matches!(text, "." | "_" | "#" | "*") {
        return Ok(None);
    }
    let mut symbols = text.chars();
    if let (Some(letter @ ('A'..='Z' | 'a'..='z')), None) = (symbols.next(), symbols.next()) {
        return Ok(letter.to_digit(36).map(|number| number as i32));
    }
    text.parse().map(Some).map_err(|_| not_a_number(text))
}

fn not_a_number(text: &str) -> FillingError {
    FillingError::NotANumber { text: text.chars().take(40).collect() }
}
