//! What must hold for every constraint, on random small boards.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use pencilmark::{
    Deduction, Literal, Model, NotUnique, Outcome, Rule, Solver, SolverBuilder, Store, Strategy, Uniqueness,
    Var,
};

use crate::board::{Filled, Instance, Random};
use crate::generators::instance;
use crate::long;
use crate::meanings::holds;

const INSTANCES: u64 = 1000;
/// Every so many instances are searched too.
const SEARCHED: u64 = 8;

fn accepts(filled: &Filled<'_>) -> bool {
    let all = &filled.instance.constraints;
    all.iter().all(|constraint| holds(constraint, all, filled))
}

/// Checks a kind on a thousand random boards, and that propagation removes at least this share of what can be removed.
pub(crate) fn check(name: &str, share: f64) {
    check_on(name, share, INSTANCES, instance);
}

/// The same on boards with so many values that the kind is posted in parts.
pub(crate) fn check_long(name: &str, share: f64) {
    check_on(name, share, INSTANCES / 5, long::instance);
}

fn check_on(name: &str, share: f64, instances: u64, make: fn(&str, &mut Random) -> Option<Instance>) {
    let (mut needed, mut done) = (0, 0);
    let mut both = [0, 0];
    for seed in 0..instances {
        let mut random = Random::new(seed.wrapping_mul(0x5851_F42D_4C95_7F2D) ^ name.len() as u64);
        let instance = make(name, &mut random).unwrap_or_else(|| panic!("{name} has no generator"));
        let all = &instance.constraints;
        let solutions = instance.fill(|filled| holds(&all[0], all, filled));
        both[usize::from(!solutions.is_empty())] += 1;
        let (removable, removed) = propagated(&instance, &solutions);
        needed += removable;
        done += removed;
        if seed % SEARCHED == 0 {
            searched(&instance, &instance.fill(accepts), &mut random);
        }
    }
    let reached = if needed == 0 { 1.0 } else { done as f64 / needed as f64 };
    println!("{name}: {:.2}% of {needed} values removed; {} boards with solutions", 100.0 * reached, both[1]);
    assert!(reached >= share, "{name}: {reached} of what can be removed is removed, expected {share}");
    assert!(needed > 100 && both[1] > 50, "{name}: instances that say nothing: {needed} {both:?}");
}

fn solver(model: &Model, rules: &[Arc<dyn Rule>]) -> SolverBuilder {
    rules.iter().cloned().fold(Solver::builder(model).without_rules(), SolverBuilder::rule)
}

fn with_library(rules: &[Arc<dyn Rule>]) -> Vec<Arc<dyn Rule>> {
    pencilmark::library().into_iter().chain(rules.iter().cloned()).collect()
}

/// How many values can be removed, and how many are; checks that none is that a solution has.
fn propagated(instance: &Instance, solutions: &[Vec<i32>]) -> (usize, usize) {
    let (model, vars, rules) = instance.build(1);
    let total: usize = instance.domains.iter().map(Vec::len).sum();
    let kept = |i: usize, value: i32| solutions.iter().any(|cells| cells[i] == value);
    let left = |rules: &[Arc<dyn Rule>]| {
        let mut solver = solver(&model, rules).build().unwrap();
        let inferred = match solver.infer() {
            Outcome::Done(domains) => domains,
            Outcome::NoSolution(_) => {
                assert!(solutions.is_empty(), "a conflict, but there is {:?}: {instance:?}", solutions[0]);
                return 0;
            }
            other => panic!("{other:?}"),
        };
        let mut left = 0;
        for (i, domain) in instance.domains.iter().enumerate() {
            for &value in domain {
                let stays = inferred.values(vars[i]).any(|other| other == value);
                assert!(stays || !kept(i, value), "{value} of cell {i} was removed: {instance:?}");
                left += usize::from(stays);
            }
        }
        left
    };
    left(&rules);
    let left = left(&with_library(&rules));
    let needed: usize =
        (0..vars.len()).map(|i| instance.domains[i].iter().filter(|&&value| !kept(i, value)).count()).sum();
    (needed, total - left)
}

/// Checks that search finds these solutions, whatever the rules, their order and the strategy, and that each deduction
/// follows from the reason that it gives.
fn searched(instance: &Instance, solutions: &[Vec<i32>], random: &mut Random) {
    let (model, vars, rules) = instance.build(usize::MAX);
    let expected: BTreeSet<Vec<i32>> = solutions.iter().cloned().collect();
    let found = |mut solver: Solver| {
        let mut found = Vec::new();
        let mut all = solver.solutions();
        loop {
            match all.next_outcome() {
                Outcome::Done(solution) => found.push(vars.iter().map(|&var| solution[var]).collect()),
                Outcome::NoSolution(_) => break,
                other => panic!("{other:?}"),
            }
        }
        let set: BTreeSet<Vec<i32>> = found.iter().cloned().collect();
        assert_eq!(set.len(), found.len(), "a solution twice: {instance:?}");
        assert_eq!(set, expected, "{instance:?}");
    };
    // The final check alone says what the definition says.
    found(solver(&model, &[]).strategy(Strategy::Plain).build().unwrap());
    found(solver(&model, &rules).strategy(Strategy::Plain).build().unwrap());
    let mut all = with_library(&rules);
    random.shuffle(&mut all);
    found(solver(&model, &all).strategy(Strategy::Plain).build().unwrap());
    found(
        solver(&model, &all).strategy(Strategy::Learning).seed(random.of(0, 1 << 30) as u64).build().unwrap(),
    );
    match solver(&model, &all).build().unwrap().check() {
        Uniqueness::Unique(_) => assert_eq!(expected.len(), 1),
        Uniqueness::NotUnique(NotUnique::NoSolution(_)) => assert_eq!(expected.len(), 0),
        Uniqueness::NotUnique(_) => assert!(expected.len() > 1),
        other => panic!("{other:?}"),
    }

    let seen = Arc::new(Mutex::new(Vec::new()));
    let keep = seen.clone();
    let observer = move |deduction: &Deduction, _: &Store| keep.lock().unwrap().push(deduction.clone());
    found(solver(&model, &all).strategy(Strategy::Plain).observer(observer).build().unwrap());
    let deductions = seen.lock().unwrap();
    let shown = deductions.len().min(60);
    for deduction in &deductions[..shown] {
        follows(instance, &vars, solutions, deduction);
    }
}

/// No solution that has the reasons of a deduction has what it removed.
fn follows(instance: &Instance, vars: &[Var], solutions: &[Vec<i32>], deduction: &Deduction) {
    let place = |var: Var| vars.iter().position(|&other| other == var).unwrap();
    let is_true = |literal: &Literal, cells: &[i32]| match *literal {
        Literal::Is(var, value) => cells[place(var)] == value,
        Literal::IsNot(var, value) => cells[place(var)] != value,
    };
    for cells in solutions {
        if deduction.because.iter().all(|literal| is_true(literal, cells)) {
            assert!(!deduction.conflict, "{deduction:?} forbids {cells:?}: {instance:?}");
            let wrong = deduction.removed.iter().find(|&&(var, value)| cells[place(var)] == value);
            assert!(wrong.is_none(), "{deduction:?} forbids {cells:?}: {instance:?}");
        }
    }
}
