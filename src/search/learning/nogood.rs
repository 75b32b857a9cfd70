//! What learning search learns, shown to whoever wants to see it.

use std::collections::BTreeSet;

use crate::model::ids::Literal;
use crate::search::backtracking::Surroundings;
use crate::search::learning::analysis::Lesson;
use crate::search::learning::search::Learning;

/// What learning search has found out at a dead end: that no solution that is still to come has all of `literals`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Nogood {
    /// What cannot be true together. The first is the only one of its level.
    pub literals: Vec<Literal>,
    /// At how many levels they became true (LBD: G. Audemard and L. Simon, *Predicting learnt clauses quality in modern SAT
    /// solvers*, IJCAI 2009).
    pub levels: usize,
    /// The names, ascending, of the rules of which something had to be explained to learn it. What follows from regions
    /// alone, or from nogoods that were learnt before, names none.
    pub rules: Vec<String>,
    /// Whether the search keeps it, to use it more than once: those that are very long are not kept.
    pub kept: bool,
}

/// Told each nogood.
pub(crate) type Listener = dyn FnMut(&Nogood) + Send + Sync;

impl Learning {
    /// Shows what a conflict has taught to whoever wants to see it.
    pub(crate) fn report(&self, with: &mut Surroundings<'_>, lesson: &Lesson) {
        let Some(listener) = with.nogoods.as_deref_mut() else { return };
        let (state, store) = (&self.core.state, &*with.store);
        let schedule = with.propagation.schedule();
        let names: BTreeSet<&str> =
            self.analysis.applied.iter().map(|&number| schedule.rule(number).name()).collect();
        let facts = lesson.facts.iter().map(|&slot| state.slots.literal(store, state.fact(slot)));
        // What closes a level for good is not kept beside.
        let is_clause = lesson.level - state.root > self.floor;
        listener(&Nogood {
            literals: facts.collect(),
            levels: lesson.distance as usize,
            rules: names.into_iter().map(str::to_owned).collect(),
            kept: is_clause && self.keeps(lesson.facts.len(), lesson.distance),
        });
    }
}
