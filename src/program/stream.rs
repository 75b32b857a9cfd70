//! Many puzzles at once: one thread reads them in chunks, others answer the chunks, and what they print is put in order.
//! Nothing grows with the input: only so many chunks are on their way at any time.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crate::model::budget::Cancel;
use crate::program::answer::Question;
use crate::program::args::Task;
use crate::program::entries::{Entries, Item, Puzzle};
use crate::program::progress::Slot;
use crate::program::status::{Abort, Status};
use crate::program::switches::Extra;
use crate::program::table::Layout;
use crate::program::worker::work;
use crate::sudoku::format::Format;

/// A chunk should take about so long, and has at most so many entries.
const CHUNK_TIME: Duration = Duration::from_millis(10);
const LARGEST_CHUNK: u64 = 1024;

/// Some entries that follow one another.
pub(crate) struct Chunk {
    pub(crate) number: u64,
    pub(crate) items: Vec<Item>,
    pub(crate) output: Format,
    /// Whether the one entry in it is all that the input has.
    pub(crate) alone: bool,
    /// How many bytes of the source were read up to its end.
    pub(crate) bytes: u64,
}

/// What comes out of the threads.
pub(crate) enum Message {
    /// A part of what a chunk gives, in its order.
    Part(Part),
    /// There were so many chunks, and no more will come.
    Read { chunks: u64, failed: Option<Abort> },
    /// A thread has come to grief.
    Broken,
}

/// A part of what a chunk gives.
#[derive(Default)]
pub(crate) struct Part {
    pub(crate) chunk: u64,
    pub(crate) text: Vec<u8>,
    /// Whether `text` ends with a grid, from which what follows is to be set apart.
    pub(crate) grid: bool,
    /// Lines for standard error.
    pub(crate) told: String,
    pub(crate) status: Status,
    /// How many entries were answered.
    pub(crate) done: u64,
    pub(crate) end: End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum End {
    /// More of the chunk follows.
    #[default]
    Open,
    /// The chunk is done, which is so far in the input.
    Done(u64),
    /// It was cancelled before its end: what would follow is not to be printed.
    Cut,
}

/// Nobody wants any more of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gone;

/// What all threads see.
pub(crate) struct Shared {
    pub(crate) question: Question,
    pub(crate) task: Task,
    /// What holds on the boards beside rows, columns and boxes.
    pub(crate) extra: Extra,
    pub(crate) layout: Option<Arc<Layout>>,
    pub(crate) cancel: Cancel,
    pub(crate) start: Instant,
    /// Whether the answers go into a file, where an answer that was cut short would pass for one.
    pub(crate) to_file: bool,
    /// What each thread is at, where somebody watches.
    pub(crate) live: Option<Mutex<Vec<Slot>>>,
    pub(crate) turn: Turn,
    /// How many chunks were read so far.
    pub(crate) sent: AtomicU64,
    /// Nanoseconds an entry, about; 0 if none was answered yet.
    pub(crate) pace: AtomicU64,
    /// How many threads are answering.
    pub(crate) working: AtomicUsize,
}

/// Which chunk is printed at present.
#[derive(Default)]
pub(crate) struct Turn {
    front: Mutex<Option<u64>>,
    changed: Condvar,
}

impl Turn {
    pub(crate) fn new() -> Turn {
        Turn { front: Mutex::new(Some(0)), changed: Condvar::new() }
    }

    /// Now it is the turn of `front`, or with `None` all is over.
    pub(crate) fn set(&self, front: Option<u64>) {
        *lock(&self.front) = front;
        self.changed.notify_all();
    }

    /// Waits until the chunk `number` is less than `distance` away from the one being printed.
    pub(crate) fn wait(&self, number: u64, distance: u64) -> Result<(), Gone> {
        let far = |front: &mut Option<u64>| front.is_some_and(|front| number >= front + distance);
        let guard = self.changed.wait_while(lock(&self.front), far).unwrap_or_else(PoisonError::into_inner);
        guard.map(drop).ok_or(Gone)
    }

    pub(crate) fn is_at(&self, number: u64) -> bool {
        *lock(&self.front) == Some(number)
    }
}

/// What another thread has left behind in a panic is as good as before: the program ends soon.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Collects entries, and hands them on in chunks.
pub(crate) struct Outgoing {
    pending: Vec<Item>,
    output: Option<Format>,
    alone: bool,
    bytes: u64,
    threads: u64,
    window: u64,
    chunks: SyncSender<Chunk>,
    waiting: Arc<Mutex<Receiver<Chunk>>>,
    messages: SyncSender<Message>,
    shared: Option<Arc<Shared>>,
    gone: Option<Gone>,
}

impl Outgoing {
    /// Where entries go, and where what becomes of them comes from.
    pub(crate) fn new(threads: u64) -> (Arc<Mutex<Outgoing>>, Receiver<Message>) {
        let (chunks, waiting) = sync_channel(threads as usize);
        let (messages, received) = sync_channel(2 * threads as usize + 2);
        let outgoing = Outgoing {
            pending: Vec::new(),
            output: None,
            alone: false,
            bytes: 0,
            threads,
            window: 4 * threads + 4,
            chunks,
            waiting: Arc::new(Mutex::new(waiting)),
            messages,
            shared: None,
            gone: None,
        };
        (Arc::new(Mutex::new(outgoing)), received)
    }

    fn push(&mut self, item: Item, bytes: u64) {
        self.pending.push(item);
        self.bytes = bytes;
        let pace = self.shared.as_ref().map_or(0, |shared| shared.pace.load(Ordering::Relaxed));
        let most = match pace {
            0 => 1,
            pace => (CHUNK_TIME.as_nanos() as u64 / pace).clamp(1, LARGEST_CHUNK),
        };
        if self.pending.len() as u64 >= most {
            self.send();
        }
    }

    /// Hands on what there is: always before more of the input is waited for.
    pub(crate) fn send(&mut self) {
        let (Some(shared), Some(output)) = (self.shared.clone(), self.output) else { return };
        if self.pending.is_empty() || self.gone.is_some() {
            return;
        }
        let number = shared.sent.load(Ordering::SeqCst);
        let items = std::mem::take(&mut self.pending);
        let chunk = Chunk { number, items, output, alone: self.alone, bytes: self.bytes };
        self.gone = self.hand_on(&shared, chunk).err();
    }

    fn hand_on(&mut self, shared: &Arc<Shared>, chunk: Chunk) -> Result<(), Gone> {
        let number = chunk.number;
        shared.turn.wait(number, self.window)?;
        if number < self.threads {
            let (shared, waiting, messages) = (shared.clone(), self.waiting.clone(), self.messages.clone());
            let thread = Builder::new().name(format!("worker {number}"));
            // Where the system gives no further thread, those that there are do the work.
            if thread.spawn(move || work(&shared, &waiting, &messages)).is_err() {
                self.threads = number;
            }
            if self.threads == 0 {
                return Err(Gone);
            }
        }
        shared.sent.store(number + 1, Ordering::SeqCst);
        self.chunks.send(chunk).map_err(|_| Gone)
    }
}

/// What of the input is to be done.
pub(crate) struct Plan {
    /// So many entries are done already.
    pub(crate) done: u64,
    /// What to say if the input has fewer.
    pub(crate) too_few: String,
}

/// Reads all entries in a thread of its own.
///
/// # Errors
/// There is no such thread.
pub(crate) fn start(
    entries: Entries,
    plan: Plan,
    shared: &Arc<Shared>,
    outgoing: &Arc<Mutex<Outgoing>>,
) -> Result<(), Abort> {
    lock(outgoing).shared = Some(shared.clone());
    let (shared, outgoing) = (shared.clone(), outgoing.clone());
    let run = move || {
        let messages = lock(&outgoing).messages.clone();
        let _alarm = Alarm(messages.clone());
        let failed = read(entries, &plan, &shared, &outgoing).err();
        let broken = {
            let mut outgoing = lock(&outgoing);
            outgoing.send();
            outgoing.threads == 0
        };
        let failed = if broken { Some(no_threads()) } else { failed };
        let chunks = shared.sent.load(Ordering::SeqCst);
        let _ = messages.send(Message::Read { chunks, failed });
        // Nothing follows: the threads end when all is done.
        drop(outgoing);
    };
    let thread = Builder::new().name("reader".to_owned()).spawn(run);
    thread.map(drop).map_err(|_| no_threads())
}

fn no_threads() -> Abort {
    Abort::Usage("the system gives no thread to work in".to_owned())
}

fn read(mut entries: Entries, plan: &Plan, shared: &Shared, outgoing: &Mutex<Outgoing>) -> Result<(), Abort> {
    let task = &shared.task;
    let (mut number, mut taken) = (0, 0);
    // Whether there are several puzzles decides how they are printed, so the first is held back until the second.
    let mut first = None;
    lock(outgoing).output = task.printing.format().or(shared.several().then_some(Format::Line));
    let mut failed = None;
    while let Some(item) = entries.next() {
        let item = match item {
            Ok(item) => item,
            Err(error) => {
                failed = Some(Abort::Input(error));
                break;
            }
        };
        number += 1;
        if task.streaming.shard.is_some_and(|shard| !shard.takes(number - 1)) {
            continue;
        }
        taken += 1;
        if taken <= plan.done {
            continue;
        }
        let bytes = entries.bytes();
        let mut outgoing = lock(outgoing);
        if outgoing.output.is_none() {
            let Some((first, bytes)) = first.take() else {
                first = Some((item, bytes));
                continue;
            };
            outgoing.output = Some(Format::Line);
            outgoing.push(first, bytes);
        }
        outgoing.push(item, bytes);
        if outgoing.gone.is_some() {
            return Ok(());
        }
    }
    if let Some((item, bytes)) = first {
        let mut outgoing = lock(outgoing);
        outgoing.output = Some(Format::Grid);
        outgoing.alone = true;
        outgoing.push(item, bytes);
    }
    match failed {
        Some(failed) => Err(failed),
        None if taken < plan.done => Err(Abort::Usage(plan.too_few.clone())),
        None => Ok(()),
    }
}

impl Shared {
    /// How many threads may work on a puzzle now: one, and those that have none of their own.
    pub(crate) fn idle(&self) -> NonZeroUsize {
        let all = self.task.streaming.threads().map_or(1, NonZeroUsize::get);
        let others = self.working.load(Ordering::Relaxed).saturating_sub(1);
        NonZeroUsize::new(all.saturating_sub(others)).unwrap_or(NonZeroUsize::MIN)
    }

    /// Takes note how long an entry took.
    pub(crate) fn paced(&self, nanoseconds: u64) {
        let before = self.pace.load(Ordering::Relaxed);
        let pace = if before == 0 { nanoseconds } else { before / 4 * 3 + nanoseconds / 4 };
        self.pace.store(pace.max(1), Ordering::Relaxed);
    }

    /// Whether the time for all puzzles is over, and what is not answered yet is left for another run: where the answers go into
    /// a file, a puzzle that has a line there would never be tried again.
    pub(crate) fn is_over(&self) -> bool {
        self.to_file && self.task.limits.total_time.is_some_and(|time| self.start.elapsed() >= time)
    }

    /// Whether answers are printed as those of several puzzles, however many there are.
    fn several(&self) -> bool {
        let streaming = &self.task.streaming;
        self.layout.is_some() || self.to_file || streaming.shard.is_some()
    }
}

/// Tells that a thread panics.
pub(crate) struct Alarm(pub(crate) SyncSender<Message>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.0.send(Message::Broken);
        }
    }
}

impl Puzzle {
    pub(crate) fn row(&self) -> Option<&csv::ByteRecord> {
        match self {
            Puzzle::Row(row, _) | Puzzle::Broken(row, _) => Some(row),
            Puzzle::Board(_) => None,
        }
    }
}
