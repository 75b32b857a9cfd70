//! Pairs and tables as clauses: each value with its supports, so that unit propagation removes what has none (F. Bacchus,
//! *GAC via unit propagation*, CP 2007).

use std::collections::BTreeMap;

use crate::model::constraint::Extension;
use crate::model::ids::Var;
use crate::model::plan::Model;

/// How many clauses a constraint takes at most, and how many numbers beside those of the variables.
pub(crate) struct Size {
    pub(crate) clauses: u64,
    pub(crate) numbers: u64,
}

/// Told without walking over the values of pairs.
pub(crate) fn size(model: &Model, extension: &Extension<'_>) -> Size {
    let len = |var: Var| model.domain(var).len();
    match extension {
        Extension::Pairs { pairs, .. } => {
            // As many questions are asked as two values can be put together.
            let sizes = pairs.iter().map(|&[first, second]| len(first).saturating_mul(len(second)));
            Size { clauses: sizes.fold(0, u64::saturating_add), numbers: 0 }
        }
        Extension::Tuples { vars, tuples } => {
            let numbers = tuples.iter().filter(|tuple| fits(vars, tuple, &contains(model))).count() as u64;
            let values = vars.iter().map(|&var| len(var)).fold(1, u64::saturating_add);
            Size { clauses: numbers.saturating_mul(vars.len() as u64).saturating_add(values), numbers }
        }
    }
}

fn contains(model: &Model) -> impl Fn(Var, i32) -> bool {
    |var, value| model.domain(var).contains(value)
}

/// Whether the variables can have the values of a tuple: each in its domain, and one that stands twice the same.
fn fits(vars: &[Var], tuple: &[i32], contains: &impl Fn(Var, i32) -> bool) -> bool {
    let mut places = vars.iter().zip(tuple).enumerate();
    places.all(|(place, (&var, &value))| {
        let mut before = vars[..place].iter().zip(tuple);
        contains(var, value) && before.all(|(&other, &same)| other != var || same == value)
    })
}

/// Gives the clauses to `take`. `numbered` tells the number of each value of a variable, and `next` is the next that is free;
/// so is what comes back.
pub(crate) fn each<E>(
    extension: &Extension<'_>,
    numbered: impl Fn(Var) -> Vec<(i64, i32)>,
    next: i64,
    take: &mut impl FnMut(&[i64]) -> Result<(), E>,
) -> Result<i64, E> {
    match extension {
        Extension::Pairs { pairs, goes } => {
            for &[first, second] in *pairs {
                let (ours, theirs) = (numbered(first), numbered(second));
                if first == second {
                    for &(number, _) in ours.iter().filter(|&&(_, value)| !goes(value, value)) {
                        take(&[-number])?;
                    }
                    continue;
                }
                support(&ours, &theirs, goes, take)?;
                support(&theirs, &ours, &|one, other| goes(other, one), take)?;
            }
            Ok(next)
        }
        Extension::Tuples { vars, tuples } => table(vars, tuples, &numbered, next, take),
    }
}

/// A value of `ours` needs one of those of `theirs` with which it goes.
fn support<E>(
    ours: &[(i64, i32)],
    theirs: &[(i64, i32)],
    goes: &dyn Fn(i32, i32) -> bool,
    take: &mut impl FnMut(&[i64]) -> Result<(), E>,
) -> Result<(), E> {
    for &(number, value) in ours {
        let supports = theirs.iter().filter(|&&(_, other)| goes(value, other)).map(|&(number, _)| number);
        let clause: Vec<i64> = std::iter::once(-number).chain(supports).collect();
        // That the other has some value is told already.
        if clause.len() <= theirs.len() {
            take(&clause)?;
        }
    }
    Ok(())
}

fn table<E>(
    vars: &[Var],
    tuples: &[&[i32]],
    numbered: &impl Fn(Var) -> Vec<(i64, i32)>,
    next: i64,
    take: &mut impl FnMut(&[i64]) -> Result<(), E>,
) -> Result<i64, E> {
    let numbers: Vec<BTreeMap<i32, i64>> = vars
        .iter()
        .map(|&var| numbered(var).into_iter().map(|(number, value)| (value, number)).collect())
        .collect();
    let places: BTreeMap<Var, &BTreeMap<i32, i64>> = vars.iter().copied().zip(&numbers).collect();
    let contains = |var: Var, value: i32| places.get(&var).is_some_and(|place| place.contains_key(&value));
    let fitting: Vec<&[i32]> = tuples.iter().copied().filter(|tuple| fits(vars, tuple, &contains)).collect();
    let all: Vec<i64> = (next..).take(fitting.len()).collect();
    for (&number, tuple) in all.iter().zip(&fitting) {
        for (place, value) in numbers.iter().zip(*tuple) {
            take(&[-number, place[value]])?;
        }
    }
    for (place, values) in numbers.iter().enumerate() {
        let mut supports: BTreeMap<i32, Vec<i64>> =
            values.iter().map(|(&value, &number)| (value, vec![-number])).collect();
        for (&number, tuple) in all.iter().zip(&fitting) {
            if let Some(clause) = supports.get_mut(&tuple[place]) {
                clause.push(number);
            }
        }
        supports.values().try_for_each(|clause| take(clause))?;
    }
    // It follows from the others, unless there is no variable.
    take(&all)?;
    Ok(next + all.len() as i64)
}
