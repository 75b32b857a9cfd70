//! Large constraints: building a puzzle obeys limits, and what is too large for one rule is propagated in parts.

use std::time::Duration;

use pencilmark::{
    Cancel, Cell, Clock, Count, Definition, Limits, Outcome, StopReason, Subset, Uniqueness, Variant,
};

/// A time that is over soon: each look at the clock takes 10 ms.
fn short() -> Limits {
    let looks = std::sync::atomic::AtomicU64::new(0);
    let now = move || Duration::from_millis(10 * looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    Limits::none().clock(Clock::new(now)).time(Duration::from_millis(50))
}

fn definition(text: &str) -> Definition {
    Definition::from_json(text).unwrap()
}

#[test]
fn building_is_stopped_by_time() {
    let values = r#""boxes": "none", "lines": "none", "rows": 2, "columns": 40, "values": { "lowest": 1, "highest": 60000 }"#;
    for text in [
        r#"{ "rows": 100, "columns": 100, "boxes": "none", "constraints": [{ "type": "anti_taxicab" }] }"#
            .to_owned(),
        format!(
            r#"{{ {values}, "constraints": [{{ "type": "modular", "cells": "r1c1-40", "mod": 50000 }}] }}"#
        ),
        format!(r#"{{ {values}, "constraints": [{{ "type": "equality_cage", "cells": "r1c1-40" }}] }}"#),
    ] {
        let stopped = Variant::within(&definition(&text), short(), |builder, _| builder).unwrap_err();
        assert_eq!(stopped.stopped(), Some(StopReason::Time), "{text}: {stopped}");
    }
}

#[test]
fn questions_that_build_puzzles_are_cancelled_meanwhile() {
    let text = r#"{ "rows": 4, "boxes": "2x2", "constraints": [{ "type": "anti_king" }] }"#;
    let cancel = Cancel::new();
    cancel.cancel();
    let limits = Limits::none().cancel(&cancel);
    let found = Variant::minimal(&definition(text), None, |builder| builder.limits(limits.clone())).unwrap();
    assert!(matches!(found, Subset::Stopped(stopped) if stopped.reason == StopReason::Cancelled));
    let found = Variant::why(&definition(text), |builder| builder.limits(limits.clone())).unwrap();
    assert!(matches!(found, Subset::Stopped(stopped) if stopped.reason == StopReason::Cancelled));
}

const NONE: [i32; 0] = [];

/// The row that is filled but for one cell: what is left of that one.
fn last(side: usize, row: &[i32], constraint: &str) -> Vec<i32> {
    let givens: Vec<String> = row
        .iter()
        .enumerate()
        .skip(1)
        .map(|(place, value)| format!(r#""r1c{}": {value}"#, place + 1))
        .collect();
    let text = format!(
        r#"{{ "rows": 1, "columns": {}, "lines": "none", "values": {{ "lowest": 1, "highest": {side} }},
            "givens": {{ {} }}, "constraints": [{constraint}] }}"#,
        row.len(),
        givens.join(", ")
    );
    match Variant::new(&definition(&text)).unwrap().pencil_marks() {
        Outcome::Done(filling) => filling.candidates(Cell::new(0, 0)).collect(),
        Outcome::NoSolution(_) => Vec::new(),
        Outcome::Stopped(stopped) => panic!("{stopped}"),
    }
}

#[test]
fn long_constraints_are_taken_up_and_asked() {
    let up: Vec<i32> = (1..=36).collect();
    let cells = |count: usize| format!(r#""cells": "r1c1-{count}""#);
    // 16 stands behind 1, so that nothing lies between.
    let sum = |sum: i64| format!(r#"{{ "type": "lunchbox", {}, "sum": {sum} }}"#, cells(16));
    let row: Vec<i32> = [1].into_iter().chain((2..=16).rev()).collect();
    assert_eq!(last(16, &row, &sum(0)), [1]);
    assert_eq!(last(16, &row, &sum(7)), NONE);
    let renban = |count| format!(r#"{{ "type": "renban", {} }}"#, cells(count));
    assert_eq!(last(36, &up, &renban(36)), [1]);
    assert_eq!(last(60, &(3..=40).collect::<Vec<_>>(), &renban(38)), [3, 41]);
    let mut broken: Vec<i32> = (3..=40).collect();
    broken[9] = 60;
    assert_eq!(last(60, &broken, &renban(38)), NONE);
    let equal = |count| format!(r#"{{ "type": "equality_cage", {} }}"#, cells(count));
    assert_eq!(last(36, &up, &equal(36)), [1]);
    let rellik = |count, sum| format!(r#"{{ "type": "rellik", {}, "sum": {sum} }}"#, cells(count));
    assert_eq!(last(36, &[36, 1, 2, 7], &rellik(4, 3)), NONE, "1 and 2 are 3");
    let left = last(36, &[36, 10, 20, 30, 31, 32, 33, 34], &rellik(8, 300));
    assert!(!left.contains(&10) && left.contains(&9), "{left:?}");
}

#[test]
fn rellik_of_few_cells_on_large_boards_removes_what_is_unsupported() {
    let text = r#"{ "rows": 1, "columns": 4, "lines": "none", "values": { "lowest": 1, "highest": 25 },
        "givens": { "r1c2": 1 }, "constraints": [{ "type": "rellik", "cells": "r1c1-4", "sum": 3 }] }"#;
    let filling = Variant::new(&definition(text)).unwrap().pencil_marks().expect_done();
    let left: Vec<i32> = filling.candidates(Cell::new(0, 0)).collect();
    assert_eq!(left, (4..=25).collect::<Vec<i32>>(), "neither 1, 2 beside 1, nor 3");
}

/// All orders of some values.
fn orders(values: &[i32]) -> Vec<Vec<i32>> {
    if values.is_empty() {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (place, &first) in values.iter().enumerate() {
        let rest: Vec<i32> = values[..place].iter().chain(&values[place + 1..]).copied().collect();
        found.extend(orders(&rest).into_iter().map(|order| [vec![first], order].concat()));
    }
    found
}

/// How many ways there are to fill the rest of a row in which all values of `1..=side` stand once.
fn count(side: usize, given: &[i32], constraint: &str) -> u64 {
    let givens: Vec<String> =
        given.iter().enumerate().map(|(place, value)| format!(r#""r1c{}": {value}"#, place + 1)).collect();
    let text = format!(
        r#"{{ "rows": 1, "columns": {side}, "boxes": "none", "values": {{ "lowest": 1, "highest": {side} }},
            "givens": {{ {} }}, "constraints": [{constraint}] }}"#,
        givens.join(", ")
    );
    match Variant::new(&definition(&text)).unwrap().count(1_000_000) {
        Count::Exactly(count) => count,
        other => panic!("{other:?}"),
    }
}

/// From a short row, where one rule does it all, to those that are only asked.
#[test]
fn lunchboxes_of_whole_rows_are_counted_right() {
    for (side, open) in [(5, 5), (6, 6), (9, 6), (12, 6), (16, 6), (20, 6)] {
        // The ends, at times, stand among the givens.
        for shift in 0..3 {
            let mut all: Vec<i32> = (1..=side).collect();
            all.rotate_left((shift * side as usize / 3 + 1) % side as usize);
            let (given, rest) = all.split_at(side as usize - open);
            let mut sums = std::collections::BTreeMap::new();
            for order in orders(rest) {
                let row = [given, &order].concat();
                let place = |value: i32| row.iter().position(|&other| other == value).unwrap();
                let (from, to) = (place(1).min(place(side)), place(1).max(place(side)));
                *sums.entry(row[from + 1..to].iter().sum::<i32>()).or_insert(0u64) += 1;
            }
            let some = sums.iter().step_by(sums.len().div_ceil(4)).map(|(&sum, &count)| (sum, count));
            for (sum, expected) in some.chain([(10_000, 0)]) {
                let constraint = format!(r#"{{ "type": "lunchbox", "cells": "r1c1-{side}", "sum": {sum} }}"#);
                assert_eq!(count(side as usize, given, &constraint), expected, "{side}, {given:?}, {sum}");
            }
        }
    }
}

#[test]
fn a_lunchbox_of_65536_values_is_taken_up() {
    let text = |sum: i64| {
        format!(
            r#"{{ "rows": 1, "columns": 4, "boxes": "none", "lines": "none",
                "values": {{ "lowest": 1, "highest": 65536 }},
                "givens": {{ "r1c1": 1, "r1c2": 30000, "r1c4": 65536 }},
                "constraints": [{{ "type": "lunchbox", "cells": "r1c1-4", "sum": {sum} }}] }}"#
        )
    };
    let solve = |sum| Variant::new(&definition(&text(sum))).unwrap().is_unique();
    let Uniqueness::Unique(found) = solve(70_005) else { panic!("one value is left") };
    assert_eq!(found.value(Cell::new(0, 2)), Some(40_005));
    assert!(matches!(solve(30_000), Uniqueness::NotUnique(_)), "nothing is 0");
}
