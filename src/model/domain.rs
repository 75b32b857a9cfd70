//! The values that a variable may take at the start, as runs of consecutive integers.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

/// A finite set of integers, anywhere in `i32`, with gaps or without.
///
/// It is kept as runs of consecutive integers, so `i32::MIN..=i32::MAX` is as small as `1..=9`.
///
/// ```
/// use pencilmark::Domain;
///
/// let digits = Domain::from(1..=9);
/// assert_eq!(digits.len(), 9);
/// let odd = Domain::from([7, -3, 5, 5]);
/// assert_eq!(odd.values().collect::<Vec<_>>(), [-3, 5, 7]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Domain {
    /// Inclusive runs, ascending, with a gap between any two.
    runs: SmallVec<[(i32, i32); 1]>,
}

impl Domain {
    /// How many values it holds.
    pub fn len(&self) -> u64 {
        self.runs.iter().map(|&(low, high)| run_length(low, high)).sum()
    }

    /// Whether it holds no value at all.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Its lowest value; none if it is empty.
    pub fn lowest(&self) -> Option<i32> {
        self.runs.first().map(|&(low, _)| low)
    }

    /// Its highest value; none if it is empty.
    pub fn highest(&self) -> Option<i32> {
        self.runs.last().map(|&(_, high)| high)
    }

    /// Whether it holds `value`.
    pub fn contains(&self, value: i32) -> bool {
        let after = self.runs.partition_point(|&(low, _)| low <= value);
        after > 0 && value <= self.runs[after - 1].1
    }

    /// Its values, ascending.
    pub fn values(&self) -> impl Iterator<Item = i32> + '_ {
        self.runs.iter().flat_map(|&(low, high)| low..=high)
    }

    /// All values of some domains.
    pub fn union(domains: impl IntoIterator<Item = Domain>) -> Domain {
        Domain::from_runs(domains.into_iter().flat_map(|domain| domain.runs).collect())
    }

    /// Its runs of consecutive values, ascending, as (lowest, highest).
    pub(crate) fn runs(&self) -> &[(i32, i32)] {
        &self.runs
    }

    /// The union of any number of runs, in any order.
    pub(crate) fn from_runs(mut runs: Vec<(i32, i32)>) -> Domain {
        runs.retain(|&(low, high)| low <= high);
        runs.sort_unstable();
        let mut merged: SmallVec<[(i32, i32); 1]> = SmallVec::new();
        for (low, high) in runs {
            match merged.last_mut() {
                Some(last) if i64::from(low) <= i64::from(last.1) + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Domain { runs: merged }
    }
}

/// How many integers lie in `low..=high`, which is not empty.
pub(crate) fn run_length(low: i32, high: i32) -> u64 {
    u64::from(high.abs_diff(low)) + 1
}

impl From<RangeInclusive<i32>> for Domain {
    fn from(range: RangeInclusive<i32>) -> Domain {
        if range.is_empty() {
            return Domain::default();
        }
        Domain { runs: SmallVec::from_buf([(*range.start(), *range.end())]) }
    }
}

impl FromIterator<i32> for Domain {
    fn from_iter<I: IntoIterator<Item = i32>>(values: I) -> Domain {
        Domain::from_runs(values.into_iter().map(|value| (value, value)).collect())
    }
}

impl From<&[i32]> for Domain {
    fn from(values: &[i32]) -> Domain {
        values.iter().copied().collect()
    }
}

impl From<Vec<i32>> for Domain {
    fn from(values: Vec<i32>) -> Domain {
        values.into_iter().collect()
    }
}

impl<const N: usize> From<[i32; N]> for Domain {
    fn from(values: [i32; N]) -> Domain {
        values.into_iter().collect()
    }
}

impl From<&Domain> for Domain {
    fn from(domain: &Domain) -> Domain {
        domain.clone()
    }
}
