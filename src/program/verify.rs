//! `verify`: whether filled boards solve puzzles with what the switches add, pair by pair.

use std::ffi::OsStr;
use std::io::{BufWriter, Stdout, Write};
use std::iter::Peekable;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::model::budget::{Cancel, Limits, StopReason};
use crate::program::args::{Pairs, Reading};
use crate::program::custom::{self, Filled};
use crate::program::input;
use crate::program::solvers::limits;
use crate::program::status::{Abort, Status};
use crate::program::switches::Extra;
use crate::program::table;
use crate::program::wait;
use crate::puzzle::definition::Definition;
use crate::puzzle::filling::Filling;
use crate::puzzle::variant::Variant;
use crate::sudoku::format::Format;
use crate::sudoku::read::reader::{Entry, Reader};

/// The entries of an input.
type Entries = Peekable<Box<dyn Iterator<Item = Entry>>>;

/// Compares the entries of two inputs in their order, or a puzzle file with one filled board.
pub(crate) fn run(asked: &Pairs, cancel: &Cancel, status: &mut Status) -> Result<(), Abort> {
    let Pairs { puzzle, solution, reading, .. } = asked;
    if puzzle == "-" && solution == "-" {
        return Err(Abort::Usage("only one of puzzle and solution can be standard input".to_owned()));
    }
    if asked.printing.image().is_some() {
        return Err(Abort::Usage("verify draws nothing: it says where the filled board is wrong".to_owned()));
    }
    let form = asked.printing.format().unwrap_or_default();
    let out = BufWriter::new(std::io::stdout());
    let mut report = Report { asked, cancel, start: Instant::now(), form, out, status };
    let file = match custom::open(Some(puzzle), reading) {
        Err(Abort::Puzzle(what)) => Err(what),
        file => Ok(file?),
    };
    match file.transpose() {
        None => report.pairs()?,
        Some(Err(what)) => report.bad(&what)?,
        Some(Ok(definition)) => {
            let filled = Filled::open(solution)?;
            report.pair(1, |limits| compare_file(&definition, &filled, limits))?;
        }
    }
    Ok(report.out.flush()?)
}

fn open(input: &OsStr, reading: &Reading) -> Result<Entries, Abort> {
    let options = reading.options()?;
    let source = input::open(Some(input), &options)?;
    let (promise, mut source) = (source.promise, source.hooked(|| {}));
    table::refuse(&mut source, promise, "verify")?;
    let entries: Box<dyn Iterator<Item = Entry>> = Box::new(Reader::new(source, options));
    Ok(entries.peekable())
}

/// The same of filled boards, which may stand in a puzzle file.
fn filled(input: &OsStr, reading: &Reading) -> Result<Entries, Abort> {
    let Some(filled) = custom::filled(input)? else { return open(input, reading) };
    // What more it says is of no matter.
    let (board, _) = filled.board().map_err(|error| Abort::Usage(format!("the solution: {error}")))?;
    let entry: Box<dyn Iterator<Item = Entry>> =
        Box::new(std::iter::once(Entry { line: 1, board: Ok(board) }));
    Ok(entry.peekable())
}

/// Every place where a filled board does not solve a puzzle.
type Faults = Vec<String>;

/// Why two texts are not compared.
enum Uncompared {
    /// One of them cannot be read, or is none.
    Bad(String),
    Stopped(StopReason),
}

impl From<String> for Uncompared {
    fn from(error: String) -> Uncompared {
        Uncompared::Bad(error)
    }
}

fn compare(puzzle: Entry, solution: Entry, extra: &Extra, limits: Limits) -> Result<Faults, Uncompared> {
    let line = puzzle.line;
    let puzzle = puzzle.board.map_err(|error| format!("puzzle, line {line}: {error}"))?;
    let solution = solution.board.map_err(|error| format!("solution, line {}: {error}", solution.line))?;
    if extra.is_empty() {
        let faults = puzzle.verify(&solution).err();
        return Ok(faults.iter().flatten().map(ToString::to_string).collect());
    }
    let variant = built(&extra.definition(&puzzle), limits, &format!("puzzle, line {line}: "))?;
    Ok(faults(&variant, &Filling::from(&solution)))
}

fn compare_file(definition: &Definition, filled: &Filled, limits: Limits) -> Result<Faults, Uncompared> {
    let variant = built(definition, limits, "")?;
    let filling = filled.of(&variant).map_err(|error| format!("the solution: {error}"))?;
    Ok(faults(&variant, &filling))
}

fn built(definition: &Definition, limits: Limits, place: &str) -> Result<Variant, Uncompared> {
    Variant::within(definition, limits, |builder, _| builder).map_err(|error| match error.stopped() {
        Some(reason) => Uncompared::Stopped(reason),
        None => Uncompared::Bad(format!("{place}{error}")),
    })
}

fn faults(variant: &Variant, filled: &Filling) -> Faults {
    let faults = variant.verify(filled).err();
    faults.iter().flatten().map(ToString::to_string).collect()
}

/// What is said of the pairs.
struct Report<'a> {
    asked: &'a Pairs,
    cancel: &'a Cancel,
    start: Instant,
    form: Format,
    out: BufWriter<Stdout>,
    status: &'a mut Status,
}

impl Report<'_> {
    /// All pairs of plain boards.
    fn pairs(&mut self) -> Result<(), Abort> {
        let Pairs { puzzle, solution, reading, printing, .. } = self.asked;
        let extra = reading.switches.load()?;
        let mut puzzles = open(puzzle, reading)?;
        let mut solutions = filled(solution, reading)?;
        let mut first = true;
        loop {
            let pair = wait::during(|| (puzzles.next(), solutions.next()));
            if std::mem::take(&mut first) && printing.output.is_none() {
                // What is in a file is looked at before what somebody may still be writing.
                let (one, other) = match puzzle {
                    dash if dash == "-" => (&mut solutions, &mut puzzles),
                    _ => (&mut puzzles, &mut solutions),
                };
                if wait::during(|| one.peek().or_else(|| other.peek()).is_some()) {
                    self.form = Format::Line;
                }
            }
            match pair {
                (Some(puzzle), Some(solution)) => {
                    self.pair(puzzle.line, |limits| compare(puzzle, solution, &extra, limits))?;
                }
                (Some(alone), None) => self.bad(&format!("there is no solution for line {}", alone.line))?,
                (None, Some(alone)) => self.bad(&format!("there is no puzzle for line {}", alone.line))?,
                (None, None) => return Ok(()),
            }
            // Nobody waits for what is in files.
            if puzzle == "-" || solution == "-" {
                self.out.flush()?;
            }
            if self.cancel.is_cancelled() {
                *self.status = Status::Stopped;
                return Ok(());
            }
        }
    }

    /// What `compare` says of the pair that begins at `line`, or that there is no time left for it.
    fn pair(
        &mut self,
        line: usize,
        compare: impl FnOnce(Limits) -> Result<Faults, Uncompared>,
    ) -> Result<(), Abort> {
        let begin = Instant::now();
        let limits = limits(&self.asked.limits, self.cancel, self.start, begin);
        let faults = match self.is_over().map_or_else(|| compare(limits), |why| Err(Uncompared::Stopped(why)))
        {
            Ok(faults) => faults,
            Err(Uncompared::Bad(error)) => return self.bad(&error),
            Err(Uncompared::Stopped(reason)) => {
                return self.result(Status::Stopped, &format!("stopped: {reason}"), &[]);
            }
        };
        if self.asked.printing.stats {
            let took = begin.elapsed().as_secs_f64() * 1e3;
            let _ = writeln!(std::io::stderr(), "line {line}: faults {}, time {took:.3} ms", faults.len());
        }
        match faults.is_empty() {
            true => self.result(Status::Done, "solved", &[]),
            false => self.result(Status::Negative, "not solved", &faults),
        }
    }

    /// Whether a pair is not even begun.
    fn is_over(&self) -> Option<StopReason> {
        let limits = &self.asked.limits;
        let is_over = limits.time_limit == Some(Duration::ZERO)
            || limits.total_time.is_some_and(|time| self.start.elapsed() >= time);
        if self.cancel.is_cancelled() {
            Some(StopReason::Cancelled)
        } else {
            is_over.then_some(StopReason::Time)
        }
    }

    /// That something is no pair, on standard error and in the place of its answer.
    fn bad(&mut self, error: &str) -> Result<(), Abort> {
        let _ = writeln!(std::io::stderr(), "{error}");
        *self.status = (*self.status).max(Status::BadInput);
        match self.form {
            Format::Json => writeln!(self.out, "{}", json!({ "error": error }))?,
            _ => writeln!(self.out, "error: {error}")?,
        }
        Ok(())
    }

    /// A word, or the faults that say more than it.
    fn result(&mut self, status: Status, word: &str, faults: &[String]) -> Result<(), Abort> {
        *self.status = (*self.status).max(status);
        match (self.form, faults) {
            (Format::Json, []) => writeln!(self.out, "{}", json!({ "result": word }))?,
            (Format::Json, _) => writeln!(self.out, "{}", json!({ "result": word, "faults": faults }))?,
            (_, []) => writeln!(self.out, "{word}")?,
            (Format::Grid, _) => faults.iter().try_for_each(|fault| writeln!(self.out, "{fault}"))?,
            _ => writeln!(self.out, "{}", faults.join("; "))?,
        }
        Ok(())
    }
}
