//! Applying rules until nothing changes: the agenda, the fixpoint, and observers of every deduction.

pub(crate) mod agenda;
pub(crate) mod deduction;
pub(crate) mod fixpoint;
pub(crate) mod schedule;
pub(crate) mod statistics;
