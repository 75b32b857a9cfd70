//! Answers with proofs that other programs check.

use std::fs::File;
use std::io::{BufWriter, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::time::Instant;

use crate::model::budget::Cancel;
use crate::program::answer::{Answer, Question, Verdict};
use crate::program::args::Task;
use crate::program::custom;
use crate::program::input;
use crate::program::print::Printer;
use crate::program::solvers::Solvers;
use crate::program::status::{Abort, Status};
use crate::program::stream::{Shared, Turn};
use crate::program::table;
use crate::program::wait;
use crate::solver::cnf::Cnf;
use crate::solver::outcome::{NotUnique, Uniqueness};
use crate::sudoku::board::Board;
use crate::sudoku::format::Format;
use crate::sudoku::read::reader::Reader;

/// Asks whether the one board of the input has exactly one solution, and writes the proof to `proof` and its clauses to
/// `cnf`. Where nothing is proved, no file is left.
pub(crate) fn run(
    question: Question,
    task: &Task,
    proof: &Path,
    cnf: Option<&Path>,
    cancel: &Cancel,
    status: &mut Status,
) -> Result<(), Abort> {
    let begin = Instant::now();
    let board = read(task)?;
    let shared = Arc::new(Shared {
        question,
        task: task.clone(),
        layout: None,
        extra: task.reading.switches.load()?,
        cancel: cancel.clone(),
        start: begin,
        to_file: false,
        live: None,
        turn: Turn::new(),
        sent: AtomicU64::new(0),
        pace: AtomicU64::new(0),
        working: AtomicUsize::new(0),
    });
    let mut solvers = Solvers::new(&shared);
    let sudoku = solvers.get(board.geometry(), begin).map_err(Abort::Usage)?;
    let mut puzzle = sudoku.puzzle(&board).map_err(|error| Abort::Usage(error.to_string()))?;
    let clauses = puzzle.cnf().map_err(|error| Abort::Usage(error.to_string()))?;

    let mut steps = Output::create(proof)?;
    let outcome = puzzle.prove(|step| steps.write(|out| clauses.write_step(out, step)));
    let outcome = outcome.map_err(|error| {
        steps.drop_file();
        Abort::Usage(error.to_string())
    })?;
    let printer = Printer::new(task.printing.format().unwrap_or(Format::Grid), task);
    let answer = match outcome {
        Uniqueness::Unique(solution) => {
            let values: Vec<i32> = solution.digits().iter().map(|&digit| digit as i32).collect();
            finish(steps, cnf, &clauses.excluding(&values))?;
            if question == Question::SolveUnique {
                let text = printer.board(&board, &solution).map_err(Abort::Usage)?;
                writeln!(stdout(), "{text}")?;
                Answer::done()
            } else {
                Answer::word("unique", Status::Done)
            }
        }
        Uniqueness::NotUnique(NotUnique::NoSolution(no)) => {
            finish(steps, cnf, &clauses)?;
            let answer = Answer::no_solution(&puzzle, &no);
            match question {
                Question::SolveUnique => answer,
                _ => Answer { verdict: Verdict::Word("none".to_owned()), ..answer },
            }
        }
        Uniqueness::NotUnique(NotUnique::Multiple(_)) => {
            steps.drop_file();
            let reason = Some("there are several solutions, so there is no proof".to_owned());
            let answer = match question {
                Question::SolveUnique => Answer::new(Verdict::NotUnique, Status::Negative),
                _ => Answer::word("multiple", Status::Negative),
            };
            Answer { reason, ..answer }
        }
        Uniqueness::Stopped(stopped) => {
            steps.drop_file();
            let answer = match question {
                Question::SolveUnique => Answer::stopped(stopped.reason),
                _ => Answer::word("unknown", Status::Stopped),
            };
            Answer { reason: Some(stopped.to_string()), ..answer }
        }
    };
    *status = (*status).max(answer.status);
    if let Some(reason) = &answer.reason {
        let _ = writeln!(stderr(), "{reason}");
    }
    if let Some(line) = printer.verdict(&answer.verdict) {
        writeln!(stdout(), "{line}")?;
    }
    Ok(())
}

/// The one board of the input.
fn read(task: &Task) -> Result<Board, Abort> {
    let streaming = &task.streaming;
    let columns = streaming.column.is_some() || streaming.answer.is_some();
    if streaming.out.is_some() || streaming.shard.is_some() || columns {
        return Err(Abort::Usage(
            "--proof is of one board: --out, --shard and columns are for many".to_owned(),
        ));
    }
    if custom::text(task.input.as_deref(), task.reading.sought())?.is_some() {
        return Err(Abort::Usage("--proof is of a plain board, and this is a puzzle file".to_owned()));
    }
    let options = task.reading.options()?;
    let source = input::open(task.input.as_deref(), &options)?;
    let (promise, mut source) = (source.promise, source.hooked(|| {}));
    table::refuse(&mut source, promise, "--proof")?;
    let mut reader = Reader::new(source, options);
    let entry = wait::during(|| reader.next());
    let entry = entry.ok_or_else(|| Abort::Usage("the input is empty".to_owned()))?;
    let board = entry.board.map_err(|error| Abort::Usage(format!("line {}: {error}", entry.line)))?;
    match wait::during(|| reader.next()) {
        None => Ok(board),
        Some(second) => {
            let what = format!("--proof is of one board, and another begins in line {}", second.line);
            Err(Abort::Usage(what))
        }
    }
}

/// Ends the proof, and writes its clauses.
fn finish(steps: Output, cnf: Option<&Path>, clauses: &Cnf) -> Result<(), Abort> {
    steps.finish()?;
    let Some(path) = cnf else { return Ok(()) };
    let mut out = Output::create(path)?;
    out.write(|file| clauses.write(file));
    out.finish()
}

/// A file, and the first thing that went wrong with it.
struct Output {
    path: PathBuf,
    file: BufWriter<File>,
    failed: Option<std::io::Error>,
    regular: bool,
}

impl Output {
    fn create(path: &Path) -> Result<Output, Abort> {
        let failed = |error| Abort::File(path.display().to_string(), error);
        let file = File::create(path).map_err(failed)?;
        let regular = file.metadata().is_ok_and(|data| data.is_file());
        Ok(Output { path: path.to_owned(), file: BufWriter::new(file), failed: None, regular })
    }

    fn write(&mut self, write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>) {
        if self.failed.is_none() {
            self.failed = write(&mut self.file).err();
        }
    }

    fn finish(mut self) -> Result<(), Abort> {
        self.write(BufWriter::flush);
        match self.failed {
            None => Ok(()),
            Some(error) => Err(Abort::File(self.path.display().to_string(), error)),
        }
    }

    /// Removes what was begun.
    fn drop_file(&self) {
        if self.regular {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
