//! The puzzles of the corpus of variants, as puzzle files. The tests and the bench share it.

use pencilmark::Named;
use serde_json::{Map, Value, json};

/// One puzzle of the corpus.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) fields: Value,
}

/// The puzzles of the corpus, where there is one.
pub(crate) fn cases() -> Option<Vec<Case>> {
    let Some(corpus) = std::env::var_os("PENCILMARK_CORPUS") else {
        eprintln!("skipped: PENCILMARK_CORPUS is not set");
        return None;
    };
    let path = std::path::Path::new(&corpus).join("variants/variants.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let case = |line: &str| {
        let fields: Value = serde_json::from_str(line).unwrap();
        Case { name: fields["name"].as_str().unwrap().to_owned(), fields }
    };
    Some(text.lines().map(case).collect())
}

/// A label a cell as a picture, with blanks between the labels.
fn picture(labels: &[Value], columns: usize) -> Value {
    let label = |label: &Value| if label.is_null() { ".".to_owned() } else { label.to_string() };
    labels.chunks(columns).map(|row| row.iter().map(label).collect::<Vec<_>>().join(" ")).collect()
}

/// The puzzle as a puzzle file says it.
pub(crate) fn file(fields: &Value) -> Value {
    let columns = fields["cols"].as_u64().unwrap() as usize;
    let mut file = Map::new();
    for (from, to) in [("rows", "rows"), ("cols", "columns")] {
        file.insert(to.to_owned(), fields[from].clone());
    }
    file.insert(
        "values".to_owned(),
        json!({ "lowest": fields["values"][0], "highest": fields["values"][1] }),
    );
    let boxes = match &fields["box"] {
        Value::Array(size) => format!("{}x{}", size[0], size[1]),
        _ => "none".to_owned(),
    };
    file.insert("boxes".to_owned(), boxes.into());
    if let Value::Array(labels) = &fields["regions"] {
        // What has more cells than there are values is what is left beside the regions.
        let most =
            (fields["values"][1].as_i64().unwrap() - fields["values"][0].as_i64().unwrap() + 1) as usize;
        let size = |label: &Value| labels.iter().filter(|other| *other == label).count();
        let labels: Vec<Value> =
            labels.iter().map(|label| if size(label) > most { Value::Null } else { label.clone() }).collect();
        file.insert("regions".to_owned(), picture(&labels, columns));
    }
    for key in ["houses", "active", "candidates"] {
        if !fields[key].is_null() {
            file.insert(key.to_owned(), fields[key].clone());
        }
    }
    if fields["no_rows_cols"] == true {
        file.insert("lines".to_owned(), "none".into());
    }
    let givens = fields["givens"].as_array().unwrap().chunks(columns).map(<[Value]>::to_vec);
    file.insert("givens".to_owned(), givens.collect());
    let mut constraints = Vec::new();
    for (kind, list) in fields["constraints"].as_object().unwrap() {
        for data in list.as_array().unwrap() {
            constraints.push(constraint(kind, data));
        }
    }
    file.insert("constraints".to_owned(), constraints.into());
    file.into()
}

fn constraint(kind: &str, data: &Value) -> Value {
    let mut constraint = match data {
        Value::Object(data) => data.clone(),
        Value::Number(size) if kind == "negative_ratio" => {
            Map::from_iter([("ratios".to_owned(), json!([size]))])
        }
        Value::Number(size) => Map::from_iter([("differences".to_owned(), json!([size]))]),
        _ => Map::new(),
    };
    let kind = match kind {
        "extra_region" => "all_different",
        "difference" => "kropki_white",
        "ratio" => "kropki_black",
        kind => kind,
    };
    constraint.insert("type".to_owned(), kind.into());
    constraint.into()
}

/// The kinds that a puzzle needs and that there are not.
pub(crate) fn missing(file: &Value) -> Vec<String> {
    let kinds =
        file["constraints"].as_array().unwrap().iter().map(|constraint| constraint["type"].as_str().unwrap());
    let mut missing: Vec<String> =
        kinds.filter(|kind| !Named::NAMES.contains(kind)).map(str::to_owned).collect();
    missing.sort();
    missing.dedup();
    missing
}
