//! Relations that are their own rules against enumeration: what they leave, what they count, and that each removal
//! follows from its reason alone.
#![allow(clippy::unwrap_used)]

mod others;
mod pairs;
mod sequence;
mod shares;
mod sums;

use std::sync::{Arc, Mutex};

use pencilmark::{
    Constraint, Deduction, Domain, Literal, Model, Outcome, Rule, Solver, Store, Strategy, Var,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// How far a rule goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// It leaves exactly what some solution has.
    All,
    /// It may leave more.
    Sound,
}

type Domains = Vec<Vec<i32>>;

/// All assignments of the domains that `holds`.
pub(crate) fn solutions(domains: &[Vec<i32>], holds: &dyn Fn(&[i32]) -> bool) -> Vec<Vec<i32>> {
    let mut found = Vec::new();
    let mut places = vec![0; domains.len()];
    if domains.iter().any(Vec::is_empty) {
        return found;
    }
    loop {
        let values: Vec<i32> = places.iter().zip(domains).map(|(&place, domain)| domain[place]).collect();
        if holds(&values) {
            found.push(values);
        }
        let Some(i) = (0..places.len()).rev().find(|&i| places[i] + 1 < domains[i].len()) else {
            return found;
        };
        places[i] += 1;
        places[i + 1..].fill(0);
    }
}

fn narrowed(mut domains: Domains, literals: &[Literal]) -> Domains {
    for literal in literals {
        let domain = &mut domains[literal.var().index()];
        match literal {
            Literal::Is(_, value) => domain.retain(|other| other == value),
            Literal::IsNot(_, value) => domain.retain(|other| other != value),
        }
    }
    domains
}

/// Asks `model` under more and more of `literals`: with the rule alone for what it leaves, and with the rules of the
/// library for the number of solutions. `holds` is asked of all variables of the model.
pub(crate) fn check<R: Constraint + Rule + 'static>(
    model: &Model,
    rules: &[Arc<R>],
    literals: &[Literal],
    holds: &dyn Fn(&[i32]) -> bool,
    reach: Reach,
) -> Result<(), TestCaseError> {
    let start: Domains = model.vars().map(|var| model.domain(var).values().collect()).collect();
    let seen: Arc<Mutex<Vec<Deduction>>> = Arc::default();
    let log = seen.clone();
    let add = |mut builder: pencilmark::SolverBuilder| {
        for rule in rules {
            builder = builder.rule(rule.clone());
        }
        builder
    };
    let observer = move |deduction: &Deduction, _: &Store| log.lock().unwrap().push(deduction.clone());
    let mut watched = add(Solver::builder(model).without_rules()).observer(observer).build().unwrap();
    let mut alone = add(Solver::builder(model).without_rules()).build().unwrap();
    let mut searches = [Strategy::Plain, Strategy::Learning]
        .map(|strategy| add(Solver::builder(model)).strategy(strategy).build().unwrap());
    for told in 0..=literals.len() {
        if let Some(&literal) = literals[..told].last() {
            watched.assume(literal);
            alone.assume(literal);
            searches.iter_mut().for_each(|solver| solver.assume(literal));
        }
        let domains = narrowed(start.clone(), &literals[..told]);
        let all = solutions(&domains, holds);
        for solver in &mut searches {
            prop_assert_eq!(solver.count(1 << 20).found() as usize, all.len(), "{:?}", domains);
        }
        let left = alone.infer();
        prop_assert_eq!(matches!(left, Outcome::Done(_)), matches!(watched.infer(), Outcome::Done(_)));
        match left {
            Outcome::NoSolution(_) => prop_assert!(all.is_empty(), "{all:?} were there"),
            Outcome::Done(left) => {
                prop_assert!(reach == Reach::Sound || !all.is_empty(), "nothing said of {domains:?}");
                for (i, var) in model.vars().enumerate() {
                    let mut supported: Vec<i32> = all.iter().map(|solution| solution[i]).collect();
                    supported.sort_unstable();
                    supported.dedup();
                    let left: Vec<i32> = left.values(var).collect();
                    match reach {
                        Reach::All => prop_assert_eq!(left, supported, "{} of {:?}", var, domains),
                        Reach::Sound => {
                            prop_assert!(supported.iter().all(|value| left.contains(value)));
                        }
                    }
                }
            }
            Outcome::Stopped(stopped) => prop_assert!(false, "{stopped:?}"),
        }
    }
    let seen = seen.lock().unwrap();
    for deduction in &*seen {
        let under = solutions(&narrowed(start.clone(), &deduction.because), holds);
        let broken = under.iter().find(|solution| {
            deduction.conflict || deduction.removed.iter().any(|&(var, value)| solution[var.index()] == value)
        });
        prop_assert!(broken.is_none(), "{deduction} does not follow: {broken:?}");
    }
    Ok(())
}

/// The domain of the values of a range whose bits are set.
pub(crate) fn subset(low: i32, bits: u64) -> Domain {
    (0..64).filter(|bit| bits >> bit & 1 == 1).map(|bit| low + bit).collect()
}

/// Literals of variables that are meant by number.
pub(crate) fn literals(vars: &[Var], picks: &[(usize, i32, bool)]) -> Vec<Literal> {
    let literal = |&(i, value, is): &(usize, i32, bool)| {
        let var = vars[i % vars.len()];
        if is { Literal::Is(var, value) } else { Literal::IsNot(var, value) }
    };
    picks.iter().map(literal).collect()
}
