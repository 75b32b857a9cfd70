//! A puzzle while it goes from one format to another: the board, and the constraints as data.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::puzzle::cells::Cells;
use crate::sudoku::geometry::Cell;

/// Something of a puzzle that could not be taken over into another format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// Where it stands: a path of keys such as `killercage[2].value`, or a line and a column.
    pub path: String,
    /// Why it could not be taken over, lower case.
    pub reason: String,
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path, self.reason)
    }
}

/// A constraint as it stands in a puzzle file: the name of its kind and its fields.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) kind: String,
    pub(crate) fields: Map<String, Value>,
    /// Where it came from.
    pub(crate) path: String,
}

impl Entry {
    /// A constraint of this kind without fields.
    pub(crate) fn new(kind: &str, path: &str) -> Entry {
        Entry { kind: kind.to_owned(), fields: Map::new(), path: path.to_owned() }
    }

    /// With this field.
    pub(crate) fn with(mut self, field: &str, value: impl Into<Value>) -> Entry {
        self.fields.insert(field.to_owned(), value.into());
        self
    }

    /// With these cells in this field.
    pub(crate) fn cells_in(self, field: &str, cells: &[Cell]) -> Entry {
        self.with(field, Cells::new(cells.iter().copied()).to_string())
    }

    /// With these cells.
    pub(crate) fn cells(self, cells: &[Cell]) -> Entry {
        self.cells_in("cells", cells)
    }

    /// The cells in a field; none if it has no such field.
    pub(crate) fn list(&self, field: &str) -> Vec<Cell> {
        let cells = self.fields.get(field).and_then(|cells| Cells::deserialize(cells).ok());
        cells.map(|cells| cells.iter().collect()).unwrap_or_default()
    }

    /// With its kind among the fields, as in a puzzle file.
    pub(crate) fn into_value(self) -> Value {
        let mut fields = self.fields;
        fields.insert("type".to_owned(), Value::String(self.kind));
        Value::Object(fields)
    }
}

/// The regions of a board beside its rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Regions {
    None,
    /// Rows and columns of a box.
    Boxes(u32, u32),
    /// Cell lists that do not meet.
    Lists(Vec<Vec<Cell>>),
}

/// A puzzle while it goes from one format to another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Draft {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    /// The lowest and the highest value.
    pub(crate) values: (i32, i32),
    pub(crate) regions: Regions,
    /// Whether the cells of a row, and those of a column, differ.
    pub(crate) lines: Lines,
    pub(crate) givens: Vec<(Cell, i32)>,
    /// Cells in which only some values may stand.
    pub(crate) candidates: Vec<(Cell, Vec<i32>)>,
    /// Single cells below the board that belong to no line and no region.
    pub(crate) extra: Vec<Cell>,
    /// Those of them that have a name in the text.
    pub(crate) named: std::collections::BTreeMap<String, Cell>,
    pub(crate) constraints: Vec<Entry>,
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) rules: Option<String>,
    pub(crate) unsupported: Vec<Unsupported>,
}

/// Whether the cells of a row, and those of a column, differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    Differ,
    Free,
}

impl Draft {
    /// An empty board.
    pub(crate) fn new(rows: u32, columns: u32, values: (i32, i32), regions: Regions) -> Draft {
        Draft {
            rows,
            columns,
            values,
            regions,
            lines: Lines::Differ,
            givens: Vec::new(),
            candidates: Vec::new(),
            extra: Vec::new(),
            named: std::collections::BTreeMap::new(),
            constraints: Vec::new(),
            title: None,
            author: None,
            rules: None,
            unsupported: Vec::new(),
        }
    }

    /// Notes that something could not be taken over.
    pub(crate) fn lacks(&mut self, path: impl Into<String>, reason: impl Into<String>) {
        self.unsupported.push(Unsupported { path: path.into(), reason: reason.into() });
    }

    /// Whether the board has this cell.
    pub(crate) fn has(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns || self.extra.contains(&cell)
    }

    /// The cells of each row and of each column.
    pub(crate) fn all_lines(&self) -> impl Iterator<Item = Vec<Cell>> {
        let (rows, columns) = (self.rows, self.columns);
        let row = move |row| (0..columns).map(|column| Cell::new(row, column)).collect();
        let column = move |column| (0..rows).map(|row| Cell::new(row, column)).collect();
        (0..rows).map(row).chain((0..columns).map(column))
    }
}

/// The rows and columns of the usual box of a square board: the height is the largest divisor of the side not above its
/// square root. None for a prime side, where the boxes would be the rows.
pub(crate) fn usual_box(side: u32) -> Option<(u32, u32)> {
    let height = (1..=side).take_while(|height| height.saturating_mul(*height) <= side);
    let height = height.filter(|height| side.is_multiple_of(*height)).last()?;
    (height > 1).then(|| (height, side / height))
}
