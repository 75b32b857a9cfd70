//! Conflict-driven learning search. It owns the learnt clauses, activities, phases and the analysis; store, log, rules,
//! limits and the final check are those of the plain search.

pub(crate) mod analysis;
pub(crate) mod choice;
pub(crate) mod clauses;
pub(crate) mod closure;
pub(crate) mod core;
pub(crate) mod cube;
pub(crate) mod groups;
pub(crate) mod joined;
pub(crate) mod literal;
pub(crate) mod nogood;
pub(crate) mod phases;
pub(crate) mod reasons;
pub(crate) mod reduction;
pub(crate) mod rest;
pub(crate) mod restarts;
pub(crate) mod scores;
pub(crate) mod search;
pub(crate) mod settings;
pub(crate) mod slots;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;
#[cfg(test)]
pub(crate) mod turn_limits;
#[cfg(test)]
mod turn_tests;
pub(crate) mod watches;
