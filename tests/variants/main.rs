//! Puzzle files, and the corpus of variants.
#![cfg(feature = "puzzle")]
#![allow(clippy::unwrap_used)]

mod files;
