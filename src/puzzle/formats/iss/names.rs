//! How the Interactive Sudoku Solver names cells and lines.

use crate::puzzle::formats::draft::Draft;
use crate::sudoku::geometry::Cell;

/// The largest side that a name can tell.
pub(crate) const LARGEST: u32 = 16;

/// The group of cells below the board, as it is named in what is written.
pub(crate) const GROUP: &str = "A";

/// The cell that `R2Ca` names, or the name of a cell below the board: one digit of base 17 for the row and for the column.
pub(crate) fn cell(name: &str, draft: &Draft) -> Option<Cell> {
    if let Some(&cell) = draft.named.get(name) {
        return Some(cell);
    }
    let mut chars = name.chars();
    let (Some('R' | 'r'), Some(row), Some('C' | 'c'), Some(column), None) =
        (chars.next(), chars.next(), chars.next(), chars.next(), chars.next())
    else {
        return None;
    };
    let number = |c: char| c.to_digit(17)?.checked_sub(1);
    let (row, column) = (number(row)?, number(column)?);
    (row < draft.rows && column < draft.columns).then(|| Cell::new(row, column))
}

/// The name of a cell of the board or below it.
pub(crate) fn name(cell: Cell, draft: &Draft) -> Option<String> {
    let digit = |number: u32| char::from_digit(number.checked_add(1)?, 17);
    if cell.row < draft.rows && cell.column < draft.columns {
        return Some(format!("R{}C{}", digit(cell.row)?, digit(cell.column)?));
    }
    let number = draft.extra.iter().position(|&other| other == cell)? + 1;
    Some(if draft.extra.len() == 1 { format!("V{GROUP}") } else { format!("V{GROUP}{number}") })
}

/// The cells of the row or column that `R3` or `C12` names, from the left or from the top.
pub(crate) fn line(name: &str, draft: &Draft) -> Option<Vec<Cell>> {
    let number = |digits: &str, end: u32| {
        let number = digits.parse::<u32>().ok()?.checked_sub(1)?;
        (number < end).then_some(number)
    };
    if let Some(digits) = name.strip_prefix('R') {
        let row = number(digits, draft.rows)?;
        Some((0..draft.columns).map(|column| Cell::new(row, column)).collect())
    } else {
        let column = number(name.strip_prefix('C')?, draft.columns)?;
        Some((0..draft.rows).map(|row| Cell::new(row, column)).collect())
    }
}

/// The cells of the diagonal that begins in this cell of the edge and stands for it, if there is one: each diagonal of
/// two cells or more has one end that names it.
pub(crate) fn diagonal(start: Cell, draft: &Draft) -> Option<Vec<Cell>> {
    let (bottom, right) = (draft.rows - 1, draft.columns - 1);
    let Cell { row, column } = start;
    let step = match () {
        () if column == 0 && row < bottom => (1, 1),
        () if column == right && row > 0 && row < bottom => (-1, -1),
        () if row == 0 && column > 0 => (1, -1),
        () if row == bottom && column > 0 && column < right => (-1, 1),
        () => return None,
    };
    let next = |cell: &Cell| {
        let cell = Cell::new(cell.row.checked_add_signed(step.0)?, cell.column.checked_add_signed(step.1)?);
        Some(cell).filter(|&cell| draft.has(cell))
    };
    let cells: Vec<Cell> = std::iter::successors(Some(start), next).collect();
    (cells.len() > 1).then_some(cells)
}

/// The neighbours among some cells, each pair once: the first of the two stands earlier in the list.
pub(crate) fn neighbours(cells: &[Cell]) -> Vec<[Cell; 2]> {
    let mut rest: std::collections::BTreeSet<Cell> = cells.iter().copied().collect();
    let mut pairs = Vec::new();
    for &cell in cells {
        rest.remove(&cell);
        let Cell { row, column } = cell;
        let around = [
            row.checked_sub(1).map(|row| Cell::new(row, column)),
            column.checked_sub(1).map(|column| Cell::new(row, column)),
            column.checked_add(1).map(|column| Cell::new(row, column)),
            row.checked_add(1).map(|row| Cell::new(row, column)),
        ];
        pairs.extend(
            around.into_iter().flatten().filter(|other| rest.contains(other)).map(|other| [cell, other]),
        );
    }
    pairs
}

/// Rows and columns of the boxes of a size on a board, as near to a square as they can be; the lower way round first.
pub(crate) fn box_of(rows: u32, columns: u32, size: u32) -> Option<(u32, u32)> {
    let sides = (2..=size).take_while(|side| side * side <= size).filter(|side| size.is_multiple_of(*side));
    let sides: Vec<u32> = sides.collect();
    let fits = |&(height, width): &(u32, u32)| rows.is_multiple_of(height) && columns.is_multiple_of(width);
    sides.iter().rev().flat_map(|&side| [(side, size / side), (size / side, side)]).find(fits)
}
