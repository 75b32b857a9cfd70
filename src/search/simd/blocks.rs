//! Blocks of 512 bits in the registers of AVX2 and AVX-512. The argument for the `unsafe` here is at the head of
//! [`crate::search::simd`].
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::search::simd::token::{Avx2, Avx512};
use crate::search::value_major::blocks::{Block, Lanes};

type Pair = (__m256i, __m256i);

/// Bit a lane: the lane (all ones or all zeros) is set.
///
/// # Safety
///
/// AVX2 is there.
#[inline]
#[target_feature(enable = "avx2")]
fn mask<const B: u32>(v: Pair) -> u64 {
    match B {
        16 => {
            let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(v.0, v.1));
            u64::from(_mm256_movemask_epi8(bytes) as u32)
        }
        32 => {
            let part = |v| _mm256_movemask_ps(_mm256_castsi256_ps(v)) as u64;
            part(v.0) | part(v.1) << 8
        }
        _ => {
            let part = |v| _mm256_movemask_pd(_mm256_castsi256_pd(v)) as u64;
            part(v.0) | part(v.1) << 4
        }
    }
}

/// Each lane all ones where it was zero.
#[inline]
#[target_feature(enable = "avx2")]
fn is_zero<const B: u32>(v: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    match B {
        16 => _mm256_cmpeq_epi16(v, zero),
        32 => _mm256_cmpeq_epi32(v, zero),
        _ => _mm256_cmpeq_epi64(v, zero),
    }
}

/// Each lane without its lowest bit.
#[inline]
#[target_feature(enable = "avx2")]
fn without_lowest<const B: u32>(v: __m256i) -> __m256i {
    let ones = _mm256_set1_epi8(-1);
    let less = match B {
        16 => _mm256_add_epi16(v, ones),
        32 => _mm256_add_epi32(v, ones),
        _ => _mm256_add_epi64(v, ones),
    };
    _mm256_and_si256(v, less)
}

/// Bit `i` of `word`, by an instruction that the compiler leaves alone: it gathers the shifts of several words into one
/// vector, which must wait until those words have left the store buffer.
#[inline]
#[target_feature(enable = "bmi2")]
fn bit(word: u64, i: u32) -> u64 {
    _pext_u64(word, 1 << i)
}

/// 1 if `set` has a bit. Two words by the one instruction for it: left to itself, the compiler turns loops over
/// boards into transpositions that cost more than they save.
#[inline(always)]
fn any<const W: usize>(set: &[u64; W]) -> u64 {
    if W == 2 {
        // SAFETY: called by the two implementations below only, whose tokens prove AVX2, which implies SSE4.1.
        unsafe {
            let v = _mm_set_epi64x(set[1] as i64, set[0] as i64);
            (_mm_testz_si128(v, v) ^ 1) as u64
        }
    } else {
        u64::from(set.iter().fold(0, |all, word| all | word) != 0)
    }
}

// SAFETY, for every block of this implementation: the token proves that the processor has AVX2; loads read
// one whole block through a reference.
impl Lanes for Avx2 {
    type V = Pair;
    #[inline(always)]
    fn zero(self) -> Pair {
        unsafe { (_mm256_setzero_si256(), _mm256_setzero_si256()) }
    }
    #[inline(always)]
    fn splat<const W: usize, const B: u32>(self, board: &[u64; W], k: usize) -> Pair {
        let p = board.as_ptr();
        assert!((k + 1) * B as usize <= 64 * W);
        let v = unsafe {
            match B {
                16 => _mm256_set1_epi16(p.cast::<i16>().add(k).read()),
                32 => _mm256_set1_epi32(p.cast::<i32>().add(k).read()),
                _ => _mm256_set1_epi64x(p.cast::<i64>().add(k).read()),
            }
        };
        (v, v)
    }
    #[inline(always)]
    fn and(self, v: Pair, block: &Block) -> Pair {
        let p = block.0.as_ptr().cast::<__m256i>();
        unsafe {
            (_mm256_and_si256(v.0, _mm256_load_si256(p)), _mm256_and_si256(v.1, _mm256_load_si256(p.add(1))))
        }
    }
    #[inline(always)]
    fn both(self, a: Pair, b: Pair) -> Pair {
        unsafe { (_mm256_and_si256(a.0, b.0), _mm256_and_si256(a.1, b.1)) }
    }
    #[inline(always)]
    fn either(self, a: Pair, b: Pair) -> Pair {
        unsafe { (_mm256_or_si256(a.0, b.0), _mm256_or_si256(a.1, b.1)) }
    }
    #[inline(always)]
    fn zeros<const B: u32>(self, v: Pair) -> u64 {
        unsafe { mask::<B>((is_zero::<B>(v.0), is_zero::<B>(v.1))) }
    }
    #[inline(always)]
    fn at_most_one<const B: u32>(self, v: Pair) -> u64 {
        self.zeros::<B>(unsafe { (without_lowest::<B>(v.0), without_lowest::<B>(v.1)) })
    }
    #[inline(always)]
    fn transpose<const V: usize>(self, domains: &[u64; 64], values: usize, mut each: impl FnMut(usize, u64)) {
        let p = domains.as_ptr().cast::<__m256i>();
        let load = |i: usize| unsafe { _mm256_loadu_si256(p.add(i)) };
        if V <= 16 {
            // Sixteen domains a register, sixteen bits each.
            let order = unsafe { _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7) };
            let narrow = |i: usize| unsafe {
                let first = _mm256_packus_epi32(load(i), load(i + 1));
                let second = _mm256_packus_epi32(load(i + 2), load(i + 3));
                _mm256_permutevar8x32_epi32(_mm256_packus_epi32(first, second), order)
            };
            let (a, b, c, d) = (narrow(0), narrow(4), narrow(8), narrow(12));
            for v in 0..values {
                let word = unsafe {
                    let count = _mm_cvtsi32_si128(15 - v as i32);
                    let top = |x| _mm256_srai_epi16::<15>(_mm256_sll_epi16(x, count));
                    mask::<16>((top(a), top(b))) | mask::<16>((top(c), top(d))) << 32
                };
                each(v, word);
            }
            return;
        }
        for v in 0..values {
            let count = unsafe { _mm_cvtsi32_si128(63 - v as i32) };
            let word = (0..16).fold(0, |word, i| unsafe {
                let top = _mm256_castsi256_pd(_mm256_sll_epi64(load(i), count));
                word | (_mm256_movemask_pd(top) as u64) << (4 * i)
            });
            each(v, word);
        }
    }
    #[inline(always)]
    fn bit(self, word: u64, i: u32) -> u64 {
        word >> i & 1
    }
    #[inline(always)]
    fn any<const W: usize>(self, set: &[u64; W]) -> u64 {
        any(set)
    }
    #[inline(always)]
    fn one_zero<const B: u32>(self, a: Pair, b: Pair) -> u64 {
        unsafe {
            let differ = |a, b| _mm256_xor_si256(is_zero::<B>(a), is_zero::<B>(b));
            mask::<B>((differ(a.0, b.0), differ(a.1, b.1)))
        }
    }
}

// SAFETY, for every block of this implementation: the token proves that the processor has AVX-512 F, BW, DQ
// and VL; loads read one whole block through a reference.
impl Lanes for Avx512 {
    type V = __m512i;
    #[inline(always)]
    fn zero(self) -> __m512i {
        unsafe { _mm512_setzero_si512() }
    }
    #[inline(always)]
    fn splat<const W: usize, const B: u32>(self, board: &[u64; W], k: usize) -> __m512i {
        let p = board.as_ptr();
        assert!((k + 1) * B as usize <= 64 * W);
        unsafe {
            match B {
                16 => _mm512_set1_epi16(p.cast::<i16>().add(k).read()),
                32 => _mm512_set1_epi32(p.cast::<i32>().add(k).read()),
                _ => _mm512_set1_epi64(p.cast::<i64>().add(k).read()),
            }
        }
    }
    #[inline(always)]
    fn and(self, v: __m512i, block: &Block) -> __m512i {
        unsafe { _mm512_and_si512(v, _mm512_load_si512(block.0.as_ptr().cast())) }
    }
    #[inline(always)]
    fn both(self, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_and_si512(a, b) }
    }
    #[inline(always)]
    fn either(self, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_or_si512(a, b) }
    }
    #[inline(always)]
    fn zeros<const B: u32>(self, v: __m512i) -> u64 {
        unsafe {
            match B {
                16 => u64::from(_mm512_testn_epi16_mask(v, v)),
                32 => u64::from(_mm512_testn_epi32_mask(v, v)),
                _ => u64::from(_mm512_testn_epi64_mask(v, v)),
            }
        }
    }
    #[inline(always)]
    fn at_most_one<const B: u32>(self, v: __m512i) -> u64 {
        unsafe {
            let ones = _mm512_set1_epi8(-1);
            match B {
                16 => u64::from(_mm512_testn_epi16_mask(v, _mm512_add_epi16(v, ones))),
                32 => u64::from(_mm512_testn_epi32_mask(v, _mm512_add_epi32(v, ones))),
                _ => u64::from(_mm512_testn_epi64_mask(v, _mm512_add_epi64(v, ones))),
            }
        }
    }
    #[inline(always)]
    fn transpose<const V: usize>(self, domains: &[u64; 64], values: usize, mut each: impl FnMut(usize, u64)) {
        let p = domains.as_ptr();
        let load = |i: usize| unsafe { _mm512_loadu_si512(p.add(8 * i).cast()) };
        if V <= 16 {
            // Thirty-two domains a register, sixteen bits each.
            let narrow = |i: usize| unsafe {
                let quarter = |j: usize| _mm512_cvtepi64_epi16(load(i + j));
                let v = _mm512_inserti32x4::<1>(_mm512_castsi128_si512(quarter(0)), quarter(1));
                _mm512_inserti32x4::<3>(_mm512_inserti32x4::<2>(v, quarter(2)), quarter(3))
            };
            let (low, high) = (narrow(0), narrow(4));
            for v in 0..values {
                let word = unsafe {
                    let bit = _mm512_set1_epi16((1u32 << v) as i16);
                    let half = |x| u64::from(_mm512_test_epi16_mask(x, bit));
                    half(low) | half(high) << 32
                };
                each(v, word);
            }
            return;
        }
        for v in 0..values {
            let word = (0..8).fold(0, |word, i| unsafe {
                let bit = _mm512_set1_epi64((1u64 << v) as i64);
                word | u64::from(_mm512_test_epi64_mask(load(i), bit)) << (8 * i)
            });
            each(v, word);
        }
    }
    #[inline(always)]
    fn bit(self, word: u64, i: u32) -> u64 {
        unsafe { bit(word, i) }
    }
    #[inline(always)]
    fn any<const W: usize>(self, set: &[u64; W]) -> u64 {
        any(set)
    }
    #[inline(always)]
    fn one_zero<const B: u32>(self, a: __m512i, b: __m512i) -> u64 {
        self.zeros::<B>(a) ^ self.zeros::<B>(b)
    }
}
