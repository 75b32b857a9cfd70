//! Solutions without search: where every open variable has two values left and stands in permutation regions only.
//!
//! At a fixpoint of the singles each value of such a region that is not placed has two places or more, and each open
//! variable has two values: so each value has exactly two. One variable's choice then decides for its partner, and so on
//! through a *component*; either that contradicts itself (the component has a ring of odd length), or it has just two
//! states, with the same values in every region. So the solutions are all combinations of states: two to the number of
//! components.

use crate::search::value_major::bits;
use crate::search::value_major::closure::Frame;

/// The components of a leaf, and which combination of their states stands.
#[derive(Debug, Default)]
pub(crate) struct Leaf {
    /// Variables, component by component, and the value that each has in the other state.
    pub(crate) others: Vec<(u32, u8)>,
    /// Where each component ends.
    pub(crate) ends: Vec<usize>,
    /// How often a component was flipped.
    flips: u64,
}

impl Leaf {
    /// No component: there is nothing to flip.
    pub(crate) fn clear(&mut self) {
        self.others.clear();
        self.ends.clear();
        self.flips = 0;
    }

    /// The variables of a component, and the values of its other state.
    pub(crate) fn component(&self, number: usize) -> &[(u32, u8)] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.others[start..self.ends[number]]
    }

    /// How many decisions lead to the first solution, one for each component; a search that tries one state of a component
    /// after the other, the last one first, makes [`price`](Leaf::price) more for the next one, and one less than there are
    /// solutions for all.
    pub(crate) fn decisions(&self) -> u64 {
        self.ends.len() as u64
    }

    /// How many decisions lead to the next solution: those of the components that begin anew.
    pub(crate) fn price(&self) -> u64 {
        u64::from((self.flips + 1).trailing_zeros())
    }

    /// How many decisions led to so many further solutions, the sum of their prices.
    fn spent(flips: u64) -> u64 {
        flips - u64::from(flips.count_ones())
    }

    /// Leaves out up to `most` further solutions, as many as `nodes` decisions lead to, without going through them. Gives how
    /// many, and their price. [`flip`](Leaf::flip) is of no use after that.
    pub(crate) fn skip(&mut self, most: u64, nodes: u64) -> (u64, u64) {
        let price = |taken: u64| Leaf::spent(self.flips + taken) - Leaf::spent(self.flips);
        let (mut taken, mut above) = (0, self.left().min(most));
        while taken < above {
            let half = above - (above - taken) / 2;
            if price(half) <= nodes {
                taken = half;
            } else {
                above = half - 1;
            }
        }
        let price = price(taken);
        self.flips += taken;
        (taken, price)
    }

    /// How many further solutions there are, or the largest number if there are more.
    pub(crate) fn left(&self) -> u64 {
        let all = u32::try_from(self.ends.len()).ok().and_then(|count| 1u64.checked_shl(count));
        all.unwrap_or(u64::MAX).saturating_sub(1).saturating_sub(self.flips)
    }

    /// Turns `solution` into the next one, in the order of the reflected binary code: one component changes, the first one
    /// each second time. Gives which; none if that was the last solution.
    #[inline]
    pub(crate) fn flip(&mut self, solution: &mut [u8]) -> Option<usize> {
        let number = (self.flips + 1).trailing_zeros() as usize;
        let end = *self.ends.get(number)?;
        self.flips += 1;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        for (var, other) in &mut self.others[start..end] {
            std::mem::swap(&mut solution[*var as usize], other);
        }
        Some(number)
    }

    /// Finds the components of `frame`, whose open variables have two values each and stand in permutation regions only,
    /// the one of the lowest bit first. Writes for each open variable its value in the first state of its component, where
    /// the variable of the lowest bit has its lowest value. `false` if there is no solution.
    #[inline(never)]
    pub(crate) fn find<const W: usize, const V: usize, const R: usize>(
        &mut self,
        frame: &Frame<W, V, R>,
        open: &[u64; W],
        (peers, var_of): (&[[u64; W]], &[u32]),
        values: &mut [[u8; 64]; W],
    ) -> bool {
        self.clear();
        // Where a value is the lower one of two; and both values of each variable.
        let mut lower = [[0; W]; V];
        let mut both = [[[0; 2]; 64]; W];
        let mut seen = [0; W];
        for (v, lower) in lower.iter_mut().enumerate() {
            let here = bits::and(&frame.boards[v], open);
            *lower = bits::without(&here, &seen);
            bits::for_each(lower, |bit| both[bit / 64 % W][bit % 64][0] = v as u8);
            bits::for_each(&bits::and(&here, &seen), |bit| both[bit / 64 % W][bit % 64][1] = v as u8);
            bits::add(&mut seen, &here);
        }
        // What has its lower value in the first state, and what has its higher one.
        let (mut low, mut high) = ([0; W], [0; W]);
        let mut rest = *open;
        while let Some(root) = bits::lowest(&rest) {
            let mut next = bits::only(root);
            bits::add(&mut low, &next);
            while let Some(bit) = bits::lowest(&next) {
                let only = bits::only(bit);
                bits::take(&mut next, &only);
                bits::take(&mut rest, &only);
                let [a, b] = both[bit / 64 % W][bit % 64];
                let (first, second) = if bits::has(&low, bit) { (a, b) } else { (b, a) };
                values[bit / 64 % W][bit % 64] = first;
                self.others.push((var_of[bit], second));
                let (first, second) = (first as usize % V, second as usize % V);
                let near = bits::and(&peers[bit], open);
                // Who could have the same value in one state has it in the other.
                let same_first = bits::and(&near, &frame.boards[first]);
                let same_second = bits::and(&near, &frame.boards[second]);
                let mut turned = bits::without(&same_first, &lower[first]);
                bits::add(&mut turned, &bits::and(&same_second, &lower[second]));
                bits::add(&mut low, &turned);
                let mut kept = bits::and(&same_first, &lower[first]);
                bits::add(&mut kept, &bits::without(&same_second, &lower[second]));
                bits::add(&mut high, &kept);
                bits::add(&mut next, &bits::and(&rest, &same_first));
                bits::add(&mut next, &bits::and(&rest, &same_second));
            }
            if !bits::is_empty(&bits::and(&low, &high)) {
                self.clear();
                return false;
            }
            self.ends.push(self.others.len());
        }
        true
    }
}
