//! What is to be applied next: a set of numbers that gives its lowest.

/// A set of numbers below a bound, as bits. Above 64 numbers, a second set holds which words of the first are occupied,
/// and so on up to one word.
#[derive(Clone, Debug)]
pub(crate) struct Agenda {
    bits: Vec<u64>,
    /// From the words of `bits` upwards.
    above: Vec<Vec<u64>>,
}

impl Agenda {
    pub(crate) fn new(bound: usize) -> Agenda {
        let bits = vec![0; bound.div_ceil(64).max(1)];
        let mut above = Vec::new();
        let mut words = bits.len();
        while words > 1 {
            words = words.div_ceil(64);
            above.push(vec![0; words]);
        }
        Agenda { bits, above }
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: u32) {
        let index = number as usize / 64;
        let word = &mut self.bits[index];
        let occupied = *word != 0;
        *word |= 1 << (number % 64);
        if !occupied && !self.above.is_empty() {
            self.mark(index);
        }
    }

    /// Notes that word `index` of the bits is occupied.
    fn mark(&mut self, mut index: usize) {
        for level in &mut self.above {
            let word = &mut level[index / 64];
            let occupied = *word != 0;
            *word |= 1 << (index % 64);
            if occupied {
                return;
            }
            index /= 64;
        }
    }

    /// Takes the lowest number out.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        let mut index = 0;
        for level in self.above.iter().rev() {
            let word = level[index];
            if word == 0 {
                return None;
            }
            index = index * 64 + word.trailing_zeros() as usize;
        }
        let word = &mut self.bits[index];
        if *word == 0 {
            return None;
        }
        let number = index as u32 * 64 + word.trailing_zeros();
        *word &= *word - 1;
        if *word == 0 && !self.above.is_empty() {
            self.unmark(index);
        }
        Some(number)
    }

    /// Notes that word `index` of the bits is no longer occupied.
    fn unmark(&mut self, mut index: usize) {
        for level in &mut self.above {
            let word = &mut level[index / 64];
            *word &= !(1 << (index % 64));
            if *word != 0 {
                return;
            }
            index /= 64;
        }
    }

    pub(crate) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use crate::propagation::agenda::Agenda;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn gives_the_lowest_first(bound in 1usize..300_000, picks in prop::collection::vec(any::<u32>(), 0..60)) {
            let mut agenda = Agenda::new(bound);
            let mut twin = BTreeSet::new();
            for (i, pick) in picks.iter().enumerate() {
                agenda.insert(pick % bound as u32);
                twin.insert(pick % bound as u32);
                if i % 3 == 0 {
                    prop_assert_eq!(agenda.pop(), twin.pop_first());
                }
            }
            while let Some(number) = twin.pop_first() {
                prop_assert_eq!(agenda.pop(), Some(number));
            }
            prop_assert_eq!(agenda.pop(), None);
        }
    }
}
