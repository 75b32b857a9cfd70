//! Types of the Interactive Sudoku Solver that are expressions or automata along a line here.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::puzzle::formats::draft::{Draft, Entry, Lines};
use crate::sudoku::geometry::Cell;

/// The largest sum of a segment.
const LARGEST_SUM: i32 = 1000;

/// `ContainExact`: each of these values stands in the cells as often as it stands in the list.
pub(crate) fn exactly(path: &str, cells: &[Cell], values: &[i32]) -> Vec<Entry> {
    let mut times: BTreeMap<i32, usize> = BTreeMap::new();
    values.iter().for_each(|&value| *times.entry(value).or_default() += 1);
    let regex = |(value, times): (i32, usize)| {
        let regex = format!("[^<{value}>]*(<{value}>[^<{value}>]*){{{times}}}");
        Entry::new("regex", path).cells(cells).with("regex", regex)
    };
    times.into_iter().map(regex).collect()
}

/// A line that an automaton accepts: steps from a state with some values to a state.
fn automaton(
    path: &str,
    cells: &[Cell],
    start: &str,
    accept: Vec<String>,
    steps: BTreeMap<(String, String), Vec<i32>>,
) -> Entry {
    let step = |((from, to), values)| json!({ "from": from, "values": values, "to": to });
    let steps: Vec<Value> = steps.into_iter().map(step).collect();
    let entry = Entry::new("automaton", path).cells(cells).with("start", start);
    entry.with("accept", accept).with("steps", steps)
}

/// `SumLine`: the line falls into segments that each have this sum.
///
/// # Errors
/// The sum is out of range, or 0 is a value, with which it is not told where a segment ends.
pub(crate) fn segments(draft: &Draft, path: &str, cells: &[Cell], sum: i32) -> Result<Entry, String> {
    are_sums(draft, sum)?;
    let mut steps: BTreeMap<(String, String), Vec<i32>> = BTreeMap::new();
    for so_far in 0..sum {
        for value in (draft.values.0..=draft.values.1).filter(|value| so_far + value <= sum) {
            let next = (so_far + value) % sum;
            steps.entry((so_far.to_string(), next.to_string())).or_default().push(value);
        }
    }
    Ok(automaton(path, cells, "0", vec!["0".to_owned()], steps))
}

/// The largest sum of a segment of a loop, where it is not told in which cell a segment begins.
const LARGEST_SUM_OF_A_LOOP: i32 = 30;

/// `SumLine` with `LOOP` behind its cells: the last cell goes on with the first, and the loop falls into segments that each
/// have this sum. One of them may lie across the ends: the automaton guesses what it holds before the first cell, and ends with
/// that.
///
/// # Errors
/// As for [`segments`].
pub(crate) fn segments_of_loop(draft: &Draft, path: &str, cells: &[Cell], sum: i32) -> Result<Entry, String> {
    are_sums(draft, sum)?;
    if sum > LARGEST_SUM_OF_A_LOOP {
        return Err(format!("a sum of segments of a loop is at most {LARGEST_SUM_OF_A_LOOP}"));
    }
    let mut steps: BTreeMap<(String, String), Vec<i32>> = BTreeMap::new();
    let name = |before: i32, so_far: i32| format!("{before}-{so_far}");
    for before in 0..sum {
        for so_far in 0..sum {
            for value in (draft.values.0..=draft.values.1).filter(|value| so_far + value <= sum) {
                let next = name(before, (so_far + value) % sum);
                if so_far == before {
                    steps.entry(("begin".to_owned(), next.clone())).or_default().push(value);
                }
                steps.entry((name(before, so_far), next)).or_default().push(value);
            }
        }
    }
    let accept = (0..sum).map(|before| name(before, before)).collect();
    Ok(automaton(path, cells, "begin", accept, steps))
}

/// That segments can have this sum, and that it is told where they end.
fn are_sums(draft: &Draft, sum: i32) -> Result<(), String> {
    if !(1..=LARGEST_SUM).contains(&sum) {
        return Err(format!("a sum of segments is 1 to {LARGEST_SUM}"));
    }
    if draft.values.0 < 1 {
        return Err("with the value 0 it is not told where a segment ends".to_owned());
    }
    Ok(())
}

/// `ValueIndexing`: the value of the first cell stands once more as many cells behind the second one as the second one says.
///
/// # Errors
/// There are fewer than three cells.
pub(crate) fn indexed(draft: &Draft, path: &str, cells: &[Cell]) -> Result<Entry, String> {
    if cells.len() < 3 {
        return Err(format!("{} cells, expected three or more", cells.len()));
    }
    let values: Vec<i32> = (draft.values.0..=draft.values.1).collect();
    let mut steps: BTreeMap<(String, String), Vec<i32>> = BTreeMap::new();
    let wait = |value: i32, cells: i32| format!("{value} in {cells}");
    let far = i32::try_from(cells.len() - 2).unwrap_or(i32::MAX).min(draft.values.1);
    for &value in &values {
        steps.insert(("begin".to_owned(), value.to_string()), vec![value]);
        for distance in (1..=far).filter(|distance| values.contains(distance)) {
            steps.insert((value.to_string(), wait(value, distance)), vec![distance]);
        }
        for distance in 2..=far {
            steps.insert((wait(value, distance), wait(value, distance - 1)), values.clone());
        }
        steps.insert((wait(value, 1), "done".to_owned()), vec![value]);
    }
    steps.insert(("done".to_owned(), "done".to_owned()), values);
    Ok(automaton(path, cells, "begin", vec!["done".to_owned()], steps))
}

/// `HiddenSkyscraper`: the first value along the line that is lower than one before it.
///
/// # Errors
/// The line may hold a value twice, with which it is not told whether equal ones hide each other.
pub(crate) fn first_hidden(draft: &Draft, path: &str, cells: &[Cell], hidden: i32) -> Result<Entry, String> {
    if draft.lines == Lines::Free {
        return Err("where a line may hold a value twice it is not told what is hidden".to_owned());
    }
    let values = draft.values.0..=draft.values.1;
    let mut steps: BTreeMap<(String, String), Vec<i32>> = BTreeMap::new();
    let mut add = |from: String, to: String, value: i32| steps.entry((from, to)).or_default().push(value);
    for value in values.clone() {
        add("begin".to_owned(), value.to_string(), value);
        add("hidden".to_owned(), "hidden".to_owned(), value);
        values.clone().filter(|&next| next > value).for_each(|next| {
            add(value.to_string(), next.to_string(), next);
        });
        if hidden < value && values.contains(&hidden) {
            add(value.to_string(), "hidden".to_owned(), hidden);
        }
    }
    Ok(automaton(path, cells, "begin", vec!["hidden".to_owned()], steps))
}
