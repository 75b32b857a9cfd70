//! What one application of a rule removed, and why.

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
pub trait Observer: Send + Sync {
    /// The rules have concluded something; `store` shows the domains after it.
    fn deduction(&mut self, deduction: &Deduction, store: &Store);
}

impl<F: FnMut(&Deduction, &Store) + Send + Sync> Observer for F {
    fn deduction(&mut self, deduction: &Deduction, store: &Store) {
        self(deduction, store);
    }
}

impl Deduction {
    /// Reads from the log what instance `number` did when the log had `start` entries; none if it did nothing.
    pub(crate) fn read(
        schedule: &Schedule,
        number: u32,
        store: &Store,
        start: usize,
        conflict: bool,
    ) -> Option<Deduction> {
        let rule = schedule.rule(number);
        let before = schedule.past(number, store, start);
        let mut removed = Vec::new();
        let mut because = Vec::new();
        // One reason that is all of the scope holds all others.
        let mut whole = false;
        let mut explain = |literal, length| {
            if whole {
                return;
            }
            match rule.explain(literal, &schedule.past(number, store, length)) {
                Explanation::Scope => whole = true,
                Explanation::Because(reasons) => {
                    for reason in reasons {
                        // What became true in this very application is explained with it; but of "is", a part
                        // may have been known before.
                        if before.knows(reason) {
                            because.push(reason);
                        } else if let Literal::Is(var, _) = reason {
                            because.extend(before.known_of(var));
                        }
                    }
                }
            }
        };
        for (entry, change) in store.log().iter().enumerate().skip(start) {
            let Some((var, word)) = store.subject(change) else { continue };
            debug_assert_eq!(change.cause(), Cause::Applied(number));
            for value in ones(word, change.bits).map(|number| store.model().values().value_at(number)) {
                removed.push((var, value));
                explain(Some(Literal::IsNot(var, value)), entry);
            }
        }
        if conflict {
            explain(None, store.log().len());
        } else if removed.is_empty() {
            return None;
        }
        if whole {
            because = before.everything();
        }
        because.sort_unstable();
        because.dedup();
        let mut fixed: Vec<(Var, i32)> =
            removed.iter().filter_map(|&(var, _)| Some((var, store.value(var)?))).collect();
        fixed.sort_unstable();
        fixed.dedup();
        let mut emptied: Vec<Var> =
            removed.iter().map(|&(var, _)| var).filter(|&var| store.size(var) == 0).collect();
        emptied.sort_unstable();
        emptied.dedup();
        Some(Deduction {
            rule: rule.name().to_owned(),
            region: schedule.region(number),
            scope: schedule.vars(number).to_vec(),
            removed,
            fixed,
            emptied,
            because,
            conflict,
        })
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
