//! The schema of puzzle files, and the check of a file against it: what is unknown, missing or of another type is
//! named by the keys that lead there.

use std::sync::LazyLock;

use schemars::Schema;
use serde_json::{Map, Value};

use crate::puzzle::cells::Cells;
use crate::puzzle::definition::Definition;
use crate::puzzle::runs::{Places, has_run};
use crate::puzzle::text::DefinitionError;

/// The most cells that all lists of cells of a file may name together.
const MOST_CELLS: usize = 1 << 22;

/// The longest word that is compared with known ones.
const LONGEST_WORD: usize = 40;

static SCHEMA: LazyLock<Value> = LazyLock::new(|| schemars::schema_for!(Definition).to_value());

impl Definition {
    /// The JSON Schema of puzzle files, draft 2020-12, as text. It is made from the types, and files are checked against
    /// it when they are read.
    ///
    /// ```
    /// use pencilmark::Definition;
    ///
    /// assert!(Definition::schema().contains("\"title\": \"pencilmark puzzle\""));
    /// ```
    pub fn schema() -> String {
        let mut text = serde_json::to_string_pretty(&*SCHEMA).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// Leaves out the code at the end of a description: it is for readers of the library.
pub(crate) fn without_code(schema: &mut Schema) {
    let description = schema.get("description").and_then(Value::as_str);
    if let Some((text, _)) = description.and_then(|text| text.split_once("\n\n```")) {
        let text = text.into();
        schema.insert("description".to_owned(), text);
    }
}

/// Checks a file against the schema, and says where cells stand with runs of digits.
pub(crate) fn check(tree: &Value) -> Result<Places, DefinitionError> {
    let mut check = Check { room: MOST_CELLS, runs: Places::new() };
    check.node(&SCHEMA, tree, "")?;
    Ok(check.runs)
}

struct Check {
    /// How many more cells may be named.
    room: usize,
    /// Where cells stand with runs of digits.
    runs: Places,
}

/// The schema that a reference names.
fn target(reference: &str) -> &'static Value {
    SCHEMA.pointer(reference.trim_start_matches('#')).unwrap_or(&Value::Null)
}

/// All that holds together: a schema, what it refers to, and what it joins by `allOf`.
fn joined(schema: &'static Value) -> Vec<&'static Value> {
    let mut all = vec![schema];
    if let Some(reference) = schema["$ref"].as_str() {
        all.extend(joined(target(reference)));
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        all.extend(joined(part));
    }
    all
}

fn wrong<T>(path: &str, what: impl Into<String>) -> Result<T, DefinitionError> {
    let path = if path.is_empty() { "the file" } else { path };
    Err(DefinitionError::Wrong { path: path.to_owned(), what: what.into() })
}

impl Check {
    fn node(&mut self, schema: &'static Value, value: &Value, path: &str) -> Result<(), DefinitionError> {
        match schema["$ref"].as_str().map(|reference| reference.rsplit('/').next().unwrap_or_default()) {
            Some("Cells") => return self.cells(value, path),
            Some("Boxes") => return boxes(value, path),
            _ => {}
        }
        let parts = joined(schema);
        for part in &parts {
            fits_type(part, value, path)?;
            words(part, value, path)?;
            number(part, value, path)?;
        }
        for choices in parts.iter().flat_map(|part| [&part["anyOf"], &part["oneOf"]]) {
            if let Some(choices) = choices.as_array() {
                self.choice(choices, value, path)?;
            }
        }
        match value {
            Value::Object(object) => self.object(&parts, object, path),
            Value::Array(list) => self.list(&parts, list, path),
            _ => Ok(()),
        }
    }

    /// The one of some schemas that the value is meant to fit.
    fn choice(
        &mut self,
        choices: &'static [Value],
        value: &Value,
        path: &str,
    ) -> Result<(), DefinitionError> {
        let kind = |choice: &'static Value| joined(choice).into_iter().find_map(type_word);
        if choices.iter().any(|choice| kind(choice).is_some()) && value.is_object() {
            let path = if path.is_empty() { "type".to_owned() } else { format!("{path}.type") };
            let known: Vec<&str> = choices.iter().filter_map(kind).collect();
            let word = match &value["type"] {
                Value::String(word) => word,
                Value::Null => {
                    let path = path.trim_end_matches(".type").to_owned();
                    return Err(DefinitionError::Missing { path, key: "type".to_owned() });
                }
                other => return wrong(&path, format!("expected a string, found {}", name_of(other))),
            };
            return match choices.iter().find(|&choice| kind(choice) == Some(word.as_str())) {
                Some(choice) => {
                    self.node(choice, value, path.trim_end_matches(".type").trim_end_matches("type"))
                }
                None => Err(unknown_word(&path, word, known)),
            };
        }
        let words: Vec<&str> = choices.iter().filter_map(|choice| choice["const"].as_str()).collect();
        if let (Value::String(word), false) = (value, words.is_empty())
            && !words.contains(&word.as_str())
            && choices.iter().all(is_words)
        {
            let listed = choices.iter().flat_map(|choice| choice["enum"].as_array()).flatten();
            let known: Vec<&str> = words.into_iter().chain(listed.filter_map(Value::as_str)).collect();
            return if known.contains(&word.as_str()) {
                Ok(())
            } else {
                Err(unknown_word(path, word, known))
            };
        }
        let fitting: Vec<&'static Value> = choices.iter().filter(|choice| is_like(choice, value)).collect();
        // The error that lies deepest is of the choice that was meant.
        let mut first: Option<DefinitionError> = None;
        for choice in fitting {
            let mut trial = Check { room: self.room, runs: Places::new() };
            match trial.node(choice, value, path) {
                Ok(()) => {
                    self.room = trial.room;
                    self.runs.append(&mut trial.runs);
                    return Ok(());
                }
                Err(error) => first = first.filter(|first| depth(first) >= depth(&error)).or(Some(error)),
            }
        }
        match first {
            Some(error) => Err(error),
            None => {
                let mut types: Vec<&str> = choices.iter().flat_map(types_of).collect();
                types.retain(|word| *word != "null");
                types.dedup();
                wrong(path, format!("expected {}, found {}", types.join(" or "), name_of(value)))
            }
        }
    }

    fn object(
        &mut self,
        parts: &[&'static Value],
        object: &Map<String, Value>,
        path: &str,
    ) -> Result<(), DefinitionError> {
        let properties = || parts.iter().filter_map(|part| part["properties"].as_object());
        let closed = parts.iter().any(|part| part["additionalProperties"] == Value::Bool(false));
        for (key, value) in object {
            let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            if let Some(schema) = properties().find_map(|known| known.get(key)) {
                self.node(schema, value, &inner)?;
                continue;
            }
            if closed {
                let known = properties().flat_map(Map::keys).map(String::as_str);
                return Err(DefinitionError::UnknownKey {
                    path: shorten(&inner),
                    nearest: nearest(key, known),
                });
            }
            for part in parts {
                if !part["propertyNames"].is_null() {
                    if key.trim().is_empty() {
                        return wrong(path, "a key without cells");
                    }
                    self.node(&part["propertyNames"], &Value::from(key.as_str()), path)?;
                }
                if part["additionalProperties"].is_object() {
                    self.node(&part["additionalProperties"], value, &inner)?;
                }
            }
        }
        let required = parts.iter().filter_map(|part| part["required"].as_array()).flatten();
        match required.filter_map(Value::as_str).find(|key| !object.contains_key(*key)) {
            Some(key) => {
                let path = if path.is_empty() { "the file" } else { path };
                Err(DefinitionError::Missing { path: path.to_owned(), key: key.to_owned() })
            }
            None => Ok(()),
        }
    }

    fn list(&mut self, parts: &[&'static Value], list: &[Value], path: &str) -> Result<(), DefinitionError> {
        for part in parts {
            let limit = |key: &str| part[key].as_u64().map(|limit| limit as usize);
            let (least, most) = (limit("minItems").unwrap_or(0), limit("maxItems").unwrap_or(usize::MAX));
            if list.len() < least || list.len() > most {
                let expected = if least == most { least.to_string() } else { format!("{least} or more") };
                return wrong(path, format!("{} elements, expected {expected}", list.len()));
            }
            let first = part["prefixItems"].as_array().map_or(&[] as &[Value], Vec::as_slice);
            for (number, value) in list.iter().enumerate() {
                let schema = first.get(number).or(Some(&part["items"]).filter(|items| items.is_object()));
                if let Some(schema) = schema {
                    self.node(schema, value, &format!("{path}[{number}]"))?;
                }
            }
        }
        Ok(())
    }

    /// A list of cells: a text, or a list of texts.
    fn cells(&mut self, value: &Value, path: &str) -> Result<(), DefinitionError> {
        let text = match value {
            Value::String(text) => text,
            Value::Array(list) => {
                let mut numbered = list.iter().enumerate();
                return numbered.try_for_each(|(number, one)| match one.is_string() {
                    true => self.cells(one, &format!("{path}[{number}]")),
                    false => {
                        wrong(&format!("{path}[{number}]"), format!("expected cells, found {}", name_of(one)))
                    }
                });
            }
            other => {
                return wrong(path, format!("expected cells such as \"r1c1-9\", found {}", name_of(other)));
            }
        };
        let cells = text.parse::<Cells>().or_else(|error| wrong(path, error.to_string()))?;
        if has_run(text) {
            self.runs.insert(path.to_owned());
        }
        match self.room.checked_sub(cells.len()) {
            Some(room) => self.room = room,
            None => return Err(DefinitionError::TooManyCells { most: MOST_CELLS }),
        }
        Ok(())
    }
}

fn boxes(value: &Value, path: &str) -> Result<(), DefinitionError> {
    let Value::String(text) = value else {
        return wrong(path, format!("expected a size such as \"3x3\", found {}", name_of(value)));
    };
    let known = matches!(text.as_str(), "usual" | "none");
    match text.parse::<crate::sudoku::geometry::Boxes>() {
        Err(error) if !known => wrong(path, format!("{error}, nor \"usual\" or \"none\"")),
        _ => Ok(()),
    }
}

/// The word that the property `type` of a tagged schema must be.
fn type_word(schema: &'static Value) -> Option<&'static str> {
    schema["properties"]["type"]["const"].as_str()
}

fn is_words(schema: &Value) -> bool {
    schema["const"].is_string()
        || schema["enum"].as_array().is_some_and(|list| list.iter().all(Value::is_string))
}

/// The types that a schema allows.
fn types_of(schema: &'static Value) -> Vec<&'static str> {
    if schema["$ref"].as_str().is_some_and(|reference| reference.ends_with("/Cells")) {
        return vec!["cells"];
    }
    let mut types = Vec::new();
    for part in joined(schema) {
        match &part["type"] {
            Value::String(word) => types.push(word.as_str()),
            Value::Array(words) => types.extend(words.iter().filter_map(Value::as_str)),
            _ => {}
        }
        for choice in [&part["anyOf"], &part["oneOf"]].into_iter().filter_map(Value::as_array).flatten() {
            types.extend(types_of(choice));
        }
    }
    types
}

fn is_a(value: &Value, word: &str) -> bool {
    match word {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        // What is too long for an integer was read as a float: its range is what is wrong with it.
        "integer" => value.is_i64() || value.is_u64() || is_huge(value),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "cells" => value.is_string() || value.is_array(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

/// Whether a number is too large for the integers there are. No float of that size has a fraction.
fn is_huge(value: &Value) -> bool {
    value.is_f64() && value.as_f64().is_some_and(|number| number.abs() >= i64::MAX as f64)
}

fn is_like(schema: &'static Value, value: &Value) -> bool {
    let types = types_of(schema);
    types.is_empty() || types.iter().any(|word| is_a(value, word))
}

fn fits_type(schema: &Value, value: &Value, path: &str) -> Result<(), DefinitionError> {
    let mut types: Vec<&str> = match &schema["type"] {
        Value::String(word) => vec![word],
        Value::Array(words) => words.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    if types.iter().any(|word| is_a(value, word)) {
        return Ok(());
    }
    types.retain(|word| *word != "null");
    wrong(path, format!("expected {}, found {}", types.join(" or "), name_of(value)))
}

/// Only these words, or only these numbers.
fn words(schema: &Value, value: &Value, path: &str) -> Result<(), DefinitionError> {
    let allowed: Vec<&Value> = match (&schema["enum"], &schema["const"]) {
        (Value::Array(allowed), _) => allowed.iter().collect(),
        (_, Value::Null) => return Ok(()),
        (_, only) => vec![only],
    };
    match value {
        _ if allowed.contains(&value) => Ok(()),
        Value::String(word) => Err(unknown_word(path, word, allowed.into_iter().filter_map(Value::as_str))),
        other => {
            let allowed: Vec<String> = allowed.into_iter().map(ToString::to_string).collect();
            wrong(path, format!("{other} is not {}", allowed.join(" or ")))
        }
    }
}

fn number(schema: &Value, value: &Value, path: &str) -> Result<(), DefinitionError> {
    let found = match value.as_i64().map(i128::from).or(value.as_u64().map(i128::from)) {
        Some(found) => found,
        None if is_huge(value) && schema["type"] != "number" => i128::MAX,
        None => return Ok(()),
    };
    let (low, high) = match schema["format"].as_str() {
        Some("int32") => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Some("uint32") => (0, i64::from(u32::MAX)),
        Some("uint") | Some("uint64") => (0, i64::MAX),
        _ => (i64::MIN, i64::MAX),
    };
    let (low, high) = (schema["minimum"].as_i64().unwrap_or(low), schema["maximum"].as_i64().unwrap_or(high));
    match (i128::from(low)..=i128::from(high)).contains(&found) {
        true => Ok(()),
        false if is_huge(value) => {
            wrong(path, format!("{:e} is not in {low}..{high}", value.as_f64().unwrap_or(f64::MAX)))
        }
        false => wrong(path, format!("{value} is not in {low}..{high}")),
    }
}

/// How many keys lead to an error.
fn depth(error: &DefinitionError) -> usize {
    match error {
        DefinitionError::UnknownKey { path, .. }
        | DefinitionError::UnknownWord { path, .. }
        | DefinitionError::Missing { path, .. }
        | DefinitionError::Wrong { path, .. } => path.matches(['.', '[']).count(),
        DefinitionError::Syntax { .. } | DefinitionError::TooManyCells { .. } => 0,
    }
}

fn name_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) if is_huge(value) => "integer",
        Value::Number(number) if number.is_f64() => "number with a fraction",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= 100 {
        text.to_owned()
    } else {
        text.chars().take(100).chain("...".chars()).collect()
    }
}

fn unknown_word<'a>(path: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> DefinitionError {
    let word = word.chars().take(LONGEST_WORD).collect::<String>();
    DefinitionError::UnknownWord { path: path.to_owned(), nearest: nearest(&word, known), word }
}

/// The known word with the fewest changes, if they are few.
fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let word: Vec<char> = word.chars().take(LONGEST_WORD).collect();
    let distance = |known: &str| changes(&word, &known.chars().collect::<Vec<_>>());
    let best = known.into_iter().map(|known| (distance(known), known)).min()?;
    let few = best.1.chars().count().max(word.len()).div_ceil(3);
    (best.0 <= few).then(|| best.1.to_owned())
}

/// How many characters have to be put in, taken out, changed or swapped with the next (optimal string alignment; Damerau
/// 1964).
fn changes(from: &[char], to: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for i in 0..from.len() {
        let mut next = vec![i + 1];
        for j in 0..to.len() {
            let same = usize::from(from[i].to_lowercase().ne(to[j].to_lowercase()));
            let mut best = (last[j] + same).min(last[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && from[i] == to[j - 1] && from[i - 1] == to[j] {
                best = best.min(before[j - 1] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut last, next);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use crate::puzzle::schema::nearest;

    #[test]
    fn the_nearest_word_is_the_one_with_fewest_changes() {
        let known = ["sum", "cells", "repeats"];
        assert_eq!(nearest("sums", known).as_deref(), Some("sum"));
        assert_eq!(nearest("celsl", known).as_deref(), Some("cells"));
        assert_eq!(nearest("Repeat", known).as_deref(), Some("repeats"));
        assert_eq!(nearest("colour", known), None);
    }
}
