//! What is to be applied next: a set of numbers that gives its lowest.

/// A set of numbers below a bound, as bits, with a bit a word in the level above, and so on up to one word.
#[derive(Clone, Debug)]
pub(crate) struct Agenda {
    levels: Vec<Vec<u64>>,
}

impl Agenda {
    pub(crate) fn new(bound: usize) -> Agenda {
        let mut levels = vec![vec![0; bound.div_ceil(64).max(1)]];
        while let Some(below) = levels.last().map(Vec::len)
            && below > 1
        {
            levels.push(vec![0; below.div_ceil(64)]);
        }
        Agenda { levels }
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: u32) {
        let mut index = number as usize;
        for level in &mut self.levels {
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
        for level in self.levels.iter().rev() {
            let word = level[index];
            if word == 0 {
                return None;
            }
            index = index * 64 + word.trailing_zeros() as usize;
        }
        let number = index as u32;
        for level in &mut self.levels {
            let word = &mut level[index / 64];
            *word &= !(1 << (index % 64));
            if *word != 0 {
                break;
            }
            index /= 64;
        }
        Some(number)
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
