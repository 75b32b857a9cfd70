//! From a puzzle to the JSON of f-puzzles.

use serde_json::{Map, Value, json};

use crate::puzzle::formats::draft::{Draft, Entry, Lines, Regions, Unsupported, usual_box};
use crate::puzzle::formats::error::ExportError;
use crate::puzzle::formats::fpuzzles::constraints::line_key;
use crate::puzzle::formats::fpuzzles::relations;
use crate::puzzle::formats::relations::{between_neighbours, speaks_of_unmarked};
use crate::sudoku::geometry::Cell;

/// Writes the JSON, and says what of the puzzle it lacks.
///
/// # Errors
/// The board is not square, or has other values than 1 to its side, or rows that may hold a value twice.
pub(crate) fn write(draft: &Draft) -> Result<(String, Vec<Unsupported>), ExportError> {
    let side = draft.rows;
    let shape = |what: &str| Err(ExportError::Shape { what: format!("f-puzzles has only {what}") });
    if draft.columns != side {
        return shape("square boards");
    }
    if draft.values != (1, side as i32) {
        return shape("the values 1 to the side of the board");
    }
    if draft.lines == Lines::Free || !draft.extra.is_empty() {
        return shape("boards whose rows and columns differ");
    }
    let mut root = Map::new();
    root.insert("size".to_owned(), side.into());
    for (key, text) in [("title", &draft.title), ("author", &draft.author), ("ruleset", &draft.rules)] {
        root.extend(text.as_ref().map(|text| (key.to_owned(), Value::from(text.as_str()))));
    }
    let mut writer = Writer { draft, root, unsupported: draft.unsupported.clone() };
    let grid = writer.grid();
    writer.root.insert("grid".to_owned(), grid);
    for entry in &draft.constraints {
        if let Err(why) = writer.constraint(entry) {
            let reason = format!("{}: {why}", entry.kind);
            writer.unsupported.push(Unsupported { path: entry.path.clone(), reason });
        }
    }
    Ok((Value::Object(writer.root).to_string(), writer.unsupported))
}

struct Writer<'a> {
    draft: &'a Draft,
    root: Map<String, Value>,
    unsupported: Vec<Unsupported>,
}

/// The name of a cell, or of a place beside the board.
fn place(row: i64, column: i64) -> Value {
    Value::from(format!("R{row}C{column}"))
}

fn name(cell: Cell) -> Value {
    place(i64::from(cell.row) + 1, i64::from(cell.column) + 1)
}

pub(crate) fn names(cells: &[Cell]) -> Value {
    cells.iter().copied().map(name).collect()
}

impl Writer<'_> {
    fn grid(&mut self) -> Value {
        let side = self.draft.rows as usize;
        let mut cells = vec![Map::new(); side * side];
        let at = |cell: Cell| cell.row as usize * side + cell.column as usize;
        let usual = usual_box(self.draft.rows);
        let lists = match &self.draft.regions {
            Regions::Boxes(height, width) if Some((*height, *width)) == usual => None,
            Regions::None if usual.is_none() => None,
            Regions::None => Some(Vec::new()),
            Regions::Boxes(height, width) => Some(boxes(self.draft.rows, *height, *width)),
            Regions::Lists(lists) => Some(lists.clone()),
        };
        if let Some(lists) = lists {
            for cell in &mut cells {
                cell.insert("region".to_owned(), Value::Null);
            }
            for (number, list) in lists.iter().enumerate() {
                if list.len() != side {
                    let reason = format!("f-puzzles has only regions of {side} cells, not of {}", list.len());
                    self.unsupported.push(Unsupported { path: "regions".to_owned(), reason });
                }
                for &cell in list {
                    cells[at(cell)].insert("region".to_owned(), number.into());
                }
            }
        }
        for &(cell, value) in &self.draft.givens {
            cells[at(cell)].insert("value".to_owned(), value.into());
            cells[at(cell)].insert("given".to_owned(), true.into());
        }
        for (cell, values) in &self.draft.candidates {
            if values.is_empty() {
                let reason = "f-puzzles has no cell in which nothing may stand".to_owned();
                self.unsupported.push(Unsupported { path: format!("candidates.{cell}"), reason });
            }
            cells[at(*cell)].insert("givenPencilMarks".to_owned(), values.clone().into());
        }
        cells.chunks(side).map(|row| row.iter().cloned().map(Value::Object).collect::<Value>()).collect()
    }

    /// Adds an entry to the list under a key.
    fn push(&mut self, key: &str, entry: Value) -> Result<(), String> {
        match self.root.entry(key).or_insert_with(|| Value::Array(Vec::new())) {
            Value::Array(list) => list.push(entry),
            _ => return Err("it stands beside something else".to_owned()),
        }
        Ok(())
    }

    fn switch(&mut self, key: &str) -> Result<(), String> {
        self.root.insert(key.to_owned(), Value::Bool(true));
        Ok(())
    }

    fn negative(&mut self, word: &str) -> Result<(), String> {
        match self.root.get("negative").and_then(Value::as_array) {
            Some(list) if list.iter().any(|other| other == word) => Ok(()),
            _ => self.push("negative", word.into()),
        }
    }

    fn constraint(&mut self, entry: &Entry) -> Result<(), String> {
        let cells = entry.list("cells");
        let number = |field: &str| entry.fields.get(field).and_then(Value::as_i64);
        if let Some(key) = line_key(&entry.kind) {
            let mut written = json!({ "lines": [names(&cells)] });
            match (entry.kind.as_str(), number("difference"), number("mod")) {
                ("whisper", Some(difference), _) => written["value"] = difference.to_string().into(),
                ("modular", _, Some(modulus)) if modulus != 3 => {
                    return Err(format!("f-puzzles has only lines modulo 3, not {modulus}"));
                }
                _ => {}
            }
            return self.push(key, written);
        }
        match entry.kind.as_str() {
            "anti_king" => self.switch("antiking"),
            "anti_knight" => self.switch("antiknight"),
            "disjoint_groups" => self.switch("disjointgroups"),
            "diagonal" => match entry.fields.get("direction").and_then(Value::as_str) {
                Some("/") => self.switch("diagonal+"),
                _ => self.switch("diagonal-"),
            },
            "non_consecutive" | "negative_difference" | "negative_ratio" | "strict_kropki" => {
                self.unmarked(entry)
            }
            "strict_xv" => self.negative("xv"),
            "all_different" if cells.len() == self.draft.rows as usize => {
                self.push("extraregion", json!({ "cells": names(&cells) }))
            }
            "all_different" => self.push("killercage", json!({ "cells": names(&cells) })),
            "killer" => {
                if entry.fields.get("repeats").and_then(Value::as_bool) == Some(true) {
                    return Err("f-puzzles has no cages with repeats".to_owned());
                }
                let mut written = json!({ "cells": names(&cells) });
                if let Some(sum) = number("sum") {
                    written["value"] = sum.to_string().into();
                }
                self.push("killercage", written)
            }
            "kropki_white" | "kropki_black" => {
                let (key, field, usual) = match entry.kind.as_str() {
                    "kropki_white" => ("difference", "difference", 1),
                    _ => ("ratio", "ratio", 2),
                };
                let mut written = json!({ "cells": names(&cells) });
                if let Some(value) = number(field).filter(|&value| value != usual) {
                    written["value"] = value.to_string().into();
                }
                self.push(key, written)
            }
            "x" => self.push("xv", json!({ "cells": names(&cells), "value": "X" })),
            "v" => self.push("xv", json!({ "cells": names(&cells), "value": "V" })),
            "odd" | "even" | "minimum" | "maximum" => {
                cells.into_iter().try_for_each(|cell| self.push(&entry.kind, json!({ "cell": name(cell) })))
            }
            "arrow" => {
                let circle = entry.list("circle");
                if !circle.is_sorted() {
                    return Err("a pill is read from the left and from the top".to_owned());
                }
                // The line begins in the circle, in the cell that lies beside the rest.
                let near = |cell: &&Cell| {
                    cells.first().is_some_and(|first| {
                        cell.row.abs_diff(first.row).max(cell.column.abs_diff(first.column)) == 1
                    })
                };
                let start = circle.iter().rev().find(near).or(circle.first()).copied();
                let line: Vec<Cell> = start.into_iter().chain(cells.iter().copied()).collect();
                self.push("arrow", json!({ "cells": names(&circle), "lines": [names(&line)] }))
            }
            "clone" => {
                let clones = names(&entry.list("clone_cells"));
                self.push("clone", json!({ "cells": names(&cells), "cloneCells": clones }))
            }
            "quadruple" if cells.len() == 4 => {
                let values = entry.fields.get("values").cloned().unwrap_or_default();
                self.push("quadruple", json!({ "cells": names(&cells), "values": values }))
            }
            "indexing" => {
                let key = match entry.fields.get("axis").and_then(Value::as_str) {
                    Some("row") => "rowindexer",
                    Some("column") => "columnindexer",
                    _ => "boxindexer",
                };
                self.push(key, json!({ "cells": names(&cells) }))
            }
            "little_killer" => {
                let (cell, direction) = self.diagonal(&cells).ok_or("its cells are no whole diagonal")?;
                let sum = number("sum").unwrap_or_default().to_string();
                self.push("littlekillersum", json!({ "cell": cell, "direction": direction, "value": sum }))
            }
            "sandwich" | "x_sum" | "skyscraper" => {
                let (key, field) = match entry.kind.as_str() {
                    "sandwich" => ("sandwichsum", "sum"),
                    "x_sum" => ("xsum", "value"),
                    _ => ("skyscraper", "value"),
                };
                let cell = self.beside(&cells).ok_or("its cells are no whole row or column")?;
                self.push(
                    key,
                    json!({ "cell": cell, "value": number(field).unwrap_or_default().to_string() }),
                )
            }
            _ => match between_neighbours(entry) {
                Some(holds) => {
                    let may_mark = !speaks_of_unmarked(self.draft);
                    let found = relations::entries(self.draft.rows, &cells, holds, may_mark);
                    let found = found.ok_or("f-puzzles has nothing for this relation")?;
                    found.into_iter().try_for_each(|(key, entry)| self.push(key, entry))
                }
                None => Err("f-puzzles has no such constraint".to_owned()),
            },
        }
    }

    /// The constraints on all neighbours without a dot.
    fn unmarked(&mut self, entry: &Entry) -> Result<(), String> {
        let dots = |kind: &str, field: &str, usual: i64| -> Vec<i64> {
            let dots = self.draft.constraints.iter().filter(|entry| entry.kind == kind);
            let mut sizes: Vec<i64> =
                dots.map(|entry| entry.fields.get(field).and_then(Value::as_i64).unwrap_or(usual)).collect();
            sizes.sort_unstable();
            sizes.dedup();
            sizes
        };
        let (whites, blacks) = (dots("kropki_white", "difference", 1), dots("kropki_black", "ratio", 2));
        let or = |sizes: &Vec<i64>, usual: i64| if sizes.is_empty() { vec![usual] } else { sizes.clone() };
        let told = |field: &str| {
            let list = entry.fields.get(field).and_then(Value::as_array)?;
            let mut sizes: Vec<i64> = list.iter().filter_map(Value::as_i64).collect();
            sizes.sort_unstable();
            sizes.dedup();
            Some(sizes)
        };
        match entry.kind.as_str() {
            "non_consecutive" => {
                let except = entry.fields.get("except").is_some_and(|except| !except.is_null());
                if !blacks.is_empty() || !whites.is_empty() && !except {
                    return Err("f-puzzles leaves out the pairs with a dot".to_owned());
                }
                self.switch("nonconsecutive")
            }
            "negative_difference" if told("differences").unwrap_or(or(&whites, 1)) == [1] => {
                self.switch("nonconsecutive")
            }
            "negative_ratio" if told("ratios").is_none_or(|told| told == or(&blacks, 2)) => {
                self.negative("ratio")
            }
            "strict_kropki" if or(&blacks, 2) == [2] => {
                self.switch("nonconsecutive")?;
                self.negative("ratio")
            }
            _ => {
                Err("f-puzzles has this only for a difference of 1, and for the ratios of its dots"
                    .to_owned())
            }
        }
    }

    /// The place before the first cell, and the way on, where some cells are a whole diagonal from there.
    fn diagonal(&self, cells: &[Cell]) -> Option<(Value, &'static str)> {
        let side = i64::from(self.draft.rows);
        let first = cells.first()?;
        let start = (i64::from(first.row) + 1, i64::from(first.column) + 1);
        let inside = |(row, column): (i64, i64)| (1..=side).contains(&row) && (1..=side).contains(&column);
        let ways = [("DR", (1, 1)), ("DL", (1, -1)), ("UR", (-1, 1)), ("UL", (-1, -1))];
        ways.into_iter().find_map(|(word, (down, right))| {
            let next =
                |&(row, column): &(i64, i64)| Some((row + down, column + right)).filter(|&at| inside(at));
            let walk = std::iter::successors(Some(start), next);
            let same =
                walk.eq(cells.iter().map(|cell| (i64::from(cell.row) + 1, i64::from(cell.column) + 1)));
            let before = (start.0 - down, start.1 - right);
            (same && !inside(before)).then(|| (place(before.0, before.1), word))
        })
    }

    /// The place beside the first cell, where some cells are a whole row or column from there.
    fn beside(&self, cells: &[Cell]) -> Option<Value> {
        let side = i64::from(self.draft.rows);
        let first = *cells.first()?;
        for line in self.draft.all_lines() {
            let back: Vec<Cell> = line.iter().rev().copied().collect();
            let (row, column) = (i64::from(first.row) + 1, i64::from(first.column) + 1);
            let is_row = line.iter().all(|cell| cell.row == line[0].row) && line.len() > 1;
            if line == cells {
                return Some(if is_row { place(row, 0) } else { place(0, column) });
            }
            if back == cells {
                return Some(if is_row { place(row, side + 1) } else { place(side + 1, column) });
            }
        }
        None
    }
}

/// The boxes of a square board.
fn boxes(side: u32, height: u32, width: u32) -> Vec<Vec<Cell>> {
    let corners = (0..side / height)
        .flat_map(|down| (0..side / width).map(move |right| (down * height, right * width)));
    let cells = |(row, column): (u32, u32)| {
        (row..row + height)
            .flat_map(move |r| (column..column + width).map(move |c| Cell::new(r, c)))
            .collect()
    };
    corners.map(cells).collect()
}
