//! What a question may cost: limits, cancellation, and the one place where the clock is read.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

/// Why work ended before its answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StopReason {
    /// The time was over.
    #[error("time limit")]
    Time,
    /// The number of nodes was reached.
    #[error("node limit")]
    Nodes,
    /// The memory was used up.
    #[error("memory limit")]
    Memory,
    /// Somebody called [`Cancel::cancel`].
    #[error("cancelled")]
    Cancelled,
}

/// A switch that ends work from outside: clone it, give one to the [`Limits`], keep the other.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A switch that is off.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Ends the work of everybody who holds a clone, soon.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`cancel`](Cancel::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Where the time comes from: a function that never goes back. The system's by default; a caller
/// without one (WebAssembly) or with a simulated one brings its own.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// A clock from a function that gives the time since any fixed moment.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(now))
    }

    /// The time since some fixed moment.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

impl Default for Clock {
    fn default() -> Clock {
        let start = std::sync::OnceLock::new();
        Clock::new(move || start.get_or_init(Instant::now).elapsed())
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clock")
    }
}

/// Limits of one question. None by default.
///
/// ```
/// use std::time::Duration;
/// use pencilmark::{Cancel, Limits};
///
/// let cancel = Cancel::new();
/// let limits = Limits::none().time(Duration::from_secs(10)).nodes(1_000_000).cancel(&cancel);
/// # let _ = limits;
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    time: Option<Duration>,
    nodes: Option<u64>,
    memory: Option<u64>,
    cancel: Option<Cancel>,
    clock: Clock,
}

impl Limits {
    /// No limit at all.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// Stop after this time.
    pub fn time(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// Stop before the search tries more decisions than this.
    pub fn nodes(mut self, nodes: u64) -> Limits {
        self.nodes = Some(nodes);
        self
    }

    /// Stop before the store and the search hold more bytes than this.
    pub fn memory(mut self, bytes: u64) -> Limits {
        self.memory = Some(bytes);
        self
    }

    /// Stop when `cancel` is switched on.
    pub fn cancel(mut self, cancel: &Cancel) -> Limits {
        self.cancel = Some(cancel.clone());
        self
    }

    /// Whether somebody can cancel.
    pub(crate) fn has_cancel(&self) -> bool {
        self.cancel.is_some()
    }

    /// Read the time from `clock`.
    pub fn clock(mut self, clock: Clock) -> Limits {
        self.clock = clock;
        self
    }
}

/// What is left of the limits while a question is being answered.
///
/// Work is counted in ticks of about 64 words touched; only when a slice of them is spent are the clock, the switch
/// and the memory looked at. The slice is fitted to take about a millisecond, however slow the rules and constraints of
/// a caller are: it only decides how soon a stop is noticed.
#[derive(Debug)]
pub(crate) struct Budget {
    limits: Limits,
    deadline: Option<Duration>,
    nodes: u64,
    ticks: u64,
    /// What was spent before the last look at the clock.
    before: u64,
    slice: u64,
    looked: Duration,
    /// Bytes in use that whoever spends does not know of.
    pub(crate) elsewhere: u64,
    /// Why the application of a rule was broken off, until somebody takes it.
    broken_off: Option<StopReason>,
    /// Where several searches count together what they hold.
    share: Option<Share>,
}

/// The bytes that several searches under one limit hold, each in a place of its own.
#[derive(Clone, Debug)]
struct Share {
    all: Arc<[AtomicU64]>,
    own: usize,
}

impl Share {
    /// What all hold together, if this one holds so much.
    fn total(&self, own: u64) -> u64 {
        self.all[self.own].store(own, Ordering::Relaxed);
        self.all.iter().fold(0, |sum, held| sum.saturating_add(held.load(Ordering::Relaxed)))
    }
}

/// Without a clock to look at, a slice costs next to nothing.
const SLICE: u64 = 1 << 6;
const LONGEST_SLICE: u64 = 1 << 14;
/// Long walks are cut into strides of so many items, between which a stop is noticed.
pub(crate) const STRIDE: usize = 1 << 12;

/// Cuts `0..len` into ranges that are short enough to be walked without looking at the limits.
#[inline]
pub(crate) fn strides(len: usize) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let stride = start..len.min(start + STRIDE);
        start = stride.end;
        (!stride.is_empty()).then_some(stride)
    })
}

/// The bytes that a vector holds, and those that it will hold soon if it goes on growing: memory is looked at before it
/// is taken.
pub(crate) fn growing<T>(vec: &Vec<T>) -> u64 {
    let soon = if vec.len() > vec.capacity() / 8 * 7 { 2 * vec.capacity() } else { vec.capacity() };
    (soon * size_of::<T>()) as u64
}

impl Budget {
    /// What one call of code that is not of this crate is charged at least: nobody knows how long it takes.
    pub(crate) const CALL: u64 = LONGEST_SLICE / 32;

    /// The clock starts now.
    pub(crate) fn new(limits: &Limits) -> Budget {
        let looked = limits.time.map_or(Duration::ZERO, |_| limits.clock.now());
        let deadline = limits.time.map(|time| looked.saturating_add(time));
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let slice = match limits {
            Limits { time: None, cancel: None, memory: None, .. } => u64::MAX,
            Limits { time: None, .. } => SLICE,
            _ => 1,
        };
        let limits = limits.clone();
        Budget {
            limits,
            deadline,
            nodes,
            ticks: 0,
            before: 0,
            slice,
            looked,
            elsewhere: 0,
            broken_off: None,
            share: None,
        }
    }

    /// Budgets for so many searches that answer one question at the same time: each ends when this one would, and may
    /// spend all the nodes that are left. What they hold counts together, with `held` bytes besides.
    pub(crate) fn shared(&self, searches: usize, held: u64) -> Vec<Budget> {
        let all: Arc<[AtomicU64]> = (0..=searches).map(|_| AtomicU64::new(0)).collect();
        all[searches].store(held, Ordering::Relaxed);
        let budget = |own| Budget {
            deadline: self.deadline,
            nodes: self.nodes,
            looked: self.looked,
            share: Some(Share { all: all.clone(), own }),
            ..Budget::new(&self.limits)
        };
        (0..searches).map(budget).collect()
    }

    /// Whether so many bytes would be within the limit.
    pub(crate) fn has_room(&self, bytes: u64) -> bool {
        self.limits.memory.is_none_or(|cap| bytes.saturating_add(self.elsewhere) <= cap)
    }

    /// From now on so many nodes may be spent.
    pub(crate) fn set_nodes(&mut self, nodes: u64) {
        self.nodes = nodes;
    }

    /// The same for preparing questions: only what takes about a millisecond or more is stopped.
    pub(crate) fn for_preparing(limits: &Limits) -> Budget {
        let budget = Budget::new(limits);
        Budget { slice: budget.slice.max(LONGEST_SLICE), ..budget }
    }

    /// Spends `ticks`. `memory` tells how many bytes are in use.
    #[inline]
    pub(crate) fn spend(&mut self, ticks: u64, memory: impl FnOnce() -> u64) -> Result<(), StopReason> {
        self.ticks = self.ticks.saturating_add(ticks);
        if self.ticks < self.slice { Ok(()) } else { self.poll(memory) }
    }

    /// All ticks that were spent so far.
    pub(crate) fn spent(&self) -> u64 {
        self.before.saturating_add(self.ticks)
    }

    /// What is left of the limits now, for work that has a budget of its own.
    pub(crate) fn left(&self) -> Limits {
        let left = |deadline: Duration| deadline.saturating_sub(self.limits.clock.now());
        Limits { time: self.deadline.map(left), nodes: Some(self.nodes), ..self.limits.clone() }
    }

    /// Spends one node.
    #[inline]
    pub(crate) fn spend_node(&mut self) -> Result<(), StopReason> {
        self.nodes = self.nodes.checked_sub(1).ok_or(StopReason::Nodes)?;
        Ok(())
    }

    /// How many more nodes may be spent.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.nodes
    }

    /// Spends nodes that are known to be left.
    pub(crate) fn spend_nodes(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_sub(nodes);
    }

    /// Looks at the clock, the switch and the memory, and fits the slice.
    #[cold]
    pub(crate) fn poll(&mut self, memory: impl FnOnce() -> u64) -> Result<(), StopReason> {
        self.before = self.spent();
        self.ticks = 0;
        let Some(now) = self.look(memory)? else { return Ok(()) };
        let taken = now.saturating_sub(self.looked);
        self.looked = now;
        if taken < Duration::from_micros(500) {
            self.slice = (self.slice * 2).min(LONGEST_SLICE);
        } else if taken > Duration::from_millis(2) {
            self.slice = (self.slice / 2).max(1);
        }
        Ok(())
    }

    /// Looks at the clock, the switch and the memory. Gives the time where there is a limit to it.
    pub(crate) fn look(&self, memory: impl FnOnce() -> u64) -> Result<Option<Duration>, StopReason> {
        if self.limits.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Err(StopReason::Cancelled);
        }
        if let Some(cap) = self.limits.memory {
            let own = memory().saturating_add(self.elsewhere);
            if self.share.as_ref().map_or(own, |share| share.total(own)) > cap {
                return Err(StopReason::Memory);
            }
        }
        let Some(deadline) = self.deadline else { return Ok(None) };
        let now = self.limits.clock.now();
        if now < deadline { Ok(Some(now)) } else { Err(StopReason::Time) }
    }

    /// Appends `items`, stride by stride. There must be room for them.
    pub(crate) fn append<T: Copy>(&mut self, to: &mut Vec<T>, items: &[T]) -> Result<(), StopReason> {
        for stride in strides(items.len()) {
            self.spend(stride.len() as u64 / 64 + 1, || 0)?;
            to.extend_from_slice(&items[stride]);
        }
        Ok(())
    }

    /// Appends `value` until there are `len` items, stride by stride. There must be room for them.
    pub(crate) fn fill<T: Copy>(&mut self, to: &mut Vec<T>, len: usize, value: T) -> Result<(), StopReason> {
        let start = to.len();
        for stride in strides(len.saturating_sub(start)) {
            self.spend(stride.len() as u64 / 64 + 1, || 0)?;
            to.resize(start + stride.end, value);
        }
        Ok(())
    }

    /// Takes note that the application of a rule was broken off.
    pub(crate) fn break_off(&mut self, reason: StopReason) {
        self.broken_off = Some(reason);
    }

    /// Whether the application of a rule was broken off.
    pub(crate) fn is_broken_off(&self) -> bool {
        self.broken_off.is_some()
    }

    /// Why the last application of a rule was broken off, if it was.
    #[inline]
    pub(crate) fn take_broken_off(&mut self) -> Option<StopReason> {
        self.broken_off.take()
    }
}
