//! The properties, as functions of a puzzle and a solver, so that the mutants meet the very same ones.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use pencilmark::{Deduction, Literal, Outcome, SolverBuilder, Store, Var};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::built::{Built, Check, assume_all};
use crate::twin::{Puzzle, closure, product};

/// Gives each solution of the twin once and no other.
pub(crate) fn gives_the_solutions(puzzle: &Puzzle, built: &Built, builder: SolverBuilder) -> Check {
    let mut solver = builder.build().unwrap();
    assume_all(&mut solver, &built.literals(puzzle));
    let found: Vec<Vec<i32>> = solver.solutions().map(|solution| solution.values().to_vec()).collect();
    let expected = puzzle.solutions();
    prop_assert_eq!(found.len(), expected.len());
    prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    Ok(())
}

/// No deduction, at the root or below a decision, removes a value that a solution has there, or calls a
/// conflict what is none. Names the rule.
pub(crate) fn keeps_the_solutions(puzzle: &Puzzle, built: &Built, builder: SolverBuilder) -> Check {
    let solutions = Arc::new(Puzzle { assumptions: vec![], ..puzzle.clone() }.solutions());
    let fault = Arc::new(Mutex::new(None::<String>));
    let (told, vars) = (fault.clone(), built.vars.clone());
    let observer = move |deduction: &Deduction, store: &Store| {
        // A solution that lay in the domains before: those of now, and what was removed.
        let possible =
            |var: Var, value: i32| store.contains(var, value) || deduction.removed.contains(&(var, value));
        let hurt = solutions.iter().any(|solution| {
            let inside = vars.iter().zip(solution).all(|(&var, &value)| possible(var, value));
            let outside = vars.iter().zip(solution).any(|(&var, &value)| !store.contains(var, value));
            inside && (outside || deduction.conflict)
        });
        if hurt {
            told.lock().unwrap().get_or_insert_with(|| format!("rule {}: {deduction}", deduction.rule));
        }
    };
    let mut solver = builder.observer(observer).build().unwrap();
    assume_all(&mut solver, &built.literals(puzzle));
    for _ in solver.solutions() {}
    let fault = fault.lock().unwrap().clone();
    prop_assert_eq!(fault, None);
    Ok(())
}

/// Infers what the twin's closure has, or meets a conflict where it does. `builder` has the library's rules.
pub(crate) fn infers_the_closure(puzzle: &Puzzle, built: &Built, builder: SolverBuilder) -> Check {
    let mut solver = builder.build().unwrap();
    assume_all(&mut solver, &built.literals(puzzle));
    let inferred = match solver.infer() {
        Outcome::Done(domains) => {
            Some(built.vars.iter().map(|&var| domains.values(var).collect::<Vec<_>>()).collect::<Vec<_>>())
        }
        Outcome::NoSolution(proof) => {
            prop_assert!(proof.contradiction.is_some());
            None
        }
        Outcome::Stopped(stopped) => return Err(TestCaseError::fail(stopped.to_string())),
    };
    prop_assert_eq!(inferred, closure(puzzle));
    Ok(())
}

/// Every deduction follows from its own `because` and the relation of its scope alone; at the root each of
/// these literals was true before, and what is said to be removed was there and is gone.
pub(crate) fn replays(puzzle: &Puzzle, built: &Built, builder: SolverBuilder) -> Check {
    let seen = Arc::new(Mutex::new(Vec::<Deduction>::new()));
    let after = Arc::new(Mutex::new(Vec::<Vec<Vec<i32>>>::new()));
    let (log, stores, vars) = (seen.clone(), after.clone(), built.vars.clone());
    let observer = move |deduction: &Deduction, store: &Store| {
        log.lock().unwrap().push(deduction.clone());
        stores.lock().unwrap().push(vars.iter().map(|&var| store.values(var).collect()).collect());
    };
    let mut solver = builder.observer(observer).build().unwrap();
    assume_all(&mut solver, &built.literals(puzzle));
    for _ in solver.solutions() {}
    let (seen, after) = (seen.lock().unwrap(), after.lock().unwrap());
    for (deduction, after) in seen.iter().zip(&*after) {
        replay(puzzle, deduction, after)?;
    }
    Ok(())
}

pub(crate) fn replay(puzzle: &Puzzle, deduction: &Deduction, after: &[Vec<i32>]) -> Check {
    let mut before = after.to_vec();
    for &(var, value) in &deduction.removed {
        prop_assert!(!after[var.index()].contains(&value), "{deduction}: {var} still has {value}");
        prop_assert!(deduction.scope.contains(&var), "{deduction}: {var} is not in the scope");
        prop_assert!(puzzle.domains[var.index()].contains(&value), "{deduction}: {var} never had {value}");
        before[var.index()].push(value);
    }
    let fixed: BTreeSet<(Var, i32)> = deduction.fixed.iter().copied().collect();
    let expected: BTreeSet<(Var, i32)> = deduction
        .removed
        .iter()
        .filter_map(|&(var, _)| match after[var.index()][..] {
            [value] => Some((var, value)),
            _ => None,
        })
        .collect();
    prop_assert_eq!(fixed, expected, "{}", deduction);
    let mut domains = puzzle.domains.clone();
    for &literal in &deduction.because {
        let (var, value) = (literal.var().index(), literal.value());
        let known = match literal {
            Literal::Is(..) => before[var] == [value],
            Literal::IsNot(..) => !before[var].contains(&value),
        };
        prop_assert!(known, "{deduction}: {literal} was not known");
        domains[var].retain(|&there| (there == value) == matches!(literal, Literal::Is(..)));
    }
    // All assignments of the scope's own variables that have the literals and satisfy the scope.
    let vars: Vec<usize> =
        deduction.scope.iter().map(|var| var.index()).collect::<BTreeSet<_>>().into_iter().collect();
    let lists: Vec<Vec<i32>> = vars.iter().map(|&var| domains[var].clone()).collect();
    let value_of =
        |values: &[i32], var: Var| values[vars.iter().position(|&other| other == var.index()).unwrap()];
    let satisfies = |values: &Vec<i32>| {
        let of_scope: Vec<i32> = deduction.scope.iter().map(|&var| value_of(values, var)).collect();
        match deduction.region {
            Some(_) => (0..of_scope.len()).all(|i| !of_scope[..i].contains(&of_scope[i])),
            None => {
                // Two relations may speak of the same scope: one that tells the deduction is enough.
                let scope: Vec<usize> = deduction.scope.iter().map(|var| var.index()).collect();
                puzzle
                    .relations
                    .iter()
                    .filter(|(other, ..)| *other == scope)
                    .all(|(_, relation, _)| relation.holds(&of_scope))
            }
        }
    };
    let left: Vec<Vec<i32>> = product(&lists).into_iter().filter(satisfies).collect();
    for &(var, value) in &deduction.removed {
        let refuted = left.iter().all(|values| value_of(values, var) != value);
        prop_assert!(refuted, "{deduction}: {var} != {value} does not follow");
    }
    prop_assert!(!deduction.conflict || left.is_empty(), "{deduction}: the conflict does not follow");
    prop_assert!(deduction.conflict || !deduction.removed.is_empty(), "{deduction}: says nothing");
    Ok(())
}
