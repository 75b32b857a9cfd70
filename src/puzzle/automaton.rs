//! Nondeterministic automata over values, which a line must be accepted by.

use std::collections::BTreeSet;

use crate::model::domain::Domain;
use crate::rules::layers::Machine;

/// States, and which values lead from which to which. One may be in several states at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Automaton {
    /// For each state the states that it goes to by itself.
    silent: Vec<Vec<u32>>,
    /// For each state the sets of values that lead on, and to where.
    steps: Vec<Vec<(Domain, u32)>>,
    start: BTreeSet<u32>,
    accepting: BTreeSet<u32>,
}

impl Automaton {
    /// A new state.
    pub(crate) fn state(&mut self) -> u32 {
        self.silent.push(Vec::new());
        self.steps.push(Vec::new());
        self.steps.len() as u32 - 1
    }

    /// How many states there are.
    pub(crate) fn states(&self) -> usize {
        self.steps.len()
    }

    /// Lets a state go to another by itself.
    pub(crate) fn join(&mut self, from: u32, to: u32) {
        self.silent[from as usize].push(to);
    }

    /// Lets values lead from a state to another.
    pub(crate) fn step(&mut self, from: u32, values: Domain, to: u32) {
        self.steps[from as usize].push((values, to));
    }

    /// Makes it start in a state.
    pub(crate) fn start_in(&mut self, state: u32) {
        self.start.insert(state);
    }

    /// Makes it accept in a state.
    pub(crate) fn accept_in(&mut self, state: u32) {
        self.accepting.insert(state);
    }

    /// These states and all that they go to by themselves, ascending.
    fn closed(&self, states: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let mut stack: Vec<u32> = states.into_iter().collect();
        let mut found = BTreeSet::new();
        while let Some(state) = stack.pop() {
            if found.insert(state) {
                stack.extend(&self.silent[state as usize]);
            }
        }
        found.into_iter().collect()
    }
}

/// The states that it may be in make one state of a deterministic machine.
impl Machine for Automaton {
    type State = Vec<u32>;

    fn start(&self) -> Vec<u32> {
        self.closed(self.start.iter().copied())
    }

    fn step(&self, _: usize, states: &Vec<u32>, value: i32) -> Option<Vec<u32>> {
        let steps = states.iter().flat_map(|&state| &self.steps[state as usize]);
        let next = steps.filter(|(values, _)| values.contains(value)).map(|&(_, to)| to);
        let next = self.closed(next);
        (!next.is_empty()).then_some(next)
    }

    fn accepts(&self, states: &Vec<u32>) -> bool {
        states.iter().any(|state| self.accepting.contains(state))
    }
}
