//! The JSON of f-puzzles, which SudokuPad reads as well.

pub(crate) mod constraints;
pub(crate) mod fields;
pub(crate) mod read;
pub(crate) mod relations;
pub(crate) mod write;
