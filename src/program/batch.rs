//! All entries of an input, in their order: read, ask, print.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::model::budget::Cancel;
use crate::program::answer::Question;
use crate::program::args::Task;
use crate::program::entries::Entries;
use crate::program::input;
use crate::program::progress::Progress;
use crate::program::resume::{self, Progressed};
use crate::program::sink::Sink;
use crate::program::status::{Abort, Status};
use crate::program::stream::{self, End, Message, Outgoing, Part, Plan, Shared, Turn, lock};
use crate::program::table::Layout;
use crate::program::text;
use crate::program::wait;
use crate::sudoku::format::Format;

/// How often somebody looks whether it was told to stop.
const LOOK: Duration = Duration::from_millis(25);
/// What was printed is seen after this time, however much follows.
const SEEN: Duration = Duration::from_millis(100);

/// Asks `question` of all boards of the input, and raises `status` by what comes of it.
pub(crate) fn run(
    question: Question,
    task: &Task,
    cancel: &Cancel,
    status: &mut Status,
) -> Result<(), Abort> {
    let start = Instant::now();
    let options = task.reading.options()?;
    let extra = task.reading.switches.load()?;
    let streaming = &task.streaming;
    let out = streaming.out.as_deref().filter(|out| *out != Path::new("-"));
    check(question, task, out)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = streaming.threads.map_or(cores, usize::from) as u64;

    let (outgoing, messages) = Outgoing::new(threads);
    let source = input::open(task.input.as_deref(), &options)?;
    let (promise, total) = (source.promise, source.total);
    let hook = outgoing.clone();
    let bytes = source.hooked(move || lock(&hook).send());
    let answer = streaming.answer.as_deref().unwrap_or(question.column());
    let entries =
        wait::during(|| Entries::open(bytes, promise, options, streaming.column.as_deref(), answer))?;
    let layout = entries.layout();
    check_table(task, layout.as_deref())?;

    let (sink, progressed) = open(out, task, layout.as_deref())?;
    let shared = Arc::new(Shared {
        question,
        task: task.clone(),
        extra,
        layout,
        cancel: cancel.clone(),
        start,
        to_file: out.is_some(),
        live: Progress::is_seen().then(Default::default),
        turn: Turn::new(),
        sent: AtomicU64::new(0),
        pace: AtomicU64::new(0),
        working: AtomicUsize::new(0),
    });
    let name = out.map(Path::display);
    let too_few = name.map(|name| {
        let answers = progressed.answers;
        format!("{name} has {answers} answers, more than there are puzzles: it is of another input")
    });
    let plan = Plan { done: progressed.answers, too_few: too_few.unwrap_or_default() };
    stream::start(entries, plan, &shared, &outgoing)?;
    drop(outgoing);
    let mut collector = Collector {
        progress: Progress::new(total, out.is_some()),
        sink,
        shared: shared.clone(),
        status,
        next: 0,
        ahead: BTreeMap::new(),
        grid: None,
        flushed: Instant::now(),
    };
    let result = collector.collect(&messages);
    // Whoever still works need not.
    shared.turn.set(None);
    cancel.cancel();
    collector.progress.clear();
    result.and(collector.sink.finish())
}

/// Whether the options fit together.
fn check(question: Question, task: &Task, out: Option<&Path>) -> Result<(), Abort> {
    let usage = |what: &str| Err(Abort::Usage(what.to_owned()));
    if task.streaming.resume {
        if out.is_none() {
            return usage("--resume needs a file in --out");
        }
        if question.may_print_several() {
            return usage("--resume counts a line for each puzzle, which --all and --limit do not give");
        }
        if matches!(task.printing.format(), Some(Format::Grid | Format::Decimal)) {
            return usage("--resume counts a line for each puzzle, which grid and decimal do not give");
        }
    }
    Ok(())
}

fn check_table(task: &Task, layout: Option<&Layout>) -> Result<(), Abort> {
    let usage = |what: &str| Err(Abort::Usage(what.to_owned()));
    if layout.is_some() && matches!(task.printing.format(), Some(Format::Grid | Format::Decimal)) {
        return usage("a table has a line for each puzzle, which grid and decimal do not give");
    }
    if layout.is_none() && task.streaming.answer.is_some() {
        return usage("--answer names a column, but the input is no table: say which column with --column");
    }
    Ok(())
}

/// Opens what is written to, and begins or goes on with it.
fn open(out: Option<&Path>, task: &Task, layout: Option<&Layout>) -> Result<(Sink, Progressed), Abort> {
    let (mut sink, progressed) = match out {
        None => (Sink::stdout(), Progressed::default()),
        Some(out) if task.streaming.resume => {
            let progressed = resume::look(out, layout)?;
            (Sink::append(out, progressed.length)?, progressed)
        }
        Some(out) => (Sink::create(out)?, Progressed::default()),
    };
    if let Some(layout) = layout
        && progressed.length == 0
    {
        sink.write(&text::row(layout.delimiter, &layout.header))?;
    }
    Ok((sink, progressed))
}

/// Puts what comes from the threads in order, and prints it.
struct Collector<'a> {
    shared: Arc<Shared>,
    sink: Sink,
    progress: Progress,
    status: &'a mut Status,
    /// The chunk that is printed at present.
    next: u64,
    /// Parts of the chunks behind it.
    ahead: BTreeMap<u64, Vec<Part>>,
    /// The last chunk that printed something, if it ended with a grid.
    grid: Option<u64>,
    flushed: Instant,
}

impl Collector<'_> {
    fn collect(&mut self, messages: &Receiver<Message>) -> Result<(), Abort> {
        let mut last = None;
        let mut failed = None;
        loop {
            let message = match messages.try_recv() {
                Ok(message) => Ok(message),
                Err(_) => {
                    // Nothing more is there at once: let it be seen.
                    self.flush()?;
                    messages.recv_timeout(LOOK)
                }
            };
            match message {
                Ok(Message::Part(part)) => {
                    if self.take(part)? == End::Cut {
                        return Ok(());
                    }
                }
                Ok(Message::Read { chunks, failed: why }) => {
                    last = Some(chunks);
                    failed = why;
                }
                Ok(Message::Broken) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(Abort::Usage("a thread has failed".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => {
                    let sent = self.shared.sent.load(Ordering::SeqCst);
                    if self.shared.cancel.is_cancelled() && self.next == sent {
                        *self.status = Status::Stopped;
                        return Ok(());
                    }
                }
            }
            if let Some(live) = &self.shared.live {
                self.progress.tick(live);
            }
            if last == Some(self.next) {
                if self.shared.cancel.is_cancelled() {
                    *self.status = Status::Stopped;
                }
                return failed.map_or(Ok(()), Err);
            }
        }
    }

    /// Takes a part, and prints it if it is its turn, with all that may follow.
    fn take(&mut self, part: Part) -> Result<End, Abort> {
        if part.chunk != self.next {
            self.ahead.entry(part.chunk).or_default().push(part);
            return Ok(End::Open);
        }
        let mut parts = vec![part];
        loop {
            let mut end = End::Open;
            for part in parts {
                end = part.end;
                self.print(&part)?;
            }
            match end {
                End::Open => return Ok(end),
                End::Cut => {
                    self.sink.tear()?;
                    *self.status = Status::Stopped;
                    return Ok(end);
                }
                End::Done(_) => {
                    self.next += 1;
                    self.shared.turn.set(Some(self.next));
                    match self.ahead.remove(&self.next) {
                        Some(following) => parts = following,
                        None => return Ok(end),
                    }
                }
            }
        }
    }

    fn print(&mut self, part: &Part) -> Result<(), Abort> {
        *self.status = (*self.status).max(part.status);
        if !part.text.is_empty() {
            let shares = self.progress.shares();
            if shares {
                self.progress.clear();
            }
            if self.grid.is_some_and(|chunk| chunk != part.chunk) {
                self.sink.write(b"\n")?;
            }
            self.grid = part.grid.then_some(part.chunk);
            self.sink.write(&part.text)?;
            if shares || self.flushed.elapsed() >= SEEN {
                self.flush()?;
            }
        }
        self.progress.tell(&part.told);
        let bytes = match part.end {
            End::Done(bytes) => Some(bytes),
            End::Open | End::Cut => None,
        };
        self.progress.done(part.done, bytes);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Abort> {
        self.flushed = Instant::now();
        self.sink.flush()
    }
}
