//! The published schema, and the examples that are checked against it.

use std::path::{Path, PathBuf};

use pencilmark::{Definition, Named, Uniqueness, Variant};

fn package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The file is what the types say. To write it anew: `PENCILMARK_WRITE=1 cargo test --test variants schema`.
#[test]
fn the_published_schema_is_that_of_the_types() {
    let path = package("schema/puzzle.schema.json");
    if std::env::var_os("PENCILMARK_WRITE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, Definition::schema()).unwrap();
    }
    let published = std::fs::read_to_string(&path).unwrap();
    assert!(published == Definition::schema(), "{} is out of date", path.display());
}

/// Every kind of constraint is in it, closed against unknown keys and with its `type` required.
#[test]
fn the_schema_knows_every_kind() {
    let schema: serde_json::Value = serde_json::from_str(&Definition::schema()).unwrap();
    let kinds = schema["$defs"]["Named"]["oneOf"].as_array().unwrap();
    let mut names: Vec<&str> =
        kinds.iter().map(|kind| kind["properties"]["type"]["const"].as_str().unwrap()).collect();
    names.sort_unstable();
    let mut known = Named::NAMES.to_vec();
    known.sort_unstable();
    assert_eq!(names, known);
    for kind in kinds {
        assert_eq!(kind["additionalProperties"], false, "{kind}");
        assert!(kind["required"].as_array().unwrap().contains(&"type".into()), "{kind}");
    }
}

#[test]
fn the_examples_are_files_with_one_solution() {
    let mut files = 0;
    for entry in std::fs::read_dir(package("examples/puzzles")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let definition: Definition =
            text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut variant = Variant::new(&definition).unwrap();
        if path.file_stem().unwrap() == "timetable" {
            // It has one with the constraint that its example adds.
            assert!(variant.count(1000).found() > 1);
        } else {
            let unique = variant.is_unique();
            assert!(matches!(unique, Uniqueness::Unique(_)), "{}: {unique:?}", path.display());
        }
        files += 1;
    }
    assert!(files >= 7, "{files} files");
}

/// Whoever has the schema alone understands it: it has no code of the library, and no links into its documentation.
#[test]
fn the_schema_explains_itself() {
    fn descriptions(value: &serde_json::Value, found: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(object) => {
                found.extend(object.get("description").and_then(|text| Some(text.as_str()?.to_owned())));
                object.values().for_each(|value| descriptions(value, found));
            }
            serde_json::Value::Array(list) => list.iter().for_each(|value| descriptions(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    descriptions(&serde_json::from_str(&Definition::schema()).unwrap(), &mut found);
    assert!(found.len() > 150, "{}", found.len());
    for text in found {
        for code in ["::", "](", "```", "[`"] {
            assert!(!text.contains(code), "{text}");
        }
    }
}
