//! The choice of the instruction set.

use std::sync::OnceLock;

use thiserror::Error;

#[cfg(target_arch = "x86_64")]
use crate::search::simd::token::{Avx2, Avx512};

/// A set of instructions to compute with. It changes speed, never an answer.
///
/// ```
/// use pencilmark::Simd;
///
/// assert!(Simd::Scalar.is_supported());
/// assert_eq!("avx2".parse(), Ok(Simd::Avx2));
/// assert!("sse".parse::<Simd>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Simd {
    /// What every processor of the target has.
    Scalar,
    /// x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT: vectors of 256 bits.
    Avx2,
    /// x86-64 with AVX-512 F, BW, DQ and VL on top: vectors of 512 bits.
    Avx512,
}

/// A word that names no [`Simd`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{word:?} is none of scalar, avx2, avx512")]
pub struct UnknownSimd {
    word: String,
}

impl Simd {
    /// All of them, the plainest first.
    pub const ALL: [Simd; 3] = [Simd::Scalar, Simd::Avx2, Simd::Avx512];

    /// The name of the environment variable that [`chosen`](Simd::chosen) reads.
    pub const VARIABLE: &str = "PENCILMARK_SIMD";

    /// Whether this processor has it.
    pub fn is_supported(self) -> bool {
        match self {
            Simd::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => Avx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The best that this processor has and that is not above what the environment variable `PENCILMARK_SIMD` names:
    /// `scalar`, `avx2` or `avx512`. Anything else that it may say is ignored. Read once.
    pub fn chosen() -> Simd {
        static CHOSEN: OnceLock<Simd> = OnceLock::new();
        *CHOSEN.get_or_init(|| {
            let wish = std::env::var(Simd::VARIABLE).ok().and_then(|word| word.parse().ok());
            wish.unwrap_or(Simd::Avx512).or_below()
        })
    }

    /// The best that this processor has and that is not above this one.
    pub fn or_below(self) -> Simd {
        let usable = |simd: &Simd| *simd <= self && simd.is_supported();
        Simd::ALL.into_iter().rev().find(usable).unwrap_or(Simd::Scalar)
    }

    /// The name, as in `PENCILMARK_SIMD`.
    pub fn name(self) -> &'static str {
        match self {
            Simd::Scalar => "scalar",
            Simd::Avx2 => "avx2",
            Simd::Avx512 => "avx512",
        }
    }
}

impl std::fmt::Display for Simd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Simd {
    type Err = UnknownSimd;

    fn from_str(word: &str) -> Result<Simd, UnknownSimd> {
        let named = Simd::ALL.into_iter().find(|simd| simd.name() == word);
        named.ok_or_else(|| UnknownSimd { word: word.to_owned() })
    }
}

/// An instruction set that this processor has, with the right to use it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ready {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Ready {
    /// The best that this processor has and that is not above `simd`.
    pub(crate) fn up_to(simd: Simd) -> Ready {
        #[cfg(target_arch = "x86_64")]
        {
            let avx512 = || Avx512::detect().map(Ready::Avx512);
            let avx2 = || Avx2::detect().map(Ready::Avx2);
            let best = match simd {
                Simd::Scalar => None,
                Simd::Avx2 => avx2(),
                Simd::Avx512 => avx512().or_else(avx2),
            };
            best.unwrap_or(Ready::Scalar)
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = simd;
            Ready::Scalar
        }
    }

    /// Which it is.
    #[cfg(test)]
    pub(crate) fn simd(self) -> Simd {
        match self {
            Ready::Scalar => Simd::Scalar,
            #[cfg(target_arch = "x86_64")]
            Ready::Avx2(_) => Simd::Avx2,
            #[cfg(target_arch = "x86_64")]
            Ready::Avx512(_) => Simd::Avx512,
        }
    }
}

/// Something to run. Implementations are `#[inline(always)]` all the way down, so that they are compiled for the
/// instruction set of the caller.
pub(crate) trait Code {
    /// What it gives.
    type Out;
    /// Runs it.
    fn run(self) -> Self::Out;
}

#[cfg(test)]
mod tests {
    use crate::search::simd::level::{Ready, Simd};

    #[test]
    fn what_the_processor_lacks_is_replaced_by_the_best_below() {
        for simd in Simd::ALL {
            let got = simd.or_below();
            assert_eq!(Ready::up_to(simd).simd(), got);
            assert!(got <= simd && got.is_supported());
            assert_eq!(got == simd, simd.is_supported());
            assert_eq!(simd.name().parse(), Ok(simd));
        }
        for word in ["", "AVX2", "avx", "avx512 "] {
            assert_eq!(
                word.parse::<Simd>().map_err(|e| e.to_string()),
                Err(format!("{word:?} is none of scalar, avx2, avx512"))
            );
        }
    }
}
