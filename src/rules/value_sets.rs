//! Variables that differ, and together take one of certain sets of values.

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::model::constraint::Constraint;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::rules::rule::{Cost, Explanation, Rule, Scopes};
use crate::rules::snapshot::{Detail, Snapshot, because};
use crate::rules::subsets::{MOST, Subsets, members, words};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::{Conflict, ones};

/// Some variables all differ, and the set of their values is one of a family. It is its own rule, which leaves exactly the
/// supported values, by dynamic programming over sets as bits.
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{ModelBuilder, Solver, ValueSets};
///
/// // Three consecutive values in any order.
/// let mut builder = ModelBuilder::new();
/// let vars = vec![builder.variable(1..=9), builder.variable([4]), builder.variable([6, 9])];
/// let run = |values: &[i32]| values[2] - values[0] == 2;
/// let sets = ValueSets::new("run", vars.clone(), &(1..=9).collect::<Vec<_>>(), run).expect("few values");
/// let sets = Arc::new(sets);
/// builder.constraint(sets.clone());
/// let model = builder.build()?;
/// let left = Solver::builder(&model).rule(sets).build()?.infer().expect_done();
/// assert_eq!(left.value(vars[0]), Some(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ValueSets {
    name: Cow<'static, str>,
    vars: Vec<Var>,
    alphabet: Vec<i32>,
    /// A bit for each subset of the alphabet.
    family: Arc<[u64]>,
}

impl ValueSets {
    /// The constraint that `vars` differ, have values of `alphabet`, and that `accepts` the ascending list of these. None if
    /// the alphabet has more than [`MOST`](ValueSets::MOST) values.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        vars: Vec<Var>,
        alphabet: &[i32],
        accepts: impl Fn(&[i32]) -> bool,
    ) -> Option<ValueSets> {
        let mut alphabet = alphabet.to_vec();
        alphabet.sort_unstable();
        alphabet.dedup();
        if alphabet.len() > MOST {
            return None;
        }
        let mut family = vec![0; words(alphabet.len())];
        for set in (0u32..1 << alphabet.len()).filter(|set| set.count_ones() as usize == vars.len()) {
            let values: SmallVec<[i32; 16]> = members(set).map(|member| alphabet[member]).collect();
            if accepts(&values) {
                family[set as usize / 64] |= 1 << (set % 64);
            }
        }
        Some(ValueSets { name: name.into(), vars, alphabet, family: family.into() })
    }

    /// The most values that an alphabet may have.
    pub const MOST: usize = MOST;

    /// The sets that the variables can take; none if there are none.
    fn sets(&self, model: &Model, domains: &Snapshot) -> Option<Subsets> {
        if self.vars.len() > self.alphabet.len() {
            return None;
        }
        let mut masks = SmallVec::<[u32; 12]>::new();
        for i in 0..self.vars.len() {
            let places = domains
                .numbers(i)
                .filter_map(|number| self.alphabet.binary_search(&model.values().value_at(number)).ok());
            masks.push(places.map(|place| 1 << place).sum());
        }
        let mut sets = Subsets::new(self.alphabet.len(), &masks);
        let mut any = 0;
        for (found, accepted) in sets.last().iter_mut().zip(&*self.family) {
            *found &= accepted;
            any |= *found;
        }
        (any != 0).then_some(sets)
    }
}

impl Constraint for ValueSets {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        let mut set = 0usize;
        for value in values {
            match self.alphabet.binary_search(value) {
                Ok(place) if set >> place & 1 == 0 => set |= 1 << place,
                _ => return false,
            }
        }
        self.family[set / 64] >> (set % 64) & 1 == 1
    }
}

impl Rule for ValueSets {
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
        let domains = Snapshot::of(scope);
        let mut sets = self.sets(scope.model(), &domains).ok_or(Conflict)?;
        let kept = sets.supported().ok_or(Conflict)?;
        for (i, kept) in kept.into_iter().enumerate() {
            for word in 0..domains.width() {
                let mut gone = 0;
                for number in ones(word, domains.domain(i)[word]) {
                    let place = self.alphabet.binary_search(&scope.model().values().value_at(number));
                    if place.is_ok_and(|place| kept >> place & 1 == 1) {
                        continue;
                    }
                    gone |= 1 << (number % 64);
                }
                scope.remove_word(i, word, gone)?;
            }
        }
        Ok(())
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        because(removed, past, Detail::Values, |model, domains| self.sets(model, domains).is_some())
    }
}
