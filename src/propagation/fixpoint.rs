//! The fixpoint: applies what the agenda names, cheapest first, until nothing is left.

use std::sync::Arc;

use crate::model::budget::{Budget, StopReason};
use crate::model::ids::{Literal, Region, Var};
use crate::propagation::agenda::Agenda;
use crate::propagation::deduction::{Observer, Told};
use crate::propagation::schedule::Schedule;
use crate::propagation::statistics::Statistics;
use crate::store::log::Cause;
use crate::store::permutations::Unsettled;
use crate::store::store::{Conflict, Store};

/// Why the fixpoint was not reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    Conflict(Culprit),
    Stopped(StopReason),
}

/// What met the conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Culprit {
    /// A rule on a scope, and the length of the log before it was applied.
    Instance(u32, usize),
    /// A region with fewer values than variables.
    Region(Region),
    /// A literal that was assumed against what was known.
    Assumption(Literal),
    /// An empty domain in the model.
    Model,
}

pub(crate) struct Propagation {
    schedule: Arc<Schedule>,
    agenda: Agenda,
    /// How much of the log has been looked at.
    read: usize,
    pub(crate) statistics: Statistics,
}

/// How many changes are looked at before the limits are.
const AT_ONCE: usize = 1 << 10;

impl Propagation {
    /// Everything is to be applied once.
    pub(crate) fn new(schedule: &Arc<Schedule>) -> Propagation {
        let mut agenda = Agenda::new(schedule.len());
        for number in 0..schedule.len() as u32 {
            agenda.insert(number);
        }
        Propagation { schedule: schedule.clone(), agenda, read: 0, statistics: Statistics::default() }
    }

    pub(crate) fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    pub(crate) fn shared_schedule(&self) -> Arc<Schedule> {
        self.schedule.clone()
    }

    /// Applies rules until nothing changes. After a stop it may be called again and goes on.
    pub(crate) fn run(
        &mut self,
        store: &mut Store,
        budget: &mut Budget,
        observer: Option<&mut (dyn Observer + '_)>,
    ) -> Result<(), Halt> {
        self.run_first(store, budget, observer, u32::MAX)
    }

    /// The same with the first `count` pairs of a rule and a scope only.
    #[inline]
    pub(crate) fn run_first(
        &mut self,
        store: &mut Store,
        budget: &mut Budget,
        mut observer: Option<&mut (dyn Observer + '_)>,
        count: u32,
    ) -> Result<(), Halt> {
        loop {
            self.wake(store, budget)?;
            let Some(number) = self.agenda.pop() else { return Ok(()) };
            if number >= count {
                self.agenda.insert(number);
                return Ok(());
            }
            let start = store.log().len();
            let result = self.schedule.apply(number, store, budget);
            if let Err(Halt::Stopped(_)) = result {
                self.agenda.insert(number);
                return result;
            }
            if let Some(observer) = observer.as_deref_mut()
                && let Err(reason) = self.tell(observer, number, store, start, result.is_err(), budget)
            {
                // What nobody could be shown was not deduced.
                store.undo_to(start);
                self.agenda.insert(number);
                return Err(Halt::Stopped(reason));
            }
            self.statistics.applications += 1;
            self.statistics.changes += (store.log().len() - start) as u64;
            result?;
            budget.spend(self.schedule.ticks(number), || store.bytes()).map_err(Halt::Stopped)?;
        }
    }

    /// Shows what instance `number` did when the log had `start` entries.
    fn tell(
        &self,
        observer: &mut (dyn Observer + '_),
        number: u32,
        store: &Store,
        start: usize,
        conflict: bool,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let mut told = Told { schedule: &self.schedule, number, store, next: start, conflict };
        while let Some(deduction) = told.next(budget)? {
            observer.deduction(&deduction, store);
        }
        Ok(())
    }

    /// The same at the root of a question, where in addition it is settled which regions are permutations.
    pub(crate) fn run_root(
        &mut self,
        store: &mut Store,
        budget: &mut Budget,
        mut observer: Option<&mut (dyn Observer + '_)>,
    ) -> Result<(), Halt> {
        if store.has_empty() {
            return Err(Halt::Conflict(Culprit::Model));
        }
        loop {
            self.run(store, budget, observer.as_deref_mut())?;
            let found = store.settle_permutations(budget).map_err(|unsettled| match unsettled {
                Unsettled::Short(region) => Halt::Conflict(Culprit::Region(region)),
                Unsettled::Stopped(reason) => Halt::Stopped(reason),
            })?;
            if found.is_empty() {
                return Ok(());
            }
            let found = found.to_vec();
            for region in found {
                // Every rule on this region is woken by any of its variables.
                if let Some(&var) = store.model().region(region).first() {
                    self.wake_var(var);
                }
            }
        }
    }

    /// Puts on the agenda what the changes since the last time wake.
    #[inline]
    fn wake(&mut self, store: &Store, budget: &mut Budget) -> Result<(), Halt> {
        let end = store.log().len();
        loop {
            let stop = end.min(self.read + AT_ONCE);
            for entry in &store.log()[self.read..stop] {
                let Some((var, _)) = store.subject(entry) else { continue };
                for &number in self.schedule.woken_by_change(var) {
                    self.agenda.insert(number);
                }
                if store.is_fixed(var) {
                    for &number in self.schedule.woken_by_fixing(var) {
                        self.agenda.insert(number);
                    }
                }
            }
            self.read = stop;
            if stop == end {
                return Ok(());
            }
            budget.spend(AT_ONCE as u64, || store.bytes()).map_err(Halt::Stopped)?;
        }
    }

    fn wake_var(&mut self, var: Var) {
        for &number in self.schedule.woken_by_change(var).iter().chain(self.schedule.woken_by_fixing(var)) {
            self.agenda.insert(number);
        }
    }

    /// Takes back the last level of the store, where all was at a fixpoint.
    pub(crate) fn undo_level(&mut self, store: &mut Store) {
        store.undo_level();
        self.agenda.clear();
        self.read = store.log().len();
    }
}

/// Makes a literal true.
pub(crate) fn assert(store: &mut Store, literal: Literal, cause: Cause) -> Result<(), Conflict> {
    let number = store.model().values().number_of(literal.value());
    match (literal, number) {
        (Literal::Is(var, _), Some(number)) => store.assign_number(var, number, cause),
        (Literal::IsNot(var, _), Some(number)) => store.remove_number(var, number, cause),
        (Literal::Is(..), None) => Err(Conflict),
        (Literal::IsNot(..), None) => Ok(()),
    }
}
