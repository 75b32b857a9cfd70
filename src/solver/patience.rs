//! Wherever the fast body loses patience, what goes on from there finds the rest, and nothing twice.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::sync::Arc;

use crate::model::budget::{Limits, StopReason};
use crate::model::builder::ModelBuilder;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::rules::sums::{Multiplicity, Sums, Term};
use crate::search::solution::Solution;
use crate::solver::outcome::{Count, Outcome};
use crate::solver::solutions::{Search, Solutions};
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

/// Lines and blocks of nine, with the values of `board` but for the one at `without`.
fn nine(board: &str, without: usize) -> Model {
    let mut builder = ModelBuilder::new();
    let given =
        |(i, byte): (usize, u8)| (b'1'..=b'9').contains(&byte).then_some(byte).filter(|_| i != without);
    let values = board.bytes().enumerate().map(given).map(|byte| byte.map(|byte| i32::from(byte - b'0')));
    let cells: Vec<Var> =
        values.map(|value| builder.variable(value.map_or(1..=9, |value| value..=value))).collect();
    for i in 0..9 {
        builder.region((0..9).map(|j| cells[9 * i + j]));
        builder.region((0..9).map(|j| cells[9 * j + i]));
        builder.region((0..9).map(|j| cells[9 * (i / 3 * 3 + j / 3) + i % 3 * 3 + j % 3]));
    }
    builder.build().unwrap()
}

/// All solutions, each once, where the first turns are of this patience and slice; and the most turns there were.
fn all_in_turns(solver: &mut Solver, (patience, slice): (u64, u64), turns: &mut u64) -> HashSet<Solution> {
    let mut solutions = solver.solutions();
    solutions.hurry(patience, slice);
    let mut found: HashSet<Solution> = HashSet::new();
    while let Outcome::Done(solution) = solutions.next_outcome() {
        assert!(found.insert(solution), "twice");
        if let Search::Beside(beside) = &solutions.search {
            *turns = beside.turns.max(*turns);
        }
    }
    assert_eq!(solutions.statistics().solutions, found.len() as u64);
    found
}

/// What each body finds in its turns the other does not find again, few solutions or many.
#[test]
fn no_solution_is_lost_or_found_twice_in_turns() {
    let board = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
    let mut turns = 0;
    for (without, all) in [(26, 402), (42, 1193)] {
        let model = nine(board, without);
        for (patience, slice) in [(0, 1), (1, 1), (3, 2), (10, 5), (40, 1)] {
            let mut solver = Solver::new(&model);
            let found = all_in_turns(&mut solver, (patience, slice), &mut turns);
            assert_eq!(found.len(), all, "{patience} {slice}");
            let mut plain = Solver::builder(&model).strategy(Strategy::Plain).build().unwrap();
            assert_eq!(plain.solutions().collect::<HashSet<_>>(), found);
        }
    }
    assert!(turns > 1, "both have had their turns: {turns}");
}

/// A square of numbers with the same sum in all lines: eight of the 362,880 orders of nine numbers.
fn magic() -> Model {
    let mut builder = ModelBuilder::new();
    let cells = builder.variables(9, 1..=9);
    builder.region(cells.iter().copied());
    let line = |first: usize, step: usize| [0, 1, 2].map(|i| cells[first + i * step]).to_vec();
    let lines = [(0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2)];
    for (first, step) in lines {
        let vars = line(first, step);
        let term = Term { coefficient: 1, vars, values: Multiplicity::Different };
        builder.constraint(Arc::new(Sums::total("line", vec![term], 15)));
    }
    builder.build().unwrap()
}

/// The same for plain search, which stands aside on a store of its own.
#[test]
fn no_solution_is_lost_or_found_twice_beside_plain_search() {
    let model = magic();
    let mut turns = 0;
    for (patience, slice) in [(0, 1), (1, 1), (3, 2), (10, 5), (40, 1)] {
        let mut solver = Solver::new(&model);
        assert_eq!(all_in_turns(&mut solver, (patience, slice), &mut turns).len(), 8, "{patience} {slice}");
        // The solver is as before.
        assert_eq!(solver.count(u64::MAX), Count::Exactly(8));
        solver.assume(Literal::Is(model.vars().nth(4).unwrap(), 4));
        assert_eq!(solver.count(u64::MAX), Count::Exactly(0));
    }
    assert!(turns > 1, "both have had their turns: {turns}");
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
