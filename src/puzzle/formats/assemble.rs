//! From a draft to a puzzle, and back.

use serde::Deserialize;
use serde_json::Value;

use crate::puzzle::cell_map::CellMap;
use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Named;
use crate::puzzle::definition::{self, BoardPart, Definition, Givens, ValueRange, ValueSet};
use crate::puzzle::formats::draft::{Draft, Entry, Lines, Regions, Unsupported};
use crate::puzzle::givens::{candidates, givens};
use crate::puzzle::layout::{Layout, lay_out};
use crate::puzzle::picture::Picture;
use crate::puzzle::variant::VariantError;
use crate::sudoku::geometry::{Boxes, Cell};

/// The puzzle of a draft, and what of it could not be taken over.
pub(crate) fn definition(draft: Draft) -> (Definition, Vec<Unsupported>) {
    let mut unsupported = draft.unsupported.clone();
    let mut definition = Definition {
        title: draft.title.clone(),
        author: draft.author.clone(),
        notes: draft.rules.clone(),
        values: Some(ValueSet::Range(ValueRange { lowest: draft.values.0, highest: draft.values.1 })),
        givens: drawn_givens(&draft),
        candidates: draft
            .candidates
            .iter()
            .map(|(cell, values)| (Cells::new([*cell]), values.clone()))
            .collect(),
        ..Definition::default()
    };
    let boxes = match draft.regions {
        Regions::Boxes(height, width) => Boxes::Sized { height, width },
        Regions::None | Regions::Lists(_) => Boxes::None,
    };
    let regions = match &draft.regions {
        Regions::Lists(lists) => Some(drawn_regions(&draft, lists)),
        Regions::None | Regions::Boxes(..) => None,
    };
    let lines = match draft.lines {
        Lines::Differ => definition::Lines::Both,
        Lines::Free => definition::Lines::None,
    };
    if draft.extra.is_empty() {
        (definition.rows, definition.columns) = (Some(draft.rows), Some(draft.columns));
        (definition.boxes, definition.regions, definition.lines) = (Some(boxes), regions, lines);
    } else {
        let mut whole = BoardPart::at(Cell::new(0, 0));
        (whole.rows, whole.columns) = (Some(draft.rows), Some(draft.columns));
        (whole.boxes, whole.regions, whole.lines) = (Some(boxes), regions, lines);
        definition.boards.push(whole);
        definition.boards.extend(draft.extra.iter().map(|&cell| {
            let mut single = BoardPart::at(cell);
            (single.rows, single.columns) = (Some(1), Some(1));
            (single.boxes, single.lines) = (Some(Boxes::None), definition::Lines::None);
            single
        }));
    }
    for entry in draft.constraints {
        let (path, kind) = (entry.path.clone(), entry.kind.clone());
        if !Named::NAMES.contains(&kind.as_str()) {
            unsupported.push(Unsupported { path, reason: format!("there is no constraint '{kind}'") });
            continue;
        }
        match Named::deserialize(entry.into_value()) {
            Ok(named) => definition.constraints.push(named),
            Err(error) => unsupported.push(Unsupported { path, reason: format!("{kind}: {error}") }),
        }
    }
    (definition, unsupported)
}

/// The givens as rows of symbols where they are all on the board, else cell by cell.
fn drawn_givens(draft: &Draft) -> Option<Givens> {
    if draft.givens.is_empty() {
        return None;
    }
    let mut rows = vec![vec![None; draft.columns as usize]; draft.rows as usize];
    let mut apart = !draft.extra.is_empty();
    for &(cell, value) in &draft.givens {
        match rows.get_mut(cell.row as usize).and_then(|row| row.get_mut(cell.column as usize)) {
            Some(place @ None) => *place = Some(value),
            _ => apart = true,
        }
    }
    if apart {
        let pairs = draft.givens.iter().map(|&(cell, value)| (Cells::new([cell]), value));
        return Some(Givens::Cells(pairs.collect::<CellMap<i32>>()));
    }
    let single = (0..=9).contains(&draft.values.0) && (0..=9).contains(&draft.values.1);
    let symbol = |value: &Option<i32>| value.map_or(".".to_owned(), |value| value.to_string());
    // A row of one cell has no blank that would tell a number from its digits.
    let between = if single || draft.columns == 1 { "" } else { " " };
    if !single && draft.columns == 1 {
        return Some(Givens::Rows(rows));
    }
    let row = |row: &Vec<Option<i32>>| row.iter().map(symbol).collect::<Vec<String>>().join(between);
    Some(Givens::Picture(rows.iter().map(row).collect()))
}

/// A picture of some regions: letters, or numbers where there are more than letters.
fn drawn_regions(draft: &Draft, lists: &[Vec<Cell>]) -> Picture {
    let letters = lists.len() <= 26;
    let label = |number: usize| match u8::try_from(number) {
        Ok(number) if letters => char::from(b'A' + number).to_string(),
        _ => (number + 1).to_string(),
    };
    let mut rows = vec![vec![".".to_owned(); draft.columns as usize]; draft.rows as usize];
    for (number, cells) in lists.iter().enumerate() {
        for cell in cells {
            if let Some(place) =
                rows.get_mut(cell.row as usize).and_then(|row| row.get_mut(cell.column as usize))
            {
                *place = label(number);
            }
        }
    }
    rows.into_iter().map(|row| row.join(if letters { "" } else { " " })).collect()
}

/// The draft of a puzzle, for writing it in another format. What the draft cannot hold is noted in it.
///
/// # Errors
/// The puzzle has no shape that can be.
pub(crate) fn draft(definition: &Definition) -> Result<Draft, VariantError> {
    let shape = lay_out(definition)?;
    let (rows, columns) = match definition.boards.first() {
        Some(board) => (board.rows.unwrap_or(shape.rows), board.columns.unwrap_or(shape.columns)),
        None => (shape.rows, shape.columns),
    };
    let (lowest, highest) = (shape.values[0], shape.values[shape.values.len() - 1]);
    let mut draft = Draft::new(rows, columns, (lowest, highest), Regions::None);
    if i64::from(highest) - i64::from(lowest) + 1 != shape.values.len() as i64 {
        draft.lacks("values", "there are gaps between the values");
    }
    (draft.title, draft.author) = (definition.title.clone(), definition.author.clone());
    draft.rules = definition.notes.clone();
    cells(&mut draft, definition, &shape);
    houses(&mut draft, &shape);
    let cell = |place: usize| Cell::new(place as u32 / shape.columns, place as u32 % shape.columns);
    let found = givens(definition, &shape)?.into_iter().enumerate();
    draft.givens = found.filter_map(|(place, value)| Some((cell(place), value?))).collect();
    draft.candidates =
        candidates(definition, &shape)?.into_iter().map(|(place, values)| (cell(place), values)).collect();
    for (number, named) in definition.constraints.iter().enumerate() {
        let path = format!("constraints[{number}]");
        match serde_json::to_value(named) {
            Ok(Value::Object(mut fields)) => {
                fields.remove("type");
                draft.constraints.push(Entry { kind: named.name().to_owned(), fields, path });
            }
            _ => draft.lacks(path, "it cannot be written as data"),
        }
    }
    Ok(draft)
}

/// Cells beside those of the first board, and cells that it does not have.
fn cells(draft: &mut Draft, definition: &Definition, shape: &Layout) {
    for place in (0..shape.present.len()).filter(|&place| shape.present[place]) {
        let cell = Cell::new(place as u32 / shape.columns, place as u32 % shape.columns);
        if !(cell.row < draft.rows && cell.column < draft.columns) {
            draft.extra.push(cell);
        }
    }
    let whole = shape.present.iter().filter(|present| **present).count();
    if whole - draft.extra.len() != draft.rows as usize * draft.columns as usize {
        draft.lacks("active", "the board has not all cells of its rectangle");
    }
    let first = definition.boards.first().map(|board| board.at.clone());
    if first.is_some_and(|at| at.iter().next() != Some(Cell::new(0, 0))) {
        draft.lacks("boards[0]", "the first board does not begin in r1c1");
    }
}

/// Which houses are lines and which are boxes or regions; all others become constraints.
fn houses(draft: &mut Draft, shape: &Layout) {
    let sorted = |mut cells: Vec<Cell>| {
        cells.sort_unstable();
        cells
    };
    let lines: Vec<Vec<Cell>> = draft.all_lines().filter(|cells| cells.len() > 1).collect();
    let mut rest: Vec<Vec<Cell>> = shape.houses.iter().map(|house| sorted(house.cells.clone())).collect();
    if lines.iter().all(|line| rest.contains(line)) {
        rest.retain(|house| !lines.contains(house));
    } else {
        draft.lines = Lines::Free;
    }
    let boxes: Vec<Vec<Cell>> = shape.boxes.iter().cloned().map(sorted).collect();
    // Boxes of one row or column are the lines.
    let apart = boxes.iter().any(|cells| !lines.contains(cells));
    if apart {
        rest.retain(|house| !boxes.contains(house));
        draft.regions = match box_size(draft, &boxes) {
            Some((height, width)) => Regions::Boxes(height, width),
            None => Regions::Lists(boxes),
        };
    }
    let entries = rest.into_iter().map(|cells| Entry::new("all_different", "houses").cells(&cells));
    draft.constraints.extend(entries);
}

/// Rows and columns of the boxes, where they are rectangles of one size that cover the board.
fn box_size(draft: &Draft, boxes: &[Vec<Cell>]) -> Option<(u32, u32)> {
    let first = boxes.first()?;
    let (from, to) = (first.first()?, first.last()?);
    let (height, width) = (to.row.checked_sub(from.row)? + 1, to.column.checked_sub(from.column)? + 1);
    let whole = draft.rows.is_multiple_of(height) && draft.columns.is_multiple_of(width);
    let count = (draft.rows / height) as usize * (draft.columns / width) as usize;
    let fits = |cells: &Vec<Cell>| {
        let Some(from) = cells.first() else { return false };
        let aligned = from.row.is_multiple_of(height) && from.column.is_multiple_of(width);
        let inside = |cell: &Cell| {
            cell.row / height == from.row / height && cell.column / width == from.column / width
        };
        aligned && cells.len() == height as usize * width as usize && cells.iter().all(inside)
    };
    (whole && boxes.len() == count && boxes.iter().all(fits)).then_some((height, width))
}
