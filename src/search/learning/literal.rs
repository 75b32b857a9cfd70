//! Literals of learning search: small numbers.

/// That a variable has a value, or has not. The pair of variable and value is a *slot*, numbered by
/// [`Slots`](crate::search::learning::slots::Slots).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Lit(pub(crate) u32);

impl Lit {
    #[inline]
    pub(crate) fn is(slot: u32) -> Lit {
        Lit(slot << 1)
    }

    #[inline]
    pub(crate) fn is_not(slot: u32) -> Lit {
        Lit(slot << 1 | 1)
    }

    #[inline]
    pub(crate) fn slot(self) -> u32 {
        self.0 >> 1
    }

    #[inline]
    pub(crate) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Its opposite.
    #[inline]
    pub(crate) fn opposite(self) -> Lit {
        Lit(self.0 ^ 1)
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}
