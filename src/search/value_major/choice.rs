//! The variable and the value to try next, at a fixpoint that is neither a solution nor a dead end.

use crate::search::value_major::bits;
use crate::search::value_major::blocks::Lanes;
use crate::search::value_major::closure::{BIT_MASKS, Frame};

/// The variable at bit `bit` takes value `value`, or does not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision {
    pub(crate) bit: u32,
    pub(crate) value: u32,
}

/// How to go on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice<const W: usize> {
    /// With a value of a variable.
    Branch(Decision),
    /// With the components of these variables, which are all that are open: each has two values, and each of its regions is
    /// a permutation.
    Pairs([u64; W]),
    /// Nothing is open.
    Nothing,
}

/// Among the variables of two values the one that would change most: three for each peer of two values that shares a
/// value with it, one for each of its values at a peer. If there is none of two values, one of the smallest
/// domain. Its lowest value comes first. `loose` has the variables of regions that are no permutations.
#[inline(always)]
pub(crate) fn choose<L: Lanes, const W: usize, const V: usize, const R: usize>(
    lanes: L,
    frame: &Frame<W, V, R>,
    values: usize,
    peers: &[[u64; W]],
    loose: &[u64; W],
) -> Choice<W> {
    let (mut once, mut twice, mut thrice) = ([0; W], [0; W], [0; W]);
    // Plane k: bit k of the lowest value; bit k of the *xor* of all values.
    let (mut lowest, mut parity) = ([[0; W]; 6], [[0; W]; 6]);
    let planes = V.trailing_zeros() as usize;
    let fours: &[[[u64; W]; 4]] = frame.boards.as_chunks().0;
    for (i, four) in fours[..values.div_ceil(4)].iter().enumerate() {
        for w in 0..W {
            let (mut new, mut odd) = (0, 0);
            for (j, board) in four.iter().enumerate() {
                let first = board[w] & !once[w];
                thrice[w] |= twice[w] & board[w];
                twice[w] |= once[w] & board[w];
                once[w] |= board[w];
                new |= first;
                odd ^= board[w];
                for k in 0..2 {
                    if j >> k & 1 == 1 {
                        lowest[k][w] |= first;
                        parity[k][w] ^= board[w];
                    }
                }
            }
            for k in 2..planes {
                lowest[k][w] |= new & BIT_MASKS[i % 16][k - 2];
                parity[k][w] ^= odd & BIT_MASKS[i % 16][k - 2];
            }
        }
    }
    let two = bits::without(&twice, &thrice);
    if bits::is_empty(&two) {
        return smallest(frame, values).map_or(Choice::Nothing, Choice::Branch);
    }
    let mut plain = bits::and(&two, loose);
    bits::add(&mut plain, &thrice);
    if bits::is_empty(&plain) {
        return Choice::Pairs(two);
    }
    let at = |planes: &[[u64; W]; 6], bit: usize| {
        let mut v = 0;
        for (k, plane) in planes[..V.trailing_zeros() as usize].iter().enumerate() {
            v |= lanes.bit(plane[bit / 64], bit as u32 % 64) << k;
        }
        v as usize
    };
    let mut best = 0;
    bits::for_each(&two, |bit| {
        let peers = &peers[bit];
        let first = at(&lowest, bit);
        let second = first ^ at(&parity, bit);
        let mut score = 0;
        for v in [first % V, second % V] {
            let here = bits::and(&frame.boards[v], peers);
            score += bits::count(&here) + 3 * bits::count(&bits::and(&here, &two));
        }
        // The first of the best: the lowest bit wins.
        best = best.max(score << 16 | (0xffff - bit as u32));
    });
    let bit = 0xffff - (best & 0xffff);
    Choice::Branch(Decision { bit, value: at(&lowest, bit as usize) as u32 })
}

/// A variable of the smallest domain above one, counted by vertical counters.
#[inline(never)]
fn smallest<const W: usize, const V: usize, const R: usize>(
    frame: &Frame<W, V, R>,
    values: usize,
) -> Option<Decision> {
    let mut planes = [[0u64; W]; 7];
    let mut open = [0; W];
    for board in &frame.boards[..values] {
        let mut carry = *board;
        for plane in &mut planes {
            let next = bits::and(plane, &carry);
            for w in 0..W {
                plane[w] ^= carry[w];
            }
            carry = next;
        }
        bits::add(&mut open, board);
    }
    let mut left = bits::without(&open, &frame.placed);
    for plane in planes.iter().rev() {
        let fewer = bits::without(&left, plane);
        if !bits::is_empty(&fewer) {
            left = fewer;
        }
    }
    let bit = bits::lowest(&left)?;
    let value = frame.boards[..values].iter().position(|board| bits::has(board, bit))?;
    Some(Decision { bit: bit as u32, value: value as u32 })
}
