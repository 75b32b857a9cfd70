//! Answers a chunk of instances: many at once in lanes where the model allows it, else one after the other.

use crate::model::budget::{Budget, Limits, StopReason};
use crate::model::ids::Literal;
use crate::model::values::Values;
use crate::search::lanes::task::{Ending, Exchange, Poll, Report, Task, Wants};
use crate::solver::chunk::{Answer, Chunk, Effort, End, Question, Start};
use crate::solver::fast::{Compiled, narrow};
use crate::solver::outcome::{NoSolution, Outcome};
use crate::solver::solutions::{Advance, Solutions};
use crate::solver::solver::{Early, Solver, Speed};
use crate::solver::strategy::{LONG_COUNT, SMALL, fast_patience};

/// How a batch is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// Many at once.
    Lanes,
    /// As if each were asked alone.
    OneByOne,
}

/// From so many instances on they share the lanes.
pub(crate) const MANY: usize = 8;

impl Solver {
    /// Whether eight instances or more share the lanes when they are asked for up to so many solutions each, as
    /// [`solve_many`](Solver::solve_many) says. Otherwise it is no use to ask about many at once.
    ///
    /// ```
    /// use pencilmark::{ModelBuilder, Solver};
    ///
    /// for (values, shares) in [(64, true), (65, false)] {
    ///     let mut builder = ModelBuilder::new();
    ///     let vars = builder.variables(9, 1..=values);
    ///     builder.region(vars.iter().copied());
    ///     assert_eq!(Solver::new(&builder.build()?).shares_lanes(2), shares);
    /// }
    /// # Ok::<(), pencilmark::ModelError>(())
    /// ```
    pub fn shares_lanes(&mut self, limit: u64) -> bool {
        let mut budget = Budget::new(&self.parts.limits);
        let ready = self.prepare_fast(&mut budget).unwrap_or(false);
        let variables = self.model().variables();
        let Speed::Fast(fast) = &mut self.fast else { return false };
        // How long a search goes on without a solution, lanes do not know: where that matters they do not count.
        let quick = limit <= LONG_COUNT || variables <= SMALL;
        ready && quick && fast.lanes().is_some()
    }

    /// Answers all instances of a chunk.
    pub(crate) fn answer(&mut self, chunk: &mut Chunk, question: Question, way: Way) {
        if way == Way::Lanes {
            self.answer_in_lanes(chunk, question);
        }
        for instance in 0..chunk.len() {
            self.answer_left(chunk, instance, question);
        }
    }

    /// Answers one instance of a chunk, if it is not answered yet.
    pub(crate) fn answer_left(&mut self, chunk: &mut Chunk, instance: usize, question: Question) {
        if chunk.answers[instance].is_none() {
            let spent = chunk.spent.binary_search_by_key(&instance, |&(instance, _)| instance);
            let spent = spent.ok().map(|found| chunk.spent[found].1);
            let answer = self.ask(chunk, instance, question, spent);
            chunk.answers[instance] = Some(answer);
        }
    }

    /// Answers what the lanes can answer.
    pub(crate) fn answer_in_lanes(&mut self, chunk: &mut Chunk, question: Question) {
        let limits = self.parts.limits.clone();
        let mut budget = Budget::new(&limits);
        if let Err(reason) = budget.poll(|| 0) {
            let end = || Some(Answer::ended(End::Stopped(reason)));
            chunk.answers.iter_mut().for_each(|answer| *answer = end());
            return;
        }
        let model = self.model().clone();
        let nodes = budget.nodes_left();
        let patience = fast_patience(model.variables()).saturating_mul(question.limit());
        let Speed::Fast(fast) = &mut self.fast else { return };
        let compiled = fast.compiled.clone();
        let mut common = compiled.model.domains.clone();
        narrow(&mut common, model.values(), &self.assumptions);
        let Some(lanes) = fast.lanes() else { return };
        chunk.names.clone_from(&compiled.names);
        let mut desk = Desk {
            compiled: &compiled,
            values: model.values(),
            common: &common,
            chunk: &mut *chunk,
            question,
            task: Task {
                limit: question.limit(),
                node_limit: nodes.min(patience),
                wants: if question.keep() > 0 { Wants::Solutions } else { Wants::Count },
            },
            next: 0,
            bits: Vec::new(),
            kept: 0,
            start: 0,
            limits: &limits,
            budget,
            front: 0,
            reason: StopReason::Cancelled,
            nodes,
        };
        lanes.run(&mut desk);
        if question.keep() > 0 {
            self.name_contradictions(chunk);
        }
    }

    /// Lets the rules name what contradicts what, where that was met without a decision.
    fn name_contradictions(&mut self, chunk: &mut Chunk) {
        for instance in 0..chunk.len() {
            let answer = &chunk.answers[instance];
            let Some(Answer { end: End::Complete(None), found: 0, effort: Effort::Nodes(0), .. }) = answer
            else {
                continue;
            };
            let known = self.assumptions.len();
            self.assumptions.extend_from_slice(chunk.literals(instance));
            let mut budget = Budget::new(&self.parts.limits);
            let begun = self.begin(&mut budget);
            self.end();
            self.assumptions.truncate(known);
            if let (Err(Early::NoSolution(why)), Some(answer)) = (begun, &mut chunk.answers[instance]) {
                answer.end = End::Complete(why);
                answer.effort = Effort::All(Box::new(self.statistics()));
            }
        }
    }

    /// Asks about one instance; `spent` nodes were tried in vain, if some were, and learning search is to begin.
    fn ask(&mut self, chunk: &mut Chunk, instance: usize, question: Question, spent: Option<u64>) -> Answer {
        let known = self.assumptions.len();
        self.assumptions.extend_from_slice(chunk.literals(instance));
        let start = chunk.values.len();
        let mut solutions = match spent {
            None => Solutions::new(self),
            Some(spent) => Solutions::after(self, spent),
        };
        let mut found = 0;
        let mut end = End::Limit;
        while found < question.limit() {
            match solutions.advance() {
                Advance::Solution => {
                    if found < question.keep() {
                        solutions.read(&mut chunk.values);
                    }
                    found += 1;
                    continue;
                }
                Advance::Stopped(reason) | Advance::Early(Early::Stopped(reason)) => {
                    end = End::Stopped(reason);
                }
                Advance::Early(Early::NoSolution(why)) => end = End::Complete(why),
                Advance::Exhausted if found == 0 && question.keep() > 0 => {
                    let why = match solutions.exhausted() {
                        Outcome::NoSolution(NoSolution { contradiction, .. }) => contradiction,
                        _ => None,
                    };
                    end = End::Complete(why);
                }
                Advance::Exhausted => end = End::Complete(None),
            }
            break;
        }
        let mut statistics = solutions.statistics();
        statistics.nodes += spent.unwrap_or(0);
        drop(solutions);
        self.assumptions.truncate(known);
        let (start, effort) = (Start::Value(start), Effort::All(Box::new(statistics)));
        Answer { end, found, start, kept: found.min(question.keep()), effort }
    }
}

/// Hands instances to the lanes and takes what comes back.
struct Desk<'a> {
    compiled: &'a Compiled,
    values: &'a Values,
    /// The domains under what is assumed of all instances.
    common: &'a [u64],
    chunk: &'a mut Chunk,
    question: Question,
    task: Task,
    next: usize,
    bits: Vec<u64>,
    /// The solutions of the instance at the front that were kept, and where they begin.
    kept: u64,
    start: usize,
    limits: &'a Limits,
    /// Of the instance at the front, since it stands there.
    budget: Budget,
    front: u64,
    /// Why the instances were stopped that are.
    reason: StopReason,
    /// How many nodes an instance may have, if it goes on elsewhere.
    nodes: u64,
}

impl Exchange for Desk<'_> {
    fn next(&mut self, domains: &mut [u64]) -> Option<Task> {
        if self.next == self.chunk.len() {
            return None;
        }
        domains.copy_from_slice(self.common);
        narrow(domains, self.values, self.chunk.literals(self.next));
        self.next += 1;
        Some(self.task)
    }

    fn solution(&mut self, _: u64, numbers: &[u8]) {
        if self.kept < self.question.keep() && self.compiled.accepts(numbers, &mut self.bits) {
            self.kept += 1;
            self.chunk.numbers.extend_from_slice(numbers);
        }
    }

    fn finished(&mut self, instance: u64, report: Report) {
        let (kept, start) = (self.kept, self.start);
        (self.kept, self.start) = (0, self.chunk.numbers.len());
        let end = match report.ending {
            Ending::Complete => End::Complete(None),
            Ending::LimitReached => End::Limit,
            Ending::NodeLimit if report.nodes < self.nodes => {
                return self.chunk.spent.push((instance as usize, report.nodes));
            }
            Ending::NodeLimit => End::Stopped(StopReason::Nodes),
            // Another search has another need of memory.
            Ending::Stopped if self.reason == StopReason::Memory => return,
            Ending::Stopped => End::Stopped(self.reason),
        };
        if kept < self.question.keep().min(report.count) {
            return;
        }
        // What was found before the nodes were spent is no answer.
        let kept = if report.ending == Ending::NodeLimit { 0 } else { kept };
        let (found, start, effort) = (report.count, Start::Number(start), Effort::Nodes(report.nodes));
        self.chunk.answers[instance as usize] = Some(Answer { end, found, start, kept, effort });
    }

    fn poll(&mut self, instance: u64, bytes: u64) -> Poll {
        if instance != self.front {
            self.front = instance;
            self.budget = Budget::new(self.limits);
        }
        match self.budget.poll(|| bytes) {
            Ok(()) => Poll::Continue,
            Err(reason) => {
                self.reason = reason;
                if reason == StopReason::Time { Poll::GiveUp } else { Poll::Stop }
            }
        }
    }
}

/// What the literals of an instance may not do.
///
/// # Panics
/// If one speaks of a variable that is not of the model.
pub(crate) fn assert_known(literals: &[Literal], variables: usize) {
    for literal in literals {
        assert!(literal.var().index() < variables, "{} is not of this model", literal.var());
    }
}
