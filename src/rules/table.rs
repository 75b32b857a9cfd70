//! A relation told by all its tuples.

use std::collections::BTreeMap;
use std::sync::Arc;

use fixedbitset::FixedBitSet;

use crate::model::constraint::{Constraint, Extension};
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::rules::rule::{Cost, Explanation, Rule, Scopes};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// The values that some variables may have together, as a list of tuples. Any number of [`Table`]s share one.
#[derive(Debug)]
pub struct Tuples {
    width: usize,
    count: usize,
    /// For each place the values that stand there, and for each of them the tuples that have it.
    supports: Vec<BTreeMap<i32, Vec<u64>>>,
    /// All tuples one after the other.
    values: Vec<i32>,
}

impl Tuples {
    /// The tuples of `rows`, all of length `width`; one that is not is left out, one that stands twice counts once.
    pub fn new(width: usize, tuples: impl IntoIterator<Item = Vec<i32>>) -> Arc<Tuples> {
        let mut tuples: Vec<Vec<i32>> = tuples.into_iter().filter(|tuple| tuple.len() == width).collect();
        tuples.sort_unstable();
        tuples.dedup();
        let count = tuples.len();
        let mut supports = vec![BTreeMap::new(); width];
        for (number, tuple) in tuples.iter().enumerate() {
            for (supports, &value) in supports.iter_mut().zip(tuple) {
                let words = supports.entry(value).or_insert_with(|| vec![0; count.div_ceil(64)]);
                words[number / 64] |= 1u64 << (number % 64);
            }
        }
        Arc::new(Tuples { width, count, supports, values: tuples.concat() })
    }

    /// How many values a tuple has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many different tuples there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether `values` are a tuple of it.
    pub fn contains(&self, values: &[i32]) -> bool {
        if values.len() != self.width {
            return false;
        }
        // Tuples are in order.
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.tuple(middle) < values { low = middle + 1 } else { high = middle }
        }
        low < self.count && self.tuple(low) == values
    }

    fn tuple(&self, number: usize) -> &[i32] {
        &self.values[number * self.width..][..self.width]
    }

    fn words(&self) -> usize {
        self.count.div_ceil(64)
    }
}

/// Some variables have the values of one of some tuples.
///
/// It is domain consistent where no variable stands twice: which tuples are left is kept as words of bits, from which each
/// change takes what it makes impossible (the compact table of Demeulenaere, Hartert, Lecoutre, Perez, Perron, Regin and
/// Schaus, "Compact-Table: efficiently filtering table constraints with reversible sparse bit-sets", 2016). A removal is
/// explained by lost values that together make all of its tuples impossible.
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{ModelBuilder, Solver, Table, Tuples};
///
/// let mut builder = ModelBuilder::new();
/// let vars = vec![builder.variable(1..=9), builder.variable(2..=9)];
/// let tuples = Tuples::new(2, [vec![1, 2], vec![3, 4], vec![5, 1]]);
/// let table = Arc::new(Table::new("allowed", vars.clone(), &tuples));
/// builder.constraint(table.clone());
/// let model = builder.build()?;
/// let domains = Solver::builder(&model).rule(table).build()?.infer().expect_done();
/// assert_eq!(domains.values(vars[0]).collect::<Vec<_>>(), [1, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    name: String,
    vars: Vec<Var>,
    tuples: Arc<Tuples>,
}

impl Table {
    /// `vars` have the values of one of `tuples`.
    ///
    /// # Panics
    /// If there are not as many variables as a tuple has values.
    pub fn new(name: impl Into<String>, vars: impl IntoIterator<Item = Var>, tuples: &Arc<Tuples>) -> Table {
        let vars: Vec<Var> = vars.into_iter().collect();
        assert_eq!(vars.len(), tuples.width, "a variable for each value of a tuple");
        Table { name: name.into(), vars, tuples: tuples.clone() }
    }
}

impl Constraint for Table {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.tuples.contains(values)
    }

    fn extension(&self) -> Option<Extension<'_>> {
        let tuples = (0..self.tuples.count).map(|number| self.tuples.tuple(number)).collect();
        Some(Extension::Tuples { vars: &self.vars, tuples })
    }
}

impl Rule for Table {
    fn name(&self) -> &str {
        &self.name
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.vars.clone()])
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    /// The tuples that are gone, then for each variable how many values it had at the last call.
    fn memory(&self, len: usize) -> usize {
        self.tuples.words() + len
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let words = self.tuples.words();
        for i in 0..scope.len() {
            let size = scope.size(i) as u64;
            if scope.memory(words + i) == size {
                continue;
            }
            scope.set_memory(words + i, size);
            let mut left = vec![0; words];
            for value in scope.values(i) {
                if let Some(supports) = self.tuples.supports[i].get(&value) {
                    left.iter_mut().zip(supports).for_each(|(left, supports)| *left |= supports);
                }
            }
            for (word, left) in left.into_iter().enumerate() {
                scope.set_memory(word, scope.memory(word) | !left);
            }
        }
        let left: Vec<u64> = (0..words).map(|word| !scope.memory(word)).collect();
        // The last word has bits of no tuple; no value supports them.
        for i in 0..scope.len() {
            let supports = &self.tuples.supports[i];
            scope.retain(i, |value| {
                let supports = supports.get(&value);
                supports.is_some_and(|words| words.iter().zip(&left).any(|(words, left)| words & left != 0))
            })?;
        }
        Ok(())
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let tuples = &self.tuples;
        let place = removed.and_then(|removed| past.vars().iter().position(|&var| var == removed.var()));
        let mut open = FixedBitSet::with_capacity(tuples.count);
        match removed.zip(place) {
            Some((removed, place)) => match tuples.supports[place].get(&removed.value()) {
                Some(words) => {
                    (0..tuples.count)
                        .filter(|&t| words[t / 64] >> (t % 64) & 1 == 1)
                        .for_each(|t| open.insert(t));
                }
                None => return Explanation::Because(Vec::new()),
            },
            None => open.insert_range(..),
        }
        let mut because = Vec::new();
        while let Some(first) = open.minimum() {
            // Of the lost values of this tuple, that which makes most others impossible.
            let lost = (0..tuples.width).filter(|&i| Some(i) != place);
            let lost = lost.filter(|&i| !past.contains(i, tuples.tuple(first)[i]));
            let of = |i: usize| &tuples.supports[i][&tuples.tuple(first)[i]];
            let covers = |i: usize| open.ones().filter(|&t| of(i)[t / 64] >> (t % 64) & 1 == 1).count();
            let Some(best) = lost.max_by_key(|&i| covers(i)) else { return Explanation::Scope };
            let value = tuples.tuple(first)[best];
            if past.model().domain(past.vars()[best]).contains(value) {
                because.push(Literal::IsNot(past.vars()[best], value));
            }
            let words = of(best).clone();
            (0..tuples.count)
                .filter(|&t| words[t / 64] >> (t % 64) & 1 == 1)
                .for_each(|t| open.set(t, false));
        }
        Explanation::Because(because)
    }

    fn follows_by_units(&self) -> bool {
        true
    }
}
