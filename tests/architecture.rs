//! Reads the sources: the layers import to the left only, the engine knows no word of a plugin, files stay short.

use std::path::{Path, PathBuf};

/// From left to right: each layer may use itself and what stands to its left.
const LAYERS: [&str; 9] =
    ["model", "store", "rules", "propagation", "search", "solver", "sudoku", "puzzle", "program"];
/// The layers before this one are the engine.
const FIRST_PLUGIN: &str = "sudoku";
/// Words that no identifier of the engine may hold, alone or in the plural.
const PLUGIN_WORDS: [&str; 8] = ["sudoku", "digit", "house", "clue", "band", "row", "column", "candidate"];
const LONGEST_FILE: usize = 500;

/// All that is wrong with these sources, given as paths below `src` and texts.
fn violations<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let files: Vec<(&str, &str)> = files.into_iter().collect();
    let open = files.iter().find(|(path, _)| *path == "lib.rs").map(|(_, text)| exported(&tokens(text)));
    let mut found = Vec::new();
    for (path, text) in files {
        let tokens = tokens(text);
        let layer = layer_of(path);
        let lines = text.lines().count();
        if lines > LONGEST_FILE {
            found.push(format!("{path}: {lines} lines, more than {LONGEST_FILE}"));
        }
        if path != "lib.rs" {
            found.extend(reexports(&tokens).map(|line| format!("{path}:{line}: a re-export outside lib.rs")));
        }
        let Some(layer) = layer else { continue };
        for (line, import) in imports(&tokens) {
            if let Some(wrong) = judge(layer, &import, open.as_deref()) {
                found.push(format!("{path}:{line}: {wrong}"));
            }
        }
        if layer < position(FIRST_PLUGIN) {
            for token in &tokens {
                if let Some(word) = plugin_word(&token.text) {
                    found.push(format!("{path}:{}: `{}` holds the word {word}", token.line, token.text));
                }
            }
        }
    }
    found
}

/// What is wrong with a path that `layer` names.
fn judge(layer: usize, import: &[String], open: Option<&[String]>) -> Option<String> {
    let path = import.join("::");
    if import[0] == "super" || import[0] == "self" && import.len() > 1 {
        return Some(format!("`{path}` is no full path"));
    }
    if import[0] != "crate" {
        return None;
    }
    let target = import.get(1).and_then(|name| LAYERS.iter().position(|layer| layer == name));
    match target {
        None => Some(format!("`{path}` does not name a layer")),
        Some(target) if target > layer => Some(format!("`{path}` is to the right of {}", LAYERS[layer])),
        // A plugin is written as another crate could be: with what lib.rs gives out.
        Some(target) if layer >= position(FIRST_PLUGIN) && target < position(FIRST_PLUGIN) => {
            let hidden = open.is_some_and(|open| !import.last().is_some_and(|name| open.contains(name)));
            hidden.then(|| format!("`{path}` is not public"))
        }
        Some(_) => None,
    }
}

fn position(name: &str) -> usize {
    LAYERS.iter().position(|layer| *layer == name).unwrap_or(LAYERS.len())
}

/// The layer of a file; none for lib.rs and main.rs.
fn layer_of(path: &str) -> Option<usize> {
    let first = path.split('/').next()?.trim_end_matches(".rs");
    LAYERS.iter().position(|layer| *layer == first)
}

/// The word of a plugin that an identifier holds, if it does.
fn plugin_word(identifier: &str) -> Option<&'static str> {
    let words = words(identifier);
    PLUGIN_WORDS.iter().copied().find(|word| words.iter().any(|w| w == word || *w == format!("{word}s")))
}

/// The words of an identifier, lower case: split at underscores, digits and capitals.
fn words(identifier: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let chars: Vec<char> = identifier.chars().collect();
    for (i, &c) in chars.iter().enumerate() {
        let after_small = i > 0 && chars[i - 1].is_lowercase();
        let before_small = i > 0 && chars.get(i + 1).is_some_and(|next| next.is_lowercase());
        if !c.is_alphabetic() || c.is_uppercase() && (after_small || before_small) {
            words.push(String::new());
        }
        if c.is_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words
}

/// A word or a mark of a source, and its line.
struct Token {
    text: String,
    line: usize,
}

/// The identifiers and marks of a source, without comments, strings and characters.
fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let mut tokens = Vec::new();
    let (mut i, mut line) = (0, 1);
    while i < chars.len() {
        let start = i;
        let at = |offset: usize| chars.get(i + offset).copied().unwrap_or('\0');
        let end = match (at(0), at(1)) {
            ('/', '/') => chars[i..].iter().position(|&c| c == '\n').map_or(chars.len(), |n| i + n),
            ('/', '*') => end_of_comment(&chars, i),
            ('"', _) => end_of_string(&chars, i),
            ('b' | 'c', '"') => end_of_string(&chars, i + 1),
            ('r', '"' | '#') | ('b' | 'c', 'r') if raw_string(&chars, i).is_some() => {
                raw_string(&chars, i).unwrap_or(i + 1)
            }
            ('\'', _) => end_of_character(&chars, i),
            (c, _) if c.is_alphabetic() || c == '_' => {
                let length = chars[i..].iter().position(|&c| !(c.is_alphanumeric() || c == '_'));
                let end = length.map_or(chars.len(), |length| i + length);
                tokens.push(Token { text: chars[i..end].iter().collect(), line });
                end
            }
            (c, _) => {
                if !c.is_whitespace() {
                    tokens.push(Token { text: c.to_string(), line });
                }
                i + 1
            }
        };
        i = end.min(chars.len());
        line += chars[start..i].iter().filter(|&&c| c == '\n').count();
    }
    tokens
}

fn end_of_comment(chars: &[char], start: usize) -> usize {
    let (mut i, mut depth) = (start, 0);
    while i + 1 < chars.len() {
        match (chars[i], chars[i + 1]) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                i += 1;
                continue;
            }
        }
        i += 2;
        if depth == 0 {
            return i;
        }
    }
    chars.len()
}

fn end_of_string(chars: &[char], start: usize) -> usize {
    let mut i = start + 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

/// Where the raw string that begins here ends, if one does.
fn raw_string(chars: &[char], start: usize) -> Option<usize> {
    let mut i = start + usize::from(chars[start] != 'r') + 1;
    let hashes = chars[i..].iter().take_while(|&&c| c == '#').count();
    i += hashes;
    if chars.get(i) != Some(&'"') {
        return None;
    }
    let closing: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    let rest = &chars[i + 1..];
    let length = rest.windows(closing.len()).position(|window| window == closing);
    Some(length.map_or(chars.len(), |length| i + 1 + length + closing.len()))
}

/// A character, or only the quote of a lifetime.
fn end_of_character(chars: &[char], start: usize) -> usize {
    match (chars.get(start + 1), chars.get(start + 2)) {
        (Some('\\'), _) => {
            let closing = chars[start + 3..].iter().position(|&c| c == '\'');
            closing.map_or(chars.len(), |closing| start + 4 + closing)
        }
        (Some(_), Some('\'')) => start + 3,
        _ => start + 1,
    }
}

/// All paths that begin with `crate`, `super` or `self`, with the braces of `use` written out.
fn imports(tokens: &[Token]) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let text = tokens[i].text.as_str();
        let starts = matches!(text, "crate" | "super")
            || text == "self" && tokens.get(i + 1).is_some_and(|t| t.text == ":");
        // `pub(crate)` is no path.
        if starts && !(i > 0 && tokens[i - 1].text == "(" && tokens.get(i + 1).is_some_and(|t| t.text == ")"))
        {
            let line = tokens[i].line;
            let mut paths = Vec::new();
            i = read_path(tokens, i, Vec::new(), &mut paths).max(i + 1);
            found.extend(paths.into_iter().map(|path| (line, path)));
        } else {
            i += 1;
        }
    }
    found
}

/// Reads a path that goes on from `prefix`; gives the token behind it.
fn read_path(tokens: &[Token], mut i: usize, mut prefix: Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let text = |i: usize| tokens.get(i).map_or("", |token| token.text.as_str());
    loop {
        if text(i) == "{" {
            i += 1;
            while i < tokens.len() && text(i) != "}" {
                i = read_path(tokens, i, prefix.clone(), found).max(i + 1);
                if text(i) == "as" {
                    i += 2;
                }
                if text(i) == "," {
                    i += 1;
                }
            }
            return i + 1;
        }
        prefix.push(text(i).to_owned());
        i += 1;
        let goes_on = text(i) == ":" && text(i + 1) == ":";
        let path_follows = text(i + 2) == "{"
            || text(i + 2) == "*"
            || text(i + 2).starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !(goes_on && path_follows) {
            found.push(prefix);
            return i;
        }
        i += 2;
    }
}

/// The lines of `pub use`.
fn reexports(tokens: &[Token]) -> impl Iterator<Item = usize> + '_ {
    (0..tokens.len()).filter_map(|i| {
        let mut next = i + 1;
        if tokens.get(next).is_some_and(|token| token.text == "(") {
            next += tokens[next..].iter().position(|token| token.text == ")")? + 1;
        }
        let found = tokens[i].text == "pub" && tokens.get(next)?.text == "use";
        found.then(|| tokens[i].line)
    })
}

/// The names that lib.rs gives out.
fn exported(tokens: &[Token]) -> Vec<String> {
    let mut paths = Vec::new();
    for i in 1..tokens.len() {
        if tokens[i].text == "use" && tokens[i - 1].text == "pub" {
            read_path(tokens, i + 1, Vec::new(), &mut paths);
        }
    }
    paths.into_iter().filter_map(|path| path.last().cloned()).collect()
}

#[test]
fn the_sources_keep_to_the_architecture() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("src can be read").flatten() {
            let path: PathBuf = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).expect("it is below src");
                let name = name
                    .components()
                    .map(|part| part.as_os_str().to_string_lossy())
                    .collect::<Vec<_>>()
                    .join("/");
                files.push((name, std::fs::read_to_string(&path).expect("a source is text")));
            }
        }
    }
    files.sort();
    assert!(files.len() > 40, "these are not all: {files:?}");
    for layer in &LAYERS[..position(FIRST_PLUGIN)] {
        assert!(files.iter().any(|(name, _)| layer_of(name) == Some(position(layer))), "{layer} is missing");
    }
    let found = violations(files.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// Tests, examples and benches are short too.
#[test]
fn no_other_file_is_long() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> =
        ["tests", "examples", "benches"].iter().map(|name| root.join(name)).collect();
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder can be read").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let lines = std::fs::read_to_string(&path).expect("a source is text").lines().count();
                assert!(lines <= LONGEST_FILE, "{}: {lines} lines, more than {LONGEST_FILE}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 30, "only {seen}");
}

/// The checker itself, on a planted violation of each kind, and on what only looks like one.
#[test]
fn every_kind_of_violation_is_found() {
    let one = |path: &str, text: &str| violations([(path, text)]);
    // Imports to the right: in a list, in the middle of code, in a macro, as a whole layer.
    assert_eq!(
        one("store/store.rs", "\nuse crate::rules::rule::Rule;"),
        ["store/store.rs:2: `crate::rules::rule::Rule` is to the right of store"]
    );
    assert_eq!(one("model/a.rs", "use crate::{model::ids::Var, search::order::{Order, x as y}};").len(), 2);
    assert_eq!(one("rules/a.rs", "fn f() { crate::propagation::agenda::Agenda::new(3); }").len(), 1);
    assert_eq!(one("rules/a.rs", "macro_rules! m { () => { $crate::solver::x() } }").len(), 1);
    assert_eq!(one("search/mod.rs", "use crate::solver;").len(), 1);
    assert_eq!(one("solver/a.rs", "use crate::sudoku::*;").len(), 2, "the path, and the word");
    assert_eq!(one("sudoku/a.rs", "use crate::puzzle::Puzzle;").len(), 1);
    for (number, right) in LAYERS.iter().enumerate() {
        for left in &LAYERS[..number] {
            let found = one(&format!("{left}/a.rs"), &format!("use crate::{right}::A;"));
            assert!(found[0].ends_with(&format!("is to the right of {left}")));
            assert!(one(&format!("{right}/a.rs"), &format!("use crate::{left}::A;")).is_empty());
        }
    }
    // Short paths, and names that lib.rs gives out.
    assert_eq!(one("rules/a.rs", "use super::rule::Rule;").len(), 1);
    assert_eq!(one("rules/a.rs", "use self::rule::Rule;").len(), 1);
    assert_eq!(one("rules/a.rs", "use crate::Rule;"), ["rules/a.rs:1: `crate::Rule` does not name a layer"]);
    assert_eq!(one("rules/a.rs", "pub use crate::rules::rule::Rule;").len(), 1);
    assert_eq!(one("rules/a.rs", "pub(crate) use crate::rules::rule::Rule;").len(), 1);
    assert!(one("lib.rs", "pub use rules::rule::Rule;").is_empty());
    // A plugin that uses what is not public.
    let lib = ("lib.rs", "pub use model::ids::{Var, Region as Zone};\npub use store::store::Store;");
    assert!(violations([lib, ("sudoku/a.rs", "use crate::model::ids::Var;")]).is_empty());
    let hidden = violations([lib, ("sudoku/a.rs", "use crate::model::ids::{Var, Secret};")]);
    assert_eq!(hidden, ["sudoku/a.rs:1: `crate::model::ids::Secret` is not public"]);
    // Words of a plugin, in identifiers of the engine only.
    for name in "Sudoku solveSudoku digit_of HouseKind house2 CLUES band row rows ROWS RowIndex columns last_column Candidates".split_whitespace() {
        let found = one("search/a.rs", &format!("fn f() {{ let x = {name}; }}"));
        assert_eq!(found.len(), 1, "{name}");
        assert!(found[0].contains(name));
        assert!(one("sudoku/a.rs", &format!("struct {name};")).is_empty());
    }
    for fine in "arrow borrow Borrow throw narrow Narrow growth brow warehouse disband bandwidth digital"
        .split_whitespace()
    {
        assert!(one("search/a.rs", &format!("fn {fine}() {{}}")).is_empty(), "{fine}");
    }
    let quiet = "//! rows\n/* a /* house */ row */\nconst A: &str = \"row \\\" row\"; const B: &str = r#\"a \" row\"#;\n\
        const C: char = '\"'; fn a<'a>(b: &'a str) -> u8 { b'\\'' } // row\nconst D: &[u8] = b\"row\";";
    assert!(one("model/a.rs", quiet).is_empty(), "{:?}", one("model/a.rs", quiet));
    assert_eq!(
        one("model/a.rs", &format!("{quiet}\nlet row = 1;")),
        ["model/a.rs:6: `row` holds the word row"]
    );
    // Long files.
    assert_eq!(one("model/a.rs", &"\n".repeat(501)), ["model/a.rs: 501 lines, more than 500"]);
    assert_eq!(one("main.rs", &"\n".repeat(501)).len(), 1);
    assert!(one("model/a.rs", &"\n".repeat(500)).is_empty());
    // What is right.
    let right = "use crate::model::ids::{Region, Var};\npub(crate) fn f(&self) { self.row_free::<u8>(); std::mem::take(x) }";
    assert_eq!(one("store/a.rs", right).len(), 1, "only the word");
    assert!(one("store/a.rs", &right.replace("row_", "")).is_empty());
}
