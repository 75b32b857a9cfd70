//! Wherever the fast body loses patience, what goes on from there finds the rest, and nothing twice.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use crate::model::budget::{Limits, StopReason};
use crate::model::builder::ModelBuilder;
use crate::model::ids::Literal;
use crate::model::plan::Model;
use crate::search::solution::Solution;
use crate::solver::outcome::Outcome;
use crate::solver::solutions::Solutions;
use crate::solver::solver::Solver;
use crate::solver::strategy::Strategy;

/// All lines of a square differ, and so do its blocks of two by two.
fn square() -> Model {
    let mut builder = ModelBuilder::new();
    let cells = builder.variables(16, 1..=4);
    for i in 0..4 {
        builder.region((0..4).map(|j| cells[4 * i + j]));
        builder.region((0..4).map(|j| cells[4 * j + i]));
        builder.region((0..4).map(|j| cells[4 * (i / 2 * 2 + j / 2) + i % 2 * 2 + j % 2]));
    }
    builder.build().unwrap()
}

#[test]
fn no_solution_is_lost_or_found_twice_where_learning_goes_on() {
    let model = square();
    let cell = |number: usize| model.vars().nth(number).unwrap();
    for literals in
        [vec![], vec![Literal::Is(cell(5), 2)], vec![Literal::IsNot(cell(0), 1), Literal::Is(cell(9), 4)]]
    {
        let mut plain = Solver::builder(&model).strategy(Strategy::Plain).build().unwrap();
        literals.iter().for_each(|&literal| plain.assume(literal));
        let expected: HashSet<Solution> = plain.solutions().collect();
        for patience in [0, 1, 2, 3, 5, 8, 20, 100, 1000] {
            for first in [0, 1, 2, 10] {
                let mut solver = Solver::new(&model);
                literals.iter().for_each(|&literal| solver.assume(literal));
                let mut solutions = solver.solutions();
                let mut found: Vec<Solution> = solutions.by_ref().take(first).collect();
                solutions.lose_patience(patience);
                found.extend(solutions.by_ref());
                let statistics = solutions.statistics();
                assert_eq!(statistics.solutions, expected.len() as u64);
                let learnt = statistics.propagations > 0;
                assert!(learnt || patience + first as u64 > 0, "learning has gone on");
                assert_eq!(found.len(), expected.len(), "{patience} {first}");
                assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected);
            }
        }
    }
}

#[test]
fn the_nodes_of_both_count_against_the_limit() {
    let model = square();
    let mut solver = Solver::new(&model);
    solver.set_limits(Limits::none().nodes(2));
    let mut solutions = Solutions::after(&mut solver, 0);
    let Outcome::Stopped(stopped) =
        (0..300).map(|_| solutions.next_outcome()).find(|o| !matches!(o, Outcome::Done(_))).unwrap()
    else {
        panic!("two nodes are not enough for 288 solutions")
    };
    assert_eq!((stopped.reason, stopped.statistics.nodes), (StopReason::Nodes, 2));
}
