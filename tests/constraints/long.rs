//! Random boards of few cells, but of so many values that a constraint does not fit one rule.

use serde_json::json;

use crate::board::{Instance, Random};
use crate::generators::board;

/// A random board with a constraint of this name. Each cell has a few values that lie near those of the others.
pub(crate) fn instance(name: &str, random: &mut Random) -> Option<Instance> {
    let (counts, values) = match name {
        // Beyond 16384 states, and beyond the values of which any two are tried.
        "lunchbox" => ((2, 5), random.pick(&[100, 200])),
        "renban" => ((2, 5), 700),
        // Both counts in parts, and then each of them only asked.
        "equality_cage" => ((2, 4), random.pick(&[5000, 20000])),
        "rellik" => ((3, 4), 150),
        _ => return None,
    };
    let count = random.of(counts.0, counts.1) as usize;
    let (mut instance, names) = board(random, count, (1..=values).collect());
    let low = match name {
        // About the middle, so that there are low values and high ones.
        "equality_cage" => values / 2 - 3,
        "lunchbox" | "rellik" => 1,
        _ => random.of(1, i64::from(values) - 10) as i32,
    };
    for domain in &mut instance.domains {
        domain.retain(|&value| (low..low + 9).contains(&value) && random.chance(60));
        if domain.is_empty() {
            domain.push(low + random.of(0, 8) as i32);
        }
    }
    let mut constraint = json!({ "type": name, "cells": names.join(" ") });
    match name {
        "lunchbox" => constraint["sum"] = json!(random.of(0, 14)),
        // So large a sum needs many states.
        "rellik" => constraint["sum"] = json!(random.of(1, 30)),
        _ => {}
    }
    instance.constraints.push(constraint);
    instance.narrow(random, 3000);
    Some(instance)
}
