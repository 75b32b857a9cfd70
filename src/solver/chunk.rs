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
    /// Where the solutions that were kept begin, and how many they are.
    pub(crate) start: Start,
    pub(crate) kept: u64,
    pub(crate) effort: Effort,
}

/// Where the solutions of an instance begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    /// Among the numbers of values.
    Number(usize),
    /// Among the values.
    Value(usize),
}

/// What an instance took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// In lanes: the nodes alone.
    Nodes(u64),
    /// All that is counted.
    All(Box<Statistics>),
}

impl Answer {
    /// How it ended before anything was found.
    pub(crate) fn ended(end: End) -> Answer {
        Answer { end, found: 0, start: Start::Value(0), kept: 0, effort: Effort::Nodes(0) }
    }
}

/// Instances, as lists of literals, and their answers.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    literals: Vec<Literal>,
    ends: Vec<usize>,
    /// None where it is still to be asked.
    pub(crate) answers: Vec<Option<Answer>>,
    /// The nodes that the lanes tried in vain, of the instances that they gave up, in their order.
    pub(crate) spent: Vec<(usize, u64)>,
    /// The solutions that were kept, one after the other: those of the lanes as numbers of values.
    pub(crate) numbers: Vec<u8>,
    pub(crate) values: Vec<i32>,
    /// The value of each number.
    pub(crate) names: Vec<i32>,
}

impl Chunk {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.literals.clear();
        self.ends.clear();
        self.answers.clear();
        self.spent.clear();
        self.numbers.clear();
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
        let Some(Answer { end, found, start, kept, effort }) = answer else {
            unreachable!("every instance of a chunk is answered")
        };
        let solution = |which: u64| {
            let skipped = which as usize * variables;
            let values = match start {
                Start::Value(start) => self.values[start + skipped..][..variables].to_vec(),
                Start::Number(start) => {
                    let numbers = &self.numbers[start + skipped..][..variables];
                    numbers.iter().map(|&number| self.names[usize::from(number)]).collect()
                }
            };
            Solution { values }
        };
        Taken { end, found, solutions: [0, 1].map(|which| (which < kept).then(|| solution(which))), effort }
    }
}

/// An answer, with the solutions that were kept.
pub(crate) struct Taken {
    end: End,
    found: u64,
    solutions: [Option<Solution>; 2],
    effort: Effort,
}

impl Taken {
    fn statistics(&self) -> Statistics {
        match &self.effort {
            Effort::Nodes(nodes) => {
                Statistics { nodes: *nodes, solutions: self.found, ..Statistics::default() }
            }
            Effort::All(statistics) => **statistics,
        }
    }

    fn stopped(&self, reason: StopReason) -> Stopped {
        Stopped { reason, statistics: self.statistics() }
    }

    fn none(self) -> NoSolution {
        let statistics = self.statistics();
        let contradiction = if let End::Complete(contradiction) = self.end { contradiction } else { None };
        NoSolution { contradiction, statistics }
    }

    pub(crate) fn outcome(mut self) -> Outcome<Solution> {
        match (&self.end, self.solutions[0].take()) {
            (_, Some(solution)) => Outcome::Done(solution),
            (&End::Stopped(reason), None) => Outcome::Stopped(self.stopped(reason)),
            (_, None) => Outcome::NoSolution(self.none()),
        }
    }

    pub(crate) fn uniqueness(mut self) -> Uniqueness {
        let solutions = std::mem::take(&mut self.solutions);
        match (&self.end, solutions) {
            (_, [Some(first), Some(second)]) => {
                Uniqueness::NotUnique(NotUnique::Multiple(Box::new([first, second])))
            }
            (&End::Stopped(reason), _) => Uniqueness::Stopped(self.stopped(reason)),
            (_, [Some(solution), None]) => Uniqueness::Unique(solution),
            (_, [None, _]) => Uniqueness::NotUnique(NotUnique::NoSolution(self.none())),
        }
    }

    pub(crate) fn count(self) -> Count {
        match self.end {
            End::Complete(_) => Count::Exactly(self.found),
            End::Limit => Count::AtLeast(self.found),
            End::Stopped(reason) => Count::Stopped(self.found, self.stopped(reason)),
        }
    }
}
