//! The lanes against slow twins: the closure bit for bit, the solutions one by one, at every instruction set and
//! number of lanes.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;

use crate::search::lanes::executor::LaneExecutor;
use crate::search::lanes::models::{
    Model, Random, any_instance, any_model, full, lines, slow_closure, slow_solutions,
};
use crate::search::lanes::plan::{Inference, LanePlan};
use crate::search::lanes::task::{Ending, Exchange, Poll, Report, Task, Wants};
use crate::search::simd::level::Simd;

/// How many random models a property sees: few in a quick run, more on demand.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(96)
}

fn levels() -> Vec<Simd> {
    Simd::ALL.into_iter().filter(|level| level.is_supported()).collect()
}

/// What came back for one instance.
type Outcome = (Vec<Vec<u8>>, Option<Report>);

/// Hands out instances and records everything that comes back.
struct Recorder {
    instances: Vec<(Vec<u64>, Task)>,
    next: usize,
    results: Vec<Outcome>,
    polls: Box<dyn FnMut(u64) -> Poll>,
}

impl Recorder {
    fn new(instances: Vec<(Vec<u64>, Task)>) -> Self {
        let results = vec![(Vec::new(), None); instances.len()];
        Recorder { instances, next: 0, results, polls: Box::new(|_| Poll::Continue) }
    }
}

impl Exchange for Recorder {
    fn next(&mut self, domains: &mut [u64]) -> Option<Task> {
        let (start, task) = self.instances.get(self.next)?;
        self.next += 1;
        domains.copy_from_slice(start);
        Some(*task)
    }

    fn solution(&mut self, instance: u64, values: &[u8]) {
        let at = instance as usize;
        assert!(at == 0 || self.results[at - 1].1.is_some(), "out of order");
        assert!(self.results[at].1.is_none(), "a solution after the report");
        self.results[at].0.push(values.to_vec());
    }

    fn finished(&mut self, instance: u64, report: Report) {
        let at = instance as usize;
        assert!(at == 0 || self.results[at - 1].1.is_some(), "out of order");
        assert!(self.results[at].1.replace(report).is_none(), "reported twice");
    }

    fn poll(&mut self, instance: u64, _: u64) -> Poll {
        (self.polls)(instance)
    }
}

fn run(plan: &Arc<LanePlan>, level: Simd, lanes: usize, instances: &[(Vec<u64>, Task)]) -> Vec<Outcome> {
    let mut executor = LaneExecutor::new(plan.clone(), level, lanes);
    let mut recorder = Recorder::new(instances.to_vec());
    executor.run(&mut recorder);
    assert!(recorder.results.iter().all(|(_, report)| report.is_some()));
    recorder.results
}

fn report(outcome: &Outcome) -> Report {
    outcome.1.expect("a report")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn closure_is_the_twins(seed: u64) {
        let random = &mut Random(seed);
        let model = any_model(random);
        let inference = if random.below(4) == 0 { Inference::Singles } else { Inference::Locked };
        let plan = Arc::new(LanePlan::with_inference(&model.words(), inference));
        let starts: Vec<Vec<u64>> = (0..1 + random.below(70)).map(|_| any_instance(&model, random)).collect();
        let twin: Vec<Option<Vec<u64>>> = starts.iter().map(|start| slow_closure(&plan, start)).collect();
        for level in levels() {
            let mut executor = LaneExecutor::new(plan.clone(), level, usize::MAX);
            for _ in 0..2 {
                let mut domains = starts.concat();
                let dead = executor.propagate(&mut domains);
                let boards = domains.chunks(model.domains.len());
                let closures: Vec<_> = dead.iter().zip(boards).map(|(&dead, now)| (!dead).then(|| now.to_vec())).collect();
                prop_assert_eq!(&closures, &twin, "{:?}", level);
            }
        }
    }

    #[test]
    fn solutions_are_the_twins(seed: u64) {
        let random = &mut Random(seed);
        let model = any_model(random);
        let plan = model.plan();
        let start = any_instance(&model, random);
        let Some(twin) = slow_solutions(&model, &start, 300) else { return Ok(()) };
        let instances = vec![(start.clone(), Task::solutions(u64::MAX)), (start, Task::count(2))];
        for level in levels() {
            let results = run(&plan, level, usize::MAX, &instances);
            let (all, two) = (report(&results[0]), report(&results[1]));
            prop_assert_eq!((all.ending, all.count), (Ending::Complete, twin.len() as u64));
            prop_assert_eq!(results[0].0.len(), twin.len());
            prop_assert_eq!(&results[0].0.iter().cloned().collect::<BTreeSet<_>>(), &twin);
            let ending = if twin.len() < 2 { Ending::Complete } else { Ending::LimitReached };
            prop_assert_eq!((two.ending, two.count), (ending, twin.len().min(2) as u64));
            prop_assert!(results[1].0.is_empty());
        }
    }

    #[test]
    fn results_depend_on_neither_lanes_nor_instructions(seed: u64) {
        let random = &mut Random(seed);
        let model = any_model(random);
        let plan = model.plan();
        let instances: Vec<(Vec<u64>, Task)> = (0..random.below(60))
            .map(|_| {
                let limit = [0, 1, 2, 7, 1000][random.below(5)];
                let node_limit = [2000, 300, random.below(40) as u64][random.below(3)];
                let wants = [Wants::Solutions, Wants::Count][random.below(2)];
                (any_instance(&model, random), Task { limit, node_limit, wants })
            })
            .collect();
        // One lane, one instance a run: nothing can be stolen or wait.
        let mut executor = LaneExecutor::new(plan.clone(), Simd::Scalar, 1);
        let mut expected = Vec::new();
        for (start, task) in &instances {
            let mut solutions = Vec::new();
            let report = executor.solve(start, *task, |values| solutions.push(values.to_vec()));
            prop_assert!(report.nodes <= task.node_limit);
            prop_assert!(report.count <= task.limit);
            let handed = if task.wants == Wants::Count { 0 } else { report.count };
            prop_assert_eq!(solutions.len() as u64, handed);
            expected.push((solutions, Some(report)));
        }
        for level in levels() {
            for lanes in [1, 3, usize::MAX] {
                let results = run(&plan, level, lanes, &instances);
                prop_assert_eq!(&results, &expected, "{:?} with {} lanes", level, lanes);
            }
        }
    }
}

#[test]
fn small_grids_are_counted() {
    // All grids of side 4 with boxes, Latin squares of side 4 and 5, and all ways to fill three free variables.
    let cases = [
        (Model::boxes(2, 2), 288),
        (Model { domains: vec![full(4); 16], regions: lines(4) }, 576),
        (Model { domains: vec![full(5); 25], regions: lines(5) }, 161_280),
        (Model { domains: vec![full(7), full(2), full(64)], regions: Vec::new() }, 7 * 2 * 64),
    ];
    for (model, count) in cases {
        for level in levels() {
            let mut executor = LaneExecutor::new(model.plan(), level, usize::MAX);
            assert_eq!(executor.solve(&model.domains, Task::count(u64::MAX), |_| ()).count, count);
            let mut solutions = BTreeSet::new();
            let report = executor.solve(&model.domains, Task::solutions(u64::MAX), |values| {
                assert!(solutions.insert(values.to_vec()));
            });
            assert_eq!((report.count, report.ending), (count, Ending::Complete));
            assert_eq!(solutions.len() as u64, count);
        }
    }
}

#[test]
fn many_solutions_come_in_order_though_they_have_to_wait() {
    // Far more solutions than may wait, so fragments are put aside and taken up again.
    let model = Model { domains: vec![full(5); 25], regions: lines(5) };
    let plan = model.plan();
    let every = Task::solutions(u64::MAX);
    let tasks = [every, Task::count(5000).with_node_limit(20_000), every.with_node_limit(20_000), every];
    let instances: Vec<_> = tasks.iter().map(|&task| (model.domains.clone(), task)).collect();
    let expected = run(&plan, Simd::Scalar, 1, &instances);
    let endings = [Ending::Complete, Ending::LimitReached, Ending::NodeLimit, Ending::Complete];
    assert_eq!(expected.iter().map(|outcome| report(outcome).ending).collect::<Vec<_>>(), endings);
    for level in levels() {
        assert!(run(&plan, level, usize::MAX, &instances) == expected, "{level:?}");
    }
}

#[test]
fn batches_of_none_and_one() {
    let model = Model::boxes(3, 3);
    let plan = model.plan();
    for level in levels() {
        assert!(run(&plan, level, usize::MAX, &[]).is_empty());
        let one = run(&plan, level, usize::MAX, &[(model.domains.clone(), Task::solutions(1))]);
        assert_eq!((report(&one[0]).count, one[0].0.len()), (1, 1));
    }
    let nothing = Model { domains: Vec::new(), regions: Vec::new() };
    let mut executor = LaneExecutor::new(nothing.plan(), Simd::chosen(), usize::MAX);
    let mut seen = 0;
    let report = executor.solve(&[], Task::solutions(u64::MAX), |_| seen += 1);
    assert_eq!((report.count, report.ending, seen), (1, Ending::Complete, 1));
    assert_eq!(executor.propagate(&mut []), [] as [bool; 0]);
}

#[test]
fn givens_that_clash_have_no_solution_and_leave_no_trace() {
    let model = Model::boxes(3, 3);
    let plan = model.plan();
    let mut clash = model.domains.clone();
    (clash[0], clash[8]) = (1, 1);
    let mut empty = model.domains.clone();
    empty[40] = 0;
    for level in levels() {
        let mut instances = Vec::new();
        for _ in 0..100 {
            instances.push((clash.clone(), Task::solutions(2)));
            instances.push((model.domains.clone(), Task::solutions(3)));
            instances.push((empty.clone(), Task::count(u64::MAX)));
        }
        let results = run(&plan, level, usize::MAX, &instances);
        for batch in results.chunks(3) {
            let nothing = Report { ending: Ending::Complete, count: 0, nodes: 0 };
            assert_eq!((report(&batch[0]), report(&batch[2])), (nothing, nothing));
            assert_eq!(batch[1], results[1]);
        }
    }
}

#[test]
fn regions_that_cannot_be_filled() {
    let model = Model { domains: vec![0b11; 3], regions: vec![vec![0, 1, 2]] };
    assert!(model.plan().is_impossible());
    let mut executor = LaneExecutor::new(model.plan(), Simd::chosen(), usize::MAX);
    assert_eq!(executor.solve(&model.domains, Task::count(u64::MAX), |_| ()).count, 0);
}

#[test]
fn the_caller_can_stop_it() {
    let model = Model::boxes(3, 3);
    let plan = model.plan();
    for level in levels() {
        let mut executor = LaneExecutor::new(plan.clone(), level, usize::MAX);
        let endless = (model.domains.clone(), Task::count(u64::MAX));
        let mut recorder = Recorder::new(vec![endless.clone(), endless.clone(), endless]);
        let mut polls = 0;
        recorder.polls = Box::new(move |_| {
            polls += 1;
            [Poll::Continue, Poll::GiveUp, Poll::Stop][polls.min(3) - 1]
        });
        executor.run(&mut recorder);
        assert!(recorder.results.iter().all(|outcome| report(outcome).ending == Ending::Stopped));
        // It can be used again.
        assert_eq!(executor.solve(&model.domains, Task::count(4), |_| ()).count, 4);
    }
}
