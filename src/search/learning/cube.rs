//! Learning search within a cube: under literals that are decided first and never taken back. Since they are decisions, and
//! nothing else, what is learnt holds outside the cube too (Heule, Kullmann, Wieringa and Biere, *Cube and conquer*, HVC
//! 2011; Hamadi, Jabbour and Sais, *ManySAT*, JSAT 2009, for the exchange of short nogoods).

use crate::model::ids::Var;
use crate::search::backtracking::Surroundings;
use crate::search::learning::analysis::Lesson;
use crate::search::learning::literal::Lit;
use crate::search::learning::search::{Found, Learning};
use crate::store::store::Store;

/// The part of the space that a search keeps to, and what it tells the searches of the other parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cube {
    /// What holds in it.
    pub(crate) lits: Vec<Lit>,
    /// So many of `lits` hold by now.
    placed: usize,
    /// So many levels they took: below them nothing is decided anew.
    pub(crate) base: usize,
    /// Solutions are left behind by the present decisions alone, so the cube cannot be left before its end.
    pub(crate) enumerates: bool,
    /// Short nogoods that were learnt, if somebody wants them.
    pub(crate) told: Option<Vec<Shared>>,
}

/// A clause of all searches of one question, which have the same slots.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Shared {
    pub(crate) lits: Vec<Lit>,
    pub(crate) distance: u32,
}

/// Nogoods of no more literals, or of no more levels, are told.
const SHORT: usize = 2;
const NARROW: u32 = 2;
/// But none of more literals than this.
const LONGEST: usize = 30;

impl Cube {
    /// Whether all that holds in it does hold.
    #[inline]
    pub(crate) fn is_entered(&self) -> bool {
        self.placed == self.lits.len()
    }
}

impl Learning {
    /// Whether what was found is excluded by clauses, so that the search may begin anew.
    pub(crate) fn may_begin_anew(&self) -> bool {
        self.state == Found::Open && !self.cube.enumerates && self.floor == self.cube.base
    }

    /// Decides the next literal of the cube that does not hold yet.
    pub(crate) fn enter(&mut self, store: &mut Store) {
        while let Some(&lit) = self.cube.lits.get(self.cube.placed) {
            self.cube.placed += 1;
            match self.core.state.truth(lit) {
                0 => {
                    self.core.decide(store, lit);
                    self.cube.base = self.core.depth();
                    self.floor = self.cube.base;
                    return;
                }
                -1 => {
                    self.state = Found::Exhausted;
                    return;
                }
                _ => {}
            }
        }
    }

    /// Leaves the cube: from the root it is entered anew, with what others have told.
    pub(crate) fn begin_anew<'n>(
        &mut self,
        with: &mut Surroundings<'_>,
        told: impl Iterator<Item = &'n Shared>,
    ) {
        if self.core.depth() > 0 {
            self.back_to(with, 0);
        }
        (self.cube.placed, self.cube.base, self.floor) = (0, 0, 0);
        for nogood in told {
            self.import(nogood);
        }
    }

    /// Takes a clause from another search, at the root.
    fn import(&mut self, nogood: &Shared) {
        let truth = |lit: Lit| self.core.state.truth(lit);
        if nogood.lits.iter().any(|&lit| truth(lit) > 0) {
            return;
        }
        let lits: Vec<Lit> = nogood.lits.iter().copied().filter(|&lit| truth(lit) == 0).collect();
        match lits[..] {
            [] => self.state = Found::Exhausted,
            [only] => self.units.push(only),
            _ => {
                let clause = self.core.clauses.add(&lits, nogood.distance, false);
                self.core.watches.attach(&self.core.clauses, clause);
            }
        }
    }

    /// Tells the others what was learnt, if it is short.
    pub(crate) fn export(&mut self, lesson: &Lesson) {
        let Some(told) = &mut self.cube.told else { return };
        let len = lesson.facts.len();
        if len <= SHORT || lesson.distance <= NARROW && len <= LONGEST {
            let mut lits: Vec<Lit> =
                lesson.facts.iter().map(|&slot| self.core.state.fact(slot).opposite()).collect();
            lits.sort_unstable();
            told.push(Shared { lits, distance: lesson.distance });
        }
    }

    /// Cuts the cube into at most `most` parts, the most promising first: a literal for each. Of the values of a variable, or
    /// the places of a value, exactly one holds; the smallest such group is taken, of several the most active. None if there
    /// is no way, or this is not the time.
    pub(crate) fn cut(&mut self, with: &mut Surroundings<'_>, most: usize) -> Option<Vec<Lit>> {
        if !self.may_begin_anew() || !self.cube.is_entered() {
            return None;
        }
        if self.core.depth() > self.cube.base {
            self.back_to(with, self.cube.base);
        }
        let state = &self.core.state;
        let open = |slots: &mut dyn Iterator<Item = u32>| -> Option<Vec<u32>> {
            let mut found = Vec::new();
            for slot in slots {
                if state.is_true(slot) {
                    return None;
                }
                if state.is_open(slot) {
                    found.push(slot);
                    if found.len() > most {
                        return None;
                    }
                }
            }
            (found.len() > 1).then_some(found)
        };
        let mut best: Option<(usize, f64, Vec<u32>)> = None;
        let mut consider = |slots: Option<Vec<u32>>| {
            let Some(slots) = slots else { return };
            let activity = slots.iter().map(|&slot| self.choice.scores.get(slot)).sum::<f64>();
            let better = best.as_ref().is_none_or(|&(len, most_active, _)| {
                slots.len() < len || slots.len() == len && activity > most_active
            });
            if better {
                best = Some((slots.len(), activity, slots));
            }
        };
        for group in (0..state.groups.len() as u32).filter(|&group| state.groups.is_exact(group)) {
            consider(open(&mut state.groups.members(group).iter().copied()));
        }
        for var in 0..state.slots.variables() as u32 {
            consider(open(&mut state.slots.of(Var(var))));
        }
        let (_, _, mut slots) = best?;
        let preferred = |slot: u32| self.choice.phases.get(state.slots.var(slot), true) == Some(slot);
        let score = |slot: u32| self.choice.scores.get(slot);
        slots.sort_by(|&a, &b| {
            let by_phase = preferred(b).cmp(&preferred(a));
            by_phase.then(score(b).total_cmp(&score(a))).then(a.cmp(&b))
        });
        Some(slots.into_iter().map(Lit::is).collect())
    }
}
