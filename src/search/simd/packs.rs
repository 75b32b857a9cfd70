//! One word in each lane, as AVX2 and AVX-512 instructions: what [`Plain`](crate::search::lanes::vector::Plain) does by
//! loops. The argument for the `unsafe` here is at the head of [`crate::search::simd`].
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::search::lanes::vector::Isa;
use crate::search::lanes::word::Pack;
use crate::search::simd::token::{Avx2, Avx512};

/// The same for each vector, written out.
macro_rules! each {
    (1, $i:ident, $body:expr) => {
        [{
            let $i = 0;
            $body
        }]
    };
    (2, $i:ident, $body:expr) => {
        [
            {
                let $i = 0;
                $body
            },
            {
                let $i = 1;
                $body
            },
        ]
    };
}

/// The operations whose instructions do not depend on the width of the words.
macro_rules! bitwise {
    ($word:ty, $lanes:literal, $n:tt, $v:ty, $and:ident, $or:ident, $xor:ident, $andnot:ident) => {
        type V = [$v; $n];

        #[inline(always)]
        fn load(self, pack: &Pack<$word, $lanes>) -> [$v; $n] {
            const { assert!(size_of::<[$word; $lanes]>() == size_of::<[$v; $n]>()) };
            const { assert!(align_of::<Pack<$word, $lanes>>() >= align_of::<$v>()) };
            // SAFETY: the words are as large as the vectors and aligned for them, and any bits are valid.
            unsafe { std::ptr::from_ref(pack).cast::<[$v; $n]>().read() }
        }

        #[inline(always)]
        fn store(self, pack: &mut Pack<$word, $lanes>, words: [$v; $n]) {
            const { assert!(size_of::<[$word; $lanes]>() == size_of::<[$v; $n]>()) };
            const { assert!(align_of::<Pack<$word, $lanes>>() >= align_of::<$v>()) };
            // SAFETY: as above; any bits are valid words.
            unsafe { std::ptr::from_mut(pack).cast::<[$v; $n]>().write(words) }
        }

        #[inline(always)]
        fn and(self, a: [$v; $n], b: [$v; $n]) -> [$v; $n] {
            // SAFETY: `self` says that the machine has the instruction; so in every function below.
            each!($n, i, unsafe { $and(a[i], b[i]) })
        }

        #[inline(always)]
        fn or(self, a: [$v; $n], b: [$v; $n]) -> [$v; $n] {
            // SAFETY: see `and`.
            each!($n, i, unsafe { $or(a[i], b[i]) })
        }

        #[inline(always)]
        fn xor(self, a: [$v; $n], b: [$v; $n]) -> [$v; $n] {
            // SAFETY: see `and`.
            each!($n, i, unsafe { $xor(a[i], b[i]) })
        }

        #[inline(always)]
        fn without(self, a: [$v; $n], b: [$v; $n]) -> [$v; $n] {
            // SAFETY: see `and`.
            each!($n, i, unsafe { $andnot(b[i], a[i]) })
        }
    };
}

/// AVX2: comparisons give a mask in a vector. Instructions: splat, subtract, equal; least; mask to bits.
macro_rules! avx2 {
    ($word:ty, $signed:ty, $lanes:literal, $n:tt, $splat:ident, $sub:ident, $equal:ident, $least:ident, $bits:expr) => {
        impl Isa<$word, $lanes> for Avx2 {
            bitwise!(
                $word,
                $lanes,
                $n,
                __m256i,
                _mm256_and_si256,
                _mm256_or_si256,
                _mm256_xor_si256,
                _mm256_andnot_si256
            );

            #[inline(always)]
            fn splat(self, word: $word) -> Self::V {
                // SAFETY: see `and`.
                each!($n, _i, unsafe { $splat(word as $signed) })
            }

            #[inline(always)]
            fn spread(self, lanes: u64) -> Self::V {
                self.load(&Pack(std::array::from_fn(|l| if lanes >> l & 1 == 0 { 0 } else { <$word>::MAX })))
            }

            #[inline(always)]
            fn drop_lowest(self, a: Self::V) -> Self::V {
                // SAFETY: see `and`.
                each!($n, i, unsafe { _mm256_and_si256(a[i], $sub(a[i], $splat(1))) })
            }

            #[inline(always)]
            fn at_most_one(self, a: Self::V) -> Self::V {
                // SAFETY: see `and`.
                each!($n, i, unsafe {
                    let more = _mm256_and_si256(a[i], $sub(a[i], $splat(1)));
                    _mm256_and_si256(a[i], $equal(more, _mm256_setzero_si256()))
                })
            }

            #[inline(always)]
            fn prefer(self, a: Self::V, b: Self::V) -> Self::V {
                // SAFETY: see `and`.
                each!($n, i, unsafe {
                    let both = _mm256_and_si256(a[i], b[i]);
                    _mm256_or_si256(both, _mm256_and_si256(a[i], $equal(both, _mm256_setzero_si256())))
                })
            }

            #[inline(always)]
            fn least(self, a: Self::V, b: Self::V) -> Self::V {
                // SAFETY: see `and`.
                each!($n, i, unsafe { $least(a[i], b[i]) })
            }

            #[inline(always)]
            fn zeros(self, a: Self::V) -> u64 {
                let bits: fn(Self::V) -> u64 = $bits;
                // SAFETY: see `and`.
                bits(each!($n, i, unsafe { $equal(a[i], _mm256_setzero_si256()) }))
            }
        }
    };
}

/// There is no instruction for the least of two unsigned words of 64 bits: all ones where neither is zero.
#[target_feature(enable = "avx2")]
#[inline]
fn least_64(a: __m256i, b: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    let none = _mm256_or_si256(_mm256_cmpeq_epi64(a, zero), _mm256_cmpeq_epi64(b, zero));
    _mm256_andnot_si256(none, _mm256_set1_epi8(-1))
}

// SAFETY (of the closures): called by `zeros` only, see `and`.
avx2!(u8, i8, 64, 2, _mm256_set1_epi8, _mm256_sub_epi8, _mm256_cmpeq_epi8, _mm256_min_epu8, |masks| {
    let bits = each!(2, i, u64::from(unsafe { _mm256_movemask_epi8(masks[i]) } as u32));
    bits[0] | bits[1] << 32
});
avx2!(u16, i16, 32, 2, _mm256_set1_epi16, _mm256_sub_epi16, _mm256_cmpeq_epi16, _mm256_min_epu16, |masks| {
    // Packing goes by halves of vectors; the permutation puts the quarters in order.
    let bytes = unsafe { _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(masks[0], masks[1])) };
    u64::from(unsafe { _mm256_movemask_epi8(bytes) } as u32)
});
avx2!(u32, i32, 16, 2, _mm256_set1_epi32, _mm256_sub_epi32, _mm256_cmpeq_epi32, _mm256_min_epu32, |masks| {
    let bits = each!(2, i, u64::from(unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(masks[i])) } as u32));
    bits[0] | bits[1] << 8
});
avx2!(u64, i64, 8, 2, _mm256_set1_epi64x, _mm256_sub_epi64, _mm256_cmpeq_epi64, least_64, |masks| {
    let bits = each!(2, i, u64::from(unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(masks[i])) } as u32));
    bits[0] | bits[1] << 4
});

/// AVX-512: comparisons give a mask register. Instructions: splat, subtract; test for no common bit; select; least.
macro_rules! avx512 {
    (
        $word:ty, $signed:ty, $lanes:literal, $n:tt, $splat:ident, $sub:ident, $disjoint:ident, $only:ident, $select:ident,
        $spread:ident, $least:ident
    ) => {
        impl Isa<$word, $lanes> for Avx512 {
            bitwise!(
                $word,
                $lanes,
                $n,
                __m512i,
                _mm512_and_si512,
                _mm512_or_si512,
                _mm512_xor_si512,
                _mm512_andnot_si512
            );

            #[inline(always)]
            fn splat(self, word: $word) -> Self::V {
                // SAFETY: see `and`.
                each!($n, _i, unsafe { $splat(word as $signed) })
            }

            #[inline(always)]
            fn spread(self, lanes: u64) -> Self::V {
                // SAFETY: see `and`.
                each!($n, i, unsafe { $spread((lanes >> ($lanes / $n * i)) as _, -1) })
            }

            #[inline(always)]
            fn drop_lowest(self, a: Self::V) -> Self::V {
                // SAFETY: see `and`.
                each!($n, i, unsafe { _mm512_and_si512(a[i], $sub(a[i], $splat(1))) })
            }

            #[inline(always)]
            fn at_most_one(self, a: Self::V) -> Self::V {
                // SAFETY: see `and`.
                each!($n, i, unsafe { $only($disjoint(a[i], $sub(a[i], $splat(1))), a[i]) })
            }

            #[inline(always)]
            fn prefer(self, a: Self::V, b: Self::V) -> Self::V {
                // SAFETY: see `and`.
                each!($n, i, unsafe { $select($disjoint(a[i], b[i]), _mm512_and_si512(a[i], b[i]), a[i]) })
            }

            #[inline(always)]
            fn least(self, a: Self::V, b: Self::V) -> Self::V {
                // SAFETY: see `and`.
                each!($n, i, unsafe { $least(a[i], b[i]) })
            }

            #[inline(always)]
            fn zeros(self, a: Self::V) -> u64 {
                // SAFETY: see `and`.
                {
                    let bits = each!($n, i, u64::from(unsafe { $disjoint(a[i], a[i]) }) << ($lanes / $n * i));
                    bits.into_iter().fold(0, |all, bits| all | bits)
                }
            }
        }
    };
}

avx512!(
    u8,
    i8,
    64,
    1,
    _mm512_set1_epi8,
    _mm512_sub_epi8,
    _mm512_testn_epi8_mask,
    _mm512_maskz_mov_epi8,
    _mm512_mask_blend_epi8,
    _mm512_maskz_set1_epi8,
    _mm512_min_epu8
);
avx512!(
    u16,
    i16,
    64,
    2,
    _mm512_set1_epi16,
    _mm512_sub_epi16,
    _mm512_testn_epi16_mask,
    _mm512_maskz_mov_epi16,
    _mm512_mask_blend_epi16,
    _mm512_maskz_set1_epi16,
    _mm512_min_epu16
);
avx512!(
    u32,
    i32,
    32,
    2,
    _mm512_set1_epi32,
    _mm512_sub_epi32,
    _mm512_testn_epi32_mask,
    _mm512_maskz_mov_epi32,
    _mm512_mask_blend_epi32,
    _mm512_maskz_set1_epi32,
    _mm512_min_epu32
);
avx512!(
    u64,
    i64,
    16,
    2,
    _mm512_set1_epi64,
    _mm512_sub_epi64,
    _mm512_testn_epi64_mask,
    _mm512_maskz_mov_epi64,
    _mm512_mask_blend_epi64,
    _mm512_maskz_set1_epi64,
    _mm512_min_epu64
);

#[cfg(test)]
mod tests {
    use crate::search::lanes::vector::{Isa, Plain};
    use crate::search::lanes::word::{Pack, Word};
    use crate::search::simd::token::{Avx2, Avx512};

    /// Compares every operation with the plain one on words with many, few and no bits.
    fn agrees<W: Word, const L: usize>(isa: impl Isa<W, L>) {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) ^ (state << 32)
        };
        for _ in 0..500 {
            let mut pack = || {
                Pack::<W, L>(std::array::from_fn(|_| {
                    let (a, b) = (random(), random());
                    W::from_bits(match b % 4 {
                        0 => 0,
                        1 => 1 << (a % 64),
                        2 => (1 << (a % 64)) | (1 << (b / 4 % 64)),
                        _ => a,
                    })
                }))
            };
            let (p, q) = (pack(), pack());
            let (a, b) = (isa.load(&p), isa.load(&q));
            let out = |words| {
                let mut pack = Pack::ZERO;
                isa.store(&mut pack, words);
                pack.0
            };
            let lanes = random();
            assert_eq!(out(isa.splat(p.0[0])), Plain.splat(p.0[0]));
            assert_eq!(out(isa.spread(lanes)), Plain.spread(lanes));
            assert_eq!(out(isa.and(a, b)), Plain.and(p.0, q.0));
            assert_eq!(out(isa.or(a, b)), Plain.or(p.0, q.0));
            assert_eq!(out(isa.xor(a, b)), Plain.xor(p.0, q.0));
            assert_eq!(out(isa.without(a, b)), Plain.without(p.0, q.0));
            assert_eq!(out(isa.drop_lowest(a)), Plain.drop_lowest(p.0));
            assert_eq!(out(isa.at_most_one(a)), Plain.at_most_one(p.0));
            assert_eq!(out(isa.prefer(a, b)), Plain.prefer(p.0, q.0));
            let least = (out(isa.least(a, b)), Plain.least(p.0, q.0));
            assert!(least.0.iter().zip(least.1).all(|(&x, y)| (x == W::ZERO) == (y == W::ZERO)));
            assert_eq!(isa.zeros(a), Plain.zeros(p.0));
        }
    }

    #[test]
    fn vectors_do_what_plain_loops_do() {
        if let Some(isa) = Avx2::detect() {
            agrees::<u8, 64>(isa);
            agrees::<u16, 32>(isa);
            agrees::<u32, 16>(isa);
            agrees::<u64, 8>(isa);
        }
        if let Some(isa) = Avx512::detect() {
            agrees::<u8, 64>(isa);
            agrees::<u16, 64>(isa);
            agrees::<u32, 32>(isa);
            agrees::<u64, 16>(isa);
        }
    }
}
