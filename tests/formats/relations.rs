//! Relations and rules on unmarked pairs, which other formats say in their own words or not at all.

use pencilmark::{Definition, Exchange, Variant};
use serde_json::{Value, json};

fn puzzle(side: u32, constraints: &Value) -> Definition {
    let boxes = if side == 6 { "2x3" } else { "2x2" };
    let file = json!({ "rows": side, "boxes": boxes, "constraints": constraints });
    Definition::from_json(&file.to_string()).unwrap()
}

/// The number of solutions, up to more than any board of side 4 has.
fn count(definition: &Definition) -> u64 {
    Variant::new(definition).unwrap().count(300).found()
}

/// The same number of solutions after it was written and read again; what could not be written is the answer.
fn goes_round(form: Exchange, definition: &Definition) -> Vec<String> {
    let exported = form.write(definition).unwrap();
    if exported.unsupported.is_empty() {
        let imported = form.read(&exported.text).unwrap();
        assert_eq!(imported.unsupported, [], "{}", exported.text);
        assert_eq!(count(&imported.definition), count(definition), "{}", exported.text);
    }
    exported.unsupported.iter().map(ToString::to_string).collect()
}

fn pair(cells: &str, relation: &str) -> Value {
    json!({ "type": "pair", "cells": cells, "relation": relation })
}

#[test]
fn relations_that_both_formats_can_say() {
    for relation in [
        "a < b",
        "a > b",
        "a <= b",
        "b <= a",
        "a != b",
        "abs(a - b) >= 2",
        "abs(a - b) == 2",
        "a * 2 == b || b * 2 == a",
    ] {
        for cells in ["r1c1 r1c2", "r1c1 r2c1 r3c1"] {
            let definition = puzzle(4, &json!([pair(cells, relation)]));
            assert!(count(&definition) < 288 || relation == "a != b", "{relation} says something");
            for form in [Exchange::Iss, Exchange::FPuzzles] {
                assert_eq!(goes_round(form, &definition), [] as [String; 0], "{form} {relation} {cells}");
            }
        }
    }
    let equal = puzzle(4, &json!([pair("r1c1 r2c3", "a == b"), pair("r1c2 r3c1", "a + b == 5")]));
    assert_eq!(goes_round(Exchange::Iss, &equal), [] as [String; 0]);
    let greater = puzzle(4, &json!([{ "type": "greater_than", "cells": "r1c1 r1c2" }]));
    assert_eq!(goes_round(Exchange::FPuzzles, &greater), [] as [String; 0]);
    let nabner = puzzle(6, &json!([{ "type": "nabner", "cells": "r1c1 r2c2 r1c3" }]));
    for form in [Exchange::Iss, Exchange::FPuzzles] {
        assert_eq!(goes_round(form, &nabner), [] as [String; 0]);
    }
}

#[test]
fn relations_that_f_puzzles_cannot_say() {
    let odd = puzzle(4, &json!([pair("r1c1-2", "a + 2 * b == 7")]));
    assert_eq!(goes_round(Exchange::Iss, &odd), [] as [String; 0]);
    let said = "constraints[0]: pair: f-puzzles has nothing for this relation";
    assert_eq!(goes_round(Exchange::FPuzzles, &odd), [said]);
    // A dot would be one to the rule on pairs without dots.
    let marked = puzzle(6, &json!([{ "type": "strict_kropki" }, pair("r1c1-2", "abs(a - b) == 1")]));
    assert_eq!(
        goes_round(Exchange::FPuzzles, &marked),
        ["constraints[1]: pair: f-puzzles has nothing for this relation"]
    );
    // Together they say that two cells both are and are not consecutive.
    assert_eq!(count(&marked), 0);
    assert_eq!(goes_round(Exchange::Iss, &marked), [] as [String; 0]);
}

#[test]
fn rules_on_pairs_without_marks() {
    let dot = |cells: &str| json!({ "type": "kropki_white", "cells": cells });
    let wide = json!({ "type": "kropki_white", "cells": "r1c1-2", "difference": 2 });
    let black = json!({ "type": "kropki_black", "cells": "r2c1-2" });
    let among = json!({ "type": "or", "any": [dot("r1c1-2"), { "type": "x", "cells": "r1c1-2" }] });
    let mut with_solutions = 0;
    for negative in [
        json!({ "type": "strict_xv" }),
        json!({ "type": "strict_kropki" }),
        json!({ "type": "negative_difference" }),
        json!({ "type": "negative_difference", "differences": [2, 3] }),
        json!({ "type": "negative_ratio" }),
        json!({ "type": "negative_ratio", "ratios": [3] }),
        json!({ "type": "non_consecutive" }),
        json!({ "type": "non_consecutive", "except": "difference_dots" }),
    ] {
        for marks in
            [vec![], vec![dot("r1c1-2")], vec![wide.clone()], vec![black.clone()], vec![among.clone()]]
        {
            let all: Vec<Value> = marks.into_iter().chain([negative.clone()]).collect();
            for side in [4, 6] {
                let definition = puzzle(side, &json!(all));
                with_solutions += u32::from(count(&definition) > 0);
                assert_eq!(goes_round(Exchange::Iss, &definition), [] as [String; 0], "{all:?}");
            }
        }
    }
    assert!(with_solutions > 20, "{with_solutions}");
}

#[test]
fn what_always_holds_makes_an_or_hold() {
    let free = json!({ "type": "killer", "cells": "r1c1-2", "repeats": true });
    let either = puzzle(4, &json!([{ "type": "or", "any": [free, { "type": "anti_king" }] }]));
    assert_eq!(count(&either), 288);
    assert_eq!(goes_round(Exchange::Iss, &either), [] as [String; 0]);
}
