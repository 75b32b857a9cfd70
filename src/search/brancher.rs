//! What to try next.

use crate::model::ids::Var;
use crate::store::store::Store;

/// Something to try: that a variable has a value. When that has no (further) solution, the search
/// goes on with the opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// A variable with more than one value left.
    pub var: Var,
    /// One of these values.
    pub value: i32,
}

/// Chooses what the search tries next. It changes how fast the search is, and in which order solutions come,
/// never which solutions there are: where it chooses nothing, or something that is not open, the search
/// takes the first open variable and its lowest value.
pub trait Brancher: Send + Sync {
    /// What to try in this position, where nothing more can be inferred and a variable is open.
    fn choose(&mut self, store: &Store) -> Option<Decision>;

    /// Told of each dead end: the variables of the scope where it was met.
    fn conflict(&mut self, scope: &[Var]) {
        let _ = scope;
    }

    /// Asked where something is to be chosen, until there is a solution: whether the search should take back all its
    /// decisions and begin anew, because what was learnt from so many dead ends would now choose better. Each time the
    /// search heeds it only after at least twice as many dead ends as the last time, so it comes to an end. By default
    /// never.
    fn begins_anew(&mut self, dead_ends: u64) -> bool {
        let _ = dead_ends;
        false
    }

    /// How many bytes it holds, which count against a limit of memory.
    fn bytes(&self) -> u64 {
        0
    }
}
