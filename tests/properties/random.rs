//! Random puzzles through all properties.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use pencilmark::{
    Brancher, Conflict, Count, Decision, Deduction, DomWdeg, InOrder, NotUnique, Rule, Scope, Solver,
    SolverBuilder, Store, Uniqueness, Var, library,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::built::{assume_all, build, shuffle};
use crate::properties::{gives_the_solutions, infers_the_closure, keeps_the_solutions, replays};
use crate::puzzles::{config, fixed_puzzles, puzzle};
use crate::twin::{Puzzle, union};

/// Branches on what is not there, or chooses nothing at all.
struct Nonsense(u64);

impl Brancher for Nonsense {
    fn choose(&mut self, store: &Store) -> Option<Decision> {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let vars: Vec<Var> = store.model().vars().collect();
        let var = *vars.get((self.0 >> 40) as usize % vars.len().max(1))?;
        match (self.0 >> 33) % 4 {
            0 => None,
            1 => Some(Decision { var, value: (self.0 >> 20) as i32 }),
            2 => Some(Decision { var, value: store.lowest(var)? }),
            _ => Some(Decision { var, value: store.values(var).last()? }),
        }
    }
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn the_solutions_are_those_of_the_twin(puzzle in puzzle()) {
        let built = build(&puzzle);
        gives_the_solutions(&puzzle, &built, built.solver())?;
        let expected = puzzle.solutions();
        let mut solver = built.solver().build().unwrap();
        assume_all(&mut solver, &built.literals(&puzzle));
        match (solver.check(), expected.len()) {
            (Uniqueness::Unique(one), 1) => prop_assert!(expected.contains(one.values())),
            (Uniqueness::NotUnique(NotUnique::NoSolution(_)), 0) => {}
            (Uniqueness::NotUnique(NotUnique::Multiple(two)), 2..) => {
                prop_assert_ne!(&two[0], &two[1]);
                prop_assert!(two.iter().all(|solution| expected.contains(solution.values())));
            }
            (outcome, count) => return Err(TestCaseError::fail(format!("{outcome:?}, but there are {count}"))),
        }
        for limit in [0, 1, 2, expected.len() as u64, expected.len() as u64 + 1, u64::MAX] {
            let count = expected.len() as u64;
            let right = if limit <= count { Count::AtLeast(limit) } else { Count::Exactly(count) };
            prop_assert_eq!(solver.count(limit), right);
        }
    }

    #[test]
    fn no_rule_removes_a_value_of_a_solution(puzzle in puzzle(), kept in any::<u64>()) {
        let built = build(&puzzle);
        keeps_the_solutions(&puzzle, &built, built.solver())?;
        keeps_the_solutions(&puzzle, &built, built.solver_with(built.some_rules(kept, kept)))?;
    }

    #[test]
    fn any_rules_in_any_order_give_the_same_solutions(
        puzzle in puzzle(), order in any::<u64>(), kept in any::<u64>(), brancher in 0..4, seed in any::<u64>(),
    ) {
        let built = build(&puzzle);
        let builder = built.solver_with(built.some_rules(order, kept));
        let builder = match brancher {
            0 => builder.brancher(move |_, _| Nonsense(seed)),
            1 => builder.brancher(DomWdeg::new).seed(seed),
            2 => builder.brancher(InOrder::new),
            _ => builder.seed(seed),
        };
        gives_the_solutions(&puzzle, &built, builder)?;
        gives_the_solutions(&puzzle, &built, built.solver_with(vec![]).brancher(move |_, _| Nonsense(seed)))?;
    }

    #[test]
    fn what_is_inferred_is_the_closure_in_any_order(puzzle in puzzle(), order in any::<u64>()) {
        let built = build(&puzzle);
        // The rules of the puzzle infer more than the twin's closure does.
        infers_the_closure(&puzzle, &built, Solver::builder(&built.model))?;
        let mut rules = library();
        shuffle(&mut rules, order);
        infers_the_closure(&puzzle, &built, built.solver_with(rules))?;
        let infer = |builder: SolverBuilder| {
            let mut solver = builder.build().unwrap();
            assume_all(&mut solver, &built.literals(&puzzle));
            solver.infer().done()
        };
        prop_assert_eq!(infer(built.solver()), infer(built.solver_with(built.some_rules(order, u64::MAX))));
    }

    #[test]
    fn every_deduction_replays_from_its_reasons(puzzle in puzzle(), order in any::<u64>()) {
        let built = build(&puzzle);
        replays(&puzzle, &built, built.solver())?;
        replays(&puzzle, &built, built.solver_with(built.some_rules(order, u64::MAX)))?;
    }

    #[test]
    fn the_same_seed_gives_the_same_order(puzzle in puzzle(), seeds in any::<[u64; 2]>(), brancher in 0..3) {
        let built = build(&puzzle);
        let run = |seed: u64| {
            let builder = match brancher {
                0 => built.solver(),
                1 => built.solver().brancher(DomWdeg::new),
                _ => built.solver().brancher(InOrder::new),
            };
            let mut solver = builder.seed(seed).build().unwrap();
            assume_all(&mut solver, &built.literals(&puzzle));
            let all = |solver: &mut Solver| {
                let found: Vec<_> = solver.solutions().map(|solution| solution.values().to_vec()).collect();
                let taken = solver.statistics();
                (found, [taken.nodes, taken.conflicts, taken.solutions, taken.depth])
            };
            let first = all(&mut solver);
            assert_eq!(first, all(&mut solver), "the same solver, asked again");
            first
        };
        let (one, again, other) = (run(seeds[0]), run(seeds[0]), run(seeds[1]));
        prop_assert_eq!(&one, &again);
        prop_assert_eq!(one.0.into_iter().collect::<BTreeSet<_>>(), other.0.into_iter().collect::<BTreeSet<_>>());
    }

    #[test]
    fn one_store_answers_any_series_of_questions(
        puzzle in puzzle(),
        steps in prop::collection::vec((0..9, any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>()), 1..12),
        observed in any::<bool>(),
    ) {
        let built = build(&puzzle);
        let builder = if observed { built.solver().observer(|_: &Deduction, _: &Store| {}) } else { built.solver() };
        let mut solver = builder.build().unwrap();
        let mut current = Puzzle { assumptions: vec![], ..puzzle.clone() };
        for (step, which, value, is) in steps {
            let expected = current.solutions();
            match step {
                0 | 1 if !puzzle.domains.is_empty() => {
                    let var = which.index(puzzle.domains.len());
                    let all: Vec<i32> = puzzle.domains.concat();
                    let value = if all.is_empty() { 0 } else { all[value.index(all.len())] };
                    current.assumptions.push((var, value, is));
                    solver.assume(built.literals(&current).pop().unwrap());
                }
                2 if !current.assumptions.is_empty() => {
                    let gone = current.assumptions[which.index(current.assumptions.len())];
                    solver.retract(built.literals(&Puzzle { assumptions: vec![gone], ..puzzle.clone() })[0]);
                    current.assumptions.retain(|&assumed| assumed != gone);
                }
                3 => {
                    // Left half way.
                    let mut solutions = solver.solutions();
                    for _ in 0..which.index(4) {
                        if let Some(solution) = solutions.next() {
                            prop_assert!(expected.contains(solution.values()));
                        }
                    }
                    if is {
                        drop(solutions);
                    } else {
                        std::mem::forget(solutions);
                    }
                }
                4 => {
                    let found = solver.solve().done();
                    prop_assert_eq!(found.is_some(), !expected.is_empty());
                    prop_assert!(found.is_none_or(|solution| expected.contains(solution.values())));
                }
                5 => {
                    solver.clear_assumptions();
                    current.assumptions.clear();
                }
                6 => {
                    let mut fresh = built.solver().build().unwrap();
                    assume_all(&mut fresh, &built.literals(&current));
                    prop_assert_eq!(solver.infer().done(), fresh.infer().done());
                }
                _ => prop_assert_eq!(solver.count(u64::MAX), Count::Exactly(expected.len() as u64)),
            }
            prop_assert_eq!(solver.assumptions(), &built.literals(&current)[..]);
        }
        prop_assert_eq!(solver.count(u64::MAX), Count::Exactly(current.solutions().len() as u64));
    }

    #[test]
    fn a_rule_that_panics_is_heard_and_the_next_answer_is_right(
        puzzle in puzzle(), after in 0i64..12, question in 0..4,
    ) {
        let built = build(&puzzle);
        let fuse = Arc::new(AtomicI64::new(after));
        let mut solver = built.solver().rule(Fuse(fuse.clone())).build().unwrap();
        assume_all(&mut solver, &built.literals(&puzzle));
        let mut seen = BTreeSet::new();
        let result = catch_unwind(AssertUnwindSafe(|| match question {
            0 => drop(solver.infer()),
            1 => drop(solver.solve()),
            2 => seen.extend(solver.solutions().map(|solution| solution.values().to_vec())),
            _ => {
                // Even the iterator itself can be asked again.
                let mut solutions = solver.solutions();
                let first = catch_unwind(AssertUnwindSafe(|| solutions.next()));
                fuse.store(i64::MAX, Ordering::Relaxed);
                seen.extend(first.ok().flatten().into_iter().chain(solutions).map(|solution| solution.values().to_vec()));
            }
        }));
        let panicked = fuse.load(Ordering::Relaxed) < 0;
        prop_assert_eq!(result.is_err(), panicked);
        if question >= 2 && !panicked {
            prop_assert_eq!(seen, puzzle.solutions());
        }
        fuse.store(i64::MAX, Ordering::Relaxed);
        prop_assert_eq!(solver.count(u64::MAX), Count::Exactly(puzzle.solutions().len() as u64));
    }
}

/// Panics when it is applied for the n-th time.
struct Fuse(Arc<AtomicI64>);

impl Rule for Fuse {
    fn name(&self) -> &str {
        "fuse"
    }
    fn apply(&self, _: &mut Scope<'_>) -> Result<(), Conflict> {
        if self.0.fetch_sub(1, Ordering::Relaxed) == 0 {
            std::panic::resume_unwind(Box::new("the fuse has blown"));
        }
        Ok(())
    }
}

#[test]
fn a_fifth_each_has_no_solution_one_and_many() {
    let puzzles = fixed_puzzles(500);
    let mut shares = [0; 3];
    let (mut permutations, mut others, mut postings, mut wide) = (0, 0, BTreeSet::new(), 0);
    for puzzle in &puzzles {
        shares[puzzle.solutions().len().min(2)] += 1;
        for region in &puzzle.regions {
            let permutation = union(&puzzle.domains, region).len() == region.len();
            *if permutation { &mut permutations } else { &mut others } += 1;
        }
        postings.extend(puzzle.relations.iter().map(|(_, _, posting)| *posting as usize));
        wide +=
            usize::from(union(&puzzle.domains, &(0..puzzle.domains.len()).collect::<Vec<_>>()).len() > 64);
    }
    assert!(shares.iter().all(|&share| share * 5 >= puzzles.len()), "{shares:?} of {}", puzzles.len());
    assert!(permutations > 50 && others > 50, "{permutations} permutations, {others} other regions");
    assert!(postings.len() == 3 && wide > 25, "{postings:?}, {wide} of several words");
}
