//! The brancher that learns where the conflicts are.

use crate::model::ids::Var;
use crate::model::plan::Model;
use crate::search::brancher::{Brancher, Decision};
use crate::search::order::Order;
use crate::store::store::Store;

/// Takes the open variable with the smallest quotient of its number of values and its weight, which
/// grows with each conflict in a scope that it lies in (Boussemart, Hemery, Lecoutre and Sais,
/// *Boosting systematic search by weighting constraints*, ECAI 2004; weights are kept by variable), and with each
/// conflict right after it was decided. The first decisions are made before there are weights that tell anything, so
/// after the first dead ends the search begins anew a few times.
#[derive(Clone, Debug)]
pub struct DomWdeg {
    order: Order,
    weights: Vec<u64>,
    blame: Blame,
    /// After how many dead ends to begin anew, the next one first.
    anew: &'static [u64],
}

/// After these dead ends without a solution the search begins anew.
const ANEW: [u64; 3] = [50, 150, 350];

/// Whose weights grow with a conflict.
#[derive(Clone, Copy, Debug)]
enum Blame {
    Scope,
    /// That of the last decision, too.
    ScopeAndDecision(Option<Var>),
}

impl DomWdeg {
    /// A brancher for `model`, shuffled by `seed` if there is one.
    pub fn new(model: &Model, seed: Option<u64>) -> DomWdeg {
        let blame = Blame::ScopeAndDecision(None);
        DomWdeg { order: Order::new(model, seed), weights: vec![1; model.variables()], blame, anew: &ANEW }
    }

    /// The same without weight for decisions, for a search that begins anew by itself: better where regions are many and
    /// nothing else is there.
    pub(crate) fn of_scopes(model: &Model, seed: Option<u64>) -> DomWdeg {
        DomWdeg { blame: Blame::Scope, anew: &[], ..DomWdeg::new(model, seed) }
    }
}

impl Brancher for DomWdeg {
    fn choose(&mut self, store: &Store) -> Option<Decision> {
        let DomWdeg { order, weights, blame, .. } = self;
        // Quotients are compared crosswise: no rounding.
        let quotient = |var: Var| (store.size(var) as u128, u128::from(weights[var.index()]));
        let smaller = |a: (u128, u128), b: (u128, u128)| a.0 * b.1 < b.0 * a.1;
        let best = order
            .open(store)
            .reduce(|best, var| if smaller(quotient(var), quotient(best)) { var } else { best });
        let var = best?;
        if let Blame::ScopeAndDecision(last) = blame {
            *last = Some(var);
        }
        Some(Decision { var, value: self.order.value(store, var)? })
    }

    fn conflict(&mut self, scope: &[Var]) {
        for var in scope {
            self.weights[var.index()] += 1;
        }
        if let Blame::ScopeAndDecision(Some(var)) = self.blame {
            self.weights[var.index()] += 1;
        }
    }

    fn begins_anew(&mut self, dead_ends: u64) -> bool {
        let Some((next, later)) = self.anew.split_first() else { return false };
        let due = dead_ends >= *next;
        if due {
            self.anew = later;
        }
        due
    }

    fn bytes(&self) -> u64 {
        self.order.bytes() + (self.weights.capacity() * size_of::<u64>()) as u64
    }
}
