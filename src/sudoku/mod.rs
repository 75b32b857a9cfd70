//! Sudoku of any box size: geometry, houses, boards, text in and out, and the questions put to the engine.

pub(crate) mod board;
pub(crate) mod clash;
pub(crate) mod geometry;
pub(crate) mod house;
pub(crate) mod impossible;
pub(crate) mod puzzle;
#[cfg(feature = "serde")]
pub(crate) mod serial;
pub(crate) mod solve;
pub(crate) mod verify;
