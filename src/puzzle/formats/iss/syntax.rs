//! Constraint strings of the Interactive Sudoku Solver as a list of items: `.Type~argument~argument`.

use crate::puzzle::formats::error::ImportError;

/// How deep groups may stand in groups.
const DEEPEST: usize = 64;
/// The most arguments of a string.
const MOST: usize = 1 << 20;

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// From 1.
    pub(crate) line: usize,
    /// In characters, from 1.
    pub(crate) column: usize,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// One constraint of a string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Item {
    /// Its type; empty for givens.
    pub(crate) name: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) place: Place,
    /// What stands in it, if it is a group.
    pub(crate) items: Vec<Item>,
}

impl Item {
    /// Whether items stand in it, up to an `End`.
    fn is_group(&self) -> bool {
        ["Or", "And", "Replicate"].contains(&self.name.as_str())
    }

    /// Its place and its type, for messages.
    pub(crate) fn path(&self) -> String {
        format!("{}: .{}", self.place, self.name)
    }
}

/// Reads a string. White space is passed over, and `#` starts a comment that goes on to the end of the line.
///
/// # Errors
/// A text that does not begin with `.`, a group without an end or an end without a group, groups that are nested too
/// deep, or a text with more arguments than any puzzle has.
pub(crate) fn parse(text: &str) -> Result<Vec<Item>, ImportError> {
    let mut stack: Vec<Item> = vec![Item::default()];
    let mut count = 0;
    for item in split(text)? {
        count += 1 + item.arguments.len();
        if count > MOST {
            return Err(error(item.place, format!("more than {MOST} arguments")));
        }
        if item.name == "End" {
            let Some(group) = stack.pop().filter(|_| !stack.is_empty()) else {
                return Err(error(item.place, "an End without a group"));
            };
            if let Some(outer) = stack.last_mut() {
                outer.items.push(group);
            }
        } else if item.is_group() {
            if stack.len() > DEEPEST {
                return Err(error(item.place, format!("groups are nested more than {DEEPEST} deep")));
            }
            stack.push(item);
        } else if let Some(outer) = stack.last_mut() {
            outer.items.push(item);
        }
    }
    match (stack.pop(), stack.is_empty()) {
        (Some(root), true) => Ok(root.items),
        (Some(group), false) => Err(error(group.place, format!("{} has no End", group.name))),
        (None, _) => Ok(Vec::new()),
    }
}

/// The items in the order in which they stand, without regard to groups.
fn split(text: &str) -> Result<Vec<Item>, ImportError> {
    let mut items: Vec<Item> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or("");
        for (column, c) in (1..).zip(line.chars()) {
            let place = Place { line: number, column };
            match (c, items.last_mut()) {
                (c, _) if c.is_whitespace() => {}
                ('.', _) => items.push(Item { place, ..Item::default() }),
                (_, None) => return Err(error(place, "a constraint begins with '.'")),
                ('~', Some(item)) => item.arguments.push(String::new()),
                (c, Some(item)) => item.arguments.last_mut().unwrap_or(&mut item.name).push(c),
            }
        }
    }
    // Two dots in a row, or one at the end, are in many strings.
    items.retain(|item| !item.name.is_empty() || !item.arguments.is_empty());
    Ok(items)
}

pub(crate) fn error(place: Place, what: impl Into<String>) -> ImportError {
    ImportError::Syntax { line: place.line, column: place.column, what: what.into() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::puzzle::formats::iss::syntax::{Item, Place, parse};
    use proptest::prelude::*;

    fn names(items: &[Item]) -> Vec<&str> {
        items.iter().map(|item| item.name.as_str()).collect()
    }

    #[test]
    fn items_have_arguments_and_places() {
        let items = parse("# two lines\n .Cage~15 ~R1C1~R1\nC2..~R1C1_5 # and\n.AntiKnight.").unwrap();
        assert_eq!(names(&items), ["Cage", "", "AntiKnight"]);
        assert_eq!(items[0].arguments, ["15", "R1C1", "R1C2"]);
        assert_eq!(items[0].place, Place { line: 2, column: 2 });
        assert_eq!(items[1].arguments, ["R1C1_5"]);
        assert_eq!(items[1].place, Place { line: 3, column: 4 });
    }

    #[test]
    fn groups_are_nested() {
        let items = parse(".Or.And.~R1C1_1.~R1C2_2.End.Thermo~R1C1~R1C2.End.AntiKing").unwrap();
        assert_eq!(names(&items), ["Or", "AntiKing"]);
        assert_eq!(names(&items[0].items), ["And", "Thermo"]);
        assert_eq!(items[0].items[0].items.len(), 2);
    }

    #[test]
    fn what_does_not_fit_is_an_error_with_its_place() {
        for (text, place) in [
            ("Cage~1", "line 1, column 1"),
            (".Or.Cage~1", "line 1, column 1"),
            (".AntiKing\n .End", "line 2, column 2"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.starts_with(place), "{error}");
        }
        assert!(parse(&".Or".repeat(1_000_000)).is_err());
        assert!(parse(&".".repeat(1_000_000)).unwrap().is_empty());
        assert!(parse(&"~".repeat(100)).is_err());
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "\\PC{0,100}|([.~#\\n ]|Or|And|End|R1C1|Cage){0,60}") {
            let _ = parse(&text);
        }
    }
}
