//! Lanes without any instruction set in particular.

use crate::search::value_major::blocks::{Block, Lanes};

/// Lanes in eight ordinary words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

/// The lowest bit of every lane of `B` bits.
const fn lows(lane_bits: u32) -> u64 {
    match lane_bits {
        16 => 0x0001_0001_0001_0001,
        32 => 0x0000_0001_0000_0001,
        _ => 1,
    }
}

/// Gathers the top bit of each lane of the eight words: lane 0 of word 0 first.
#[inline(always)]
fn top_bits<const B: u32>(words: [u64; 8]) -> u64 {
    let a_word = 64 / B;
    // The product brings the top bits of a word together in its highest bits: lane i moves to bit 64 - a_word + i.
    let gather = match B {
        16 => (1 << 60) | (1 << 45) | (1 << 30) | (1 << 15),
        32 => (1 << 31) | (1 << 62),
        _ => 1 << 63,
    };
    let mut out = 0;
    for (i, word) in words.into_iter().enumerate() {
        let tops = word >> (B - 1) & lows(B);
        out |= (tops.wrapping_mul(gather) >> (64 - a_word)) << (i as u32 * a_word);
    }
    out
}

impl Plain {
    /// The top bit of each lane that is zero.
    #[inline(always)]
    fn zero_tops<const B: u32>(v: [u64; 8]) -> [u64; 8] {
        let high = lows(B) << (B - 1);
        v.map(|x| !(((x & !high).wrapping_add(!high)) | x) & high)
    }
}

impl Lanes for Plain {
    type V = [u64; 8];
    #[inline(always)]
    fn zero(self) -> [u64; 8] {
        [0; 8]
    }
    #[inline(always)]
    fn splat<const W: usize, const B: u32>(self, board: &[u64; W], k: usize) -> [u64; 8] {
        let from = k * B as usize;
        let chunk = board[from / 64] >> (from % 64);
        [(chunk & (u64::MAX >> (64 - B))).wrapping_mul(lows(B)); 8]
    }
    #[inline(always)]
    fn and(self, v: [u64; 8], block: &Block) -> [u64; 8] {
        self.both(v, block.0)
    }
    #[inline(always)]
    fn both(self, mut a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        for i in 0..8 {
            a[i] &= b[i];
        }
        a
    }
    #[inline(always)]
    fn either(self, mut a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        for i in 0..8 {
            a[i] |= b[i];
        }
        a
    }
    #[inline(always)]
    fn zeros<const B: u32>(self, v: [u64; 8]) -> u64 {
        top_bits::<B>(Plain::zero_tops::<B>(v))
    }
    #[inline(always)]
    fn at_most_one<const B: u32>(self, v: [u64; 8]) -> u64 {
        let high = lows(B) << (B - 1);
        let rest = v.map(|x| x & ((x | high).wrapping_sub(lows(B)) ^ (!x & high)));
        top_bits::<B>(Plain::zero_tops::<B>(rest))
    }
    #[inline(always)]
    fn transpose<const V: usize>(self, domains: &[u64; 64], values: usize, mut each: impl FnMut(usize, u64)) {
        for v in 0..values {
            each(v, (0..64).fold(0, |word, i| word | (domains[i] >> v & 1) << i));
        }
    }
    #[inline(always)]
    fn bit(self, word: u64, i: u32) -> u64 {
        word >> i & 1
    }
    #[inline(always)]
    fn any<const W: usize>(self, set: &[u64; W]) -> u64 {
        u64::from(set.iter().fold(0, |all, word| all | word) != 0)
    }
    #[inline(always)]
    fn one_zero<const B: u32>(self, a: [u64; 8], b: [u64; 8]) -> u64 {
        let (mut a, b) = (Plain::zero_tops::<B>(a), Plain::zero_tops::<B>(b));
        for i in 0..8 {
            a[i] ^= b[i];
        }
        top_bits::<B>(a)
    }
}
