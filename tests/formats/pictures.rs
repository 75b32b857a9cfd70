//! Puzzles as pictures.

use pencilmark::{Definition, Named, Outcome, Variant};

use crate::corpus;

/// Every element that is opened is closed, and no number is off.
fn check(picture: &str) {
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
    let mut open: Vec<&str> = Vec::new();
    for tag in picture.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        let name = tag.split_whitespace().next().unwrap().trim_end_matches('/');
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty());
}

#[test]
fn every_puzzle_of_the_corpus_is_drawn() {
    for puzzle in corpus::puzzles() {
        if let Some(definition) = corpus::definition(&puzzle) {
            let picture = definition.to_svg(None).unwrap();
            check(&picture);
            if let Some(folder) = std::env::var_os("PENCILMARK_PICTURES") {
                let name = corpus::name(&puzzle).replace(|c: char| !c.is_alphanumeric(), "_");
                std::fs::write(std::path::Path::new(&folder).join(format!("{name}.svg")), picture).unwrap();
            }
        }
    }
}

#[test]
fn a_solution_is_drawn_beside_the_givens() {
    let text = "boxes = '2x2'\ntitle = 'A < B & C'\ngivens = ['1...', '..2.', '.3..', '...4']\n[candidates]\nr1c2 = [2, 3]";
    let definition = Definition::from_toml(text).unwrap();
    let Outcome::Done(filling) = Variant::new(&definition).unwrap().solve() else {
        panic!("it has a solution")
    };
    let (open, solved) = (definition.to_svg(None).unwrap(), definition.to_svg(Some(&filling)).unwrap());
    check(&open);
    check(&solved);
    let count = |picture: &str, color: &str| picture.matches(&format!("fill=\"{color}\"")).count();
    assert_eq!((count(&open, "#1a5fb4"), count(&solved, "#1a5fb4")), (0, 12));
    assert_eq!((count(&open, "#555555"), count(&solved, "#555555")), (2, 0));
}

/// What names cells leaves something in the picture.
#[test]
fn a_constraint_changes_the_picture() {
    let empty = Definition::from_toml("boxes = '3x3'\nrows = 9").unwrap();
    let plain = empty.to_svg(None).unwrap();
    for text in [
        r#"{"type": "thermo", "cells": "r1c1-3"}"#,
        r#"{"type": "killer", "cells": "r1-2c1-2", "sum": 10}"#,
        r#"{"type": "sandwich", "cells": "r1c1-9", "sum": 10}"#,
        r#"{"type": "allowed", "cells": "r1c1-2", "tuples": [[1, 2]]}"#,
        r#"{"type": "anti_knight"}"#,
        r#"{"type": "diagonal", "direction": "/"}"#,
    ] {
        let named: Named = serde_json::from_str(text).unwrap();
        let mut definition = empty.clone();
        definition.constraints.push(named);
        let picture = definition.to_svg(None).unwrap();
        check(&picture);
        assert_ne!(picture, plain, "{text}");
    }
}

/// A digit leaves something, without any font on the machine having been asked.
#[cfg(feature = "png")]
#[test]
fn digits_are_drawn_in_dots() {
    let picture = |given: &str| {
        let text = format!("boxes = '2x2'\ngivens = ['{given}...', '....', '....', '....']");
        Definition::from_toml(&text).unwrap().to_png(None).unwrap()
    };
    let pictures = [".", "1", "2", "3"].map(picture);
    for (number, one) in pictures.iter().enumerate() {
        assert!(one.starts_with(b"\x89PNG"));
        assert!(pictures[number + 1..].iter().all(|other| other != one));
    }
    assert_eq!(picture("1"), pictures[1]);
    let long = Definition::from_toml("boxes = 'none'\nrows = 1\ncolumns = 5000").unwrap();
    assert!(long.to_png(None).unwrap().len() < 1 << 26);
}
