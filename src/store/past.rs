//! A scope as it was before some change: what an explanation may speak of.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::model::budget::{Budget, StopReason, strides};
use crate::model::builder::mask;
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
    budget: &'a Budget,
    /// Words touched, and the limit that was found to be reached.
    touched: AtomicU64,
    stopped: OnceLock<StopReason>,
}

/// After so many words an explanation looks at the limits: a fraction of a millisecond.
const LOOK: u64 = 1 << 16;

impl<'a> Past<'a> {
    /// The scope as it was when the log had `length` entries.
    pub(crate) fn new(
        store: &'a Store,
        vars: &'a [Var],
        region: Option<Region>,
        index: usize,
        length: usize,
        budget: &'a Budget,
    ) -> Past<'a> {
        Past {
            store,
            vars,
            region,
            index,
            length,
            budget,
            touched: AtomicU64::new(0),
            stopped: OnceLock::new(),
        }
    }

    /// Whether there is time left for an explanation that has touched so many words since it last asked. Where there is
    /// none, any explanation will do: nobody reads it.
    pub fn goes_on(&self, words: usize) -> bool {
        self.holds(words, 0)
    }

    /// The same for somebody who holds so many bytes.
    fn holds(&self, words: usize, bytes: usize) -> bool {
        // One explanation has one reader: nothing is lost between the two.
        let before = self.touched.load(Ordering::Relaxed);
        let touched = before.saturating_add(words as u64);
        self.touched.store(touched, Ordering::Relaxed);
        if touched / LOOK > before / LOOK
            && let Err(reason) = self.budget.look(|| self.store.bytes() + bytes as u64)
        {
            self.stopped.get_or_init(|| reason);
        }
        self.stopped.get().is_none()
    }

    /// The ticks that the explanation has cost so far.
    pub(crate) fn ticks(&self) -> u64 {
        self.touched.load(Ordering::Relaxed) / 64 + 1
    }

    /// Whether a limit was reached, so that nothing that was explained counts.
    pub(crate) fn stopped(&self) -> Result<(), StopReason> {
        self.stopped.get().map_or(Ok(()), |&reason| Err(reason))
    }

    /// How long the log was.
    pub(crate) fn length(&self) -> usize {
        self.length
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

    /// The words that hold any value of the scope: for a region those of its own values, else all of the model.
    pub fn words(&self) -> std::ops::Range<usize> {
        match self.region {
            Some(region) => self.model().plan().region_spans[region.index()].words(),
            None => 0..self.model().values().words(),
        }
    }

    /// One word of the set of the values that must all occur, for a region that is a permutation
    /// [from the start](Past::is_permutation_from_start).
    pub fn required(&self, word: usize) -> u64 {
        let plan = self.model().plan();
        let place = self.region.and_then(|region| plan.region_spans[region.index()].place(word));
        place.map_or(0, |place| plan.required[place])
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
        self.model().values().number_of(value).is_some_and(|number| self.has_number(self.vars[i], number))
    }

    /// The value of variable `i`, if it had one left.
    pub fn value(&self, i: usize) -> Option<i32> {
        self.only(self.vars[i]).map(|number| self.model().values().value_at(number))
    }

    /// Whether `literal`, of a variable of the scope, was true already.
    pub fn knows(&self, literal: Literal) -> bool {
        self.vars.contains(&literal.var()) && self.was_true(literal)
    }

    /// The same of any variable.
    pub(crate) fn was_true(&self, literal: Literal) -> bool {
        let (var, number) = (literal.var(), self.model().values().number_of(literal.value()));
        let had = number.is_some_and(|number| self.has_number(var, number));
        match literal {
            Literal::Is(..) => had && self.only(var).is_some(),
            Literal::IsNot(..) => !had,
        }
    }

    fn has_number(&self, var: Var, number: usize) -> bool {
        self.store.word_at(var, number / 64, self.length) >> (number % 64) & 1 == 1
    }

    /// The number of the only value that `var` had.
    fn only(&self, var: Var) -> Option<usize> {
        let words = self.store.model().plan().spans[var.index()].words();
        let mut only = None;
        for word in words {
            let bits = self.store.word_at(var, word, self.length);
            if bits != 0 {
                if only.is_some() || bits & (bits - 1) != 0 {
                    return None;
                }
                only = Some(word * 64 + bits.trailing_zeros() as usize);
            }
        }
        only
    }

    /// All that was known of the scope: one literal for a variable with one value left, one for
    /// each value that another had lost since the start.
    pub fn everything(&self) -> Vec<Literal> {
        let mut known = Vec::new();
        for &var in self.vars {
            self.add_known(var, &mut known);
        }
        known
    }

    /// Adds the same of one variable alone. Does nothing once a limit is reached.
    pub(crate) fn add_known(&self, var: Var, known: &mut Vec<Literal>) {
        let domain = self.model().domain(var);
        let span = self.model().plan().spans[var.index()];
        if domain.len() <= 1 || !self.goes_on(2 * span.len as usize + 1) {
            return;
        }
        if let Some(only) = self.only(var) {
            known.push(Literal::Is(var, self.model().values().value_at(only)));
            return;
        }
        let start = mask(domain, self.model().values());
        for stride in strides(start.len()) {
            for (word, bits) in stride.clone().map(|i| (span.first as usize + i, start[i])) {
                let gone = bits & !self.store.word_at(var, word, self.length);
                let is_not = |number| Literal::IsNot(var, self.model().values().value_at(number));
                known.extend(ones(word, gone).map(is_not));
            }
            if !self.holds(stride.len() * 4, known.capacity() * size_of::<Literal>()) {
                return;
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
