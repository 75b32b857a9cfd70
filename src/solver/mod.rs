//! The facade: a solver for a model, its questions, and what they can answer.

pub(crate) mod beside;
pub(crate) mod builder;
pub(crate) mod bulk;
pub(crate) mod chunk;
pub(crate) mod cnf;
pub(crate) mod counting;
pub(crate) mod crew;
#[cfg(test)]
mod cubes;
pub(crate) mod estimate;
pub(crate) mod fast;
pub(crate) mod fast_search;
#[cfg(test)]
mod identity;
pub(crate) mod many;
pub(crate) mod outcome;
#[cfg(test)]
mod patience;
pub(crate) mod proof;
pub(crate) mod scaled;
pub(crate) mod series;
pub(crate) mod solutions;
#[allow(clippy::module_inception)]
pub(crate) mod solver;
pub(crate) mod strategy;
pub(crate) mod subset;
pub(crate) mod supported;
pub(crate) mod supports;
pub(crate) mod why;
