//! How a solver searches.

use crate::search::backtracking::Patience;

/// How a solver searches once the rules alone lead no further.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Strategy {
    /// Plain search for a number of dead ends, then learning: on small models both go on in turns, on large sparse ones
    /// learning and domain consistency.
    #[default]
    Auto,
    /// Backtracking with the brancher of the solver.
    Plain,
    /// Conflict-driven learning search from the start. It has its own order of decisions.
    Learning,
}

/// The most literals of the clauses that tell learning what plain search has done with. Where there would be more, plain
/// search goes on.
pub(crate) const HANDED_OVER: usize = 1 << 22;

impl Strategy {
    /// How long plain search goes on without a solution, on a model with so many open variables; none if it does not
    /// begin.
    pub(crate) fn patience(self, open: usize) -> Option<Patience> {
        match self {
            Strategy::Plain => Some(Patience::ENDLESS),
            Strategy::Auto if open <= SMALL => {
                Some(Patience { conflicts: 30_000, nodes: 60_000, ticks: 1_500_000_000 })
            }
            Strategy::Auto if open <= LARGE => {
                Some(Patience { conflicts: 100, nodes: 2000, ticks: u64::MAX })
            }
            Strategy::Auto | Strategy::Learning => None,
        }
    }
}

/// With no more open variables than this, plain search goes on for a second or so: where there are constraints beside the
/// regions it is often the quicker one, and always the steadier.
pub(crate) const SMALL: usize = 100;

/// With more open variables than this, plain search is slow even where it is lucky.
const LARGE: usize = 2000;

/// A count up to more than this is long: its search may go on without a solution after many.
pub(crate) const LONG_COUNT: u64 = 2;

/// How many nodes a fast body goes on without a solution, on a model with so many variables, before learning search goes
/// on from there: some milliseconds.
pub(crate) fn fast_patience(variables: usize) -> u64 {
    if variables <= SMALL { 20_000 } else { 1000 }
}

/// The conflicts of the first turn of learning search beside a fast body, and beside plain search.
pub(crate) const SLICE: u64 = 200;
pub(crate) const LONGER_SLICE: u64 = 1000;
