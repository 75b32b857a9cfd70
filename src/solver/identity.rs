//! All bodies of region inference agree: on "dead", or on every bit of the domains.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::model::budget::{Budget, Limits};
use crate::model::builder::ModelBuilder;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::propagation::fixpoint::assert;
use crate::search::lanes::executor::LaneExecutor;
use crate::search::lanes::plan::{Inference, LanePlan};
use crate::search::learning::core::Core;
use crate::search::simd::level::Simd;
use crate::search::value_major::closure::Closure;
use crate::search::value_major::layout::SHAPES;
use crate::search::value_major::plan::Plan;
use crate::search::value_major::solver::Solver as ValueMajor;
use crate::search::word_model::WordModel;
use crate::solver::solver::Solver;
use crate::store::log::Cause;
use crate::store::store::{Conflict, Store};

fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    (rng.next_u64() % bound as u64) as usize
}

/// Variables over `width` values and regions of both kinds, around a solution that is hidden in them.
fn model(rng: &mut ChaCha8Rng, width: usize) -> Model {
    let mut builder = ModelBuilder::new();
    let count = 1 + below(rng, 2 * width + 6);
    let mut vars: Vec<(Var, i32)> = Vec::new();
    for _ in 0..count {
        let hidden = below(rng, width) as i32;
        let thin = below(rng, 4) == 0;
        let domain: Vec<i32> =
            (0..width as i32).filter(|&v| v == hidden || !thin || below(rng, 2) == 0).collect();
        vars.push((builder.variable(domain), hidden));
    }
    // Some variables over few values, so that they are a permutation of these.
    let few = 1 + below(rng, width.min(9));
    let block: Vec<(Var, i32)> =
        (0..few as i32).map(|hidden| (builder.variable(0..=few as i32 - 1), hidden)).collect();
    builder.region(block.iter().map(|&(var, _)| var));
    vars.extend(block);
    for _ in 0..below(rng, 9) {
        for i in (1..vars.len()).rev() {
            vars.swap(i, below(rng, i + 1));
        }
        let mut seen = vec![false; width];
        let most = if below(rng, 2) == 0 { width } else { 1 + below(rng, width) };
        let mut region = Vec::new();
        for &(var, hidden) in &vars {
            if region.len() < most && !std::mem::replace(&mut seen[hidden as usize], true) {
                region.push(var);
            }
        }
        builder.region(region);
    }
    builder.build().unwrap()
}

/// Literals that take values away, more or fewer.
fn removals(rng: &mut ChaCha8Rng, store: &Store) -> Vec<Literal> {
    let share = [0, 5, 30, 60, 85][below(rng, 5)];
    let mut literals = Vec::new();
    for var in store.model().vars() {
        let values: Vec<i32> = store.values(var).collect();
        let kept = values[below(rng, values.len())];
        let hit = |rng: &mut ChaCha8Rng, value: i32| {
            below(rng, 100) < share && (value != kept || below(rng, 50) == 0)
        };
        literals.extend(values.into_iter().filter(|&v| hit(rng, v)).map(|value| Literal::IsNot(var, value)));
    }
    literals
}

/// The values that are left to each variable, in words of 128 bits.
fn read(store: &Store) -> Vec<u128> {
    let bits = |var| store.numbers(var).fold(0, |bits, number| bits | 1u128 << number);
    store.model().vars().map(bits).collect()
}

fn take_away(store: &mut Store, literals: &[Literal]) -> Result<(), Conflict> {
    literals.iter().try_for_each(|&literal| assert(store, literal, Cause::Assumption))
}

/// What the rule files make of it, from the root of the solver.
fn by_rules(solver: &mut Solver, literals: &[Literal]) -> Option<Vec<u128>> {
    let mut budget = Budget::new(&Limits::none());
    solver.store.push_level();
    let begun = take_away(&mut solver.store, literals).is_ok();
    let done = begun && solver.propagation.run(&mut solver.store, &mut budget, None).is_ok();
    let found = done.then(|| read(&solver.store));
    solver.propagation.undo_level(&mut solver.store);
    found
}

/// What the groups of learning search make of it.
fn by_groups(solver: &mut Solver, literals: &[Literal]) -> Option<Vec<u128>> {
    let mut budget = Budget::new(&Limits::none());
    let schedule = solver.propagation.shared_schedule();
    let (store, propagation) = (&mut solver.store, &mut solver.propagation);
    store.push_level();
    let mut run = || {
        take_away(store, literals).ok()?;
        propagation.run_first(store, &mut budget, None, schedule.woken_by_fixing_first()).ok()?;
        Core::new(store, &schedule, &mut budget).ok()?.propagate_log(store, &mut budget).ok()?;
        (!store.has_empty()).then(|| read(store))
    };
    let found = run();
    solver.propagation.undo_level(&mut solver.store);
    found
}

/// The same by straight loops, with or without locked candidates.
fn slowly(store: &Store, start: &[u128], closure: Closure) -> Option<Vec<u128>> {
    let model = store.model();
    let mut now = start.to_vec();
    loop {
        let before = now.clone();
        for region in model.region_ids() {
            let vars: Vec<usize> = model.region(region).iter().map(|var| var.index()).collect();
            for &x in &vars {
                if now[x].count_ones() == 1 {
                    vars.iter().filter(|&&y| y != x).for_each(|&y| now[y] &= !now[x]);
                }
            }
            if !store.is_permutation(region) {
                continue;
            }
            for value in 0..128 {
                if store.required(region, value / 64) >> (value % 64) & 1 == 0 {
                    continue;
                }
                let places: Vec<usize> = vars.iter().copied().filter(|&x| now[x] >> value & 1 == 1).collect();
                match places[..] {
                    [] => return None,
                    [x] => now[x] = 1 << value,
                    _ if closure == Closure::Locked => {
                        for other in model.region_ids().filter(|&other| other != region) {
                            let others: Vec<usize> =
                                model.region(other).iter().map(|var| var.index()).collect();
                            if places.iter().all(|x| others.contains(x)) {
                                let outside = others.iter().filter(|y| !vars.contains(y));
                                outside.for_each(|&y| now[y] &= !(1 << value));
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        if now.contains(&0) {
            return None;
        }
        if now == before {
            return Some(now);
        }
    }
}

/// What the fast bodies make of several starts, each at each instruction set and shape of boards, beside their names.
fn by_words(
    words: &WordModel,
    starts: &[Vec<u64>],
    closure: Closure,
) -> Vec<(String, Vec<Option<Vec<u128>>>)> {
    let wide = |domains: &[u64]| domains.iter().map(|&word| u128::from(word)).collect::<Vec<_>>();
    let inference = if closure == Closure::Locked { Inference::Locked } else { Inference::Singles };
    let lane_plan = Arc::new(LanePlan::with_inference(words, inference));
    let plans: Vec<Arc<Plan>> =
        SHAPES.iter().filter_map(|&shape| Plan::with_shape(words, shape)).map(Arc::new).collect();
    assert_eq!(plans.is_empty(), Plan::new(words).is_none());
    let mut all = Vec::new();
    for simd in Simd::ALL.into_iter().filter(|simd| simd.is_supported()) {
        let mut domains = starts.concat();
        let dead = LaneExecutor::new(lane_plan.clone(), simd, usize::MAX).propagate(&mut domains);
        let boards = domains.chunks(words.domains.len()).zip(dead);
        all.push((format!("lanes, {simd}"), boards.map(|(now, dead)| (!dead).then(|| wide(now))).collect()));
        for plan in &plans {
            let mut body = ValueMajor::new(plan, simd);
            let close = |start: &Vec<u64>| {
                let mut now = start.clone();
                body.close(&mut now, closure).then(|| wide(&now))
            };
            all.push((format!("{:?}, {simd}", plan.shape), starts.iter().map(close).collect()));
        }
    }
    all
}

#[test]
fn all_bodies_have_the_same_fixpoint() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut alive, mut dead, mut kinds) = (0, 0, [0; 2]);
    for round in 0..195 {
        let width = 1 + round % 65;
        let mut solver = Solver::new(&model(&mut rng, width));
        let mut budget = Budget::new(&Limits::none());
        assert!(solver.begin(&mut budget).is_ok(), "a solution is hidden in it");
        let model = solver.model().clone();
        model.region_ids().for_each(|region| kinds[usize::from(solver.store.is_permutation(region))] += 1);
        let words = WordModel::of(&solver.store);
        assert_eq!(words.is_some(), model.values().count() <= 64);
        let cases: Vec<Vec<Literal>> = (0..5).map(|_| removals(&mut rng, &solver.store)).collect();
        let root = read(&solver.store);
        let start = |literals: &Vec<Literal>| {
            let mut start = root.clone();
            for literal in literals {
                start[literal.var().index()] &= !(1 << model.values().number_of(literal.value()).unwrap());
            }
            start
        };
        let starts: Vec<Vec<u128>> = cases.iter().map(start).collect();
        let narrow: Vec<Vec<u64>> =
            starts.iter().map(|start| start.iter().map(|&bits| bits as u64).collect()).collect();
        for closure in [Closure::Singles, Closure::Locked] {
            let expected: Vec<_> = starts.iter().map(|start| slowly(&solver.store, start, closure)).collect();
            alive += expected.iter().filter(|found| found.is_some()).count();
            dead += expected.iter().filter(|found| found.is_none()).count();
            if closure == Closure::Singles {
                let rules: Vec<_> = cases.iter().map(|literals| by_rules(&mut solver, literals)).collect();
                assert_eq!(rules, expected, "the rules, {model:?}");
                let groups: Vec<_> = cases.iter().map(|literals| by_groups(&mut solver, literals)).collect();
                assert_eq!(groups, expected, "the groups, {model:?}");
            }
            for (name, found) in words.iter().flat_map(|words| by_words(words, &narrow, closure)) {
                assert_eq!(found, expected, "{closure:?}, {name}, {model:?}");
            }
        }
    }
    assert!(alive > 300 && dead > 300 && kinds.iter().all(|&kind| kind > 100), "{alive} {dead} {kinds:?}");
}
