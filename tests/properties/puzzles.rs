//! Random puzzles.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::Config;
use proptest::test_runner::TestRunner;

use crate::twin::{Posting, Puzzle, Relation};

/// How many solutions a puzzle is steered to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    None,
    One,
    Many,
    Whatever,
}

/// Values of two words, where one more variable has all of `0..=66`.
pub(crate) const WIDE: [i32; 6] = [0, 1, 64, 65, 2, 66];

/// The values that a puzzle draws from: small, negative with gaps, the ends of `i32`, two words.
pub(crate) fn palette() -> impl Strategy<Value = Vec<i32>> {
    prop_oneof![
        4 => Just(vec![1, 2, 3, 4, 5]),
        2 => Just(vec![-7, -3, 0, 2, 9, 10]),
        2 => Just(vec![i32::MIN, i32::MIN + 1, -1, 0, i32::MAX - 1, i32::MAX]),
        2 => Just(WIDE.to_vec()),
    ]
}

pub(crate) fn relation(
    palette: &[i32],
    variables: usize,
) -> impl Strategy<Value = (Vec<usize>, Relation, Posting)> + use<> {
    let value = prop::sample::select(palette.to_vec());
    let scope = prop::collection::vec(0..variables.max(1), 0..=variables.min(3));
    let posting = prop_oneof![Just(Posting::Alone), Just(Posting::Beside), Just(Posting::Both)];
    (scope, 0..5, value.clone(), prop::collection::vec(value, 12), posting).prop_map(
        |(scope, kind, value, values, posting)| {
            let relation = match kind {
                0 => Relation::SumAtMost(i64::from(value) * scope.len() as i64),
                1 => Relation::Increasing,
                2 => Relation::Apart(2),
                3 => Relation::Even,
                _ => Relation::Forbidden(values.chunks(scope.len().max(1)).map(<[i32]>::to_vec).collect()),
            };
            (scope, relation, posting)
        },
    )
}

pub(crate) fn puzzle() -> impl Strategy<Value = Puzzle> {
    let aim = prop_oneof![Just(Aim::None), Just(Aim::One), Just(Aim::Many), Just(Aim::Whatever)];
    (palette(), 0usize..=6, aim, any::<u64>()).prop_flat_map(|(palette, variables, aim, pick)| {
        let wide = palette == WIDE;
        let domain = prop::sample::subsequence(palette.clone(), 1..=palette.len().min(5));
        let full = Just(palette[..4].to_vec());
        let empty = Just(Vec::new());
        let domain = prop_oneof![20 => domain, 30 => full, 1 => empty];
        let every: Vec<usize> = (0..variables).collect();
        let region = prop::sample::subsequence(every, 0..=variables.min(5)).prop_shuffle();
        let assumption = (0..variables.max(1), prop::sample::select(palette.clone()), any::<bool>());
        let relations = prop::collection::vec(relation(&palette, variables), 0..=2);
        (
            prop::collection::vec(domain, variables),
            prop::collection::vec(region, 0..=4),
            if variables == 0 {
                prop::collection::vec(relation(&[0], 0), 0..=1).boxed()
            } else {
                relations.boxed()
            },
            prop::collection::vec(assumption, if variables == 0 { 0..=0 } else { 0..=2 }),
        )
            .prop_map(move |(domains, regions, relations, assumptions)| {
                let relations = if variables == 0 {
                    relations.into_iter().map(|(_, relation, posting)| (vec![], relation, posting)).collect()
                } else {
                    relations
                };
                let mut puzzle = Puzzle { domains, regions, relations, assumptions };
                if wide {
                    // One variable with all values between spreads the others over two words.
                    puzzle.domains.truncate(4);
                    puzzle.domains.push((0..=66).collect());
                    let kept = puzzle.domains.len();
                    for region in &mut puzzle.regions {
                        region.retain(|&var| var < kept);
                    }
                    puzzle.relations.retain(|(scope, ..)| scope.iter().all(|&var| var < kept));
                    puzzle.assumptions.retain(|&(var, ..)| var < kept);
                }
                shrink_domains(&mut puzzle);
                steer(puzzle, aim, pick)
            })
    })
}

/// Keeps enumeration short.
pub(crate) fn shrink_domains(puzzle: &mut Puzzle) {
    while puzzle.domains.iter().map(Vec::len).product::<usize>() > 4500 {
        let longest =
            puzzle.domains.iter_mut().filter(|domain| domain.len() < 60).max_by_key(|domain| domain.len());
        longest.unwrap().pop();
    }
}

/// Leads a puzzle to the number of solutions aimed at, by assumptions, relations, or leaving some away.
pub(crate) fn steer(mut puzzle: Puzzle, aim: Aim, pick: u64) -> Puzzle {
    if matches!(aim, Aim::One | Aim::Many) {
        if puzzle.domains.is_empty() && aim == Aim::Many {
            puzzle.domains.push(vec![1, 2]);
        }
        for domain in &mut puzzle.domains {
            if domain.is_empty() {
                domain.push(3);
            }
        }
        while puzzle.solutions().len() < if aim == Aim::Many { 2 } else { 1 } {
            let dropped = puzzle.assumptions.pop().is_some()
                || puzzle.relations.pop().is_some()
                || puzzle.regions.pop().is_some();
            if !dropped {
                let more = if puzzle.domains[0].contains(&1) { 2 } else { 1 };
                puzzle.domains[0].push(more);
            }
        }
    }
    for domain in &mut puzzle.domains {
        domain.sort_unstable();
    }
    let solutions: Vec<Vec<i32>> = puzzle.solutions().into_iter().collect();
    if solutions.is_empty() {
        return puzzle;
    }
    let chosen = &solutions[pick as usize % solutions.len()];
    match aim {
        Aim::One => {
            let mut left = solutions.clone();
            for (var, &value) in chosen.iter().enumerate() {
                if left.iter().any(|other| other[var] != value) {
                    left.retain(|other| other[var] == value);
                    puzzle.assumptions.push((var, value, true));
                }
            }
        }
        Aim::None if solutions.len() <= 40 => {
            let scope: Vec<usize> = (0..puzzle.domains.len()).collect();
            let posting = [Posting::Alone, Posting::Beside, Posting::Both][pick as usize % 3];
            puzzle.relations.push((scope, Relation::Forbidden(solutions), posting));
        }
        Aim::None => {
            let var = pick as usize % puzzle.domains.len();
            puzzle.assumptions.push((var, chosen[var], true));
            puzzle.assumptions.push((var, chosen[var], false));
        }
        Aim::Many | Aim::Whatever => {}
    }
    puzzle
}

pub(crate) fn config(cases: u32) -> Config {
    Config { cases, failure_persistence: None, max_shrink_iters: 4000, ..Config::default() }
}

/// Puzzles from a fixed seed.
pub(crate) fn fixed_puzzles(count: usize) -> Vec<Puzzle> {
    let mut runner = TestRunner::deterministic();
    let strategy = puzzle();
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}
