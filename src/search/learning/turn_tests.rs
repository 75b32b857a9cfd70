//! Learning and plain search in turns against enumeration, on small models and with turns that are over at once: the same
//! solutions, each once, whichever way it goes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use proptest::prelude::*;

use crate::model::budget::{Budget, Clock, Limits, StopReason};
use crate::propagation::fixpoint::{Halt, Propagation};
use crate::propagation::schedule::Schedule;
use crate::rules::library;
use crate::search::backtracking::{Event, Patience, Surroundings};
use crate::search::learning::core::Unbuilt;
use crate::search::learning::search::Learning;
use crate::search::learning::settings::Settings;
use crate::search::learning::tests::{build, enumerate, learn_all, spec, square, tiny};
use crate::search::turns::{Pace, Turns, Way};
use crate::store::store::Store;

/// Turns that are over at once.
pub(crate) fn hasty(handed_over: usize) -> Pace {
    Pace { work: 1, growth: 30, conflicts: 1, share: 100, dead_ends: 1, run: 2, nodes: 1, handed_over }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn in_turns_too(spec in spec(), handed_over in prop::sample::select(vec![0, 5, 1 << 22])) {
        let (model, rules) = build(&spec);
        let mut expected = enumerate(&model);
        expected.sort_unstable();
        for settings in [Settings::default(), tiny(1 << 16)] {
            let turns = Some((hasty(handed_over), &mut Vec::new()));
            let (mut found, _) = learn_all(&model, &rules, settings, &expected, None, turns);
            found.sort_unstable();
            prop_assert_eq!(&found, &expected);
        }
    }
}

#[test]
fn every_way_from_turn_to_turn_leads_to_the_same_solutions() {
    let mut ways = Vec::new();
    let mut checked = 0;
    for seed in 0..150 {
        let model = square(seed, 6);
        let patience = Some(Patience::ENDLESS);
        let (mut all, _) = learn_all(&model, &library(), Settings::default(), &[], patience, None);
        all.sort_unstable();
        for pace in [hasty(1 << 22), hasty(1), Pace { share: 300, work: 500, ..hasty(1 << 22) }] {
            let turns = Some((pace, &mut ways));
            let (mut found, nogoods) = learn_all(&model, &library(), tiny(1 << 16), &all, None, turns);
            checked += nogoods;
            found.sort_unstable();
            assert_eq!(found, all);
        }
    }
    let often = |way: Way| ways.iter().filter(|&&gone| gone == way).count();
    for way in [
        Way::ToPlain,
        Way::ToPlainAgain,
        Way::ToLearning,
        Way::FoundByLearning,
        Way::FoundByPlain,
        Way::TiredAndTold,
        Way::NeverTires,
    ] {
        assert!(often(way) > 5, "{way:?}: {} of {}", often(way), ways.len());
    }
    assert!(checked > 200, "only {checked} nogoods were checked");
}

pub(crate) const HOUR: Duration = Duration::from_secs(3600);

/// Calls `step` until it is not stopped. Gives how often it was.
fn again<T, E>(
    stops: &mut u64,
    mut step: impl FnMut() -> Result<T, E>,
    reason: impl Fn(&E) -> Option<StopReason>,
) -> Result<T, E> {
    loop {
        match step() {
            Err(error) if reason(&error) == Some(StopReason::Time) => *stops += 1,
            done => return done,
        }
    }
}

#[test]
fn turns_go_on_after_a_stop_at_any_moment() {
    let mut stopped = [0; 2];
    for seed in 0..8 {
        let model = square(seed, 5);
        let (mut all, _) =
            learn_all(&model, &library(), Settings::default(), &[], Some(Patience::ENDLESS), None);
        all.sort_unstable();
        for moment in (0..400).step_by(3) {
            // A clock that is late once, and so fast that it is looked at often.
            let looks = AtomicU64::new(0);
            let now = move || {
                let look = looks.fetch_add(1, Relaxed);
                Duration::from_millis(3 * look) + HOUR * u32::from(look == moment)
            };
            let limits = Limits::none().time(HOUR).clock(Clock::new(now));
            let mut budget = Budget::new(&limits);
            let schedule = Schedule::new(&model, &library(), &mut Budget::new(&Limits::none())).unwrap();
            let schedule = Arc::new(schedule);
            let mut stops = 0;
            let memory = schedule.memory();
            let store = again(&mut stops, || Store::new(&model, memory, &mut budget), |&reason| Some(reason));
            let mut store = store.unwrap();
            let mut propagation = Propagation::new(&schedule);
            let root = again(
                &mut stops,
                || propagation.run_root(&mut store, &mut budget, None),
                |halt| match *halt {
                    Halt::Stopped(reason) => Some(reason),
                    Halt::Conflict(_) => None,
                },
            );
            let mut found = Vec::new();
            if root.is_ok() {
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
                let before = stops;
                let learning = again(
                    &mut stops,
                    || Learning::new(&mut with, tiny(1 << 16), &[], None),
                    |unbuilt| match *unbuilt {
                        Unbuilt::Stopped(reason) => Some(reason),
                        Unbuilt::Conflict => None,
                    },
                );
                if let Ok(learning) = learning {
                    let mut turns = Turns::new(learning, &with, hasty(1 << 22), None);
                    loop {
                        match turns.next(&mut with) {
                            Event::Solution(solution) => found.push(solution.values),
                            Event::Stopped(StopReason::Time) => stops += 1,
                            Event::Exhausted => break,
                            other => panic!("{other:?}"),
                        }
                    }
                }
                stopped[1] += stops - before;
            }
            stopped[0] += stops;
            found.sort_unstable();
            assert_eq!(found, all, "{seed} {moment}");
        }
    }
    assert!(stopped[0] > 100 && stopped[1] > 50, "{stopped:?}");
}
