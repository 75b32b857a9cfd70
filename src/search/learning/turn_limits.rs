//! Limits and a small stack in the middle of turns: whoever searches obeys them.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::model::budget::{Budget, Cancel, Clock, Limits, StopReason};
use crate::model::builder::ModelBuilder;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;
use crate::model::plan::Model;
use crate::propagation::fixpoint::Propagation;
use crate::propagation::schedule::Schedule;
use crate::rules::library;
use crate::search::backtracking::{Event, Surroundings};
use crate::search::learning::search::Learning;
use crate::search::learning::tests::tiny;
use crate::search::learning::turn_tests::{HOUR, hasty};
use crate::search::turns::{Turns, Way};
use crate::store::store::Store;

/// Two variables differ, and no rule knows of it.
struct Different([Var; 2]);

impl Constraint for Different {
    fn name(&self) -> &str {
        "different"
    }
    fn scope(&self) -> &[Var] {
        &self.0
    }
    fn holds(&self, values: &[i32]) -> bool {
        values[0] != values[1]
    }
}

/// Pigeons, one more than holes, which both searches take long to refute, beside an empty Latin square.
pub(crate) fn pigeons(holes: i32, side: usize) -> Model {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(holes as usize + 1, 1..=holes);
    for (i, &one) in vars.iter().enumerate() {
        for &other in &vars[..i] {
            builder.constraint(Different([one, other]));
        }
    }
    let vars = builder.variables(side * side, 1..=side as i32);
    for line in 0..side {
        builder.region((0..side).map(|i| vars[line * side + i]));
        builder.region((0..side).map(|i| vars[i * side + line]));
    }
    builder.build().unwrap()
}

/// Lets two searches that stand at the root of `model` do something within the limits that are made from the bytes that they
/// hold then.
fn in_turns<T>(
    model: &Model,
    limits: impl FnOnce(u64) -> Limits,
    act: impl FnOnce(&mut Turns, &mut Surroundings<'_>) -> T,
) -> T {
    let mut unlimited = Budget::new(&Limits::none());
    let schedule = Arc::new(Schedule::new(model, &library(), &mut unlimited).unwrap());
    let mut store = Store::new(model, schedule.memory(), &mut unlimited).unwrap();
    let mut propagation = Propagation::new(&schedule);
    propagation.run_root(&mut store, &mut unlimited, None).unwrap();
    store.push_level();
    let mut with = Surroundings {
        store: &mut store,
        propagation: &mut propagation,
        budget: &mut unlimited,
        observer: None,
        progress: None,
        nogoods: None,
        proof: None,
    };
    let learning = Learning::new(&mut with, tiny(1 << 16), &[], None).unwrap();
    let mut budget = Budget::new(&limits(learning.bytes(with.store)));
    let mut with = Surroundings { budget: &mut budget, ..with };
    let mut turns = Turns::new(learning, &with, hasty(1 << 22), None);
    act(&mut turns, &mut with)
}

#[test]
fn who_is_cancelled_stops_whoever_searches() {
    let model = pigeons(12, 0);
    let mut stopped = [0; 2];
    for moment in (0..40).map(|number| 10 * number * number) {
        let (cancel, looks) = (Cancel::new(), Arc::new(AtomicU64::new(0)));
        // A clock so fast that it is looked at often, and somebody who cancels at one of these moments.
        let (switch, counted) = (cancel.clone(), looks.clone());
        let now = move || {
            let look = counted.fetch_add(1, Relaxed);
            if look == moment {
                switch.cancel();
            }
            Duration::from_millis(3 * look)
        };
        let limits = Limits::none().time(HOUR).clock(Clock::new(now)).cancel(&cancel);
        in_turns(
            &model,
            |_| limits,
            |turns, with| {
                for _ in 0..2 {
                    let event = turns.next(with);
                    assert!(matches!(event, Event::Stopped(StopReason::Cancelled)), "{moment}: {event:?}");
                }
                stopped[usize::from(turns.plain().0)] += 1;
            },
        );
        let late = looks.load(Relaxed) - moment;
        assert!(late < 4, "it was looked at {late} times more");
    }
    assert!(stopped.iter().all(|&count| count > 2), "{stopped:?}");
}

#[test]
fn both_searches_count_against_one_limit_of_memory() {
    let model = pigeons(12, 0);
    let mut kinds = [0; 2];
    for room in (12..17).map(|bits| 1 << bits) {
        let mut limit = 0;
        let limits = |bytes: u64| {
            limit = bytes + room;
            // So many nodes would take more than there is room for.
            Limits::none().memory(limit).nodes(1 << 20)
        };
        let (event, plain, told) = in_turns(&model, limits, |turns, with| {
            (turns.next(with), turns.plain().1, with.propagation.statistics)
        });
        assert!(matches!(event, Event::Stopped(StopReason::Memory)), "{room}: {event:?} {told:?}");
        // What is taken between two looks.
        assert!(told.memory <= limit + (32 << 10), "{told:?} of {limit}");
        kinds[usize::from(plain)] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 0), "with and without plain search: {kinds:?}");
}

#[test]
fn turns_fit_on_a_small_stack() {
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    let ways = thread.spawn(|| {
        let model = pigeons(7, 16);
        let limits = |_| Limits::none().nodes(2000);
        in_turns(&model, limits, |turns, with| {
            let event = turns.next(with);
            assert!(!matches!(event, Event::Solution(_)), "{event:?}");
            std::mem::take(&mut turns.ways)
        })
    });
    let ways = ways.unwrap().join().unwrap();
    assert!(ways.contains(&Way::ToPlain) && ways.contains(&Way::ToLearning), "{ways:?}");
}
