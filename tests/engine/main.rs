//! The engine on models with known answers: counts, extremes of size and value, limits, stacks, errors.
#![allow(clippy::unwrap_used)]

mod behaviour;
mod branchers;
mod counts;
mod errors;
mod latency;
mod limits;
mod models;
mod public;
mod size;
mod values;
