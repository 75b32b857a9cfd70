//! The puzzle, as plain data, and the twin.

use std::collections::BTreeSet;

/// How a relation is made known to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Posting {
    /// As a constraint only.
    Alone,
    /// As a constraint, and a rule beside it in another struct.
    Beside,
    /// One struct, both.
    Both,
}

#[derive(Clone, Debug)]
pub(crate) enum Relation {
    SumAtMost(i64),
    Increasing,
    Apart(i64),
    Even,
    /// These assignments of the scope are forbidden.
    Forbidden(Vec<Vec<i32>>),
}

impl Relation {
    pub(crate) fn holds(&self, values: &[i32]) -> bool {
        let sum = values.iter().map(|&value| i64::from(value)).sum::<i64>();
        let mut pairs = values.windows(2).map(|pair| (i64::from(pair[0]), i64::from(pair[1])));
        match self {
            Relation::SumAtMost(limit) => sum <= *limit,
            Relation::Increasing => pairs.all(|(a, b)| a < b),
            Relation::Apart(distance) => pairs.all(|(a, b)| (a - b).abs() >= *distance),
            Relation::Even => sum % 2 == 0,
            Relation::Forbidden(list) => !list.iter().any(|other| other == values),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    pub(crate) domains: Vec<Vec<i32>>,
    pub(crate) regions: Vec<Vec<usize>>,
    pub(crate) relations: Vec<(Vec<usize>, Relation, Posting)>,
    /// Variable, value, and whether it has it.
    pub(crate) assumptions: Vec<(usize, i32, bool)>,
}

impl Puzzle {
    pub(crate) fn accepts(&self, values: &[i32]) -> bool {
        self.accepts_without_assumptions(values)
            && self.assumptions.iter().all(|&(var, value, is)| (values[var] == value) == is)
    }

    pub(crate) fn accepts_without_assumptions(&self, values: &[i32]) -> bool {
        let differ = |region: &Vec<usize>| {
            (0..region.len()).all(|i| (0..i).all(|j| values[region[i]] != values[region[j]]))
        };
        self.regions.iter().all(differ)
            && self.relations.iter().all(|(scope, relation, _)| {
                relation.holds(&scope.iter().map(|&var| values[var]).collect::<Vec<_>>())
            })
    }

    /// All solutions, by enumeration.
    pub(crate) fn solutions(&self) -> BTreeSet<Vec<i32>> {
        product(&self.domains).into_iter().filter(|values| self.accepts(values)).collect()
    }
}

/// All ways to take one of each list.
pub(crate) fn product(lists: &[Vec<i32>]) -> Vec<Vec<i32>> {
    lists.iter().fold(vec![vec![]], |all, list| {
        let longer = |start: &Vec<i32>| {
            let start = start.clone();
            list.iter().map(move |&value| start.iter().copied().chain([value]).collect::<Vec<_>>())
        };
        all.iter().flat_map(longer).collect()
    })
}

/// The values that each region must hold: known for those with as many variables as values.
pub(crate) type Required = Vec<Option<BTreeSet<i32>>>;

/// What repeated naked singles, hidden singles and constraint checks leave of the domains, without the
/// assumptions and then with them; none on a conflict.
pub(crate) fn closure(puzzle: &Puzzle) -> Option<Vec<Vec<i32>>> {
    let mut domains = puzzle.domains.clone();
    let mut required: Required = vec![None; puzzle.regions.len()];
    if domains.iter().any(Vec::is_empty) {
        return None;
    }
    // By the domains of the model a region may be a permutation at once; a short one is only seen later.
    settle(puzzle, &domains, &mut required);
    close(puzzle, &mut domains, &mut required)?;
    for &(var, value, is) in &puzzle.assumptions {
        domains[var].retain(|&there| (there == value) == is);
    }
    close(puzzle, &mut domains, &mut required)?;
    Some(domains)
}

pub(crate) fn close(puzzle: &Puzzle, domains: &mut [Vec<i32>], required: &mut Required) -> Option<()> {
    loop {
        let before = domains.to_vec();
        for (region, values) in puzzle.regions.iter().zip(&*required) {
            naked_singles(domains, region);
            for value in values.iter().flatten() {
                hidden_single(domains, region, *value)?;
            }
        }
        for (scope, relation, _) in &puzzle.relations {
            check_constraint(domains, scope, relation)?;
        }
        if domains.iter().any(Vec::is_empty) {
            return None;
        }
        if *domains == before {
            if puzzle.regions.iter().any(|region| union(domains, region).len() < region.len()) {
                return None;
            }
            if !settle(puzzle, domains, required) {
                return Some(());
            }
        }
    }
}

/// Whether a region was found to be a permutation that was none before.
pub(crate) fn settle(puzzle: &Puzzle, domains: &[Vec<i32>], required: &mut Required) -> bool {
    let mut found = false;
    for (region, values) in puzzle.regions.iter().zip(required) {
        let union = union(domains, region);
        if values.is_none() && union.len() == region.len() {
            *values = Some(union);
            found = true;
        }
    }
    found
}

pub(crate) fn union(domains: &[Vec<i32>], region: &[usize]) -> BTreeSet<i32> {
    region.iter().flat_map(|&var| domains[var].iter().copied()).collect()
}

pub(crate) fn naked_singles(domains: &mut [Vec<i32>], region: &[usize]) {
    for &var in region {
        if let [value] = domains[var][..] {
            for &other in region.iter().filter(|&&other| other != var) {
                domains[other].retain(|&there| there != value);
            }
        }
    }
}

pub(crate) fn hidden_single(domains: &mut [Vec<i32>], region: &[usize], value: i32) -> Option<()> {
    let mut places = region.iter().copied().filter(|&var| domains[var].contains(&value));
    let first = places.next()?;
    if places.next().is_none() {
        domains[first] = vec![value];
    }
    Some(())
}

pub(crate) fn check_constraint(domains: &mut [Vec<i32>], scope: &[usize], relation: &Relation) -> Option<()> {
    if scope.iter().any(|&var| domains[var].is_empty()) {
        return None;
    }
    let open: BTreeSet<usize> = scope.iter().copied().filter(|&var| domains[var].len() > 1).collect();
    let holds = |var: Option<usize>, value: i32| {
        let at = |&there: &usize| if Some(there) == var { value } else { domains[there][0] };
        relation.holds(&scope.iter().map(at).collect::<Vec<_>>())
    };
    match open.iter().copied().collect::<Vec<_>>()[..] {
        [] if !holds(None, 0) => None,
        [var] => {
            domains[var] = domains[var].iter().copied().filter(|&value| holds(Some(var), value)).collect();
            Some(())
        }
        _ => Some(()),
    }
}
