//! What a question may cost: limits, cancellation, and the one place where the clock is read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
    slice: u64,
    looked: Duration,
}

/// Without a clock to look at, a slice costs next to nothing.
const SLICE: u64 = 1 << 6;
const LONGEST_SLICE: u64 = 1 << 14;

impl Budget {
    /// The clock starts now.
    pub(crate) fn new(limits: &Limits) -> Budget {
        let looked = limits.time.map_or(Duration::ZERO, |_| limits.clock.now());
        let deadline = limits.time.map(|time| looked.saturating_add(time));
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let slice = if deadline.is_some() { 1 } else { SLICE };
        Budget { limits: limits.clone(), deadline, nodes, ticks: 0, slice, looked }
    }

    /// Spends `ticks`. `memory` tells how many bytes are in use.
    #[inline]
    pub(crate) fn spend(&mut self, ticks: u64, memory: impl FnOnce() -> u64) -> Result<(), StopReason> {
        self.ticks += ticks;
        if self.ticks < self.slice { Ok(()) } else { self.poll(memory()) }
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

    /// Looks at the clock, the switch and the memory.
    #[cold]
    pub(crate) fn poll(&mut self, memory: u64) -> Result<(), StopReason> {
        self.ticks = 0;
        if self.limits.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Err(StopReason::Cancelled);
        }
        if self.limits.memory.is_some_and(|cap| memory > cap) {
            return Err(StopReason::Memory);
        }
        if let Some(deadline) = self.deadline {
            let now = self.limits.clock.now();
            if now >= deadline {
                return Err(StopReason::Time);
            }
            let taken = now.saturating_sub(self.looked);
            self.looked = now;
            if taken < Duration::from_micros(500) {
                self.slice = (self.slice * 2).min(LONGEST_SLICE);
            } else if taken > Duration::from_millis(2) {
                self.slice = (self.slice / 2).max(1);
            }
        }
        Ok(())
    }
}
