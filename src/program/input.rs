//! What INPUT means: a file, standard input, or the puzzle itself.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, stdin};
use std::path::Path;

use crate::program::status::Abort;
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::reader::Reader;

/// Opens what `input` names. An existing path wins; `-` or nothing is standard input; else it must be a puzzle.
pub(crate) fn open(input: Option<&str>, options: ReadOptions) -> Result<Reader<Box<dyn BufRead>>, Abort> {
    let source: Box<dyn BufRead> = match input {
        None | Some("-") => Box::new(BufReader::new(stdin())),
        Some(path) if Path::new(path).symlink_metadata().is_ok() => {
            if Path::new(path).is_dir() {
                return Err(Abort::Usage(format!("{path}: is a directory")));
            }
            let file = File::open(path).map_err(|error| Abort::Usage(format!("{path}: {error}")))?;
            Box::new(BufReader::with_capacity(1 << 16, file))
        }
        Some(text) => {
            check_text(text, &options)?;
            Box::new(Cursor::new(text.to_owned().into_bytes()))
        }
    };
    Ok(Reader::new(source, options))
}

/// Whether an argument that is no path can be meant as a puzzle. Letters are symbols of large boards, but
/// also what misspelt paths are made of: with letters it must read as a board.
fn check_text(text: &str, options: &ReadOptions) -> Result<(), Abort> {
    let shown: String = text.chars().take(60).collect();
    let no_file = |why: String| Err(Abort::Usage(format!("{shown}: no such file, and not a puzzle{why}")));
    let is_board = |c: char| c.is_alphanumeric() || c.is_whitespace() || "._*-,[]{}:\"|+=#".contains(c);
    if text.chars().count() < 2 || !text.chars().all(is_board) {
        return no_file(String::new());
    }
    if options.symbols.is_some() || !text.chars().any(char::is_alphabetic) {
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
