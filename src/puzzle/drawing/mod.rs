//! Pictures of puzzles.

pub(crate) mod board;
pub(crate) mod canvas;
#[cfg(feature = "png")]
pub(crate) mod png;
