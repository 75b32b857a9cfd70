//! The brancher that takes the variable with the fewest values.

use crate::model::plan::Model;
use crate::search::brancher::{Brancher, Decision};
use crate::search::order::Order;
use crate::store::store::Store;

/// Takes the open variable with the fewest values left, the first of several (Haralick and Elliott, *Increasing tree
/// search efficiency for constraint satisfaction problems*, Artificial Intelligence 14, 1980), and its lowest value;
/// with a seed, the first in a random order, and a random value.
#[derive(Clone, Debug)]
pub struct SmallestDomain {
    order: Order,
}

impl SmallestDomain {
    /// A brancher for `model`, shuffled by `seed` if there is one.
    pub fn new(model: &Model, seed: Option<u64>) -> SmallestDomain {
        SmallestDomain { order: Order::new(model, seed) }
    }
}

impl Brancher for SmallestDomain {
    fn choose(&mut self, store: &Store) -> Option<Decision> {
        let mut smallest = None;
        let mut size = usize::MAX;
        for var in self.order.open(store) {
            if store.size(var) < size {
                size = store.size(var);
                smallest = Some(var);
                if size == 2 {
                    break;
                }
            }
        }
        let var = smallest?;
        Some(Decision { var, value: self.order.value(store, var)? })
    }

    fn bytes(&self) -> u64 {
        self.order.bytes()
    }
}
