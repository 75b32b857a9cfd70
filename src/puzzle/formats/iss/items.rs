//! From constraints to the items of a constraint string.

use serde_json::Value;

use crate::puzzle::constraints::kropki_black::in_ratio;
use crate::puzzle::formats::draft::{Draft, Entry};
use crate::puzzle::formats::iss::automaton;
use crate::puzzle::formats::iss::constraints::{Shape, type_of};
use crate::puzzle::formats::iss::names;
use crate::puzzle::formats::iss::relations::{self, lines};
use crate::puzzle::formats::iss::tables::{base64, pattern};
use crate::sudoku::geometry::Cell;

/// The names of some cells, each after a tilde.
pub(crate) fn cells(draft: &Draft, cells: &[Cell]) -> Result<String, String> {
    let name = |&cell: &Cell| names::name(cell, draft).map(|name| format!("~{name}"));
    cells.iter().map(name).collect::<Option<String>>().ok_or_else(|| "a cell has no name".to_owned())
}

/// A number that a field holds.
fn number(entry: &Entry, field: &str) -> Option<i64> {
    entry.fields.get(field).and_then(Value::as_i64)
}

/// That every field but these is missing or null.
fn only(entry: &Entry, known: &[&str]) -> Result<(), String> {
    let other =
        entry.fields.iter().find(|(field, value)| !known.contains(&field.as_str()) && !value.is_null());
    match other {
        Some((field, value)) => Err(format!("there is nothing for {field} {value}")),
        None => Ok(()),
    }
}

/// The item of a constraint.
///
/// # Errors
/// Why there is none.
pub(crate) fn write(draft: &Draft, entry: &Entry) -> Result<String, String> {
    let list = entry.list("cells");
    let named = || cells(draft, &list);
    match entry.kind.as_str() {
        "arrow" => arrow(draft, entry, &list),
        "killer" => killer(draft, entry, &list),
        "sum" => sum(draft, entry, &list),
        "or" | "and" => group(draft, entry),
        "diagonal" => {
            let up = entry.fields.get("direction").and_then(Value::as_str) == Some("/");
            Ok(if up { ".Diagonal~1" } else { ".Diagonal~-1" }.to_owned())
        }
        "little_killer" => {
            only(entry, &["cells", "sum"])?;
            let total = number(entry, "sum").unwrap_or_default();
            let back: Vec<Cell> = list.iter().rev().copied().collect();
            let start = [&list, &back].into_iter().find(|cells| {
                cells.first().and_then(|&start| names::diagonal(start, draft)).as_ref() == Some(*cells)
            });
            match start {
                Some(list) => Ok(format!(".LittleKiller~{total}{}", cells(draft, &list[..1])?)),
                None => Ok(format!(".Sum~{total}{}", named()?)),
            }
        }
        "sandwich" => {
            only(entry, &["cells", "sum"])?;
            let (name, _) = line(draft, &list)?;
            Ok(format!(".Sandwich~{}~{name}", number(entry, "sum").unwrap_or_default()))
        }
        "x_sum" | "skyscraper" | "numbered_room" => {
            only(entry, &["cells", "value"])?;
            let (name, way) = line(draft, &list)?;
            let (value, kind) = (number(entry, "value").unwrap_or_default(), item_name(entry)?);
            Ok(match way {
                Way::Forward => format!(".{kind}~{name}~{value}~"),
                Way::Back => format!(".{kind}~{name}~~{value}"),
            })
        }
        "quadruple" => {
            only(entry, &["cells", "values"])?;
            let values = entry.fields.get("values").and_then(Value::as_array).cloned().unwrap_or_default();
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            let corner = list.iter().min().copied().ok_or("it has no cells")?;
            let mut sorted = list.clone();
            sorted.sort_unstable();
            let square = [(0, 0), (0, 1), (1, 0), (1, 1)];
            if sorted == square.map(|(down, right)| Cell::new(corner.row + down, corner.column + right)) {
                Ok(format!(".Quad{}~{}", cells(draft, &[corner])?, values.join("~")))
            } else {
                Ok(format!(".ContainAtLeast~{}{}", values.join("_"), named()?))
            }
        }
        "indexing" => match entry.fields.get("axis").and_then(Value::as_str) {
            Some("row") => Ok(format!(".Indexing~R{}", named()?)),
            Some("column") => Ok(format!(".Indexing~C{}", named()?)),
            _ => Err("only rows and columns are indexed".to_owned()),
        },
        "same_values" => {
            let sets: Vec<Entry> = match entry.fields.get("sets").and_then(Value::as_array) {
                Some(sets) => sets.iter().map(|set| Entry::new("", "").with("cells", set.clone())).collect(),
                None => Vec::new(),
            };
            let sets: Vec<String> =
                sets.iter().map(|set| cells(draft, &set.list("cells"))).collect::<Result<_, String>>()?;
            Ok(format!(".SameValues~{}{}", sets.len(), sets.concat()))
        }
        "odd" | "even" => {
            let rest = if entry.kind == "odd" { 1 } else { 0 };
            let values = (draft.values.0..=draft.values.1).filter(|value| value.rem_euclid(2) == rest);
            let values: String = values.map(|value| format!("_{value}")).collect();
            let names = list.iter().map(|&cell| names::name(cell, draft));
            let each =
                names.map(|name| name.map(|name| format!("~{name}{values}"))).collect::<Option<String>>();
            each.filter(|_| !values.is_empty())
                .map(|each| format!(".{each}"))
                .ok_or_else(|| "no value fits".to_owned())
        }
        "minimum" | "maximum" => extremes(draft, entry, &list),
        "clone" => {
            let pairs = list.iter().copied().zip(entry.list("clone_cells")).map(|(a, b)| [a, b]);
            lines(draft, &pairs.collect::<Vec<[Cell; 2]>>(), |a, b| a == b)
        }
        "slow_thermo" => {
            only(entry, &["cells"])?;
            lines(draft, &[list], |a, b| a <= b)
        }
        "nabner" => {
            only(entry, &["cells"])?;
            relations::every(draft, &list, |a, b| a.abs_diff(b) > 1)
        }
        "pair" => relations::pair(draft, entry, &list),
        "negative_difference" | "negative_ratio" | "non_consecutive" | "strict_kropki" | "strict_xv" => {
            relations::negative(draft, entry)
        }
        "kropki_white" | "kropki_black" | "greater_than" | "x" | "v" => pair(draft, entry, &list),
        "allowed" => allowed(draft, entry, &list),
        "regex" => {
            only(entry, &["cells", "regex"])?;
            let text = entry.fields.get("regex").and_then(Value::as_str).unwrap_or_default();
            Ok(format!(".Regex~{}{}", base64(pattern(text)?.as_bytes()), named()?))
        }
        "automaton" => Ok(format!(".NFA~{}~_{}", base64(&automaton::write(entry, draft.values)?), named()?)),
        _ => plain(draft, entry, &list),
    }
}

/// The kinds whose type has one shape of arguments.
fn plain(draft: &Draft, entry: &Entry, list: &[Cell]) -> Result<String, String> {
    let (name, shape) = type_of(&entry.kind).ok_or("the Interactive Sudoku Solver has no such constraint")?;
    match shape {
        Shape::Board => {
            only(entry, &[])?;
            Ok(format!(".{name}"))
        }
        Shape::Cells => {
            only(entry, &["cells"])?;
            Ok(format!(".{name}{}", cells(draft, list)?))
        }
        Shape::Number(field) => {
            only(entry, &["cells", field])?;
            let values = i64::from(draft.values.1) - i64::from(draft.values.0) + 1;
            // What the puzzle file means where it says nothing.
            let usual = match entry.kind.as_str() {
                "whisper" => (values + 1) / 2,
                "lockout" => values / 2,
                "modular" => 3,
                _ => 0,
            };
            let number = number(entry, field).unwrap_or(usual);
            Ok(format!(".{name}~{number}{}", cells(draft, list)?))
        }
        Shape::Pairs | Shape::Cage | Shape::TwoClues => Err("it has an unknown form".to_owned()),
    }
}

fn item_name(entry: &Entry) -> Result<&'static str, String> {
    type_of(&entry.kind).map(|(name, _)| name).ok_or_else(|| "there is no such type".to_owned())
}

/// From which end a row or column is named.
enum Way {
    Forward,
    Back,
}

/// The name of the row or column that some cells are, and from which end.
fn line(draft: &Draft, list: &[Cell]) -> Result<(String, Way), String> {
    let first = list.first().ok_or("it has no cells")?;
    let candidates = [format!("R{}", first.row + 1), format!("C{}", first.column + 1)];
    for name in candidates {
        let Some(mut whole) = names::line(&name, draft) else { continue };
        if whole == list {
            return Ok((name, Way::Forward));
        }
        whole.reverse();
        if whole == list {
            return Ok((name, Way::Back));
        }
    }
    Err("its cells are no whole row or column".to_owned())
}

fn arrow(draft: &Draft, entry: &Entry, list: &[Cell]) -> Result<String, String> {
    only(entry, &["cells", "circle"])?;
    let circle = entry.list("circle");
    let named = cells(draft, &circle)? + &cells(draft, list)?;
    let readable = circle.windows(2).all(|pair| {
        let step = (pair[1].row.wrapping_sub(pair[0].row), pair[1].column.wrapping_sub(pair[0].column));
        [(0, 1), (1, 0), (1, 1)].contains(&step)
    });
    match circle.len() {
        1 => Ok(format!(".Arrow{named}")),
        size @ 2..=3 if readable => Ok(format!(".PillArrow~{size}{named}")),
        2..=3 => Err("the cells of a pill lie beside each other, from the left and from the top".to_owned()),
        size => Err(format!("a pill has two or three cells, not {size}")),
    }
}

fn killer(draft: &Draft, entry: &Entry, list: &[Cell]) -> Result<String, String> {
    only(entry, &["cells", "sum", "repeats"])?;
    let repeats = entry.fields.get("repeats").and_then(Value::as_bool) == Some(true);
    let named = cells(draft, list)?;
    match (number(entry, "sum"), repeats) {
        (Some(sum), true) => Ok(format!(".Sum~{sum}{named}")),
        (None, true) => Ok(String::new()),
        // A sum of 0 would be none.
        (Some(0), false) => Ok(format!(".Sum~0{named}.AllDifferent{named}")),
        (sum, false) => Ok(format!(".Cage~{}{named}", sum.unwrap_or(0))),
    }
}

fn sum(draft: &Draft, entry: &Entry, list: &[Cell]) -> Result<String, String> {
    only(entry, &["cells", "sum", "coefficients"])?;
    let factors = entry.fields.get("coefficients").and_then(Value::as_array).cloned().unwrap_or_default();
    let factors: Vec<i64> = factors.iter().filter_map(Value::as_i64).collect();
    if factors.iter().any(|factor| factor.abs() > 100) {
        return Err("coefficients are at most 100".to_owned());
    }
    let factors: String = factors.iter().map(|factor| format!("_{factor}")).collect();
    let factors = if factors.is_empty() { factors } else { format!("_={factors}") };
    Ok(format!(".Sum~{}{factors}{}", number(entry, "sum").unwrap_or_default(), cells(draft, list)?))
}

/// Cells that hold less or more than their neighbours, but for those marked in the same way.
fn extremes(draft: &Draft, entry: &Entry, list: &[Cell]) -> Result<String, String> {
    let marked = draft.constraints.iter().filter(|other| other.kind == entry.kind);
    let marked: Vec<Cell> = marked.flat_map(|other| other.list("cells")).collect();
    let mut text = String::new();
    for &cell in list {
        for step in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
            let next = cell.row.checked_add_signed(step.0).zip(cell.column.checked_add_signed(step.1));
            let next = next.map(|(row, column)| Cell::new(row, column));
            if let Some(next) = next.filter(|next| draft.has(*next) && !marked.contains(next)) {
                let pair = if entry.kind == "maximum" { [cell, next] } else { [next, cell] };
                text += &format!(".GreaterThan{}", cells(draft, &pair)?);
            }
        }
    }
    Ok(text)
}

/// Two cells with a mark. Where there is none for it, a table of the pairs that it allows.
fn pair(draft: &Draft, entry: &Entry, list: &[Cell]) -> Result<String, String> {
    only(entry, &["cells", "difference", "ratio"])?;
    let &[a, b] = list else { return Err(format!("{} cells, expected two", list.len())) };
    let close = a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1;
    let (difference, ratio) = (number(entry, "difference").unwrap_or(1), number(entry, "ratio").unwrap_or(2));
    if close && difference == 1 && ratio == 2 {
        return Ok(format!(".{}{}", item_name(entry)?, cells(draft, list)?));
    }
    lines(draft, &[[a, b]], |a, b| match entry.kind.as_str() {
        "kropki_white" => i64::from(a.abs_diff(b)) == difference,
        "kropki_black" => i32::try_from(ratio).is_ok_and(|ratio| in_ratio(a, b, ratio)),
        "greater_than" => a > b,
        "x" => a + b == 10,
        _ => a + b == 5,
    })
}

/// A table for one cell or for two.
fn allowed(draft: &Draft, entry: &Entry, list: &[Cell]) -> Result<String, String> {
    only(entry, &["cells", "tuples"])?;
    let tuples = entry.fields.get("tuples").and_then(Value::as_array).cloned().unwrap_or_default();
    let numbers = |tuple: &Value| {
        tuple.as_array().into_iter().flatten().filter_map(Value::as_i64).collect::<Vec<i64>>()
    };
    let tuples: Vec<Vec<i64>> = tuples.iter().map(numbers).collect();
    match list {
        [cell] => {
            let fits = |value: &&i64| (i64::from(draft.values.0)..=i64::from(draft.values.1)).contains(value);
            let values: String =
                tuples.iter().flatten().filter(fits).map(|value| format!("_{value}")).collect();
            match values.is_empty() {
                true => Err("no value fits".to_owned()),
                false => Ok(format!(".{}{values}", cells(draft, &[*cell])?)),
            }
        }
        &[_, _] => relations::pair(draft, entry, list),
        _ => Err("tables are for two cells".to_owned()),
    }
}

fn group(draft: &Draft, entry: &Entry) -> Result<String, String> {
    let (mut text, field) = match entry.kind.as_str() {
        "or" => (".Or".to_owned(), "any"),
        _ => (".And".to_owned(), "all"),
    };
    let parts = entry.fields.get(field).and_then(Value::as_array).cloned().unwrap_or_default();
    for part in parts {
        let Value::Object(mut fields) = part else { return Err("a part is no constraint".to_owned()) };
        let kind =
            fields.remove("type").and_then(|kind| kind.as_str().map(str::to_owned)).unwrap_or_default();
        let part = write(draft, &Entry { kind, fields, path: entry.path.clone() })?;
        // What needs no item always holds, and so does an Or with it.
        if part.is_empty() && entry.kind == "or" {
            return Ok(String::new());
        }
        // What is several items counts as one in an Or only together.
        let several = part.matches('.').count() > 1 && !part.starts_with(".Or") && !part.starts_with(".And");
        text += &if several { format!(".And{part}.End") } else { part };
    }
    Ok(text + ".End")
}
