//! In how many variables of a scope each value is left, told by three counts: none, one, more.

/// For the values of one word: in how many variables of a scope they are left. Bit by bit, as everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// Left in at least one variable.
    pub once: u64,
    /// Left in at least two.
    pub twice: u64,
    /// The only value of at least one variable.
    pub fixed: u64,
    /// The only value of at least two.
    pub fixed_twice: u64,
    /// Left in at least one variable that has other values too.
    pub open: u64,
}

impl Tally {
    /// The tally of both scopes together.
    pub(crate) fn and(self, other: Tally) -> Tally {
        Tally {
            once: self.once | other.once,
            twice: self.twice | other.twice | self.once & other.once,
            fixed: self.fixed | other.fixed,
            fixed_twice: self.fixed_twice | other.fixed_twice | self.fixed & other.fixed,
            open: self.open | other.open,
        }
    }

    /// Counts a variable with these values in; `mask` is all ones if they are its only value, else zero.
    #[inline]
    pub(crate) fn add(&mut self, values: u64, mask: u64) {
        self.twice |= self.once & values;
        self.once |= values;
        self.fixed_twice |= self.fixed & values & mask;
        self.fixed |= values & mask;
        self.open |= values & !mask;
    }
}
