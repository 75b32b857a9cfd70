//! All values of a model, numbered without gaps: bit `i` of a domain stands for value number `i`.

use crate::model::domain::{Domain, run_length};

/// The union of all domains of a model. It is kept as runs, so a value is found by bisection
/// and a table of one run (the usual case) by a subtraction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values {
    runs: Vec<Run>,
    count: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Run {
    low: i32,
    high: i32,
    /// The number of `low`.
    start: u64,
}

impl Values {
    /// The table of the values of `domain`.
    pub(crate) fn of(domain: &Domain) -> Values {
        let mut count = 0;
        let mut runs = Vec::with_capacity(domain.runs().len());
        for &(low, high) in domain.runs() {
            runs.push(Run { low, high, start: count });
            count += run_length(low, high);
        }
        Values { runs, count }
    }

    /// How many different values the model has.
    pub fn count(&self) -> usize {
        usize::try_from(self.count).unwrap_or(usize::MAX)
    }

    /// How many 64-bit words hold one bit for each value.
    pub fn words(&self) -> usize {
        self.count().div_ceil(64)
    }

    /// The number of `value`, `0..count`; none if no domain of the model holds it.
    pub fn number_of(&self, value: i32) -> Option<usize> {
        let run = match self.runs.as_slice() {
            [only] => only,
            runs => runs.get(runs.partition_point(|run| run.low <= value).checked_sub(1)?)?,
        };
        (run.low <= value && value <= run.high)
            .then(|| (run.start + u64::from(value.abs_diff(run.low))) as usize)
    }

    /// Adds the runs of consecutive values with the numbers `low..=high` to `runs`.
    pub(crate) fn add_runs(&self, low: usize, high: usize, runs: &mut Vec<(i32, i32)>) {
        let (mut low, high) = (low as u64, high as u64);
        let first = self.runs.partition_point(|run| run.start <= low);
        for run in &self.runs[first.saturating_sub(1)..] {
            if low > high {
                return;
            }
            let last = high.min(run.start + run_length(run.low, run.high) - 1);
            let value = |number: u64| (i64::from(run.low) + (number - run.start) as i64) as i32;
            runs.push((value(low), value(last)));
            low = last + 1;
        }
    }

    /// The value with this number.
    ///
    /// # Panics
    /// If `number` is not below [`count`](Values::count).
    pub fn value_at(&self, number: usize) -> i32 {
        assert!(number < self.count(), "value number {number} of {}", self.count());
        let number = number as u64;
        let run = match self.runs.as_slice() {
            [only] => only,
            runs => &runs[runs.partition_point(|run| run.start <= number) - 1],
        };
        (i64::from(run.low) + (number - run.start) as i64) as i32
    }
}
