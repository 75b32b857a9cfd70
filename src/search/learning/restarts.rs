//! When to begin anew, and in which mode: focused, with quick restarts when learning gets worse (Biere and Fröhlich,
//! *Evaluating CDCL restart schemes*, POS 2015), or stable, with rare ones (reluctant doubling: Knuth, TAOCP 7.2.2.2).

use crate::search::learning::settings::Settings;

/// How the search chooses and restarts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Focused,
    Stable,
}

/// Averages of the number of levels of what was learnt: over a short time, and over a long one.
#[derive(Clone, Copy, Debug, Default)]
struct Averages {
    fast: f64,
    slow: f64,
    count: u64,
}

/// Decides on restarts and modes, by conflict counts.
#[derive(Clone, Debug)]
pub(crate) struct Restarts {
    pub(crate) mode: Mode,
    /// By mode.
    averages: [Averages; 2],
    /// Conflicts since the last restart.
    since: u64,
    conflicts: u64,
    /// The end of this turn of the mode, and how many there were.
    turn_end: u64,
    turns: u64,
    /// Reluctant doubling.
    pair: (u64, u64),
}

impl Restarts {
    pub(crate) fn new(settings: &Settings) -> Restarts {
        Restarts {
            mode: Mode::Focused,
            averages: [Averages::default(); 2],
            since: 0,
            conflicts: 0,
            turn_end: settings.turn,
            turns: 1,
            pair: (1, 1),
        }
    }

    /// Takes note of a conflict.
    pub(crate) fn conflict(&mut self, distance: u32) {
        self.conflicts += 1;
        self.since += 1;
        let distance = f64::from(distance);
        let averages = &mut self.averages[self.mode as usize];
        averages.count += 1;
        // Exact averages at first, so that the start does not count too much.
        let seen = averages.count as f64;
        averages.fast += (distance - averages.fast) / seen.min(33.0);
        averages.slow += (distance - averages.slow) / seen.min(100_000.0);
    }

    /// Whether to restart now.
    pub(crate) fn due(&mut self, settings: &Settings) -> bool {
        match self.mode {
            Mode::Focused => {
                let Averages { fast, slow, .. } = self.averages[self.mode as usize];
                self.since >= settings.restart && fast > settings.margin * slow
            }
            Mode::Stable => self.since >= self.pair.1 * settings.stable_restart,
        }
    }

    /// Takes note of a restart.
    pub(crate) fn restarted(&mut self) {
        self.since = 0;
        if self.mode == Mode::Stable {
            let (u, v) = self.pair;
            self.pair = if u & u.wrapping_neg() == v { (u + 1, 1) } else { (u, 2 * v) };
        }
    }

    /// Whether the other mode begins now.
    pub(crate) fn turn(&mut self, settings: &Settings) -> bool {
        if self.conflicts < self.turn_end {
            return false;
        }
        self.turns += 1;
        self.turn_end = self.conflicts + settings.turn * self.turns;
        self.mode = match self.mode {
            Mode::Focused => Mode::Stable,
            Mode::Stable => Mode::Focused,
        };
        self.since = 0;
        self.pair = (1, 1);
        true
    }
}
