//! What one application of a rule removed, and why.

use crate::model::budget::{Budget, StopReason, growing};
use crate::model::ids::{Literal, Region, Var};
use crate::propagation::schedule::Schedule;
use crate::rules::rule::Explanation;
use crate::store::log::Cause;
use crate::store::store::{Store, ones};

/// What one application of a rule removed, and why: from the literals of `because`, which were true before, and the
/// rule on `scope` alone, all of `removed` follows (and the conflict, if there was one).
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Deduction {
    /// The rule's name.
    pub rule: String,
    /// The region to which it was applied, if it was one.
    pub region: Option<Region>,
    /// The variables to which it was applied.
    pub scope: Vec<Var>,
    /// The values that it removed.
    pub removed: Vec<(Var, i32)>,
    /// The variables that have one value left since, and that value.
    pub fixed: Vec<(Var, i32)>,
    /// The variables that have no value left since.
    pub emptied: Vec<Var>,
    /// What it follows from.
    pub because: Vec<Literal>,
    /// Whether it found a conflict: no solution has the literals of `because`.
    pub conflict: bool,
}

/// Sees every deduction as it is made. What it costs is paid only where there is one.
///
/// An application that removes more than about 260,000 values is told of in several deductions. Where a limit stops it
/// between them it is taken back, and told of from its beginning when the question goes on.
pub trait Observer: Send + Sync {
    /// The rules have concluded something; `store` shows the domains after it.
    fn deduction(&mut self, deduction: &Deduction, store: &Store);
}

impl<F: FnMut(&Deduction, &Store) + Send + Sync> Observer for F {
    fn deduction(&mut self, deduction: &Deduction, store: &Store) {
        self(deduction, store);
    }
}

/// So many removed values or more are told of in several deductions.
const MOST: usize = 1 << 18;

/// What one application did, read from the log: in one deduction, or in several where it removed very many values, so
/// that nothing is held that takes long to free. Each follows from those before it.
pub(crate) struct Told<'a> {
    pub(crate) schedule: &'a Schedule,
    /// The rule and the scope.
    pub(crate) number: u32,
    pub(crate) store: &'a Store,
    /// The length of the log before the application, then before the next part.
    pub(crate) next: usize,
    /// The application found a conflict: the last part has it, and there is one.
    pub(crate) conflict: bool,
}

impl Told<'_> {
    /// The next deduction; none if there is nothing left to tell.
    pub(crate) fn next(&mut self, budget: &mut Budget) -> Result<Option<Deduction>, StopReason> {
        let &mut Told { schedule, number, store, next, conflict } = self;
        let before_bytes = |removed: &Vec<(Var, i32)>, because: &Vec<Literal>| {
            store.bytes() + growing(removed) + growing(because)
        };
        let mut removed = Vec::new();
        let mut changed: Vec<Var> = Vec::new();
        let mut reasons = Reasons::new(schedule, number, store, next);
        let end = store.log().len();
        self.next = end;
        for (entry, change) in store.log().iter().enumerate().skip(next) {
            let Some((var, word)) = store.subject(change) else { continue };
            debug_assert_eq!(change.cause(), Cause::Applied(number));
            if changed.last() != Some(&var) {
                if removed.len() >= MOST {
                    self.next = entry;
                    break;
                }
                changed.push(var);
            }
            for value in ones(word, change.bits).map(|number| store.model().values().value_at(number)) {
                removed.push((var, value));
                reasons.explain(Some(Literal::IsNot(var, value)), entry, budget)?;
                budget.spend(1, || before_bytes(&removed, &reasons.because))?;
            }
        }
        let conflict = conflict && self.next == end;
        if conflict {
            reasons.explain(None, end, budget)?;
            self.conflict = false;
        } else if removed.is_empty() {
            return Ok(None);
        }
        let because = reasons.finish(budget)?;
        changed.sort_unstable();
        changed.dedup();
        budget.spend(changed.len() as u64, || before_bytes(&removed, &because))?;
        let fixed = changed.iter().filter_map(|&var| Some((var, store.value(var)?))).collect();
        let emptied = changed.into_iter().filter(|&var| store.size(var) == 0).collect();
        Ok(Some(Deduction {
            rule: schedule.rule(number).name().to_owned(),
            region: schedule.region(number),
            scope: schedule.vars(number).to_vec(),
            removed,
            fixed,
            emptied,
            because,
            conflict,
        }))
    }

    /// The deduction that found the conflict, if there is time to read so far.
    pub(crate) fn conflict(mut self, budget: &mut Budget) -> Option<Deduction> {
        let mut last = None;
        while let Ok(Some(deduction)) = self.next(budget) {
            last = Some(deduction);
        }
        last.filter(|deduction| deduction.conflict)
    }
}

/// Collects why one application removed what it removed.
struct Reasons<'a> {
    schedule: &'a Schedule,
    number: u32,
    store: &'a Store,
    /// The length of the log before what is explained.
    start: usize,
    because: Vec<Literal>,
    /// At this length what was said twice is dropped.
    crowded: usize,
    /// One reason that is all of the scope holds all others.
    whole: bool,
}

impl<'a> Reasons<'a> {
    fn new(schedule: &'a Schedule, number: u32, store: &'a Store, start: usize) -> Reasons<'a> {
        Reasons { schedule, number, store, start, because: Vec::new(), crowded: MOST, whole: false }
    }

    /// Asks the rule why `literal` followed when the log had `length` entries.
    fn explain(
        &mut self,
        literal: Option<Literal>,
        length: usize,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        if self.whole {
            return Ok(());
        }
        let &mut Reasons { schedule, number, store, .. } = self;
        let past = schedule.past(number, store, length, budget);
        let explanation = schedule.rule(number).explain(literal, &past);
        past.stopped()?;
        // What was explained may have taken long; of what is not of this crate nobody knows how long.
        let ticks = past.ticks().max(if schedule.is_foreign(number) { Budget::CALL } else { 1 });
        budget.spend(ticks, || store.bytes())?;
        let Explanation::Because(reasons) = explanation else {
            self.whole = true;
            return Ok(());
        };
        let before = schedule.past(number, store, self.start, budget);
        for reason in reasons {
            // What became true in this very deduction is explained with it; but of "is", a part may have been known
            // before.
            if !schedule.has_in_scope(number, reason.var()) {
                continue;
            }
            if before.was_true(reason) {
                self.because.push(reason);
            } else if let Literal::Is(var, _) = reason {
                before.add_known(var, &mut self.because);
            }
        }
        before.stopped()?;
        if self.because.len() >= self.crowded {
            self.tidy(budget)?;
            self.crowded = MOST.max(2 * self.because.len());
        }
        Ok(())
    }

    /// Sorts what was collected, each literal once.
    fn tidy(&mut self, budget: &mut Budget) -> Result<(), StopReason> {
        budget.spend(self.because.len() as u64 / 4, || self.store.bytes())?;
        // Most of it is sorted.
        self.because.sort();
        self.because.dedup();
        Ok(())
    }

    /// All that was collected, sorted.
    fn finish(mut self, budget: &mut Budget) -> Result<Vec<Literal>, StopReason> {
        if !self.whole {
            self.tidy(budget)?;
            return Ok(self.because);
        }
        let before = self.schedule.past(self.number, self.store, self.start, budget);
        let mut everything = before.everything();
        before.stopped()?;
        everything.sort_unstable();
        everything.dedup();
        Ok(everything)
    }
}

impl std::fmt::Display for Deduction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.rule)?;
        if let Some(region) = self.region {
            write!(f, " in {region}")?;
        }
        write!(f, ":")?;
        for (var, value) in &self.removed {
            write!(f, " {var} != {value}")?;
        }
        if self.conflict {
            write!(f, " no solution")?;
        }
        for (i, literal) in self.because.iter().enumerate() {
            write!(f, "{}{literal}", if i == 0 { ", because " } else { ", " })?;
        }
        Ok(())
    }
}
