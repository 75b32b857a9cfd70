//! The store: every domain as bits in one array of words, and the log that undoes it.

use fixedbitset::FixedBitSet;

use crate::model::budget::{Budget, StopReason, growing};
use crate::model::builder::mask;
use crate::model::domain::Domain;
use crate::model::ids::{Region, Var};
use crate::model::plan::Model;
use crate::store::log::{Cause, Entry, Kind, NONE};
use crate::store::tally::Tally;

/// A dead end: some variable or region has no possibility left. Not an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict;

/// The domains of a model at one moment, with everything needed to go back.
///
/// Callers outside this crate read it: a brancher chooses by it, an observer looks at it. Rules
/// change it through a [`Scope`](crate::Scope).
#[derive(Clone)]
pub struct Store {
    pub(crate) model: Model,
    /// Whether a variable's number is the place of its only word.
    narrow: bool,
    /// As in the [plan](crate::model::plan::Plan::stride).
    stride: usize,
    /// The words of all domains, then the words of the rules' memory.
    words: Vec<u64>,
    /// How many values each variable has left.
    sizes: Vec<u32>,
    /// The variable of each word.
    owners: Vec<u32>,
    /// The last entry of the log that changed each word.
    last: Vec<u32>,
    log: Vec<Entry>,
    /// The length of the log at the start of each level.
    levels: Vec<u32>,
    /// For each level how many were opened before it and with it: its name, which is never given again.
    names: Vec<u64>,
    opened: u64,
    /// How many variables have more than one value, and how many have none.
    open: usize,
    empty: usize,
    pub(crate) permutations: FixedBitSet,
    pub(crate) required: Vec<u64>,
    /// Regions found to be permutations only after the first propagation of a question.
    pub(crate) upgraded: Vec<Region>,
}

impl Store {
    /// A store that holds nothing yet.
    pub(crate) fn hollow(model: &Model) -> Store {
        Store {
            model: model.clone(),
            narrow: model.plan().stride == 1,
            stride: model.plan().stride,
            words: Vec::new(),
            sizes: Vec::new(),
            owners: Vec::new(),
            last: Vec::new(),
            log: Vec::new(),
            levels: Vec::new(),
            names: Vec::new(),
            opened: 0,
            open: 0,
            empty: 0,
            permutations: FixedBitSet::new(),
            required: Vec::new(),
            upgraded: Vec::new(),
        }
    }

    /// All domains as the model has them, and `memory` words for the rules, all zero.
    pub(crate) fn new(model: &Model, memory: usize, budget: &mut Budget) -> Result<Store, StopReason> {
        let plan = model.plan();
        let (variables, total) = (plan.spans.len(), plan.domain_words + memory);
        let needed = (total + plan.required.len()) * 8 + (total + plan.domain_words + variables) * 4;
        budget.poll(|| needed as u64)?;
        let mut store = Store::hollow(model);
        store.words.reserve_exact(total);
        store.owners.reserve_exact(plan.domain_words);
        store.sizes.reserve_exact(variables);
        store.last.reserve_exact(total);
        store.required.reserve_exact(plan.required.len());
        // Variables that were made together have the same domain.
        let (mut bits, mut of) = (Vec::new(), u32::MAX);
        for (var, &domain) in plan.domain_of.iter().enumerate() {
            if domain != of {
                (bits, of) = (mask(&plan.domains[domain as usize], &plan.values), domain);
            }
            budget.append(&mut store.words, &bits)?;
            let end = store.words.len();
            budget.fill(&mut store.owners, end, var as u32)?;
            let size = plan.domains[domain as usize].len() as u32;
            store.sizes.push(size);
            store.open += usize::from(size > 1);
            store.empty += usize::from(size == 0);
        }
        budget.fill(&mut store.words, total, 0)?;
        budget.fill(&mut store.last, total, NONE)?;
        budget.append(&mut store.required, &plan.required)?;
        store.permutations.clone_from(&plan.permutations);
        Ok(store)
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How many values `var` has left.
    #[inline]
    pub fn size(&self, var: Var) -> usize {
        self.sizes[var.index()] as usize
    }

    /// Whether `var` has exactly one value left.
    #[inline]
    pub fn is_fixed(&self, var: Var) -> bool {
        self.sizes[var.index()] == 1
    }

    /// The value of `var`, if it has exactly one left.
    pub fn value(&self, var: Var) -> Option<i32> {
        self.is_fixed(var).then(|| self.lowest(var)).flatten()
    }

    /// The lowest value that `var` has left.
    pub fn lowest(&self, var: Var) -> Option<i32> {
        self.values(var).next()
    }

    /// The values that `var` has left, ascending.
    pub fn values(&self, var: Var) -> impl Iterator<Item = i32> + '_ {
        self.numbers(var).map(|number| self.model.values().value_at(number))
    }

    /// The values that `var` has left, as runs.
    pub(crate) fn domain(&self, var: Var) -> Domain {
        let span = self.model.plan().spans[var.index()];
        let values = self.model.values();
        let mut runs = Vec::new();
        // A run of numbers that has not ended yet, without its end.
        let mut open: Option<(usize, usize)> = None;
        for (word, &bits) in span.words().zip(&self.words[span.places()]) {
            let mut bits = bits;
            while bits != 0 {
                let low = bits.trailing_zeros();
                let len = (bits >> low).trailing_ones();
                bits &= !(u64::MAX >> (64 - len) << low);
                let (low, end) = (word * 64 + low as usize, word * 64 + (low + len) as usize);
                match &mut open {
                    Some((_, before)) if *before == low => *before = end,
                    _ => {
                        if let Some((low, end)) = open.replace((low, end)) {
                            values.add_runs(low, end - 1, &mut runs);
                        }
                    }
                }
            }
        }
        if let Some((low, end)) = open {
            values.add_runs(low, end - 1, &mut runs);
        }
        Domain::from_runs(runs)
    }

    /// Whether `var` may still have `value`.
    pub fn contains(&self, var: Var, value: i32) -> bool {
        self.model.values().number_of(value).is_some_and(|number| self.has_number(var, number))
    }

    /// How many variables have more than one value left.
    pub fn open(&self) -> usize {
        self.open
    }

    /// How many levels are open: the depth of the search.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Whether each of the region's values must occur in it: it has as many variables as values.
    pub fn is_permutation(&self, region: Region) -> bool {
        self.permutations.contains(region.index())
    }

    /// The numbers of the values that `var` has left, ascending.
    pub(crate) fn numbers(&self, var: Var) -> impl Iterator<Item = usize> + '_ {
        let span = self.model.plan().spans[var.index()];
        span.words().zip(&self.words[span.places()]).flat_map(|(word, &bits)| ones(word, bits))
    }

    #[inline]
    pub(crate) fn has_number(&self, var: Var, number: usize) -> bool {
        self.word(var, number / 64) >> (number % 64) & 1 == 1
    }

    /// The place of one word of a domain, if its span covers it.
    #[inline]
    fn place(&self, var: Var, word: usize) -> Option<usize> {
        if self.narrow { (word == 0).then_some(var.index()) } else { self.wide_place(var, word) }
    }

    fn wide_place(&self, var: Var, word: usize) -> Option<usize> {
        if self.stride != 0 {
            return (word < self.stride).then(|| var.index() * self.stride + word);
        }
        self.model.plan().spans[var.index()].place(word)
    }

    /// One word of a domain; words outside its span are empty.
    #[inline]
    pub(crate) fn word(&self, var: Var, word: usize) -> u64 {
        self.place(var, word).map_or(0, |place| self.words[place])
    }

    /// Counts in how many of `vars` the values of one word are left.
    #[inline]
    pub(crate) fn tally(&self, vars: &[Var], word: usize) -> Tally {
        let mut tally = Tally::default();
        if self.narrow && word == 0 {
            for &var in vars {
                let values = self.words[var.index()];
                let only = values & values.wrapping_sub(1) == 0;
                tally.add(values, 0u64.wrapping_sub(u64::from(only)));
            }
        } else if word < self.stride {
            for &var in vars {
                let only = self.is_fixed(var);
                tally.add(self.words[var.index() * self.stride + word], 0u64.wrapping_sub(u64::from(only)));
            }
        } else {
            for &var in vars {
                let only = self.is_fixed(var);
                tally.add(self.word(var, word), 0u64.wrapping_sub(u64::from(only)));
            }
        }
        tally
    }

    /// One word of the set of values that must all occur in a permutation region.
    #[inline]
    pub(crate) fn required(&self, region: Region, word: usize) -> u64 {
        match self.model.plan().region_spans[region.index()].place(word) {
            Some(place) => self.required[place],
            None => 0,
        }
    }

    /// Removes from one word of a domain all values whose bit is set in `bits`.
    #[inline]
    pub(crate) fn remove_bits(
        &mut self,
        var: Var,
        word: usize,
        bits: u64,
        cause: Cause,
        kind: Kind,
    ) -> Result<(), Conflict> {
        let Some(place) = self.place(var, word) else { return Ok(()) };
        let gone = self.words[place] & bits;
        if gone == 0 {
            return Ok(());
        }
        self.change(place, gone, cause, kind);
        let size = &mut self.sizes[var.index()];
        let before = *size;
        *size -= gone.count_ones();
        if *size <= 1 {
            if before > 1 {
                self.open -= 1;
            }
            if *size == 0 {
                self.empty += 1;
                return Err(Conflict);
            }
        }
        Ok(())
    }

    /// Keeps only the value with this number.
    pub(crate) fn assign_number(&mut self, var: Var, number: usize, cause: Cause) -> Result<(), Conflict> {
        let span = self.model.plan().spans[var.index()];
        if !self.has_number(var, number) {
            // Empty the domain, so that the conflict can be seen in the store.
            for word in span.words() {
                let emptied = self.remove_bits(var, word, u64::MAX, cause, Kind::Assignment);
                debug_assert!(emptied.is_ok() || self.sizes[var.index()] == 0);
            }
            return Err(Conflict);
        }
        if self.is_fixed(var) {
            return Ok(());
        }
        for word in span.words() {
            let kept = if word == number / 64 { 1u64 << (number % 64) } else { 0 };
            self.remove_bits(var, word, !kept, cause, Kind::Assignment)?;
        }
        Ok(())
    }

    /// Removes the value with this number.
    pub(crate) fn remove_number(&mut self, var: Var, number: usize, cause: Cause) -> Result<(), Conflict> {
        self.remove_bits(var, number / 64, 1 << (number % 64), cause, Kind::Removal)
    }

    /// One word of the rules' memory.
    pub(crate) fn memory(&self, index: usize) -> u64 {
        self.words[self.model.plan().domain_words + index]
    }

    /// Overwrites one word of the rules' memory; undone like everything else.
    pub(crate) fn set_memory(&mut self, index: usize, value: u64) {
        let place = self.model.plan().domain_words + index;
        let bits = self.words[place] ^ value;
        if bits != 0 {
            self.change(place, bits, Cause::Assumption, Kind::Memory);
        }
    }

    #[inline]
    fn change(&mut self, place: usize, bits: u64, cause: Cause, kind: Kind) {
        let entry = self.log.len() as u32;
        let previous = std::mem::replace(&mut self.last[place], entry);
        self.words[place] ^= bits;
        self.log.push(Entry::new(bits, place as u32, previous, cause, kind));
    }

    /// Opens a level: [`undo_level`](Store::undo_level) comes back to this moment.
    pub(crate) fn push_level(&mut self) {
        self.levels.push(self.log.len() as u32);
        self.opened += 1;
        self.names.push(self.opened);
    }

    /// The name of an open level, which no other level of this store has: zero for level 0, none if it is not open.
    pub(crate) fn level_name(&self, level: usize) -> Option<u64> {
        level.checked_sub(1).map_or(Some(0), |index| self.names.get(index).copied())
    }

    /// Takes back everything since the last level was opened, and closes it.
    pub(crate) fn undo_level(&mut self) {
        if let Some(length) = self.levels.pop() {
            self.names.pop();
            self.undo_to(length as usize);
        }
    }

    /// Takes back everything since the log had `length` entries.
    pub(crate) fn undo_to(&mut self, length: usize) {
        while self.log.len() > length {
            let Some(entry) = self.log.pop() else { return };
            let place = entry.place as usize;
            self.words[place] ^= entry.bits;
            self.last[place] = entry.previous;
            if entry.kind == Kind::Memory {
                continue;
            }
            let size = &mut self.sizes[self.owners[place] as usize];
            let before = *size;
            *size += entry.bits.count_ones();
            if before <= 1 {
                self.empty -= usize::from(before == 0);
                self.open += usize::from(*size > 1);
            }
        }
    }

    /// Whether some domain is empty.
    pub(crate) fn has_empty(&self) -> bool {
        self.empty > 0
    }

    /// The length of the log when a level was opened.
    pub(crate) fn level_start(&self, level: usize) -> usize {
        level.checked_sub(1).and_then(|index| self.levels.get(index)).map_or(0, |&start| start as usize)
    }

    /// The log so far.
    pub(crate) fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Gives the learnt clause that is the cause of entry `entry` of the log the number `clause`.
    pub(crate) fn renumber_clause(&mut self, entry: usize, clause: u32) {
        self.log[entry].renumber_clause(clause);
    }

    /// The variable and the word of the values that an entry speaks of; none for memory.
    #[inline]
    pub(crate) fn subject(&self, entry: &Entry) -> Option<(Var, usize)> {
        let var = Var(*self.owners.get(entry.place as usize)?);
        if self.narrow {
            return Some((var, 0));
        }
        let span = self.model.plan().spans[var.index()];
        Some((var, (entry.place - span.start + span.first) as usize))
    }

    /// One word of a domain as it was when the log had `length` entries.
    pub(crate) fn word_at(&self, var: Var, word: usize, length: usize) -> u64 {
        let Some(place) = self.model.plan().spans[var.index()].place(word) else { return 0 };
        let mut bits = self.words[place];
        let mut entry = self.last[place];
        while entry != NONE && entry as usize >= length {
            bits |= self.log[entry as usize].bits;
            entry = self.log[entry as usize].previous;
        }
        bits
    }

    /// How many changes were made since the first level was opened.
    pub(crate) fn changes_above_root(&self) -> usize {
        self.levels.first().map_or(0, |&start| self.log.len() - start as usize)
    }

    /// The bytes in use, by the capacities of the arrays, and what the log will take soon.
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.words.capacity() * 8 + self.required.capacity() * 8;
        let halves = self.sizes.capacity() + self.owners.capacity() + self.last.capacity();
        (words + halves * 4) as u64 + growing(&self.levels) + growing(&self.names) + growing(&self.log)
    }
}

/// The numbers of the values whose bits are set in word `word`.
pub(crate) fn ones(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(word * 64 + bit)
    })
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store")
            .field("open", &self.open)
            .field("level", &self.level())
            .field("changes", &self.log.len())
            .finish()
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
