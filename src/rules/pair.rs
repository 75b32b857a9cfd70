//! A relation between two variables, made consistent by words of supports.

use std::sync::Arc;

use crate::model::constraint::{Constraint, Extension};
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::model::values::Values;
use crate::rules::numbered::Numbered;
use crate::rules::rule::{Explanation, Rule, Scopes, Wake};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::{Conflict, ones};

/// With more values than this no table is made, and a pair is looked at only once one of the two is fixed.
const MOST_VALUES: usize = 1024;

/// Which values two variables may have together. Any number of [`Pairs`] share one; the table of supports is made once.
pub struct Relation {
    holds: Box<dyn Fn(i32, i32) -> bool + Send + Sync>,
    table: Numbered<Option<Table>>,
}

/// For each value of one variable the values of the other that go with it.
struct Table {
    words: usize,
    /// By the value of the first variable, and by that of the second.
    supports: [Vec<u64>; 2],
    /// The most values of the first variable that a value of the second does not go with, and the other way round: with
    /// more values left than that, nothing can be removed from the other.
    refused: [usize; 2],
}

impl Relation {
    /// The relation that holds where `holds` says so, of the value of the first variable and that of the second.
    /// `holds` must be a pure function.
    pub fn new(holds: impl Fn(i32, i32) -> bool + Send + Sync + 'static) -> Arc<Relation> {
        Arc::new(Relation { holds: Box::new(holds), table: Numbered::new() })
    }

    /// Whether these values go together.
    pub fn holds(&self, first: i32, second: i32) -> bool {
        (self.holds)(first, second)
    }

    fn table(&self, values: &Values) -> Option<&Table> {
        self.table.get(values, || Table::new(&self.holds, values))?.as_ref()
    }

    /// Whether value `ours` of variable `i` of a pair goes with value `theirs` of the other.
    fn goes(&self, i: usize, ours: i32, theirs: i32) -> bool {
        if i == 0 { self.holds(ours, theirs) } else { self.holds(theirs, ours) }
    }
}

impl Table {
    fn new(holds: &dyn Fn(i32, i32) -> bool, values: &Values) -> Option<Table> {
        let count = values.count();
        if count > MOST_VALUES {
            return None;
        }
        let words = values.words();
        let mut supports = [vec![0; count * words], vec![0; count * words]];
        let mut against = [vec![0; count], vec![0; count]];
        for first in 0..count {
            for second in 0..count {
                if holds(values.value_at(first), values.value_at(second)) {
                    supports[0][first * words + second / 64] |= 1 << (second % 64);
                    supports[1][second * words + first / 64] |= 1 << (first % 64);
                } else {
                    against[0][second] += 1;
                    against[1][first] += 1;
                }
            }
        }
        let refused = against.map(|counts| counts.into_iter().max().unwrap_or(0));
        Some(Table { words, supports, refused })
    }

    /// Removes what has no support from the variable that is not `from`.
    #[inline]
    fn narrow(&self, scope: &mut Scope<'_>, from: usize) -> Result<(), Conflict> {
        let to = 1 - from;
        if scope.size(from) > self.refused[from] {
            return Ok(());
        }
        if self.words == 1 {
            let theirs = scope.word(to, 0);
            let mut found = 0;
            for ours in ones(0, scope.word(from, 0)) {
                found |= self.supports[from][ours];
                if theirs & !found == 0 {
                    return Ok(());
                }
            }
            return scope.remove_word(to, 0, !found);
        }
        for word in 0..self.words {
            let mut gone = 0;
            for theirs in ones(word, scope.word(to, word)) {
                let supports = &self.supports[to][theirs * self.words..][..self.words];
                let supported = (0..self.words).any(|other| supports[other] & scope.word(from, other) != 0);
                gone |= u64::from(!supported) << (theirs % 64);
            }
            scope.remove_word(to, word, gone)?;
        }
        Ok(())
    }
}

/// One relation between the two variables of each of some pairs.
///
/// It is arc consistent: every value left of one variable goes with some value left of the other (on models of up to 1024
/// values; with more, once one of the two is fixed). A removal is explained by what had removed its supports,
/// no more. Consistency by words of supports is that of Lecoutre and Vion, "Enforcing arc consistency using bitwise
/// operations" (2008).
///
/// One value of this type for hundreds of pairs is cheaper than hundreds of values, and asks the whole of them at the end.
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{ModelBuilder, Pairs, Relation, Solver};
///
/// let mut builder = ModelBuilder::new();
/// let vars = builder.variables(3, 1..=9);
/// let apart = Relation::new(|a, b| (a - b).abs() >= 5);
/// let pairs = Arc::new(Pairs::new("whisper", &apart, vars.windows(2).map(|pair| [pair[0], pair[1]])));
/// builder.constraint(pairs.clone());
/// let model = builder.build()?;
/// let domains = Solver::builder(&model).rule(pairs).build()?.infer().expect_done();
/// assert_eq!(domains.values(vars[1]).collect::<Vec<_>>(), [1, 2, 3, 4, 6, 7, 8, 9]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Pairs {
    name: String,
    relation: Arc<Relation>,
    pairs: Vec<[Var; 2]>,
    /// Each variable once, ascending, and for each pair where its two stand there.
    scope: Vec<Var>,
    places: Vec<[u32; 2]>,
}

impl Pairs {
    /// `relation` between the first and the second of each of `pairs`.
    pub fn new(
        name: impl Into<String>,
        relation: &Arc<Relation>,
        pairs: impl IntoIterator<Item = [Var; 2]>,
    ) -> Pairs {
        let pairs: Vec<[Var; 2]> = pairs.into_iter().collect();
        let mut scope: Vec<Var> = pairs.iter().flatten().copied().collect();
        scope.sort_unstable();
        scope.dedup();
        let place = |var: Var| scope.partition_point(|&other| other < var) as u32;
        let places = pairs.iter().map(|pair| pair.map(place)).collect();
        Pairs { name: name.into(), relation: relation.clone(), pairs, scope, places }
    }
}

impl Constraint for Pairs {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.places
            .iter()
            .all(|&[first, second]| self.relation.holds(values[first as usize], values[second as usize]))
    }

    fn extension(&self) -> Option<Extension<'_>> {
        Some(Extension::Pairs { pairs: &self.pairs, goes: &*self.relation.holds })
    }
}

impl Rule for Pairs {
    fn name(&self) -> &str {
        &self.name
    }

    fn scopes(&self, model: &Model) -> Scopes {
        // So that `wakes` knows it.
        self.relation.table(model.values());
        Scopes::Lists(self.pairs.iter().map(|pair| pair.to_vec()).collect())
    }

    fn wakes(&self) -> Wake {
        match self.relation.table.made() {
            Some(Some(table)) if table.refused.iter().any(|&refused| refused > 1) => Wake::Changed,
            Some(_) => Wake::Fixed,
            None => Wake::Changed,
        }
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        if let Some(table) = self.relation.table(scope.model().values()) {
            // What the second call leaves still has the supports that the first has found.
            table.narrow(scope, 0)?;
            return table.narrow(scope, 1);
        }
        for from in [0, 1] {
            if let Some(ours) = scope.value(from) {
                scope.retain(1 - from, |theirs| self.relation.goes(from, ours, theirs))?;
            }
        }
        Ok(())
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let &[first, second] = past.vars() else { return Explanation::Scope };
        let Some(removed) = removed.filter(|_| first != second) else { return Explanation::Scope };
        let (from, other) = if removed.var() == first { (1, second) } else { (0, first) };
        let domain = past.model().domain(other);
        let supports = || domain.values().filter(|&ours| self.relation.goes(from, ours, removed.value()));
        if let Some(value) = past.value(from)
            && (domain.len() > MOST_VALUES as u64 || supports().nth(1).is_some())
        {
            return Explanation::Because(vec![Literal::Is(other, value)]);
        }
        Explanation::Because(supports().map(|ours| Literal::IsNot(other, ours)).collect())
    }

    fn follows_by_units(&self) -> bool {
        true
    }
}

impl std::fmt::Debug for Relation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Relation").finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Pairs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pairs").field("name", &self.name).field("pairs", &self.pairs).finish_non_exhaustive()
    }
}
