//! All entries of an input, in their order: read, ask, print.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::model::budget::{Cancel, Limits};
use crate::program::answer::{Answer, Question, Verdict, ask};
use crate::program::args::{Search, Task};
use crate::program::input;
use crate::program::print::Printer;
use crate::program::status::{Abort, Status};
use crate::program::wait;
use crate::solver::solver::Solver;
use crate::solver::strategy::Strategy;
use crate::sudoku::board::Board;
use crate::sudoku::format::Format;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::read::reader::Entry;
use crate::sudoku::solve::Sudoku;

/// Asks `question` of all boards of the input, and raises `status` by what comes of it.
pub(crate) fn run(
    question: Question,
    task: &Task,
    cancel: &Cancel,
    status: &mut Status,
) -> Result<(), Abort> {
    let start = Instant::now();
    let mut entries = input::open(task.input.as_deref(), task.reading.options()?)?.peekable();
    let Some(first) = wait::during(|| entries.next()) else {
        return Err(Abort::Usage("the input is empty".to_owned()));
    };
    let output = match task.printing.output {
        Some(output) => output,
        None if wait::during(|| entries.peek().is_some()) => Format::Line,
        None => Format::Grid,
    };
    let question = match (question, output) {
        (Question::Infer, Format::Candidates) => Question::PencilMarks,
        (question, _) => question,
    };
    let mut batch = Batch {
        question,
        task,
        cancel,
        printer: Printer::new(output, task),
        sudokus: Vec::new(),
        start,
        status,
    };
    let mut next = Some(first);
    while let Some(entry) = next {
        batch.entry(entry)?;
        if cancel.is_cancelled() {
            *batch.status = Status::Stopped;
            break;
        }
        next = wait::during(|| entries.next());
    }
    Ok(())
}

struct Batch<'a> {
    question: Question,
    task: &'a Task,
    cancel: &'a Cancel,
    printer: Printer,
    /// The Sudokus of the last shapes, the latest at the end.
    sudokus: Vec<Sudoku>,
    start: Instant,
    status: &'a mut Status,
}

/// How many shapes are kept ready.
const SHAPES: usize = 4;

impl Batch<'_> {
    fn entry(&mut self, entry: Entry) -> Result<(), Abort> {
        let board = match entry.board {
            Ok(board) => board,
            Err(error) => return self.bad(entry.line, &error.to_string()),
        };
        if self.question.prints_boards()
            && let Err(error) = self.printer.can_print(board.geometry())
        {
            return self.bad(entry.line, &error);
        }
        let begin = Instant::now();
        if let Err(error) = self.sudoku(board.geometry()) {
            return self.bad(entry.line, &error);
        }
        let answer = self.answer(&board, begin)?;
        *self.status = (*self.status).max(answer.status);
        self.printer.verdict(&answer.verdict)?;
        if let Some(reason) = &answer.reason {
            self.tell(entry.line, reason);
        }
        if self.task.printing.stats {
            self.tell_statistics(entry.line, begin.elapsed());
        }
        Ok(())
    }

    fn bad(&mut self, line: usize, error: &str) -> Result<(), Abort> {
        *self.status = (*self.status).max(Status::BadInput);
        self.printer.error(error)?;
        self.tell(line, error);
        Ok(())
    }

    /// Puts the Sudoku of this shape at the end of those that are ready.
    fn sudoku(&mut self, geometry: Geometry) -> Result<(), String> {
        if let Some(found) = self.sudokus.iter().position(|sudoku| sudoku.geometry() == geometry) {
            self.sudokus[found..].rotate_left(1);
            return Ok(());
        }
        let model = Sudoku::model(geometry).build().map_err(|error| error.to_string())?;
        let strategy = match self.task.strategy {
            Search::Auto => Strategy::Auto,
            Search::Plain => Strategy::Plain,
            Search::Learning => Strategy::Learning,
        };
        let mut builder = Solver::builder(&model).strategy(strategy);
        if let Some(seed) = self.task.seed {
            builder = builder.seed(seed);
        }
        let solver = builder.build().map_err(|error| error.to_string())?;
        let sudoku = Sudoku::with_solver(geometry, solver).map_err(|error| error.to_string())?;
        if self.sudokus.len() == SHAPES {
            self.sudokus.remove(0);
        }
        self.sudokus.push(sudoku);
        Ok(())
    }

    fn answer(&mut self, board: &Board, begin: Instant) -> Result<Answer, Abort> {
        let limits = self.limits(begin);
        let Some(sudoku) = self.sudokus.last_mut() else {
            return Err(Abort::Usage("no model for this board".to_owned()));
        };
        sudoku.solver().set_limits(limits);
        match sudoku.puzzle(board) {
            Ok(mut puzzle) => ask(self.question, &mut puzzle, |found| self.printer.board(board, found)),
            Err(error) => Err(Abort::Usage(error.to_string())),
        }
    }

    /// What is left of the limits for a puzzle that was begun at `begin`: building its model is part of it.
    fn limits(&self, begin: Instant) -> Limits {
        let limits = &self.task.limits;
        let own = limits.time_limit.map(|time| time.saturating_sub(begin.elapsed()));
        let total = limits.total_time.map(|time| time.saturating_sub(self.start.elapsed()));
        let time = own.into_iter().chain(total).min();
        let mut all = Limits::none().cancel(self.cancel);
        if let Some(time) = time {
            all = all.time(time);
        }
        if let Some(nodes) = limits.node_limit {
            all = all.nodes(nodes);
        }
        all
    }

    /// Says something of the entry that began at `line`, on standard error.
    fn tell(&self, line: usize, what: &str) {
        let _ = writeln!(std::io::stderr(), "line {line}: {what}");
    }

    fn tell_statistics(&mut self, line: usize, took: Duration) {
        let Some(sudoku) = self.sudokus.last_mut() else { return };
        let statistics = sudoku.solver().statistics();
        self.tell(
            line,
            &format!(
                "nodes {}, conflicts {}, solutions {}, depth {}, applications {}, changes {}, time {:.3} ms",
                statistics.nodes,
                statistics.conflicts,
                statistics.solutions,
                statistics.depth,
                statistics.applications,
                statistics.changes,
                took.as_secs_f64() * 1e3,
            ),
        );
    }
}

impl Verdict {
    /// In one line, where the boards do not say all.
    pub(crate) fn line(&self) -> Option<String> {
        match self {
            Verdict::Done => None,
            Verdict::Word(word) => Some(word.clone()),
            Verdict::NoSolution => Some("No solution exists".to_owned()),
            Verdict::NotUnique => Some("Not unique".to_owned()),
            Verdict::Stopped(reason) => Some(format!("stopped: {reason}")),
        }
    }
}
