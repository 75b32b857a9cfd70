//! Sets of sums, as bits from a lowest one on.

use smallvec::{SmallVec, smallvec};

use crate::store::store::ones;

/// A set of sums that lie not far from each other.
#[derive(Clone, Debug)]
pub(crate) struct Totals {
    low: i64,
    bits: SmallVec<[u64; 4]>,
}

impl Totals {
    /// None of `low..=high`.
    pub(crate) fn none(low: i64, high: i64) -> Totals {
        let words = (high - low) as usize / 64 + 1;
        Totals { low, bits: smallvec![0; words] }
    }

    pub(crate) fn only(sum: i64) -> Totals {
        Totals { low: sum, bits: smallvec![1] }
    }

    /// `sum` must lie in the range that the set was made for.
    #[inline]
    pub(crate) fn insert(&mut self, sum: i64) {
        let place = (sum - self.low) as usize;
        self.bits[place / 64] |= 1 << (place % 64);
    }

    #[inline]
    pub(crate) fn contains(&self, sum: i64) -> bool {
        let place = sum.wrapping_sub(self.low) as u64;
        let word = (place / 64) as usize;
        sum >= self.low && word < self.bits.len() && self.bits[word] >> (place % 64) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bits.iter().all(|&word| word == 0)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        let places = self.bits.iter().enumerate().flat_map(|(word, &bits)| ones(word, bits));
        places.map(|place| self.low + place as i64)
    }

    fn count(&self) -> u32 {
        self.bits.iter().map(|word| word.count_ones()).sum()
    }

    /// The sums of one of each.
    pub(crate) fn plus(&self, other: &Totals) -> Totals {
        let (few, many) = if self.count() <= other.count() { (self, other) } else { (other, self) };
        if let ([few_bits], [many_bits]) = (&few.bits[..], &many.bits[..]) {
            let sum = ones(0, *few_bits).fold(0, |sum, shift| sum | u128::from(*many_bits) << shift);
            let bits = match sum >> 64 {
                0 => smallvec![sum as u64],
                high => smallvec![sum as u64, high as u64],
            };
            return Totals { low: few.low + many.low, bits };
        }
        let mut bits: SmallVec<[u64; 4]> = smallvec![0; few.bits.len() + many.bits.len()];
        for shift in few.bits.iter().enumerate().flat_map(|(word, &bits)| ones(word, bits)) {
            let (words, shift) = (shift / 64, shift % 64);
            for (word, &add) in many.bits.iter().enumerate() {
                bits[words + word] |= add << shift;
                if shift > 0 {
                    bits[words + word + 1] |= add >> (64 - shift);
                }
            }
        }
        while bits.len() > 1 && bits.last() == Some(&0) {
            bits.pop();
        }
        Totals { low: few.low + many.low, bits }
    }

    /// The differences: one of these less one of `other`.
    pub(crate) fn minus(&self, other: &Totals) -> Totals {
        let high = other.low + other.bits.len() as i64 * 64 - 1;
        let mut opposite = Totals::none(-high, -other.low);
        for sum in other.iter() {
            opposite.insert(-sum);
        }
        self.plus(&opposite)
    }

    pub(crate) fn retain(&mut self, keep: impl Fn(i64) -> bool) {
        for (word, bits) in self.bits.iter_mut().enumerate() {
            for place in ones(word, *bits) {
                if !keep(self.low + place as i64) {
                    *bits &= !(1 << (place % 64));
                }
            }
        }
    }
}
