//! The machine word that holds the domain of one variable in one lane.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// An unsigned integer of which bit `v` says that value number `v` is still possible.
///
/// Implemented for `u8`, `u16`, `u32` and `u64`; the narrowest one that holds all values of a plan gives the most
/// lanes in a vector register.
pub(crate) trait Word:
    Copy
    + Eq
    + Ord
    + Debug
    + Send
    + Sync
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + 'static
{
    /// No value.
    const ZERO: Self;
    /// All bits set.
    const ONES: Self;
    /// The low bits of `bits`.
    fn from_bits(bits: u64) -> Self;
    /// The word as 64 bits.
    #[cfg(test)]
    fn bits(self) -> u64;
    /// One less, wrapping at zero.
    fn less_one(self) -> Self;
    /// How many values there are.
    fn count(self) -> u32;
    /// The number of the lowest value; the width of the word if there is none.
    fn lowest(self) -> u32;
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const ZERO: Self = 0;
            const ONES: Self = <$word>::MAX;
            #[inline(always)]
            fn from_bits(bits: u64) -> Self {
                bits as $word
            }
            #[cfg(test)]
            fn bits(self) -> u64 {
                u64::from(self)
            }
            #[inline(always)]
            fn less_one(self) -> Self {
                self.wrapping_sub(1)
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
        }
    )*};
}

word!(u8, u16, u32, u64);

/// One word in each of `L` lanes, aligned so that a load never crosses a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Pack<W, const L: usize>(pub(crate) [W; L]);

impl<W: Word, const L: usize> Pack<W, L> {
    pub(crate) const ZERO: Self = Pack([W::ZERO; L]);
    pub(crate) const ONES: Self = Pack([W::ONES; L]);
}
