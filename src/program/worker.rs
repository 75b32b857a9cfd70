//! A thread that answers chunk after chunk.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::model::budget::StopReason;
use crate::program::answer::{Answer, Question, Said, ask};
use crate::program::entries::{Item, Puzzle};
use crate::program::print::Printer;
use crate::program::solvers::Solvers;
use crate::program::status::Status;
use crate::program::stream::{Alarm, Chunk, End, Gone, Message, Part, Shared, lock};
use crate::program::text::Text;
use crate::program::together::{self, Known, MANY, may_ask};
use crate::program::why;
use crate::propagation::statistics::Statistics;
use crate::sudoku::board::Board;
use crate::sudoku::format::Format;
use crate::sudoku::read::options::ReadOptions;

/// What is found is handed on after this time, or when it is so long.
const PATIENCE: Duration = Duration::from_millis(50);
const LONG: usize = 1 << 16;
/// As long as others are printed, so much is kept back at most.
const LONGEST: usize = 1 << 20;

/// Answers chunks until there are no more.
pub(crate) fn work(shared: &Arc<Shared>, waiting: &Mutex<Receiver<Chunk>>, messages: &SyncSender<Message>) {
    let _alarm = Alarm(messages.clone());
    let mut worker = Worker {
        solvers: Solvers::new(shared),
        options: shared.task.reading.options().unwrap_or_default(),
        shared: shared.clone(),
    };
    loop {
        let chunk = lock(waiting).recv();
        let Ok(chunk) = chunk else { return };
        if worker.answer_chunk(&chunk, messages).is_err() {
            return;
        }
    }
}

struct Worker {
    shared: Arc<Shared>,
    solvers: Solvers,
    options: ReadOptions,
}

impl Worker {
    fn answer_chunk(&mut self, chunk: &Chunk, messages: &SyncSender<Message>) -> Result<(), Gone> {
        let begin = Instant::now();
        let question = match (self.shared.question, chunk.output) {
            (Question::Infer, Format::Candidates) => Question::PencilMarks,
            (question, _) => question,
        };
        let shared = self.shared.clone();
        let mut answers = Answers {
            printer: Rc::new(Printer::new(chunk.output, &shared.task)),
            text: Text::new(shared.layout.as_deref()),
            part: Part { chunk: chunk.number, ..Part::default() },
            sent: begin,
            late: false,
            alone: chunk.alone && shared.task.printing.format().is_none(),
            shared: &shared,
            messages,
        };
        shared.working.fetch_add(1, Ordering::Relaxed);
        let finished = self.answer(question, &chunk.items, &mut answers);
        shared.working.fetch_sub(1, Ordering::Relaxed);
        let finished = finished?;
        self.solvers.rest();
        let end = match finished {
            Finished::All => {
                let pace = begin.elapsed().as_nanos() as u64 / (chunk.items.len() as u64).max(1);
                shared.paced(pace.max(1));
                End::Done(chunk.bytes)
            }
            Finished::Cut => End::Cut,
        };
        answers.part.end = end;
        answers.send()
    }

    /// The board of each entry.
    fn boards<'a>(&self, items: &'a [Item]) -> Vec<Entry<'a>> {
        let layout = self.shared.layout.as_deref();
        let board = |item: &'a Item| match &item.puzzle {
            Puzzle::Board(Ok(board)) => Ok(Cow::Borrowed(board)),
            Puzzle::Board(Err(error)) => Err(Cow::Borrowed(error.as_str())),
            Puzzle::Broken(_, error) => Err(Cow::Borrowed(error.as_str())),
            Puzzle::Row(row, text) => {
                let board = layout.map(|layout| layout.board(item.line, row, text, &self.options));
                match board.unwrap_or_else(|| Err("a row outside of a table".to_owned())) {
                    Ok(board) => Ok(Cow::Owned(board)),
                    Err(error) => Err(Cow::Owned(error)),
                }
            }
        };
        items.iter().map(board).collect()
    }

    /// Answers the entries of a chunk, in their order.
    fn answer(
        &mut self,
        question: Question,
        items: &[Item],
        answers: &mut Answers<'_>,
    ) -> Result<Finished, Gone> {
        let entries = self.boards(items);
        let mut items = items.iter();
        for alike in entries.chunk_by(are_alike) {
            let mut known = self.ask_together(question, alike, answers).into_iter();
            for (entry, item) in alike.iter().zip(&mut items) {
                if self.shared.cancel.is_cancelled() {
                    return Ok(Finished::Cut);
                }
                if self.shared.is_over() {
                    return Ok(answers.left(item));
                }
                let finished = match (entry, known.next().flatten()) {
                    (Err(error), _) => answers.bad(item, error),
                    (Ok(board), Some(known)) => answers.known(item, board, &known),
                    (Ok(board), None) => self.answer_one(question, item, board, answers)?,
                };
                if finished == Finished::Cut {
                    return Ok(finished);
                }
                answers.part.done += 1;
                answers.send_in_time()?;
            }
        }
        Ok(Finished::All)
    }

    /// What can be found out of boards of one shape at once; the rest is asked of each alone.
    fn ask_together(
        &mut self,
        question: Question,
        entries: &[Entry<'_>],
        answers: &Answers<'_>,
    ) -> Vec<Option<Known>> {
        let Some(Ok(first)) = entries.first() else { return Vec::new() };
        let geometry = first.geometry();
        let can_print = !question.prints_boards() || answers.printer.can_print(geometry).is_ok();
        if entries.len() < MANY || answers.alone || !can_print || !may_ask(question, &self.shared.task) {
            return Vec::new();
        }
        let Ok(sudoku) = self.solvers.get(geometry, Instant::now()) else { return Vec::new() };
        let boards = entries.iter().filter_map(|entry| entry.as_deref().ok());
        together::ask(question, sudoku, &self.shared.cancel, boards)
    }

    fn answer_one(
        &mut self,
        question: Question,
        item: &Item,
        board: &Board,
        answers: &mut Answers<'_>,
    ) -> Result<Finished, Gone> {
        if question.prints_boards()
            && let Err(error) = answers.printer.can_print(board.geometry())
        {
            return Ok(answers.bad(item, &error));
        }
        let begin = Instant::now();
        let sudoku = match self.solvers.get(board.geometry(), begin) {
            Ok(sudoku) => sudoku,
            Err(error) => return Ok(answers.bad(item, &error)),
        };
        // The rules of the switches may belong to a contradiction.
        let by_rules = question == Question::Why && !self.shared.extra.is_empty();
        let question = if by_rules { Question::Check } else { question };
        let answer = match sudoku.puzzle(board) {
            Ok(mut puzzle) => ask(question, &mut puzzle, self.shared.task.seed, |said| {
                match said {
                    Said::Board(found) => answers.board(item, board, found)?,
                    Said::Piece(piece) => answers.pieces([piece])?,
                }
                Ok(answers.send_in_time()?)
            }),
            Err(error) => return Ok(answers.bad(item, &error.to_string())),
        };
        let answer = match answer {
            Ok(answer) => answer,
            Err(Ended::Cut) if self.shared.is_over() => return Ok(answers.left(item)),
            Err(Ended::Cut) => return Ok(Finished::Cut),
            Err(Ended::Gone) => return Err(Gone),
        };
        let answer = if by_rules { why::of_board(&self.shared, board, begin, answer) } else { answer };
        if answer.stop == Some(StopReason::Time) && self.shared.is_over() {
            return Ok(answers.left(item));
        }
        let cancelled = answer.stop == Some(StopReason::Cancelled);
        if !(cancelled && self.shared.to_file) {
            answers.answer(item, &answer);
        }
        if self.shared.task.printing.stats {
            let statistics = sudoku.solver().statistics();
            answers.tell(item.line, &told(&statistics, begin.elapsed()));
        }
        Ok(if cancelled { Finished::Cut } else { Finished::All })
    }
}

/// A board, or why there is none.
type Entry<'a> = Result<Cow<'a, Board>, Cow<'a, str>>;

/// Whether both are boards of one shape.
fn are_alike(one: &Entry<'_>, other: &Entry<'_>) -> bool {
    matches!((one, other), (Ok(one), Ok(other)) if one.geometry() == other.geometry())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Finished {
    All,
    Cut,
}

/// Why an answer is not printed to its end.
enum Ended {
    /// It was cancelled.
    Cut,
    Gone,
}

impl From<Gone> for Ended {
    fn from(_: Gone) -> Ended {
        Ended::Gone
    }
}

/// What is said of the answers of a chunk.
struct Answers<'a> {
    shared: &'a Shared,
    messages: &'a SyncSender<Message>,
    printer: Rc<Printer>,
    text: Text,
    part: Part,
    sent: Instant,
    /// Whether the line that was begun was begun after it was cancelled.
    late: bool,
    /// Whether there is only one entry, whose error is on standard error, and nothing that is to be joined with it.
    alone: bool,
}

impl Answers<'_> {
    /// A board that was found for `given`.
    fn board(&mut self, item: &Item, given: &Board, found: &Board) -> Result<(), Ended> {
        // What is not whole would pass for an answer there.
        if self.ends() {
            return Err(Ended::Cut);
        }
        if !self.printer.prints_candidates(found) {
            self.whole(item, given, found);
            return Ok(());
        }
        let printer = self.printer.clone();
        match printer.rows(found) {
            Ok(rows) => self.pieces(rows)?,
            Err(error) => drop(self.bad(item, &error)),
        }
        self.text.close(item.puzzle.row());
        Ok(())
    }

    /// Whether what is found now is not to be written, because it may be only what was found so far.
    fn ends(&self) -> bool {
        self.shared.to_file && self.shared.cancel.is_cancelled() || self.shared.is_over()
    }

    /// The same as a whole.
    fn whole(&mut self, item: &Item, given: &Board, found: &Board) {
        match (self.printer.board(given, found), self.printer.output()) {
            (Ok(text), Format::Grid) => self.text.grid(item.puzzle.row(), &text),
            (Ok(text), _) => self.text.line(item.puzzle.row(), &text),
            (Err(error), _) => drop(self.bad(item, &error)),
        }
    }

    /// Parts of a line, each of which is handed on before the next is made. Once it was cancelled nothing more of it is
    /// printed, unless it was before: then this is what there is so far.
    fn pieces<T: AsRef<str>>(&mut self, pieces: impl IntoIterator<Item = T>) -> Result<(), Ended> {
        if self.ends() {
            return Err(Ended::Cut);
        }
        if !self.text.is_begun() {
            self.late = self.shared.cancel.is_cancelled();
        }
        for piece in pieces {
            // The line is torn: whoever writes takes it back or ends it.
            if self.shared.cancel.is_cancelled() && !self.late {
                return Err(Ended::Cut);
            }
            self.text.piece(piece.as_ref());
            self.send_in_time()?;
        }
        Ok(())
    }

    /// What was found out of a board together with others.
    fn known(&mut self, item: &Item, board: &Board, known: &Known) -> Finished {
        if let Some(solution) = &known.solution {
            self.whole(item, board, solution);
        }
        self.answer(item, &known.answer);
        Finished::All
    }

    fn answer(&mut self, item: &Item, answer: &Answer) {
        self.text.close(item.puzzle.row());
        self.part.status = self.part.status.max(answer.status);
        if let Some(line) = self.printer.verdict(&answer.verdict) {
            self.text.line(item.puzzle.row(), &line);
        }
        if let Some(reason) = &answer.reason {
            self.tell(item.line, reason);
        }
    }

    /// The time for all puzzles is over before this one was answered, and its answer goes into a file: another run can go on
    /// with it.
    fn left(&mut self, item: &Item) -> Finished {
        self.tell(item.line, "the total time is over; --resume goes on from here");
        Finished::Cut
    }

    fn bad(&mut self, item: &Item, error: &str) -> Finished {
        self.part.status = self.part.status.max(Status::BadInput);
        if !self.alone {
            let line = self.printer.error(error);
            self.text.line(item.puzzle.row(), &line);
        }
        self.tell(item.line, error);
        Finished::All
    }

    /// Says something of the entry that began at `line`, on standard error.
    fn tell(&mut self, line: usize, what: &str) {
        let _ = writeln!(self.part.told, "line {line}: {what}");
    }

    /// Hands on what there is, if it is time.
    fn send_in_time(&mut self) -> Result<(), Gone> {
        let length = self.text.len() + self.part.told.len();
        if length < LONG && self.sent.elapsed() < PATIENCE {
            return Ok(());
        }
        let turn = &self.shared.turn;
        if length >= LONGEST {
            turn.wait(self.part.chunk, 1)?;
        }
        if turn.is_at(self.part.chunk) { self.send() } else { Ok(()) }
    }

    fn send(&mut self) -> Result<(), Gone> {
        let part = Part { chunk: self.part.chunk, ..Part::default() };
        let mut part = std::mem::replace(&mut self.part, part);
        part.grid = self.text.ends_with_grid();
        part.text = self.text.take();
        self.sent = Instant::now();
        self.messages.send(Message::Part(part)).map_err(|_| Gone)
    }
}

/// Statistics in a line.
pub(crate) fn told(statistics: &Statistics, took: Duration) -> String {
    let seconds = took.as_secs_f64();
    let propagated = statistics.changes + statistics.propagations;
    let propagations = match propagated {
        // What keeps no count of them has not done none.
        0 => String::new(),
        _ => {
            let rate = propagated as f64 / seconds.max(1e-9) / 1e6;
            format!("propagations {propagated} ({rate:.2} million a second), ")
        }
    };
    let mebibytes = statistics.memory as f64 / (1 << 20) as f64;
    // What is rounded to nothing says nothing.
    let memory = if mebibytes < 0.05 { String::new() } else { format!("memory {mebibytes:.1} MiB, ") };
    format!(
        "nodes {}, conflicts {}, solutions {}, depth {}, fixed {}, learnt {}, kept {}, restarts {}, applications {}, \
         {propagations}{memory}time {:.3} ms",
        statistics.nodes,
        statistics.conflicts,
        statistics.solutions,
        statistics.depth,
        statistics.fixed,
        statistics.learnt,
        statistics.kept,
        statistics.restarts,
        statistics.applications,
        seconds * 1e3,
    )
}
