//! Which learnt clauses to forget (Audemard and Simon, *Predicting learnt clauses quality*, IJCAI 2009; tiers after
//! Oh, *Between SAT and UNSAT*, SAT 2015).

use crate::model::budget::{Budget, StopReason};
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
/// A stop before anything was forgotten leaves things as they are. Once they move, they move at the speed of memory.
pub(crate) fn reduce(core: &mut Core, store: &mut Store, budget: &mut Budget) -> Result<(), StopReason> {
    let mut reasons: Vec<ClauseRef> = Vec::new();
    for entries in store.log()[core.state.first()..].chunks(1 << 12) {
        budget.spend(entries.len() as u64 / 16 + 1, || core.bytes(store))?;
        for entry in entries {
            if let Cause::Clause(clause) = entry.cause() {
                reasons.push(ClauseRef(clause));
            }
        }
    }
    reasons.sort_unstable();
    let mut victims = Vec::new();
    for clause in core.clauses.all().to_vec() {
        budget.spend(core.clauses.size(clause) as u64 / 16 + 1, || core.bytes(store))?;
        if reasons.binary_search(&clause).is_ok() {
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
    store.renumber_clauses(core.state.first(), |clause| {
        // Reasons were kept; at the root nobody asks for them.
        forward.get(ClauseRef(clause)).map_or(clause, |moved| moved.0)
    });
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
