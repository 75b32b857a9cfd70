//! Values that count themselves.

use crate::model::constraint::Constraint;
use crate::model::ids::{Literal, Region, Var};
use crate::model::plan::Model;
use crate::rules::rule::{Cost, Explanation, Rule, Scopes};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// With more sets of values than this, only the numbers of places of each value are looked at.
const MOST_SETS: usize = 256;

/// Each value that occurs among some variables occurs exactly as often as it says.
///
/// It is domain consistent where at most 256 sets of the values left sum to the number of variables (on nine values there
/// are at most 23): for each such set it looks for a flow from the variables to the values, and keeps what lies on some flow
/// (Regin, "Generalized arc consistency for global cardinality constraint", 1996). Beyond that it counts places. Of the
/// regions of the model it knows that a value stands at most once in each.
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{ModelBuilder, SelfCounting, Solver};
///
/// let mut builder = ModelBuilder::new();
/// let vars = builder.variables(3, 1..=9);
/// let counting = Arc::new(SelfCounting::new("circles", vars));
/// builder.constraint(counting.clone());
/// let model = builder.build()?;
/// // 3 3 3, and a 1 with two 2s.
/// assert_eq!(Solver::builder(&model).rule(counting).build()?.count(100).found(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SelfCounting {
    name: String,
    vars: Vec<Var>,
}

/// A value that may occur, and which variables (by position) may have it and do have it.
struct Counted {
    value: i32,
    able: Vec<usize>,
    fixed: usize,
}

impl Counted {
    fn times(&self) -> usize {
        self.value as usize
    }
}

impl SelfCounting {
    /// Each value that occurs among `vars` occurs as often as it says. A variable that stands twice counts twice.
    pub fn new(name: impl Into<String>, vars: impl IntoIterator<Item = Var>) -> SelfCounting {
        SelfCounting { name: name.into(), vars: vars.into_iter().collect() }
    }

    /// Does what follows from the number of places of each value alone; gives the values that may occur.
    fn count(&self, scope: &mut Scope<'_>) -> Result<Vec<Counted>, Conflict> {
        let count = scope.len();
        let mut found = Vec::new();
        for i in 0..count {
            scope.retain(i, |value| value >= 1 && value as usize <= count)?;
        }
        for value in 1..=count as i32 {
            if scope.model().values().number_of(value).is_none() {
                continue;
            }
            let able: Vec<usize> = (0..count).filter(|&i| scope.contains(i, value)).collect();
            let fixed = able.iter().filter(|&&i| scope.is_fixed(i)).count();
            let times = value as usize;
            let most = most_places(&able, &self.vars, scope.model());
            if fixed > times || fixed > 0 && most < times {
                return Err(Conflict);
            }
            if fixed > 0 && able.len() == times {
                for &i in &able {
                    scope.assign(i, value)?;
                }
            } else if most < times || fixed == times {
                for &i in able.iter().filter(|_| able.len() > fixed) {
                    if !scope.is_fixed(i) {
                        scope.remove(i, value)?;
                    }
                }
            }
            let able: Vec<usize> = able.into_iter().filter(|&i| scope.contains(i, value)).collect();
            let fixed = able.iter().filter(|&&i| scope.is_fixed(i)).count();
            if !able.is_empty() {
                found.push(Counted { value, able, fixed });
            }
        }
        Ok(found)
    }
}

/// At most so many of some variables have one and the same value: as many as the regions, and variables in none, that it
/// takes to hold them all. Regions are taken greedily, those first that hold most.
fn most_places(able: &[usize], vars: &[Var], model: &Model) -> usize {
    let mut left: Vec<usize> = able.to_vec();
    let mut places = 0;
    while let Some(&first) = left.first() {
        let inside = |region: Region, left: &[usize]| {
            left.iter().filter(|&&i| model.regions_of(vars[i]).contains(&region)).count()
        };
        let best = model.regions_of(vars[first]).iter().copied().max_by_key(|&region| inside(region, &left));
        left.retain(|&i| i != first && best.is_none_or(|best| !model.regions_of(vars[i]).contains(&best)));
        places += 1;
    }
    places
}

/// The sets of values that hold all that are fixed and sum to `count`, as indices; none if there are too many.
fn sets(counted: &[Counted], count: usize) -> Option<Vec<Vec<usize>>> {
    // What is left to sum up from each value on.
    let mut rest = vec![0; counted.len() + 1];
    for i in (0..counted.len()).rev() {
        rest[i] = rest[i + 1] + counted[i].times();
    }
    let mut found = Vec::new();
    let mut steps = 0;
    let mut stack = vec![(0, 0, Vec::new())];
    while let Some((i, sum, set)) = stack.pop() {
        steps += 1;
        if steps > 64 * MOST_SETS || found.len() > MOST_SETS {
            return None;
        }
        if sum > count || sum + rest[i] < count {
            continue;
        }
        let Some(next) = counted.get(i) else {
            found.push(set);
            continue;
        };
        let mut with: Vec<usize> = set.clone();
        with.push(i);
        stack.push((i + 1, sum + next.times(), with));
        if next.fixed == 0 {
            stack.push((i + 1, sum, set));
        }
    }
    Some(found)
}

/// A flow from all variables to the values of a set, each value as often as it says.
struct Flow<'a> {
    counted: &'a [Counted],
    set: &'a [usize],
    /// For each variable the value of the set that it has, by its place in the set.
    value_of: Vec<Option<usize>>,
    users: Vec<Vec<usize>>,
}

impl Flow<'_> {
    fn can(&self, var: usize, place: usize) -> bool {
        self.counted[self.set[place]].able.binary_search(&var).is_ok()
    }

    /// Gives `var` a value, moving others on along a shortest path of values.
    fn place(&mut self, var: usize) -> bool {
        let mut before: Vec<Option<(usize, usize)>> = vec![None; self.set.len()];
        let mut queue: Vec<usize> = (0..self.set.len()).filter(|&place| self.can(var, place)).collect();
        let mut seen = vec![false; self.set.len()];
        queue.iter().for_each(|&place| seen[place] = true);
        let mut head = 0;
        while let Some(&place) = queue.get(head) {
            head += 1;
            if self.users[place].len() < self.counted[self.set[place]].times() {
                let mut place = place;
                while let Some((from, moved)) = before[place] {
                    self.users[from].retain(|&user| user != moved);
                    self.users[place].push(moved);
                    self.value_of[moved] = Some(place);
                    place = from;
                }
                self.users[place].push(var);
                self.value_of[var] = Some(place);
                return true;
            }
            for next in 0..self.set.len() {
                let mover =
                    self.users[place].iter().copied().find(|&user| !seen[next] && self.can(user, next));
                if let Some(mover) = mover {
                    seen[next] = true;
                    before[next] = Some((place, mover));
                    queue.push(next);
                }
            }
        }
        false
    }

    /// For each place of the set the places that can be reached from it by moving variables on.
    fn reach(&self) -> Vec<Vec<bool>> {
        let size = self.set.len();
        let mut reach: Vec<Vec<bool>> = (0..size)
            .map(|from| (0..size).map(|to| self.users[from].iter().any(|&user| self.can(user, to))).collect())
            .collect();
        for middle in 0..size {
            let through = reach[middle].clone();
            for reach in reach.iter_mut().filter(|reach| reach[middle]) {
                reach.iter_mut().zip(&through).for_each(|(to, &more)| *to |= more);
            }
        }
        reach
    }
}

impl Constraint for SelfCounting {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        let times = |wanted: i32| values.iter().filter(|&&value| value == wanted).count() as i64;
        values.iter().all(|&value| times(value) == i64::from(value))
    }
}

impl Rule for SelfCounting {
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
        let count = scope.len();
        let counted = self.count(scope)?;
        let Some(sets) = sets(&counted, count) else { return Ok(()) };
        let mut kept = vec![vec![false; count]; counted.len()];
        let mut open: usize = counted.iter().map(|counted| counted.able.len()).sum();
        for set in &sets {
            if open == 0 {
                return Ok(());
            }
            let users = vec![Vec::new(); set.len()];
            let mut flow = Flow { counted: &counted, set, value_of: vec![None; count], users };
            if !(0..count).all(|var| flow.place(var)) {
                continue;
            }
            let reach = flow.reach();
            for (place, &value) in set.iter().enumerate() {
                for &var in &counted[value].able {
                    let Some(own) = flow.value_of[var] else { continue };
                    if !kept[value][var] && (own == place || reach[place][own]) {
                        kept[value][var] = true;
                        open -= 1;
                    }
                }
            }
        }
        for (counted, kept) in counted.iter().zip(&kept) {
            for &i in counted.able.iter().filter(|&&i| !kept[i]) {
                scope.remove(i, counted.value)?;
            }
        }
        Ok(())
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let Some(removed) = removed else { return Explanation::Scope };
        let vars = past.vars();
        let value = removed.value();
        if value < 1 || value as usize > vars.len() {
            return Explanation::Because(Vec::new());
        }
        let others = || (0..vars.len()).filter(|&i| vars[i] != removed.var());
        let has: Vec<Literal> =
            others().filter(|&i| past.value(i) == Some(value)).map(|i| Literal::Is(vars[i], value)).collect();
        if has.len() == value as usize {
            return Explanation::Because(has);
        }
        let lost: Vec<Literal> =
            others().filter(|&i| !past.contains(i, value)).map(|i| Literal::IsNot(vars[i], value)).collect();
        let able: Vec<usize> = (0..vars.len()).filter(|&i| past.contains(i, value)).collect();
        if most_places(&able, vars, past.model()) < value as usize {
            return Explanation::Because(lost);
        }
        Explanation::Scope
    }
}
