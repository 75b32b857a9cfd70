//! Writing puzzles in other forms.

use std::ffi::OsStr;
use std::fmt;
use std::io::{BufRead, BufWriter, Cursor, Read, Write, stderr, stdout};
use std::str::FromStr;

use crate::program::args::Reading;
use crate::program::image::{Destination, Image};
use crate::program::imported::{Loss, import, report};
use crate::program::input;
use crate::program::sniff::{Kind, Rest, Sought, readable};
use crate::program::source::{Promise, Source, is_path};
use crate::program::status::{Abort, Status};
use crate::program::switches::Extra;
use crate::program::table;
use crate::program::wait;
use crate::puzzle::definition::Definition;
use crate::puzzle::formats::exchange::Exchange;
use crate::puzzle::variant::Variant;
use crate::solver::cnf::Cnf;
use crate::sudoku::board::Board;
use crate::sudoku::format::Format;
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::reader::Reader;
use crate::sudoku::symbols::{Symbols, SymbolsError};
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
    /// A picture.
    Picture(Image),
    /// Clauses in the DIMACS form, for other solvers and for checkers of proofs.
    Clauses,
}

/// What clauses are called.
const CLAUSES: &str = "cnf";

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        if let Some(image) = Image::named(text) {
            return image.map(Target::Picture);
        }
        if text.eq_ignore_ascii_case(CLAUSES) {
            return Ok(Target::Clauses);
        }
        let exchange = text.parse().map(Target::Puzzle);
        let target = exchange.or_else(|_| text.parse::<Format>().map(Target::Board));
        let known = || {
            format!(
                "'{text}' is none of {}, svg, png, {CLAUSES}, grid, line, list, decimal, candidates",
                Exchange::WRITTEN
            )
        };
        target.map_err(|_| known())
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Puzzle(form) => form.fmt(f),
            Target::Board(format) => format.fmt(f),
            Target::Picture(image) => image.fmt(f),
            Target::Clauses => f.write_str(CLAUSES),
        }
    }
}

/// Writes what `input` names in another form.
pub(crate) fn run(
    input: Option<&OsStr>,
    target: Target,
    reading: &Reading,
    status: &mut Status,
) -> Result<(), Abort> {
    if let Target::Picture(image) = target {
        image.check(Destination::Stdout)?;
    }
    let (options, loss) = (reading.options()?, reading.loss());
    let symbols = reading.symbols.clone();
    let extra = reading.switches.load()?;
    let mut converter = Converter { target, symbols, extra, loss, status, written: 0, out: stdout() };
    let source = open(input, reading.sought(), &options)?;
    let (promise, mut source) = (source.promise, source.hooked(|| {}));
    table::refuse(&mut source, promise, "convert")?;
    let mut begin = Vec::new();
    let read = wait::during(|| source.by_ref().take(LONGEST).read_to_end(&mut begin));
    read.map_err(|error| Abort::Input(format!("cannot read the input: {error}")))?;
    let known = |kind| kind == Some(Kind::Puzzle) || promise == Promise::Toml;
    if (begin.len() as u64) < LONGEST
        && known(reading.sought().kind(&begin, Rest::Nothing))
        && let Some(mut definition) = import(&readable(&begin), "", loss)?
    {
        reading.switches.add_to(&mut definition, "")?;
        return converter.puzzle(&definition);
    }
    converter.boards(Cursor::new(&begin).chain(source), options)
}

/// What the input is: text that is no path may be a puzzle in any form.
fn open(input: Option<&OsStr>, sought: Sought, options: &ReadOptions) -> Result<Source, Abort> {
    let text = input.filter(|text| *text != "-" && !is_path(text)).map(OsStr::to_string_lossy);
    match text.filter(|text| sought.kind(text.as_bytes(), Rest::Nothing) == Some(Kind::Puzzle)) {
        Some(text) => Ok(Source::text(text.into_owned())),
        None => input::open(input, options),
    }
}

struct Converter<'a, W> {
    target: Target,
    /// How digits of plain boards are written.
    symbols: Option<Symbols>,
    /// What holds on boards beside what the input says.
    extra: Extra,
    loss: Loss,
    status: &'a mut Status,
    /// How many puzzles were written.
    written: usize,
    out: W,
}

impl<W: Write> Converter<'_, W> {
    fn puzzle(&mut self, definition: &Definition) -> Result<(), Abort> {
        let failed = |error: &dyn fmt::Display| Abort::Usage(error.to_string());
        // Nothing of it is written yet.
        let (text, lost) = match self.target {
            Target::Puzzle(form) => {
                let exported = wait::during(|| form.write(definition)).map_err(|error| failed(&error))?;
                (exported.text, exported.unsupported)
            }
            Target::Board(format) => {
                let (board, lost) = definition.board().map_err(|error| failed(&error))?;
                (self.text(format, &board).map_err(|error| failed(&error))?, lost)
            }
            Target::Picture(image) => {
                self.written += 1;
                let drawn = wait::during(|| image.draw(definition, None))?;
                return Ok(self.out.write_all(&drawn)?);
            }
            Target::Clauses => {
                self.written += 1;
                let variant = wait::during(|| Variant::new(definition));
                let mut variant = variant.map_err(|error| failed(&error))?;
                let clauses = wait::during(|| variant.cnf()).map_err(|error| failed(&error))?;
                return self.clauses(&clauses);
            }
        };
        report("not written", &lost, self.loss)?;
        self.print(&text)
    }

    fn boards(&mut self, source: impl BufRead, options: ReadOptions) -> Result<(), Abort> {
        let mut entries = Reader::new(source, options);
        while let Some(entry) = wait::during(|| entries.next()) {
            match entry.board {
                Ok(board) => self.board(entry.line, &board)?,
                Err(error) => self.bad(entry.line, &error)?,
            }
        }
        if self.written == 0 && *self.status == Status::Done {
            return Err(Abort::Usage("there is no puzzle in the input".to_owned()));
        }
        Ok(())
    }

    fn board(&mut self, line: usize, board: &Board) -> Result<(), Abort> {
        match self.target {
            Target::Board(format) if self.extra.is_empty() => match self.text(format, board) {
                Ok(text) => self.print(&text),
                Err(error) => self.bad(line, &error),
            },
            Target::Puzzle(Exchange::Json | Exchange::Toml) | Target::Picture(_) | Target::Clauses
                if self.written > 0 =>
            {
                let what = format!("{} holds one puzzle, and there are several in the input", self.target);
                Err(Abort::Usage(what))
            }
            Target::Clauses => {
                self.written += 1;
                let failed = |error: &dyn fmt::Display| Abort::Usage(error.to_string());
                let mut sudoku = self.extra.sudoku(board.geometry()).map_err(Abort::Usage)?;
                let puzzle = sudoku.puzzle(board).map_err(|error| failed(&error))?;
                let clauses = wait::during(|| puzzle.cnf()).map_err(|error| failed(&error))?;
                self.clauses(&clauses)
            }
            Target::Puzzle(_) | Target::Picture(_) | Target::Board(_) => {
                self.puzzle(&self.extra.definition(board))
            }
        }
    }

    fn clauses(&mut self, clauses: &Cnf) -> Result<(), Abort> {
        let mut out = BufWriter::new(&mut self.out);
        clauses.write(&mut out)?;
        Ok(out.flush()?)
    }

    fn text(&self, format: Format, board: &Board) -> Result<String, SymbolsError> {
        let writer = Writer::new(format);
        match &self.symbols {
            Some(symbols) => writer.symbols(symbols.clone()).write(board),
            None => writer.write(board),
        }
    }

    /// Says what is wrong with an entry, and in its place where there is one for each.
    fn bad(&mut self, line: usize, error: &dyn fmt::Display) -> Result<(), Abort> {
        *self.status = (*self.status).max(Status::BadInput);
        writeln!(stderr(), "pencilmark: line {line}: {error}")?;
        match self.target {
            Target::Puzzle(Exchange::Json | Exchange::Toml) | Target::Picture(_) | Target::Clauses => Ok(()),
            Target::Puzzle(_) | Target::Board(_) => self.print(&format!("error: {error}")),
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
