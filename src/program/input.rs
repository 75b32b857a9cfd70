//! What INPUT means: a file, standard input, or the puzzle itself.

use std::ffi::OsStr;
use std::path::Path;

use crate::program::source::{Source, is_path};
use crate::program::status::Abort;
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::reader::Reader;

/// Opens what `input` names. An existing path wins; `-` or nothing is standard input; else it must be a puzzle.
pub(crate) fn open(input: Option<&OsStr>, options: &ReadOptions) -> Result<Source, Abort> {
    match input {
        None => Ok(Source::stdin()),
        Some(dash) if dash == "-" => Ok(Source::stdin()),
        Some(path) if is_path(path) => Source::file(Path::new(path)),
        Some(text) => {
            // What is no text becomes replacement characters, which no board has.
            let text = text.to_string_lossy();
            check_text(&text, options)?;
            Ok(Source::text(text.into_owned()))
        }
    }
}

/// Whether an argument that is no path can be meant as a puzzle. Letters are symbols of large boards, but
/// also what misspelt paths are made of: with letters it must read as a board.
fn check_text(text: &str, options: &ReadOptions) -> Result<(), Abort> {
    let shown: String = text.chars().take(60).collect();
    let no_file = |why: String| Err(Abort::Usage(format!("{shown}: no such file, and not a puzzle{why}")));
    let is_board = |c: char| c.is_alphanumeric() || c.is_whitespace() || "._*-,[]{}:\"|+=#".contains(c);
    let told = options.symbols.is_some();
    if text == "1" || text == "." {
        let why = ": a puzzle of one cell has to come from a file or standard input";
        return no_file(why.to_owned());
    }
    if text.chars().count() < 2 || !(told || text.chars().all(is_board)) {
        return no_file(String::new());
    }
    if told || !text.chars().any(char::is_alphabetic) {
        return Ok(());
    }
    match Reader::new(text.as_bytes(), options.clone()).next() {
        Some(entry) => match entry.board {
            Ok(_) => Ok(()),
            Err(error) => no_file(format!(" ({error})")),
        },
        None => no_file(String::new()),
    }
}
