//! Which sets of values some variables can take that all differ: dynamic programming over the subsets of a small universe,
//! 64 of them a word.

use smallvec::{SmallVec, smallvec};

/// The largest universe.
pub(crate) const MOST: usize = 16;

/// For each of the first six members, the bits of the subsets that hold it.
pub(crate) const HOLDING: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// How many words hold a bit for each subset.
pub(crate) fn words(universe: usize) -> usize {
    1 << universe.saturating_sub(6)
}

/// The sets that the first variables take together, for each number of variables. Bit `s` stands for the set whose
/// members are the bits of `s`.
pub(crate) struct Subsets {
    words: usize,
    families: SmallVec<[u64; 32]>,
    domains: SmallVec<[u32; 8]>,
    /// The variables by the sizes of their domains: small ones first keep the families small.
    order: SmallVec<[u8; 8]>,
}

impl Subsets {
    /// For variables with these domains, bits of a universe of so many members.
    pub(crate) fn new(universe: usize, domains: &[u32]) -> Subsets {
        debug_assert!(universe <= MOST && domains.len() <= universe);
        let words = words(universe);
        let mut order: SmallVec<[u8; 8]> = (0..domains.len() as u8).collect();
        order.sort_by_key(|&i| domains[i as usize].count_ones());
        let mut families = smallvec![0; words * (domains.len() + 1)];
        families[0] = 1;
        for (i, &place) in order.iter().enumerate() {
            let (before, after) = families[i * words..(i + 2) * words].split_at_mut(words);
            for member in members(domains[place as usize]) {
                add(before, member, after);
            }
        }
        Subsets { words, families, domains: domains.into(), order }
    }

    /// The same in the order given, where `check` is told after how many variables which sets there are, and leaves those
    /// that may be; none if none is left in the end.
    pub(crate) fn stepwise(
        universe: usize,
        domains: &[u32],
        mut check: impl FnMut(usize, &mut [u64]),
    ) -> Option<Subsets> {
        debug_assert!(universe <= MOST && domains.len() <= universe);
        let words = words(universe);
        let mut families: SmallVec<[u64; 32]> = smallvec![0; words * (domains.len() + 1)];
        families[0] = 1;
        check(0, &mut families[..words]);
        for (i, &domain) in domains.iter().enumerate() {
            let (before, after) = families[i * words..(i + 2) * words].split_at_mut(words);
            for member in members(domain) {
                add(before, member, after);
            }
            check(i + 1, after);
        }
        let order = (0..domains.len() as u8).collect();
        let mut sets = Subsets { words, families, domains: domains.into(), order };
        sets.last().iter().any(|&word| word != 0).then_some(sets)
    }

    /// The sets that all variables take together.
    pub(crate) fn last(&mut self) -> &mut [u64] {
        let start = self.words * self.domains.len();
        &mut self.families[start..]
    }

    /// What is left of the domains with the sets that [`last`](Subsets::last) was left with; none if that is none.
    pub(crate) fn supported(&mut self) -> Option<SmallVec<[u32; 8]>> {
        let mut kept: SmallVec<[u32; 8]> = smallvec![0; self.domains.len()];
        let mut pre: SmallVec<[u64; 16]> = smallvec![0; self.words];
        if self.last().iter().all(|&word| word == 0) {
            return None;
        }
        for (i, &place) in self.order.iter().enumerate().rev() {
            let (before, after) =
                self.families[i * self.words..(i + 2) * self.words].split_at_mut(self.words);
            pre.fill(0);
            for member in members(self.domains[place as usize]) {
                if take(after, member, before, &mut pre) {
                    kept[place as usize] |= 1 << member;
                }
            }
            before.copy_from_slice(&pre);
        }
        Some(kept)
    }
}

/// The bits of a set of members.
pub(crate) fn members(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(member)
    })
}

/// Adds to `to` the sets of `from` that do not hold `member`, with it.
fn add(from: &[u64], member: usize, to: &mut [u64]) {
    match HOLDING.get(member) {
        Some(holding) => {
            for (to, from) in to.iter_mut().zip(from) {
                *to |= (from & !holding) << (1 << member);
            }
        }
        None => {
            let step = 1 << (member - 6);
            for word in (0..from.len()).filter(|word| word & step == 0) {
                to[word | step] |= from[word];
            }
        }
    }
}

/// Adds to `to` the sets of `with` that do not hold `member` and with it are in `from`. Tells whether there were any.
fn take(from: &[u64], member: usize, with: &[u64], to: &mut [u64]) -> bool {
    let mut any = 0;
    match HOLDING.get(member) {
        Some(holding) => {
            for ((to, from), with) in to.iter_mut().zip(from).zip(with) {
                let found = (from & holding) >> (1 << member) & with;
                any |= found;
                *to |= found;
            }
        }
        None => {
            let step = 1 << (member - 6);
            for word in (0..from.len()).filter(|word| word & step == 0) {
                let found = from[word | step] & with[word];
                any |= found;
                to[word] |= found;
            }
        }
    }
    any != 0
}

/// The sums of all subsets of a few values, in two tables: of the first six and of the others.
pub(crate) struct Sums {
    low: [i64; 64],
    high: SmallVec<[i64; 8]>,
}

impl Sums {
    pub(crate) fn of(values: impl Iterator<Item = i64>) -> Sums {
        let mut sums = Sums { low: [0; 64], high: SmallVec::from_slice(&[0]) };
        for (i, value) in values.enumerate() {
            if i < 6 {
                for set in 0..1 << i {
                    sums.low[set | 1 << i] = sums.low[set] + value;
                }
            } else {
                for set in 0..sums.high.len() {
                    let sum = sums.high[set] + value;
                    sums.high.push(sum);
                }
            }
        }
        sums
    }

    #[inline]
    pub(crate) fn get(&self, set: usize) -> i64 {
        self.low[set % 64] + self.high[set / 64]
    }
}
