//! Which variable to branch on.

use crate::search::lanes::plan::LanePlan;
use crate::search::lanes::vector::Isa;
use crate::search::lanes::word::{Pack, Word};

/// The brancher: among the variables with two values the one with the most peers that hold one of them, such peers that
/// have two values themselves counting four times; the first of the best. If there is none, the first variable among
/// those with the fewest values.
#[derive(Clone, Debug)]
pub(crate) struct Chooser {
    variables: usize,
    /// How many words there are in a set of variables, a bit each, by position.
    words: usize,
    /// The peers of each variable, as sets one after the other.
    peers: Vec<u64>,
    /// The variables with two values.
    pairs: Vec<u64>,
}

/// What to do with a board at its fixpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice<W> {
    /// Every variable has one value.
    Solved,
    /// Try the values of the variable at this position, lowest first.
    Branch(usize, W),
}

impl Chooser {
    pub(crate) fn new(plan: &LanePlan) -> Self {
        let position = |v: u32| plan.schedule.position[v as usize] as usize;
        let words = plan.variables().div_ceil(64);
        let mut peers = vec![0; words * plan.variables()];
        for v in 0..plan.variables() as u32 {
            let own = &mut peers[position(v) * words..][..words];
            plan.peers(v).iter().for_each(|&peer| own[position(peer) / 64] |= 1 << (position(peer) % 64));
        }
        Chooser { variables: plan.variables(), words, peers, pairs: vec![0; words] }
    }

    /// Chooses on a stored board, no domain of which is empty (except behind the last variable).
    #[inline(always)]
    pub(crate) fn choose<W: Word, const L: usize, I: Isa<W, L>>(
        &mut self,
        isa: I,
        board: &[Pack<W, L>],
    ) -> Choice<W> {
        let best = match self.variables.div_ceil(L) {
            1 => self.choose_small::<W, L, I, 1>(isa, board),
            2 if L >= 32 => self.choose_small::<W, L, I, 2>(isa, board),
            3 if L == 32 => self.choose_small::<W, L, I, 3>(isa, board),
            4 if L == 32 => self.choose_small::<W, L, I, 4>(isa, board),
            _ => self.choose_large(isa, board),
        };
        let Some(best) = best else { return Choice::Solved };
        match best.position().or_else(|| fewest(isa, board)) {
            Some(at) => Choice::Branch(at, board[at / L].0[at % L]),
            None => Choice::Solved,
        }
    }

    /// The best pair, if any variable is open, on boards of `R` packs that hold at most 128 variables.
    #[inline(always)]
    fn choose_small<W: Word, const L: usize, I: Isa<W, L>, const R: usize>(
        &self,
        isa: I,
        board: &[Pack<W, L>],
    ) -> Option<Best> {
        let board: &[Pack<W, L>; R] = board.first_chunk()?;
        let (mut several, mut pairs) = ([0; 2], [0; 2]);
        for (index, pack) in board.iter().enumerate() {
            let more = isa.drop_lowest(isa.load(pack));
            let open = !isa.zeros(more) & lanes(L);
            several[index * L / 64] |= open << (index * L % 64);
            pairs[index * L / 64] |= (open & isa.zeros(isa.drop_lowest(more))) << (index * L % 64);
        }
        if several == [0; 2] {
            return None;
        }
        let mut best = Best::default();
        for word in 0..R.div_ceil(64 / L) {
            let mut left = pairs[word];
            while left != 0 {
                let at = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let pair = isa.splat(board[at / L].0[at % L]);
                let mut apart = [0; 2];
                for (index, pack) in board.iter().enumerate() {
                    apart[index * L / 64] |= isa.zeros(isa.and(isa.load(pack), pair)) << (index * L % 64);
                }
                let (peers, mut score) = (&self.peers[at * self.words..][..R.div_ceil(64 / L)], 0);
                for (word, peers) in peers.iter().enumerate() {
                    score += weigh(peers & !apart[word], pairs[word]);
                }
                best.offer(score, at);
            }
        }
        Some(best)
    }

    /// The best pair, if any variable is open, on boards of any size.
    #[inline(always)]
    fn choose_large<W: Word, const L: usize, I: Isa<W, L>>(
        &mut self,
        isa: I,
        board: &[Pack<W, L>],
    ) -> Option<Best> {
        let mut any = 0;
        for (pairs, packs) in self.pairs.iter_mut().zip(board.chunks_exact(64 / L)) {
            *pairs = 0;
            for (index, pack) in packs.iter().enumerate() {
                let more = isa.drop_lowest(isa.load(pack));
                let open = !isa.zeros(more) & lanes(L);
                *pairs |= (open & isa.zeros(isa.drop_lowest(more))) << (index * L);
                any |= open;
            }
        }
        if any == 0 {
            return None;
        }
        let mut best = Best::default();
        for word in 0..self.words {
            let mut left = self.pairs[word];
            while left != 0 {
                let at = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let pair = isa.splat(board[at / L].0[at % L]);
                let mut score = 0;
                let sets = self.peers[at * self.words..].iter().zip(&self.pairs);
                for (packs, (peers, pairs)) in board.chunks_exact(64 / L).zip(sets) {
                    if *peers == 0 {
                        continue;
                    }
                    let mut apart = 0;
                    for (index, pack) in packs.iter().enumerate() {
                        apart |= isa.zeros(isa.and(isa.load(pack), pair)) << (index * L);
                    }
                    score += weigh(peers & !apart, *pairs);
                }
                best.offer(score, at);
            }
        }
        Some(best)
    }
}

/// What the peers in `hit` are worth.
#[inline(always)]
fn weigh(hit: u64, pairs: u64) -> u32 {
    hit.count_ones() + 3 * (hit & pairs).count_ones()
}

/// The first of the best so far, as one number: the score above the complement of the position. So there is no branch.
#[derive(Clone, Copy, Debug, Default)]
struct Best(u64);

impl Best {
    #[inline(always)]
    fn offer(&mut self, score: u32, at: usize) {
        self.0 = self.0.max(u64::from(score) << 32 | (u64::from(u32::MAX) - at as u64));
    }

    #[inline(always)]
    fn position(self) -> Option<usize> {
        (self.0 != 0).then(|| (u64::from(u32::MAX) - (self.0 & u64::from(u32::MAX))) as usize)
    }
}

/// The first of the open variables with the fewest values, if there is one.
#[inline(always)]
fn fewest<W: Word, const L: usize, I: Isa<W, L>>(isa: I, board: &[Pack<W, L>]) -> Option<usize> {
    // Where there is no pair, there is nearly always a variable with three or four values.
    for dropped in [2, 3] {
        for (index, pack) in board.iter().enumerate() {
            let left = (0..dropped).fold(isa.load(pack), |left, _| isa.drop_lowest(left));
            let fewest = lanes(L) & !isa.zeros(left) & isa.zeros(isa.drop_lowest(left));
            if fewest != 0 {
                return Some(index * L + fewest.trailing_zeros() as usize);
            }
        }
    }
    fewest_of_many(board)
}

/// The same where no variable has two to four values.
#[cold]
fn fewest_of_many<W: Word, const L: usize>(board: &[Pack<W, L>]) -> Option<usize> {
    let sizes = board.iter().flat_map(|pack| pack.0).map(W::count).enumerate();
    sizes.filter(|&(_, size)| size > 1).min_by_key(|&(_, size)| size).map(|(at, _)| at)
}

/// A bit for each of `count` lanes.
#[inline(always)]
pub(crate) fn lanes(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::search::lanes::choose::{fewest, fewest_of_many};
    use crate::search::lanes::vector::Plain;
    use crate::search::lanes::word::Pack;

    proptest! {
        #[test]
        fn the_quick_way_finds_the_same_variable(
            words in prop::collection::vec(any::<u16>(), 1..5 * 8),
            kept in prop::collection::vec(any::<u16>(), 5 * 8),
        ) {
            let word = |at: usize| {
                let word = words.get(at).map_or(0, |word| word & kept[at]);
                // No pair is left there.
                if word.count_ones() == 2 { word & word.wrapping_sub(1) } else { word }
            };
            let board: Vec<Pack<u16, 8>> =
                (0..5).map(|pack| Pack(std::array::from_fn(|lane| word(8 * pack + lane)))).collect();
            prop_assert_eq!(fewest(Plain, &board), fewest_of_many(&board));
        }
    }
}
