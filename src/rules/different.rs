//! A machine whose values all differ.

use crate::rules::layers::Machine;

/// A machine that accepts what another accepts and has no value twice: beside the state of the other it remembers which
/// values were read. Good for alphabets of up to some 12 values, of which it makes up to 4,096 sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Different<M> {
    machine: M,
    alphabet: Vec<i32>,
}

impl<M> Different<M> {
    /// What `machine` accepts of different values of `alphabet`. None if these are more than 64.
    pub fn new(machine: M, alphabet: &[i32]) -> Option<Different<M>> {
        let mut alphabet = alphabet.to_vec();
        alphabet.sort_unstable();
        alphabet.dedup();
        (alphabet.len() <= 64).then_some(Different { machine, alphabet })
    }
}

impl<M: Machine> Machine for Different<M> {
    type State = (u64, M::State);

    fn start(&self) -> Self::State {
        (0, self.machine.start())
    }

    fn starts(&self) -> Vec<Self::State> {
        self.machine.starts().into_iter().map(|state| (0, state)).collect()
    }

    fn step(&self, position: usize, (read, state): &Self::State, value: i32) -> Option<Self::State> {
        let bit = 1 << self.alphabet.binary_search(&value).ok()?;
        if read & bit != 0 {
            return None;
        }
        Some((read | bit, self.machine.step(position, state, value)?))
    }

    fn accepts(&self, (_, state): &Self::State) -> bool {
        self.machine.accepts(state)
    }
}
