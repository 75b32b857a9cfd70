//! What stands in the cells of a board: an answer.

use crate::sudoku::board::Board;
use crate::sudoku::geometry::Cell;

/// What stands, or may stand, in each cell of a board of any shape.
///
/// Prints as rows of numbers, `.` for an open cell and `#` where the board has no cell; see
/// [`write`](Filling::write) for other forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    pub(crate) columns: u32,
    /// What stands in each cell, in reading order; none where it is open, or where there is no cell.
    pub(crate) values: Vec<Option<i32>>,
    /// What may stand in each cell, ascending, where that was asked for.
    pub(crate) candidates: Option<Vec<Vec<i32>>>,
    pub(crate) present: std::sync::Arc<[bool]>,
}

impl Filling {
    /// How many rows the board has.
    pub fn rows(&self) -> u32 {
        (self.values.len() / self.columns as usize) as u32
    }

    /// How many columns the board has.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// What stands in the cells in reading order; none where one is open, or where the board has no cell.
    pub fn values(&self) -> &[Option<i32>] {
        &self.values
    }

    /// What stands in a cell, if anything does.
    pub fn value(&self, cell: Cell) -> Option<i32> {
        self.values.get(self.index(cell)?).copied().flatten()
    }

    /// What may stand in a cell, ascending: its value where it has one, and nothing where that is not known.
    pub fn candidates(&self, cell: Cell) -> impl Iterator<Item = i32> + '_ {
        let index = self.index(cell);
        let noted = index.and_then(|index| self.candidates.as_ref()?.get(index));
        let value = if noted.is_none() { self.value(cell) } else { None };
        noted.into_iter().flatten().copied().chain(value)
    }

    /// Whether the board has this cell.
    pub fn has(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.present[index])
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let index = cell.row as usize * self.columns as usize + cell.column as usize;
        (cell.column < self.columns && index < self.values.len()).then_some(index)
    }

    /// The rows, each cell as text.
    pub(crate) fn texts(&self) -> Vec<Vec<String>> {
        let text = |(value, present): (&Option<i32>, &bool)| match (value, present) {
            (Some(value), _) => value.to_string(),
            (None, true) => ".".to_owned(),
            (None, false) => "#".to_owned(),
        };
        let cells: Vec<String> = self.values.iter().zip(self.present.iter()).map(text).collect();
        cells.chunks(self.columns as usize).map(<[String]>::to_vec).collect()
    }
}

/// What stands on a Sudoku board.
impl From<&Board> for Filling {
    fn from(board: &Board) -> Filling {
        let values: Vec<Option<i32>> =
            board.digits().iter().map(|&digit| (digit != 0).then_some(digit as i32)).collect();
        let present = vec![true; values.len()].into();
        Filling { columns: board.geometry().side(), values, candidates: None, present }
    }
}

impl std::fmt::Display for Filling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rows = self.texts();
        let width = rows.iter().flatten().map(String::len).max().unwrap_or(1);
        for (number, row) in rows.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            for (column, cell) in row.iter().enumerate() {
                let blank = if column == 0 { "" } else { " " };
                write!(f, "{blank}{cell:>width$}")?;
            }
        }
        Ok(())
    }
}
