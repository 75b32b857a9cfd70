//! Counts.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pencilmark::{Contradiction, Count, DomWdeg, Literal, Outcome, Simd, Solver, Strategy};

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
fn a_visitor_sees_the_solutions_in_their_order() {
    let pairs: Vec<Vec<i32>> = vec![vec![1, 2]; 4];
    let models = [
        Square::boxed(2, 2).model(),
        Square::latin(4).model(),
        model(&pairs, &[&[0, 1], &[2, 3]]).0,
        // A ring of odd length, and regions with more values than variables.
        model(&pairs, &[&[0, 1], &[1, 2], &[2, 0]]).0,
        model(&[vec![1, 2], vec![2, 3], vec![1, 3], vec![1, 2]], &[&[0, 1], &[1, 2], &[2, 3]]).0,
        model(&[vec![1, 2, 3], vec![1, 2, 3], vec![1, 2, 3], vec![-5, 9]], &[&[0, 1, 2]]).0,
    ];
    for model in &models {
        let mut general = Solver::builder(model).strategy(Strategy::Plain).build().unwrap();
        let expected: BTreeSet<Vec<i32>> = general.solutions().map(|found| found.values().to_vec()).collect();
        let mut orders = Vec::new();
        for simd in Simd::ALL {
            let mut solver = Solver::builder(model).simd(simd).build().unwrap();
            let order: Vec<Vec<i32>> = solver.solutions().map(|found| found.values().to_vec()).collect();
            for limit in [0, 1, 2, 3, 7, 50, u64::MAX] {
                let mut seen = Vec::new();
                let count = solver.visit(limit, |values| {
                    seen.push(values.to_vec());
                    ControlFlow::Continue(())
                });
                assert_eq!((count, &seen[..]), (solver.count(limit), &order[..seen.len()]));
                assert_eq!(count.found(), seen.len() as u64);
                assert_eq!(solver.statistics().solutions, seen.len() as u64);
                let mut first = Vec::new();
                assert_eq!(solver.count_into(limit, &mut first), count);
                assert_eq!(first, seen.first().cloned().unwrap_or_default());
            }
            let mut calls = 0;
            let count = solver.visit(u64::MAX, |_| {
                calls += 1;
                if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(count.found(), (order.len() as u64).min(3));
            assert_eq!(order.len(), expected.len());
            assert_eq!(order.iter().cloned().collect::<BTreeSet<_>>(), expected);
            orders.push(order);
        }
        assert!(orders.windows(2).all(|pair| pair[0] == pair[1]));
    }
}

#[test]
fn more_solutions_than_can_be_counted_are_at_least_so_many() {
    for (variables, expected) in
        [(63, Count::Exactly(1 << 63)), (64, Count::AtLeast(u64::MAX)), (90, Count::AtLeast(u64::MAX))]
    {
        let (model, _) = model(&vec![vec![0, 1]; variables], &[]);
        let mut solver = Solver::new(&model);
        assert_eq!(solver.count(u64::MAX), expected);
        assert_eq!(solver.count(1 << 40), Count::AtLeast(1 << 40));
        let mut seen = 0;
        let count = solver.visit(1000, |_| {
            seen += 1;
            ControlFlow::Continue(())
        });
        assert_eq!((count, seen), (Count::AtLeast(1000), 1000));
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
