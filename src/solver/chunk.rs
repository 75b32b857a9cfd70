//! A number of instances of one model, and the answers to one question about each.

use crate::model::budget::StopReason;
use crate::model::ids::Literal;
use crate::propagation::statistics::Statistics;
use crate::search::solution::Solution;
use crate::solver::outcome::{Contradiction, Count, NoSolution, NotUnique, Outcome, Stopped, Uniqueness};

/// What is asked of each instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// A solution.
    Solve,
    /// Whether there is exactly one.
    Check,
    /// How many there are, up to a limit.
    Count(u64),
}

impl Question {
    /// How many solutions to look for.
    pub(crate) fn limit(self) -> u64 {
        match self {
            Question::Solve => 1,
            Question::Check => 2,
            Question::Count(limit) => limit,
        }
    }

    /// How many of them to keep.
    pub(crate) fn keep(self) -> u64 {
        match self {
            Question::Solve => 1,
            Question::Check => 2,
            Question::Count(_) => 0,
        }
    }
}

/// How the search of an instance ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// There is no (further) solution; what contradicts what, if that is known and there is none at all.
    Complete(Option<Box<Contradiction>>),
    /// As many solutions as were asked for.
    Limit,
    /// A limit.
    Stopped(StopReason),
}

/// The answer of one instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) end: End,
    pub(crate) found: u64,
    /// Where the solutions that were kept begin among the values, and how many they are.
    pub(crate) start: usize,
    pub(crate) kept: u64,
    pub(crate) statistics: Statistics,
}

/// Instances, as lists of literals, and their answers.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    literals: Vec<Literal>,
    ends: Vec<usize>,
    pub(crate) answers: Vec<Option<Answer>>,
    /// The solutions that were kept, one after the other.
    pub(crate) values: Vec<i32>,
}

impl Chunk {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.literals.clear();
        self.ends.clear();
        self.answers.clear();
        self.values.clear();
    }

    /// Adds an instance.
    pub(crate) fn push(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.literals.extend(literals);
        self.ends.push(self.literals.len());
        self.answers.push(None);
    }

    /// How many instances there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The literals of the last instance.
    pub(crate) fn last(&self) -> &[Literal] {
        self.len().checked_sub(1).map_or(&[], |last| self.literals(last))
    }

    /// The literals of one instance.
    pub(crate) fn literals(&self, instance: usize) -> &[Literal] {
        let start = instance.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[instance]]
    }

    /// Takes out the answer of one instance.
    pub(crate) fn take(&mut self, instance: usize, variables: usize) -> Taken {
        let answer = self.answers[instance].take();
        let Some(Answer { end, found, start, kept, statistics }) = answer else {
            unreachable!("every instance of a chunk is answered")
        };
        let solution = |number: u64| {
            let from = start + number as usize * variables;
            Solution { values: self.values[from..from + variables].to_vec() }
        };
        Taken {
            end,
            found,
            solutions: [0, 1].map(|number| (number < kept).then(|| solution(number))),
            statistics,
        }
    }
}

/// An answer, with the solutions that were kept.
pub(crate) struct Taken {
    end: End,
    found: u64,
    solutions: [Option<Solution>; 2],
    statistics: Statistics,
}

impl Taken {
    fn none(self) -> NoSolution {
        let contradiction = if let End::Complete(contradiction) = self.end { contradiction } else { None };
        NoSolution { contradiction, statistics: self.statistics }
    }

    pub(crate) fn outcome(self) -> Outcome<Solution> {
        match (self.end, self.solutions) {
            (_, [Some(solution), _]) => Outcome::Done(solution),
            (End::Stopped(reason), _) => Outcome::Stopped(Stopped { reason, statistics: self.statistics }),
            (end, solutions) => Outcome::NoSolution(Taken { end, solutions, ..self }.none()),
        }
    }

    pub(crate) fn uniqueness(self) -> Uniqueness {
        match (self.end, self.solutions) {
            (_, [Some(first), Some(second)]) => {
                Uniqueness::NotUnique(NotUnique::Multiple(Box::new([first, second])))
            }
            (End::Stopped(reason), _) => Uniqueness::Stopped(Stopped { reason, statistics: self.statistics }),
            (_, [Some(solution), None]) => Uniqueness::Unique(solution),
            (end, solutions) => {
                Uniqueness::NotUnique(NotUnique::NoSolution(Taken { end, solutions, ..self }.none()))
            }
        }
    }

    pub(crate) fn count(self) -> Count {
        match self.end {
            End::Complete(_) => Count::Exactly(self.found),
            End::Limit => Count::AtLeast(self.found),
            End::Stopped(reason) => {
                Count::Stopped(self.found, Stopped { reason, statistics: self.statistics })
            }
        }
    }
}
