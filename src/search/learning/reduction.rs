//! Which learnt clauses to forget (Audemard and Simon, *Predicting learnt clauses quality*, IJCAI 2009; tiers after
//! Oh, *Between SAT and UNSAT*, SAT 2015).

use crate::model::budget::{Budget, StopReason, strides};
use crate::search::learning::clauses::{ClauseRef, Clauses};
use crate::search::learning::core::Core;
use crate::search::learning::literal::Lit;
use crate::store::log::Cause;
use crate::store::store::Store;

/// Clauses of so few levels stay for good, and of so few while they are used.
pub(crate) const CORE: u32 = 2;
pub(crate) const MIDDLE: u32 = 6;
/// How many of a hundred that may go do go.
const SHARE: usize = 75;

/// Takes note that a clause took part in a conflict.
pub(crate) fn touch(clauses: &mut Clauses, clause: ClauseRef, distance: u32) {
    if distance < clauses.distance(clause) {
        clauses.set_distance(clause, distance);
    }
    clauses.set_used(clause, if clauses.distance(clause) <= MIDDLE { 2 } else { 1 });
}

/// Forgets most of the clauses that were of little use, and those that the root satisfies.
///
/// A stop before anything moves leaves all clauses where they are, some of them marked as gone. Once they move, they move at
/// the speed of memory: what takes 50 milliseconds to move took minutes to learn.
pub(crate) fn reduce(core: &mut Core, store: &mut Store, budget: &mut Budget) -> Result<(), StopReason> {
    let first = core.state.first();
    // Which clauses are reasons, and of which entry of the log.
    let mut reasons: Vec<(ClauseRef, usize)> = Vec::new();
    for stride in strides(store.log().len() - first) {
        budget.spend(stride.len() as u64 / 16 + 1, || core.bytes(store))?;
        for entry in stride.start + first..stride.end + first {
            if let Cause::Clause(clause) = store.log()[entry].cause() {
                reasons.push((ClauseRef(clause), entry));
            }
        }
    }
    reasons.sort_unstable();
    let mut victims = Vec::new();
    for clause in core.clauses.all().to_vec() {
        budget.spend(core.clauses.size(clause) as u64 / 16 + 1, || core.bytes(store))?;
        if reasons.binary_search_by_key(&clause, |&(reason, _)| reason).is_ok() {
            // It may have been marked by a reduction that was stopped, and used since.
            core.clauses.keep(clause);
            continue;
        }
        if is_satisfied(core, clause) {
            core.clauses.remove(clause);
            continue;
        }
        let used = core.clauses.used(clause);
        if core.clauses.is_permanent(clause) || core.clauses.distance(clause) <= CORE {
            continue;
        }
        if used > 0 {
            core.clauses.set_used(clause, used - 1);
        } else {
            victims.push(clause);
        }
    }
    // The worst first; of equals the oldest.
    let clauses = &core.clauses;
    victims.sort_by_key(|&clause| std::cmp::Reverse((clauses.distance(clause), clauses.size(clause))));
    victims.truncate(victims.len() * SHARE / 100);
    for clause in victims {
        core.clauses.remove(clause);
    }
    let forward = core.clauses.compact();
    for (clause, entry) in reasons {
        // Every reason was kept.
        if let Some(moved) = forward.get(clause) {
            store.renumber_clause(entry, moved.0);
        }
    }
    core.watches.rebuild(&core.clauses);
    budget.spend(core.clauses.len() as u64 * 2 + 1, || core.bytes(store))
}

/// Whether a literal of the clause is true at the root.
fn is_satisfied(core: &Core, clause: ClauseRef) -> bool {
    core.clauses.lits(clause).iter().any(|&lit| {
        let lit = Lit(lit);
        core.state.truth(lit) > 0 && core.state.level(lit.slot()) == core.state.root
    })
}
