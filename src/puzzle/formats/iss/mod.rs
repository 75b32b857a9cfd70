//! Constraint strings of the Interactive Sudoku Solver.

pub(crate) mod automaton;
pub(crate) mod constraints;
pub(crate) mod names;
pub(crate) mod read;
pub(crate) mod syntax;
pub(crate) mod tables;
