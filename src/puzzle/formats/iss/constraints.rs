//! The constraints of the Interactive Sudoku Solver, one type each.

use crate::puzzle::formats::draft::{Draft, Entry, Lines, Regions};
use crate::puzzle::formats::iss::counted;
use crate::puzzle::formats::iss::names;
use crate::puzzle::formats::iss::syntax::Item;
use crate::puzzle::formats::iss::tables;
use crate::sudoku::geometry::Cell;

/// What the arguments of a type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// None: it holds for the whole board.
    Board,
    /// Cells.
    Cells,
    /// Cells whose neighbours are pairs, each a constraint.
    Pairs,
    /// A number for this field, and cells.
    Number(&'static str),
    /// A sum that holds or, if it is 0 or missing, does not matter, and cells.
    Cage,
    /// The name of a line, and the clues from its beginning and from its end.
    TwoClues,
}

/// The types that are read by their shape alone, and the kinds of constraint that they stand for.
const TYPES: [(&str, Shape, &str); 37] = [
    ("AllDifferent", Shape::Cells, "all_different"),
    ("AntiConsecutive", Shape::Board, "non_consecutive"),
    ("AntiKing", Shape::Board, "anti_king"),
    ("AntiKnight", Shape::Board, "anti_knight"),
    ("AntiTaxicab", Shape::Board, "anti_taxicab"),
    ("Between", Shape::Cells, "between"),
    ("BlackDot", Shape::Pairs, "kropki_black"),
    ("Cage", Shape::Cage, "killer"),
    ("CountingCircles", Shape::Cells, "counting_circles"),
    ("DisjointSets", Shape::Board, "disjoint_groups"),
    ("DoubleArrow", Shape::Cells, "double_arrow"),
    ("DutchFlatmates", Shape::Board, "dutch_flatmates"),
    ("Entropic", Shape::Cells, "entropic"),
    ("EqualityCage", Shape::Cells, "equality_cage"),
    ("GlobalEntropy", Shape::Board, "global_entropy"),
    ("GlobalMod", Shape::Board, "global_mod3"),
    ("GreaterThan", Shape::Pairs, "greater_than"),
    ("Lockout", Shape::Number("difference"), "lockout"),
    ("Lunchbox", Shape::Number("sum"), "lunchbox"),
    ("Modular", Shape::Number("mod"), "modular"),
    ("NumberedRoom", Shape::TwoClues, "numbered_room"),
    ("Palindrome", Shape::Cells, "palindrome"),
    ("RegionSumLine", Shape::Cells, "region_sum_line"),
    ("RellikCage", Shape::Number("sum"), "rellik"),
    ("Renban", Shape::Cells, "renban"),
    ("Skyscraper", Shape::TwoClues, "skyscraper"),
    ("StrictKropki", Shape::Board, "strict_kropki"),
    ("StrictXV", Shape::Board, "strict_xv"),
    ("Sum", Shape::Number("sum"), "sum"),
    ("Thermo", Shape::Cells, "thermo"),
    ("V", Shape::Pairs, "v"),
    ("Whisper", Shape::Number("difference"), "whisper"),
    ("WhiteDot", Shape::Pairs, "kropki_white"),
    ("Windoku", Shape::Board, "windoku"),
    ("X", Shape::Pairs, "x"),
    ("XSum", Shape::TwoClues, "x_sum"),
    ("Zipper", Shape::Cells, "zipper"),
];

/// The type that stands for a kind of constraint, and what its arguments are.
pub(crate) fn type_of(kind: &str) -> Option<(&'static str, Shape)> {
    TYPES.iter().find(|(.., name)| *name == kind).map(|&(name, shape, _)| (name, shape))
}

/// Whether a type is read by its shape alone.
pub(crate) fn is_type(name: &str) -> bool {
    TYPES.iter().any(|(known, ..)| *known == name)
}

/// The constraints that an item stands for.
///
/// # Errors
/// Why the item cannot be taken over.
pub(crate) fn read(draft: &Draft, item: &Item) -> Result<Vec<Entry>, String> {
    let arguments = &item.arguments[..];
    let number = TYPES.binary_search_by(|(name, ..)| (*name).cmp(&item.name));
    let path = item.path();
    let Some(&(_, shape, kind)) = number.ok().and_then(|number| TYPES.get(number)) else {
        return special(draft, item);
    };
    let entry = Entry::new(kind, &path);
    Ok(match shape {
        Shape::Board if !draft.extra.is_empty() && ["anti_taxicab", "windoku"].contains(&kind) => {
            return Err("it cannot be told on a board with further cells".to_owned());
        }
        // There neighbours are never equal either, which elsewhere they cannot be.
        Shape::Board if kind == "non_consecutive" && draft.lines == Lines::Free && arguments.is_empty() => {
            let lines = draft.all_lines().filter(|line| line.len() > 1);
            let differ = |line: Vec<Cell>| Entry::new("pair", &path).cells(&line).with("relation", "a != b");
            std::iter::once(entry).chain(lines.map(differ)).collect()
        }
        Shape::Board if arguments.is_empty() => vec![entry],
        Shape::Board => return Err("it takes no arguments".to_owned()),
        Shape::Cells => vec![entry.cells(&cells(draft, arguments)?)],
        Shape::Pairs => {
            let pairs = names::neighbours(&cells(draft, arguments)?);
            pairs.iter().map(|pair| entry.clone().cells(pair)).collect()
        }
        Shape::Number(field) => with_number(draft, entry, field, arguments)?,
        Shape::Cage => cage(draft, entry, arguments)?,
        Shape::TwoClues => {
            two_clues(draft, arguments, |line, clue| Ok(entry.clone().cells(line).with("value", clue)))?
        }
    })
}

/// The entries of the clues of a line, from its beginning and from its end.
fn two_clues(
    draft: &Draft,
    arguments: &[String],
    entry: impl Fn(&[Cell], i32) -> Result<Entry, String>,
) -> Result<Vec<Entry>, String> {
    let (name, clues) = arguments.split_first().ok_or("it names no row or column")?;
    let mut line = line(draft, name)?;
    if clues.len() > 2 {
        return Err("more than two clues".to_owned());
    }
    let mut found = Vec::new();
    for clue in clues {
        if !clue.is_empty() {
            found.push(entry(&line, integer(clue)?)?);
        }
        line.reverse();
    }
    Ok(found)
}

/// The types with arguments of their own.
fn special(draft: &Draft, item: &Item) -> Result<Vec<Entry>, String> {
    let path = item.path();
    let entry = |kind: &str| Entry::new(kind, &path);
    let first = item.arguments.first().map_or("", String::as_str);
    let rest = item.arguments.get(1..).unwrap_or_default();
    Ok(match item.name.as_str() {
        "Arrow" => {
            let cells = cells(draft, &item.arguments)?;
            let (circle, cells) = cells.split_at(1);
            vec![entry("arrow").cells_in("circle", circle).cells(cells)]
        }
        "PillArrow" => {
            let size = first.parse::<usize>().ok().filter(|size| (1..=16).contains(size));
            let size = size.ok_or_else(|| format!("'{first}' is no size of a pill"))?;
            let mut cells = cells(draft, rest)?;
            if cells.len() <= size {
                return Err(format!("{} cells, expected more than {size}", cells.len()));
            }
            // A pill is read from the left and from the top.
            cells[..size].sort_unstable();
            vec![entry("arrow").cells_in("circle", &cells[..size]).cells(&cells[size..])]
        }
        "Diagonal" => match first {
            "1" | "-1" if !draft.extra.is_empty() => {
                let column =
                    |row: u32| if first == "1" { draft.columns.checked_sub(row + 1) } else { Some(row) };
                let cells = (0..draft.rows).filter_map(|row| Some(Cell::new(row, column(row)?)));
                let cells: Vec<Cell> = cells.filter(|&cell| cell.column < draft.columns).collect();
                vec![entry("all_different").cells(&cells)]
            }
            "1" => vec![entry("diagonal").with("direction", "/")],
            "-1" => vec![entry("diagonal").with("direction", "\\")],
            _ => return Err("a diagonal is 1 or -1".to_owned()),
        },
        "LittleKiller" => {
            let name = rest.first().map_or("", String::as_str);
            let start = names::cell(name, draft).and_then(|start| names::diagonal(start, draft));
            let cells = start.ok_or_else(|| format!("no diagonal begins in '{name}'"))?;
            vec![entry("little_killer").cells(&cells).with("sum", integer(first)?)]
        }
        "Sandwich" => {
            let cells = line(draft, rest.first().map_or("", String::as_str))?;
            vec![entry("sandwich").cells(&cells).with("sum", integer(first)?)]
        }
        "Quad" => {
            let corner = cell(draft, first)?;
            let square = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let square = square.map(|(down, right)| Cell::new(corner.row + down, corner.column + right));
            if !square.iter().all(|&cell| draft.has(cell)) {
                return Err(format!("no square of four cells begins in {first}"));
            }
            let values = rest.iter().map(|value| integer(value)).collect::<Result<Vec<i32>, String>>()?;
            vec![entry("quadruple").cells(&square).with("values", values)]
        }
        "Indexing" => {
            let axis = match first {
                "R" => "row",
                "C" => "column",
                _ => return Err("the axis is R or C".to_owned()),
            };
            vec![entry("indexing").with("axis", axis).cells(&cells(draft, rest)?)]
        }
        "SameValues" => {
            let count = first.parse::<usize>().ok().filter(|&count| count > 0);
            let count = count.ok_or_else(|| format!("'{first}' is no number of sets"))?;
            let cells = cells(draft, rest)?;
            if !cells.len().is_multiple_of(count) {
                return Err(format!("{} cells do not make {count} sets of one size", cells.len()));
            }
            let set = |cells: &[Cell]| crate::puzzle::cells::Cells::new(cells.iter().copied()).to_string();
            let sets: Vec<String> = cells.chunks(cells.len() / count).map(set).collect();
            vec![entry("same_values").with("sets", sets)]
        }
        "ContainAtLeast" => {
            let values = first.split('_').map(integer).collect::<Result<Vec<i32>, String>>()?;
            vec![entry("quadruple").cells(&cells(draft, rest)?).with("values", values)]
        }
        "ContainExact" => {
            let values = first.split('_').map(integer).collect::<Result<Vec<i32>, String>>()?;
            counted::exactly(&path, &cells(draft, rest)?, &values)
        }
        "SumLine" => vec![match rest.split_last() {
            Some((last, rest)) if last == "LOOP" => {
                counted::segments_of_loop(draft, &path, &cells(draft, rest)?, integer(first)?)?
            }
            _ => counted::segments(draft, &path, &cells(draft, rest)?, integer(first)?)?,
        }],
        "ValueIndexing" => vec![counted::indexed(draft, &path, &cells(draft, &item.arguments)?)?],
        "RegionSameValues" if item.arguments.is_empty() => same_regions(draft, &path),
        "HiddenSkyscraper" => {
            let clue = |line: &[Cell], clue| counted::first_hidden(draft, &path, line, clue);
            two_clues(draft, &item.arguments, clue)?
        }
        "EqualSum" => {
            let segments = item.arguments.split(|argument| argument == "-");
            let segments = segments.map(|names| cells(draft, names)).collect::<Result<Vec<_>, String>>()?;
            let pairs = segments.windows(2).map(|pair| {
                let factors =
                    pair[0].iter().map(|_| 1).chain(pair[1].iter().map(|_| -1)).collect::<Vec<i32>>();
                entry("sum").cells(&pair.concat()).with("sum", 0).with("coefficients", factors)
            });
            pairs.collect()
        }
        "Pair" | "PairX" | "Binary" | "BinaryX" | "Regex" | "NFA" => return tables::read(draft, item),
        // It says how its own program searches.
        "SearchPriority" => Vec::new(),
        name => return Err(format!("there is no constraint for {name}")),
    })
}

/// All rows, columns and regions with most cells hold the same values. Where they hold all values there is nothing to say.
fn same_regions(draft: &Draft, path: &str) -> Vec<Entry> {
    let boxes: Vec<Vec<Cell>> = match &draft.regions {
        Regions::None => Vec::new(),
        Regions::Lists(lists) => lists.clone(),
        &Regions::Boxes(height, width) => {
            let corners = (0..draft.rows / height)
                .flat_map(|row| (0..draft.columns / width).map(move |column| (row, column)));
            let cells = |(row, column)| {
                let cell = move |i| Cell::new(row * height + i / width, column * width + i % width);
                (0..height * width).map(cell).collect()
            };
            corners.map(cells).collect()
        }
    };
    let mut sets: Vec<Vec<Cell>> = draft.all_lines().chain(boxes).collect();
    let most = sets.iter().map(Vec::len).max().unwrap_or(0);
    sets.retain(|set| set.len() == most);
    let values = i64::from(draft.values.1) - i64::from(draft.values.0) + 1;
    if most as i64 == values || sets.len() < 2 {
        return Vec::new();
    }
    let set = |cells: Vec<Cell>| crate::puzzle::cells::Cells::new(cells).to_string();
    let sets: Vec<String> = sets.into_iter().map(set).collect();
    vec![Entry::new("same_values", path).with("sets", sets)]
}

/// An entry with a number and cells. A number that is not there has the value that its own program gives it.
fn with_number(draft: &Draft, entry: Entry, field: &str, arguments: &[String]) -> Result<Vec<Entry>, String> {
    let (first, rest) = arguments.split_first().ok_or("it has no arguments")?;
    let told = !first.starts_with(['R', 'r']);
    let cells = cells(draft, if told { rest } else { arguments })?;
    let entry = entry.cells(&cells);
    if !told {
        return match entry.kind.as_str() {
            "whisper" => Ok(vec![entry.with(field, 5)]),
            _ => Err(format!("it has no {field}")),
        };
    }
    let mut numbers = first.split('_');
    let entry = entry.with(field, integer(numbers.next().unwrap_or(""))?);
    match numbers.next() {
        None => Ok(vec![entry]),
        Some("=") if entry.kind == "sum" => {
            let factors = numbers.map(integer).collect::<Result<Vec<i32>, String>>()?;
            if factors.len() != cells.len() {
                return Err(format!("{} cells and {} coefficients", cells.len(), factors.len()));
            }
            Ok(vec![entry.with("coefficients", factors)])
        }
        Some(_) => Err(format!("'{first}' is no number")),
    }
}

/// Cells that differ and have a sum. A cell that is listed twice counts twice in the sum.
fn cage(draft: &Draft, entry: Entry, arguments: &[String]) -> Result<Vec<Entry>, String> {
    let (first, rest) = arguments.split_first().ok_or("it has no arguments")?;
    let sum = if first.is_empty() { 0 } else { integer(first)? };
    let cells = cells(draft, rest)?;
    let mut once = cells.clone();
    once.sort_unstable();
    once.dedup();
    if once.len() == cells.len() {
        let entry = entry.cells(&cells);
        return Ok(vec![if sum == 0 { entry } else { entry.with("sum", sum) }]);
    }
    let mut found = vec![Entry::new("all_different", &entry.path).cells(&once)];
    if sum != 0 {
        let times = |cell: &Cell| cells.iter().filter(|other| *other == cell).count();
        let times: Vec<usize> = once.iter().map(times).collect();
        found.push(Entry::new("sum", &entry.path).cells(&once).with("sum", sum).with("coefficients", times));
    }
    Ok(found)
}

pub(crate) fn cell(draft: &Draft, name: &str) -> Result<Cell, String> {
    let shown = || name.chars().take(20).collect::<String>();
    names::cell(name, draft).ok_or_else(|| format!("the board has no cell '{}'", shown()))
}

pub(crate) fn cells(draft: &Draft, names: &[String]) -> Result<Vec<Cell>, String> {
    if names.is_empty() {
        return Err("it names no cells".to_owned());
    }
    names.iter().map(|name| cell(draft, name)).collect()
}

fn line(draft: &Draft, name: &str) -> Result<Vec<Cell>, String> {
    names::line(name, draft).ok_or_else(|| format!("the board has no row or column '{name}'"))
}

fn integer(text: &str) -> Result<i32, String> {
    text.parse().map_err(|_| format!("'{}' is no number", text.chars().take(20).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use crate::puzzle::formats::iss::constraints::TYPES;

    #[test]
    fn the_types_are_sorted() {
        assert!(TYPES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
