//! Large constraints: building a puzzle obeys limits, and what is too large for one rule is propagated in parts.
#![cfg(feature = "puzzle")]
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use pencilmark::{Cancel, Cell, Clock, Definition, Limits, Outcome, StopReason, Subset, Variant};

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
