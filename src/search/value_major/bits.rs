//! Sets of bits as arrays of 64-bit words.

/// `true` if `a` has no bit.
#[inline(always)]
pub(crate) fn is_empty<const W: usize>(a: &[u64; W]) -> bool {
    a.iter().fold(0, |all, word| all | word) == 0
}

/// The bits of both.
#[inline(always)]
pub(crate) fn and<const W: usize>(a: &[u64; W], b: &[u64; W]) -> [u64; W] {
    let mut out = *a;
    for w in 0..W {
        out[w] &= b[w];
    }
    out
}

/// The bits of `a` that are not in `b`.
#[inline(always)]
pub(crate) fn without<const W: usize>(a: &[u64; W], b: &[u64; W]) -> [u64; W] {
    let mut out = *a;
    for w in 0..W {
        out[w] &= !b[w];
    }
    out
}

/// Adds the bits of `b` to `a`.
#[inline(always)]
pub(crate) fn add<const W: usize>(a: &mut [u64; W], b: &[u64; W]) {
    for w in 0..W {
        a[w] |= b[w];
    }
}

/// Takes the bits of `b` out of `a`.
#[inline(always)]
pub(crate) fn take<const W: usize>(a: &mut [u64; W], b: &[u64; W]) {
    for w in 0..W {
        a[w] &= !b[w];
    }
}

/// The set with the one bit `bit`.
#[inline(always)]
pub(crate) fn only<const W: usize>(bit: usize) -> [u64; W] {
    let mut out = [0; W];
    out[bit / 64] = 1 << (bit % 64);
    out
}

/// `true` if `a` has the bit `bit`.
#[inline(always)]
pub(crate) fn has<const W: usize>(a: &[u64; W], bit: usize) -> bool {
    a[bit / 64] >> (bit % 64) & 1 == 1
}

/// The lowest bit, found without a branch a word.
#[inline(always)]
pub(crate) fn lowest<const W: usize>(a: &[u64; W]) -> Option<usize> {
    let mut bit = usize::MAX;
    for w in (0..W).rev() {
        let here = w * 64 + a[w].trailing_zeros() as usize;
        bit = if a[w] == 0 { bit } else { here };
    }
    (bit != usize::MAX).then_some(bit)
}

/// Calls `each` for every bit, lowest first.
#[inline(always)]
pub(crate) fn for_each<const W: usize>(a: &[u64; W], mut each: impl FnMut(usize)) {
    if W == 2 {
        // One loop over both words: its end is guessed wrong less often than that of two.
        let mut rest = u128::from(a[0]) | u128::from(a[1]) << 64;
        while rest != 0 {
            each(rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
        return;
    }
    for (w, &word) in a.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            each(w * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// The number of bits.
#[inline(always)]
pub(crate) fn count<const W: usize>(a: &[u64; W]) -> u32 {
    a.iter().map(|word| word.count_ones()).sum()
}
