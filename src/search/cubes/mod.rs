//! One hard question cut into cubes, which several threads search at the same time: the answers, their order and all counts
//! are those of one thread.

pub(crate) mod seat;
pub(crate) mod team;
#[cfg(test)]
mod tests;
pub(crate) mod threads;
