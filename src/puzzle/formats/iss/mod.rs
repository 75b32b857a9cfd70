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

/// The names of items beside the types of constraints that are read by their shape alone.
const NAMES: [&str; 29] = [
    "And",
    "Arrow",
    "Binary",
    "BinaryX",
    "ContainAtLeast",
    "ContainExact",
    "Diagonal",
    "End",
    "EqualSum",
    "FullRank",
    "HiddenSkyscraper",
    "Indexing",
    "Jigsaw",
    "LittleKiller",
    "NFA",
    "NoBoxes",
    "Or",
    "Pair",
    "PairX",
    "PillArrow",
    "Quad",
    "Regex",
    "RegionSize",
    "Replicate",
    "SameValues",
    "Sandwich",
    "SearchPriority",
    "Shape",
    "SumLine",
];

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
    let mut lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let Some(first) = lines.find(|line| !line.trim().is_empty()) else { return false };
    // A plain board may begin with dots too, and end with one above a line of words: the first thing after a dot decides.
    let mut items = first.trim().split('.').skip(usize::from(first.trim().starts_with('.')));
    let begins = first.trim().starts_with('.');
    begins && items.find(|item| !item.trim().is_empty()).is_some_and(is_item)
}

/// Whether what follows a dot is an item that no board has: a name of this solver, or anything before a tilde.
fn is_item(item: &str) -> bool {
    let name = item.split('~').next().unwrap_or_default();
    if name.len() < item.len() {
        return name.chars().all(|c| c.is_ascii_alphanumeric());
    }
    // Short names without arguments may be symbols.
    let name = name.trim_end();
    name.len() > 1 && (NAMES.contains(&name) || constraints::is_type(name))
}

/// The constraint string of a text: of a link, what it carries.
pub(crate) fn string(text: &str) -> String {
    query(text).map_or_else(|| text.to_owned(), decoded)
}

#[cfg(test)]
mod tests {
    use crate::puzzle::formats::iss::{NAMES, is_string, read};

    #[test]
    fn only_items_make_a_string() {
        for text in
            [".AntiKnight", "# a\n .Cage~3~R1C1", ".~R1C1_5", "..Foo~1", ".Shape~9x9\n.AntiKing", ".NoBoxes."]
        {
            assert!(is_string(text), "{text}");
        }
        let dots = ".".repeat(16);
        for words in
            [" Hard", " Platinum Blonde", "\nNo solution exists", "\nHard", "  Hard~ish", "\nCage~3", "Hard"]
        {
            assert!(!is_string(&format!("{dots}{words}")), "{words}");
        }
        for text in [".jI.D..qcA", ".X..V.X.........", "X.AntiKnight", "", ".", ".Foo.Bar"] {
            assert!(!is_string(text), "{text}");
        }
    }

    /// Names that begin a string are those that are read. A few are known only so that a message names them.
    #[test]
    fn names_are_those_that_are_read() {
        assert!(NAMES.is_sorted());
        for name in NAMES.iter().filter(|name| !["End", "FullRank"].contains(name)) {
            let said = match read::read(&format!(".{name}")) {
                Ok(draft) => draft.unsupported.iter().map(ToString::to_string).collect(),
                Err(error) => error.to_string(),
            };
            assert!(!said.contains("there is no constraint for"), "{name}: {said}");
        }
        assert!(read::read(".Foo").is_ok_and(|draft| !draft.unsupported.is_empty()));
    }
}
