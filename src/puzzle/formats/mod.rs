//! Puzzles as other programs write them: reading, writing, and telling one form from another.

pub(crate) mod assemble;
pub(crate) mod board;
pub(crate) mod draft;
pub(crate) mod error;
pub(crate) mod exchange;
pub(crate) mod fpuzzles;
pub(crate) mod iss;
pub(crate) mod jigsaw;
pub(crate) mod killer;
pub(crate) mod link;
pub(crate) mod lz;
pub(crate) mod relations;
