//! What a rule sees: the variables of one scope, and nothing else of the store.

use crate::model::budget::{Budget, STRIDE, strides};
use crate::model::ids::{Region, Var};
use crate::model::plan::Model;
use crate::store::log::{Cause, Kind};
use crate::store::store::{Conflict, Store, ones};
use crate::store::tally::Tally;

/// One scope of one rule, while the rule is applied to it.
///
/// Variables are named by their position in the scope, `0..len()`, so that a rule cannot read
/// anything else: this makes the default explanation of its deductions sound. Values are given either as
/// integers, or, where it has to be fast, as words: bit `b` of word `w` is value number `64 * w + b` of the model.
///
/// Every change answers `Err(Conflict)` when it empties a domain; pass it on with `?`.
pub struct Scope<'a> {
    store: &'a mut Store,
    budget: &'a mut Budget,
    vars: &'a [Var],
    region: Option<Region>,
    index: usize,
    cause: Cause,
    /// Where the memory of this rule on this scope begins, and how long it is.
    memory: (usize, usize),
    /// Words that were touched and not yet paid for.
    touched: usize,
}

impl<'a> Scope<'a> {
    pub(crate) fn new(
        store: &'a mut Store,
        budget: &'a mut Budget,
        vars: &'a [Var],
        region: Option<Region>,
        index: usize,
        cause: Cause,
        memory: (usize, usize),
    ) -> Scope<'a> {
        Scope { store, budget, vars, region, index, cause, memory, touched: 0 }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        self.store.model()
    }

    /// How many variables the scope has.
    #[inline]
    pub fn len(&self) -> usize {
        self.vars.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.vars.is_empty()
    }

    /// The variables.
    pub fn vars(&self) -> &[Var] {
        self.vars
    }

    /// The region that this scope is, for a rule that is applied to regions.
    pub fn region(&self) -> Option<Region> {
        self.region
    }

    /// Which of the rule's scopes this is, by the order in which the rule gave them.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Tells that the rule has touched so many words since it last told. To be called by a rule that may take long in one
    /// application; what the methods for whole scopes touch is told by themselves.
    ///
    /// # Errors
    /// `Conflict` where a limit is reached: pass it on with `?`. What this application did is then taken back, and the
    /// search has stopped, not met a dead end.
    #[inline]
    pub fn spend(&mut self, words: usize) -> Result<(), Conflict> {
        self.touched = self.touched.saturating_add(words);
        if self.touched < STRIDE {
            return Ok(());
        }
        let touched = std::mem::take(&mut self.touched);
        self.spend_ticks(touched as u64 / 64)
    }

    #[cold]
    fn spend_ticks(&mut self, ticks: u64) -> Result<(), Conflict> {
        let Scope { store, budget, .. } = self;
        budget.spend(ticks, || store.bytes()).map_err(|reason| {
            budget.break_off(reason);
            Conflict
        })
    }

    /// How many values variable `i` has left.
    #[inline]
    pub fn size(&self, i: usize) -> usize {
        self.store.size(self.vars[i])
    }

    /// Whether variable `i` has one value left.
    #[inline]
    pub fn is_fixed(&self, i: usize) -> bool {
        self.store.is_fixed(self.vars[i])
    }

    /// Below how many decisions of a search it is applied: 0 where nothing is tried. Only to be asked by rules that do not
    /// always take the trouble; what may be removed does not depend on it.
    pub fn decisions(&self) -> usize {
        // The first level is that of what is assumed.
        self.store.level().saturating_sub(1)
    }

    /// The value of variable `i`, if it has one left.
    pub fn value(&self, i: usize) -> Option<i32> {
        self.store.value(self.vars[i])
    }

    /// Whether variable `i` may have `value`.
    pub fn contains(&self, i: usize, value: i32) -> bool {
        self.store.contains(self.vars[i], value)
    }

    /// The values that variable `i` has left, ascending.
    pub fn values(&self, i: usize) -> impl Iterator<Item = i32> + '_ {
        self.store.values(self.vars[i])
    }

    /// The lowest value that variable `i` has left; none only after a conflict.
    pub fn lowest(&self, i: usize) -> Option<i32> {
        self.store.lowest(self.vars[i])
    }

    /// The highest value that variable `i` has left; none only after a conflict.
    pub fn highest(&self, i: usize) -> Option<i32> {
        let span = self.store.model().plan().spans[self.vars[i].index()];
        let word = span.words().rev().find(|&word| self.word(i, word) != 0)?;
        let number = word * 64 + 63 - self.word(i, word).leading_zeros() as usize;
        Some(self.store.model().values().value_at(number))
    }

    /// Removes `value` from variable `i`.
    ///
    /// # Errors
    /// `Conflict` if it was the last one.
    pub fn remove(&mut self, i: usize, value: i32) -> Result<(), Conflict> {
        match self.model().values().number_of(value) {
            Some(number) => self.store.remove_number(self.vars[i], number, self.cause),
            None => Ok(()),
        }
    }

    /// Leaves variable `i` with `value` only.
    ///
    /// # Errors
    /// `Conflict` if the value was gone already.
    pub fn assign(&mut self, i: usize, value: i32) -> Result<(), Conflict> {
        match self.model().values().number_of(value) {
            Some(number) => self.store.assign_number(self.vars[i], number, self.cause),
            None => self.retain(i, |_| false).and(Err(Conflict)),
        }
    }

    /// Removes from variable `i` all values that do not satisfy `keep`.
    ///
    /// # Errors
    /// `Conflict` if none is left.
    pub fn retain(&mut self, i: usize, mut keep: impl FnMut(i32) -> bool) -> Result<(), Conflict> {
        let span = self.store.model().plan().spans[self.vars[i].index()];
        for word in span.words() {
            let mut gone = 0;
            for number in ones(word, self.word(i, word)) {
                if !keep(self.store.model().values().value_at(number)) {
                    gone |= 1 << (number % 64);
                }
                self.spend_ticks(Budget::CALL)?;
            }
            self.remove_word(i, word, gone)?;
        }
        Ok(())
    }

    /// The words that hold any value of the scope: for a region those of its own values, else all of the model.
    pub fn words(&self) -> std::ops::Range<usize> {
        match self.region {
            Some(region) => self.store.model().plan().region_spans[region.index()].words(),
            None => 0..self.store.model().values().words(),
        }
    }

    /// One word of the domain of variable `i`.
    #[inline]
    pub fn word(&self, i: usize, word: usize) -> u64 {
        self.store.word(self.vars[i], word)
    }

    /// Counts in one walk, for all values of one word, in how many variables they are left. Where a limit is reached,
    /// some may not be counted: whatever the rule concludes then is taken back.
    #[inline]
    pub fn tally(&mut self, word: usize) -> Tally {
        // Short scopes are paid for together, every some words.
        if self.len() > STRIDE || word % 64 == 63 {
            return self.long_tally(word);
        }
        self.store.tally(self.vars, word)
    }

    #[cold]
    fn long_tally(&mut self, word: usize) -> Tally {
        let mut tally = Tally::default();
        for vars in self.vars.chunks(STRIDE) {
            let words = if self.len() > STRIDE { vars.len() } else { 64 * vars.len() };
            if self.budget.is_broken_off() || self.spend(words).is_err() {
                break;
            }
            tally = tally.and(self.store.tally(vars, word));
        }
        tally
    }

    /// Removes the values whose bits are set in `bits` from all variables that have other values too.
    ///
    /// # Errors
    /// `Conflict` if none is left to one of them, or where a limit is reached.
    #[inline]
    pub fn remove_from_open(&mut self, word: usize, bits: u64) -> Result<(), Conflict> {
        if self.len() > STRIDE {
            return self.remove_from_many(word, bits);
        }
        for i in 0..self.len() {
            if self.word(i, word) & bits != 0 && !self.is_fixed(i) {
                self.remove_word(i, word, bits)?;
            }
        }
        Ok(())
    }

    #[cold]
    fn remove_from_many(&mut self, word: usize, bits: u64) -> Result<(), Conflict> {
        for stride in strides(self.len()) {
            self.spend(stride.len())?;
            for i in stride {
                if self.word(i, word) & bits != 0 && !self.is_fixed(i) {
                    self.remove_word(i, word, bits)?;
                }
            }
        }
        Ok(())
    }

    /// Removes from variable `i` the values whose bits are set in `bits`.
    ///
    /// # Errors
    /// `Conflict` if none is left.
    #[inline]
    pub fn remove_word(&mut self, i: usize, word: usize, bits: u64) -> Result<(), Conflict> {
        self.store.remove_bits(self.vars[i], word, bits, self.cause, Kind::Removal)
    }

    /// Leaves variable `i` with the one value of bit `bit` of word `word`.
    ///
    /// # Errors
    /// `Conflict` if the value was gone already.
    #[inline]
    pub fn assign_bit(&mut self, i: usize, word: usize, bit: u32) -> Result<(), Conflict> {
        self.store.assign_number(self.vars[i], word * 64 + bit as usize, self.cause)
    }

    /// Whether each value of [`required`](Scope::required) must occur in the scope: whether it is a region that has as
    /// many variables as values. What a rule says of "the only place for a value" is true only there.
    #[inline]
    pub fn is_permutation(&self) -> bool {
        self.region.is_some_and(|region| self.store.is_permutation(region))
    }

    /// One word of the set of the values of a permutation region.
    #[inline]
    pub fn required(&self, word: usize) -> u64 {
        match self.region {
            Some(region) => self.store.required(region, word),
            None => 0,
        }
    }

    /// How many words of memory the rule has here, as it asked for by [`Rule::memory`](crate::Rule::memory).
    pub fn memory_len(&self) -> usize {
        self.memory.1
    }

    /// Word `index` of the rule's memory on this scope: zero at first, and undone with the domains.
    ///
    /// # Panics
    /// If `index` is not below [`memory_len`](Scope::memory_len).
    pub fn memory(&self, index: usize) -> u64 {
        assert!(index < self.memory.1, "memory word {index} of {}", self.memory.1);
        self.store.memory(self.memory.0 + index)
    }

    /// Overwrites word `index` of the rule's memory on this scope.
    ///
    /// # Panics
    /// If `index` is not below [`memory_len`](Scope::memory_len).
    pub fn set_memory(&mut self, index: usize, value: u64) {
        assert!(index < self.memory.1, "memory word {index} of {}", self.memory.1);
        self.store.set_memory(self.memory.0 + index, value);
    }
}

impl std::fmt::Debug for Scope<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let domains = self.vars.iter().map(|&var| (var, self.store.values(var).collect::<Vec<_>>()));
        f.debug_map().entries(domains).finish()
    }
}
