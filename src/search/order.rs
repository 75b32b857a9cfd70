//! In which order variables and values come where a brancher has no preference: as made, or shuffled by a seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::model::budget::growing;
use crate::model::ids::Var;
use crate::model::plan::Model;
use crate::store::store::Store;

/// The order of variables and values.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    vars: Vec<Var>,
    random: Option<ChaCha8Rng>,
    /// For some levels, ascending, the first position that may be open: all before it were fixed there.
    cursors: Vec<Cursor>,
}

#[derive(Clone, Copy, Debug)]
struct Cursor {
    level: usize,
    name: u64,
    first: usize,
}

impl Order {
    pub(crate) fn new(model: &Model, seed: Option<u64>) -> Order {
        let mut vars: Vec<Var> = model.vars().collect();
        let mut random = seed.map(ChaCha8Rng::seed_from_u64);
        if let Some(random) = &mut random {
            for i in (1..vars.len()).rev() {
                vars.swap(i, below(random, i + 1));
            }
        }
        Order { vars, random, cursors: Vec::new() }
    }

    /// The variables that are open, in order.
    pub(crate) fn open<'a>(&'a mut self, store: &'a Store) -> impl Iterator<Item = Var> + 'a {
        // What was fixed at a level that is still open is fixed. Levels that were taken back since may have been passed over
        // by whoever asks.
        let stale = |cursor: &mut Cursor| store.level_name(cursor.level) != Some(cursor.name);
        while self.cursors.pop_if(stale).is_some() {}
        let mut first = self.cursors.last().map_or(0, |cursor| cursor.first);
        while first < self.vars.len() && store.is_fixed(self.vars[first]) {
            first += 1;
        }
        let level = store.level();
        match self.cursors.last_mut() {
            Some(cursor) if cursor.level == level => cursor.first = first,
            _ => self.cursors.extend(store.level_name(level).map(|name| Cursor { level, name, first })),
        }
        self.vars[first..].iter().copied().filter(|&var| !store.is_fixed(var))
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.vars.capacity() * size_of::<Var>()) as u64 + growing(&self.cursors)
    }

    /// One of the values that `var` has left: the lowest, or a random one.
    pub(crate) fn value(&mut self, store: &Store, var: Var) -> Option<i32> {
        match &mut self.random {
            None => store.lowest(var),
            Some(random) => {
                let nth = below(random, store.size(var).max(1));
                store.values(var).nth(nth)
            }
        }
    }
}

/// A random number below `bound`, the same on every machine.
fn below(random: &mut ChaCha8Rng, bound: usize) -> usize {
    ((u128::from(random.next_u64()) * bound as u128) >> 64) as usize
}
