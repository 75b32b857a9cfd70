//! Plain search that steps aside: on a store of its own, where it can stand still while another search goes on.

use crate::propagation::fixpoint::Propagation;
use crate::search::backtracking::{Backtracking, Event, Surroundings};
use crate::search::brancher::Brancher;
use crate::store::store::Store;

/// A plain search, and all that it works with.
pub(crate) struct Aside {
    pub(crate) store: Store,
    pub(crate) propagation: Propagation,
    pub(crate) search: Backtracking,
    pub(crate) brancher: Box<dyn Brancher>,
}

impl Aside {
    /// Goes on until there were so many dead ends in all, by the statistics of `with`, where they are counted. `beside` bytes
    /// are held by others.
    pub(crate) fn next(&mut self, with: &mut Surroundings<'_>, until: u64, beside: u64) -> Event {
        let left = until.saturating_sub(with.propagation.statistics.conflicts);
        self.search.go_on_for(left);
        self.search.beside = beside;
        std::mem::swap(&mut self.propagation.statistics, &mut with.propagation.statistics);
        let mut own = Surroundings {
            store: &mut self.store,
            propagation: &mut self.propagation,
            budget: &mut *with.budget,
            observer: with.observer.as_deref_mut(),
            progress: with.progress.as_deref_mut(),
            nogoods: None,
            proof: None,
        };
        let event = self.search.next(&mut own, &mut *self.brancher);
        std::mem::swap(&mut self.propagation.statistics, &mut with.propagation.statistics);
        event
    }

    /// All that it holds.
    pub(crate) fn bytes(&self) -> u64 {
        self.store.bytes() + self.brancher.bytes()
    }
}
