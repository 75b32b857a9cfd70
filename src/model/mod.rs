//! The question: variables, their domains, regions and constraints. Immutable once built, and always valid.

pub(crate) mod budget;
pub(crate) mod builder;
pub(crate) mod constraint;
pub(crate) mod domain;
pub(crate) mod ids;
pub(crate) mod plan;
#[cfg(feature = "serde")]
mod serial;
pub(crate) mod values;
