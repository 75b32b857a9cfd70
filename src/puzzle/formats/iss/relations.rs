//! Relations that have no type of their own, as tables.

use crate::puzzle::formats::draft::{Draft, Entry, Lines};
use crate::puzzle::formats::iss::constraints::type_of;
use crate::puzzle::formats::iss::items::cells;
use crate::puzzle::formats::iss::tables::key;
use crate::puzzle::formats::relations::{Negative, between_neighbours, marks, runs};
use crate::sudoku::geometry::Cell;

/// The table of the pairs of values for which a relation holds.
fn table(draft: &Draft, holds: impl Fn(i32, i32) -> bool) -> String {
    let values = draft.values.0..=draft.values.1;
    let all = values.clone().flat_map(|a| values.clone().map(move |b| [a, b]));
    let pairs: Vec<[i32; 2]> = all.filter(|&[a, b]| holds(a, b)).collect();
    key(&pairs, draft.values)
}

/// A table for each cell and the next in some lists.
///
/// # Errors
/// A cell has no name.
pub(crate) fn lines(
    draft: &Draft,
    lists: &[impl AsRef<[Cell]>],
    holds: impl Fn(i32, i32) -> bool,
) -> Result<String, String> {
    if lists.is_empty() {
        return Ok(String::new());
    }
    let named: Vec<String> =
        lists.iter().map(|list| cells(draft, list.as_ref())).collect::<Result<_, String>>()?;
    Ok(format!(".Pair~{}~_{}", table(draft, holds), named.join("~")))
}

/// A table for every two cells of a list, where it does not matter which comes first.
///
/// # Errors
/// A cell has no name.
pub(crate) fn every(
    draft: &Draft,
    list: &[Cell],
    holds: impl Fn(i32, i32) -> bool,
) -> Result<String, String> {
    Ok(format!(".PairX~{}~_{}", table(draft, holds), cells(draft, list)?))
}

/// A relation between each cell and the next.
///
/// # Errors
/// It cannot be read, or a cell has no name.
pub(crate) fn pair(draft: &Draft, entry: &Entry, list: &[Cell]) -> Result<String, String> {
    let holds = between_neighbours(entry).ok_or("the relation cannot be read")?;
    lines(draft, &[list], holds)
}

/// What holds between all neighbours without a mark: by its own type where that leaves out the same pairs, else as a table.
///
/// # Errors
/// It is something else.
pub(crate) fn negative(draft: &Draft, entry: &Entry) -> Result<String, String> {
    let all = marks(&draft.constraints);
    let negative = Negative::of(entry, &all).ok_or("it has an unknown form")?;
    // Only dots and letters that are written as such are marks to the other program, and only between neighbours.
    let told = draft.constraints.iter().filter(|entry| is_plain_mark(entry));
    let same = marks(told) == marks(draft.constraints.iter().filter(|entry| is_mark(entry)));
    let leaves_out = |a: Cell, b: Cell| (negative.leaves_out)(&all, a, b);
    let of_all = || runs(draft, leaves_out) == runs(draft, |_, _| false);
    let by_type = match entry.kind.as_str() {
        "strict_kropki" | "strict_xv" => same,
        // It also keeps neighbours from being equal, which only matters where rows may hold a value twice.
        "non_consecutive" => draft.lines == Lines::Differ && of_all(),
        _ => false,
    };
    match type_of(&entry.kind).filter(|_| by_type) {
        Some((name, _)) => Ok(format!(".{name}")),
        None => lines(draft, &runs(draft, leaves_out), negative.holds),
    }
}

fn is_mark(entry: &Entry) -> bool {
    matches!(entry.kind.as_str(), "kropki_white" | "kropki_black" | "x" | "v" | "or" | "and")
}

/// Whether it is a dot or a letter of the usual size between neighbours.
fn is_plain_mark(entry: &Entry) -> bool {
    let usual = |field: &str, usual: i64| {
        entry.fields.get(field).is_none_or(|value| value.is_null() || value.as_i64() == Some(usual))
    };
    let close = match entry.list("cells")[..] {
        [a, b] => a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1,
        _ => false,
    };
    let letter = matches!(entry.kind.as_str(), "x" | "v");
    let dot = matches!(entry.kind.as_str(), "kropki_white" | "kropki_black");
    close && (letter || dot && usual("difference", 1) && usual("ratio", 2))
}
