//! Puzzles as data: any shape of board, any regions, and named constraints.

pub(crate) mod cells;
pub(crate) mod constraints;
pub(crate) mod formats;
pub(crate) mod grid;
pub(crate) mod posting;
