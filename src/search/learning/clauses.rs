//! The learnt clauses, one after the other in one array of numbers.

use crate::model::budget::growing;
use crate::search::learning::literal::Lit;

/// A clause, by the place of its header.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ClauseRef(pub(crate) u32);

/// The arena. A clause is its length, a word with its marks, and its literals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses {
    words: Vec<u32>,
    /// All clauses that are kept, in the order in which they were learnt.
    all: Vec<ClauseRef>,
}

const HEADER: usize = 2;
const PERMANENT: u32 = 1 << 31;
const GONE: u32 = 1 << 30;
/// How often it may still survive a reduction because it was used.
const USED: u32 = 0b11 << 28;
const USED_SHIFT: u32 = 28;
const DISTANCE: u32 = (1 << 28) - 1;

impl Clauses {
    /// The most words that the arena may hold, so that a reference leaves one bit free and there is room for another
    /// clause.
    const MOST: usize = 1 << 30;

    /// Adds a clause; `distance` is the number of levels in it (LBD).
    pub(crate) fn add(&mut self, lits: &[Lit], distance: u32, permanent: bool) -> ClauseRef {
        let clause = ClauseRef(self.words.len() as u32);
        self.words.push(lits.len() as u32);
        let kept = if permanent { PERMANENT } else { 0 };
        self.words.push(distance.min(DISTANCE) | kept);
        self.words.extend(lits.iter().map(|lit| lit.0));
        self.all.push(clause);
        clause
    }

    /// How many clauses there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn all(&self) -> &[ClauseRef] {
        &self.all
    }

    /// Whether clauses must go before others come.
    pub(crate) fn is_full(&self) -> bool {
        self.words.len() > Self::MOST
    }

    #[inline]
    pub(crate) fn size(&self, clause: ClauseRef) -> usize {
        self.words[clause.0 as usize] as usize
    }

    /// The literals, as numbers.
    #[inline]
    pub(crate) fn lits(&self, clause: ClauseRef) -> &[u32] {
        let start = clause.0 as usize + HEADER;
        &self.words[start..start + self.words[clause.0 as usize] as usize]
    }

    #[inline]
    pub(crate) fn lits_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause.0 as usize + HEADER;
        let end = start + self.words[clause.0 as usize] as usize;
        &mut self.words[start..end]
    }

    fn marks(&mut self, clause: ClauseRef) -> &mut u32 {
        &mut self.words[clause.0 as usize + 1]
    }

    pub(crate) fn distance(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 1] & DISTANCE
    }

    pub(crate) fn set_distance(&mut self, clause: ClauseRef, distance: u32) {
        let marks = self.marks(clause);
        *marks = *marks & !DISTANCE | distance.min(DISTANCE);
    }

    pub(crate) fn is_permanent(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize + 1] & PERMANENT != 0
    }

    pub(crate) fn is_gone(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize + 1] & GONE != 0
    }

    pub(crate) fn used(&self, clause: ClauseRef) -> u32 {
        (self.words[clause.0 as usize + 1] & USED) >> USED_SHIFT
    }

    pub(crate) fn set_used(&mut self, clause: ClauseRef, used: u32) {
        let marks = self.marks(clause);
        *marks = *marks & !USED | used << USED_SHIFT;
    }

    /// Removes a clause. Its words stay until [`compact`](Clauses::compact).
    pub(crate) fn remove(&mut self, clause: ClauseRef) {
        *self.marks(clause) |= GONE;
    }

    /// Takes back a removal.
    pub(crate) fn keep(&mut self, clause: ClauseRef) {
        *self.marks(clause) &= !GONE;
    }

    /// Moves all clauses together. Then [`Forward::get`] tells, by the old references, where one is now.
    pub(crate) fn compact(&mut self) -> Forward {
        let mut old = Vec::with_capacity(self.all.len());
        let mut new = Vec::with_capacity(self.all.len());
        let mut end = 0;
        for &clause in &self.all {
            if self.is_gone(clause) {
                continue;
            }
            let start = clause.0 as usize;
            let len = HEADER + self.size(clause);
            self.words.copy_within(start..start + len, end);
            old.push(clause);
            new.push(ClauseRef(end as u32));
            end += len;
        }
        self.words.truncate(end);
        self.all.clone_from(&new);
        Forward { old, new }
    }

    pub(crate) fn bytes(&self) -> u64 {
        growing(&self.words) + growing(&self.all)
    }
}

/// Where clauses are after [`Clauses::compact`].
#[derive(Debug)]
pub(crate) struct Forward {
    old: Vec<ClauseRef>,
    new: Vec<ClauseRef>,
}

impl Forward {
    /// The present place of a clause; none if it is gone.
    pub(crate) fn get(&self, clause: ClauseRef) -> Option<ClauseRef> {
        self.old.binary_search(&clause).ok().map(|index| self.new[index])
    }
}
