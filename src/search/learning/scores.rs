//! Activities of slots, and a heap that gives the most active (EVSIDS; Moskewicz et al., *Chaff*, DAC 2001; Eén and
//! Sörensson, *An extensible SAT-solver*, SAT 2003).

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Scores with a heap of slots. Equal scores go by number, so the order never depends on the past of the heap.
#[derive(Clone, Debug)]
pub(crate) struct Scores {
    scores: Vec<f64>,
    /// What a bump adds; it grows, which makes old bumps fade.
    step: f64,
    heap: Vec<u32>,
    /// Where a slot is in the heap, or [`OUT`].
    places: Vec<u32>,
}

const OUT: u32 = u32::MAX;
const LARGE: f64 = 1e150;
/// Brings a random number of 32 bits below a thousandth of a bump.
const SMALL: f64 = 1.0 / (1u64 << 42) as f64;

impl Scores {
    /// All scores are zero (or, with a seed, random and small), and all slots in the heap.
    pub(crate) fn new(slots: usize, seed: Option<u64>) -> Scores {
        let mut scores = Scores {
            scores: vec![0.0; slots],
            step: 1.0,
            heap: (0..slots as u32).collect(),
            places: (0..slots as u32).collect(),
        };
        if let Some(seed) = seed {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            for score in &mut scores.scores {
                *score = f64::from(random.next_u32()) * SMALL;
            }
            scores.order();
        }
        scores
    }

    #[inline]
    pub(crate) fn get(&self, slot: u32) -> f64 {
        self.scores[slot as usize]
    }

    pub(crate) fn bump(&mut self, slot: u32) {
        let score = &mut self.scores[slot as usize];
        *score += self.step;
        if *score > LARGE {
            self.scale();
        }
        let place = self.places[slot as usize];
        if place != OUT {
            self.up(place as usize);
        }
    }

    /// Lets all earlier bumps fade by `factor`, which is below 1.
    pub(crate) fn fade(&mut self, factor: f64) {
        self.step /= factor;
        if self.step > LARGE {
            self.scale();
        }
    }

    fn scale(&mut self) {
        for score in &mut self.scores {
            *score *= 1.0 / LARGE;
        }
        self.step *= 1.0 / LARGE;
        // Scores that have become equal may stand in another order.
        self.order();
    }

    /// Builds the heap anew.
    fn order(&mut self) {
        for place in (0..self.heap.len() / 2).rev() {
            self.down(place);
        }
    }

    /// Puts a slot in the heap, if it is not there.
    #[inline]
    pub(crate) fn insert(&mut self, slot: u32) {
        if self.places[slot as usize] == OUT {
            self.places[slot as usize] = self.heap.len() as u32;
            self.heap.push(slot);
            self.up(self.heap.len() - 1);
        }
    }

    /// Takes out the slot with the highest score.
    pub(crate) fn pop(&mut self) -> Option<u32> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.places[top as usize] = OUT;
        if last != top {
            self.heap[0] = last;
            self.places[last as usize] = 0;
            self.down(0);
        }
        Some(top)
    }

    #[inline]
    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.scores[a as usize], self.scores[b as usize]);
        x > y || x == y && a < b
    }

    fn up(&mut self, mut place: usize) {
        let slot = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            let other = self.heap[parent];
            if !self.before(slot, other) {
                break;
            }
            self.heap[place] = other;
            self.places[other as usize] = place as u32;
            place = parent;
        }
        self.heap[place] = slot;
        self.places[slot as usize] = place as u32;
    }

    fn down(&mut self, mut place: usize) {
        let slot = self.heap[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            let other = self.heap[child];
            if !self.before(other, slot) {
                break;
            }
            self.heap[place] = other;
            self.places[other as usize] = place as u32;
            place = child;
        }
        self.heap[place] = slot;
        self.places[slot as usize] = place as u32;
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.scores.capacity() * 8 + (self.heap.capacity() + self.places.capacity()) * 4) as u64
    }
}

#[cfg(test)]
mod tests {
    use crate::search::learning::scores::Scores;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn gives_the_most_active_first(bumps in prop::collection::vec(0u32..20, 0..80)) {
            let mut scores = Scores::new(20, None);
            for slot in bumps {
                scores.bump(slot);
                scores.fade(0.9);
                if slot % 3 == 0 {
                    let top = scores.pop().unwrap();
                    scores.insert(top);
                }
            }
            let order: Vec<u32> = std::iter::from_fn(|| scores.pop()).collect();
            prop_assert_eq!(order.len(), 20);
            let falls = |pair: &[u32]| {
                let (a, b) = (scores.get(pair[0]), scores.get(pair[1]));
                a > b || a == b && pair[0] < pair[1]
            };
            prop_assert!(order.windows(2).all(falls));
        }
    }
}
