//! What INPUT means: a file, standard input, or the puzzle itself.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, ErrorKind, stdin};
use std::path::Path;

use crate::program::status::Abort;
use crate::program::wait;
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::reader::Reader;

/// Opens what `input` names. An existing path wins; `-` or nothing is standard input; else it must be a puzzle.
pub(crate) fn open(input: Option<&OsStr>, options: ReadOptions) -> Result<Reader<Box<dyn BufRead>>, Abort> {
    let source: Box<dyn BufRead> = match input {
        None => Box::new(BufReader::new(stdin())),
        Some(dash) if dash == "-" => Box::new(BufReader::new(stdin())),
        Some(path) if is_path(Path::new(path)) => {
            let path = Path::new(path);
            if path.is_dir() {
                return Err(Abort::Usage(format!("{}: is a directory", path.display())));
            }
            // A pipe without a writer yet makes this wait.
            let file = wait::during(|| File::open(path))
                .map_err(|error| Abort::Usage(format!("{}: {error}", path.display())))?;
            Box::new(BufReader::with_capacity(1 << 16, file))
        }
        Some(text) => {
            // What is no text becomes replacement characters, which no board has.
            let text = text.to_string_lossy();
            check_text(&text, &options)?;
            Box::new(Cursor::new(text.into_owned().into_bytes()))
        }
    };
    Ok(Reader::new(source, options))
}

/// Whether there is something at `path`, even if it must not be looked at.
fn is_path(path: &Path) -> bool {
    match path.symlink_metadata() {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::PermissionDenied,
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
