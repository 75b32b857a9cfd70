//! The questions of setters on puzzles of any shape, against all their solutions.

use std::collections::BTreeSet;

use pencilmark::{Cell, Cells, Definition, Filling, Givens, Outcome, SoFar, Subset, Variant};

fn definition(json: &str) -> Definition {
    Definition::from_json(json).unwrap()
}

/// Small puzzles with constraints; the last two have no solution.
const PUZZLES: [&str; 5] = [
    r#"{ "boxes": "2x2", "givens": ["1...", "....", "....", "..2."] }"#,
    r#"{ "boxes": "2x2", "rows": 4, "constraints": [{ "type": "anti_knight" }, { "type": "killer", "cells": "r1c1-2", "sum": 3 }] }"#,
    r#"{ "regions": ["AAB", "ABB", "CCC"], "givens": ["1..", "...", "..."] }"#,
    r#"{ "boxes": "2x2", "givens": ["1...", "....", "....", "...1"],
        "constraints": [{ "type": "thermo", "cells": "r1c1-3" }, { "type": "diagonal", "direction": "\\" }] }"#,
    r#"{ "boxes": "2x2", "givens": ["12..", "....", "....", "...."],
        "constraints": [{ "type": "thermo", "cells": "r1c1-4" }, { "type": "killer", "cells": "r1c3-4", "sum": 6 }] }"#,
];

fn solutions(definition: &Definition) -> Vec<Filling> {
    Variant::new(definition).unwrap().solutions().collect()
}

#[test]
fn candidates_are_what_the_solutions_have() {
    for json in PUZZLES {
        let definition = definition(json);
        let all = solutions(&definition);
        let mut variant = Variant::new(&definition).unwrap();
        match variant.candidates() {
            SoFar::Done(candidates) => {
                for cell in variant.grid().cells() {
                    let expected: BTreeSet<i32> =
                        all.iter().filter_map(|filling| filling.value(cell)).collect();
                    assert_eq!(
                        candidates.candidates(cell).collect::<BTreeSet<_>>(),
                        expected,
                        "{json} {cell}"
                    );
                }
            }
            SoFar::NoSolution(_) => assert!(all.is_empty(), "{json}"),
            SoFar::Stopped(..) => panic!("there is no limit"),
        }
    }
}

/// The puzzle with only these givens and constraints.
fn part(definition: &Definition, places: &[usize], constraints: &[usize]) -> bool {
    let mut smaller = definition.clone();
    smaller.constraints = constraints.iter().map(|&number| definition.constraints[number].clone()).collect();
    let mut variant = Variant::new(&smaller).unwrap();
    let given = variant.givens();
    for (place, value) in given.values().iter().enumerate() {
        if let Some(value) = value
            && !places.contains(&place)
        {
            let columns = given.columns();
            let cell = Cell::new(place as u32 / columns, place as u32 % columns);
            let var = variant.grid().var(cell).unwrap();
            variant.solver().retract(pencilmark::Literal::Is(var, *value));
        }
    }
    matches!(variant.solve(), Outcome::NoSolution(_))
}

#[test]
fn a_smallest_contradiction_needs_each_of_its_parts() {
    let mut contradictions = 0;
    for json in PUZZLES {
        let definition = definition(json);
        let none = solutions(&definition).is_empty();
        match Variant::why(&definition, |builder| builder).unwrap() {
            Subset::Smallest(found) => {
                assert!(none, "{json}");
                contradictions += 1;
                let values = found.givens.values();
                let places: Vec<usize> = (0..values.len()).filter(|&place| values[place].is_some()).collect();
                assert!(part(&definition, &places, &found.constraints), "{json}: {found:?}");
                for skip in 0..places.len() {
                    let fewer: Vec<usize> = [&places[..skip], &places[skip + 1..]].concat();
                    assert!(
                        !part(&definition, &fewer, &found.constraints),
                        "{json}: {found:?} without {skip}"
                    );
                }
                for skip in 0..found.constraints.len() {
                    let fewer: Vec<usize> =
                        [&found.constraints[..skip], &found.constraints[skip + 1..]].concat();
                    assert!(
                        !part(&definition, &places, &fewer),
                        "{json}: {found:?} without constraint {skip}"
                    );
                }
            }
            other => assert!(!none && other == Subset::NotEnough, "{json}: {other:?}"),
        }
    }
    assert_eq!(contradictions, 2);
}

#[test]
fn minimal_givens_are_enough_and_all_needed() {
    let full = r#"{ "boxes": "2x2", "givens": ["1234", "3412", "2143", "4321"], "constraints": [{ "type": "diagonal", "direction": "/" }] }"#;
    let mut full = definition(full);
    full.constraints.clear();
    for seed in [None, Some(1), Some(2)] {
        let mut variant = Variant::new(&full).unwrap();
        let Subset::Smallest(givens) = variant.minimize(seed) else { panic!("it has one solution") };
        let places: Vec<usize> = (0..16).filter(|&place| givens.values()[place].is_some()).collect();
        assert!(places.len() < 10);
        let count = |kept: &[usize]| {
            let mut variant = Variant::new(&full).unwrap();
            for place in (0..16).filter(|place| !kept.contains(place)) {
                let cell = Cell::new(place as u32 / 4, place as u32 % 4);
                let value = variant.givens().value(cell).unwrap();
                let var = variant.grid().var(cell).unwrap();
                variant.solver().retract(pencilmark::Literal::Is(var, value));
            }
            variant.count(2).found()
        };
        assert_eq!(count(&places), 1);
        for skip in 0..places.len() {
            assert_eq!(count(&[&places[..skip], &places[skip + 1..]].concat()), 2);
        }
    }
}

/// Each with one solution; in the last, dots that are left out say something.
const UNIQUE: [&str; 4] = [
    r#"{ "boxes": "2x2", "givens": ["12..", "34..", "....", "4..."], "constraints": [{ "type": "thermo", "cells": "r1c1-4" }, { "type": "greater_than", "cells": "r2c3 r2c4" }, { "type": "even", "cells": "r2c3" }, { "type": "thermo", "cells": "r3c2 r4c2" }] }"#,
    r#"{ "regions": ["AAB", "ABB", "CCC"], "givens": { "r1c1": 1, "r1c2": 2 }, "constraints": [{ "type": "odd", "cells": "r1c1" }, {"type":"even","cells":"r2c1"}] }"#,
    r#"{ "boxes": "2x2", "givens": [[1, 2, null, null], [3, 4, null, null], [null, null, null, 3], [4, null, null, null]], "constraints": [{ "type": "pair", "cells": "r2c4 r2c3", "relation": "a < b" }, { "type": "odd", "cells": "r3c2" }] }"#,
    r#"{"boxes": "2x2", "givens": ["1...", "....", "....", "...."], "constraints": [{"type": "strict_kropki"},
        {"type": "kropki_white", "cells": "r1c1-2"}, {"type": "kropki_white", "cells": "r1c2-3"}, {"type": "kropki_black", "cells": "r1-2c2"},
        {"type": "kropki_white", "cells": "r1c3-4"}, {"type": "kropki_black", "cells": "r1-2c4"}, {"type": "kropki_white", "cells": "r2c1-2"},
        {"type": "kropki_white", "cells": "r2-3c1"}, {"type": "kropki_white", "cells": "r2c3-4"}, {"type": "kropki_white", "cells": "r2-3c4"},
        {"type": "kropki_white", "cells": "r3c1-2"}, {"type": "kropki_black", "cells": "r3-4c1"}, {"type": "kropki_white", "cells": "r3c3-4"},
        {"type": "kropki_black", "cells": "r3-4c3"}, {"type": "kropki_white", "cells": "r4c1-2"}, {"type": "kropki_white", "cells": "r4c2-3"},
        {"type": "kropki_white", "cells": "r4c3-4"}]}"#,
];

#[test]
fn a_minimal_part_is_unique_and_needs_each_of_its_parts() {
    let (mut constraints, mut parts) = (0, 0);
    for json in UNIQUE {
        let whole = definition(json);
        let all = solutions(&whole);
        for seed in [None, Some(1), Some(2), Some(3)] {
            let part = match Variant::minimal(&whole, seed, |builder| builder).unwrap() {
                Subset::Smallest(part) => part,
                other => {
                    assert!(all.len() != 1 && other == Subset::NotEnough, "{json}: {other:?}");
                    continue;
                }
            };
            assert_eq!(all.len(), 1, "{json}");
            parts += 1;
            let only = whole.only(&part);
            assert_eq!(solutions(&only), all, "{json}: {part:?}");
            assert_eq!(Definition::from_json(&only.to_json()).unwrap(), only);
            for skip in 0..part.constraints.len() {
                let mut fewer = part.clone();
                fewer.constraints.remove(skip);
                assert_ne!(solutions(&whole.only(&fewer)), all, "{json}: {part:?} without {skip}");
            }
            constraints += part.constraints.len();
            for (place, _) in part.givens.values().iter().enumerate().filter(|(_, value)| value.is_some()) {
                let mut only = whole.only(&part);
                let columns = part.givens.columns();
                let cell = Cell::new(place as u32 / columns, place as u32 % columns);
                only.givens = only.givens.map(|_| {
                    let kept = part.givens.values().iter().enumerate();
                    let kept = kept.filter(|(other, _)| *other != place);
                    Givens::Cells(
                        kept.filter_map(|(other, value)| {
                            let cell = Cell::new(other as u32 / columns, other as u32 % columns);
                            Some((Cells::new([cell]), (*value)?))
                        })
                        .collect(),
                    )
                });
                (only.rows, only.columns) = (Some(part.givens.rows()), Some(columns));
                assert_ne!(solutions(&only), all, "{json}: {part:?} without {cell}");
            }
        }
    }
    assert!(parts >= 8 && constraints > 0, "{parts} parts with {constraints} constraints");
}
