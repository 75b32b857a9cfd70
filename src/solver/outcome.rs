//! Answers: each question has three honest outcomes, and a stop is never taken for a "no".

use crate::model::budget::StopReason;
use crate::model::domain::Domain;
use crate::model::ids::{Literal, Region, Var};
use crate::propagation::deduction::Deduction;
use crate::propagation::statistics::Statistics;
use crate::search::solution::Solution;

/// What came of looking for something.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub enum Outcome<T> {
    /// It was found.
    Done(T),
    /// It is proved that there is no (further) solution.
    NoSolution(NoSolution),
    /// A limit, or a cancellation, before either was known.
    Stopped(Stopped),
}

impl<T> Outcome<T> {
    /// What was found, if it was.
    pub fn done(self) -> Option<T> {
        match self {
            Outcome::Done(found) => Some(found),
            _ => None,
        }
    }

    /// What was found.
    ///
    /// # Panics
    /// If nothing was: for tests and examples.
    pub fn expect_done(self) -> T {
        match self {
            Outcome::Done(found) => found,
            Outcome::NoSolution(_) => panic!("no solution"),
            Outcome::Stopped(stopped) => panic!("{stopped}"),
        }
    }

    /// The same outcome with something else found.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Done(found) => Outcome::Done(change(found)),
            Outcome::NoSolution(proof) => Outcome::NoSolution(proof),
            Outcome::Stopped(stopped) => Outcome::Stopped(stopped),
        }
    }
}

/// A proof that there is no (further) solution: propagation met a contradiction, or the search came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct NoSolution {
    /// The contradiction, where it was met before any decision and the limits left room to explain it.
    pub contradiction: Option<Box<Contradiction>>,
    /// What it took.
    pub statistics: Statistics,
}

/// What contradicts what, before any decision.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Contradiction {
    /// A rule has found it.
    Deduction(Deduction),
    /// A region has fewer values than variables.
    ShortRegion(Region),
    /// An assumption speaks against the model, or against what follows from it and the assumptions before.
    Assumption(Literal),
    /// A variable has no value by the model.
    EmptyDomain(Var),
}

impl std::fmt::Display for Contradiction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Contradiction::Deduction(deduction) => deduction.fmt(f),
            Contradiction::ShortRegion(region) => write!(f, "{region} has fewer values than variables"),
            Contradiction::Assumption(literal) => write!(f, "{literal} was assumed, which cannot be"),
            Contradiction::EmptyDomain(var) => write!(f, "{var} has no value"),
        }
    }
}

/// Work that ended before its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[error("stopped: {reason}")]
#[non_exhaustive]
pub struct Stopped {
    /// Why.
    pub reason: StopReason,
    /// What it took so far.
    pub statistics: Statistics,
}

/// How many solutions there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub enum Count {
    /// Exactly so many: it is proved that there is no further one.
    Exactly(u64),
    /// As many as were asked for; perhaps more.
    AtLeast(u64),
    /// So many, and then a limit or a cancellation.
    Stopped(u64, Stopped),
}

impl Count {
    /// How many were found.
    pub fn found(self) -> u64 {
        match self {
            Count::Exactly(found) | Count::AtLeast(found) | Count::Stopped(found, _) => found,
        }
    }
}

/// Whether there is exactly one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub enum Uniqueness<S = Solution> {
    /// There is exactly one.
    Unique(S),
    /// There is none, or more than one.
    NotUnique(NotUnique<S>),
    /// A limit, or a cancellation, before that was known.
    Stopped(Stopped),
}

/// Why there is not exactly one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum NotUnique<S = Solution> {
    /// There is none.
    NoSolution(NoSolution),
    /// There are at least these two.
    Multiple(Box<[S; 2]>),
}

impl<S> Uniqueness<S> {
    /// The same outcome with the solutions in another form.
    pub fn map<T>(self, mut change: impl FnMut(S) -> T) -> Uniqueness<T> {
        match self {
            Uniqueness::Unique(solution) => Uniqueness::Unique(change(solution)),
            Uniqueness::NotUnique(NotUnique::NoSolution(proof)) => {
                Uniqueness::NotUnique(NotUnique::NoSolution(proof))
            }
            Uniqueness::NotUnique(NotUnique::Multiple(pair)) => {
                let [first, second] = *pair;
                Uniqueness::NotUnique(NotUnique::Multiple(Box::new([change(first), change(second)])))
            }
            Uniqueness::Stopped(stopped) => Uniqueness::Stopped(stopped),
        }
    }
}

/// What is left of each domain.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Domains {
    pub(crate) domains: Vec<Domain>,
}

impl Domains {
    /// The values that `var` has left, ascending.
    ///
    /// # Panics
    /// If the variable is not of the model.
    pub fn values(&self, var: Var) -> impl Iterator<Item = i32> + '_ {
        self.domains[var.index()].values()
    }

    /// The value of `var`, if it has one left.
    ///
    /// # Panics
    /// If the variable is not of the model.
    pub fn value(&self, var: Var) -> Option<i32> {
        let domain = &self.domains[var.index()];
        (domain.len() == 1).then(|| domain.values().next()).flatten()
    }

    /// What is left of the domain of `var`.
    ///
    /// # Panics
    /// If the variable is not of the model.
    pub fn domain(&self, var: Var) -> &Domain {
        &self.domains[var.index()]
    }
}
