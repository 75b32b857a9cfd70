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
    accept: &str,
    steps: BTreeMap<(String, String), Vec<i32>>,
) -> Entry {
    let step = |((from, to), values)| json!({ "from": from, "values": values, "to": to });
    let steps: Vec<Value> = steps.into_iter().map(step).collect();
    let entry = Entry::new("automaton", path).cells(cells).with("start", start);
    entry.with("accept", vec![accept.to_owned()]).with("steps", steps)
}

/// `SumLine`: the line falls into segments that each have this sum.
///
/// # Errors
/// The sum is out of range, or 0 is a value, with which it is not told where a segment ends.
pub(crate) fn segments(draft: &Draft, path: &str, cells: &[Cell], sum: i32) -> Result<Entry, String> {
    if !(1..=LARGEST_SUM).contains(&sum) {
        return Err(format!("a sum of segments is 1 to {LARGEST_SUM}"));
    }
    if draft.values.0 < 1 {
        return Err("with the value 0 it is not told where a segment ends".to_owned());
    }
    let mut steps: BTreeMap<(String, String), Vec<i32>> = BTreeMap::new();
    for so_far in 0..sum {
        for value in (draft.values.0..=draft.values.1).filter(|value| so_far + value <= sum) {
            let next = (so_far + value) % sum;
            steps.entry((so_far.to_string(), next.to_string())).or_default().push(value);
        }
    }
    Ok(automaton(path, cells, "0", "0", steps))
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
    Ok(automaton(path, cells, "begin", "hidden", steps))
}
