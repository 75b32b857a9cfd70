//! The brancher that looks for what no solution so far has shown.

use std::sync::Arc;

use crate::model::ids::Var;
use crate::model::plan::Model;
use crate::search::brancher::{Brancher, Decision};
use crate::store::store::Store;

/// Takes the variable that another brancher chooses, and of its values the lowest that is not marked, if there is one.
pub(crate) struct Unmarked {
    pub(crate) inner: Box<dyn Brancher>,
    /// A bit for each variable and value, laid out as in the store.
    pub(crate) marked: Arc<Vec<u64>>,
    /// The bytes that whoever marks holds.
    pub(crate) held: u64,
}

/// The place of a bit in an array that is laid out as the domains in the store.
pub(crate) fn place(model: &Model, var: Var, number: usize) -> Option<(usize, u64)> {
    let word = model.plan().spans.get(var.index())?.place(number / 64)?;
    Some((word, 1 << (number % 64)))
}

impl Brancher for Unmarked {
    fn choose(&mut self, store: &Store) -> Option<Decision> {
        let Decision { var, value } = self.inner.choose(store)?;
        if var.index() >= store.model().variables() {
            return None;
        }
        let is_new = |&number: &usize| {
            let place = place(store.model(), var, number);
            place.is_some_and(|(word, bit)| self.marked.get(word).is_some_and(|marks| marks & bit == 0))
        };
        let new = store.numbers(var).find(is_new);
        Some(Decision { var, value: new.map_or(value, |number| store.model().values().value_at(number)) })
    }

    fn conflict(&mut self, scope: &[Var]) {
        self.inner.conflict(scope);
    }

    fn begins_anew(&mut self, dead_ends: u64) -> bool {
        self.inner.begins_anew(dead_ends)
    }

    fn bytes(&self) -> u64 {
        self.inner.bytes() + self.held
    }
}
