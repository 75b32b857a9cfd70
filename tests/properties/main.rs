//! The engine against an independent, slow twin: small random models are enumerated and checked by code
//! that knows nothing of the engine. The same properties must catch the mutants in `mutants`.
#![allow(clippy::unwrap_used)]

mod built;
mod mutants;
mod properties;
mod puzzles;
mod random;
mod twin;
