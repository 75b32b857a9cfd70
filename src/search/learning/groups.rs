//! Groups: sets of slots of which at most one, or exactly one, is true, with counters of those that are not false.

use std::collections::VecDeque;

use crate::model::budget::{Budget, StopReason, strides};
use crate::model::plan::Lists;
use crate::search::learning::slots::Slots;
use crate::store::store::Store;

/// Where a slot stands in a group: the group's header, and its bit in the words behind it.
#[derive(Clone, Copy, Debug)]
struct Membership {
    header: u32,
    bit: u32,
}

/// The places of each value in each region. In a permutation region exactly one of them is true, in any other at
/// most one. (The values of a variable are such a group too, but the store itself counts them.)
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    /// The slots of each group.
    members: Lists<u32>,
    headers: Vec<u32>,
    /// For each group a header, then a bit for each member that is not false. The header has in its low half their
    /// number; above it a bit that says "exactly one", and the number of the group.
    words: Vec<u64>,
    /// The groups of each slot.
    memberships: Vec<Membership>,
    starts: Vec<u32>,
    /// Groups that exactly one member of must be true, and that have at most one left: the first to come is the first to go.
    pending: VecDeque<u32>,
}

const EXACT: u64 = 1 << 32;

impl Groups {
    /// The groups of what is open. `Err` if some value has no place left.
    pub(crate) fn new(store: &Store, slots: &Slots, budget: &mut Budget) -> Result<Groups, Loose> {
        let plan = store.model().plan();
        let mut groups = Groups {
            members: Lists::new(),
            headers: Vec::new(),
            words: Vec::new(),
            memberships: Vec::new(),
            starts: Vec::new(),
            pending: VecDeque::new(),
        };
        let mut builder = Builder::new(store.model().values().count());
        let mut loose = Vec::new();
        for region in 0..plan.regions.len() {
            builder.region(store, slots, region, &mut groups, &mut loose, budget)?;
            budget.spend(1, || store.bytes() + slots.bytes() + groups.bytes()).map_err(Loose::Stopped)?;
        }
        if !loose.is_empty() {
            return Err(Loose::Removable(loose));
        }
        groups.index(slots.len(), budget).map_err(Loose::Stopped)?;
        Ok(groups)
    }

    /// Fills the memberships of the slots.
    fn index(&mut self, slots: usize, budget: &mut Budget) -> Result<(), StopReason> {
        let mut starts = vec![0u32; slots + 1];
        for slots in self.members.items.chunks(1 << 12) {
            budget.spend(slots.len() as u64 / 8 + 1, || 0)?;
            for &slot in slots {
                starts[slot as usize + 1] += 1;
            }
        }
        for stride in strides(slots) {
            budget.spend(stride.len() as u64 / 16 + 1, || 0)?;
            for slot in stride {
                starts[slot + 1] += starts[slot];
            }
        }
        self.memberships.reserve_exact(self.members.items.len());
        let blank = Membership { header: 0, bit: 0 };
        budget.fill(&mut self.memberships, self.members.items.len(), blank)?;
        for group in (0..self.members.len()).rev() {
            budget.spend(self.members.get(group).len() as u64 / 8 + 1, || 0)?;
            for (bit, &slot) in self.members.get(group).iter().enumerate() {
                let end = &mut starts[slot as usize + 1];
                *end -= 1;
                self.memberships[*end as usize] = Membership { header: self.headers[group], bit: bit as u32 };
            }
        }
        // Filling from the ends has turned each end into the start of its slot.
        starts.remove(0);
        starts.push(self.memberships.len() as u32);
        self.starts = starts;
        Ok(())
    }

    fn add(&mut self, members: &[u32], exact: bool) {
        let group = self.members.len() as u32;
        self.headers.push(self.words.len() as u32);
        let flag = if exact { EXACT } else { 0 };
        self.words.push(u64::from(group) << 33 | flag | members.len() as u64);
        for chunk in members.chunks(64) {
            self.words.push(u64::MAX >> (64 - chunk.len()));
        }
        if exact && members.len() <= 1 {
            self.pending.push_back(group);
        }
        self.members.push(members.iter().copied());
    }

    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    /// The members of a group.
    #[inline]
    pub(crate) fn members(&self, group: u32) -> &[u32] {
        self.members.get(group as usize)
    }

    /// How many members of a group are not false.
    #[inline]
    pub(crate) fn live(&self, group: u32) -> u32 {
        self.words[self.headers[group as usize] as usize] as u32
    }

    /// Whether exactly one member of a group must be true.
    #[inline]
    pub(crate) fn is_exact(&self, group: u32) -> bool {
        self.words[self.headers[group as usize] as usize] & EXACT != 0
    }

    /// The groups of a slot.
    #[inline]
    pub(crate) fn of(&self, slot: u32) -> impl ExactSizeIterator<Item = u32> + '_ {
        let range = self.starts[slot as usize] as usize..self.starts[slot as usize + 1] as usize;
        self.memberships[range].iter().map(|place| (self.words[place.header as usize] >> 33) as u32)
    }

    /// Takes note that `slot` is false.
    #[inline]
    pub(crate) fn remove(&mut self, slot: u32) {
        let Groups { words, memberships, starts, pending, .. } = self;
        for place in &memberships[starts[slot as usize] as usize..starts[slot as usize + 1] as usize] {
            let header = place.header as usize;
            let after = words[header] - 1;
            words[header] = after;
            words[header + 1 + place.bit as usize / 64] &= !(1 << (place.bit % 64));
            if after & EXACT != 0 && after as u32 <= 1 {
                pending.push_back((after >> 33) as u32);
            }
        }
    }

    /// Takes note that `slot` is false no more.
    #[inline]
    pub(crate) fn restore(&mut self, slot: u32) {
        let Groups { words, memberships, starts, .. } = self;
        for place in &memberships[starts[slot as usize] as usize..starts[slot as usize + 1] as usize] {
            words[place.header as usize] += 1;
            words[place.header as usize + 1 + place.bit as usize / 64] |= 1 << (place.bit % 64);
        }
    }

    /// Collects the members that are not false of all groups of `slot`, without itself.
    #[inline]
    pub(crate) fn rivals(&self, slot: u32, rivals: &mut Vec<u32>) {
        for place in
            &self.memberships[self.starts[slot as usize] as usize..self.starts[slot as usize + 1] as usize]
        {
            let header = place.header as usize;
            let word = self.words[header];
            if word as u32 <= 1 {
                continue;
            }
            let members = self.members.get((word >> 33) as usize);
            for (index, chunk) in members.chunks(64).enumerate() {
                let mut bits = self.words[header + 1 + index];
                if place.bit as usize / 64 == index {
                    bits &= !(1 << (place.bit % 64));
                }
                while bits != 0 {
                    rivals.push(chunk[bits.trailing_zeros() as usize]);
                    bits &= bits - 1;
                }
            }
        }
    }

    /// The next group that exactly one member of must be true and that has at most one left, with that one.
    #[inline]
    pub(crate) fn pop_pending(&mut self) -> Option<(u32, Option<u32>)> {
        let group = self.pending.pop_front()?;
        let header = self.headers[group as usize] as usize;
        let members = self.members.get(group as usize);
        let words = &self.words[header + 1..];
        let only = members
            .chunks(64)
            .zip(words)
            .find(|&(_, &bits)| bits != 0)
            .map(|(chunk, bits)| chunk[bits.trailing_zeros() as usize]);
        Some((group, only))
    }

    pub(crate) fn clear_pending(&mut self) {
        self.pending.clear();
    }

    pub(crate) fn bytes(&self) -> u64 {
        let words = self.words.capacity() + self.memberships.capacity();
        let halves = self.members.items.capacity()
            + self.members.starts.capacity()
            + self.headers.capacity()
            + self.starts.capacity()
            + self.pending.capacity();
        (words * 8 + halves * 4) as u64
    }
}

/// What the root fixpoint would have found, where it was not reached because rules were dropped.
#[derive(Debug)]
pub(crate) enum Loose {
    /// Slots that a fixed variable of their region rules out.
    Removable(Vec<u32>),
    /// A value without a place, or with two.
    Contradiction,
    /// A limit.
    Stopped(StopReason),
}

/// Sorts the slots of one region by value; its scratch is kept between regions.
struct Builder {
    /// How many places a value has, then where the next of them goes.
    counts: Vec<u32>,
    /// Whether a fixed variable has the value.
    taken: Vec<bool>,
    sorted: Vec<u32>,
}

impl Builder {
    fn new(values: usize) -> Builder {
        Builder { counts: vec![0; values], taken: vec![false; values], sorted: Vec::new() }
    }

    fn region(
        &mut self,
        store: &Store,
        slots: &Slots,
        region: usize,
        groups: &mut Groups,
        loose: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<(), Loose> {
        let plan = store.model().plan();
        let vars = plan.regions.get(region);
        let span = plan.region_spans[region];
        let region_id = crate::model::ids::Region(region as u32);
        let (low, high) = (span.words().start * 64, (span.words().end * 64).min(self.counts.len()));
        self.counts[low..high].fill(0);
        self.taken[low..high].fill(false);
        for &var in vars {
            if store.is_fixed(var) {
                let Some(number) = store.numbers(var).next() else { continue };
                if std::mem::replace(&mut self.taken[number], true) {
                    return Err(Loose::Contradiction);
                }
            }
            for slot in slots.of(var) {
                self.counts[slots.number(slot)] += 1;
            }
            budget.spend(slots.of(var).len() as u64 / 16 + 1, || store.bytes()).map_err(Loose::Stopped)?;
        }
        let mut next = 0;
        for count in &mut self.counts[low..high] {
            next += std::mem::replace(count, next);
        }
        self.sorted.clear();
        self.sorted.resize(next as usize, 0);
        for &var in vars {
            for slot in slots.of(var) {
                let place = &mut self.counts[slots.number(slot)];
                self.sorted[*place as usize] = slot;
                *place += 1;
            }
            budget.spend(slots.of(var).len() as u64 / 16 + 1, || store.bytes()).map_err(Loose::Stopped)?;
        }
        let exact = store.is_permutation(region_id);
        let mut from = 0;
        for number in low..high {
            let members = &self.sorted[from as usize..self.counts[number] as usize];
            from = self.counts[number];
            budget.spend(members.len() as u64 / 16 + 1, || store.bytes()).map_err(Loose::Stopped)?;
            let required = exact && store.required(region_id, number / 64) >> (number % 64) & 1 == 1;
            if self.taken[number] {
                loose.extend(members);
            } else if required && members.is_empty() {
                return Err(Loose::Contradiction);
            } else if members.len() > usize::from(!required) {
                groups.add(members, required);
            }
        }
        Ok(())
    }
}
