//! The few operations on a word in each lane that a sweep is made of.

use crate::search::lanes::word::{Pack, Word};

/// A way to compute with `L` words at once. Whoever has a value of such a type may use its instructions.
pub(crate) trait Isa<W: Word, const L: usize>: Copy {
    /// A word in each lane.
    type V: Copy;

    /// Reads a pack.
    fn load(self, pack: &Pack<W, L>) -> Self::V;
    /// Writes a pack.
    fn store(self, pack: &mut Pack<W, L>, words: Self::V);
    /// The same word in all lanes.
    fn splat(self, word: W) -> Self::V;
    /// All bits in the lanes of `lanes`, none in the others.
    fn spread(self, lanes: u64) -> Self::V;
    /// The bits in both.
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    /// The bits in either.
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// The bits in only one.
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// The bits in `a` and not in `b`.
    fn without(self, a: Self::V, b: Self::V) -> Self::V;
    /// The words without their lowest bit.
    fn drop_lowest(self, a: Self::V) -> Self::V;
    /// The words with at most one bit; nothing in the other lanes.
    fn at_most_one(self, a: Self::V) -> Self::V;
    /// The bits in both; all of `a` in the lanes where that is none.
    fn prefer(self, a: Self::V, b: Self::V) -> Self::V;
    /// The smaller word, or any word that is zero if and only if one of the two is.
    fn least(self, a: Self::V, b: Self::V) -> Self::V;
    /// The lanes whose word is zero.
    fn zeros(self, a: Self::V) -> u64;
}

/// Plain loops, for any machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

impl<W: Word, const L: usize> Isa<W, L> for Plain {
    type V = [W; L];

    #[inline(always)]
    fn load(self, pack: &Pack<W, L>) -> [W; L] {
        pack.0
    }

    #[inline(always)]
    fn store(self, pack: &mut Pack<W, L>, words: [W; L]) {
        pack.0 = words;
    }

    #[inline(always)]
    fn splat(self, word: W) -> [W; L] {
        [word; L]
    }

    #[inline(always)]
    fn spread(self, lanes: u64) -> [W; L] {
        std::array::from_fn(|l| if lanes >> l & 1 == 0 { W::ZERO } else { W::ONES })
    }

    #[inline(always)]
    fn and(self, a: [W; L], b: [W; L]) -> [W; L] {
        std::array::from_fn(|l| a[l] & b[l])
    }

    #[inline(always)]
    fn or(self, a: [W; L], b: [W; L]) -> [W; L] {
        std::array::from_fn(|l| a[l] | b[l])
    }

    #[inline(always)]
    fn xor(self, a: [W; L], b: [W; L]) -> [W; L] {
        std::array::from_fn(|l| a[l] ^ b[l])
    }

    #[inline(always)]
    fn without(self, a: [W; L], b: [W; L]) -> [W; L] {
        std::array::from_fn(|l| a[l] & !b[l])
    }

    #[inline(always)]
    fn drop_lowest(self, a: [W; L]) -> [W; L] {
        std::array::from_fn(|l| a[l] & a[l].less_one())
    }

    #[inline(always)]
    fn at_most_one(self, a: [W; L]) -> [W; L] {
        std::array::from_fn(|l| if a[l] & a[l].less_one() == W::ZERO { a[l] } else { W::ZERO })
    }

    #[inline(always)]
    fn prefer(self, a: [W; L], b: [W; L]) -> [W; L] {
        std::array::from_fn(|l| if a[l] & b[l] == W::ZERO { a[l] } else { a[l] & b[l] })
    }

    #[inline(always)]
    fn least(self, a: [W; L], b: [W; L]) -> [W; L] {
        std::array::from_fn(|l| a[l].min(b[l]))
    }

    #[inline(always)]
    fn zeros(self, a: [W; L]) -> u64 {
        (0..L).fold(0, |lanes, l| lanes | u64::from(a[l] == W::ZERO) << l)
    }
}
