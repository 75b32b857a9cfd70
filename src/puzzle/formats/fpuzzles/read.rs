//! From the JSON of f-puzzles to a puzzle.

use serde_json::Value;

use crate::puzzle::formats::draft::{Draft, Entry, Regions, usual_box};
use crate::puzzle::formats::error::ImportError;
use crate::puzzle::formats::fpuzzles::constraints;
use crate::puzzle::formats::fpuzzles::fields::{Part, Read};
use crate::sudoku::geometry::Cell;

/// The largest side that is taken from this format: its own program ends far below.
const LARGEST: i64 = 256;

/// Keys without a meaning for the answer: the answer itself, drawing, notes, and what its program offers.
const SILENT: [&str; 15] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "line",
    "text",
    "circle",
    "rectangle",
    "cage",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "successMessage",
];

/// Reads the JSON of f-puzzles.
pub(crate) fn read(text: &str) -> Result<Draft, ImportError> {
    let value: Value = serde_json::from_str(text).map_err(|error| ImportError::json(&error))?;
    let root = Part::new(&value, "");
    let size = root.object().ok().and_then(|object| object.get("size"));
    let size = size.and_then(|size| Part::new(size, "size").number().ok().flatten());
    let Some(size) = size else {
        return Err(ImportError::Shape { what: "the object has no size".to_owned() });
    };
    if !(1..=LARGEST).contains(&size) {
        return Err(ImportError::Shape { what: format!("a size of {size}, expected 1 to {LARGEST}") });
    }
    let mut draft = Draft::new(size as u32, size as u32, (1, size as i32), Regions::None);
    let word =
        |key: &str| value.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned);
    (draft.title, draft.author, draft.rules) = (word("title"), word("author"), word("ruleset"));
    if let Some(grid) = value.get("grid") {
        cells(&mut draft, &Part::new(grid, "grid"))?;
    } else {
        draft.regions =
            usual_box(size as u32).map_or(Regions::None, |(height, width)| Regions::Boxes(height, width));
    }
    let object = value.as_object().into_iter().flatten();
    for (key, value) in object.filter(|(key, _)| !SILENT.contains(&key.as_str())) {
        let part = Part::new(value, key.as_str());
        if part.is_nothing() {
            continue;
        }
        if let Err(fault) = constraints::read(&mut draft, key, &part) {
            draft.unsupported.push(fault);
        }
    }
    negatives(&mut draft, &value);
    Ok(draft)
}

/// Givens, candidates and regions.
fn cells(draft: &mut Draft, grid: &Part<'_>) -> Result<(), ImportError> {
    let side = draft.rows as usize;
    let shape = |what: String| ImportError::Shape { what };
    let rows = grid.list().map_err(|_| shape("the grid is no list".to_owned()))?;
    if rows.len() != side {
        return Err(shape(format!("the grid has {} rows, expected {side}", rows.len())));
    }
    let mut labels = Vec::with_capacity(side * side);
    for (row, part) in (0..).zip(&rows) {
        let cells = part.list().map_err(|_| shape(format!("{} is no list", part.path)))?;
        if cells.len() != side {
            return Err(shape(format!("{} has {} cells, expected {side}", part.path, cells.len())));
        }
        for (column, part) in (0..).zip(&cells) {
            labels.push(
                part.value.get("region").map(|label| Part::new(label, format!("{}.region", part.path))),
            );
            if let Err(fault) = cell(draft, Cell::new(row, column), part) {
                draft.unsupported.push(fault);
            }
        }
    }
    draft.regions = regions(draft, &labels);
    Ok(())
}

fn cell(draft: &mut Draft, cell: Cell, part: &Part<'_>) -> Read<()> {
    let object = part.object()?;
    let (lowest, highest) = draft.values;
    let checked = |part: &Part<'_>| {
        let value = part.small()?;
        let fits = (lowest..=highest).contains(&value);
        if fits { Ok(value) } else { Err(part.fault(format!("{value} is not in {lowest}..{highest}"))) }
    };
    if let Some(marks) = part.get("givenPencilMarks") {
        let marks = marks.list()?.iter().map(checked).collect::<Read<Vec<i32>>>()?;
        draft.candidates.push((cell, marks));
    }
    match object.get("given") {
        Some(Value::Bool(true)) => match part.get("value") {
            Some(value) => draft.givens.push((cell, checked(&value)?)),
            None => return Err(part.fault("a given without a value")),
        },
        None | Some(Value::Bool(false) | Value::Null) => {}
        Some(given) => {
            return Err(Part::new(given, format!("{}.given", part.path)).fault("neither true nor false"));
        }
    }
    let known = [
        "value",
        "given",
        "givenPencilMarks",
        "centerPencilMarks",
        "cornerPencilMarks",
        "region",
        "c",
        "cArray",
    ];
    let unknown = part.unknown(&known);
    draft.unsupported.extend(unknown.iter().map(|part| part.fault("an unknown key")));
    Ok(())
}

/// The regions: where a cell names none, that of the usual box in its place.
fn regions(draft: &mut Draft, labels: &[Option<Part<'_>>]) -> Regions {
    let side = draft.rows;
    let (height, width) = usual_box(side).unwrap_or((1, side));
    let usual = |i: usize| {
        let (row, column) = (i as u32 / side, i as u32 % side);
        i64::from(row / height * height + column / width)
    };
    let mut named = Vec::with_capacity(labels.len());
    for (i, label) in labels.iter().enumerate() {
        named.push(match label {
            None => Some(usual(i)),
            Some(label) if label.value.is_null() => None,
            Some(label) => match label.number() {
                Ok(Some(number)) => Some(number),
                _ => {
                    draft.lacks(label.path.clone(), "neither a number nor null");
                    None
                }
            },
        });
    }
    if named.iter().enumerate().all(|(i, &label)| label == Some(usual(i))) {
        return usual_box(side).map_or(Regions::None, |(height, width)| Regions::Boxes(height, width));
    }
    let mut lists: Vec<(i64, Vec<Cell>)> = Vec::new();
    let mut places = std::collections::BTreeMap::new();
    for (i, label) in named.into_iter().enumerate() {
        let Some(label) = label else { continue };
        let place = *places.entry(label).or_insert_with(|| {
            lists.push((label, Vec::new()));
            lists.len() - 1
        });
        lists[place].1.push(Cell::new(i as u32 / side, i as u32 % side));
    }
    for (label, cells) in lists.iter().filter(|(_, cells)| cells.len() > side as usize) {
        draft.lacks("grid", format!("region {label} has {} cells, more than {side}", cells.len()));
    }
    let lists: Vec<Vec<Cell>> = lists.into_iter().map(|(_, cells)| cells).collect();
    if lists.is_empty() { Regions::None } else { Regions::Lists(lists) }
}

/// What holds for all neighbours without a mark of the kind.
fn negatives(draft: &mut Draft, root: &Value) {
    if root.get("nonconsecutive") == Some(&Value::Bool(true)) {
        let dotted =
            draft.constraints.iter().any(|entry| ["kropki_white", "kropki_black"].contains(&&*entry.kind));
        draft.constraints.push(match dotted {
            true => Entry::new("negative_difference", "nonconsecutive").with("differences", vec![1]),
            false => Entry::new("non_consecutive", "nonconsecutive"),
        });
    }
    let Some(negative) = root.get("negative") else { return };
    let part = Part::new(negative, "negative");
    let Ok(list) = part.list() else {
        draft.lacks("negative", "no list");
        return;
    };
    for part in list {
        match part.value.as_str() {
            Some("xv") => draft.constraints.push(Entry::new("strict_xv", &part.path)),
            Some("ratio") => {
                let mut ratios: Vec<i64> = draft
                    .constraints
                    .iter()
                    .filter(|entry| entry.kind == "kropki_black")
                    .map(|entry| entry.fields.get("ratio").and_then(Value::as_i64).unwrap_or(2))
                    .collect();
                ratios.sort_unstable();
                ratios.dedup();
                if ratios.is_empty() {
                    ratios.push(2);
                }
                draft.constraints.push(Entry::new("negative_ratio", &part.path).with("ratios", ratios));
            }
            _ => draft.unsupported.push(part.fault("an unknown negative constraint")),
        }
    }
}
