//! The few vector operations that the closure is made of, and the way to the best that the processor has.

#[cfg(target_arch = "x86_64")]
use crate::search::simd::level::Code;
use crate::search::simd::level::Ready;
use crate::search::value_major::plain::Plain;

/// 512 bits.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [u64; 8]);

/// Vector operations on 512 bits, seen as lanes of `B` bits (16, 32 or 64).
pub(crate) trait Lanes: Copy {
    /// 512 bits.
    type V: Copy;
    /// All zero.
    fn zero(self) -> Self::V;
    /// The `B` bits of chunk `k` of a board in every lane.
    fn splat<const W: usize, const B: u32>(self, board: &[u64; W], k: usize) -> Self::V;
    /// `v & block`.
    fn and(self, v: Self::V, block: &Block) -> Self::V;
    /// `a & b`.
    fn both(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a | b`.
    fn either(self, a: Self::V, b: Self::V) -> Self::V;
    /// Bit a lane: the lane is zero.
    fn zeros<const B: u32>(self, v: Self::V) -> u64;
    /// Bit a lane: the lane has one bit at most.
    fn at_most_one<const B: u32>(self, v: Self::V) -> u64;
    /// Gives `each` for every value below `values` (`V` at most) the word of bits that says which of the domains
    /// have it.
    fn transpose<const V: usize>(self, domains: &[u64; 64], values: usize, each: impl FnMut(usize, u64));
    /// Bit `i` of `word`.
    fn bit(self, word: u64, i: u32) -> u64;
    /// 1 if `set` has a bit, else 0.
    fn any<const W: usize>(self, set: &[u64; W]) -> u64;
    /// Bit a lane: one of the two lanes is zero and the other is not.
    fn one_zero<const B: u32>(self, a: Self::V, b: Self::V) -> u64;
}

/// What [`dispatch`] runs. Implementations are `#[inline(always)]` all the way down, so that they are compiled for
/// the instruction set of the caller.
pub(crate) trait Task {
    /// What it gives.
    type Out;
    /// Runs it.
    fn run<L: Lanes>(self, lanes: L) -> Self::Out;
}

/// Runs `task`, compiled for the instructions that are ready.
#[inline]
pub(crate) fn dispatch<T: Task>(ready: Ready, task: T) -> T::Out {
    match ready {
        Ready::Scalar => task.run(Plain),
        #[cfg(target_arch = "x86_64")]
        Ready::Avx2(lanes) => lanes.enter(With { task, lanes }),
        #[cfg(target_arch = "x86_64")]
        Ready::Avx512(lanes) => lanes.enter(With { task, lanes }),
    }
}

/// A task, and the lanes to run it on.
#[cfg(target_arch = "x86_64")]
struct With<T, L> {
    task: T,
    lanes: L,
}

#[cfg(target_arch = "x86_64")]
impl<T: Task, L: Lanes> Code for With<T, L> {
    type Out = T::Out;

    #[inline(always)]
    fn run(self) -> T::Out {
        self.task.run(self.lanes)
    }
}
