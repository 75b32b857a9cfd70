//! The constraints of f-puzzles, one key each.

use crate::puzzle::formats::draft::{Draft, Entry};
use crate::puzzle::formats::fpuzzles::fields::{Part, Read};
use crate::sudoku::geometry::Cell;

/// What the entries of a key are.
enum Shape {
    /// `true` for the whole board.
    Switch,
    /// Read elsewhere, with all marks known.
    Negative,
    /// Lines, each a constraint.
    Lines,
    /// Cells and at times a value.
    Cells,
    /// One cell an entry, all of them one constraint.
    Single,
    /// A cell outside the board and a value.
    Outside,
    Arrow,
    Clone,
    LittleKiller,
    Marks,
    Quadruple,
}

/// The keys, what their entries are, and the kind of constraint that they stand for.
const KEYS: [(&str, Shape, &str); 38] = [
    ("antiking", Shape::Switch, "anti_king"),
    ("antiknight", Shape::Switch, "anti_knight"),
    ("arrow", Shape::Arrow, "arrow"),
    ("betweenline", Shape::Lines, "between"),
    ("boxindexer", Shape::Cells, "indexing"),
    ("clone", Shape::Clone, "clone"),
    ("columnindexer", Shape::Cells, "indexing"),
    ("diagonal+", Shape::Switch, "diagonal"),
    ("diagonal-", Shape::Switch, "diagonal"),
    ("difference", Shape::Cells, "kropki_white"),
    ("disjointgroups", Shape::Switch, "disjoint_groups"),
    ("doublearrow", Shape::Lines, "double_arrow"),
    ("entropicline", Shape::Lines, "entropic"),
    ("even", Shape::Single, "even"),
    ("extraregion", Shape::Cells, "all_different"),
    ("killercage", Shape::Cells, "killer"),
    ("littlekillersum", Shape::LittleKiller, "little_killer"),
    ("maximum", Shape::Single, "maximum"),
    ("minimum", Shape::Single, "minimum"),
    ("modularline", Shape::Lines, "modular"),
    ("nabner", Shape::Lines, "nabner"),
    ("negative", Shape::Negative, ""),
    ("nonconsecutive", Shape::Negative, ""),
    ("odd", Shape::Single, "odd"),
    ("palindrome", Shape::Lines, "palindrome"),
    ("quadruple", Shape::Quadruple, "quadruple"),
    ("ratio", Shape::Cells, "kropki_black"),
    ("regionsumline", Shape::Lines, "region_sum_line"),
    ("renban", Shape::Lines, "renban"),
    ("rowindexer", Shape::Cells, "indexing"),
    ("sandwichsum", Shape::Outside, "sandwich"),
    ("skyscraper", Shape::Outside, "skyscraper"),
    ("slowthermometer", Shape::Lines, "slow_thermo"),
    ("thermometer", Shape::Lines, "thermo"),
    ("whispers", Shape::Lines, "whisper"),
    ("xsum", Shape::Outside, "x_sum"),
    ("xv", Shape::Marks, ""),
    ("zipperline", Shape::Lines, "zipper"),
];

/// The key whose lines stand for a kind of constraint.
pub(crate) fn line_key(kind: &str) -> Option<&'static str> {
    KEYS.iter().find(|(_, shape, name)| *name == kind && matches!(shape, Shape::Lines)).map(|(key, ..)| *key)
}

/// Takes over the constraints under a key.
///
/// # Errors
/// The whole key cannot be taken over. What is wrong with single entries is noted in the draft.
pub(crate) fn read(draft: &mut Draft, key: &str, part: &Part<'_>) -> Read<()> {
    let Some((_, shape, kind)) = KEYS.iter().find(|(name, ..)| *name == key) else {
        return Err(part.fault("an unknown key"));
    };
    let known: &[&str] = match shape {
        Shape::Negative => return Ok(()),
        Shape::Switch => {
            if part.value.as_bool() != Some(true) {
                return Err(part.fault("neither true nor false"));
            }
            let entry = Entry::new(kind, key);
            let entry = match key {
                "diagonal+" => entry.with("direction", "/"),
                "diagonal-" => entry.with("direction", "\\"),
                _ => entry,
            };
            draft.constraints.push(entry);
            return Ok(());
        }
        Shape::Single => return single(draft, kind, part),
        Shape::Lines => &["lines", "value"],
        Shape::Cells | Shape::Marks => &["cells", "value"],
        Shape::Outside => &["cell", "value"],
        Shape::Arrow => &["lines", "cells"],
        Shape::Clone => &["cells", "cloneCells"],
        Shape::LittleKiller => &["cell", "cells", "direction", "value"],
        Shape::Quadruple => &["cells", "values"],
    };
    for part in part.list()? {
        let unknown = part.unknown(known);
        draft.unsupported.extend(unknown.iter().map(|part| part.fault("an unknown key")));
        let read = match shape {
            Shape::Arrow => arrow(draft, &part),
            Shape::Clone => clone(draft, &part),
            Shape::LittleKiller => little_killer(draft, &part),
            Shape::Lines => lines(draft, kind, &part),
            Shape::Marks => marks(draft, &part),
            Shape::Outside => outside(draft, kind, &part),
            Shape::Quadruple => quadruple(draft, &part),
            Shape::Cells | Shape::Single | Shape::Switch | Shape::Negative => cells(draft, key, kind, &part),
        };
        if let Err(fault) = read {
            draft.unsupported.push(fault);
        }
    }
    Ok(())
}

/// The value of an entry, where it is a number.
fn value(part: &Part<'_>) -> Read<Option<i64>> {
    part.get("value").map_or(Ok(None), |value| value.number())
}

fn single(draft: &mut Draft, kind: &str, part: &Part<'_>) -> Read<()> {
    let mut cells = Vec::new();
    for part in part.list()? {
        let cell = match part.get("cell") {
            Some(cell) => cell.cell(draft),
            None => Err(part.fault("it has no cell")),
        };
        match cell {
            Ok(cell) => cells.push(cell),
            Err(fault) => draft.unsupported.push(fault),
        }
        let unknown = part.unknown(&["cell"]);
        draft.unsupported.extend(unknown.iter().map(|part| part.fault("an unknown key")));
    }
    if !cells.is_empty() {
        draft.constraints.push(Entry::new(kind, &part.path).cells(&cells));
    }
    Ok(())
}

fn cells(draft: &mut Draft, key: &str, kind: &str, part: &Part<'_>) -> Read<()> {
    let entry = Entry::new(kind, &part.path).cells(&part.cells_in("cells", draft)?);
    let entry = match (key, value(part)?) {
        ("rowindexer", _) => entry.with("axis", "row"),
        ("columnindexer", _) => entry.with("axis", "column"),
        ("boxindexer", _) => entry.with("axis", "box"),
        ("killercage", Some(sum)) if sum > 0 => entry.with("sum", sum),
        ("difference", Some(difference)) => entry.with("difference", difference),
        ("ratio", Some(ratio)) => entry.with("ratio", ratio),
        _ => entry,
    };
    draft.constraints.push(entry);
    Ok(())
}

fn lines(draft: &mut Draft, kind: &str, part: &Part<'_>) -> Read<()> {
    let value = value(part)?;
    let Some(lines) = part.get("lines") else { return Err(part.fault("it has no lines")) };
    for line in lines.list()? {
        let entry = Entry::new(kind, &line.path).cells(&line.cells(draft)?);
        draft.constraints.push(match kind {
            "whisper" => entry.with("difference", value.unwrap_or(i64::from(draft.rows.div_ceil(2)))),
            "modular" => entry.with("mod", value.unwrap_or(3)),
            _ => entry,
        });
    }
    Ok(())
}

/// The first cell of each line belongs to the circle.
fn arrow(draft: &mut Draft, part: &Part<'_>) -> Read<()> {
    let mut circle = part.cells_in("cells", draft)?;
    // A pill is read as a number, from the left and from the top.
    circle.sort_unstable();
    let Some(lines) = part.get("lines") else { return Err(part.fault("it has no lines")) };
    for line in lines.list()? {
        let cells = line.cells(draft)?;
        match cells.split_first() {
            Some((_, cells)) if !cells.is_empty() => {
                let entry = Entry::new("arrow", &line.path).cells_in("circle", &circle).cells(cells);
                draft.constraints.push(entry);
            }
            _ => draft.unsupported.push(line.fault("no cell outside the circle")),
        }
    }
    Ok(())
}

fn clone(draft: &mut Draft, part: &Part<'_>) -> Read<()> {
    let (cells, clones) = (part.cells_in("cells", draft)?, part.cells_in("cloneCells", draft)?);
    if cells.len() != clones.len() {
        return Err(part.fault(format!("{} cells and {} clones of them", cells.len(), clones.len())));
    }
    draft.constraints.push(Entry::new("clone", &part.path).cells(&cells).cells_in("clone_cells", &clones));
    Ok(())
}

fn marks(draft: &mut Draft, part: &Part<'_>) -> Read<()> {
    let kind = match part.get("value") {
        None => return Ok(()),
        Some(value) => match value.value.as_str().map(str::trim) {
            Some("x" | "X") => "x",
            Some("v" | "V") => "v",
            _ => return Err(value.fault("neither X nor V")),
        },
    };
    draft.constraints.push(Entry::new(kind, &part.path).cells(&part.cells_in("cells", draft)?));
    Ok(())
}

fn quadruple(draft: &mut Draft, part: &Part<'_>) -> Read<()> {
    let cells = part.cells_in("cells", draft)?;
    let Some(values) = part.get("values") else { return Ok(()) };
    let values = values.list()?.iter().map(Part::small).collect::<Read<Vec<i32>>>()?;
    draft.constraints.push(Entry::new("quadruple", &part.path).cells(&cells).with("values", values));
    Ok(())
}

/// A row or column, from the side of its clue. A clue that is no number says nothing.
fn outside(draft: &mut Draft, kind: &str, part: &Part<'_>) -> Read<()> {
    let Some(cell) = part.get("cell") else { return Err(part.fault("it has no cell")) };
    let (row, column) = cell.place()?;
    let side = i64::from(draft.rows);
    let within = |number: i64| (1..=side).contains(&number).then_some((number - 1) as u32);
    let line =
        |at: fn(u32, u32) -> Cell, fixed: u32| (0..draft.rows).map(|i| at(i, fixed)).collect::<Vec<Cell>>();
    let (mut cells, far) = match (within(row), within(column)) {
        (None, Some(column)) if row == 0 || row == side + 1 => (line(Cell::new, column), row != 0),
        (Some(row), None) if column == 0 || column == side + 1 => {
            (line(|i, row| Cell::new(row, i), row), column != 0)
        }
        _ => return Err(cell.fault(format!("R{row}C{column} does not lie beside a row or column"))),
    };
    if far {
        cells.reverse();
    }
    let Some(value) = value(part)? else { return Ok(()) };
    let field = if kind == "sandwich" { "sum" } else { "value" };
    draft.constraints.push(Entry::new(kind, &part.path).cells(&cells).with(field, value));
    Ok(())
}

/// The cells of a diagonal, from a cell outside the board. Without a number above 0 nothing is said.
fn little_killer(draft: &mut Draft, part: &Part<'_>) -> Read<()> {
    let Some(sum) = value(part)?.filter(|&sum| sum > 0) else { return Ok(()) };
    let Some(cell) = part.get("cell") else { return Err(part.fault("it has no cell")) };
    let Some(direction) = part.get("direction") else { return Err(part.fault("it has no direction")) };
    let (down, right) = match direction.value.as_str() {
        Some("UR") => (-1, 1),
        Some("UL") => (-1, -1),
        Some("DR") => (1, 1),
        Some("DL") => (1, -1),
        _ => return Err(direction.fault("none of UR, UL, DR and DL")),
    };
    let (mut row, mut column) = cell.place()?;
    let mut cells = Vec::new();
    for _ in 0..draft.rows {
        (row, column) = (row + down, column + right);
        let place = (u32::try_from(row - 1), u32::try_from(column - 1));
        match place {
            (Ok(row), Ok(column)) if draft.has(Cell::new(row, column)) => cells.push(Cell::new(row, column)),
            _ => break,
        }
    }
    if cells.is_empty() {
        return Err(part.fault("no cell of the board lies in this direction"));
    }
    draft.constraints.push(Entry::new("little_killer", &part.path).cells(&cells).with("sum", sum));
    Ok(())
}
