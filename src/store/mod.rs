//! The answer so far, reversible: current domains, the log of all changes, and their causes. Nothing else changes a
//! domain.

pub(crate) mod log;
pub(crate) mod past;
pub(crate) mod permutations;
pub(crate) mod scope;
#[allow(clippy::module_inception)]
pub(crate) mod store;
pub(crate) mod tally;
