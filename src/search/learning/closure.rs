//! Singles at the root of large models, by groups: there the rules would walk a whole region after each change.

use crate::model::budget::{Budget, StopReason};
use crate::propagation::fixpoint::{Halt, Propagation};
use crate::search::learning::core::{Core, Halt as Stop, Unbuilt};
use crate::search::learning::slots::Slots;
use crate::store::store::Store;

/// From so many variables on it is worth building the groups.
const LARGE: usize = 4096;
/// With more open values than this it is not: they would take more memory than time.
const DENSE: u64 = 1 << 23;

/// Infers what naked and hidden singles would, if the model is large and both rules are there. A contradiction that
/// the groups meet is left to the rules, which can name it.
pub(crate) fn close(
    store: &mut Store,
    propagation: &mut Propagation,
    budget: &mut Budget,
) -> Result<(), Halt> {
    let schedule = propagation.shared_schedule();
    if store.model().variables() < LARGE || !schedule.has_singles() {
        return Ok(());
    }
    propagation.run_first(store, budget, None, schedule.woken_by_fixing_first())?;
    // Where nothing is fixed, nothing is likely to follow: the rules may find out.
    if store.open() == store.model().variables() || Slots::count(store) > DENSE {
        return Ok(());
    }
    match Core::new(store, &schedule, budget) {
        // Where groups do not fit, the rules do.
        Err(Unbuilt::Conflict | Unbuilt::Stopped(StopReason::Memory)) => Ok(()),
        Err(Unbuilt::Stopped(reason)) => Err(Halt::Stopped(reason)),
        Ok(mut core) => match core.propagate_log(store, budget) {
            Err(Stop::Stopped(reason)) => Err(Halt::Stopped(reason)),
            _ => Ok(()),
        },
    }
}
