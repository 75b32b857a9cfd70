//! Many instances of one family at once, one in each lane of the vector registers.
//!
//! A family is a [`plan::LanePlan`]: variables of at most 64 values, and regions. An [`executor::LaneExecutor`] takes a
//! stream of instances, which differ in their domains at the start, and gives the solutions of each, their number, or
//! the proof that there are none, in the order of the input. A lane that has nothing to do takes work from another, so
//! that one hard instance is spread over all lanes as well. The answers do not depend on the number of lanes, nor
//! on the instruction set: what is inferred between two decisions is a closure, thus unique, the decision depends on
//! nothing else, and the [`ledger`] puts everything in the order of the branches.
//!
//! | file | what |
//! |---|---|
//! | [`plan`] | the family, as data |
//! | [`schedule`] | what one sweep does, compiled from the plan |
//! | [`word`] | a domain: an unsigned integer of 8 to 64 bits |
//! | [`step`] | one region in all lanes at once: singles and locked candidates |
//! | [`choose`] | which variable to branch on |
//! | [`stack`] | what a lane still has to try |
//! | [`ledger`] | instances, fragments of their search, and the order of results |
//! | [`machine`] | the loop that ties these together |
//! | [`vector`] | the operations on all lanes, as plain loops; [`packs`](crate::search::simd) has them as AVX2 and AVX-512 instructions |
//! | [`task`] | what is asked of an instance, and what comes back |
//! | [`executor`] | the public face |

pub(crate) mod choose;
pub(crate) mod executor;
pub(crate) mod ledger;
pub(crate) mod machine;
#[cfg(test)]
pub(crate) mod models;
pub(crate) mod plan;
pub(crate) mod schedule;
pub(crate) mod stack;
pub(crate) mod step;
pub(crate) mod task;
#[cfg(test)]
mod tests;
pub(crate) mod vector;
pub(crate) mod word;
