//! Making learnt clauses shorter (vivification: Piette, Hamadi and Sais, *Vivifying propositional clausal formulae*, ECAI 2008;
//! for learnt clauses Li, Luo, Xiao, Manyà and Lü, *An effective learnt clause minimization approach for CDCL SAT solvers*, IJCAI
//! 2017): the opposites of the literals are decided one after the other, and what propagation finds out on the way may make
//! others needless.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::model::budget::StopReason;
use crate::search::backtracking::Surroundings;
use crate::search::learning::clauses::ClauseRef;
use crate::search::learning::core::{Core, Halt};
use crate::search::learning::literal::Lit;
use crate::search::learning::reduction::{MIDDLE, is_satisfied, remove};
use crate::search::learning::search::{Found, Learning};
use crate::search::learning::settings::Settings;
use crate::store::log::Cause;
use crate::store::store::Store;

/// When clauses are made shorter, and what a round works with.
#[derive(Clone, Debug)]
pub(crate) struct Vivification {
    /// The conflicts after which the next round comes, and how many lie between two.
    next: u64,
    every: u64,
    /// What was spent when the last round ended.
    since: u64,
    /// Whether the decisions in the store are those of a round.
    at_work: bool,
    marks: Vec<bool>,
}

#[cfg(test)]
thread_local! {
    /// How many clauses have become shorter.
    pub(crate) static SHORTENED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

impl Vivification {
    pub(crate) fn new(settings: &Settings) -> Vivification {
        Vivification {
            next: settings.shorten,
            every: settings.shorten,
            since: 0,
            at_work: false,
            marks: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn is_due(&self, conflicts: u64) -> bool {
        conflicts >= self.next
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.marks.capacity() as u64
    }
}

impl Learning {
    /// Takes back the decisions of a round that did not come to its end, because a rule has panicked.
    pub(crate) fn end_vivification(&mut self, store: &mut Store) {
        if std::mem::replace(&mut self.vivification.at_work, false) {
            self.core.back_to(store, 0, |_, _, _| {});
        }
    }

    /// Makes clauses of few levels shorter, where the search stands at its root. After a stop those that were made shorter stay.
    pub(crate) fn vivify(&mut self, with: &mut Surroundings<'_>) -> Result<(), StopReason> {
        self.vivification.next = self.conflicts + self.vivification.every;
        let before = with.budget.spent();
        let work = before.saturating_sub(self.vivification.since) / 100 * self.settings.effort;
        with.budget.elsewhere = self.own_bytes();
        let chosen = self.choose_clauses(with)?;
        let held: usize = chosen.iter().map(|(lits, _)| size_of_val(&lits[..]) + 64).sum();
        with.budget.elsewhere += held as u64;
        self.vivification.marks.resize(self.core.state.slots.len(), false);
        self.vivification.at_work = true;
        let mut victims = Vec::new();
        let mut result = Ok(());
        for (lits, clause) in chosen {
            if with.budget.spent() - before > work || self.unresolved.is_some() || self.core.clauses.is_full()
            {
                break;
            }
            result = self.vivify_clause(with, clause, &lits, &mut victims);
            if result.is_err() {
                break;
            }
        }
        self.end_vivification(with.store);
        if result.is_ok() && !victims.is_empty() {
            remove(&mut self.core, with.store, &victims);
        }
        self.vivification.since = with.budget.spent();
        result
    }

    /// The clauses that are worth it and were not tried yet, with their literals in the order in which they are tried: first those
    /// that stand in most. Clauses that begin with the same literals stand together.
    fn choose_clauses(&self, with: &mut Surroundings<'_>) -> Result<Vec<(Vec<Lit>, ClauseRef)>, StopReason> {
        let clauses = &self.core.clauses;
        let mut found = Vec::new();
        let mut often: BTreeMap<u32, u32> = BTreeMap::new();
        for &clause in clauses.all() {
            with.budget.spend(1, || self.core.bytes(with.store))?;
            let worth = clauses.distance(clause) <= MIDDLE && clauses.size(clause) > 2;
            if worth && !clauses.is_permanent(clause) && !clauses.is_tried(clause) {
                found.push(clause);
                with.budget.spend(clauses.size(clause) as u64 / 2, || self.core.bytes(with.store))?;
                clauses.lits(clause).iter().for_each(|&lit| *often.entry(lit).or_default() += 1);
            }
        }
        let mut order: Vec<(Reverse<u32>, u32)> =
            often.iter().map(|(&lit, &count)| (Reverse(count), lit)).collect();
        order.sort_unstable();
        for (place, &(_, lit)) in order.iter().enumerate() {
            often.insert(lit, place as u32);
        }
        let mut ranked: Vec<(Vec<u32>, ClauseRef)> = Vec::with_capacity(found.len());
        for clause in found {
            with.budget.spend(clauses.size(clause) as u64 / 2, || self.core.bytes(with.store))?;
            let mut places: Vec<u32> = clauses.lits(clause).iter().map(|lit| often[lit]).collect();
            places.sort_unstable();
            ranked.push((places, clause));
        }
        ranked.sort_unstable();
        let lit = |place: u32| Lit(order[place as usize].1);
        Ok(ranked
            .into_iter()
            .map(|(places, clause)| (places.into_iter().map(lit).collect(), clause))
            .collect())
    }

    /// Tries one clause. It is added to `victims` if it can go: because it is always true, or a shorter one has come.
    fn vivify_clause(
        &mut self,
        with: &mut Surroundings<'_>,
        clause: ClauseRef,
        lits: &[Lit],
        victims: &mut Vec<ClauseRef>,
    ) -> Result<(), StopReason> {
        self.core.clauses.set_tried(clause);
        if is_satisfied(&self.core, clause) {
            victims.push(clause);
            return Ok(());
        }
        let common = common(&self.core, lits);
        self.core.back_to(with.store, common, |_, _, _| {});
        let (mut implied, mut met) = (None, false);
        let mut facts = Vec::new();
        for &lit in lits {
            match self.core.state.truth(lit) {
                -1 => continue,
                0 => self.core.decide(with.store, lit.opposite()),
                _ => {
                    implied = Some(lit);
                    self.core.reason(with.store, lit.slot(), &mut facts, with.budget)?;
                    break;
                }
            }
            match self.core.propagate(with.store, with.budget) {
                Ok(()) => {}
                Err(Halt::Stopped(reason)) => return Err(reason),
                Err(Halt::Clash(clash)) => {
                    self.core.conflict(with.store, &clash, &mut facts, with.budget)?;
                    met = true;
                    break;
                }
            }
        }
        if implied.is_none() && !met {
            // Nobody watches it, or it would have met this itself.
            facts.extend(lits.iter().map(|lit| lit.slot()));
        }
        let behind = self.vivification.decisions(&self.core, with, facts)?;
        let negated = behind.iter().map(|&slot| self.core.state.fact(slot).opposite());
        let shorter: Vec<Lit> = implied.into_iter().chain(negated).collect();
        if shorter.len() < lits.len() {
            self.replace(with, clause, &shorter, victims);
        } else if met {
            // What is met in the middle of a level is not at a fixpoint.
            let depth = self.core.depth().saturating_sub(1);
            self.core.back_to(with.store, depth, |_, _, _| {});
        }
        Ok(())
    }

    /// Puts a clause of some of its literals in the place of a clause.
    fn replace(
        &mut self,
        with: &mut Surroundings<'_>,
        clause: ClauseRef,
        shorter: &[Lit],
        victims: &mut Vec<ClauseRef>,
    ) {
        #[cfg(test)]
        self.check_clause(with, shorter);
        #[cfg(test)]
        SHORTENED.with(|count| count.set(count.get() + 1));
        self.core.back_to(with.store, 0, |_, _, _| {});
        self.tell(with, shorter);
        victims.push(clause);
        match *shorter {
            [] => self.state = Found::Exhausted,
            [only] => {
                self.units.push(only);
                self.core.state.imply(with.store, only, Cause::Assumption);
                self.unresolved = match self.core.propagate(with.store, with.budget) {
                    Err(Halt::Clash(clash)) => Some(clash),
                    // A stop comes again.
                    Ok(()) | Err(Halt::Stopped(_)) => None,
                };
            }
            _ => {
                let clauses = &mut self.core.clauses;
                let distance = clauses.distance(clause).min(shorter.len() as u32 - 1);
                let used = clauses.used(clause);
                let new = clauses.add(shorter, distance, false);
                clauses.set_used(new, used);
                clauses.set_tried(new);
                self.core.watches.attach(&self.core.clauses, new);
            }
        }
    }
}

/// How many of the decisions that stand are those that the literals of a clause begin with.
fn common(core: &Core, lits: &[Lit]) -> usize {
    let mut common = 0;
    for &lit in lits {
        if core.state.truth(lit) >= 0 {
            break;
        }
        if core.decisions.get(common) == Some(&lit.slot()) {
            common += 1;
        } else if core.state.level(lit.slot()) - core.state.root > common {
            break;
        }
    }
    common
}

impl Vivification {
    /// The decisions that `facts` come from.
    fn decisions(
        &mut self,
        core: &Core,
        with: &mut Surroundings<'_>,
        mut facts: Vec<u32>,
    ) -> Result<Vec<u32>, StopReason> {
        let (mut found, mut touched) = (Vec::new(), Vec::new());
        let mut result = Ok(());
        while let Some(slot) = facts.pop() {
            if core.state.level(slot) <= core.state.root
                || std::mem::replace(&mut self.marks[slot as usize], true)
            {
                continue;
            }
            touched.push(slot);
            if core.cause(with.store, slot) == Some(Cause::Decision) {
                found.push(slot);
                continue;
            }
            let known = facts.len();
            result = core.reason(with.store, slot, &mut facts, with.budget).and_then(|()| {
                let work = (facts.len() - known) as u64 / 8 + 1;
                with.budget.spend(work, || core.bytes(with.store))
            });
            if result.is_err() {
                break;
            }
        }
        for slot in touched {
            self.marks[slot as usize] = false;
        }
        result.map(|()| found)
    }
}
