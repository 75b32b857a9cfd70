//! Numbers for what is open at the root: a slot for each value of each variable that is not fixed there.

use crate::model::budget::{Budget, StopReason};
use crate::model::ids::{Literal, Var};
use crate::search::learning::literal::Lit;
use crate::store::store::{Store, ones};

/// What is known of one word of the store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    /// The values that were open at the root; none where the variable was fixed.
    pub(crate) mask: u64,
    /// The slot of the lowest of them.
    pub(crate) base: u32,
    pub(crate) var: u32,
}

impl Word {
    /// The slot of bit `bit`, which is in the mask.
    #[inline]
    pub(crate) fn slot(self, bit: u32) -> u32 {
        self.base + (self.mask & ((1 << bit) - 1)).count_ones()
    }
}

/// The slots, by variable and then by value.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    /// By the place of the word in the store.
    words: Vec<Word>,
    /// The variable and the number of the value, by slot.
    vars: Vec<u32>,
    numbers: Vec<u32>,
    /// The first slot of each variable, and the end.
    starts: Vec<u32>,
}

impl Slots {
    /// More slots than that have no number: building their groups takes a second and some hundred megabytes. Plain search
    /// takes such models.
    pub(crate) const MOST: u64 = 1 << 22;

    /// What learning search takes for a slot at least, all in.
    const BYTES: u64 = 64;

    /// How many slots there would be.
    pub(crate) fn count(store: &Store) -> u64 {
        let open = store.model().vars().filter(|&var| !store.is_fixed(var));
        open.map(|var| store.size(var) as u64).sum()
    }

    /// Numbers what is open in `store` now.
    pub(crate) fn new(store: &Store, budget: &mut Budget) -> Result<Slots, StopReason> {
        let plan = store.model().plan();
        let total = Slots::count(store) as usize;
        budget.poll(|| store.bytes() + total as u64 * Slots::BYTES)?;
        let mut slots = Slots {
            words: Vec::with_capacity(plan.domain_words),
            vars: Vec::with_capacity(total),
            numbers: Vec::with_capacity(total),
            starts: Vec::with_capacity(plan.spans.len() + 1),
        };
        for var in store.model().vars() {
            slots.starts.push(slots.vars.len() as u32);
            for word in plan.spans[var.index()].words() {
                let mask = if store.is_fixed(var) { 0 } else { store.word(var, word) };
                slots.words.push(Word { mask, base: slots.vars.len() as u32, var: var.0 });
                for number in ones(word, mask) {
                    slots.vars.push(var.0);
                    slots.numbers.push(number as u32);
                }
                budget.spend(1, || store.bytes())?;
            }
        }
        slots.starts.push(slots.vars.len() as u32);
        Ok(slots)
    }

    pub(crate) fn len(&self) -> usize {
        self.vars.len()
    }

    pub(crate) fn variables(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    pub(crate) fn word(&self, place: u32) -> Word {
        self.words[place as usize]
    }

    #[inline]
    pub(crate) fn var(&self, slot: u32) -> Var {
        Var(self.vars[slot as usize])
    }

    #[inline]
    pub(crate) fn number(&self, slot: u32) -> usize {
        self.numbers[slot as usize] as usize
    }

    /// The slots of a variable; none if it was fixed at the root.
    #[inline]
    pub(crate) fn of(&self, var: Var) -> std::ops::Range<u32> {
        self.starts[var.index()]..self.starts[var.index() + 1]
    }

    /// The slot of a variable and a value.
    #[inline]
    pub(crate) fn find(&self, store: &Store, var: Var, number: usize) -> Option<u32> {
        let place = store.model().plan().spans[var.index()].place(number / 64)?;
        let word = self.words[place];
        let bit = (number % 64) as u32;
        (word.mask >> bit & 1 == 1).then(|| word.slot(bit))
    }

    /// The slot that a literal of the model speaks of.
    pub(crate) fn of_literal(&self, store: &Store, literal: Literal) -> Option<u32> {
        let number = store.model().values().number_of(literal.value())?;
        self.find(store, literal.var(), number)
    }

    /// What a literal says of the model.
    pub(crate) fn literal(&self, store: &Store, lit: Lit) -> Literal {
        let value = store.model().values().value_at(self.number(lit.slot()));
        let var = self.var(lit.slot());
        if lit.is_positive() { Literal::Is(var, value) } else { Literal::IsNot(var, value) }
    }

    /// The slot of the only value that `var` has left.
    #[inline]
    pub(crate) fn only(&self, store: &Store, var: Var) -> Option<u32> {
        let number = store.numbers(var).next()?;
        self.find(store, var, number)
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.words.capacity() * size_of::<Word>()
            + (self.vars.capacity() + self.numbers.capacity() + self.starts.capacity()) * 4) as u64
    }
}
