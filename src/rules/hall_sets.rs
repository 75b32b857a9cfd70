//! Hall sets: as many values as variables that have no others belong to these variables alone.

use crate::model::ids::Literal;
use crate::rules::matching::{Matching, NONE, bits};
use crate::rules::rule::{Cost, Explanation, Rule};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::{Conflict, ones};

/// Domain consistency of an all-different region: removes every value that no assignment of different values to the
/// variables of the region has. It includes naked and hidden singles, pairs, triples and all larger subsets.
///
/// It is the rule of J.-C. Régin, *A filtering algorithm for constraints of difference in CSPs*, AAAI 1994, pages
/// 362–367: a matching of variables and values, kept between calls, and the strongly connected components of what could
/// be exchanged in it; fixed variables take no part. Sets of values are words, as in Z. Li, Y. Wang and Z. Li, *A bitwise GAC algorithm for
/// alldifferent constraints*, IJCAI 2023. A removal is explained by the Hall set that owns the value, as tight as the
/// component that was reached (N. Downing, T. Feydy and P. Stuckey, *Explaining alldifferent*, ACSC 2012).
///
/// Each application takes about (variables)² steps, so it is not among the rules of the [`library`](crate::library):
/// add it where regions are large and sparse.
///
/// ```
/// use pencilmark::{HallSets, ModelBuilder, Solver};
///
/// let mut builder = ModelBuilder::new();
/// let pair = builder.variables(2, 1..=2);
/// let other = builder.variable(1..=4);
/// builder.region([pair[0], pair[1], other]);
/// let model = builder.build()?;
/// let mut solver = Solver::builder(&model).rule(HallSets).build()?;
/// let domains = solver.infer().expect_done();
/// assert_eq!(domains.values(other).collect::<Vec<_>>(), [3, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct HallSets;

/// A word of the rule's memory holds the numbers of two matched values, counted from 1; 0 is none.
const PER_WORD: usize = 2;

impl Rule for HallSets {
    fn name(&self) -> &str {
        "hall sets"
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn memory(&self, len: usize) -> usize {
        len.div_ceil(PER_WORD)
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let words = scope.words();
        // What is fixed takes no part but for its value, which belongs to it alone.
        let mut taken = vec![0; words.len()];
        let mut open = Vec::with_capacity(scope.len());
        for i in 0..scope.len() {
            if !scope.is_fixed(i) {
                open.push(i);
                continue;
            }
            for (taken, word) in taken.iter_mut().zip(words.clone()) {
                let here = scope.word(i, word);
                if *taken & here != 0 {
                    return Err(Conflict);
                }
                *taken |= here;
            }
        }
        let left = |i: usize, word: usize| scope.word(open[i], word) & !taken[word - words.start];
        let mut matching = Matching::new(open.len(), words.clone(), left);
        for (i, &place) in open.iter().enumerate() {
            let kept = scope.memory(place / PER_WORD) >> (32 * (place % PER_WORD)) & u64::from(u32::MAX);
            if kept != 0 {
                matching.keep(i, kept as u32 - 1);
            }
        }
        if matching.complete().is_err() {
            return Err(Conflict);
        }
        for (i, &place) in open.iter().enumerate() {
            let (at, shift) = (place / PER_WORD, 32 * (place % PER_WORD));
            let before = scope.memory(at);
            let now = (u64::from(matching.value_of(i)) + 1) << shift;
            let after = before & !(u64::from(u32::MAX) << shift) | now;
            if after != before {
                scope.set_memory(at, after);
            }
        }
        matching.components(|matching, values| {
            for owner in bits(values).map(|value| matching.owner_of(value)).filter(|&owner| owner != NONE) {
                let place = open[owner as usize];
                for (word, values) in words.clone().zip(values) {
                    let gone = scope.word(place, word) & !values;
                    if gone != 0 {
                        scope.remove_word(place, word, gone)?;
                    }
                }
            }
            Ok(())
        })
    }

    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let (words, len) = (past.words(), past.vars().len());
        let mut matching = Matching::new(len, words.clone(), |i, word| past.word(i, word));
        let owners = match (matching.complete(), removed) {
            // Variables that have fewer values than they are themselves.
            (Err(short), _) => short,
            (Ok(()), Some(removed)) => {
                let Some(number) = past.model().values().number_of(removed.value()) else {
                    return Explanation::Scope;
                };
                let owner = matching.owner_of((number - words.start * 64) as u32);
                let here = past.vars().iter().position(|&var| var == removed.var());
                match (owner, here) {
                    (NONE, _) | (_, None) => return Explanation::Scope,
                    (owner, Some(here)) => {
                        let reached = matching.reached_from(owner as usize);
                        // Had the value not been owned by others, it would not have been removed.
                        if reached.contains(here) {
                            return Explanation::Scope;
                        }
                        reached
                    }
                }
            }
            (Ok(()), None) => return Explanation::Scope,
        };
        // All their values are theirs: what they lack of the others is the reason.
        let theirs = matching.values_of(&owners);
        let mut because = Vec::new();
        for i in owners.ones() {
            let var = past.vars()[i];
            if let Some(value) = past.value(i) {
                if past.model().domain(var).len() > 1 {
                    because.push(Literal::Is(var, value));
                }
                continue;
            }
            for (word, &theirs) in words.clone().zip(&theirs) {
                let lacking = past.first_word(i, word) & !theirs;
                let value = |number| past.model().values().value_at(number);
                because.extend(ones(word, lacking).map(|number| Literal::IsNot(var, value(number))));
            }
        }
        Explanation::Because(because)
    }
}
