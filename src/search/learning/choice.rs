//! What to decide: the most active slot, or a slot of the group with the fewest possibilities for its weight.

use crate::model::ids::Var;
use crate::search::learning::core::{Clash, Core};
use crate::search::learning::literal::Lit;
use crate::search::learning::phases::Phases;
use crate::search::learning::restarts::Mode;
use crate::search::learning::scores::Scores;
use crate::store::store::Store;

/// Activities of slots, weights of groups, and phases.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) scores: Scores,
    pub(crate) phases: Phases,
    /// The weight of each group of places, then of each variable.
    weights: Vec<u32>,
    /// Whether the variables have many values left: then stable mode decides over groups.
    sparse: bool,
    /// Whether a solution was found: then the rest is likely to be a proof that there is no other, which targets do not help.
    solved: bool,
}

/// How many values an open variable has left on average where a model is sparse.
pub(crate) const SPARSE: usize = 10;

impl Choice {
    pub(crate) fn new(core: &Core, offered: Vec<u32>, seed: Option<u64>) -> Choice {
        let open = (0..core.state.slots.variables() as u32)
            .filter(|&var| !core.state.slots.of(Var(var)).is_empty())
            .count();
        let (slots, groups, variables) =
            (core.state.slots.len(), core.state.groups.len(), core.state.slots.variables());
        Choice {
            scores: Scores::new(slots, seed),
            phases: Phases::new(variables, offered),
            weights: vec![1; groups + variables],
            sparse: slots > SPARSE * open,
            solved: false,
        }
    }

    /// Takes note that a slot is open again.
    #[inline]
    pub(crate) fn reopen(&mut self, core_var: Var, slot: u32, was_true: bool) {
        if was_true {
            self.phases.save(core_var, slot);
        }
        self.scores.insert(slot);
    }

    /// Takes note of a conflict: of what took part in it, and where it was met.
    pub(crate) fn conflict(&mut self, core: &Core, clash: &Clash, involved: &[u32], fade: f64) {
        for &slot in involved {
            self.scores.bump(slot);
        }
        self.scores.fade(fade);
        let places = core.state.groups.len();
        match *clash {
            Clash::Group(group) => self.weights[group as usize] += 1,
            Clash::Pair(one, other) => {
                for group in core.state.groups.of(one) {
                    if core.state.groups.members(group).contains(&other) {
                        self.weights[group as usize] += 1;
                    }
                }
            }
            Clash::Clause(clause) => {
                for &lit in core.clauses.lits(clause) {
                    let var = core.state.slots.var(Lit(lit).slot());
                    self.weights[places + var.index()] += 1;
                }
            }
            Clash::Rule(..) | Clash::Facts(_) => {}
        }
    }

    /// How far behind a nogood slots become more active. Where decisions go by groups it would not be worth the time.
    pub(crate) fn steps_behind(&self) -> usize {
        if self.sparse { 0 } else { 2 }
    }

    /// Takes note of a solution.
    pub(crate) fn solved(&mut self) {
        self.solved = true;
    }

    /// How many numbers are looked at to decide.
    pub(crate) fn work(&self, core: &Core, mode: Mode) -> usize {
        if mode == Mode::Stable && self.sparse {
            core.state.groups.len() + core.state.slots.variables()
        } else {
            1
        }
    }

    /// What to decide next; none if nothing is open.
    pub(crate) fn choose(&mut self, core: &Core, store: &Store, mode: Mode) -> Option<Lit> {
        let stable = mode == Mode::Stable;
        if stable && self.sparse {
            return self.choose_group(core, store);
        }
        while let Some(slot) = self.scores.pop() {
            if core.state.is_open(slot) {
                let literally = !self.sparse && (!stable || self.solved);
                return Some(if literally { Lit::is(slot) } else { self.phased(core, slot, stable) });
            }
        }
        None
    }

    /// The slot itself, or the one that its variable is to be tried with.
    fn phased(&mut self, core: &Core, slot: u32, stable: bool) -> Lit {
        match self.phases.get(core.state.slots.var(slot), stable) {
            Some(phase) if phase != slot && core.state.is_open(phase) => {
                self.scores.insert(slot);
                Lit::is(phase)
            }
            _ => Lit::is(slot),
        }
    }

    fn choose_group(&self, core: &Core, store: &Store) -> Option<Lit> {
        let state = &core.state;
        let mut best = (u64::MAX, 1u64, u32::MAX);
        let mut consider = |live: u64, weight: u32, group: u32| {
            if live > 1 && u128::from(live) * u128::from(best.1) < u128::from(best.0) * u128::from(weight) {
                best = (live, u64::from(weight), group);
            }
        };
        let places = state.groups.len() as u32;
        for group in 0..places {
            if state.groups.is_exact(group) {
                consider(u64::from(state.groups.live(group)), self.weights[group as usize], group);
            }
        }
        for var in 0..state.slots.variables() as u32 {
            let weight = self.weights[(places + var) as usize];
            consider(store.size(Var(var)) as u64, weight, places + var);
        }
        if best.2 == u32::MAX {
            return None;
        }
        let prefer = |slots: &mut dyn Iterator<Item = u32>| {
            let mut chosen: Option<(bool, f64, u32)> = None;
            for slot in slots.filter(|&slot| state.is_open(slot)) {
                let phase = self.phases.get(state.slots.var(slot), true) == Some(slot);
                let score = self.scores.get(slot);
                if chosen.is_none_or(|(had, most, _)| (phase, score) > (had, most)) {
                    chosen = Some((phase, score, slot));
                }
            }
            chosen.map(|(_, _, slot)| Lit::is(slot))
        };
        match best.2.checked_sub(places) {
            None => prefer(&mut state.groups.members(best.2).iter().copied()),
            Some(var) => prefer(&mut state.slots.of(Var(var))),
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.scores.bytes() + self.phases.bytes() + 4 * self.weights.capacity() as u64
    }
}
