//! What relations between two cells are, for writing them in other formats.

use serde::Deserialize;
use serde_json::Value;

use crate::puzzle::constraints::Named;
use crate::puzzle::constraints::kropki_black::in_ratio;
use crate::puzzle::expression::Expression;
use crate::puzzle::formats::draft::{Draft, Entry};
use crate::puzzle::marks::Marks;
use crate::sudoku::geometry::Cell;

/// Whether two values may stand in two cells.
pub(crate) type Holds = Box<dyn Fn(i32, i32) -> bool>;

/// Kinds that speak of neighbours without a mark.
const UNMARKED: [&str; 5] =
    ["negative_difference", "negative_ratio", "non_consecutive", "strict_kropki", "strict_xv"];

/// The relation between each cell of a list and the next that the constraint is, if it is one.
pub(crate) fn between_neighbours(entry: &Entry) -> Option<Holds> {
    match entry.kind.as_str() {
        "pair" => {
            let relation: Expression = entry.fields.get("relation")?.as_str()?.parse().ok()?;
            Some(Box::new(move |a, b| relation.holds(a, b)))
        }
        "allowed" if entry.list("cells").len() == 2 => {
            let tuple = |tuple: &Value| <[i32; 2]>::deserialize(tuple).ok();
            let tuples = entry.fields.get("tuples")?.as_array()?.iter();
            let tuples = tuples.map(tuple).collect::<Option<std::collections::BTreeSet<[i32; 2]>>>()?;
            Some(Box::new(move |a, b| tuples.contains(&[a, b])))
        }
        "greater_than" => Some(Box::new(|a, b| a > b)),
        _ => None,
    }
}

/// Whether some constraint speaks of the neighbours without a mark.
pub(crate) fn speaks_of_unmarked(draft: &Draft) -> bool {
    draft.constraints.iter().any(|entry| {
        let named = entry.clone().into_value().to_string();
        UNMARKED.iter().any(|kind| named.contains(&format!("\"{kind}\"")))
    })
}

/// All marks of a puzzle.
pub(crate) fn marks<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Marks {
    let mut marks = Marks::default();
    for entry in entries {
        if let Ok(named) = Named::deserialize(entry.clone().into_value()) {
            named.kind().marks(&mut marks);
        }
    }
    marks
}

/// Whether a pair of neighbours is left out.
type LeavesOut = fn(&Marks, Cell, Cell) -> bool;

/// A constraint on all neighbours without a mark: which pairs it leaves out, and what holds between the others.
pub(crate) struct Negative {
    pub(crate) leaves_out: LeavesOut,
    pub(crate) holds: Holds,
}

impl Negative {
    /// That of an entry, where `marks` are all marks of the puzzle; none if it is no such constraint.
    pub(crate) fn of(entry: &Entry, marks: &Marks) -> Option<Negative> {
        let told = |field: &str| -> Option<Vec<i32>> {
            entry.fields.get(field).and_then(|list| Vec::deserialize(list).ok())
        };
        let apart = |a: i32, b: i32| i64::from(a.abs_diff(b));
        let (leaves_out, holds): (LeavesOut, Holds) = match entry.kind.as_str() {
            "strict_kropki" => (Marks::has_dot, Box::new(|a, b| a.abs_diff(b) != 1 && !in_ratio(a, b, 2))),
            "strict_xv" => {
                (Marks::has_letter, Box::new(|a, b| !matches!(i64::from(a) + i64::from(b), 5 | 10)))
            }
            "negative_difference" => {
                let refused = told("differences").unwrap_or_else(|| marks.differences(1));
                let refuses = move |a, b| refused.iter().any(|&size| i64::from(size) == apart(a, b));
                (Marks::has_dot, Box::new(move |a, b| !refuses(a, b)))
            }
            "negative_ratio" => {
                let refused = told("ratios").unwrap_or_else(|| marks.ratios(2));
                (Marks::has_dot, Box::new(move |a, b| !refused.iter().any(|&size| in_ratio(a, b, size))))
            }
            "non_consecutive" => {
                let except = entry.fields.get("except").is_some_and(|except| !except.is_null());
                let leaves_out: LeavesOut = if except { Marks::has_difference } else { |_, _, _| false };
                (leaves_out, Box::new(|a, b| a.abs_diff(b) != 1))
            }
            _ => return None,
        };
        Some(Negative { leaves_out, holds })
    }
}

/// Cells in a row or a column, as many as follow each other with no pair between them left out.
pub(crate) fn runs(draft: &Draft, leaves_out: impl Fn(Cell, Cell) -> bool) -> Vec<Vec<Cell>> {
    let mut found = Vec::new();
    for line in draft.all_lines() {
        let cut = line.chunk_by(|&a, &b| !leaves_out(a, b));
        found.extend(cut.filter(|run| run.len() > 1).map(<[Cell]>::to_vec));
    }
    found
}
