//! A scope as it was before some change: what an explanation may speak of.

use crate::model::ids::{Literal, Region, Var};
use crate::model::plan::Model;
use crate::store::store::{Store, ones};

/// The variables of one scope as they were just before a change, which is to be explained.
///
/// Like a [`Scope`](crate::Scope), it names variables by their position in the scope.
pub struct Past<'a> {
    store: &'a Store,
    vars: &'a [Var],
    region: Option<Region>,
    index: usize,
    length: usize,
}

impl<'a> Past<'a> {
    /// The scope as it was when the log had `length` entries.
    pub(crate) fn new(
        store: &'a Store,
        vars: &'a [Var],
        region: Option<Region>,
        index: usize,
        length: usize,
    ) -> Past<'a> {
        Past { store, vars, region, index, length }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        self.store.model()
    }

    /// The variables.
    pub fn vars(&self) -> &[Var] {
        self.vars
    }

    /// The region that this scope is, for a rule that is applied to regions.
    pub fn region(&self) -> Option<Region> {
        self.region
    }

    /// Which of the rule's scopes this is.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Whether the scope is a region that has as many variables as values by the domains of the model alone. One that
    /// became a permutation by the first propagation of a question is so because of what was removed there.
    pub fn is_permutation_from_start(&self) -> bool {
        self.region.is_some_and(|region| self.model().plan().permutations.contains(region.index()))
    }

    /// The words that hold any value of the scope, as [`Scope::words`](crate::Scope::words) tells them.
    pub fn words(&self) -> std::ops::Range<usize> {
        match self.region {
            Some(region) => self.model().plan().region_spans[region.index()].words(),
            None => 0..self.model().values().words(),
        }
    }

    /// One word of the domain that variable `i` has in the model.
    pub fn first_word(&self, i: usize, word: usize) -> u64 {
        self.store.word_at(self.vars[i], word, 0)
    }

    /// One word of the domain that variable `i` had.
    pub fn word(&self, i: usize, word: usize) -> u64 {
        self.store.word_at(self.vars[i], word, self.length)
    }

    /// The values that variable `i` had, ascending.
    pub fn values(&self, i: usize) -> impl Iterator<Item = i32> + '_ {
        let words = self.store.model().plan().spans[self.vars[i].index()].words();
        words
            .flat_map(move |word| ones(word, self.word(i, word)))
            .map(|number| self.model().values().value_at(number))
    }

    /// Whether variable `i` might have `value`.
    pub fn contains(&self, i: usize, value: i32) -> bool {
        let number = self.model().values().number_of(value);
        number.is_some_and(|number| self.word(i, number / 64) >> (number % 64) & 1 == 1)
    }

    /// The value of variable `i`, if it had one left.
    pub fn value(&self, i: usize) -> Option<i32> {
        let mut values = self.values(i);
        let first = values.next();
        if values.next().is_some() { None } else { first }
    }

    /// Whether `literal`, of a variable of the scope, was true already.
    pub fn knows(&self, literal: Literal) -> bool {
        let Some(i) = self.vars.iter().position(|&var| var == literal.var()) else { return false };
        match literal {
            Literal::Is(_, value) => self.value(i) == Some(value),
            Literal::IsNot(_, value) => !self.contains(i, value),
        }
    }

    /// All that was known of the scope: one literal for a variable with one value left, one for
    /// each value that another had lost since the start.
    pub fn everything(&self) -> Vec<Literal> {
        (0..self.vars.len()).flat_map(|i| self.known(i)).collect()
    }

    /// The same of one variable of the scope alone.
    pub(crate) fn known_of(&self, var: Var) -> Vec<Literal> {
        self.vars.iter().position(|&other| other == var).map_or_else(Vec::new, |i| self.known(i))
    }

    fn known(&self, i: usize) -> Vec<Literal> {
        let var = self.vars[i];
        let domain = self.model().domain(var);
        match self.value(i) {
            _ if domain.len() <= 1 => Vec::new(),
            Some(value) => vec![Literal::Is(var, value)],
            None => {
                let gone = domain.values().filter(|&value| !self.contains(i, value));
                gone.map(|value| Literal::IsNot(var, value)).collect()
            }
        }
    }
}

impl std::fmt::Debug for Past<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let domains = (0..self.vars.len()).map(|i| (self.vars[i], self.values(i).collect::<Vec<_>>()));
        f.debug_map().entries(domains).finish()
    }
}
