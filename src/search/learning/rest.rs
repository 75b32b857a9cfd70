//! Learning search that rests while another has its turn, and what it is told then.

use crate::model::budget::StopReason;
use crate::search::backtracking::Surroundings;
use crate::search::learning::literal::Lit;
use crate::search::learning::search::Learning;
use crate::store::store::Store;

impl Learning {
    /// From now on rests after so many more conflicts, once so much was spent.
    pub(crate) fn rest_after(&mut self, conflicts: u64, spent: u64) {
        self.rest_at = (self.conflicts.saturating_add(conflicts), spent);
    }

    /// Takes for true, while it rests, that each variable has one of the values that it has in `other`: another store of the
    /// same model, at its root.
    pub(crate) fn narrow(&mut self, with: &mut Surroundings<'_>, other: &Store) -> Result<(), StopReason> {
        debug_assert_eq!(self.core.depth(), 0);
        for var in with.store.model().vars() {
            with.budget.spend(1, || self.core.bytes(with.store))?;
            if with.store.size(var) > other.size(var) {
                let slots = &self.core.state.slots;
                let gone = slots.of(var).filter(|&slot| {
                    self.core.state.is_open(slot) && !other.has_number(var, slots.number(slot))
                });
                self.units.extend(gone.map(Lit::is_not));
            }
        }
        Ok(())
    }
}
