//! Sudoku as text and as a board: geometry, houses, symbols, reading and writing.

pub(crate) mod alphabet;
pub(crate) mod board;
pub(crate) mod clash;
pub(crate) mod format;
pub(crate) mod geometry;
pub(crate) mod house;
pub(crate) mod read;
#[cfg(feature = "serde")]
pub(crate) mod serial;
pub(crate) mod symbols;
pub(crate) mod write;
