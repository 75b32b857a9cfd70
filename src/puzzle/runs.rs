//! Cells such as `r123c45` on boards with no side above 9, where each digit is a number of its own.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::puzzle::cells::{Cells, Digits};

/// The largest side on which digits are taken apart.
pub(crate) const LARGEST: u32 = 9;

/// Where texts with runs of digits stand in a file: the keys that lead to a text, or to a map with such texts as keys.
pub(crate) type Places = BTreeSet<String>;

/// What a text names where each digit is a number; none if that is the same, or names no cells.
fn apart(text: &str) -> Option<String> {
    let cells = Cells::parse(text, Digits::Apart).ok()?;
    (Cells::parse(text, Digits::Together).ok()? != cells).then(|| cells.to_string())
}

/// Whether a text has digits that can be taken apart.
pub(crate) fn has_run(text: &str) -> bool {
    apart(text).is_some()
}

/// Takes the digits apart at these places of a file, and at no other.
pub(crate) fn take_apart(tree: &mut Value, path: &str, places: &Places) {
    match tree {
        Value::String(text) if places.contains(path) => {
            if let Some(cells) = apart(text) {
                *text = cells;
            }
        }
        Value::Array(list) => {
            for (number, value) in list.iter_mut().enumerate() {
                take_apart(value, &format!("{path}[{number}]"), places);
            }
        }
        Value::Object(object) => {
            if places.contains(path) {
                *object = keys_apart(std::mem::take(object));
            }
            for (key, value) in object.iter_mut() {
                let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                take_apart(value, &inner, places);
            }
        }
        _ => {}
    }
}

/// Keys that would become the same stay as they are.
fn keys_apart(object: Map<String, Value>) -> Map<String, Value> {
    let known: BTreeSet<String> = object.keys().cloned().collect();
    let mut changed = Map::new();
    for (key, value) in object {
        let new = apart(&key).filter(|new| !known.contains(new) && !changed.contains_key(new));
        changed.insert(new.unwrap_or(key), value);
    }
    changed
}
