//! Constraint strings of the Interactive Sudoku Solver.

pub(crate) mod automaton;
pub(crate) mod constraints;
pub(crate) mod counted;
pub(crate) mod items;
pub(crate) mod names;
pub(crate) mod read;
pub(crate) mod relations;
pub(crate) mod syntax;
pub(crate) mod tables;
pub(crate) mod write;

use crate::puzzle::formats::link::decoded;

/// The part of its host that tells a link to the solver.
const HOST: &str = "Interactive-Sudoku-Solver";

/// The string in a link to the solver.
fn query(text: &str) -> Option<&str> {
    let link = text.split_once("://")?.1.split_once(HOST)?.1;
    link.split(['?', '&', '#']).find_map(|part| part.strip_prefix("q="))
}

/// Whether a text may be a constraint string, or a link with one.
pub(crate) fn is_string(text: &str) -> bool {
    if query(text).is_some() {
        return true;
    }
    // A plain board may begin with dots, and has no tilde and no words.
    let item = |word: &str| {
        let name = word.trim_start().split(['~', '.', '\n', ' ']).next().unwrap_or("");
        let letters = name.len() > 1 && name.chars().all(|c| c.is_ascii_alphabetic());
        let named = letters
            && name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.contains(char::is_lowercase);
        named || word.trim_start()[name.len()..].starts_with('~')
    };
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let begin = lines.map(str::trim).find(|line| !line.is_empty());
    begin.is_some_and(|line| line.starts_with('.')) && text.split('.').skip(1).any(item)
}

/// The constraint string of a text: of a link, what it carries.
pub(crate) fn string(text: &str) -> String {
    query(text).map_or_else(|| text.to_owned(), decoded)
}
