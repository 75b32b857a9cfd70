//! Writing puzzles in other forms.

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read, Write, stderr, stdin, stdout};
use std::path::Path;
use std::str::FromStr;

use crate::program::args::Reading;
use crate::program::status::{Abort, Status};
use crate::program::wait;
use crate::puzzle::definition::Definition;
use crate::puzzle::formats::draft::Unsupported;
use crate::puzzle::formats::exchange::Exchange;
use crate::sudoku::board::Board;
use crate::sudoku::format::Format;
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::reader::Reader;
use crate::sudoku::write::Writer;

/// The longest text that is looked at as one puzzle: what is longer is a list of boards.
const LONGEST: u64 = 16 << 20;

/// A form to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A puzzle with constraints.
    Puzzle(Exchange),
    /// A plain board.
    Board(Format),
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        let exchange = text.parse().map(Target::Puzzle);
        let target = exchange.or_else(|_| text.parse::<Format>().map(Target::Board));
        let known =
            || format!("'{text}' is none of {}, grid, line, list, decimal, candidates", Exchange::WRITTEN);
        target.map_err(|_| known())
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Puzzle(form) => form.fmt(f),
            Target::Board(format) => format.fmt(f),
        }
    }
}

/// What is done where something cannot be taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// Nothing is written.
    Refused,
    /// The rest is written.
    Ignored,
}

/// Writes what `input` names in another form.
pub(crate) fn run(
    input: Option<&OsStr>,
    target: Target,
    loss: Loss,
    reading: &Reading,
    status: &mut Status,
) -> Result<(), Abort> {
    let mut writer = Converter { target, loss, status, written: 0, out: stdout() };
    let (begin, rest) = open(input)?;
    let text = String::from_utf8_lossy(&begin);
    if (begin.len() as u64) < LONGEST && Exchange::of(&text).is_some() {
        let imported = Exchange::import(&text).map_err(|error| Abort::Usage(error.to_string()))?;
        return writer.puzzle(&imported.definition, &imported.unsupported);
    }
    writer.boards(Cursor::new(&begin).chain(rest), reading.options()?)
}

/// The beginning of the input, and the rest if that is not all.
fn open(input: Option<&OsStr>) -> Result<(Vec<u8>, Box<dyn BufRead>), Abort> {
    let mut source: Box<dyn BufRead> = match input {
        None => Box::new(BufReader::new(stdin())),
        Some(dash) if dash == "-" => Box::new(BufReader::new(stdin())),
        Some(path) if Path::new(path).symlink_metadata().is_ok() => {
            let path = Path::new(path);
            let file = wait::during(|| File::open(path));
            Box::new(BufReader::new(
                file.map_err(|error| Abort::Usage(format!("{}: {error}", path.display())))?,
            ))
        }
        Some(text) => Box::new(Cursor::new(text.to_string_lossy().into_owned().into_bytes())),
    };
    let mut begin = Vec::new();
    let read = wait::during(|| source.by_ref().take(LONGEST).read_to_end(&mut begin));
    read.map_err(|error| Abort::Usage(format!("cannot read the input: {error}")))?;
    Ok((begin, source))
}

struct Converter<'a, W> {
    target: Target,
    loss: Loss,
    status: &'a mut Status,
    /// How many puzzles were written.
    written: usize,
    out: W,
}

impl<W: Write> Converter<'_, W> {
    fn puzzle(&mut self, definition: &Definition, unsupported: &[Unsupported]) -> Result<(), Abort> {
        let failed = |error: &dyn fmt::Display| Abort::Usage(error.to_string());
        let (text, lost) = match self.target {
            Target::Puzzle(form) => {
                let exported = form.write(definition).map_err(|error| failed(&error))?;
                (exported.text, exported.unsupported)
            }
            Target::Board(format) => {
                let (board, lost) = definition.board().map_err(|error| failed(&error))?;
                (Writer::new(format).write(&board).map_err(|error| failed(&error))?, lost)
            }
        };
        for lost in unsupported {
            writeln!(stderr(), "pencilmark: not read: {lost}")?;
        }
        for lost in &lost {
            writeln!(stderr(), "pencilmark: not written: {lost}")?;
        }
        if self.loss == Loss::Refused && !(unsupported.is_empty() && lost.is_empty()) {
            let what = "this is not the whole puzzle: it is written nevertheless with --ignore-unsupported";
            return Err(Abort::Usage(what.to_owned()));
        }
        self.print(&text)
    }

    fn boards(&mut self, source: impl BufRead, options: ReadOptions) -> Result<(), Abort> {
        for entry in Reader::new(source, options) {
            match entry.board {
                Ok(board) => self.board(&board)?,
                Err(error) => {
                    *self.status = (*self.status).max(Status::BadInput);
                    writeln!(stderr(), "pencilmark: line {}: {error}", entry.line)?;
                }
            }
        }
        if self.written == 0 && *self.status == Status::Done {
            return Err(Abort::Usage("there is no puzzle in the input".to_owned()));
        }
        Ok(())
    }

    fn board(&mut self, board: &Board) -> Result<(), Abort> {
        match self.target {
            Target::Board(format) => {
                let text =
                    Writer::new(format).write(board).map_err(|error| Abort::Usage(error.to_string()))?;
                self.print(&text)
            }
            Target::Puzzle(Exchange::Json | Exchange::Toml) if self.written > 0 => Err(Abort::Usage(
                format!("{} holds one puzzle, and there are several in the input", self.target),
            )),
            Target::Puzzle(_) => self.puzzle(&Definition::from(board), &[]),
        }
    }

    /// Prints a text with a new line at its end, and between grids an empty one.
    fn print(&mut self, text: &str) -> Result<(), Abort> {
        if self.written > 0 && self.target == Target::Board(Format::Grid) {
            writeln!(self.out)?;
        }
        self.written += 1;
        Ok(writeln!(self.out, "{}", text.trim_end_matches('\n'))?)
    }
}
