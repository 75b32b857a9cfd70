//! The brancher that takes variables as they come.

use crate::model::plan::Model;
use crate::search::brancher::{Brancher, Decision};
use crate::search::order::Order;
use crate::store::store::Store;

/// Takes the first open variable and its lowest value; with a seed, both in a random order.
#[derive(Clone, Debug)]
pub struct InOrder {
    order: Order,
}

impl InOrder {
    /// A brancher for `model`, shuffled by `seed` if there is one.
    pub fn new(model: &Model, seed: Option<u64>) -> InOrder {
        InOrder { order: Order::new(model, seed) }
    }
}

impl Brancher for InOrder {
    fn choose(&mut self, store: &Store) -> Option<Decision> {
        let var = self.order.open(store).next()?;
        Some(Decision { var, value: self.order.value(store, var)? })
    }

    fn bytes(&self) -> u64 {
        self.order.bytes()
    }
}
