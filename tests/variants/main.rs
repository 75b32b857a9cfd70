//! Puzzle files, and the corpus of variants.
#![allow(clippy::unwrap_used)]

mod corpus;
mod files;
mod schema;
