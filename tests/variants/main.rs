//! Puzzle files, and the corpus of variants.
#![allow(clippy::unwrap_used)]

mod cases;
mod corpus;
mod files;
mod limits;
mod questions;
mod schema;
