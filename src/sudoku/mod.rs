//! Sudoku of any box size: geometry, houses, boards, text in and out, and the questions put to the engine.

pub(crate) mod alphabet;
pub(crate) mod board;
pub(crate) mod candidates;
pub(crate) mod clash;
pub(crate) mod format;
pub(crate) mod geometry;
pub(crate) mod house;
pub(crate) mod impossible;
pub(crate) mod many;
pub(crate) mod pattern;
pub(crate) mod puzzle;
pub(crate) mod questions;
pub(crate) mod read;
#[cfg(feature = "serde")]
pub(crate) mod serial;
pub(crate) mod solve;
pub(crate) mod symbols;
pub(crate) mod verify;
pub(crate) mod write;
