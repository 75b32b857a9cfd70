//! What f-puzzles means by its fields.

use pencilmark::{Exchange, Imported};
use serde_json::{Value, json};

use crate::normal;

/// A board of side 4 with these fields more.
fn board(fields: &Value) -> Imported {
    let mut board = json!({ "size": 4, "grid": vec![vec![json!({}); 4]; 4] });
    board.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    Exchange::import(&board.to_string()).unwrap()
}

#[allow(clippy::needless_pass_by_value)]
fn constraints(fields: Value) -> Vec<String> {
    let imported = board(&fields);
    assert!(imported.unsupported.is_empty(), "{:?}", imported.unsupported);
    normal::constraints(&imported.definition)
}

#[allow(clippy::needless_pass_by_value)]
fn lacks(fields: Value) -> Vec<String> {
    board(&fields).unsupported.iter().map(ToString::to_string).collect()
}

fn grid(cells: &[(usize, usize, Value)]) -> Value {
    let mut grid = vec![vec![json!({}); 4]; 4];
    for (row, column, cell) in cells {
        grid[*row][*column] = cell.clone();
    }
    json!({ "grid": grid })
}

#[test]
fn only_what_is_given_is_given() {
    let imported = board(&grid(&[
        (0, 0, json!({ "value": 1, "given": true })),
        (0, 1, json!({ "value": 2, "given": false })),
        (0, 2, json!({ "value": 3 })),
        (1, 0, json!({ "centerPencilMarks": [1], "cornerPencilMarks": [1], "c": "#ff0000" })),
        (1, 2, json!({ "givenPencilMarks": [1, 2] })),
        (1, 3, json!({ "givenPencilMarks": null })),
    ]));
    assert!(imported.unsupported.is_empty());
    let value = serde_json::to_value(&imported.definition).unwrap();
    assert_eq!(value["givens"], json!(["1...", "....", "....", "...."]));
    assert_eq!(value["candidates"], json!({ "r2c3": [1, 2] }));
}

#[test]
fn a_null_region_is_none_and_a_missing_one_is_the_box() {
    let imported = board(&grid(&[(0, 0, json!({ "region": null })), (3, 3, json!({ "region": 3 }))]));
    let value = serde_json::to_value(&imported.definition).unwrap();
    assert_eq!(value["regions"], json!([".ABB", "AABB", "CCDD", "CCDD"]));
}

#[test]
fn sums_are_texts_and_may_be_letters() {
    let cage =
        |value: Value| constraints(json!({ "killercage": [{ "cells": ["R1C1", "R1C2"], "value": value }] }));
    assert_eq!(cage(json!("5")), ["killer cells=[(1, 1), (1, 2)] sum=5"]);
    assert_eq!(cage(json!(5)), ["killer cells=[(1, 1), (1, 2)] sum=5"]);
    for nothing in [json!("A"), json!(""), json!(null)] {
        assert_eq!(cage(nothing), ["all_different cells=[(1, 1), (1, 2)]"]);
    }
    let clue = |value: &str| {
        let clue = json!([{ "cell": "R0C2", "direction": "DL", "value": value }]);
        constraints(json!({ "littlekillersum": clue }))
    };
    assert_eq!(clue("3"), ["little_killer cells=[(1, 1)] sum=3"]);
    assert!(clue("a").is_empty());
}

#[test]
fn lines_of_an_arrow_begin_in_the_circle() {
    let arrow = json!([{ "cells": ["R1C2", "R1C1"], "lines": [["R1C2", "R1C3", "R2C4"], ["R1C1", "R2C1"]] }]);
    assert_eq!(
        constraints(json!({ "arrow": arrow })),
        [
            "arrow cells=[(1, 3), (2, 4)] circle=[(1, 1), (1, 2)]",
            "arrow cells=[(2, 1)] circle=[(1, 1), (1, 2)]"
        ]
    );
}

#[test]
fn clues_outside_lie_at_row_0_and_behind_the_last() {
    let clue = |key: &str, cell: &str| constraints(json!({ key: [{ "cell": cell, "value": "2" }] }));
    assert_eq!(clue("skyscraper", "R0C2"), ["skyscraper cells=[(1, 2), (2, 2), (3, 2), (4, 2)] value=2"]);
    assert_eq!(clue("skyscraper", "R5C2"), ["skyscraper cells=[(4, 2), (3, 2), (2, 2), (1, 2)] value=2"]);
    assert_eq!(clue("xsum", "R3C0"), ["x_sum cells=[(3, 1), (3, 2), (3, 3), (3, 4)] value=2"]);
    assert_eq!(clue("xsum", "R3C5"), ["x_sum cells=[(3, 4), (3, 3), (3, 2), (3, 1)] value=2"]);
    assert_eq!(clue("sandwichsum", "R0C1"), ["sandwich cells=[(1, 1), (2, 1), (3, 1), (4, 1)] sum=2"]);
    assert_eq!(
        lacks(json!({ "skyscraper": [{ "cell": "R2C2", "value": "2" }] })),
        ["skyscraper[0].cell: R2C2 does not lie beside a row or column"]
    );
}

#[test]
fn dots_are_left_out_by_what_holds_for_all_neighbours() {
    let dots = json!({ "nonconsecutive": true, "difference": [{ "cells": ["R1C1", "R1C2"] }] });
    assert_eq!(
        constraints(dots),
        ["kropki_white cells=[(1, 1), (1, 2)]", "negative_difference differences=[1]"]
    );
    assert_eq!(constraints(json!({ "nonconsecutive": true })), ["non_consecutive "]);
    let dots = json!({ "negative": ["ratio", "xv"], "ratio": [{ "cells": ["R1C1", "R1C2"], "value": "3" }] });
    assert_eq!(
        constraints(dots),
        ["kropki_black cells=[(1, 1), (1, 2)] ratio=3", "negative_ratio ratios=[3]", "strict_xv "]
    );
}

#[test]
fn what_is_not_known_is_said_with_its_path() {
    assert_eq!(lacks(json!({ "foglight": ["R1C1"] })), ["foglight: an unknown key"]);
    assert_eq!(
        lacks(json!({ "killercage": [{ "cells": ["R1C1"], "minimum": 3, "outlineC": "#fff" }] })),
        ["killercage[0].minimum: an unknown key"]
    );
    assert_eq!(
        lacks(json!({ "thermometer": [{ "lines": [["R1C1", "R1C9"]] }] })),
        ["thermometer[0].lines[0][1]: the board has no cell R1C9"]
    );
    assert_eq!(lacks(json!({ "negative": ["foo"] })), ["negative[0]: an unknown negative constraint"]);
    assert!(
        lacks(json!({ "text": [1], "line": [2], "solution": [3], "ruleset": "x", "unknown": [] })).is_empty()
    );
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    for size in [json!(0), json!(-3), json!(257), json!(4_000_000_000_u64), json!("x"), json!(null), json!(9)]
    {
        let text = json!({ "size": size, "grid": [[{}]] }).to_string();
        assert!(Exchange::FPuzzles.read(&text).is_err(), "{text}");
    }
}

#[test]
fn a_prime_side_has_no_boxes() {
    let imported = Exchange::FPuzzles.read(&json!({ "size": 5 }).to_string()).unwrap();
    assert_eq!(serde_json::to_value(&imported.definition).unwrap()["boxes"], "none");
    let imported = Exchange::FPuzzles.read(&json!({ "size": 8 }).to_string()).unwrap();
    assert_eq!(serde_json::to_value(&imported.definition).unwrap()["boxes"], "2x4");
}
