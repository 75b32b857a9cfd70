//! One full region in all lanes at once: the only place that infers anything.

use crate::search::lanes::plan::RegionKind;
use crate::search::lanes::schedule::{Family, Schedule, Source, Step};
use crate::search::lanes::vector::Isa;
use crate::search::lanes::word::{Pack, Word};
use std::ops::Range;

/// What a sweep found out, a bit a lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// There is no solution.
    pub(crate) dead: u64,
    /// Nothing changed.
    pub(crate) quiet: u64,
}

/// What a sweep has found out so far about each lane.
struct Findings<V> {
    /// Not zero: two variables of a region have the same value, or a value has no place.
    clash: V,
    /// Not zero: a domain changed (or, where full regions overlap, what a part says).
    changed: V,
    /// Not zero: a value has one place, which was not yet a single. If nothing changed, that place has two such values.
    unsettled: V,
    /// Zero: a domain is empty.
    smallest: V,
}

/// What a part says to other regions.
#[derive(Clone, Copy, Debug)]
struct Said<W, const L: usize> {
    /// The values that lie in it because its region has no other place for them.
    locked: Pack<W, L>,
    /// The values in its variables.
    held: Pack<W, L>,
}

/// The boards of all lanes, and what the parts of each say.
#[derive(Clone, Debug)]
pub(crate) struct Boards<W, const L: usize> {
    /// The domain of each variable, by position.
    pub(crate) cells: Vec<Pack<W, L>>,
    said: Vec<Said<W, L>>,
    // Scratch, for one step.
    removed: Vec<Pack<W, L>>,
    wanted: Vec<Pack<W, L>>,
    narrowed: Vec<Pack<W, L>>,
    singles: Vec<Pack<W, L>>,
    gathered: Vec<Pack<W, L>>,
}

impl<W: Word, const L: usize> Boards<W, L> {
    pub(crate) fn new(schedule: &Schedule) -> Self {
        let (members, parts) = schedule.largest;
        let packs = |count: usize| vec![Pack::ZERO; count];
        Boards {
            cells: vec![Pack::ONES; schedule.position.len()],
            said: vec![Said { locked: Pack::ZERO, held: Pack::ZERO }; schedule.parts.len()],
            removed: packs(parts),
            wanted: packs(parts),
            narrowed: packs(members),
            singles: packs(members),
            gathered: packs(members),
        }
    }

    /// The bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        let scratch = 2 * self.removed.len() + 3 * self.narrowed.len();
        (self.cells.len() + 2 * self.said.len() + scratch) * size_of::<Pack<W, L>>()
    }

    /// Works on some of the full regions. In lanes that are not `fresh`, what parts said before was about another board.
    #[inline(always)]
    pub(crate) fn sweep<I: Isa<W, L>>(
        &mut self,
        isa: I,
        schedule: &Schedule,
        steps: Range<usize>,
        fresh: u64,
    ) -> Found {
        let zero = isa.splat(W::ZERO);
        let mut found =
            Findings { clash: zero, changed: zero, unsettled: zero, smallest: isa.splat(W::ONES) };
        let fresh = isa.spread(fresh);
        for step in &schedule.steps[steps] {
            self.collect(isa, schedule, step, fresh, &mut found);
            match step.families.len() {
                0 => self.infer::<I, 0>(isa, schedule, step, &mut found),
                1 => self.infer::<I, 1>(isa, schedule, step, &mut found),
                2 => self.infer::<I, 2>(isa, schedule, step, &mut found),
                3 => self.infer::<I, 3>(isa, schedule, step, &mut found),
                _ => self.infer::<I, { usize::MAX }>(isa, schedule, step, &mut found),
            }
            self.tell(isa, schedule, step, &mut found);
        }
        let quiet = isa.zeros(found.changed);
        let settled = isa.zeros(found.unsettled);
        Found { dead: !isa.zeros(found.clash) | isa.zeros(found.smallest) | (quiet & !settled), quiet }
    }

    /// Works out what each part of the region loses, from what the other parts and regions said last.
    #[inline(always)]
    fn collect<I: Isa<W, L>>(
        &mut self,
        isa: I,
        schedule: &Schedule,
        step: &Step,
        fresh: I::V,
        found: &mut Findings<I::V>,
    ) {
        for family in &schedule.families[step.families.clone()] {
            let scratch = family.parts.start - step.parts.start..family.parts.end - step.parts.start;
            let scratch = (&mut self.removed[scratch.clone()], &mut self.wanted[scratch]);
            let said = &self.said;
            match family.even_others {
                Some(1) => collect_even::<W, L, I, 1>(isa, schedule, family, fresh, said, scratch, found),
                Some(2) => collect_even::<W, L, I, 2>(isa, schedule, family, fresh, said, scratch, found),
                Some(3) => collect_even::<W, L, I, 3>(isa, schedule, family, fresh, said, scratch, found),
                Some(4) => collect_even::<W, L, I, 4>(isa, schedule, family, fresh, said, scratch, found),
                _ => collect_any(isa, schedule, family, fresh, said, scratch, found),
            }
        }
    }

    /// Removes that from the variables, then infers naked and hidden singles. Leaves the domains in `narrowed`, too.
    #[inline(always)]
    fn infer<I: Isa<W, L>, const F: usize>(
        &mut self,
        isa: I,
        schedule: &Schedule,
        step: &Step,
        found: &mut Findings<I::V>,
    ) {
        let size = step.members.len();
        let scratch = (&mut self.narrowed[..size], &mut self.singles[..size]);
        if let Some(first) = step.first {
            let cells = &mut self.cells[first..first + size];
            infer_cells::<W, L, I, F>(isa, schedule, step, cells, &self.removed, scratch, found);
        } else {
            let members = &schedule.members[step.members.clone()];
            let gathered = &mut self.gathered[..size];
            for (pack, &at) in gathered.iter_mut().zip(members) {
                *pack = self.cells[at as usize];
            }
            infer_cells::<W, L, I, F>(isa, schedule, step, gathered, &self.removed, scratch, found);
            for (pack, &at) in gathered.iter().zip(members) {
                self.cells[at as usize] = *pack;
            }
        }
    }

    /// Leaves behind what the parts say now.
    #[inline(always)]
    fn tell<I: Isa<W, L>>(&mut self, isa: I, schedule: &Schedule, step: &Step, found: &mut Findings<I::V>) {
        let zero = isa.splat(W::ZERO);
        let permutation = step.kind == RegionKind::Permutation;
        let cells = &self.narrowed[..step.members.len()];
        for family in &schedule.families[step.families.clone()] {
            let said = &mut self.said[family.parts.clone()];
            let (changed, twice) = match family.even_slots {
                Some(2) => hold_even::<W, L, I, 2>(isa, schedule, family, cells, said),
                Some(3) => hold_even::<W, L, I, 3>(isa, schedule, family, cells, said),
                Some(4) => hold_even::<W, L, I, 4>(isa, schedule, family, cells, said),
                Some(5) => hold_even::<W, L, I, 5>(isa, schedule, family, cells, said),
                _ => hold_any(isa, schedule, family, cells, said),
            };
            if schedule.overlap {
                found.changed = isa.or(found.changed, changed);
            }
            let wanted = &self.wanted[family.parts.start - step.parts.start..];
            for (said, wanted) in said.iter_mut().zip(wanted) {
                let held = isa.load(&said.held);
                found.clash = isa.or(found.clash, isa.without(isa.load(wanted), held));
                let locked = if permutation { isa.without(held, twice) } else { zero };
                if schedule.overlap {
                    found.changed = isa.or(found.changed, isa.xor(locked, isa.load(&said.locked)));
                }
                isa.store(&mut said.locked, locked);
            }
        }
    }
}

/// Rows for what each part of a family loses, and for what it must hold.
type PartPacks<'a, W, const L: usize> = (&'a mut [Pack<W, L>], &'a mut [Pack<W, L>]);

/// The work of [`Boards::collect`] for a family of parts of light regions, each with `N` other parts.
#[inline(always)]
fn collect_even<W: Word, const L: usize, I: Isa<W, L>, const N: usize>(
    isa: I,
    schedule: &Schedule,
    family: &Family,
    fresh: I::V,
    said: &[Said<W, L>],
    (removed, wanted): PartPacks<'_, W, L>,
    found: &mut Findings<I::V>,
) {
    let zero = isa.splat(W::ZERO);
    let (mut all, mut twice) = (zero, zero);
    let parts = &schedule.parts[family.parts.clone()];
    let (others, _) = schedule.others[parts[0].others.start..].as_chunks::<N>();
    let packs = removed.iter_mut().zip(wanted.iter_mut());
    for (((removed, wanted), part), others) in packs.zip(parts).zip(others) {
        let (mut lost, mut must) = (zero, zero);
        for &other in others {
            let said = &said[other as usize];
            lost = isa.or(lost, isa.load(&said.locked));
            must = isa.or(must, isa.load(&said.held));
        }
        let values = if let Source::Light(values) = part.source { values } else { 0 };
        must = isa.without(isa.and(fresh, isa.splat(W::from_bits(values))), must);
        twice = isa.or(twice, isa.and(all, must));
        all = isa.or(all, must);
        isa.store(removed, isa.and(lost, fresh));
        isa.store(wanted, must);
    }
    spread_wanted(isa, all, removed, wanted);
    found.clash = isa.or(found.clash, twice);
}

/// The work of [`Boards::collect`] for any family.
#[inline(always)]
fn collect_any<W: Word, const L: usize, I: Isa<W, L>>(
    isa: I,
    schedule: &Schedule,
    family: &Family,
    fresh: I::V,
    said: &[Said<W, L>],
    (removed, wanted): PartPacks<'_, W, L>,
    found: &mut Findings<I::V>,
) {
    let zero = isa.splat(W::ZERO);
    let (mut all, mut twice) = (zero, zero);
    let parts = &schedule.parts[family.parts.clone()];
    for ((part, removed), wanted) in parts.iter().zip(removed.iter_mut()).zip(wanted.iter_mut()) {
        let (mut lost, mut must) = (zero, zero);
        match part.source {
            Source::Nothing => {}
            Source::Mirror(mirror) => must = isa.and(isa.load(&said[mirror as usize].locked), fresh),
            Source::Light(values) => {
                for &other in &schedule.others[part.others.clone()] {
                    let said = &said[other as usize];
                    lost = isa.or(lost, isa.load(&said.locked));
                    must = isa.or(must, isa.load(&said.held));
                }
                lost = isa.and(lost, fresh);
                must = isa.without(isa.and(fresh, isa.splat(W::from_bits(values))), must);
            }
        }
        twice = isa.or(twice, isa.and(all, must));
        all = isa.or(all, must);
        isa.store(removed, lost);
        isa.store(wanted, must);
    }
    spread_wanted(isa, all, removed, wanted);
    found.clash = isa.or(found.clash, twice);
}

/// What must be in one part of a family is in no other.
#[inline(always)]
fn spread_wanted<W: Word, const L: usize, I: Isa<W, L>>(
    isa: I,
    all: I::V,
    removed: &mut [Pack<W, L>],
    wanted: &[Pack<W, L>],
) {
    for (removed, wanted) in removed.iter_mut().zip(wanted) {
        let lost = isa.or(isa.load(removed), isa.without(all, isa.load(wanted)));
        isa.store(removed, lost);
    }
}

/// Stores what each part of a family holds, if each has `M` variables; gives what changed, and what several hold.
#[inline(always)]
fn hold_even<W: Word, const L: usize, I: Isa<W, L>, const M: usize>(
    isa: I,
    schedule: &Schedule,
    family: &Family,
    cells: &[Pack<W, L>],
    said: &mut [Said<W, L>],
) -> (I::V, I::V) {
    let zero = isa.splat(W::ZERO);
    let (mut all, mut twice, mut changed) = (zero, zero, zero);
    let start = schedule.parts[family.parts.start].slots.start;
    let (slots, _) = schedule.slots[start..].as_chunks::<M>();
    for (slots, said) in slots.iter().zip(said) {
        let mut held = zero;
        for &slot in slots {
            held = isa.or(held, isa.load(&cells[usize::from(slot)]));
        }
        twice = isa.or(twice, isa.and(all, held));
        all = isa.or(all, held);
        changed = isa.or(changed, isa.xor(held, isa.load(&said.held)));
        isa.store(&mut said.held, held);
    }
    (changed, twice)
}

/// Stores what each part of a family holds; gives what changed, and what several hold.
#[inline(always)]
fn hold_any<W: Word, const L: usize, I: Isa<W, L>>(
    isa: I,
    schedule: &Schedule,
    family: &Family,
    cells: &[Pack<W, L>],
    said: &mut [Said<W, L>],
) -> (I::V, I::V) {
    let zero = isa.splat(W::ZERO);
    let (mut all, mut twice, mut changed) = (zero, zero, zero);
    for (part, said) in schedule.parts[family.parts.clone()].iter().zip(said) {
        let mut held = zero;
        for &slot in &schedule.slots[part.slots.clone()] {
            held = isa.or(held, isa.load(&cells[usize::from(slot)]));
        }
        twice = isa.or(twice, isa.and(all, held));
        all = isa.or(all, held);
        changed = isa.or(changed, isa.xor(held, isa.load(&said.held)));
        isa.store(&mut said.held, held);
    }
    (changed, twice)
}

/// The work of [`Boards::infer`], for `F` families (any number of them if `F` is the largest number).
#[inline(always)]
fn infer_cells<W: Word, const L: usize, I: Isa<W, L>, const F: usize>(
    isa: I,
    schedule: &Schedule,
    step: &Step,
    cells: &mut [Pack<W, L>],
    removed: &[Pack<W, L>],
    (narrowed, singles): (&mut [Pack<W, L>], &mut [Pack<W, L>]),
    found: &mut Findings<I::V>,
) {
    let families = if F == usize::MAX { step.families.len() } else { F };
    let zero = isa.splat(W::ZERO);
    let (mut seen, mut twice, mut solved, mut clash) = (zero, zero, zero, found.clash);
    let mut part_of = &schedule.part_of[step.part_of..step.part_of + cells.len() * families];
    for ((cell, narrow), single) in cells.iter().zip(&mut *narrowed).zip(&mut *singles) {
        let mut domain = isa.load(cell);
        let (own, rest) = part_of.split_at(families);
        part_of = rest;
        for &part in own {
            domain = isa.without(domain, isa.load(&removed[usize::from(part)]));
        }
        let only = isa.at_most_one(domain);
        twice = isa.or(twice, isa.and(seen, domain));
        seen = isa.or(seen, domain);
        clash = isa.or(clash, isa.and(solved, only));
        solved = isa.or(solved, only);
        isa.store(narrow, domain);
        isa.store(single, only);
    }
    let mut hidden = zero;
    if step.kind == RegionKind::Permutation {
        hidden = isa.without(seen, twice);
        clash = isa.or(clash, isa.without(isa.splat(W::from_bits(step.values)), seen));
    }
    found.clash = clash;
    found.unsettled = isa.or(found.unsettled, isa.without(hidden, solved));
    let (mut changed, mut smallest) = (found.changed, found.smallest);
    for ((cell, narrow), single) in cells.iter_mut().zip(narrowed).zip(singles) {
        let others = isa.without(solved, isa.load(single));
        let domain = isa.prefer(isa.without(isa.load(narrow), others), hidden);
        changed = isa.or(changed, isa.xor(domain, isa.load(cell)));
        smallest = isa.least(smallest, domain);
        isa.store(narrow, domain);
        isa.store(cell, domain);
    }
    (found.changed, found.smallest) = (changed, smallest);
}
