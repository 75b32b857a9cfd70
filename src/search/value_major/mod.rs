//! The value-major body: one instance at a time of a model that has regions only, at most 64 values and at most
//! 640 variables.
//!
//! The state is one bitboard a value: bit *i* of board *v* says that variable *i* may still take value *v*. All
//! regions of a value are then looked at together: *and* the board with the mask of every region, fold each
//! result into one lane, and compare. A lane that is zero is a region without a place for the value, a lane of
//! one bit is a hidden single. Locked candidates take the same form over pairs of regions that share variables.
//!
//! Regions, their kinds and their intersections are data, compiled once into a [`plan::Plan`]. A
//! [`solver::Solver`] works on any number of instances of its plan, one after the other, and allocates nothing once
//! warm.
//!
//! | file | what lives there |
//! |---|---|
//! | [`plan`] | the model, checked and compiled |
//! | `tables` | what it is compiled into |
//! | [`layout`] | which bit each variable gets, and how wide a lane is |
//! | `blocks` | the vector operations, and the way to the best that the processor has; `plain` has them as loops |
//! | `bits` | sets of bits as arrays of words |
//! | [`closure`] | the fixpoint |
//! | `choice` | the variable and the value to try next |
//! | [`leaf`] | the solutions where every open variable has two values |
//! | `body` | the search of one shape of boards |
//! | [`solver`] | instances one after the other, limits, solutions |

pub(crate) mod bits;
pub(crate) mod blocks;
pub(crate) mod body;
pub(crate) mod choice;
pub(crate) mod closure;
#[macro_use]
pub(crate) mod layout;
pub(crate) mod leaf;
#[cfg(test)]
pub(crate) mod models;
pub(crate) mod plain;
pub(crate) mod plan;
pub(crate) mod solver;
pub(crate) mod tables;
#[cfg(test)]
mod tests;
