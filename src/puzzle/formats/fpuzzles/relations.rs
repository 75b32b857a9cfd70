//! Relations between two cells as what f-puzzles has for them.

use serde_json::{Value, json};

use crate::puzzle::formats::fpuzzles::write::names;
use crate::sudoku::geometry::Cell;

/// The keys and entries that say that a relation holds between each cell and the next; none if f-puzzles has nothing for
/// it. Dots and letters say it only where `may_mark`: to what speaks of pairs without a mark they are one.
pub(crate) fn entries(
    side: u32,
    list: &[Cell],
    holds: impl Fn(i32, i32) -> bool,
    may_mark: bool,
) -> Option<Vec<(&'static str, Value)>> {
    let side = side as i32;
    let same =
        |other: &dyn Fn(i32, i32) -> bool| (1..=side).all(|a| (1..=side).all(|b| holds(a, b) == other(a, b)));
    let back: Vec<Cell> = list.iter().rev().copied().collect();
    let line = |key: &'static str, cells: &[Cell]| Some(vec![(key, json!({ "lines": [names(cells)] }))]);
    let each = |key: &'static str, entry: &dyn Fn(&[Cell]) -> Value| {
        Some(list.windows(2).map(|pair| (key, entry(pair))).collect())
    };
    match () {
        () if same(&|a, b| a < b) => return line("thermometer", list),
        () if same(&|a, b| a > b) => return line("thermometer", &back),
        () if same(&|a, b| a <= b) => return line("slowthermometer", list),
        () if same(&|a, b| a >= b) => return line("slowthermometer", &back),
        () if same(&|a, b| a != b) => return each("killercage", &|pair| json!({ "cells": names(pair) })),
        () if same(&|a, b| a == b) => {
            let clone =
                |pair: &[Cell]| json!({ "cells": names(&pair[..1]), "cloneCells": names(&pair[1..]) });
            return each("clone", &clone);
        }
        () => {}
    }
    if let Some(least) = (2..side).find(|&least| same(&|a, b| (a - b).abs() >= least)) {
        return Some(vec![("whispers", json!({ "lines": [names(list)], "value": least.to_string() }))]);
    }
    let close =
        |pair: &[Cell]| pair[0].row.abs_diff(pair[1].row) + pair[0].column.abs_diff(pair[1].column) == 1;
    if !may_mark || !list.windows(2).all(close) {
        return None;
    }
    let valued =
        |value: i32| move |pair: &[Cell]| json!({ "cells": names(pair), "value": value.to_string() });
    if let Some(size) = (1..side).find(|&size| same(&|a, b| (a - b).abs() == size)) {
        return each("difference", &valued(size));
    }
    if let Some(ratio) = (2..=side).find(|&ratio| same(&|a, b| a * ratio == b || b * ratio == a)) {
        return each("ratio", &valued(ratio));
    }
    let (_, letter) = [(5, "V"), (10, "X")].into_iter().find(|&(sum, _)| same(&|a, b| a + b == sum))?;
    each("xv", &|pair| json!({ "cells": names(pair), "value": letter }))
}
