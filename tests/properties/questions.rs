//! Questions about all solutions at once, against enumeration.

use std::collections::BTreeSet;

use pencilmark::{Limits, Literal, SoFar, Solver, Strategy, Subset, Support, smallest_subset};
use proptest::prelude::*;

use crate::built::{Built, assume_all, build};
use crate::puzzles::{config, fixed_puzzles, puzzle};
use crate::twin::Puzzle;

/// The puzzle with only these of its assumptions.
fn with_only(puzzle: &Puzzle, built: &Built, literals: &[Literal]) -> Puzzle {
    let mut kept = puzzle.clone();
    kept.assumptions = puzzle
        .assumptions
        .iter()
        .filter(|&&assumption| {
            let one = Puzzle { assumptions: vec![assumption], ..puzzle.clone() };
            literals.contains(&built.literals(&one)[0])
        })
        .copied()
        .collect();
    kept
}

fn asked(puzzle: &Puzzle, built: &Built, strategy: Strategy, limits: Limits) -> Solver {
    let mut solver = built.solver().strategy(strategy).build().unwrap();
    solver.set_limits(limits);
    assume_all(&mut solver, &built.literals(puzzle));
    solver
}

const STRATEGIES: [Strategy; 3] = [Strategy::Auto, Strategy::Plain, Strategy::Learning];

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn supports_are_those_of_enumeration(
        puzzle in puzzle(), limit in 0u32..12, nodes in prop::option::of(0u64..12), strategy in 0usize..3,
    ) {
        let built = build(&puzzle);
        let limits = nodes.map_or(Limits::none(), |nodes| Limits::none().nodes(nodes));
        let mut solver = asked(&puzzle, &built, STRATEGIES[strategy], limits);
        let solutions = puzzle.solutions();
        let assumed = solver.assumptions().to_vec();
        let answer = solver.supported(limit);
        prop_assert_eq!(solver.assumptions(), &assumed[..]);
        let done = matches!(answer, SoFar::Done(_));
        prop_assert!(nodes.is_some() || !matches!(answer, SoFar::Stopped(..)));
        let Some(supported) = answer.known() else {
            prop_assert!(solutions.is_empty());
            return Ok(());
        };
        prop_assert!(!done || !solutions.is_empty());
        let all: BTreeSet<i32> = puzzle.domains.concat().into_iter().chain([i32::MIN, 77_777]).collect();
        for (number, &var) in built.vars.iter().enumerate() {
            for &value in &all {
                let there = solutions.iter().filter(|solution| solution[number] == value).count() as u64;
                match supported.support(var, value) {
                    Support::Exactly(count) => prop_assert_eq!(count, there),
                    Support::AtLeast(count) => {
                        prop_assert!(count <= there && (!done || count >= u64::from(limit.max(1))));
                    }
                }
            }
            let values: BTreeSet<i32> = supported.values(var).collect();
            prop_assert!(solutions.iter().all(|solution| values.contains(&solution[number])));
        }
        let backbone: Vec<_> = supported.backbone().collect();
        for &(var, value) in &backbone {
            prop_assert!(solutions.iter().all(|solution| solution[var.index()] == value));
        }
        let same = |number: usize| solutions.iter().map(|solution| solution[number]).collect::<BTreeSet<_>>().len() == 1;
        let same = (0..built.vars.len()).filter(|&number| same(number)).count();
        prop_assert!(!done || backbone.len() == same, "{} of {}", backbone.len(), same);
    }

    #[test]
    fn reasons_contradict_and_are_smallest(
        puzzle in puzzle(), nodes in prop::option::of(0u64..6), strategy in 0usize..3,
    ) {
        let built = build(&puzzle);
        let limits = nodes.map_or(Limits::none(), |nodes| Limits::none().nodes(nodes));
        let mut solver = asked(&puzzle, &built, STRATEGIES[strategy], limits);
        let solutions = puzzle.solutions();
        match solver.why() {
            Subset::NotEnough => prop_assert!(!solutions.is_empty()),
            Subset::Stopped(_) => prop_assert!(nodes.is_some()),
            Subset::SoFar(why, _) => {
                prop_assert!(nodes.is_some());
                prop_assert!(with_only(&puzzle, &built, &why).solutions().is_empty());
            }
            Subset::Smallest(why) => {
                prop_assert!(with_only(&puzzle, &built, &why).solutions().is_empty());
                for gone in &why {
                    let rest: Vec<Literal> = why.iter().filter(|literal| *literal != gone).copied().collect();
                    prop_assert!(!with_only(&puzzle, &built, &rest).solutions().is_empty());
                }
            }
        }
        prop_assert_eq!(solver.assumptions(), &built.literals(&puzzle)[..]);
    }

    #[test]
    fn what_minimizing_leaves_is_needed(
        puzzle in puzzle(), which in any::<prop::sample::Index>(), seed in prop::option::of(any::<u64>()),
        nodes in prop::option::of(0u64..6), strategy in 0usize..3, also in any::<bool>(),
    ) {
        // One of its solutions in full, so that it is the only one; or as it is.
        let mut puzzle = puzzle;
        let solutions: Vec<Vec<i32>> = puzzle.solutions().into_iter().collect();
        if !solutions.is_empty() {
            let solution = &solutions[which.index(solutions.len())];
            puzzle.assumptions.extend(solution.iter().enumerate().map(|(var, &value)| (var, value, true)));
        }
        let built = build(&puzzle);
        let limits = nodes.map_or(Limits::none(), |nodes| Limits::none().nodes(nodes));
        let mut solver = asked(&puzzle, &built, STRATEGIES[strategy], limits);
        let droppable = |literal: &Literal| also || matches!(literal, Literal::Is(..));
        let left = match solver.minimize(seed, |literal| droppable(&literal)) {
            Subset::NotEnough => {
                prop_assert!(puzzle.solutions().is_empty());
                return Ok(());
            }
            Subset::Stopped(_) => {
                prop_assert!(nodes.is_some());
                return Ok(());
            }
            Subset::SoFar(left, _) => {
                prop_assert!(nodes.is_some());
                prop_assert_eq!(with_only(&puzzle, &built, &left).solutions(), puzzle.solutions());
                return Ok(());
            }
            Subset::Smallest(left) => left,
        };
        prop_assert_eq!(with_only(&puzzle, &built, &left).solutions(), puzzle.solutions());
        prop_assert!(built.literals(&puzzle).iter().all(|literal| droppable(literal) || left.contains(literal)));
        for gone in left.iter().filter(|literal| droppable(literal)) {
            let rest: Vec<Literal> = left.iter().filter(|literal| *literal != gone).copied().collect();
            prop_assert_ne!(with_only(&puzzle, &built, &rest).solutions().len(), 1);
        }
    }

    #[test]
    fn subsets_are_smallest_with_few_questions(
        items in 0usize..40, families in prop::collection::vec(prop::collection::btree_set(0usize..40, 0..8), 0..5),
        stop in prop::option::of(0usize..20),
    ) {
        let enough = |subset: &[usize]| {
            families.iter().any(|family| family.iter().all(|item| subset.contains(item)))
        };
        let mut asked = 0;
        let stopped = {
            let mut solver = Solver::new(&pencilmark::ModelBuilder::new().build().unwrap());
            solver.set_limits(Limits::none().time(std::time::Duration::ZERO));
            let pencilmark::Outcome::Stopped(stopped) = solver.solve() else { panic!("no time at all") };
            stopped
        };
        let found = smallest_subset(items, |subset| {
            asked += 1;
            assert!(subset.is_sorted_by(|a, b| a < b) && subset.iter().all(|&item| item < items));
            if stop.is_some_and(|stop| asked > stop) { Err(stopped) } else { Ok(enough(subset)) }
        });
        let all: Vec<usize> = (0..items).collect();
        match found {
            Subset::NotEnough => prop_assert!(!enough(&all)),
            Subset::Stopped(_) => prop_assert_eq!(stop, Some(0)),
            Subset::SoFar(found, _) => prop_assert!(stop.is_some() && enough(&found)),
            Subset::Smallest(found) => {
                prop_assert!(enough(&found));
                for &gone in &found {
                    let rest: Vec<usize> = found.iter().filter(|&&item| item != gone).copied().collect();
                    prop_assert!(!enough(&rest));
                }
                let most = 2 + (found.len() + 1) * 2 * (items.max(1).ilog2() as usize + 1);
                prop_assert!(asked <= most, "{} questions for {} of {}", asked, found.len(), items);
            }
        }
    }
}

#[test]
fn the_mean_of_estimates_is_the_number_of_solutions() {
    let (mut many, mut uneven) = (0, 0);
    for (number, puzzle) in fixed_puzzles(200).into_iter().enumerate() {
        let built = build(&puzzle);
        let count = puzzle.solutions().len() as f64;
        let mut solver = built.solver().seed(number as u64).build().unwrap();
        assume_all(&mut solver, &built.literals(&puzzle));
        let estimate = match solver.estimate(3000) {
            SoFar::Done(estimate) => estimate,
            SoFar::NoSolution(_) => {
                assert_eq!(count, 0.0);
                continue;
            }
            SoFar::Stopped(..) => panic!("there are no limits"),
        };
        let (mean, error) = (estimate.count(), estimate.standard_error());
        assert!((mean - count).abs() <= 5.0 * error + 1e-9 * count, "{estimate} of {count}: {puzzle:?}");
        assert_eq!(estimate.samples(), 3000);
        many += usize::from(count > 10.0);
        uneven += usize::from(error > 0.0);
        let SoFar::Done(again) = solver.estimate(3000) else { panic!("there are no limits") };
        assert_eq!(estimate, again, "the same seed");
    }
    assert!(many > 20 && uneven > 10, "{many} with many solutions, {uneven} uneven");
}
