//! From a constraint string to a puzzle: the board, the givens, and the groups of constraints.

use serde_json::Value;

use crate::puzzle::formats::draft::{Draft, Entry, Lines, Regions};
use crate::puzzle::formats::error::ImportError;
use crate::puzzle::formats::iss::constraints;
use crate::puzzle::formats::iss::names::{self, LARGEST};
use crate::puzzle::formats::iss::syntax::{self, Item};
use crate::sudoku::geometry::Cell;

/// Items that are read before all others, because the others depend on them.
const BOARD: [&str; 5] = ["Shape", "RegionSize", "NoBoxes", "Jigsaw", "Var"];
/// The most cells below the board.
const MOST: u32 = 1000;

/// Reads a constraint string.
pub(crate) fn read(text: &str) -> Result<Draft, ImportError> {
    let items = syntax::parse(text)?;
    let mut draft = board(&items)?;
    for item in items.iter().filter(|item| !BOARD.contains(&item.name.as_str())) {
        let entries = match item.name.as_str() {
            "" => {
                givens(&mut draft, item);
                continue;
            }
            _ => entries(&mut draft, item),
        };
        draft.constraints.extend(entries);
    }
    unite(&mut draft);
    Ok(draft)
}

/// The first item of a name.
fn first<'a>(items: &'a [Item], name: &str) -> Option<&'a Item> {
    items.iter().find(|item| item.name == name)
}

/// The board without givens.
fn board(items: &[Item]) -> Result<Draft, ImportError> {
    let shape = first(items, "Shape");
    let mut draft = match shape {
        Some(item) => shape_of(item)?,
        None => Draft::new(9, 9, (1, 9), Regions::None),
    };
    for other in items.iter().filter(|item| item.name == "Shape") {
        if shape.is_some_and(|shape| shape.arguments != other.arguments) {
            return Err(syntax::error(other.place, "another shape than before"));
        }
    }
    let mut size = draft.rows.max(draft.columns);
    if let Some(item) = first(items, "RegionSize") {
        match item.arguments.first().and_then(|size| size.parse().ok()) {
            Some(told) if (1..=LARGEST * LARGEST).contains(&told) && item.arguments.len() == 1 => size = told,
            _ => draft.lacks(item.path(), "the size of a region is one number"),
        }
    }
    let boxless = draft.lines == Lines::Free || first(items, "NoBoxes").is_some();
    if let Some((height, width)) = names::box_of(draft.rows, draft.columns, size).filter(|_| !boxless) {
        draft.regions = Regions::Boxes(height, width);
    }
    for item in items.iter().filter(|item| item.name == "Jigsaw") {
        jigsaw(&mut draft, item);
    }
    for item in items.iter().filter(|item| item.name == "Var") {
        if let Err(why) = extra(&mut draft, item) {
            draft.lacks(item.path(), why);
        }
    }
    Ok(draft)
}

/// `Var~A~label~3` or `Var~A~label~2x3`: cells that belong to no line and no box. They lie below the board, so far from it
/// and from each other that no constraint on neighbours reaches them.
fn extra(draft: &mut Draft, item: &Item) -> Result<(), String> {
    let prefix = item.arguments.first().map_or("", String::as_str);
    if prefix.is_empty() || !prefix.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err("the name of a group is made of capitals".to_owned());
    }
    let size = item.arguments.get(2).map_or("1", String::as_str);
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| (1..=MOST).contains(number));
    let count = match size.split_once('x') {
        Some((rows, columns)) => number(rows).zip(number(columns)).map(|(rows, columns)| rows * columns),
        None => number(size),
    };
    let before = draft.extra.len() as u32;
    let count = count.filter(|count| before + count <= MOST);
    let count = count.ok_or_else(|| format!("'{size}' is no number of cells up to {MOST}"))?;
    let name = |number: u32| if count == 1 { format!("V{prefix}") } else { format!("V{prefix}{number}") };
    if draft.named.contains_key(&name(1)) {
        return Err(format!("there is a group {prefix} already"));
    }
    let width = draft.columns.div_ceil(3);
    for number in 0..count {
        let place = before + number;
        let cell = Cell::new(draft.rows + 2 + place / width * 3, place % width * 3);
        draft.extra.push(cell);
        draft.named.insert(name(number + 1), cell);
    }
    Ok(())
}

/// `6x8`, `6x6~9`, `9x9~0-8`, `9x9~~Raw`.
fn shape_of(item: &Item) -> Result<Draft, ImportError> {
    let wrong = |what: &str| syntax::error(item.place, what);
    let mut arguments = item.arguments.iter().map(String::as_str);
    let number = |text: &str| text.parse::<u32>().ok();
    let sides = arguments.next().and_then(|sides| sides.split_once('x'));
    let sides = sides.and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
    let (rows, columns) = sides.ok_or_else(|| wrong("a shape is written as rows x columns, such as 6x8"))?;
    if rows == 0 || columns == 0 || rows.max(columns) > LARGEST {
        return Err(wrong("a side is at least 1 and at most 16"));
    }
    let value = |text: &str| text.parse::<i32>().ok().filter(|value| (0..=1000).contains(value));
    let values = match arguments.next().unwrap_or("") {
        "" => Some((1, rows.max(columns) as i32)),
        range => match range.split_once('-') {
            Some((lowest, highest)) => value(lowest).zip(value(highest)),
            None => value(range).map(|highest| (1, highest)),
        },
    };
    let values = values.filter(|(lowest, highest)| lowest <= highest);
    let values =
        values.ok_or_else(|| wrong("values are written as their number or as a range, such as 0-8"))?;
    let mut draft = Draft::new(rows, columns, values, Regions::None);
    draft.lines = match arguments.next().unwrap_or("") {
        "" | "Sudoku" => Lines::Differ,
        "Raw" => Lines::Free,
        _ => return Err(wrong("the type of a board is Sudoku or Raw")),
    };
    Ok(draft)
}

/// One label a cell. Regions have a size from that of a line to the number of values; what is left over is no region.
fn jigsaw(draft: &mut Draft, item: &Item) {
    let cells = (draft.rows * draft.columns) as usize;
    let layout: Vec<char> = item.arguments.last().map(|layout| layout.chars().collect()).unwrap_or_default();
    if layout.len() != cells {
        draft.lacks(item.path(), format!("{} labels, expected {cells}", layout.len()));
        return;
    }
    let mut regions: Vec<(char, Vec<Cell>)> = Vec::new();
    for (i, &label) in (0..).zip(&layout) {
        let cell = Cell::new(i / draft.columns, i % draft.columns);
        match regions.iter_mut().find(|(other, _)| *other == label) {
            Some((_, cells)) => cells.push(cell),
            None => regions.push((label, vec![cell])),
        }
    }
    if regions.len() == 1 {
        return;
    }
    let most = (draft.values.1 - draft.values.0 + 1) as usize;
    let least = draft.rows.max(draft.columns) as usize;
    let (whole, other): (Vec<_>, Vec<_>) =
        regions.into_iter().partition(|(_, cells)| (least..=most).contains(&cells.len()));
    if other.len() > 1 {
        draft.lacks(item.path(), "the regions have different sizes");
    }
    let whole: Vec<Vec<Cell>> = whole.into_iter().map(|(_, cells)| cells).collect();
    match draft.regions {
        Regions::None => draft.regions = Regions::Lists(whole),
        // Both hold.
        _ => {
            let entry = |cells: &Vec<Cell>| Entry::new("all_different", &item.path()).cells(cells);
            draft.constraints.extend(whole.iter().map(entry));
        }
    }
}

/// `R1C1_5`, or `R1C1_1_5` for what may stand in a cell.
fn given(draft: &Draft, argument: &str) -> Result<(Cell, Vec<i32>), String> {
    let mut parts = argument.split('_');
    let name = parts.next().unwrap_or("");
    let cell = names::cell(name, draft).ok_or_else(|| format!("the board has no cell '{name}'"))?;
    let value = |text: &str| {
        let value =
            text.parse::<i32>().ok().filter(|value| (draft.values.0..=draft.values.1).contains(value));
        value.ok_or_else(|| format!("'{text}' is not in {}..{}", draft.values.0, draft.values.1))
    };
    let values = parts.map(value).collect::<Result<Vec<i32>, String>>()?;
    if values.is_empty() { Err(format!("no value for {name}")) } else { Ok((cell, values)) }
}

fn givens(draft: &mut Draft, item: &Item) {
    for argument in &item.arguments {
        match given(draft, argument) {
            Ok((cell, values)) => draft.candidates.push((cell, values)),
            Err(why) => draft.lacks(item.path(), why),
        }
    }
}

/// Cells that are named more than once may hold what is in all of their lists; those with one value left are givens.
fn unite(draft: &mut Draft) {
    let mut found: std::collections::BTreeMap<Cell, Vec<i32>> = std::collections::BTreeMap::new();
    for (cell, mut values) in std::mem::take(&mut draft.candidates) {
        values.sort_unstable();
        values.dedup();
        let left = found.entry(cell).or_insert_with(|| values.clone());
        left.retain(|value| values.contains(value));
    }
    for (cell, values) in found {
        match values[..] {
            [value] => draft.givens.push((cell, value)),
            _ => draft.candidates.push((cell, values)),
        }
    }
}

/// The constraints that an item stands for. What cannot be taken over is noted.
pub(crate) fn entries(draft: &mut Draft, item: &Item) -> Vec<Entry> {
    let path = item.path();
    match item.name.as_str() {
        "And" => item.items.iter().flat_map(|item| entries(draft, item)).collect(),
        "Or" => {
            let parts: Vec<Value> =
                item.items.iter().map(|item| all(entries(draft, item), &item.path())).collect();
            vec![Entry::new("or", &path).with("any", parts)]
        }
        "" => {
            let mut found = Vec::new();
            for argument in &item.arguments {
                match given(draft, argument) {
                    Ok((cell, values)) => {
                        let tuples: Vec<Vec<i32>> = values.into_iter().map(|value| vec![value]).collect();
                        found.push(Entry::new("allowed", &path).cells(&[cell]).with("tuples", tuples));
                    }
                    Err(why) => draft.lacks(item.path(), why),
                }
            }
            found
        }
        _ => match constraints::read(draft, item) {
            Ok(entries) => entries,
            Err(why) => {
                draft.lacks(path, why);
                Vec::new()
            }
        },
    }
}

/// Some constraints as one.
fn all(mut entries: Vec<Entry>, path: &str) -> Value {
    match (entries.pop(), entries.is_empty()) {
        (Some(entry), true) => entry.into_value(),
        (last, _) => {
            let parts: Vec<Value> = entries.into_iter().chain(last).map(Entry::into_value).collect();
            Entry::new("and", path).with("all", parts).into_value()
        }
    }
}
