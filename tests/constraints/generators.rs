//! A random small board for every kind of constraint.

use serde_json::{Value, json};

use crate::board::{Instance, Random};
use crate::meanings::{LANGUAGES, RELATIONS};

/// Values of a board: mostly 1, 2, ..., at times from 0, or with gaps and below 0.
pub(crate) fn values(random: &mut Random, count: i32) -> Vec<i32> {
    match random.of(0, 9) {
        0..=6 => (1..=count).collect(),
        7 | 8 => (0..count).collect(),
        _ => {
            let mut values: Vec<i32> = (-4..=7).collect();
            random.shuffle(&mut values);
            values.truncate(count as usize);
            values.sort_unstable();
            values
        }
    }
}

/// A board of at least `count` cells, one or two rows, and `count` of its cells in random order.
pub(crate) fn board(random: &mut Random, count: usize, values: Vec<i32>) -> (Instance, Vec<String>) {
    let (rows, columns) = match random.of(0, 2) {
        0 => (1, count),
        1 => (count, 1),
        _ => (2, count.div_ceil(2)),
    };
    let mut names: Vec<String> =
        (0..rows * columns).map(|i| format!("r{}c{}", i / columns + 1, i % columns + 1)).collect();
    random.shuffle(&mut names);
    names.truncate(count);
    (Instance::new(rows, columns, values), names)
}

/// Some cells of a board and a constraint made of them.
fn on_cells(
    random: &mut Random,
    counts: (i64, i64),
    sizes: (i64, i64),
    make: impl Fn(&mut Random, &[String]) -> Value,
) -> Instance {
    let count = random.of(counts.0, counts.1) as usize;
    let size = random.of(sizes.0, sizes.1) as i32;
    let values = values(random, size);
    let (mut instance, names) = board(random, count, values);
    instance.constraints.push(make(random, &names));
    instance.narrow(random, 3000);
    instance
}

/// A whole board of one of these sizes, with as many values, and constraints of the whole board.
fn whole(
    random: &mut Random,
    shapes: &[(usize, usize)],
    sizes: (i64, i64),
    make: impl Fn(&mut Random, &Instance) -> Vec<Value>,
) -> Instance {
    let (rows, columns) = random.pick(shapes);
    let size = random.of(sizes.0, sizes.1) as i32;
    let values = values(random, size);
    let mut instance = Instance::new(rows, columns, values);
    instance.constraints = make(random, &instance);
    instance.narrow(random, 3000);
    instance
}

/// Pairs of neighbours with a constraint of two cells of one of these names on some of them.
fn marked(random: &mut Random, instance: &Instance, names: &[&str], percent: u64) -> Vec<Value> {
    let mut found = Vec::new();
    for row in 1..=instance.rows {
        for column in 1..=instance.columns {
            for (down, right) in [(0, 1), (1, 0)] {
                let (other, beside) = (row + down, column + right);
                if other <= instance.rows && beside <= instance.columns && random.chance(percent) {
                    let cells = if random.chance(50) {
                        format!("r{row}c{column} r{other}c{beside}")
                    } else {
                        format!("r{other}c{beside} r{row}c{column}")
                    };
                    let mut constraint = json!({ "type": random.pick(names), "cells": cells });
                    let field = match constraint["type"].as_str() {
                        Some("kropki_white") => "difference",
                        Some("kropki_black") => "ratio",
                        _ => "",
                    };
                    if !field.is_empty() && random.chance(30) {
                        constraint[field] = json!(random.of(1, 3));
                    }
                    found.push(constraint);
                }
            }
        }
    }
    found
}

const LINES: [(usize, usize); 5] = [(1, 2), (1, 3), (1, 4), (4, 1), (2, 1)];

/// A random board with a constraint of this name, which comes first; at times with cells beside it that all differ.
pub(crate) fn instance(name: &str, random: &mut Random) -> Option<Instance> {
    let mut instance = alone(name, random)?;
    for _ in 0..random.of(0, 2) {
        let cells = instance.rows * instance.columns;
        let mut names: Vec<String> = (0..cells)
            .map(|i| format!("r{}c{}", i / instance.columns + 1, i % instance.columns + 1))
            .collect();
        random.shuffle(&mut names);
        names.truncate(random.of(2, 4) as usize);
        instance.constraints.push(json!({ "type": "all_different", "cells": names.join(" ") }));
    }
    Some(instance)
}

fn alone(name: &str, random: &mut Random) -> Option<Instance> {
    let only = |random: &mut Random, shapes: &[(usize, usize)], sizes| {
        whole(random, shapes, sizes, |_, _| vec![json!({ "type": name })])
    };
    let cells = |_: &mut Random, names: &[String]| json!({ "type": name, "cells": names.join(" ") });
    let with_marks = |random: &mut Random, marks: &[&str], more: &dyn Fn(&mut Random) -> Value| {
        whole(random, &LINES, (4, 6), |random, instance| {
            let mut all = vec![more(random)];
            all.extend(marked(random, instance, marks, 35));
            all
        })
    };
    Some(match name {
        "all_different" => on_cells(random, (2, 4), (3, 5), cells),
        "thermo" | "slow_thermo" | "palindrome" | "renban" | "entropic" => {
            on_cells(random, (2, 5), (3, 5), cells)
        }
        "between" | "double_arrow" => on_cells(random, (3, 5), (3, 5), cells),
        "equality_cage" => on_cells(random, (2, 5), (4, 6), cells),
        "zipper" => on_cells(random, (2, 5), (3, 6), cells),
        "whisper" => on_cells(random, (2, 4), (3, 6), |random, names| {
            maybe(random, json!({ "type": name, "cells": names.join(" ") }), "difference", (1, 4))
        }),
        "lockout" => on_cells(random, (2, 4), (3, 6), |random, names| {
            maybe(random, json!({ "type": name, "cells": names.join(" ") }), "difference", (1, 4))
        }),
        "modular" => on_cells(
            random,
            (2, 5),
            (3, 6),
            |random, names| json!({ "type": name, "cells": names.join(" "), "mod": random.of(2, 4) }),
        ),
        "arrow" => on_cells(random, (2, 5), (3, 6), |random, names| {
            let pill = if names.len() > 3 && random.chance(30) { 2 } else { 1 };
            json!({ "type": name, "circle": names[..pill].join(" "), "cells": names[pill..].join(" ") })
        }),
        "killer" => on_cells(random, (2, 5), (3, 6), |random, names| {
            let most = names.len() as i64 * 4;
            let mut value =
                maybe(random, json!({ "type": name, "cells": names.join(" ") }), "sum", (1, most));
            if random.chance(30) {
                value["repeats"] = json!(true);
            }
            value
        }),
        "sum" => on_cells(random, (2, 4), (3, 6), |random, names| {
            let mut value = json!({ "type": name, "cells": names.join(" "), "sum": random.of(-2, 14) });
            if random.chance(60) {
                let factors: Vec<i64> = names.iter().map(|_| random.pick(&[-2, -1, 1, 1, 2, 3])).collect();
                value["coefficients"] = json!(factors);
            }
            value
        }),
        "little_killer" => on_cells(random, (2, 4), (3, 6), |random, names| {
            let most = names.len() as i64 * 5;
            json!({ "type": name, "cells": names.join(" "), "sum": random.of(2, most) })
        }),
        "rellik" => on_cells(
            random,
            (1, 4),
            (4, 6),
            |random, names| json!({ "type": name, "cells": names.join(" "), "sum": random.of(1, 9) }),
        ),
        "lunchbox" | "sandwich" => on_cells(
            random,
            (2, 5),
            (3, 5),
            |random, names| json!({ "type": name, "cells": names.join(" "), "sum": random.of(0, 7) }),
        ),
        "x_sum" => on_cells(
            random,
            (2, 5),
            (3, 5),
            |random, names| json!({ "type": name, "cells": names.join(" "), "value": random.of(1, 10) }),
        ),
        "numbered_room" | "skyscraper" => on_cells(
            random,
            (2, 5),
            (3, 5),
            |random, names| json!({ "type": name, "cells": names.join(" "), "value": random.of(1, 4) }),
        ),
        "quadruple" => on_cells(random, (4, 4), (3, 5), |random, names| {
            let values: Vec<i64> = (0..random.of(1, 4)).map(|_| random.of(1, 4)).collect();
            json!({ "type": name, "cells": names.join(" "), "values": values })
        }),
        "region_sum_line" => {
            let mut instance = on_cells(random, (2, 5), (3, 6), cells);
            let boxes = random.of(1, 2);
            instance.boxes.iter_mut().for_each(|number| *number = random.of(0, boxes) as usize);
            instance
        }
        "nabner" => on_cells(random, (2, 4), (4, 8), cells),
        "even" | "odd" => on_cells(random, (1, 3), (2, 6), cells),
        "greater_than" | "x" | "v" => on_cells(random, (2, 2), (4, 10), cells),
        "kropki_white" => on_cells(random, (2, 2), (2, 9), |random, names| {
            let mut value = json!({ "type": name, "cells": names.join(" ") });
            if random.chance(50) {
                value["difference"] = json!(random.of(0, 4));
            }
            value
        }),
        "kropki_black" => on_cells(random, (2, 2), (2, 9), |random, names| {
            let mut value = json!({ "type": name, "cells": names.join(" ") });
            if random.chance(50) {
                value["ratio"] = json!(random.of(-1, 4));
            }
            value
        }),
        "clone" => on_cells(random, (2, 6), (3, 5), |_, names| {
            let (one, other) = names.split_at(names.len() / 2);
            json!({ "type": name, "cells": one.join(" "), "clone_cells": other[..one.len()].join(" ") })
        }),
        "diagonal" => whole(random, &[(2, 2), (3, 3)], (2, 4), |random, _| {
            vec![json!({ "type": name, "direction": random.pick(&["/", "\\"]) })]
        }),
        "anti_knight" => only(random, &[(2, 3), (3, 2), (3, 3)], (2, 4)),
        "anti_king" => only(random, &[(1, 2), (2, 1), (1, 4), (2, 2), (2, 3)], (2, 5)),
        "anti_taxicab" => only(random, &[(1, 3), (1, 4), (2, 2), (2, 3)], (3, 4)),
        "non_consecutive" => {
            with_marks(random, &["kropki_white", "kropki_black"], &|random| match random.chance(50) {
                true => json!({ "type": name }),
                false => json!({ "type": name, "except": "difference_dots" }),
            })
        }
        "strict_kropki" => with_marks(
            random,
            &["kropki_white", "kropki_black", "greater_than"],
            &|_| json!({ "type": name }),
        ),
        "strict_xv" => with_marks(random, &["x", "v", "kropki_white"], &|_| json!({ "type": name })),
        "negative_difference" => {
            with_marks(random, &["kropki_white", "kropki_black"], &|random| match random.chance(50) {
                true => json!({ "type": name }),
                false => json!({ "type": name, "differences": [random.of(1, 2), 3] }),
            })
        }
        "negative_ratio" => {
            with_marks(random, &["kropki_white", "kropki_black"], &|random| match random.chance(50) {
                true => json!({ "type": name }),
                false => json!({ "type": name, "ratios": [2, 3] }),
            })
        }
        "minimum" | "maximum" => whole(random, &[(1, 3), (2, 2), (2, 3)], (3, 5), |random, instance| {
            let mut names: Vec<String> = (0..instance.rows * instance.columns)
                .map(|i| format!("r{}c{}", i / instance.columns + 1, i % instance.columns + 1))
                .collect();
            random.shuffle(&mut names);
            let other = if name == "minimum" { "maximum" } else { "minimum" };
            let mut all = vec![json!({ "type": name, "cells": names[0] })];
            if random.chance(40) {
                all.push(json!({ "type": random.pick(&[name, name, other]), "cells": names[1] }));
            }
            all
        }),
        "global_entropy" | "global_mod3" => only(random, &[(2, 2), (2, 2), (2, 3)], (3, 6)),
        "dutch_flatmates" => only(random, &[(1, 3), (2, 1), (3, 1), (4, 1)], (3, 6)),
        "windoku" => {
            // Boxes of 2x2 on 4x4: one window in the middle. Most cells are fixed, to keep it small.
            let mut instance = boxed(random, (4, 4), (2, 2), name);
            for i in (0..16).filter(|i| ![5, 6, 9, 10].contains(i)) {
                instance.domains[i].truncate(1 + usize::from(random.chance(5)));
            }
            instance.narrow(random, 2000);
            instance
        }
        "disjoint_groups" => {
            let shape = random.pick(&[((2, 4), (2, 2)), ((2, 2), (1, 2)), ((3, 2), (1, 2))]);
            let mut instance = boxed(random, shape.0, shape.1, name);
            instance.narrow(random, 3000);
            instance
        }
        "indexing" => {
            let axis = random.pick(&["row", "column", "box"]);
            let shape = random.pick(&[(1, 4), (2, 3), (3, 2), (4, 1)]);
            let mut instance = whole(random, &[shape], (3, 4), |_, _| Vec::new());
            let cells = shape.0 * shape.1;
            instance.boxes = (0..cells).map(|i| i * 2 / cells).collect();
            let cell = random.of(0, cells as i64 - 1) as usize;
            let cell = format!("r{}c{}", cell / shape.1 + 1, cell % shape.1 + 1);
            instance.constraints = vec![json!({ "type": name, "axis": axis, "cells": cell })];
            instance
        }
        "counting_circles" => on_cells(random, (1, 6), (3, 5), cells),
        "same_values" => {
            let (sets, size) = random.pick(&[(2, 1), (2, 2), (2, 3), (2, 3), (3, 2)]);
            on_cells(random, (sets * size, sets * size), (3, 5), move |_, names| {
                let sets: Vec<String> = names.chunks(size as usize).map(|set| set.join(" ")).collect();
                json!({ "type": name, "sets": sets })
            })
        }
        "allowed" => on_cells(random, (1, 4), (2, 5), tuples),
        "pair" => on_cells(
            random,
            (2, 4),
            (3, 5),
            |random, names| json!({ "type": name, "cells": names.join(" "), "relation": random.pick(RELATIONS).0 }),
        ),
        "regex" => on_cells(
            random,
            (1, 5),
            (3, 5),
            |random, names| json!({ "type": name, "cells": names.join(" "), "regex": random.pick(LANGUAGES).0 }),
        ),
        "automaton" => on_cells(random, (1, 5), (2, 4), |random, names| {
            let state = |random: &mut Random| random.pick(&["a", "b", "c", "d"]);
            let steps: Vec<Value> = (0..random.of(2, 9))
                .map(|_| {
                    let values: Vec<i64> = (0..random.of(1, 3)).map(|_| random.of(0, 4)).collect();
                    json!({ "from": state(random), "values": values, "to": state(random) })
                })
                .collect();
            let accept: Vec<&str> = (0..random.of(1, 3)).map(|_| state(random)).collect();
            json!({ "type": name, "cells": names.join(" "), "start": state(random), "accept": accept, "steps": steps })
        }),
        "and" | "or" => on_cells(random, (3, 4), (3, 5), |random, names| nested(random, names, name, 2)),
        _ => return None,
    })
}

/// At times with a number in this field.
fn maybe(random: &mut Random, mut constraint: Value, field: &str, (low, high): (i64, i64)) -> Value {
    if random.chance(75) {
        constraint[field] = json!(random.of(low, high));
    }
    constraint
}

fn tuples(random: &mut Random, names: &[String]) -> Value {
    let tuples: Vec<Vec<i64>> =
        (0..random.of(0, 12)).map(|_| names.iter().map(|_| random.of(-1, 5)).collect()).collect();
    json!({ "type": "allowed", "cells": names.join(" "), "tuples": tuples })
}

/// Constraints in each other.
fn nested(random: &mut Random, names: &[String], name: &str, depth: usize) -> Value {
    let parts: Vec<Value> = (0..random.of(1, 3)).map(|_| part(random, names, depth)).collect();
    match name {
        "and" => json!({ "type": "and", "all": parts }),
        _ => json!({ "type": "or", "any": parts }),
    }
}

fn part(random: &mut Random, names: &[String], depth: usize) -> Value {
    let mut names = names.to_vec();
    random.shuffle(&mut names);
    let two = names[..2].join(" ");
    let name = random.pick(&["greater_than", "kropki_white", "kropki_black", "v", "pair"]);
    match random.of(0, if depth > 0 { 6 } else { 4 }) {
        0 | 1 if name == "pair" => {
            json!({ "type": name, "cells": two, "relation": random.pick(RELATIONS).0 })
        }
        0 | 1 => json!({ "type": name, "cells": two }),
        2 => json!({ "type": random.pick(&["even", "odd"]), "cells": names[0] }),
        3 => json!({ "type": "all_different", "cells": names[..3].join(" ") }),
        4 if random.chance(30) => json!({ "type": random.pick(&["anti_king", "strict_kropki"]) }),
        4 => tuples(random, &names[..2]),
        5 => nested(random, &names, "and", depth - 1),
        _ => nested(random, &names, "or", depth - 1),
    }
}

/// A board of boxes of `size` with one constraint of the whole board.
fn boxed(random: &mut Random, shape: (usize, usize), size: (usize, usize), name: &str) -> Instance {
    let count = random.of(2, 4) as i32;
    let values = values(random, count);
    let mut instance = Instance::new(shape.0, shape.1, values);
    let across = shape.1.div_ceil(size.1);
    instance.boxes =
        (0..shape.0 * shape.1).map(|i| i / shape.1 / size.0 * across + i % shape.1 / size.1).collect();
    instance.constraints = vec![json!({ "type": name })];
    instance
}
