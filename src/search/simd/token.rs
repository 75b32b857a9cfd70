//! Proofs that the processor has an instruction set, and the way into code compiled for it.
#![allow(unsafe_code)]

use crate::search::simd::level::Code;

/// This processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

/// This processor has AVX-512 F, BW, DQ and VL as well.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx2 {
    pub(crate) fn detect() -> Option<Avx2> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Avx2(()))
    }

    /// Runs `code`, compiled for these instructions.
    #[inline]
    pub(crate) fn enter<C: Code>(self, code: C) -> C::Out {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<C: Code>(code: C) -> C::Out {
            code.run()
        }
        // SAFETY: `self` exists only if `detect` has found every feature named above.
        unsafe { compiled(code) }
    }
}

impl Avx512 {
    pub(crate) fn detect() -> Option<Avx512> {
        let all = Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        all.then_some(Avx512(()))
    }

    /// Runs `code`, compiled for these instructions.
    #[inline]
    pub(crate) fn enter<C: Code>(self, code: C) -> C::Out {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<C: Code>(code: C) -> C::Out {
            code.run()
        }
        // SAFETY: `self` exists only if `detect` has found every feature named above.
        unsafe { compiled(code) }
    }
}
