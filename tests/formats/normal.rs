//! A form of puzzles in which the same constraints look the same, however they were written.

use std::str::FromStr;

use pencilmark::{Cells, Definition};
use serde_json::{Value, json};

/// Kinds whose cells have no order.
const SETS: [&str; 24] = [
    "all_different",
    "clone",
    "counting_circles",
    "equality_cage",
    "even",
    "indexing",
    "killer",
    "kropki_black",
    "kropki_white",
    "little_killer",
    "maximum",
    "minimum",
    "odd",
    "palindrome",
    "quadruple",
    "rellik",
    "renban",
    "sandwich",
    "sum",
    "v",
    "x",
    "zipper",
    "between",
    "double_arrow",
];

fn cells(value: &Value) -> Vec<(u32, u32)> {
    let cells = match value {
        Value::String(text) => Cells::from_str(text).unwrap(),
        Value::Array(list) => {
            list.iter().map(|cell| cell.as_str().unwrap()).collect::<Vec<_>>().join(" ").parse().unwrap()
        }
        other => panic!("{other} are no cells"),
    };
    cells.iter().map(|cell| (cell.row + 1, cell.column + 1)).collect()
}

/// One constraint as text. Fields with their usual values are left out.
pub(crate) fn constraint(kind: &str, fields: &Value) -> Vec<String> {
    let mut kind = kind.to_owned();
    let mut parts = Vec::new();
    for (field, value) in fields.as_object().into_iter().flatten().filter(|(field, _)| *field != "type") {
        let usual = match (kind.as_str(), field.as_str()) {
            ("kropki_white", "difference") => json!(1),
            ("kropki_black", "ratio") => json!(2),
            ("killer", "repeats") => json!(false),
            _ => Value::Null,
        };
        if *value == usual || value.is_null() {
            continue;
        }
        let text = match field.as_str() {
            "cells" => {
                let mut cells = cells(value);
                if SETS.contains(&kind.as_str())
                    && !["zipper", "between", "double_arrow", "palindrome"].contains(&kind.as_str())
                {
                    cells.sort_unstable();
                } else if SETS.contains(&kind.as_str()) && cells.last() < cells.first() {
                    cells.reverse();
                }
                format!("{cells:?}")
            }
            "circle" | "clone_cells" => {
                let mut cells = cells(value);
                cells.sort_unstable();
                format!("{cells:?}")
            }
            "sets" => format!("{:?}", value.as_array().unwrap().iter().map(cells).collect::<Vec<_>>()),
            _ => value.to_string(),
        };
        parts.push(format!("{field}={text}"));
    }
    // Cells that differ and have no sum.
    if kind == "killer" && parts.len() == 1 {
        kind = "all_different".to_owned();
    }
    // One of each cell means the same as one of all.
    if ["odd", "even", "minimum", "maximum"].contains(&kind.as_str()) {
        return cells(&fields["cells"]).into_iter().map(|cell| format!("{kind} {cell:?}")).collect();
    }
    vec![format!("{kind} {}", parts.join(" "))]
}

/// The constraints of a puzzle in this form, sorted, each once.
pub(crate) fn constraints(definition: &Definition) -> Vec<String> {
    let value = serde_json::to_value(definition).unwrap();
    let list = value.get("constraints").and_then(Value::as_array).cloned().unwrap_or_default();
    sorted(list.iter().flat_map(|fields| constraint(fields["type"].as_str().unwrap(), fields)))
}

pub(crate) fn sorted(list: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut list: Vec<String> = list.into_iter().collect();
    list.sort();
    list.dedup();
    list
}

/// The whole puzzle in this form: the board as it is written, and the constraints.
pub(crate) fn puzzle(definition: &Definition) -> String {
    let mut value = serde_json::to_value(definition).unwrap();
    let board = value.as_object_mut().unwrap();
    for key in ["constraints", "title", "author", "notes"] {
        board.remove(key);
    }
    format!("{value}\n{}", constraints(definition).join("\n"))
}
