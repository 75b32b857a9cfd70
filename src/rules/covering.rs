//! Sets of values of which each must be met.

use crate::model::constraint::Constraint;
use crate::model::domain::Domain;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::model::values::Values;
use crate::rules::numbered::{Numbered, bits_of};
use crate::rules::rule::{Cost, Explanation, Rule, Scopes};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// In each of some lists of variables, each of some classes of values occurs.
///
/// It is domain consistent where the classes have no value in common and no list names a variable twice: for each set of
/// classes it counts the variables that can have a value of it (the theorem of Hall, 1935). Where they are as many as the
/// classes, they have nothing else; a removal is explained by the other variables having lost the classes of that
/// set.
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{Covering, Domain, ModelBuilder, Solver};
///
/// let mut builder = ModelBuilder::new();
/// let vars = [builder.variable(1..=2), builder.variable(1..=4), builder.variable(1..=6)];
/// let thirds = [[1, 2], [3, 4], [5, 6]].map(Domain::from);
/// let covering = Arc::new(Covering::new("low, middle, high", [vars.to_vec()], thirds));
/// builder.constraint(covering.clone());
/// let model = builder.build()?;
/// let domains = Solver::builder(&model).rule(covering).build()?.infer().expect_done();
/// assert_eq!(domains.values(vars[1]).collect::<Vec<_>>(), [3, 4]);
/// assert_eq!(domains.values(vars[2]).collect::<Vec<_>>(), [5, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Covering {
    name: String,
    lists: Vec<Vec<Var>>,
    classes: Vec<Domain>,
    /// The sets of classes that are looked at, each as the numbers of its classes.
    sets: Vec<Vec<usize>>,
    /// The bits of all values of each set.
    bits: Numbered<Vec<Vec<u64>>>,
    /// Each variable once, ascending, and for each list where its variables stand there.
    scope: Vec<Var>,
    places: Vec<Vec<usize>>,
}

/// The most classes whose sets are all looked at; of more, single classes and all of them together are.
const MOST_CLASSES: usize = 6;

impl Covering {
    /// Each of `classes` occurs in each of `lists`.
    pub fn new(
        name: impl Into<String>,
        lists: impl IntoIterator<Item = Vec<Var>>,
        classes: impl IntoIterator<Item = Domain>,
    ) -> Covering {
        let lists: Vec<Vec<Var>> = lists.into_iter().collect();
        let mut scope: Vec<Var> = lists.iter().flatten().copied().collect();
        scope.sort_unstable();
        scope.dedup();
        let place = |var: &Var| scope.partition_point(|other| other < var);
        let places = lists.iter().map(|list| list.iter().map(place).collect()).collect();
        let classes: Vec<Domain> = classes.into_iter().collect();
        let sets = sets(classes.len());
        Covering { name: name.into(), lists, classes, sets, bits: Numbered::new(), scope, places }
    }

    /// Calls `with` with the bits of each set.
    fn with_bits<T>(&self, values: &Values, with: impl FnOnce(&[Vec<u64>]) -> T) -> T {
        let union = |set: &Vec<usize>| {
            let mut union = vec![0; values.words()];
            for &class in set {
                let bits = bits_of(&self.classes[class], values);
                union.iter_mut().zip(bits).for_each(|(word, bits)| *word |= bits);
            }
            union
        };
        let make = || self.sets.iter().map(union).collect::<Vec<_>>();
        match self.bits.get(values, make) {
            Some(bits) => with(bits),
            None => with(&make()),
        }
    }

    fn cover(&self, scope: &mut Scope<'_>, bits: &[Vec<u64>]) -> Result<(), Conflict> {
        for (set, bits) in self.sets.iter().zip(bits) {
            let can = |scope: &Scope<'_>, i| {
                bits.iter().enumerate().any(|(word, bits)| scope.word(i, word) & bits != 0)
            };
            let able = (0..scope.len()).filter(|&i| can(scope, i)).count();
            if able < set.len() {
                return Err(Conflict);
            }
            if able == set.len() {
                for i in 0..scope.len() {
                    if can(scope, i) {
                        for (word, &bits) in bits.iter().enumerate() {
                            scope.remove_word(i, word, !bits)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn reason(&self, removed: Option<Literal>, past: &Past<'_>, bits: &[Vec<u64>]) -> Option<Vec<Literal>> {
        let vars = past.vars();
        for (set, bits) in self.sets.iter().zip(bits) {
            let can = |i: usize| bits.iter().enumerate().any(|(word, bits)| past.word(i, word) & bits != 0);
            let able = (0..vars.len()).filter(|&i| can(i)).count();
            let within = |value| set.iter().any(|&class| self.classes[class].contains(value));
            let follows = match removed {
                None => able < set.len(),
                Some(removed) => {
                    let here = (0..vars.len()).any(|i| vars[i] == removed.var() && can(i));
                    able == set.len() && here && !within(removed.value())
                }
            };
            if follows {
                let unable = (0..vars.len()).filter(|&i| !can(i)).map(|i| vars[i]);
                let lost = |var: Var| {
                    let values = past.model().domain(var).values().filter(|&value| within(value));
                    values.map(move |value| Literal::IsNot(var, value)).collect::<Vec<_>>()
                };
                return Some(unable.flat_map(lost).collect());
            }
        }
        None
    }
}

/// Sets of `count` classes.
fn sets(count: usize) -> Vec<Vec<usize>> {
    if count <= MOST_CLASSES {
        let members = |set: u32| (0..count).filter(move |class| set >> class & 1 == 1).collect();
        (1..1u32 << count).map(members).collect()
    } else {
        let single = (0..count).map(|class| vec![class]);
        single.chain([(0..count).collect()]).collect()
    }
}

impl Constraint for Covering {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let met =
            |places: &[usize], class: &Domain| places.iter().any(|&place| class.contains(values[place]));
        self.places.iter().all(|places| self.classes.iter().all(|class| met(places, class)))
    }
}

impl Rule for Covering {
    fn name(&self) -> &str {
        &self.name
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(self.lists.clone())
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let model = scope.model().clone();
        self.with_bits(model.values(), |bits| self.cover(scope, bits))
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let reason = self.with_bits(past.model().values(), |bits| self.reason(removed, past, bits));
        reason.map_or(Explanation::Scope, Explanation::Because)
    }
}
