//! Sudoku as text and as a board: geometry, houses, symbols, reading and writing.

pub(crate) mod board;
pub(crate) mod clash;
pub(crate) mod geometry;
pub(crate) mod house;
#[cfg(feature = "serde")]
pub(crate) mod serial;
