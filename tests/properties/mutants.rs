//! The mutants: each of these must be caught by the properties, else they prove nothing.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pencilmark::{Conflict, Count, HiddenSingle, Literal, ModelBuilder, NakedSingle, Rule, Scope, Solver};

use crate::built::{Built, Check, build};
use crate::properties::{gives_the_solutions, infers_the_closure, keeps_the_solutions, replays};
use crate::puzzles::fixed_puzzles;
use crate::twin::Puzzle;

/// Hidden single without asking whether the region is a permutation.
struct HiddenAnywhere;

impl Rule for HiddenAnywhere {
    fn name(&self) -> &str {
        "hidden anywhere"
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let values: BTreeSet<i32> =
            (0..scope.len()).flat_map(|i| scope.values(i).collect::<Vec<_>>()).collect();
        for value in values {
            let places: Vec<usize> = (0..scope.len()).filter(|&i| scope.contains(i, value)).collect();
            if let [only] = places[..] {
                scope.assign(only, value)?;
            }
        }
        Ok(())
    }
}

/// Naked single that never looks at the last peer.
struct OnePeerShort;

impl Rule for OnePeerShort {
    fn name(&self) -> &str {
        "one peer short"
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        for i in 0..scope.len() {
            if let Some(value) = scope.value(i) {
                for j in (0..scope.len().saturating_sub(1)).filter(|&j| j != i) {
                    scope.remove(j, value)?;
                }
            }
        }
        Ok(())
    }
}

/// Naked single that explains itself by nothing.
struct Speechless;

impl Rule for Speechless {
    fn name(&self) -> &str {
        "speechless"
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        NakedSingle.apply(scope)
    }
    fn explain(&self, _: Option<Literal>, _: &pencilmark::Past<'_>) -> pencilmark::Explanation {
        pencilmark::Explanation::Because(vec![])
    }
}

/// Whether some of the fixed puzzles fails the property.
fn is_caught(property: impl Fn(&Puzzle, &Built) -> Check) -> bool {
    fixed_puzzles(300).iter().any(|puzzle| property(puzzle, &build(puzzle)).is_err())
}

#[test]
fn a_hidden_single_on_a_region_that_is_no_permutation_is_caught() {
    assert!(is_caught(|puzzle, built| keeps_the_solutions(
        puzzle,
        built,
        built.solver().rule(HiddenAnywhere)
    )));
    assert!(is_caught(|puzzle, built| gives_the_solutions(
        puzzle,
        built,
        built.solver().rule(HiddenAnywhere)
    )));
    // The one of the library is not.
    let twice = |puzzle: &Puzzle, built: &Built| {
        keeps_the_solutions(puzzle, built, built.solver().rule(HiddenSingle))
    };
    assert!(!is_caught(twice));
}

#[test]
fn the_checker_names_the_rule_that_removes_a_solution() {
    let fault = fixed_puzzles(300).iter().find_map(|puzzle| {
        let built = build(puzzle);
        keeps_the_solutions(puzzle, &built, built.solver().rule(HiddenAnywhere)).err()
    });
    assert!(fault.unwrap().to_string().contains("rule hidden anywhere"));
}

#[test]
fn a_peer_list_that_lacks_one_is_caught() {
    let without = |built: &Built| Solver::builder(&built.model).without_rule("naked single");
    assert!(is_caught(|puzzle, built| infers_the_closure(puzzle, built, without(built).rule(OnePeerShort))));
    // Rules change speed, never answers: the final check stands behind it.
    assert!(!is_caught(|puzzle, built| gives_the_solutions(
        puzzle,
        built,
        without(built).rule(OnePeerShort)
    )));
}

#[test]
fn reasons_that_lack_one_are_caught() {
    let without = |built: &Built| built.solver().without_rule("naked single");
    assert!(is_caught(|puzzle, built| replays(puzzle, built, without(built).rule(Speechless))));
}

/// Memory that is not undone is caught by the rule that keeps it: it runs where the domains come back.
#[test]
fn memory_is_undone_with_the_domains() {
    let undone = Arc::new(AtomicBool::new(false));
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(4, 1..=4);
    builder.region(vars.iter().copied());
    let model = builder.build().unwrap();
    struct Deepest(Arc<AtomicBool>);
    impl Rule for Deepest {
        fn name(&self) -> &str {
            "deepest"
        }
        fn memory(&self, len: usize) -> usize {
            len
        }
        fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
            for i in 0..scope.len() {
                let mask = scope.values(i).fold(0, |mask, value| mask | 1 << value);
                let old = scope.memory(i);
                assert!(old == 0 || old & mask == mask, "a domain has grown under its memory");
                self.0.fetch_or(old != 0 && scope.size(i) > 1 && old == mask, Ordering::Relaxed);
                scope.set_memory(i, mask);
            }
            Ok(())
        }
    }
    let mut solver = Solver::builder(&model).rule(Deepest(undone.clone())).build().unwrap();
    assert_eq!(solver.count(u64::MAX), Count::Exactly(24));
    assert!(undone.load(Ordering::Relaxed));
}
