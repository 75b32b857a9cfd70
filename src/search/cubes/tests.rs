//! Teams against plain enumeration and against themselves on other numbers of threads, on small random models that are cut
//! after very few conflicts.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use proptest::prelude::*;

use crate::model::budget::{Budget, Limits, StopReason};
use crate::model::builder::ModelBuilder;
use crate::model::ids::Var;
use crate::model::plan::Model;
use crate::propagation::fixpoint::{Halt, Propagation};
use crate::propagation::schedule::Schedule;
use crate::propagation::statistics::Statistics;
use crate::rules::library;
use crate::rules::rule::Rule;
use crate::search::backtracking::{Event, Surroundings};
use crate::search::cubes::team::{Cutting, Team};
use crate::search::learning::search::Learning;
use crate::search::learning::settings::Settings;
use crate::search::learning::tests::{build, enumerate, spec, tiny};
use crate::store::store::Store;

/// What came of a question: the solutions in their order, the counts at each of them and at the end, whether it was cut, and
/// why it was stopped, if it was.
#[derive(PartialEq, Debug, Default)]
struct Run {
    found: Vec<Vec<i32>>,
    counts: Vec<Statistics>,
    cut: bool,
    stopped: Option<StopReason>,
}

fn run(
    model: &Model,
    rules: &[Arc<dyn Rule>],
    settings: Settings,
    cutting: Cutting,
    threads: usize,
    limits: &Limits,
) -> Run {
    let mut budget = Budget::new(limits);
    let schedule = Arc::new(Schedule::new(model, rules, &mut budget).unwrap());
    let mut store = Store::new(model, schedule.memory(), &mut budget).unwrap();
    let mut propagation = Propagation::new(&schedule);
    match propagation.run_root(&mut store, &mut budget, None) {
        Err(Halt::Conflict(_)) => return Run::default(),
        other => other.unwrap(),
    }
    store.push_level();
    let mut with = Surroundings {
        store: &mut store,
        propagation: &mut propagation,
        budget: &mut budget,
        observer: None,
        progress: None,
        nogoods: None,
        proof: None,
    };
    let Ok(learning) = Learning::new(&mut with, settings, &[], None) else { return Run::default() };
    let mut learning = Some(Box::new(learning));
    let mut team: Option<Team> = None;
    let mut run = Run::default();
    let mut after = cutting.after;
    loop {
        let event = match (&mut learning, &mut team) {
            (_, Some(team)) => team.next(&mut with, threads),
            (Some(alone), None) => alone.next_within(&mut with, |conflicts| conflicts >= after),
            (None, None) => unreachable!(),
        };
        match event {
            Event::Weary => match learning.take_if(|alone| Team::takes(alone, &with, cutting)) {
                Some(alone) => {
                    run.cut = true;
                    team = Some(Team::new(alone, &mut with, cutting));
                }
                None => after = u64::MAX,
            },
            Event::Solution(solution) => run.found.push(solution.values),
            Event::Exhausted => break,
            Event::Stopped(reason) => {
                run.stopped = Some(reason);
                break;
            }
        }
        run.counts.push(with.propagation.statistics);
    }
    run.counts.push(with.propagation.statistics);
    run
}

fn sorted(mut solutions: Vec<Vec<i32>>) -> Vec<Vec<i32>> {
    solutions.sort_unstable();
    solutions
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn finds_what_enumeration_finds_on_any_number_of_threads(
        spec in spec(),
        exclusions in prop::sample::select(vec![0, 3, 12, 1 << 16]),
        after in 0u64..4,
        seats in 1usize..6,
        batch in 1u64..5,
    ) {
        let (model, rules) = build(&spec);
        let all = sorted(enumerate(&model));
        let cutting = Cutting { after, seats, lowest: batch, others: 1 + batch / 2 };
        let limits = Limits::none();
        let one = run(&model, &rules, tiny(exclusions), cutting, 1, &limits);
        prop_assert_eq!(sorted(one.found.clone()), all);
        for threads in [2, 3, 5] {
            prop_assert_eq!(&run(&model, &rules, tiny(exclusions), cutting, threads, &limits), &one);
        }
    }
}

/// A Latin square with some cells told in part, so that it takes some hundred conflicts.
fn square(side: usize, seed: u64) -> Model {
    let mut builder = ModelBuilder::new();
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
    let mut random = move |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let vars: Vec<Var> = (0..side * side)
        .map(|cell| {
            let value = (cell / side + cell % side) % side + 1;
            let shift = |by: usize| ((value - 1 + by) % side + 1) as i32;
            match random(100) {
                0..60 => builder.variable([
                    shift(0),
                    shift(random(side as u64) as usize),
                    shift(random(side as u64) as usize),
                ]),
                60..65 => builder.variable([shift(1), shift(2)]),
                _ => builder.variable(1..=side as i32),
            }
        })
        .collect();
    for line in 0..side {
        builder.region((0..side).map(|i| vars[line * side + i]));
        builder.region((0..side).map(|i| vars[i * side + line]));
    }
    builder.build().unwrap()
}

/// A search that is never cut.
const ALONE: Cutting = Cutting { after: u64::MAX, seats: 1, lowest: 1, others: 1 };

#[test]
fn latin_squares_have_the_same_solutions_however_they_are_cut() {
    let (mut cut, mut conflicts) = (0, 0);
    for seed in 0..40 {
        let model = square(7, seed);
        let limits = Limits::none();
        let alone = run(&model, &library(), Settings::default(), ALONE, 1, &limits);
        assert!(!alone.cut);
        let expected = sorted(alone.found);
        for (seats, batch) in [(2, 3), (4, 10), (8, 1)] {
            let cutting = Cutting { after: 5, seats, lowest: 2 * batch, others: batch };
            let one = run(&model, &library(), Settings::default(), cutting, 1, &limits);
            assert_eq!(sorted(one.found.clone()), expected);
            cut += u64::from(one.cut);
            conflicts += one.counts.last().map_or(0, |counts| counts.conflicts);
            for threads in [2, 3, 5] {
                assert_eq!(run(&model, &library(), Settings::default(), cutting, threads, &limits), one);
            }
        }
    }
    assert!(cut > 30 && conflicts > 1000, "{cut} were cut, {conflicts} conflicts");
}

#[test]
fn a_limit_of_nodes_ends_at_the_same_place_on_any_number_of_threads() {
    let mut stopped = 0;
    for seed in 0..10 {
        let model = square(8, seed);
        let cutting = Cutting { after: 2, seats: 4, lowest: 5, others: 5 };
        for nodes in [0, 1, 7, 30, 100, 101, 102, 300] {
            let limits = Limits::none().nodes(nodes);
            let one = run(&model, &library(), Settings::default(), cutting, 1, &limits);
            if let Some(reason) = one.stopped {
                assert_eq!(reason, StopReason::Nodes);
                assert_eq!(one.counts.last().map(|counts| counts.nodes), Some(nodes));
                stopped += u64::from(one.cut);
            }
            for threads in [2, 4] {
                assert_eq!(run(&model, &library(), Settings::default(), cutting, threads, &limits), one);
            }
        }
    }
    assert!(stopped > 5, "only {stopped} were stopped after they were cut");
}
