//! From a puzzle file to its cells and houses: what follows where something is not said.

use std::collections::HashSet;

use crate::puzzle::definition::{Definition, Givens, ValueSet};
use crate::puzzle::parts::{Part, houses_of};
use crate::puzzle::variant::VariantError;
use crate::sudoku::geometry::Cell;

/// The most cells that a board may have: room for a side of a thousand.
pub(crate) const MOST_CELLS: u64 = 1 << 20;

/// The most different values that a puzzle may have.
pub(crate) const MOST_VALUES: u64 = 1 << 16;

/// Cells that all differ, and what they are called: `row 1`.
#[derive(Clone, Debug)]
pub(crate) struct NamedHouse {
    pub(crate) name: String,
    pub(crate) cells: Vec<Cell>,
}

/// The shape of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    /// Whether the board has each cell of its rectangle, in reading order.
    pub(crate) present: Vec<bool>,
    /// Ascending.
    pub(crate) values: Vec<i32>,
    pub(crate) houses: Vec<NamedHouse>,
    /// The regions where there are some, else the boxes.
    pub(crate) boxes: Vec<Vec<Cell>>,
}

/// What is wrong at a place in the file.
pub(crate) fn wrong<T>(path: impl Into<String>, what: impl Into<String>) -> Result<T, VariantError> {
    Err(VariantError::Wrong { path: path.into(), what: what.into() })
}

/// Works out the shape of a puzzle.
pub(crate) fn lay_out(definition: &Definition) -> Result<Layout, VariantError> {
    let parts = parts(definition)?;
    let (rows, columns) = size(definition, &parts)?;
    let cells = u64::from(rows) * u64::from(columns);
    if rows == 0 || columns == 0 {
        return wrong("rows", "the board has no cells");
    }
    if cells > MOST_CELLS {
        return wrong("rows", format!("{rows} rows and {columns} columns are more than {MOST_CELLS} cells"));
    }
    let present = present(definition, &parts, rows, columns)?;
    let mut shape =
        Layout { rows, columns, present, values: Vec::new(), houses: Vec::new(), boxes: Vec::new() };
    let mut seen = HashSet::new();
    for part in &parts {
        let (houses, mut boxes) = houses_of(definition, part, &shape)?;
        shape.boxes.append(&mut boxes);
        for house in houses {
            shape.add(house, &mut seen);
        }
    }
    shape.boxes.sort();
    shape.boxes.dedup();
    for (number, cells) in definition.houses.iter().enumerate() {
        let path = format!("houses[{number}]");
        let mut house = NamedHouse { name: format!("house {}", number + 1), cells: cells.iter().collect() };
        house.cells.sort_unstable();
        if let Some(pair) = house.cells.windows(2).find(|pair| pair[0] == pair[1]) {
            return wrong(path, format!("{} stands twice", pair[0]));
        }
        if let Some(cell) = house.cells.iter().find(|&&cell| !shape.has(cell)) {
            return wrong(path, format!("the board has no cell {cell}"));
        }
        shape.add(house, &mut seen);
    }
    shape.values = values(definition, &shape)?;
    Ok(shape)
}

impl Layout {
    /// Whether the board has this cell.
    pub(crate) fn has(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns && self.present[self.index(cell)]
    }

    /// The place of a cell in reading order.
    pub(crate) fn index(&self, cell: Cell) -> usize {
        cell.row as usize * self.columns as usize + cell.column as usize
    }

    /// Adds a house unless there is one with the same cells, or fewer than two.
    fn add(&mut self, house: NamedHouse, seen: &mut HashSet<Vec<Cell>>) {
        if house.cells.len() > 1 && seen.insert(house.cells.clone()) {
            self.houses.push(house);
        }
    }
}

/// The boards of the puzzle: those that it lists, or the one that it is.
fn parts(definition: &Definition) -> Result<Vec<Part<'_>>, VariantError> {
    if definition.boards.is_empty() {
        return Ok(vec![Part::whole(definition)]);
    }
    if definition.regions.is_some() {
        return wrong("regions", "with `boards`, regions belong to one of them: boards[0].regions");
    }
    let boards = definition.boards.iter().enumerate();
    boards.map(|(number, board)| Part::listed(definition, number, board)).collect()
}

/// How many rows and columns a puzzle has.
pub(crate) fn sides(definition: &Definition) -> Result<(u32, u32), VariantError> {
    size(definition, &parts(definition)?)
}

/// Rows and columns of the rectangle that holds everything.
fn size(definition: &Definition, parts: &[Part<'_>]) -> Result<(u32, u32), VariantError> {
    let mut rows = definition.rows.map(u64::from);
    let mut columns = definition.columns.map(u64::from);
    let picture = match &definition.givens {
        Some(Givens::Picture(picture)) => Some(("givens", picture.size())),
        Some(Givens::Rows(rows)) => {
            Some(("givens", (rows.len(), rows.iter().map(Vec::len).max().unwrap_or(0))))
        }
        _ => None,
    };
    let regions = definition.regions.as_ref().map(|regions| ("regions", regions.size()));
    for part in parts {
        if let Some((height, width)) = part.size.filter(|_| part.number.is_some()) {
            let bottom = u64::from(part.at.row) + u64::from(height);
            let right = u64::from(part.at.column) + u64::from(width);
            if definition.rows.is_some_and(|rows| bottom > u64::from(rows))
                || definition.columns.is_some_and(|columns| right > u64::from(columns))
            {
                return wrong(part.path(""), "the board reaches beyond `rows` and `columns`");
            }
            rows = Some(rows.map_or(bottom, |rows| rows.max(bottom)));
            columns = Some(columns.map_or(right, |columns| columns.max(right)));
        }
    }
    for (path, (height, width)) in regions.into_iter().chain(picture) {
        let known_rows = *rows.get_or_insert(height as u64);
        let known_columns = *columns.get_or_insert(width as u64);
        if known_rows != height as u64 || known_columns != width as u64 {
            let what = format!(
                "{height} rows and {width} columns, but the board has {known_rows} rows and {known_columns} columns"
            );
            return wrong(path, what);
        }
    }
    let number = |number: Option<u64>, other: Option<u64>, path: &str| match number.or(other) {
        Some(number) => match u32::try_from(number) {
            Ok(number) => Ok(number),
            Err(_) => wrong(path, format!("{number} is more than any board has")),
        },
        None => wrong(path, "missing: say the size, or draw `regions` or `givens`"),
    };
    Ok((number(rows, columns, "rows")?, number(columns, rows, "columns")?))
}

/// Which cells of the rectangle there are.
fn present(
    definition: &Definition,
    parts: &[Part<'_>],
    rows: u32,
    columns: u32,
) -> Result<Vec<bool>, VariantError> {
    let index = |row: u32, column: u32| row as usize * columns as usize + column as usize;
    let mut present = vec![definition.boards.is_empty(); rows as usize * columns as usize];
    for part in parts {
        let Some((height, width)) = part.size.filter(|_| part.number.is_some()) else { continue };
        for row in part.at.row..part.at.row + height {
            present[index(row, part.at.column)..][..width as usize].fill(true);
        }
    }
    if let Some(active) = &definition.active {
        let mut kept = vec![false; present.len()];
        for cell in active.iter() {
            if cell.row >= rows || cell.column >= columns {
                return wrong("active", format!("{cell} is outside {rows} rows and {columns} columns"));
            }
            kept[index(cell.row, cell.column)] = true;
        }
        present.iter_mut().zip(kept).for_each(|(present, kept)| *present &= kept);
    }
    let givens = match &definition.givens {
        Some(Givens::Picture(picture)) => Some(picture),
        _ => None,
    };
    for picture in definition.regions.iter().chain(givens) {
        for (row, labels) in picture.rows().enumerate() {
            for (column, _) in labels.iter().enumerate().filter(|(_, label)| **label == "#") {
                present[row * columns as usize + column] = false;
            }
        }
    }
    Ok(present)
}

/// What may stand in a cell, ascending.
fn values(definition: &Definition, shape: &Layout) -> Result<Vec<i32>, VariantError> {
    let too_many = |count: u64| wrong("values", format!("{count} values, more than {MOST_VALUES}"));
    let mut values = match &definition.values {
        Some(ValueSet::List(values)) => values.clone(),
        Some(ValueSet::Range(range)) => {
            let count = i64::from(range.highest) - i64::from(range.lowest) + 1;
            if count > MOST_VALUES as i64 {
                return too_many(count as u64);
            }
            (range.lowest..=range.highest).collect()
        }
        None => {
            let largest = shape.houses.iter().map(|house| house.cells.len()).max();
            let Some(largest) = largest else {
                return wrong("values", "missing: there is no house from whose size they would follow");
            };
            if largest as u64 > MOST_VALUES {
                return too_many(largest as u64);
            }
            (1..=largest as i32).collect()
        }
    };
    values.sort_unstable();
    values.dedup();
    if values.is_empty() {
        return wrong("values", "there is none");
    }
    if values.len() as u64 > MOST_VALUES {
        return too_many(values.len() as u64);
    }
    Ok(values)
}
