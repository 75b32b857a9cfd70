//! Sums of cells: split by the regions that they lie in, and what regions and sums imply together.

use std::collections::BTreeMap;

use crate::model::ids::Var;
use crate::puzzle::grid::Grid;
use crate::rules::split::Split;
use crate::rules::sums::{Multiplicity, Term};

/// Cells, each with a factor, that add up to a total.
#[derive(Clone, Debug)]
pub struct Linear {
    /// What it is called in deductions.
    pub name: &'static str,
    /// The factors and the variables.
    pub terms: Vec<(i32, Var)>,
    /// The total.
    pub total: i64,
}

impl Linear {
    /// A sum without factors.
    pub fn plain(name: &'static str, vars: Vec<Var>, total: i64) -> Linear {
        Linear { name, terms: vars.into_iter().map(|var| (1, var)).collect(), total }
    }
}

/// The terms of a sum: variables with the same factor that lie in one region together, the largest such sets first.
pub(crate) fn terms(sum: &[(i32, Var)], regions: &[Vec<Var>]) -> Vec<Term> {
    let mut by_var: BTreeMap<Var, i64> = BTreeMap::new();
    for &(factor, var) in sum {
        *by_var.entry(var).or_default() += i64::from(factor);
    }
    let mut by_factor: BTreeMap<i64, Vec<Var>> = BTreeMap::new();
    // In the order of the sum, for the sake of a scope that reads as it was written.
    for (_, var) in sum {
        if let Some(factor) = by_var.remove(var).filter(|&factor| factor != 0) {
            by_factor.entry(factor).or_default().push(*var);
        }
    }
    let mut terms = Vec::new();
    for (factor, mut vars) in by_factor {
        // Checked where it was posted.
        let Ok(coefficient) = i32::try_from(factor) else { continue };
        while !vars.is_empty() {
            let within = |region: &Vec<Var>| vars.iter().filter(|var| region.contains(var)).count();
            let best = regions
                .iter()
                .map(|region| (within(region), region))
                .reduce(|best, next| if next.0 > best.0 { next } else { best });
            let Some((2.., region)) = best else { break };
            let (inside, rest) = vars.iter().partition(|var| region.contains(var));
            terms.push(Term { coefficient, vars: inside, values: Multiplicity::Different });
            vars = rest;
        }
        terms.extend(vars.into_iter().map(|var| Term {
            coefficient,
            vars: vec![var],
            values: Multiplicity::Any,
        }));
    }
    terms
}

/// The most cells of an implied sum: longer ones cost more than they remove.
const LONGEST: usize = 8;

/// With more open cells than this, implied sums find next to nothing below a decision.
pub(crate) const MOST_OPEN: usize = 4;

/// The sums of the cells that are left over where regions with known sums and sums overlap (innies and outies), with the
/// region-wise split of their terms. A region has a known sum if it has a cell for each value. Regions are taken alone
/// and as runs of neighbours that do not overlap.
pub(crate) fn implied(grid: &Grid, regions: &[Vec<Var>], sums: &[Linear]) -> Vec<(Vec<Term>, i64)> {
    let values = grid.values();
    let known: i64 = values.iter().map(|&value| i64::from(value)).sum();
    let plain = plain(sums);
    if plain.is_empty() || sums.len() > 1000 {
        return Vec::new();
    }
    let full: Vec<&Vec<Var>> = regions.iter().filter(|region| region.len() == values.len()).collect();
    if full.len() > 200 {
        return Vec::new();
    }
    let mut found: Vec<(Vec<Term>, i64)> = Vec::new();
    let mut seen: Vec<Vec<(i32, Var)>> = Vec::new();
    // Runs of regions in the order in which they were posted: rows, columns and boxes stand together.
    for first in 0..full.len() {
        let mut inside: Vec<Var> = Vec::new();
        for region in full[first..].iter().take(4) {
            if region.iter().any(|var| inside.contains(var)) {
                break;
            }
            inside.extend(region.iter().copied());
            let count = (inside.len() / values.len()) as i64;
            let (rest, total) = left_over(&inside, known * count, &plain);
            if !rest.is_empty() && rest.len() <= LONGEST && !seen.contains(&rest) {
                seen.push(rest.clone());
                found.push((terms(&rest, regions), total));
            }
        }
    }
    found
}

/// The sums of different cells without factors.
fn plain(sums: &[Linear]) -> Vec<(Vec<Var>, i64)> {
    let simple = |sum: &&Linear| {
        sum.terms.iter().all(|&(factor, _)| factor == 1) && sum.total.unsigned_abs() < 1 << 40
    };
    let plain = sums.iter().filter(simple).map(|sum| {
        let vars: Vec<Var> = sum.terms.iter().map(|&(_, var)| var).collect();
        (vars, sum.total)
    });
    let differ = |(vars, _): &(Vec<Var>, i64)| {
        let mut sorted = vars.clone();
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[0] != pair[1])
    };
    plain.filter(differ).collect()
}

/// In how many ways one region is split at most.
const MOST_SPLITS: usize = 3;

/// How regions are split by the sums that lie in them, those of the puzzle and those that are implied. Where sums overlap,
/// a region is split in several ways.
pub(crate) fn splits(regions: &[Vec<Var>], sums: &[Linear], implied: &[(Vec<Term>, i64)]) -> Vec<Split> {
    let mut known = plain(sums);
    for (terms, total) in implied {
        if let [Term { coefficient: 1, vars, values: Multiplicity::Different }] = &terms[..] {
            known.push((vars.clone(), *total));
        }
    }
    if known.len().saturating_mul(regions.len()) > 1_000_000 {
        return Vec::new();
    }
    let mut found: Vec<Split> = Vec::new();
    for region in regions {
        let mut inside: Vec<&(Vec<Var>, i64)> =
            known.iter().filter(|(vars, _)| vars.iter().all(|var| region.contains(var))).collect();
        for _ in 0..MOST_SPLITS {
            let mut taken: Vec<Var> = Vec::new();
            let (parts, rest): (Vec<_>, Vec<_>) = inside.into_iter().partition(|(vars, _)| {
                let free = !vars.iter().any(|var| taken.contains(var));
                if free {
                    taken.extend(vars);
                }
                free
            });
            // One sum of all the region is a rule already.
            if parts.is_empty() || parts.len() == 1 && taken.len() == region.len() {
                break;
            }
            let split = Split::new(parts.into_iter().cloned(), region.iter().copied());
            if !found.contains(&split) {
                found.push(split);
            }
            inside = rest;
        }
    }
    found
}

/// What is left of cells with a sum when sums are taken from them, each only where it lies more inside than outside.
fn left_over(inside: &[Var], total: i64, sums: &[(Vec<Var>, i64)]) -> (Vec<(i32, Var)>, i64) {
    let mut rest: BTreeMap<Var, i32> = inside.iter().map(|&var| (var, 1)).collect();
    let mut left = total;
    for (vars, sum) in sums {
        let covered = vars.iter().filter(|var| rest.get(var) == Some(&1)).count();
        if covered * 2 > vars.len() {
            for &var in vars {
                *rest.entry(var).or_default() -= 1;
            }
            left -= sum;
        }
    }
    (rest.into_iter().filter(|&(_, factor)| factor != 0).map(|(var, factor)| (factor, var)).collect(), left)
}
