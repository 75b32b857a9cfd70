//! The fixpoint of naked singles, hidden singles and, if asked, locked candidates, on value boards.
//!
//! Each rule only ever removes, and removes no less from smaller domains; so the fixpoint is the same in whatever
//! order they run, and so is whether it is a dead end.

use crate::search::value_major::bits;
use crate::search::value_major::blocks::{Block, Lanes};
use crate::search::value_major::tables::{Class, Tables};

/// Which rules the closure applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Closure {
    /// Naked and hidden singles.
    #[cfg(test)]
    Singles,
    /// Naked and hidden singles, and locked candidates: if all places of a value in a permutation region lie in
    /// another region too, it goes from the rest of that one.
    Locked,
}

/// The state of one instance.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Frame<const W: usize, const V: usize, const R: usize> {
    /// A board a value. A variable that is placed keeps its bit on the board of its value.
    pub(crate) boards: [[u64; W]; V],
    /// The variables whose value was taken from their peers.
    pub(crate) placed: [u64; W],
    /// For each value the permutation regions where it is not placed.
    pub(crate) open: [[u64; R]; V],
}

/// What one pass over all boards tells of every variable.
#[derive(Debug)]
struct Census<const W: usize> {
    /// It has a value.
    once: [u64; W],
    /// It has two values or more.
    twice: [u64; W],
    /// The *or* of its values: plane *k* has bit *k* of them.
    planes: [[u64; W]; 6],
}

/// All ones where a number has a bit. A table, because the compiler makes worse of the expression.
pub(crate) static BIT_MASKS: [[u64; 4]; 16] = {
    let mut masks = [[0; 4]; 16];
    let mut i = 0;
    while i < 64 {
        masks[i / 4][i % 4] = ((i / 4) as u64 >> (i % 4) & 1).wrapping_neg();
        i += 1;
    }
    masks
};

impl<const W: usize> Census<W> {
    /// The value of the variable at `bit`, if it has one only.
    #[inline(always)]
    fn value<L: Lanes, const V: usize>(&self, lanes: L, bit: usize) -> usize {
        let mut v = 0;
        for k in 0..V.trailing_zeros() as usize {
            v |= lanes.bit(self.planes[k][bit / 64], bit as u32 % 64) << k;
        }
        v as usize % V
    }
}

/// Brings `frame` to its fixpoint; `dirty` has the values whose board may have changed since the last. `false` if it
/// is a dead end. Writes into `values` the value of each variable that it places, by bit: a variable placed before
/// keeps what was written then, for nothing else is placed there until its frame is left.
#[inline(always)]
pub(crate) fn close<
    L: Lanes,
    const W: usize,
    const K: usize,
    const B: u32,
    const V: usize,
    const R: usize,
>(
    lanes: L,
    tables: &Tables<W, K, B, V, R>,
    frame: &mut Frame<W, V, R>,
    values: &mut [[u8; 64]; W],
    mut dirty: u64,
    closure: Closure,
) -> bool {
    // Most models have one class: no need to look it up.
    let sole = if let [class] = &tables.classes[..] { Some(class) } else { None };
    // The values to look at for locked candidates, once the singles are at their fixpoint.
    let mut pending = 0u64;
    let mut own = [[0; W]; V];
    let mut singles = [[0; R]; V];
    let locking = if closure == Closure::Locked { u64::MAX } else { 0 };
    loop {
        loop {
            let census = frame.census(tables.values);
            if census.once != tables.full {
                return false;
            }
            let naked = bits::without(&bits::without(&census.once, &census.twice), &frame.placed);
            if lanes.any(&naked) == 0 {
                break;
            }
            bits::add(&mut frame.placed, &naked);
            bits::for_each(&naked, |bit| {
                let v = census.value::<L, V>(lanes, bit);
                values[bit / 64 % W][bit % 64] = v as u8;
                let class = sole.unwrap_or_else(|| tables.class(v));
                dirty |= frame.place(lanes, class, v, bit) << v;
            });
        }
        if dirty | pending == 0 {
            return true;
        }
        pending |= dirty & locking;
        let sweep = std::mem::take(&mut dirty);
        let mut claimed = [0; W];
        for class in &tables.classes {
            let mut rest = sweep & class.values;
            let mut hits = 0;
            while rest != 0 {
                let v = rest.trailing_zeros() as usize % V;
                rest &= rest - 1;
                singles[v] = frame.hidden::<L, K, B>(lanes, class, v);
                hits |= lanes.any(&singles[v]) << v;
            }
            while hits != 0 {
                let v = hits.trailing_zeros() as usize % V;
                hits &= hits - 1;
                let Some(found) = frame.place_all(class, values, v, &singles[v]) else { return false };
                dirty |= lanes.any(&bits::without(&found.1, &frame.boards[v])) << v;
                let found = found.0;
                if lanes.any(&bits::and(&claimed, &found)) != 0 {
                    return false;
                }
                bits::add(&mut claimed, &found);
                own[v] = found;
            }
        }
        if lanes.any(&claimed) != 0 {
            bits::add(&mut frame.placed, &claimed);
            for (u, (board, own)) in frame.boards[..tables.values].iter_mut().zip(&mut own).enumerate() {
                let gone = bits::without(&bits::and(board, &claimed), own);
                dirty |= lanes.any(&gone) << u;
                bits::take(board, &gone);
                *own = [0; W];
            }
            continue;
        }
        for class in &tables.classes {
            let mut rest = pending & class.values;
            while rest != 0 {
                let v = rest.trailing_zeros() as usize % V;
                rest &= rest - 1;
                let gone = frame.locked::<L, K, B>(lanes, class, v);
                dirty |= lanes.any(&gone) << v;
                bits::take(&mut frame.boards[v], &gone);
            }
        }
        pending = 0;
    }
}

impl<const W: usize, const V: usize, const R: usize> Frame<W, V, R> {
    /// Nothing at all.
    pub(crate) fn empty() -> Self {
        Frame { boards: [[0; W]; V], placed: [0; W], open: [[0; R]; V] }
    }

    /// Counts the values of all variables, four boards at a time (those above `values` are empty).
    #[inline(always)]
    fn census(&self, values: usize) -> Census<W> {
        let mut census = Census { once: [0; W], twice: [0; W], planes: [[0; W]; 6] };
        let fours: &[[[u64; W]; 4]] = self.boards.as_chunks().0;
        let count = values.div_ceil(4);
        for (i, [a, b, c, d]) in fours.iter().enumerate() {
            if i == count {
                break;
            }
            for w in 0..W {
                let (low, high) = (a[w] | b[w], c[w] | d[w]);
                let any = low | high;
                let two = (a[w] & b[w]) | (c[w] & d[w]) | (low & high);
                census.twice[w] |= two | (census.once[w] & any);
                census.once[w] |= any;
                census.planes[0][w] |= b[w] | d[w];
                census.planes[1][w] |= high;
                for k in 2..V.trailing_zeros() as usize {
                    if i >> (k - 2) & 1 == 1 {
                        census.planes[k][w] |= any;
                    }
                }
            }
        }
        census
    }

    /// Takes the variables of `set` from every board but that of `v`. Gives the values that changed.
    #[inline(always)]
    pub(crate) fn claim<L: Lanes>(&mut self, lanes: L, values: usize, set: &[u64; W], v: usize) -> u64 {
        let mut changed = 0;
        let own = self.boards[v];
        for (u, board) in self.boards[..values].iter_mut().enumerate() {
            changed |= lanes.any(&bits::and(board, set)) << u;
            bits::take(board, set);
        }
        self.boards[v] = own;
        changed & !(1 << v)
    }

    /// Takes `v` from the peers of the variable at `bit`, which has that value. Gives 1 if the board changed.
    ///
    /// If the variable has lost its value to a peer before, it has no value left now: the next census tells.
    #[inline(always)]
    fn place<L: Lanes, const K: usize>(
        &mut self,
        lanes: L,
        class: &Class<W, K, R>,
        v: usize,
        bit: usize,
    ) -> u64 {
        let seat = &class.seats[bit];
        for (open, regions) in self.open[v].iter_mut().zip(&seat.regions) {
            *open &= !regions;
        }
        let board = &mut self.boards[v];
        let changed = lanes.any(&bits::and(board, &seat.peers));
        bits::take(board, &seat.peers);
        changed
    }

    /// The regions where `v` is not placed and has one place at most.
    #[inline(always)]
    fn hidden<L: Lanes, const K: usize, const B: u32>(
        &self,
        lanes: L,
        class: &Class<W, K, R>,
        v: usize,
    ) -> [u64; R] {
        let chunks = splat::<L, W, K, B>(lanes, &self.boards[v]);
        let lane_count = 512 / B as usize;
        let mut singles = [0; R];
        for (i, group) in class.groups.iter().enumerate() {
            let (folded, carry) = fold::<L, K, B>(lanes, &chunks, group);
            let mut one = lanes.at_most_one::<B>(folded);
            if B == 64 {
                one &= lanes.zeros::<B>(carry);
            }
            singles[i * lane_count / 64 % R] |= one << (i * lane_count % 64);
        }
        for (singles, open) in singles.iter_mut().zip(&self.open[v]) {
            *singles &= open;
        }
        singles
    }

    /// Places `v` in the regions of `singles`, where it has one place at most. Gives the variables, and the board as
    /// it was; `None` if a region has no place.
    #[inline(always)]
    fn place_all<const K: usize>(
        &mut self,
        class: &Class<W, K, R>,
        values: &mut [[u8; 64]; W],
        v: usize,
        singles: &[u64; R],
    ) -> Option<([u64; W], [u64; W])> {
        let before = self.boards[v];
        let mut board = before;
        let mut open = self.open[v];
        let mut found = [0; W];
        for r in 0..R {
            let mut new = singles[r] & open[r];
            while new != 0 {
                let place = bits::and(&board, &class.masks[r * 64 + new.trailing_zeros() as usize]);
                let bit = bits::lowest(&place)?;
                values[bit / 64 % W][bit % 64] = v as u8;
                bits::add(&mut found, &place);
                let seat = &class.seats[bit];
                bits::take(&mut board, &seat.peers);
                for (open, regions) in open.iter_mut().zip(&seat.regions) {
                    *open &= !regions;
                }
                new &= open[r];
            }
        }
        self.boards[v] = board;
        self.open[v] = open;
        Some((found, before))
    }

    /// What locked candidates remove from the board of `v`.
    #[inline(always)]
    fn locked<L: Lanes, const K: usize, const B: u32>(
        &self,
        lanes: L,
        class: &Class<W, K, R>,
        v: usize,
    ) -> [u64; W] {
        let board = &self.boards[v];
        let chunks = splat::<L, W, K, B>(lanes, board);
        let lane_count = 512 / B as usize;
        let mut gone = [0; W];
        for (i, groups) in class.pairs.chunks(64 / lane_count).enumerate() {
            let mut uneven = 0;
            for (j, [first, second]) in groups.iter().enumerate() {
                let first = fold_plain::<L, K>(lanes, &chunks, first);
                let second = fold_plain::<L, K>(lanes, &chunks, second);
                uneven |= lanes.one_zero::<B>(first, second) << (j * lane_count);
            }
            while uneven != 0 {
                let bit = uneven.trailing_zeros();
                uneven &= uneven - 1;
                let [first, second] = &class.pair_masks[i * 64 + bit as usize];
                let (first, second) = (bits::and(board, first), bits::and(board, second));
                if bits::is_empty(&first) {
                    bits::add(&mut gone, &second);
                } else if class.both[i] >> bit & 1 == 1 {
                    bits::add(&mut gone, &first);
                }
            }
        }
        gone
    }
}

/// Each chunk of a board in all lanes.
#[inline(always)]
fn splat<L: Lanes, const W: usize, const K: usize, const B: u32>(lanes: L, board: &[u64; W]) -> [L::V; K] {
    let mut chunks = [lanes.zero(); K];
    for (k, chunk) in chunks.iter_mut().enumerate() {
        *chunk = lanes.splat::<W, B>(board, k);
    }
    chunks
}

/// The *or* of the chunks under the masks of a group; for 64-bit lanes also what two chunks have in common.
#[inline(always)]
fn fold<L: Lanes, const K: usize, const B: u32>(
    lanes: L,
    chunks: &[L::V; K],
    group: &[Block; K],
) -> (L::V, L::V) {
    if B != 64 {
        return (fold_plain::<L, K>(lanes, chunks, group), lanes.zero());
    }
    let mut folded = lanes.and(chunks[0], &group[0]);
    let mut carry = lanes.zero();
    for k in 1..K {
        let part = lanes.and(chunks[k], &group[k]);
        carry = lanes.either(carry, lanes.both(folded, part));
        folded = lanes.either(folded, part);
    }
    (folded, carry)
}

#[inline(always)]
fn fold_plain<L: Lanes, const K: usize>(lanes: L, chunks: &[L::V; K], group: &[Block; K]) -> L::V {
    let mut folded = lanes.and(chunks[0], &group[0]);
    for k in 1..K {
        folded = lanes.either(folded, lanes.and(chunks[k], &group[k]));
    }
    folded
}
