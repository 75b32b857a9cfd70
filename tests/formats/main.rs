//! Puzzles in the forms of other programs: read, written, read again.

#![allow(clippy::unwrap_used)]
#![cfg(feature = "puzzle")]

mod arbitrary;
mod corpus;
mod fpuzzles;
mod iss;
mod killers;
mod normal;
mod pictures;
mod relations;
