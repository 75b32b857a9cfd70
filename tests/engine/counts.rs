//! Counts.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use pencilmark::{Contradiction, Count, DomWdeg, Literal, Outcome, Solver};

use crate::models::{Square, model};

#[test]
fn empty_squares_have_the_known_numbers_of_solutions() {
    assert_eq!(Square::boxed(2, 2).count(), Count::Exactly(288));
    assert_eq!(Square::latin(4).count(), Count::Exactly(576));
    assert_eq!(Square::boxed(2, 3).diagonal(true).diagonal(false).count(), Count::Exactly(8_640));
    let knight = [(1, 2), (1, -2), (2, 1), (2, -1)];
    assert_eq!(Square::boxed(2, 3).pairs(&knight, |a, b| a != b).count(), Count::Exactly(11_520));
    let neighbours = [(0, 1), (1, 0)];
    assert_eq!(Square::boxed(2, 3).pairs(&neighbours, |a, b| (a - b).abs() != 1).count(), Count::Exactly(48));
}

#[test]
#[ignore = "some seconds without optimisation"]
fn large_counts_are_right() {
    assert_eq!(Square::boxed(2, 3).diagonal(true).count(), Count::Exactly(288_000));
    assert_eq!(Square::boxed(2, 3).diagonal(false).count(), Count::Exactly(288_000));
    assert_eq!(Square::boxed(2, 3).pairs(&[(1, 1), (1, -1)], |a, b| a != b).count(), Count::Exactly(74_160));
}

#[test]
fn each_solution_comes_once_and_then_the_end() {
    for (model, count) in [(Square::boxed(2, 2).model(), 288), (Square::latin(5).model(), 161_280)] {
        let mut solver = Solver::new(&model);
        let mut solutions = solver.solutions();
        let mut seen = HashSet::new();
        for solution in solutions.by_ref() {
            assert!(seen.insert(solution.values().iter().map(|&value| value as u8).collect::<Box<[u8]>>()));
        }
        assert_eq!(seen.len(), count);
        assert_eq!(solutions.next(), None, "the end stays the end");
        assert!(matches!(solutions.next_outcome(), Outcome::NoSolution(_)));
    }
}

#[test]
fn variables_in_no_region_are_enumerated() {
    let (free, _) = model(&[(1..=9).collect()], &[]);
    assert_eq!(Solver::new(&free).count(100), Count::Exactly(9));
    let (alone, _) = model(&[(1..=9).collect()], &[&[0]]);
    assert_eq!(Solver::new(&alone).count(100), Count::Exactly(9));
    let (nothing, _) = model(&[], &[&[], &[]]);
    assert_eq!(Solver::new(&nothing).count(100), Count::Exactly(1));
    let (impossible, vars) = model(&[vec![1], vec![]], &[]);
    let Outcome::NoSolution(proof) = Solver::new(&impossible).solve() else { panic!("an empty domain") };
    assert_eq!(proof.contradiction.map(|found| *found), Some(Contradiction::EmptyDomain(vars[1])));
}

#[test]
fn a_board_whose_refutation_takes_search_has_no_solution() {
    let board = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let start = Instant::now();
    let square = Square::boxed(3, 3);
    let givens: Vec<Literal> = board
        .bytes()
        .enumerate()
        .filter(|(_, byte)| byte.is_ascii_digit())
        .map(|(i, byte)| Literal::Is(square.vars[i], i32::from(byte - b'0')))
        .collect();
    let model = square.model();
    let mut solver = Solver::builder(&model).brancher(DomWdeg::new).build().unwrap();
    givens.iter().for_each(|&given| solver.assume(given));
    let Outcome::NoSolution(proof) = solver.solve() else { panic!("there is none") };
    assert!(proof.contradiction.is_none() && proof.statistics.nodes > 0, "it takes search");
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
}
