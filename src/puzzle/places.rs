//! Where in a constraint the cells stand that an error speaks of.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Named;
use crate::puzzle::posting::PostError;
use crate::sudoku::geometry::Cell;

/// The keys that lead from a constraint to the one list of cells that an error can mean; nothing where it can mean several,
/// or none.
pub(crate) fn keys(constraint: &Named, error: &PostError) -> String {
    let is_meant = |cells: &Cells| match error {
        PostError::NoSuchCell { cell } => cells.iter().any(|other| other == *cell),
        PostError::Twice { cell } => cells.iter().filter(|other| other == cell).nth(1).is_some(),
        PostError::WrongCount { found, .. } => cells.len() == *found,
        _ => false,
    };
    let known: BTreeSet<Cell> = constraint.kind().cells().into_iter().flat_map(Cells::iter).collect();
    let tree = serde_json::to_value(constraint).unwrap_or_default();
    let mut found = Vec::new();
    // Constraints lie in each other no deeper than a file may be read.
    let mut left = vec![(String::new(), &tree)];
    while let Some((keys, value)) = left.pop() {
        match value {
            Value::Object(object) => {
                left.extend(object.iter().rev().map(|(key, value)| (format!("{keys}.{key}"), value)));
            }
            Value::Array(list) => {
                let numbered = list.iter().enumerate().rev();
                left.extend(numbered.map(|(number, value)| (format!("{keys}[{number}]"), value)));
            }
            Value::String(text) => match text.parse::<Cells>() {
                Ok(cells) if is_meant(&cells) && cells.iter().all(|cell| known.contains(&cell)) => {
                    found.push(keys);
                }
                _ => {}
            },
            _ => {}
        }
    }
    match found.len() {
        1 => found.remove(0),
        // A cell that stands in several lists is wrong in the first.
        2.. if matches!(error, PostError::NoSuchCell { .. }) => found.remove(0),
        _ => String::new(),
    }
}
