//! Instruction sets: which one runs, the way into code compiled for it, and its instructions.
//!
//! All the `unsafe` of the crate is here, of two kinds.
//!
//! *Entering code compiled for an instruction set* ([`token`]) is sound because it takes a token, and tokens are made by
//! `detect` alone, which asks the processor for every feature that the code is compiled for.
//!
//! *Intrinsics and loads* ([`packs`], [`blocks`]): each implementation hangs on a token, so the processor has its
//! instructions. Loads and stores go through references to whole packs, blocks or arrays whose size and alignment are
//! asserted where they are compiled.
//!
//! Every operation does on vectors what a plain loop does on arrays, and tests compare the two; so results depend
//! neither on the instruction set nor on the number of lanes.

#[cfg(target_arch = "x86_64")]
pub(crate) mod blocks;
pub(crate) mod level;
#[cfg(target_arch = "x86_64")]
pub(crate) mod packs;
#[cfg(target_arch = "x86_64")]
pub(crate) mod token;
