//! Which value a variable is tried with first: what it had last, or in the largest assignment so far without a conflict
//! (target and best phases: Biere and Fleury, *Chasing target phases*, POS 2020).

use crate::model::ids::Var;
use crate::search::learning::core::Core;
use crate::store::log::NONE;

/// A slot for each variable, or none.
#[derive(Clone, Debug)]
pub(crate) struct Phases {
    saved: Vec<u32>,
    target: Vec<u32>,
    best: Vec<u32>,
    offered: Vec<u32>,
    /// The fewest open variables without conflict since the target, or the best, was forgotten.
    target_open: usize,
    best_open: usize,
    /// Whether the present assignment is better than the target.
    better: bool,
    rephased: u64,
}

impl Phases {
    /// Nothing is known but what was offered: a slot for each variable, or [`NONE`].
    pub(crate) fn new(variables: usize, offered: Vec<u32>) -> Phases {
        Phases {
            saved: offered.clone(),
            target: vec![NONE; variables],
            best: vec![NONE; variables],
            offered,
            target_open: usize::MAX,
            best_open: usize::MAX,
            better: false,
            rephased: 0,
        }
    }

    /// Takes note that a slot was true.
    #[inline]
    pub(crate) fn save(&mut self, var: Var, slot: u32) {
        self.saved[var.index()] = slot;
    }

    /// The slot to try for a variable, if there is a preference.
    #[inline]
    pub(crate) fn get(&self, var: Var, stable: bool) -> Option<u32> {
        let target = self.target[var.index()];
        let slot = if stable && target != NONE { target } else { self.saved[var.index()] };
        (slot != NONE).then_some(slot)
    }

    /// Takes note that all is at a fixpoint with `open` open variables.
    #[inline]
    pub(crate) fn fixpoint(&mut self, open: usize) {
        if open < self.target_open {
            self.target_open = open;
            self.better = true;
        }
    }

    /// Whether the next conflict sets the target.
    pub(crate) fn is_better(&self) -> bool {
        self.better
    }

    /// Takes note of a conflict at the highest level: what holds below it was free of conflict.
    pub(crate) fn conflict(&mut self, core: &Core, level: usize) {
        if !std::mem::replace(&mut self.better, false) {
            return;
        }
        let better_than_best = self.target_open < self.best_open;
        if better_than_best {
            self.best_open = self.target_open;
        }
        for var in 0..self.target.len() {
            if let Some(slot) = core.state.fixed(Var(var as u32))
                && core.state.level(slot) < level
            {
                self.target[var] = slot;
                if better_than_best {
                    self.best[var] = slot;
                }
            }
        }
    }

    /// Starts from other phases: in turn the best, those offered, and none.
    pub(crate) fn rephase(&mut self) {
        match self.rephased % 4 {
            1 => self.saved.clone_from(&self.offered),
            3 => {}
            _ => {
                for (saved, &best) in self.saved.iter_mut().zip(&self.best) {
                    if best != NONE {
                        *saved = best;
                    }
                }
            }
        }
        self.rephased += 1;
        self.best_open = usize::MAX;
        self.forget_target();
    }

    /// Looks for a new target.
    pub(crate) fn forget_target(&mut self) {
        self.target.fill(NONE);
        self.target_open = usize::MAX;
        self.better = false;
    }

    pub(crate) fn bytes(&self) -> u64 {
        (4 * 4 * self.saved.capacity()) as u64
    }
}
