//! How far the work is, on a terminal: nothing is shown when standard error goes elsewhere, or before it takes a while.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::program::stream::lock;
use crate::propagation::statistics::Statistics;

/// What takes less is not worth a word.
const QUIET: Duration = Duration::from_millis(700);
/// A puzzle that takes so long is spoken of.
const LONG: Duration = Duration::from_secs(1);
const TIMES_A_SECOND: u8 = 4;

const BAR: &str = "[{wide_bar}] {percent}%, {eta} left; {msg}";

/// What a thread is at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Live {
    pub(crate) begin: Instant,
    pub(crate) cells: usize,
    pub(crate) statistics: Statistics,
}

/// What one thread is at, if it is at something.
pub(crate) type Slot = Arc<Mutex<Option<Live>>>;

pub(crate) struct Progress {
    start: Instant,
    total: Option<u64>,
    /// Whether answers go to the terminal too, where they are progress enough.
    answers: bool,
    bar: Option<ProgressBar>,
    drawn: Instant,
    /// How far the work was when it began, as it had been begun before.
    bytes: u64,
    done: u64,
}

impl Progress {
    /// Whether anybody would see it.
    pub(crate) fn is_seen() -> bool {
        stderr().is_terminal()
    }

    pub(crate) fn new(total: Option<u64>, to_file: bool) -> Progress {
        let now = Instant::now();
        let answers = !to_file && stdout().is_terminal();
        Progress { start: now, total, answers, bar: None, drawn: now, bytes: 0, done: 0 }
    }

    /// Takes note of what was done.
    pub(crate) fn done(&mut self, entries: u64, bytes: Option<u64>) {
        self.done += entries;
        self.bytes = bytes.unwrap_or(self.bytes);
    }

    /// Shows how far it is, a few times a second.
    pub(crate) fn tick(&mut self, live: &Mutex<Vec<Slot>>) {
        let now = Instant::now();
        if now - self.start < QUIET || now - self.drawn < Duration::from_secs(1) / TIMES_A_SECOND.into() {
            return;
        }
        self.drawn = now;
        let longest = lock(live).iter().filter_map(|live| *lock(live)).min_by_key(|live| live.begin);
        let longest = longest.filter(|live| live.begin.elapsed() >= LONG || self.done == 0);
        if self.answers && longest.is_none() {
            return self.clear();
        }
        let mut words = Vec::new();
        if self.done > 0 && !self.answers {
            let rate = self.done as f64 / (now - self.start).as_secs_f64();
            words.push(format!("{} puzzles, {rate:.0}/s", self.done));
        }
        if let Some(live) = longest {
            let Statistics { conflicts, depth, fixed, .. } = live.statistics;
            let time = live.begin.elapsed().as_secs_f64();
            words.push(format!(
                "{conflicts} conflicts, depth {depth}, {fixed} of {} cells fixed, {time:.1} s",
                live.cells
            ));
        }
        // How much is left can be told from the second puzzle on.
        let total = self.total.filter(|_| self.done > 0);
        let bar = self.bar.get_or_insert_with(bar);
        if let Ok(style) = ProgressStyle::with_template(if total.is_some() { BAR } else { "{msg}" }) {
            bar.set_style(style.progress_chars("=> "));
        }
        if let Some(total) = total {
            bar.set_length(total);
            bar.set_position(self.bytes);
        }
        bar.set_message(words.join("; "));
    }

    /// Takes the bar away.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// Whether answers go to the same terminal.
    pub(crate) fn shares(&self) -> bool {
        self.bar.is_some() && self.answers
    }

    /// Says something on standard error.
    pub(crate) fn tell(&mut self, what: &str) {
        if what.is_empty() {
            return;
        }
        let say = || {
            let _ = stderr().write_all(what.as_bytes());
        };
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }
}

fn bar() -> ProgressBar {
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(TIMES_A_SECOND))
}
