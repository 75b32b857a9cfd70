//! Branchers, statistics, observers, types.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use pencilmark::{
    Brancher, Contradiction, Count, Decision, Deduction, DomWdeg, InOrder, Literal, Model, ModelBuilder,
    Outcome, SmallestDomain, Solver, Store, Strategy, Uniqueness, Var,
};

use crate::models::{Square, model};

#[test]
fn every_brancher_finds_the_same_number_and_counts_its_work() {
    type Make = fn(&Model, Option<u64>) -> Box<dyn Brancher>;
    let makes: [Make; 3] = [
        |model, seed| Box::new(SmallestDomain::new(model, seed)),
        |model, seed| Box::new(DomWdeg::new(model, seed)),
        |model, seed| Box::new(InOrder::new(model, seed)),
    ];
    let model = Square::boxed(2, 2).model();
    for make in makes {
        struct Boxed(Box<dyn Brancher>);
        impl Brancher for Boxed {
            fn choose(&mut self, store: &Store) -> Option<Decision> {
                self.0.choose(store)
            }
            fn conflict(&mut self, scope: &[Var]) {
                self.0.conflict(scope);
            }
        }
        for seed in [None, Some(1), Some(2)] {
            let builder = Solver::builder(&model).brancher(move |model, seed| Boxed(make(model, seed)));
            let builder = seed.into_iter().fold(builder, pencilmark::SolverBuilder::seed);
            let mut solver = builder.build().unwrap();
            assert_eq!(solver.count(u64::MAX), Count::Exactly(288));
            let statistics = solver.statistics();
            assert_eq!(statistics.solutions, 288);
            // Every decision has two sides, and every leaf of that tree is a solution or a conflict.
            assert_eq!(statistics.nodes + 1, statistics.solutions + statistics.conflicts);
            assert!(
                statistics.depth <= statistics.nodes && statistics.applications > 0 && statistics.changes > 0
            );
        }
    }
}

/// Wants to begin anew whenever it is asked, and notes after how many dead ends that was.
struct Restless(SmallestDomain, Arc<Mutex<Vec<u64>>>);

impl Brancher for Restless {
    fn choose(&mut self, store: &Store) -> Option<Decision> {
        self.0.choose(store)
    }

    fn begins_anew(&mut self, dead_ends: u64) -> bool {
        self.1.lock().unwrap().push(dead_ends);
        true
    }
}

#[test]
fn a_search_that_begins_anew_loses_no_solution_and_finds_none_twice() {
    // No 7 values fit into 6, which plain search finds out by trying; with one more, all orders of 7 are solutions.
    let solver = |values: i32, asked: &Arc<Mutex<Vec<u64>>>| {
        let mut builder = ModelBuilder::new();
        let vars = builder.variables(7, 1..=values);
        for (i, &a) in vars.iter().enumerate() {
            for &b in &vars[..i] {
                builder.region([a, b]);
            }
        }
        let asked = asked.clone();
        let make = move |model: &Model, seed| Restless(SmallestDomain::new(model, seed), asked.clone());
        Solver::builder(&builder.build().unwrap()).strategy(Strategy::Plain).brancher(make).build().unwrap()
    };
    let asked = Arc::new(Mutex::new(Vec::new()));
    let mut contradictory = solver(6, &asked);
    assert_eq!(contradictory.count(u64::MAX), Count::Exactly(0));
    let asked = std::mem::take(&mut *asked.lock().unwrap());
    assert_eq!(contradictory.statistics().restarts, asked.len() as u64);
    assert!(asked.len() > 3 && asked.windows(2).all(|two| two[1] >= 2 * two[0]), "{asked:?}");
    let never = Arc::new(Mutex::new(Vec::new()));
    let mut full = solver(7, &never);
    let found: BTreeSet<Vec<i32>> = full.solutions().map(|solution| solution.values().to_vec()).collect();
    assert_eq!((found.len(), full.count(u64::MAX)), (5040, Count::Exactly(5040)));
    assert!(never.lock().unwrap().is_empty());
}

/// Asks a brancher of the library at some of its levels only, and decides for itself at the others.
struct NowAndThen(InOrder, u64, Arc<AtomicU64>);

impl Brancher for NowAndThen {
    fn choose(&mut self, store: &Store) -> Option<Decision> {
        self.1 = self.1.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut open = store.model().vars().filter(|&var| !store.is_fixed(var));
        if self.1 >> 33 & 3 == 0 {
            let first = open.next()?;
            self.2.fetch_add(1, Ordering::Relaxed);
            let chosen = self.0.choose(store);
            assert_eq!(chosen, Some(Decision { var: first, value: store.lowest(first)? }));
            return chosen;
        }
        let nth = (self.1 >> 40) as usize % store.open();
        let var = open.nth(nth)?;
        Some(Decision { var, value: store.values(var).last()? })
    }
}

#[test]
fn a_brancher_may_be_asked_at_any_levels() {
    let asked = Arc::new(AtomicU64::new(0));
    for seed in 0..20 {
        let count = asked.clone();
        let model = Square::latin(4).model();
        let builder = Solver::builder(&model).without_rule("hidden single");
        let builder =
            builder.brancher(move |model, _| NowAndThen(InOrder::new(model, None), seed, count.clone()));
        assert_eq!(builder.build().unwrap().count(u64::MAX), Count::Exactly(576));
    }
    assert!(asked.load(Ordering::Relaxed) > 1000);
}

#[test]
fn nodes_are_decisions_and_none_is_spent_where_singles_suffice() {
    let mut builder = ModelBuilder::new();
    builder.variables(3, 0..=2);
    let model = builder.build().unwrap();
    let mut solver = Solver::new(&model);
    let _ = solver.solve().expect_done();
    assert_eq!((solver.statistics().nodes, solver.statistics().depth), (3, 3));
    assert_eq!(solver.count(u64::MAX), Count::Exactly(27));
    // One or two decisions in each of 1 + 3 + 9 places.
    assert!((13..=26).contains(&solver.statistics().nodes), "{:?}", solver.statistics());
    assert_eq!(solver.statistics().conflicts, 0);
    let mut builder = ModelBuilder::new();
    builder.variables(3, 0..=1);
    let mut solver = Solver::new(&builder.build().unwrap());
    // Where all open variables have two values, the fast body counts what it does not try one by one.
    assert_eq!(solver.count(u64::MAX), Count::Exactly(8));
    assert_eq!((solver.statistics().nodes, solver.statistics().conflicts), (7, 0));
    let (fixed, _) = self::model(&[vec![1], vec![1, 2]], &[&[0, 1]]);
    let mut solver = Solver::new(&fixed);
    assert!(matches!(solver.check(), Uniqueness::Unique(_)));
    assert_eq!(solver.statistics().nodes, 0);
}

#[test]
fn an_assumption_against_the_model_is_named() {
    let (model, vars) = model(&[vec![1, 2], vec![1, 2]], &[&[0, 1]]);
    let mut solver = Solver::new(&model);
    for literal in [Literal::Is(vars[1], 3), Literal::Is(vars[1], 1_000_000)] {
        solver.assume(literal);
        let Outcome::NoSolution(proof) = solver.infer() else { panic!("3 is no value") };
        assert_eq!(proof.contradiction.as_deref(), Some(&Contradiction::Assumption(literal)));
        assert_eq!(
            proof.contradiction.unwrap().to_string(),
            format!("{literal} was assumed, which cannot be")
        );
        solver.retract(literal);
    }
    solver.assume(Literal::IsNot(vars[1], 1_000_000));
    assert_eq!(solver.count(9), Count::Exactly(2));
}

#[test]
fn a_deduction_tells_itself() {
    let (model, _) = model(&[vec![1], vec![1, 2, 3], vec![2, 3, 4]], &[&[0, 1, 2]]);
    let told = Arc::new(std::sync::Mutex::new(Vec::new()));
    let list = told.clone();
    let observer = move |deduction: &Deduction, _: &Store| list.lock().unwrap().push(deduction.to_string());
    let _ = Solver::builder(&model).observer(observer).build().unwrap().infer().expect_done();
    assert_eq!(*told.lock().unwrap(), ["naked single in region 0: x1 != 1, because x0 = 1"]);
}
