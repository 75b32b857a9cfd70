//! Puzzles as data: any shape of board, any regions, and named constraints.

pub(crate) mod alternatives;
pub(crate) mod cell_map;
pub(crate) mod cells;
pub(crate) mod constraints;
pub(crate) mod definition;
pub(crate) mod drawing;
pub(crate) mod expression;
pub(crate) mod filling;
pub(crate) mod formats;
pub(crate) mod givens;
pub(crate) mod grid;
pub(crate) mod layout;
pub(crate) mod marks;
pub(crate) mod parts;
pub(crate) mod picture;
pub(crate) mod posting;
pub(crate) mod read_filling;
pub(crate) mod schema;
pub(crate) mod text;
pub(crate) mod tree;
pub(crate) mod unsolvable;
pub(crate) mod variant;
pub(crate) mod verify;
pub(crate) mod words;
pub(crate) mod write;
