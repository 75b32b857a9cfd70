//! What each constraint means, on a full board: written anew, from its description.

use serde_json::Value;

use crate::board::{Filled, places};

/// Whether a full board has what `constraint` asks for; `all` are the constraints of the puzzle, for those that speak of
/// what others mark.
pub(crate) fn holds(constraint: &Value, all: &[Value], board: &Filled<'_>) -> bool {
    let name = constraint["type"].as_str().unwrap();
    let cells = || board.list(constraint, "cells");
    let number = |field: &str, default: i64| constraint[field].as_i64().unwrap_or(default);
    // Parts of others mark as well.
    let of_type = |types: &'static [&'static str]| {
        let mut found = Vec::new();
        flat(all, &mut found);
        found.retain(|other| types.contains(&other["type"].as_str().unwrap()));
        found
    };
    // Neighbours that no constraint of these types names together.
    let unmarked = |types: &'static [&'static str], fits: &dyn Fn(i64, i64) -> bool| {
        let marks = of_type(types);
        neighbours(board).into_iter().all(|(one, other)| {
            let mut marks = marks.iter().map(|mark| places(&mark["cells"]));
            marks.any(|mark| mark == [one, other] || mark == [other, one])
                || fits(at(board, one), at(board, other))
        })
    };
    let sizes = |mine: &str, of: &'static [&'static str], field: &str, default: i64| -> Vec<i64> {
        match &constraint[mine] {
            Value::Array(list) => list.iter().map(|size| size.as_i64().unwrap()).collect(),
            _ => {
                let used = of_type(of).into_iter().map(|dot| dot[field].as_i64().unwrap_or(default));
                let used: Vec<i64> = used.collect();
                if used.is_empty() { vec![default] } else { used }
            }
        }
    };
    match name {
        "all_different" => differ(&cells()),
        "nabner" => {
            let values = cells();
            (0..values.len()).all(|i| values[..i].iter().all(|value| (value - values[i]).abs() > 1))
        }
        "even" => cells().iter().all(|value| value % 2 == 0),
        "odd" => cells().iter().all(|value| value % 2 != 0),
        "greater_than" => cells()[0] > cells()[1],
        "x" => cells().iter().sum::<i64>() == 10,
        "v" => cells().iter().sum::<i64>() == 5,
        "kropki_white" => (cells()[0] - cells()[1]).abs() == number("difference", 1),
        "kropki_black" => {
            let (a, b, ratio) = (cells()[0], cells()[1], number("ratio", 2));
            a == ratio * b || b == ratio * a
        }
        "clone" => cells() == board.list(constraint, "clone_cells"),
        "diagonal" => {
            let size = board.rows();
            let down = constraint["direction"] == "\\";
            let row = |column| if down { column } else { size + 1 - column };
            differ(&(1..=size).map(|column| board.at(row(column), column).unwrap()).collect::<Vec<_>>())
        }
        "anti_knight" => apart(board, |down, right| down * right == 2, |a, b| a != b),
        "anti_king" => apart(board, |down, right| down.max(right) == 1, |a, b| a != b),
        "anti_taxicab" => board.all().into_iter().all(|one| {
            board.all().into_iter().all(|other| {
                let steps = (one.0 - other.0).abs() + (one.1 - other.1).abs();
                steps == 0 || !(at(board, one) == steps && at(board, other) == steps)
            })
        }),
        "non_consecutive" => {
            let fits = |a: i64, b: i64| (a - b).abs() != 1;
            let skips = constraint["except"] == "difference_dots";
            if skips { unmarked(&["kropki_white"], &fits) } else { unmarked(&[], &fits) }
        }
        "strict_kropki" => unmarked(&["kropki_white", "kropki_black"], &|a, b| {
            (a - b).abs() != 1 && a != 2 * b && b != 2 * a
        }),
        "strict_xv" => unmarked(&["x", "v"], &|a, b| a + b != 5 && a + b != 10),
        "negative_difference" => {
            let sizes = sizes("differences", &["kropki_white"], "difference", 1);
            unmarked(&["kropki_white", "kropki_black"], &|a, b| !sizes.contains(&(a - b).abs()))
        }
        "negative_ratio" => {
            let sizes = sizes("ratios", &["kropki_black"], "ratio", 2);
            let refused = |a, b| sizes.iter().any(|size| a == size * b || b == size * a);
            unmarked(&["kropki_white", "kropki_black"], &|a, b| !refused(a, b))
        }
        "minimum" | "maximum" => {
            let same = of_type(if name == "minimum" { &["minimum"] } else { &["maximum"] });
            let is_marked = |cell| same.iter().any(|other| places(&other["cells"]).contains(&cell));
            places(&constraint["cells"]).into_iter().all(|(row, column)| {
                let around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
                around.into_iter().filter(|&cell| !is_marked(cell)).all(|(r, c)| {
                    let (own, other) = (board.at(row, column).unwrap(), board.at(r, c));
                    other.is_none_or(|other| if name == "minimum" { own < other } else { own > other })
                })
            })
        }
        "global_entropy" => {
            let values = board.values();
            let third =
                |value: &i64| values.iter().position(|other| other == value).unwrap() * 3 / values.len();
            squares(board).iter().all(|square| (0..3).all(|wanted| square.iter().any(|v| third(v) == wanted)))
        }
        "global_mod3" => {
            let rest = |value: &i64| value.rem_euclid(3);
            squares(board).iter().all(|square| (0..3).all(|wanted| square.iter().any(|v| rest(v) == wanted)))
        }
        "dutch_flatmates" => {
            let values = board.values();
            let middle = values[values.len().div_ceil(2) - 1];
            board.all().into_iter().filter(|&cell| at(board, cell) == middle).all(|(row, column)| {
                board.at(row - 1, column) == values.first().copied()
                    || board.at(row + 1, column) == values.last().copied()
            })
        }
        // Only 4x4 boards with boxes of 2x2 are made.
        "windoku" => differ(&[(2, 2), (2, 3), (3, 2), (3, 3)].map(|cell| at(board, cell))),
        "disjoint_groups" => {
            let place = |cell| {
                let own = board.all().into_iter().filter(|&other| board.box_of(other) == board.box_of(cell));
                own.take_while(|&other| other != cell).count()
            };
            board.all().into_iter().all(|one| {
                board.all().into_iter().all(|other| {
                    one == other || place(one) != place(other) || at(board, one) != at(board, other)
                })
            })
        }
        "indexing" => places(&constraint["cells"]).into_iter().all(|(row, column)| {
            let value = board.at(row, column).unwrap();
            match constraint["axis"].as_str().unwrap() {
                "column" => board.at(row, value) == Some(column),
                "row" => board.at(value, column) == Some(row),
                _ => {
                    let cells: Vec<_> = board
                        .all()
                        .into_iter()
                        .filter(|&other| board.box_of(other) == board.box_of((row, column)))
                        .collect();
                    let own = cells.iter().position(|&cell| cell == (row, column)).unwrap() as i64 + 1;
                    value >= 1 && cells.get(value as usize - 1).is_some_and(|&named| at(board, named) == own)
                }
            }
        }),
        "counting_circles" => {
            let cells = cells();
            cells.iter().all(|value| cells.iter().filter(|other| *other == value).count() as i64 == *value)
        }
        "same_values" => {
            let sets = constraint["sets"].as_array().unwrap().iter().map(|set| {
                let mut set: Vec<i64> = places(set).into_iter().map(|cell| at(board, cell)).collect();
                set.sort_unstable();
                set
            });
            let sets: Vec<Vec<i64>> = sets.collect();
            sets.iter().all(|set| *set == sets[0])
        }
        "thermo" => cells().is_sorted_by(|a, b| a < b),
        "slow_thermo" => cells().is_sorted(),
        "palindrome" => cells().iter().eq(cells().iter().rev()),
        _ => cages_and_lines(constraint, all, board),
    }
}

/// The same, continued.
fn cages_and_lines(constraint: &Value, all: &[Value], board: &Filled<'_>) -> bool {
    let cells = || board.list(constraint, "cells");
    let total = constraint["sum"].as_i64();
    let values = board.values();
    let count = values.len();
    let place = |value: &i64| values.iter().position(|other| other == value).unwrap();
    match constraint["type"].as_str().unwrap() {
        "whisper" => {
            let least = constraint["difference"].as_i64().unwrap_or(count.div_ceil(2) as i64);
            cells().windows(2).all(|pair| (pair[0] - pair[1]).abs() >= least)
        }
        "renban" => {
            let (cells, mut sorted) = (cells(), cells());
            sorted.sort_unstable();
            cells.is_empty() || (0..cells.len()).all(|i| sorted[i] == sorted[0] + i as i64)
        }
        "between" => {
            let cells = cells();
            let (one, other) = (cells[0], cells[cells.len() - 1]);
            let middle = &cells[1..cells.len() - 1];
            middle.iter().all(|&value| one < value && value < other || other < value && value < one)
        }
        "lockout" => {
            let least = constraint["difference"].as_i64().unwrap_or(count as i64 / 2);
            let cells = cells();
            let (one, other) = (cells[0], cells[cells.len() - 1]);
            let middle = &cells[1..cells.len() - 1];
            (one - other).abs() >= least
                && middle.iter().all(|&value| value < one.min(other) || value > one.max(other))
        }
        "zipper" => {
            let cells = cells();
            let last = cells.len() - 1;
            let sums: Vec<i64> = (0..cells.len() / 2).map(|i| cells[i] + cells[last - i]).collect();
            let wanted = if cells.len() % 2 == 1 { cells[last / 2] } else { sums[0] };
            sums.iter().all(|&sum| sum == wanted)
        }
        "arrow" => {
            let circle = board.list(constraint, "circle");
            circle.iter().fold(0, |number, value| number * 10 + value) == cells().iter().sum::<i64>()
        }
        "double_arrow" => {
            let cells = cells();
            let ends = cells[0] + cells[cells.len() - 1];
            cells[1..cells.len() - 1].iter().sum::<i64>() == ends
        }
        "killer" => {
            let sum = total.is_none_or(|total| cells().iter().sum::<i64>() == total);
            sum && (constraint["repeats"] == true || differ(&cells()))
        }
        "sum" => {
            let factor = |i: usize| constraint["coefficients"][i].as_i64().unwrap_or(1);
            cells().iter().enumerate().map(|(i, value)| factor(i) * value).sum::<i64>() == total.unwrap()
        }
        "little_killer" => cells().iter().sum::<i64>() == total.unwrap(),
        "x_sum" => {
            let cells = cells();
            let taken = usize::try_from(cells[0]).ok().and_then(|first| cells.get(..first));
            taken.is_some_and(|taken| taken.iter().sum::<i64>() == constraint["value"].as_i64().unwrap())
        }
        "numbered_room" => {
            let cells = cells();
            let named = usize::try_from(cells[0] - 1).ok().and_then(|place| cells.get(place));
            named.is_some_and(|named| constraint["value"] == *named)
        }
        "skyscraper" => {
            let (mut tallest, mut seen) = (0, 0);
            for value in cells() {
                if value > tallest {
                    (tallest, seen) = (value, seen + 1);
                }
            }
            constraint["value"] == seen
        }
        "sandwich" => {
            let cells = cells();
            let of = |wanted: i64| cells.iter().filter(|&&value| value == wanted).count();
            let find = |wanted: i64| cells.iter().position(|&value| value == wanted).unwrap();
            let (low, high) = (values[0], values[count - 1]);
            of(low) == 1 && of(high) == 1 && {
                let (from, to) = (find(low).min(find(high)), find(low).max(find(high)));
                cells[from + 1..to.max(from + 1)].iter().sum::<i64>() == total.unwrap()
            }
        }
        "lunchbox" => {
            let cells = cells();
            let by = |i: &usize| cells[*i];
            let low = (0..cells.len()).min_by_key(by).unwrap();
            let high = (0..cells.len()).max_by_key(by).unwrap();
            let (from, to) = (low.min(high), low.max(high));
            differ(&cells) && cells[from + 1..to.max(from + 1)].iter().sum::<i64>() == total.unwrap()
        }
        "rellik" => {
            let cells = cells();
            let sum =
                |set: u32| (0..cells.len()).filter(|i| set >> i & 1 == 1).map(|i| cells[i]).sum::<i64>();
            differ(&cells) && (1..1 << cells.len()).all(|set| sum(set) != total.unwrap())
        }
        "quadruple" => {
            let mut left = cells();
            constraint["values"].as_array().unwrap().iter().all(|wanted| {
                let found = left.iter().position(|value| wanted == value);
                found.map(|found| left.remove(found)).is_some()
            })
        }
        "equality_cage" => {
            let cells = cells();
            let many = |fits: &dyn Fn(&i64) -> bool| cells.iter().filter(|value| fits(value)).count();
            differ(&cells)
                && many(&|value| value % 2 == 0) == many(&|value| value % 2 != 0)
                && many(&|value| place(value) < count / 2) == many(&|value| place(value) >= count.div_ceil(2))
        }
        "entropic" => {
            let thirds: Vec<i64> =
                cells().iter().map(|value| place(value) as i64 * 3 / count as i64).collect();
            (0..thirds.len()).all(|from| differ(&thirds[from..thirds.len().min(from + 3)]))
        }
        "modular" => {
            let modulus = constraint["mod"].as_i64().unwrap_or(3);
            let rests: Vec<i64> = cells().iter().map(|value| value.rem_euclid(modulus)).collect();
            (0..rests.len()).all(|from| differ(&rests[from..rests.len().min(from + modulus as usize)]))
        }
        "region_sum_line" => {
            let mut sums: Vec<(usize, i64)> = Vec::new();
            for cell in places(&constraint["cells"]) {
                let own = board.box_of(cell);
                match sums.last_mut() {
                    Some((last, sum)) if *last == own => *sum += at(board, cell),
                    _ => sums.push((own, at(board, cell))),
                }
            }
            sums.iter().all(|(_, sum)| *sum == sums[0].1)
        }
        name => own(name, constraint, all, board),
    }
}

/// What a puzzle tells itself.
fn own(name: &str, constraint: &Value, all: &[Value], board: &Filled<'_>) -> bool {
    let cells = || board.list(constraint, "cells");
    match name {
        "allowed" => {
            let cells = cells();
            constraint["tuples"].as_array().unwrap().iter().any(|tuple| {
                let tuple: Vec<i64> = tuple.as_array().unwrap().iter().map(|v| v.as_i64().unwrap()).collect();
                tuple == cells
            })
        }
        "pair" => {
            let text = constraint["relation"].as_str().unwrap();
            let (_, relation) = RELATIONS.iter().find(|(known, _)| *known == text).unwrap();
            cells().windows(2).all(|pair| relation(pair[0], pair[1]))
        }
        "regex" => {
            let text = constraint["regex"].as_str().unwrap();
            let (_, matches) = LANGUAGES.iter().find(|(known, _)| *known == text).unwrap();
            matches(&cells())
        }
        "automaton" => {
            let steps = constraint["steps"].as_array().unwrap();
            let mut states = vec![constraint["start"].clone()];
            for value in cells() {
                let reads = |step: &Value| step["values"].as_array().unwrap().iter().any(|v| *v == value);
                let taken = steps.iter().filter(|step| states.contains(&step["from"]) && reads(step));
                states = taken.map(|step| step["to"].clone()).collect();
            }
            states.iter().any(|state| constraint["accept"].as_array().unwrap().contains(state))
        }
        "and" => constraint["all"].as_array().unwrap().iter().all(|part| holds(part, all, board)),
        "or" => constraint["any"].as_array().unwrap().iter().any(|part| holds(part, all, board)),
        _ => panic!("{name} has no meaning"),
    }
}

/// Constraints with all their parts.
fn flat<'a>(all: &'a [Value], found: &mut Vec<&'a Value>) {
    for constraint in all {
        found.push(constraint);
        if let Some(parts) = constraint["all"].as_array().or(constraint["any"].as_array()) {
            flat(parts, found);
        }
    }
}

/// Relations as a puzzle tells them, and what they mean.
pub(crate) type Relation = (&'static str, fn(i64, i64) -> bool);
pub(crate) const RELATIONS: &[Relation] = &[
    ("abs(a - b) >= 2", |a, b| (a - b).abs() >= 2),
    ("a + b = 5 or a * b = 6", |a, b| a + b == 5 || a * b == 6),
    ("not a > b", |a, b| a <= b),
    ("a % 2 != b % 2", |a, b| (a + b) % 2 != 0),
    ("a / b = 2", |a, b| b != 0 && (a as f64 / b as f64).floor() == 2.0),
    ("max(a, b) - min(a, b) == 1 && a != 3", |a, b| (a - b).abs() == 1 && a != 3),
    ("1000000000000000000 * a * b > 0", |a, b| (a * b > 0) && a * b < 10 && a.abs() < 10),
    ("-a < -b", |a, b| a > b),
    ("(a > b) + (a = 3) = 1", |a, b| (a > b) != (a == 3)),
];

/// Regular expressions, and what they match.
pub(crate) type Language = (&'static str, fn(&[i64]) -> bool);
pub(crate) const LANGUAGES: &[Language] = &[
    ("1*2*", |line| line.iter().all(|v| [1, 2].contains(v)) && line.is_sorted()),
    ("(12|21)+ .?", |line| {
        let pairs = &line[..line.len() / 2 * 2];
        !pairs.is_empty() && pairs.chunks(2).all(|pair| pair == [1, 2] || pair == [2, 1])
    }),
    (".* 3 [^3]", |line| line.len() > 1 && line[line.len() - 2] == 3 && line[line.len() - 1] != 3),
    ("[2-4<-3>-<-1>]{2,3}.*", |line| {
        let inside = line.iter().take_while(|v| (2..=4).contains(*v) || (-3..=-1).contains(*v));
        inside.count() >= 2
    }),
    ("([^1]*1[^1]*1)*[^1]*", |line| line.iter().filter(|&&v| v == 1).count() % 2 == 0),
    ("(.{3,}|44)2{0,1}", |line| line.len() >= 3 || line == [4, 4]),
];

fn at(board: &Filled<'_>, (row, column): (i64, i64)) -> i64 {
    board.at(row, column).unwrap()
}

fn differ(values: &[i64]) -> bool {
    (0..values.len()).all(|i| !values[..i].contains(&values[i]))
}

/// Whether any two cells whose distances down and across satisfy `near` satisfy `fits`.
fn apart(board: &Filled<'_>, near: impl Fn(i64, i64) -> bool, fits: impl Fn(i64, i64) -> bool) -> bool {
    board.all().into_iter().all(|one| {
        board.all().into_iter().all(|other| {
            let (down, right) = ((one.0 - other.0).abs(), (one.1 - other.1).abs());
            !near(down, right) || fits(at(board, one), at(board, other))
        })
    })
}

type Place = (i64, i64);

/// All pairs of cells that share an edge, each once.
fn neighbours(board: &Filled<'_>) -> Vec<(Place, Place)> {
    let all = board.all();
    let near = |one: Place, other: Place| (one.0 - other.0).abs() + (one.1 - other.1).abs() == 1;
    let pairs = all.iter().flat_map(|&one| all.iter().map(move |&other| (one, other)));
    pairs.filter(|&(one, other)| one < other && near(one, other)).collect()
}

/// What stands in each square of 2x2 cells.
fn squares(board: &Filled<'_>) -> Vec<Vec<i64>> {
    let square = |(row, column): Place| {
        [(0, 0), (0, 1), (1, 0), (1, 1)]
            .into_iter()
            .map(|(down, right)| board.at(row + down, column + right))
            .collect()
    };
    board.all().into_iter().filter_map(square).collect()
}
