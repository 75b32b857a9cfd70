//! What a puzzle file says of single cells: givens and candidates.

use crate::puzzle::definition::{Definition, Givens};
use crate::puzzle::layout::{Layout, wrong};
use crate::puzzle::variant::VariantError;
use crate::sudoku::geometry::Cell;

/// What stands in each cell, by its place in reading order.
pub(crate) fn givens(definition: &Definition, shape: &Layout) -> Result<Vec<Option<i32>>, VariantError> {
    let mut found = vec![None; shape.present.len()];
    let mut put = |cell: Cell, value: i32, path: &str| {
        if !shape.has(cell) {
            return wrong(path, format!("the board has no cell {cell}"));
        }
        if shape.values.binary_search(&value).is_err() {
            return wrong(
                path,
                format!("{cell} is {value}, which is none of the values {}", span(&shape.values)),
            );
        }
        match found[shape.index(cell)].replace(value) {
            Some(other) if other != value => {
                wrong(path, format!("{cell} is given as {other} and as {value}"))
            }
            _ => Ok(()),
        }
    };
    let zero = shape.values.binary_search(&0).is_ok();
    match &definition.givens {
        None => {}
        Some(Givens::Picture(picture)) => {
            for (row, symbols) in picture.rows().enumerate() {
                let path = format!("givens[{row}]");
                width(&path, symbols.len(), shape)?;
                for (column, symbol) in symbols.into_iter().enumerate() {
                    match number(symbol) {
                        Some(0) if !zero => {}
                        Some(value) => put(Cell::new(row as u32, column as u32), value, &path)?,
                        None if matches!(symbol, "." | "_" | "#") => {}
                        None => return wrong(path, format!("'{symbol}' is no number")),
                    }
                }
            }
        }
        Some(Givens::Rows(rows)) => {
            for (row, numbers) in rows.iter().enumerate() {
                width(&format!("givens[{row}]"), numbers.len(), shape)?;
                for (column, &number) in numbers.iter().enumerate() {
                    if let Some(value) = number.filter(|&value| value != 0 || zero) {
                        let path = format!("givens[{row}][{column}]");
                        put(Cell::new(row as u32, column as u32), value, &path)?;
                    }
                }
            }
        }
        Some(Givens::Cells(map)) => {
            for (cells, value) in &map.0 {
                let path = format!("givens.{cells}");
                cells.iter().try_for_each(|cell| put(cell, *value, &path))?;
            }
        }
    }
    Ok(found)
}

/// What may stand in the cells that the file names, ascending, by the place of the cell.
pub(crate) fn candidates(
    definition: &Definition,
    shape: &Layout,
) -> Result<Vec<(usize, Vec<i32>)>, VariantError> {
    let mut found = std::collections::BTreeMap::<usize, Vec<i32>>::new();
    for (cells, values) in &definition.candidates.0 {
        let path = format!("candidates.{cells}");
        let mut values = values.clone();
        values.sort_unstable();
        values.dedup();
        if let Some(value) = values.iter().find(|value| shape.values.binary_search(value).is_err()) {
            return wrong(path, format!("{value} is none of the values {}", span(&shape.values)));
        }
        for cell in cells.iter() {
            if !shape.has(cell) {
                return wrong(path, format!("the board has no cell {cell}"));
            }
            let kept = found.entry(shape.index(cell)).or_insert_with(|| values.clone());
            kept.retain(|value| values.binary_search(value).is_ok());
        }
    }
    Ok(found.into_iter().collect())
}

fn width(path: &str, found: usize, shape: &Layout) -> Result<(), VariantError> {
    match found == shape.columns as usize {
        true => Ok(()),
        false => wrong(path, format!("{found} cells, expected {}", shape.columns)),
    }
}

/// The number that a symbol or a word stands for.
fn number(text: &str) -> Option<i32> {
    let mut symbols = text.chars();
    match (symbols.next(), symbols.next()) {
        (Some(letter @ ('A'..='Z' | 'a'..='z')), None) => letter.to_digit(36).map(|number| number as i32),
        _ => text.parse().ok(),
    }
}

/// The values in words: `1-9`, or the first of them.
pub(crate) fn span(values: &[i32]) -> String {
    match values {
        [first, .., last] if i64::from(*last) - i64::from(*first) + 1 == values.len() as i64 => {
            format!("{first}-{last}")
        }
        _ => {
            let few = values.iter().take(20).map(i32::to_string).collect::<Vec<_>>().join(", ");
            if values.len() > 20 { few + ", ..." } else { few }
        }
    }
}
