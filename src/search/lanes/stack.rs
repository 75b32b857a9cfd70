//! What a lane still has to try: boards at which it branched, each with the values not yet tried.

use crate::search::lanes::word::{Pack, Word};

/// A branching point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Branch<W> {
    /// The position of the variable.
    pub(crate) at: usize,
    /// The values not yet tried; never none.
    pub(crate) values: W,
    /// How many decisions lie above it.
    pub(crate) depth: u32,
}

/// The branching points of one fragment, from the root down. The last part of the fragment, in branch order, is at the
/// bottom: that is where others may take from.
#[derive(Clone, Debug)]
pub(crate) struct Stack<W, const L: usize> {
    /// Boards, each in packs that hold `L` variables, one after the other.
    boards: Vec<Pack<W, L>>,
    branches: Vec<Branch<W>>,
    bottom: usize,
    /// How many decisions led to the board in the lane.
    depth: u32,
    /// How many packs a board has: enough for whole sets of variables, 64 a word.
    stride: usize,
}

impl<W: Word, const L: usize> Stack<W, L> {
    pub(crate) fn new(variables: usize) -> Self {
        Stack {
            boards: Vec::new(),
            branches: Vec::new(),
            bottom: 0,
            depth: 0,
            stride: variables.div_ceil(64) * (64 / L),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.branches.len() == self.bottom
    }

    pub(crate) fn clear(&mut self) {
        self.rewind();
        self.depth = 0;
    }

    /// Lets an empty stack begin at the bottom again.
    fn rewind(&mut self) {
        self.branches.clear();
        self.bottom = 0;
    }

    /// Copies the board of a lane to where the next branching point will keep it.
    #[inline(always)]
    pub(crate) fn save(&mut self, cells: &[Pack<W, L>], lane: usize) {
        let start = self.branches.len() * self.stride;
        if self.boards.len() < start + self.stride {
            self.boards.resize(start + self.stride, Pack::ZERO);
        }
        let lane = lane & (L - 1);
        for (pack, cells) in self.boards[start..start + self.stride].iter_mut().zip(cells.chunks(L)) {
            for (word, cell) in pack.0.iter_mut().zip(cells) {
                *word = cell.0[lane];
            }
        }
    }

    /// The board that was saved last.
    #[inline(always)]
    pub(crate) fn saved(&self) -> &[Pack<W, L>] {
        &self.boards[self.branches.len() * self.stride..][..self.stride]
    }

    /// Makes the board that was saved last a branching point for the variable at `at`.
    pub(crate) fn push(&mut self, at: usize, values: W) {
        self.branches.push(Branch { at, values, depth: self.depth });
        self.depth += 1;
    }

    /// How many decisions lie above the bottom branching point.
    pub(crate) fn bottom_depth(&self) -> Option<u32> {
        self.branches.get(self.bottom).map(|branch| branch.depth)
    }

    /// Whether the top branching point, which must be there, has one value left.
    #[inline(always)]
    pub(crate) fn is_forced(&self) -> bool {
        let values = self.branches[self.branches.len() - 1].values;
        values & values.less_one() == W::ZERO
    }

    /// The bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.boards.capacity() * size_of::<Pack<W, L>>() + self.branches.capacity() * size_of::<Branch<W>>()
    }

    /// Puts the board of the top branching point into a lane, with the next value.
    #[inline(always)]
    pub(crate) fn retry(&mut self, cells: &mut [Pack<W, L>], lane: usize) {
        let top = self.branches.len() - 1;
        let lane = lane & (L - 1);
        for (pack, cells) in self.boards[top * self.stride..][..self.stride].iter().zip(cells.chunks_mut(L)) {
            for (word, cell) in pack.0.iter().zip(cells) {
                cell.0[lane] = *word;
            }
        }
        let Branch { at, values, depth } = self.branches[top];
        self.depth = depth + 1;
        let rest = values & values.less_one();
        cells[at].0[lane] = values & !rest;
        self.branches[top].values = rest;
        if rest == W::ZERO {
            self.branches.pop();
        }
        if self.is_empty() {
            self.rewind();
        }
    }

    /// Moves the bottom branching point to another, empty stack.
    pub(crate) fn give(&mut self, thief: &mut Self) {
        thief.clear();
        if thief.boards.len() < self.stride {
            thief.boards.resize(self.stride, Pack::ZERO);
        }
        thief.boards[..self.stride].copy_from_slice(&self.boards[self.bottom * self.stride..][..self.stride]);
        thief.branches.push(self.branches[self.bottom]);
        self.bottom += 1;
        if self.is_empty() {
            self.rewind();
        }
    }
}
