//! Constructive disjunction: a value goes when every alternative removes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::model::budget::Limits;
use crate::model::builder::{ModelBuilder, ModelError};
use crate::model::constraint::Constraint;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::propagation::schedule::RuleError;
use crate::puzzle::constraints::Named;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::rule::{Cost, Explanation, Rule, Scopes};
use crate::solver::builder::SolverBuilder;
use crate::solver::outcome::Outcome;
use crate::solver::solver::Solver;
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;
use crate::sudoku::geometry::Cell;

/// Above so many variables a removal is explained by all that was known of them.
const MOST_EXPLAINED: usize = 64;

/// Of some alternatives at least one holds. Each is a small model of its own, with the rules that infer from it.
pub(crate) struct Alternatives {
    name: String,
    vars: Vec<Var>,
    options: Vec<Alternative>,
}

/// One alternative.
pub(crate) struct Alternative {
    /// For each of its first variables the variable of the puzzle that it stands for; there may be more that stand for
    /// none and have one value.
    vars: Vec<Var>,
    /// The same as places in the scope of all.
    places: Vec<usize>,
    model: Model,
    solver: Mutex<Solver>,
}

/// What is known of each variable of the scope; nothing of those that are left out.
type Known = Vec<Option<Vec<i32>>>;

impl Alternative {
    pub(crate) fn new(vars: Vec<Var>, solver: Solver) -> Alternative {
        Alternative { vars, places: Vec::new(), model: solver.model().clone(), solver: Mutex::new(solver) }
    }

    /// What it leaves of each of its variables under what is known; none if it contradicts that.
    fn infer(&self, known: &Known) -> Option<Vec<Vec<i32>>> {
        let mut solver = lock(&self.solver);
        solver.clear_assumptions();
        for (var, &place) in self.model.vars().zip(&self.places) {
            let Some(values) = &known[place] else { continue };
            let domain = self.model.domain(var);
            match values[..] {
                [only] => solver.assume(Literal::Is(var, only)),
                _ => {
                    let gone = domain.values().filter(|value| values.binary_search(value).is_err());
                    gone.for_each(|value| solver.assume(Literal::IsNot(var, value)));
                }
            }
        }
        let count = self.places.len();
        let vars = self.model.vars().take(count);
        let inferred = solver.infer_with(|store| vars.map(|var| store.values(var).collect()).collect());
        match inferred {
            Outcome::Done(left) => Some(left),
            Outcome::NoSolution(_) => None,
            // There are no limits.
            Outcome::Stopped(_) => Some(
                self.model.vars().take(count).map(|var| self.model.domain(var).values().collect()).collect(),
            ),
        }
    }

    /// Whether it holds of the values of the scope of all.
    fn holds(&self, values: &[i32]) -> bool {
        let only = |var: Var| self.model.domain(var).values().next().unwrap_or(0);
        let value = |var: Var| self.places.get(var.index()).map_or_else(|| only(var), |&place| values[place]);
        let differ = self.model.region_ids().all(|region| {
            let mut seen: Vec<i32> = self.model.region(region).iter().map(|&var| value(var)).collect();
            seen.sort_unstable();
            seen.windows(2).all(|pair| pair[0] != pair[1])
        });
        let inside = self.model.vars().all(|var| self.model.domain(var).contains(value(var)));
        let mut constraints = self.model.constraints().iter();
        inside
            && differ
            && constraints
                .all(|body| body.holds(&body.scope().iter().map(|&var| value(var)).collect::<Vec<_>>()))
    }
}

fn lock(solver: &Mutex<Solver>) -> MutexGuard<'_, Solver> {
    // A rule that has panicked leaves a solver that begins anew.
    solver.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A constraint as a model of its own.
pub(crate) fn alternative(posting: &Posting<'_>, named: &Named) -> Result<Alternative, PostError> {
    // On a whole board first, to see which cells it speaks of.
    let mut builder = ModelBuilder::new();
    builder.limits(posting.limits_left());
    let mut copies = BTreeMap::new();
    for cell in posting.grid().cells() {
        copies.insert(cell, builder.variable(posting.grid().values()));
    }
    let (model, rules) = alone(posting, named, builder, &|cell| copies.get(&cell).copied())?;
    let mut used: BTreeSet<Var> = model.constraints().iter().flat_map(|body| body.scope().to_vec()).collect();
    used.extend(model.region_ids().flat_map(|region| model.region(region).to_vec()));
    for rule in &rules {
        if let Scopes::Lists(lists) = rule.scopes(&model) {
            used.extend(lists.into_iter().flatten());
        }
    }
    // Then with these alone; one more variable stands for all others.
    let mut builder = ModelBuilder::new();
    builder.limits(posting.limits_left());
    let mut vars = Vec::new();
    let mut places = BTreeMap::new();
    for (cell, copy) in copies {
        if let Some(var) = posting.grid().var(cell)
            && used.contains(&copy)
        {
            vars.push(var);
            places.insert(cell, builder.variable(posting.grid().values()));
        }
    }
    let other = builder.variable([posting.grid().values().first().copied().unwrap_or(0)]);
    let (model, rules) =
        alone(posting, named, builder, &|cell| Some(places.get(&cell).copied().unwrap_or(other)))?;
    let builder = Solver::builder(&model).limits(posting.limits_left());
    let solver = rules.into_iter().fold(builder, SolverBuilder::rule).build();
    let mut solver = solver.map_err(|error| match error {
        RuleError::Stopped(reason) => PostError::Stopped(reason),
        error => PostError::Parameter { what: error.to_string() },
    })?;
    solver.set_limits(Limits::none());
    Ok(Alternative::new(vars, solver))
}

/// Posts a constraint on other variables.
fn alone(
    posting: &Posting<'_>,
    named: &Named,
    mut builder: ModelBuilder,
    var: &dyn Fn(Cell) -> Option<Var>,
) -> Result<(Model, Vec<Arc<dyn Rule>>), PostError> {
    let mut grid = posting.grid().clone();
    for (place, old) in grid.vars.iter_mut().enumerate() {
        let place = (place as u64 / u64::from(grid.columns), place as u64 % u64::from(grid.columns));
        *old = old.and_then(|_| var(Cell::new(place.0 as u32, place.1 as u32)));
    }
    let mut rules = Vec::new();
    let mut inside = posting.inside(&grid, &mut builder, &mut rules);
    inside.parts(std::slice::from_ref(named))?;
    // What waits for all regions is posted at the end.
    drop(inside);
    let model = builder.build().map_err(|error| match error {
        ModelError::Stopped(reason) => PostError::Stopped(reason),
        error => PostError::Parameter { what: error.to_string() },
    })?;
    Ok((model, rules))
}

impl Alternatives {
    pub(crate) fn new(name: impl Into<String>, mut options: Vec<Alternative>) -> Alternatives {
        let mut vars: Vec<Var> = options.iter().flat_map(|option| option.vars.iter().copied()).collect();
        vars.sort_unstable();
        vars.dedup();
        for option in &mut options {
            option.places = option.vars.iter().map(|var| vars.partition_point(|other| other < var)).collect();
        }
        Alternatives { name: name.into(), vars, options }
    }

    /// What each alternative that does not contradict what is known leaves, for each variable of the scope; none of a
    /// variable that it does not name.
    fn infer<'a>(&'a self, known: &'a Known) -> impl Iterator<Item = Known> + 'a {
        self.options.iter().filter_map(move |option| {
            let mut left = vec![None; self.vars.len()];
            for (&place, values) in option.places.iter().zip(option.infer(known)?) {
                left[place] = Some(values);
            }
            Some(left)
        })
    }

    /// Whether `removed` (a place and a value; where none, a conflict) follows from what is known.
    fn follows(&self, removed: Option<(usize, i32)>, known: &Known) -> bool {
        match removed {
            None => self.infer(known).next().is_none(),
            Some((place, value)) => self
                .infer(known)
                .all(|left| left[place].as_ref().is_some_and(|values| values.binary_search(&value).is_err())),
        }
    }
}

impl Constraint for Alternatives {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.options.iter().any(|option| option.holds(values))
    }
}

impl Rule for Alternatives {
    fn name(&self) -> &str {
        &self.name
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.vars.clone()])
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let known: Known = (0..scope.len()).map(|i| Some(scope.values(i).collect())).collect();
        let mut kept: Option<Known> = None;
        for left in self.infer(&known) {
            kept = Some(match kept {
                None => left,
                Some(kept) => {
                    kept.into_iter().zip(left).map(|(one, other)| Some(union(&one?, &other?))).collect()
                }
            });
        }
        let kept = kept.ok_or(Conflict)?;
        for (i, kept) in kept.into_iter().enumerate() {
            if let Some(kept) = kept {
                scope.retain(i, |value| kept.binary_search(&value).is_ok())?;
            }
        }
        Ok(())
    }

    /// As few variables as can be found by leaving out one after the other.
    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let vars = past.vars();
        let removed = match removed {
            None => None,
            Some(literal) => match vars.iter().position(|&var| var == literal.var()) {
                Some(place) => Some((place, literal.value())),
                None => return Explanation::Scope,
            },
        };
        let mut known: Known = (0..vars.len()).map(|i| Some(past.values(i).collect())).collect();
        if vars.len() > MOST_EXPLAINED || !self.follows(removed, &known) {
            return Explanation::Scope;
        }
        for i in 0..vars.len() {
            let left_out = known[i].take();
            if !self.follows(removed, &known) {
                known[i] = left_out;
            }
        }
        let literals = known.iter().enumerate().filter_map(|(i, values)| Some((vars[i], values.as_ref()?)));
        let literals = literals.flat_map(|(var, values)| match values[..] {
            [only] => vec![Literal::Is(var, only)],
            _ => {
                let gone =
                    past.model().domain(var).values().filter(|value| values.binary_search(value).is_err());
                gone.map(|value| Literal::IsNot(var, value)).collect()
            }
        });
        Explanation::Because(literals.collect())
    }
}

/// The union of two ascending lists.
fn union(one: &[i32], other: &[i32]) -> Vec<i32> {
    let mut all: Vec<i32> = one.iter().chain(other).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl std::fmt::Debug for Alternatives {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Alternatives")
            .field("name", &self.name)
            .field("vars", &self.vars)
            .finish_non_exhaustive()
    }
}
