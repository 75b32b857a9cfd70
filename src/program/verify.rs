//! `verify`: whether filled boards solve puzzles with what the switches add, pair by pair.

use std::ffi::OsStr;
use std::io::{BufWriter, Write};

use crate::model::budget::Cancel;
use crate::program::args::Reading;
use crate::program::custom;
use crate::program::input;
use crate::program::status::{Abort, Status};
use crate::program::switches::Extra;
use crate::program::table;
use crate::program::wait;
use crate::puzzle::filling::Filling;
use crate::puzzle::variant::Variant;
use crate::sudoku::read::reader::{Entry, Reader};

/// Compares the entries of two inputs in their order, and prints a line for each pair, or for each of its faults.
pub(crate) fn run(
    puzzle: &OsStr,
    solution: &OsStr,
    reading: &Reading,
    cancel: &Cancel,
    status: &mut Status,
) -> Result<(), Abort> {
    if puzzle == "-" && solution == "-" {
        return Err(Abort::Usage("only one of puzzle and solution can be standard input".to_owned()));
    }
    let open = |input| {
        let options = reading.options()?;
        let source = input::open(Some(input), &options)?;
        let (promise, mut source) = (source.promise, source.hooked(|| {}));
        table::refuse(&mut source, promise, "verify")?;
        Ok::<_, Abort>(Box::new(Reader::new(source, options)))
    };
    let extra = reading.switches.load()?;
    let mut puzzles = open(puzzle)?;
    let mut solutions: Box<dyn Iterator<Item = Entry>> = match custom::filled(solution)? {
        // What more it says is of no matter.
        Some(filled) => {
            let (board, _) =
                filled.board().map_err(|error| Abort::Usage(format!("the solution: {error}")))?;
            Box::new(std::iter::once(Entry { line: 1, board: Ok(board) }))
        }
        None => open(solution)?,
    };
    // Nobody waits for what is in files.
    let waited_for = puzzle == "-" || solution == "-";
    let mut out = BufWriter::new(std::io::stdout());
    let mut pairs = 0;
    loop {
        let lines = match (wait::during(|| puzzles.next()), wait::during(|| solutions.next())) {
            (None, None) => break,
            (Some(puzzle), Some(solution)) => compare(puzzle, solution, &extra, status),
            (Some(puzzle), None) => missing("solution", &puzzle, status),
            (None, Some(solution)) => missing("puzzle", &solution, status),
        };
        for line in lines {
            writeln!(out, "{line}")?;
        }
        if waited_for {
            out.flush()?;
        }
        pairs += 1;
        if cancel.is_cancelled() {
            *status = Status::Stopped;
            break;
        }
    }
    if pairs == 0 {
        return Err(Abort::Usage("the input is empty".to_owned()));
    }
    Ok(out.flush()?)
}

fn missing(what: &str, other: &Entry, status: &mut Status) -> Vec<String> {
    *status = (*status).max(Status::BadInput);
    bad(&format!("there is no {what} for line {}", other.line))
}

/// What is wrong with an entry, on standard error and in the place of its answer.
fn bad(what: &str) -> Vec<String> {
    let _ = writeln!(std::io::stderr(), "{what}");
    vec![format!("error: {what}")]
}

fn compare(puzzle: Entry, solution: Entry, extra: &Extra, status: &mut Status) -> Vec<String> {
    let line = puzzle.line;
    let (puzzle, solution) = match (puzzle.board, solution.board) {
        (Ok(puzzle), Ok(solution)) => (puzzle, solution),
        (Err(error), _) => {
            *status = (*status).max(Status::BadInput);
            return bad(&format!("puzzle, line {}: {error}", puzzle.line));
        }
        (_, Err(error)) => {
            *status = (*status).max(Status::BadInput);
            return bad(&format!("solution, line {}: {error}", solution.line));
        }
    };
    let faults: Vec<String> = if extra.is_empty() {
        let faults = puzzle.verify(&solution).err();
        faults.iter().flatten().map(ToString::to_string).collect()
    } else {
        let variant = match Variant::new(&extra.definition(&puzzle)) {
            Ok(variant) => variant,
            Err(error) => {
                *status = (*status).max(Status::BadInput);
                return bad(&format!("puzzle, line {line}: {error}"));
            }
        };
        let broken = variant.verify(&Filling::from(&solution)).err();
        broken.iter().flatten().map(ToString::to_string).collect()
    };
    if faults.is_empty() {
        return vec!["solved".to_owned()];
    }
    *status = (*status).max(Status::Negative);
    faults
}
