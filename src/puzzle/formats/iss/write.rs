//! From a puzzle to a constraint string: the board and the givens.

use std::collections::BTreeMap;

use crate::puzzle::formats::draft::{Draft, Lines, Regions, Unsupported};
use crate::puzzle::formats::error::ExportError;
use crate::puzzle::formats::iss::items;
use crate::puzzle::formats::iss::names::{self, LARGEST, box_of};
use crate::sudoku::geometry::Cell;

/// Kinds of constraint that speak of the boxes of the board.
const OF_BOXES: [&str; 3] = ["disjoint_groups", "region_sum_line", "windoku"];

/// Writes the string, and says what of the puzzle it lacks.
///
/// # Errors
/// The board is larger than 16x16, or has values that do not begin at 0 or 1, fewer than a row has cells, or more than
/// 16 of them.
pub(crate) fn write(draft: &Draft) -> Result<(String, Vec<Unsupported>), ExportError> {
    let shape =
        |what: &str| ExportError::Shape { what: format!("the Interactive Sudoku Solver has only {what}") };
    let side = draft.rows.max(draft.columns);
    if side > LARGEST {
        return Err(shape("boards up to 16x16"));
    }
    let (lowest, highest) = draft.values;
    let count = i64::from(highest) - i64::from(lowest) + 1;
    let least = if draft.lines == Lines::Free { 1 } else { i64::from(side) };
    if !(0..=1).contains(&lowest) || !(least..=i64::from(LARGEST)).contains(&count) {
        return Err(shape(
            "values from 0 or 1, at least as many as the longer side has cells, and at most 16",
        ));
    }
    let mut unsupported = draft.unsupported.clone();
    let mut text = shape_of(draft, side, count);
    text += &regions(draft, side, count as usize, &mut unsupported);
    text += &extra(draft);
    text += &cells(draft, &mut unsupported);
    for entry in &draft.constraints {
        match items::write(draft, entry) {
            Ok(item) => text += &item,
            Err(why) => {
                let reason = format!("{}: {why}", entry.kind);
                unsupported.push(Unsupported { path: entry.path.clone(), reason });
            }
        }
    }
    if text.is_empty() {
        text.push('.');
    }
    Ok((text, unsupported))
}

fn shape_of(draft: &Draft, side: u32, count: i64) -> String {
    let values = match draft.values {
        (1, _) if count == i64::from(side) => String::new(),
        (1, highest) => highest.to_string(),
        (lowest, highest) => format!("{lowest}-{highest}"),
    };
    match (draft.rows, draft.columns, draft.lines) {
        (9, 9, Lines::Differ) if values.is_empty() => String::new(),
        (rows, columns, Lines::Free) => format!(".Shape~{rows}x{columns}~{values}~Raw"),
        (rows, columns, Lines::Differ) if values.is_empty() => format!(".Shape~{rows}x{columns}"),
        (rows, columns, Lines::Differ) => format!(".Shape~{rows}x{columns}~{values}"),
    }
}

/// The boxes or the jigsaw. Regions of other sizes than a jigsaw may have are written as cells that differ.
fn regions(draft: &Draft, side: u32, count: usize, unsupported: &mut Vec<Unsupported>) -> String {
    let usual = box_of(draft.rows, draft.columns, side).filter(|_| draft.lines == Lines::Differ);
    let without = if usual.is_some() { ".NoBoxes" } else { "" };
    let lists = match &draft.regions {
        Regions::None => return without.to_owned(),
        Regions::Boxes(height, width) => {
            let told = Some((*height, *width));
            if told == usual {
                return String::new();
            }
            let size = height * width;
            if told == box_of(draft.rows, draft.columns, size) && draft.lines == Lines::Differ {
                return format!(".RegionSize~{size}");
            }
            let cells =
                (0..draft.rows * draft.columns).map(|i| Cell::new(i / draft.columns, i % draft.columns));
            let mut boxes: BTreeMap<(u32, u32), Vec<Cell>> = BTreeMap::new();
            for cell in cells {
                boxes.entry((cell.row / height, cell.column / width)).or_default().push(cell);
            }
            boxes.into_values().collect()
        }
        Regions::Lists(lists) => lists.clone(),
    };
    let sizes = side as usize..=count;
    let covered: usize = lists.iter().map(Vec::len).sum();
    let rest = (draft.rows * draft.columns) as usize - covered.min((draft.rows * draft.columns) as usize);
    let fits = lists.iter().all(|list| sizes.contains(&list.len())) && (rest == 0 || !sizes.contains(&rest));
    let labels = lists.len() + usize::from(rest > 0);
    if !fits || !(2..=36).contains(&labels) || draft.lines == Lines::Free {
        if draft.constraints.iter().any(|entry| OF_BOXES.contains(&entry.kind.as_str())) {
            let reason = "a jigsaw has no regions of these sizes".to_owned();
            unsupported.push(Unsupported { path: "regions".to_owned(), reason });
        }
        let list =
            |list: &Vec<Cell>| format!(".AllDifferent{}", items::cells(draft, list).unwrap_or_default());
        return without.to_owned()
            + &lists.iter().filter(|cells| cells.len() > 1).map(list).collect::<String>();
    }
    let digit = |number: usize| char::from_digit(number as u32, 36).unwrap_or('0');
    let mut layout = vec![digit(lists.len()); (draft.rows * draft.columns) as usize];
    for (number, cell) in
        lists.iter().enumerate().flat_map(|(number, list)| list.iter().map(move |&cell| (number, cell)))
    {
        layout[(cell.row * draft.columns + cell.column) as usize] = digit(number);
    }
    let size = lists.first().map_or(0, Vec::len);
    let told = if size == side as usize { String::new() } else { format!(".RegionSize~{size}") };
    let boxless = if box_of(draft.rows, draft.columns, size as u32).is_some() { ".NoBoxes" } else { without };
    format!("{told}{boxless}.Jigsaw~{}", layout.into_iter().collect::<String>())
}

/// The cells below the board.
fn extra(draft: &Draft) -> String {
    if draft.extra.is_empty() {
        String::new()
    } else {
        format!(".Var~{}~~{}", names::GROUP, draft.extra.len())
    }
}

/// Givens and candidates, in reading order.
fn cells(draft: &Draft, unsupported: &mut Vec<Unsupported>) -> String {
    let mut told: BTreeMap<Cell, Vec<Vec<i32>>> = BTreeMap::new();
    for &(cell, value) in &draft.givens {
        told.entry(cell).or_default().push(vec![value]);
    }
    for (cell, values) in &draft.candidates {
        let lists = told.entry(*cell).or_default();
        match values.is_empty() {
            false => lists.push(values.clone()),
            // Two lists that have nothing in common.
            true if draft.values.0 < draft.values.1 => {
                lists.extend([vec![draft.values.0], vec![draft.values.1]]);
            }
            true => {
                let reason = "there is no cell in which nothing may stand".to_owned();
                unsupported.push(Unsupported { path: format!("candidates.{cell}"), reason });
            }
        }
    }
    let mut text = String::new();
    for (cell, lists) in told {
        let Some(name) = names::name(cell, draft) else { continue };
        for values in lists {
            let values: String = values.iter().map(|value| format!("_{value}")).collect();
            text += &format!("~{name}{values}");
        }
    }
    if text.is_empty() { text } else { format!(".{text}") }
}
