//! The questions of setters on puzzles of any shape, against all their solutions.

use std::collections::BTreeSet;

use pencilmark::{Cell, Definition, Filling, Outcome, SoFar, Subset, Variant};

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
