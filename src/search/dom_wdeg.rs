//! The brancher that learns where the conflicts are.

use crate::model::ids::Var;
use crate::model::plan::Model;
use crate::search::brancher::{Brancher, Decision};
use crate::search::order::Order;
use crate::store::store::Store;

/// Takes the open variable with the smallest quotient of its number of values and its weight, which
/// grows with each conflict in a scope that it lies in (Boussemart, Hemery, Lecoutre and Sais,
/// *Boosting systematic search by weighting constraints*, ECAI 2004; weights are kept by variable).
#[derive(Clone, Debug)]
pub struct DomWdeg {
    order: Order,
    weights: Vec<u64>,
}

impl DomWdeg {
    /// A brancher for `model`, shuffled by `seed` if there is one.
    pub fn new(model: &Model, seed: Option<u64>) -> DomWdeg {
        DomWdeg { order: Order::new(model, seed), weights: vec![1; model.variables()] }
    }
}

impl Brancher for DomWdeg {
    fn choose(&mut self, store: &Store) -> Option<Decision> {
        let DomWdeg { order, weights } = self;
        // Quotients are compared crosswise: no rounding.
        let quotient = |var: Var| (store.size(var) as u128, u128::from(weights[var.index()]));
        let smaller = |a: (u128, u128), b: (u128, u128)| a.0 * b.1 < b.0 * a.1;
        let best = order
            .open(store)
            .reduce(|best, var| if smaller(quotient(var), quotient(best)) { var } else { best });
        let var = best?;
        Some(Decision { var, value: self.order.value(store, var)? })
    }

    fn conflict(&mut self, scope: &[Var]) {
        for var in scope {
            self.weights[var.index()] += 1;
        }
    }

    fn bytes(&self) -> u64 {
        self.order.bytes() + (self.weights.capacity() * size_of::<u64>()) as u64
    }
}
