//! Puzzles as data: any shape of board, any regions, and named constraints.

pub(crate) mod alternatives;
pub(crate) mod automaton;
pub(crate) mod cells;
pub(crate) mod constraints;
pub(crate) mod expression;
pub(crate) mod grid;
pub(crate) mod linear;
pub(crate) mod marks;
pub(crate) mod posting;
pub(crate) mod regex;
