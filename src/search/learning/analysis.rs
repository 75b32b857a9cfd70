//! Conflict analysis: the first unique implication point, what can be left out of the nogood, and what took part.

use std::collections::BinaryHeap;

use crate::model::budget::{Budget, StopReason, growing};
use crate::search::learning::clauses::ClauseRef;
use crate::search::learning::core::{Clash, Core};
use crate::search::learning::literal::Lit;
use crate::store::log::Cause;
use crate::store::store::Store;

/// What a conflict teaches: that `facts` cannot be true together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lesson {
    /// The slots, as they are now: first the only one of the highest level, then one of the next highest.
    pub(crate) facts: Vec<u32>,
    /// The highest level in the conflict.
    pub(crate) level: usize,
    /// The next highest level of the facts.
    pub(crate) below: usize,
    /// How many levels there are among the facts.
    pub(crate) distance: u32,
}

/// Scratch of the analysis, kept between conflicts.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    /// How many steps behind the nogood a slot still counts as involved.
    steps_behind: usize,
    marks: Vec<u8>,
    marked: Vec<u32>,
    /// Facts of the conflict's level that are still to be looked at, the latest first.
    heap: BinaryHeap<(u64, u32)>,
    reason: Vec<u32>,
    /// The same for the facts of one lower level.
    shrinking: Vec<u32>,
    touched: Vec<u32>,
    /// The last analysis in which each level was met.
    stamps: Vec<u64>,
    stamp: u64,
    frames: Vec<Frame>,
    open: Vec<u32>,
    /// The slots that took part or stand behind the nogood, and the clauses that were reasons.
    pub(crate) involved: Vec<u32>,
    pub(crate) clauses: Vec<ClauseRef>,
    /// The pairs of a rule and a scope of which something was explained.
    pub(crate) applied: Vec<u32>,
}

/// A fact of which it is asked whether it follows from the rest, and its reasons in `open`.
#[derive(Clone, Copy, Debug)]
struct Frame {
    slot: u32,
    start: u32,
    next: u32,
}

const SEEN: u8 = 1;
const FOLLOWS: u8 = 2;
const NEEDED: u8 = 4;
const IN_BLOCK: u8 = 8;
const INVOLVED: u8 = 16;

impl Analysis {
    pub(crate) fn new(slots: usize, steps_behind: usize) -> Analysis {
        Analysis {
            steps_behind,
            marks: vec![0; slots],
            marked: Vec::new(),
            heap: BinaryHeap::new(),
            reason: Vec::new(),
            shrinking: Vec::new(),
            touched: Vec::new(),
            stamps: Vec::new(),
            stamp: 0,
            frames: Vec::new(),
            open: Vec::new(),
            involved: Vec::new(),
            clauses: Vec::new(),
            applied: Vec::new(),
        }
    }

    /// What a conflict teaches; none if it needs nothing but the root. After a stop it may be asked again.
    pub(crate) fn run(
        &mut self,
        core: &Core,
        store: &Store,
        clash: &Clash,
        budget: &mut Budget,
    ) -> Result<Option<Lesson>, StopReason> {
        self.involved.clear();
        self.clauses.clear();
        self.applied.clear();
        self.heap.clear();
        let mut reason = std::mem::take(&mut self.reason);
        reason.clear();
        let lesson = self.lesson(core, store, clash, &mut reason, budget);
        self.reason = reason;
        for slot in self.marked.drain(..) {
            self.marks[slot as usize] = 0;
        }
        lesson
    }

    fn lesson(
        &mut self,
        core: &Core,
        store: &Store,
        clash: &Clash,
        reason: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<Option<Lesson>, StopReason> {
        core.conflict(store, clash, reason, budget)?;
        match *clash {
            Clash::Clause(clause) => self.clauses.push(clause),
            Clash::Rule(number, _) => self.applied.push(number),
            Clash::Group(_) | Clash::Pair(..) | Clash::Facts(_) => {}
        }
        let level = reason.iter().map(|&slot| core.state.level(slot)).max().unwrap_or(core.state.root);
        if level > core.state.root {
            self.first_point(core, store, reason, level, budget).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Resolves backwards until one fact of `level` is left, then leaves out what follows from the rest.
    fn first_point(
        &mut self,
        core: &Core,
        store: &Store,
        reason: &mut Vec<u32>,
        level: usize,
        budget: &mut Budget,
    ) -> Result<Lesson, StopReason> {
        // The place of the fact of the conflict's level.
        let mut facts = vec![0];
        loop {
            spend(budget, core, store, reason)?;
            for &slot in &*reason {
                let at = core.state.level(slot);
                if at <= core.state.root || self.marks[slot as usize] & SEEN != 0 {
                    continue;
                }
                self.mark(slot, SEEN | INVOLVED);
                self.involved.push(slot);
                if at == level {
                    self.heap.push((core.rank(store, slot), slot));
                } else {
                    facts.push(slot);
                }
            }
            let Some((_, slot)) = self.heap.pop() else { break };
            facts[0] = slot;
            if self.heap.is_empty() {
                break;
            }
            reason.clear();
            core.reason(store, slot, reason, budget)?;
            match core.cause(store, slot) {
                Some(Cause::Clause(clause)) => self.clauses.push(ClauseRef(clause)),
                Some(Cause::Applied(number)) => self.applied.push(number),
                _ => {}
            }
        }
        self.minimise(core, store, &mut facts, budget)?;
        self.look_behind(core, store, &facts, reason, budget)?;
        Ok(self.measure(core, facts, level))
    }

    /// Takes note of what stands behind a nogood: the reasons of its facts, and theirs (after Liang, Ganesh, Poupart and
    /// Czarnecki, *Learning rate based branching heuristic for SAT solvers*, SAT 2016: there one step).
    fn look_behind(
        &mut self,
        core: &Core,
        store: &Store,
        facts: &[u32],
        reason: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let mut step = facts.to_vec();
        for _ in 0..self.steps_behind {
            let from = self.involved.len();
            self.behind(core, store, &step, reason, budget)?;
            step.clear();
            step.extend(&self.involved[from..]);
        }
        Ok(())
    }

    /// Takes note of the reasons of `facts`, but for those that a rule would have to work out.
    fn behind(
        &mut self,
        core: &Core,
        store: &Store,
        facts: &[u32],
        reason: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        for &slot in facts {
            if matches!(core.cause(store, slot), Some(Cause::Decision | Cause::Refuted | Cause::Applied(_))) {
                continue;
            }
            reason.clear();
            core.reason(store, slot, reason, budget)?;
            spend(budget, core, store, reason)?;
            for &other in &*reason {
                if core.state.level(other) > core.state.root && self.marks[other as usize] & INVOLVED == 0 {
                    self.mark(other, INVOLVED);
                    self.involved.push(other);
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn mark(&mut self, slot: u32, mark: u8) {
        if self.marks[slot as usize] == 0 {
            self.marked.push(slot);
        }
        self.marks[slot as usize] |= mark;
    }

    fn measure(&mut self, core: &Core, mut facts: Vec<u32>, level: usize) -> Lesson {
        let distance = self.stamp_levels(core, &facts);
        let mut below = core.state.root;
        for i in 1..facts.len() {
            let at = core.state.level(facts[i]);
            if at > below {
                below = at;
                facts.swap(1, i);
            }
        }
        Lesson { facts, level, below, distance }
    }

    /// Stamps the levels of the facts, and counts them.
    pub(crate) fn stamp_levels(&mut self, core: &Core, facts: &[u32]) -> u32 {
        self.stamp += 1;
        let mut distance = 0;
        for &slot in facts {
            let at = core.state.level(slot);
            if self.stamps.len() <= at {
                self.stamps.resize(at + 1, 0);
            }
            if std::mem::replace(&mut self.stamps[at], self.stamp) != self.stamp {
                distance += 1;
            }
        }
        distance
    }

    /// How many levels there are now in a clause.
    pub(crate) fn distance(&mut self, core: &Core, clause: ClauseRef) -> u32 {
        let mut slots = std::mem::take(&mut self.shrinking);
        slots.clear();
        slots.extend(core.clauses.lits(clause).iter().map(|&lit| Lit(lit).slot()));
        let distance = self.stamp_levels(core, &slots);
        self.shrinking = slots;
        distance
    }

    /// Leaves out the facts that follow from the others (Sörensson and Biere, *Minimizing learned clauses*, SAT 2009), and
    /// puts one fact of a level in the place of several where that is enough (Fleury and Biere, *Efficient all-UIP learned
    /// clause minimization*, SAT 2021).
    fn minimise(
        &mut self,
        core: &Core,
        store: &Store,
        facts: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        self.stamp_levels(core, facts);
        let level = |slot: u32| core.state.level(slot);
        facts[1..].sort_unstable_by_key(|&slot| std::cmp::Reverse((level(slot), slot)));
        let (mut kept, mut from) = (1, 1);
        while from < facts.len() {
            let at = level(facts[from]);
            let block = facts[from..].iter().take_while(|&&slot| level(slot) == at).count();
            let single = match block {
                1 => None,
                _ => self.shrink(core, store, &facts[from..from + block], at, budget)?,
            };
            if let Some(point) = single {
                self.mark(point, SEEN);
                facts[kept] = point;
                kept += 1;
            } else {
                for i in from..from + block {
                    if !self.follows(core, store, facts[i], budget)? {
                        facts[kept] = facts[i];
                        kept += 1;
                    }
                }
            }
            from += block;
        }
        facts.truncate(kept);
        Ok(())
    }

    /// A fact of the level from which all facts of `block` follow, with the others of the nogood.
    fn shrink(
        &mut self,
        core: &Core,
        store: &Store,
        block: &[u32],
        at: usize,
        budget: &mut Budget,
    ) -> Result<Option<u32>, StopReason> {
        let mut reason = std::mem::take(&mut self.shrinking);
        let mut point = None;
        let mut touched = std::mem::take(&mut self.touched);
        self.heap.clear();
        for &slot in block {
            self.marks[slot as usize] |= IN_BLOCK;
            touched.push(slot);
            self.heap.push((core.rank(store, slot), slot));
        }
        'points: while let Some((_, slot)) = self.heap.pop() {
            if self.heap.is_empty() {
                point = Some(slot);
                break;
            }
            reason.clear();
            match core.cause(store, slot) {
                Some(Cause::Decision | Cause::Refuted | Cause::Applied(_)) => break,
                _ => core.reason(store, slot, &mut reason, budget)?,
            }
            spend(budget, core, store, &reason)?;
            for &other in &reason {
                let level = core.state.level(other);
                if level <= core.state.root || self.marks[other as usize] & IN_BLOCK != 0 {
                    continue;
                }
                if level == at {
                    self.mark(other, IN_BLOCK);
                    touched.push(other);
                    self.heap.push((core.rank(store, other), other));
                } else if self.marks[other as usize] & (SEEN | FOLLOWS) == 0
                    && !self.may_follow(core, store, other, budget)?
                {
                    break 'points;
                }
            }
        }
        for slot in touched.drain(..) {
            self.marks[slot as usize] &= !IN_BLOCK;
        }
        self.heap.clear();
        self.touched = touched;
        self.shrinking = reason;
        Ok(point)
    }

    fn may_follow(
        &mut self,
        core: &Core,
        store: &Store,
        slot: u32,
        budget: &mut Budget,
    ) -> Result<bool, StopReason> {
        let hopeless = self.marks[slot as usize] & NEEDED != 0
            || self.stamps.get(core.state.level(slot)).is_none_or(|&stamp| stamp != self.stamp);
        if hopeless { Ok(false) } else { self.follows(core, store, slot, budget) }
    }

    /// Whether a fact follows from the others, by walking its reasons with an explicit stack.
    fn follows(
        &mut self,
        core: &Core,
        store: &Store,
        slot: u32,
        budget: &mut Budget,
    ) -> Result<bool, StopReason> {
        self.frames.clear();
        self.open.clear();
        if !self.enter(core, store, slot, budget)? {
            return Ok(false);
        }
        while let Some(frame) = self.frames.last_mut() {
            if frame.next as usize == self.open.len() {
                let Frame { slot, start, .. } = *frame;
                self.open.truncate(start as usize);
                self.frames.pop();
                self.mark(slot, FOLLOWS);
                // The reasons of the frame below end where this one's began.
                continue;
            }
            let other = self.open[frame.next as usize];
            frame.next += 1;
            let at = core.state.level(other);
            if at <= core.state.root || self.marks[other as usize] & (SEEN | FOLLOWS) != 0 {
                continue;
            }
            let hopeless = self.marks[other as usize] & NEEDED != 0
                || self.stamps.get(at).is_none_or(|&stamp| stamp != self.stamp);
            if hopeless || !self.enter(core, store, other, budget)? {
                self.mark(other, NEEDED);
                while let Some(frame) = self.frames.pop() {
                    self.mark(frame.slot, NEEDED);
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Opens the reasons of a fact; false if it was decided (or its explanation would take too long).
    fn enter(
        &mut self,
        core: &Core,
        store: &Store,
        slot: u32,
        budget: &mut Budget,
    ) -> Result<bool, StopReason> {
        if matches!(core.cause(store, slot), Some(Cause::Decision | Cause::Refuted | Cause::Applied(_))) {
            return Ok(false);
        }
        let start = self.open.len() as u32;
        core.reason(store, slot, &mut self.open, budget)?;
        spend(budget, core, store, &self.open[start as usize..])?;
        self.frames.push(Frame { slot, start, next: start });
        Ok(true)
    }

    pub(crate) fn bytes(&self) -> u64 {
        let scratch = [&self.marked, &self.reason, &self.shrinking, &self.touched, &self.open];
        let halves = scratch.into_iter().chain([&self.involved, &self.applied]);
        let wider = growing(&self.stamps) + growing(&self.frames) + growing(&self.clauses);
        let heap = self.heap.capacity() * size_of::<(u64, u32)>();
        halves.map(growing).sum::<u64>() + wider + (heap + self.marks.capacity()) as u64
    }
}

/// Spends what a walk over a reason costs.
#[inline]
fn spend(budget: &mut Budget, core: &Core, store: &Store, reason: &[u32]) -> Result<(), StopReason> {
    budget.spend(reason.len() as u64 / 8 + 1, || core.bytes(store))
}
