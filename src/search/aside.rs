//! Plain search that stands aside: on a store of its own, where it can stand still while another search goes on.

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
    /// Goes on until there were so many dead ends in all, by the statistics of `with`. `beside` bytes are held by others.
    pub(crate) fn next(&mut self, with: &mut Surroundings<'_>, until: u64, beside: u64) -> Event {
        self.search.go_on_for(until.saturating_sub(with.propagation.statistics.conflicts));
        self.enter(with, beside);
        let event = self.go_on(with);
        self.leave(with);
        event
    }

    /// From now on what it does is counted on from the statistics of `with`.
    pub(crate) fn enter(&mut self, with: &mut Surroundings<'_>, beside: u64) {
        self.search.beside = beside;
        std::mem::swap(&mut self.propagation.statistics, &mut with.propagation.statistics);
    }

    /// Gives the statistics back.
    pub(crate) fn leave(&mut self, with: &mut Surroundings<'_>) {
        std::mem::swap(&mut self.propagation.statistics, &mut with.propagation.statistics);
        let bytes = self.bytes() + self.search.beside;
        let statistics = &mut with.propagation.statistics;
        statistics.memory = statistics.memory.max(bytes);
    }

    /// Goes on to the next event.
    pub(crate) fn go_on(&mut self, with: &mut Surroundings<'_>) -> Event {
        let (search, brancher, mut own) = self.parts(with);
        search.next(&mut own, brancher)
    }

    /// The search, who decides for it, and what it works with. Observers are told what happens on the solver's store only.
    pub(crate) fn parts<'a>(
        &'a mut self,
        with: &'a mut Surroundings<'_>,
    ) -> (&'a mut Backtracking, &'a mut dyn Brancher, Surroundings<'a>) {
        let own = Surroundings {
            store: &mut self.store,
            propagation: &mut self.propagation,
            budget: &mut *with.budget,
            observer: None,
            progress: with.progress.as_deref_mut(),
            nogoods: None,
            proof: None,
        };
        (&mut self.search, &mut *self.brancher, own)
    }

    /// All that it holds.
    pub(crate) fn bytes(&self) -> u64 {
        self.store.bytes() + self.brancher.bytes()
    }
}
