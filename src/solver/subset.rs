//! A smallest part of many things that is still enough.

use crate::solver::outcome::Stopped;

/// What is left of many things when all that can be left out is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Subset<T> {
    /// These are enough, and none of them can be left out.
    Smallest(T),
    /// These are enough; a limit, or a cancellation, before it was known whether each of them is needed.
    SoFar(T, Stopped),
    /// Even all of them are not enough.
    NotEnough,
    /// A limit, or a cancellation, before it was known whether all of them are enough.
    Stopped(Stopped),
}

impl<T> Subset<T> {
    /// The same in another form.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Subset<U> {
        match self {
            Subset::Smallest(items) => Subset::Smallest(change(items)),
            Subset::SoFar(items, stopped) => Subset::SoFar(change(items), stopped),
            Subset::NotEnough => Subset::NotEnough,
            Subset::Stopped(stopped) => Subset::Stopped(stopped),
        }
    }

    /// What is known to be enough, the smallest or not.
    pub fn enough(self) -> Option<T> {
        match self {
            Subset::Smallest(items) | Subset::SoFar(items, _) => Some(items),
            Subset::NotEnough | Subset::Stopped(_) => None,
        }
    }
}

/// A smallest-by-inclusion subset of the items `0..items` of which `enough` says that it is enough: which constraints
/// contradict each other, which givens are needed, and the like. `enough` is asked with ascending items, and what is
/// enough must stay so with more items. Items that come first are left out first, so the order decides which of the
/// smallest subsets is found. When `enough` was stopped, the smallest set known so far is the answer.
///
/// This is deletion in growing steps and bisection where a step was too long (J. Marques-Silva, M. Janota and A. Belov,
/// *Minimal sets over monotone predicates in Boolean formulae*, CAV 2013, the algorithm *progression*; compare U. Junker,
/// *QuickXplain*, AAAI 2004): with k of n items in the result about k (1 + log(n / k)) questions, n + 1 at worst about.
///
/// ```
/// use pencilmark::{Subset, smallest_subset};
///
/// // Enough is what adds up to 10 or more.
/// let weights = [1, 6, 2, 5, 3];
/// let enough = |items: &[usize]| Ok(items.iter().map(|&item| weights[item]).sum::<i32>() >= 10);
/// assert_eq!(smallest_subset(weights.len(), enough), Subset::Smallest(vec![2, 3, 4]));
/// ```
pub fn smallest_subset(
    items: usize,
    mut enough: impl FnMut(&[usize]) -> Result<bool, Stopped>,
) -> Subset<Vec<usize>> {
    let mut open: Vec<usize> = (0..items).collect();
    match enough(&open) {
        Ok(true) => {}
        Ok(false) => return Subset::NotEnough,
        Err(stopped) => return Subset::Stopped(stopped),
    }
    // Ascending and before all that is open: `needed` and then `open` from `start` on are enough.
    let (mut needed, mut start, mut step) = (Vec::new(), 0, 1);
    // So many of the first open items cannot be left out together.
    let mut too_many = None;
    while start < open.len() {
        if too_many == Some(1) {
            needed.push(open[start]);
            (start, step, too_many) = (start + 1, 1, None);
            continue;
        }
        let left_out = too_many.map_or(step, |count| count / 2).min(open.len() - start);
        let tried = [&needed[..], &open[start + left_out..]].concat();
        match enough(&tried) {
            Ok(true) => {
                start += left_out;
                step = left_out * 2;
                too_many = too_many.map(|count| count - left_out);
            }
            Ok(false) => too_many = Some(left_out),
            Err(stopped) => {
                needed.extend(open.drain(start..));
                return Subset::SoFar(needed, stopped);
            }
        }
    }
    Subset::Smallest(needed)
}
