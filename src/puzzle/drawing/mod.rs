//! Pictures of puzzles.

pub(crate) mod board;
pub(crate) mod canvas;
