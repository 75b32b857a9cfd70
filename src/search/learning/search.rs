//! Conflict-driven search: decide, propagate, and learn from each dead end what cannot be (Marques-Silva and Sakallah,
//! *GRASP*, 1999; for finite domains Ohrimenko, Stuckey and Codish, *Propagation via lazy clause generation*, 2009).

use crate::model::budget::{StopReason, growing};
use crate::model::ids::Literal;
use crate::search::backtracking::{Event, Surroundings};
use crate::search::final_check::{FinalCheck, Violation, lowest_values};
use crate::search::learning::analysis::{Analysis, Lesson};
use crate::search::learning::choice::Choice;
use crate::search::learning::core::{Clash, Core, Halt, Unbuilt};
use crate::search::learning::cube::Cube;
use crate::search::learning::literal::Lit;
use crate::search::learning::reduction::{CORE, reduce, touch};
use crate::search::learning::restarts::{Mode, Restarts};
use crate::search::learning::settings::Settings;
use crate::search::learning::slots::Slots;
use crate::search::solution::Solution;
use crate::store::log::{Cause, NONE};
use crate::store::store::Store;

/// A search that can be asked for one solution after the other. Its decisions are levels of the store above
/// the one where it began.
#[derive(Clone, Debug)]
pub(crate) struct Learning {
    pub(crate) core: Core,
    pub(crate) analysis: Analysis,
    pub(crate) choice: Choice,
    restarts: Restarts,
    settings: Settings,
    check: FinalCheck,
    pub(crate) state: Found,
    /// The part of the space that it keeps to.
    pub(crate) cube: Cube,
    /// A conflict that has taught nothing yet, because its analysis was stopped.
    unresolved: Option<Clash>,
    /// So many of the lowest levels are no longer jumped over: below each of them every solution was given out or
    /// refuted but what the present decisions lead to.
    pub(crate) floor: usize,
    /// What was learnt to be true without condition while the floor was above the root.
    pub(crate) units: Vec<Lit>,
    /// How many literals the clauses that exclude solutions have.
    excluded: usize,
    pub(crate) conflicts: u64,
    /// After how many conflicts, and how much work, it rests, so that another search has its turn.
    pub(crate) rest_at: (u64, u64),
    /// Bytes that others hold beside it.
    pub(crate) beside: u64,
    next_reduction: u64,
    reductions: u64,
    next_rephase: u64,
    rephases: u64,
    /// All solutions, of which those given out are struck off: each nogood is checked against the rest.
    #[cfg(test)]
    pub(crate) witnesses: Option<Vec<Vec<i32>>>,
    #[cfg(test)]
    pub(crate) checked: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// There may be something to propagate.
    Open,
    /// A solution stands in the store and was given out.
    Solution,
    Exhausted,
}

const PROGRESS_EVERY: u64 = 256;

/// How long a clause is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Keeping {
    /// Until the database is reduced, if it is worth keeping at all.
    WhileUseful,
    ForEver,
}

impl Learning {
    /// Whether a model has few enough open values to number them.
    pub(crate) fn fits(store: &Store) -> bool {
        Slots::count(store) <= Slots::MOST
    }

    /// A search from the present level of the store, where all is at a fixpoint. `offered` has for each variable the
    /// value to try first, if there is one.
    ///
    /// # Errors
    /// If a region contradicts itself without any decision, where the rules that would have told were dropped; or a limit,
    /// and then it may be tried again.
    pub(crate) fn new(
        with: &mut Surroundings<'_>,
        settings: Settings,
        offered: &[Option<i32>],
        seed: Option<u64>,
    ) -> Result<Learning, Unbuilt> {
        let schedule = with.propagation.shared_schedule();
        with.budget.elsewhere = 0;
        let core = Core::new(with.store, &schedule, with.budget)?;
        let store = &*with.store;
        let model = store.model();
        let number = |var: usize| {
            offered.get(var).copied().flatten().and_then(|value| model.values().number_of(value))
        };
        let offered = model
            .vars()
            .map(|var| number(var.index()).and_then(|number| core.state.slots.find(store, var, number)))
            .map(|slot| slot.unwrap_or(NONE))
            .collect();
        let bytes = core.bytes(store);
        with.budget.poll(|| bytes)?;
        let choice = Choice::new(&core, offered, seed);
        Ok(Learning {
            analysis: Analysis::new(core.state.slots.len(), choice.steps_behind()),
            choice,
            restarts: Restarts::new(&settings),
            check: FinalCheck::new(model),
            state: Found::Open,
            cube: Cube::default(),
            unresolved: None,
            floor: 0,
            units: Vec::new(),
            excluded: 0,
            conflicts: 0,
            rest_at: (u64::MAX, u64::MAX),
            beside: 0,
            next_reduction: settings.reduce,
            reductions: 0,
            next_rephase: settings.rephase,
            rephases: 0,
            settings,
            core,
            #[cfg(test)]
            witnesses: None,
            #[cfg(test)]
            checked: 0,
        })
    }

    /// Goes on to the next solution, to the end, or to a limit.
    pub(crate) fn next(&mut self, with: &mut Surroundings<'_>) -> Event {
        self.next_within(with, |_| false)
    }

    /// The same, unless `weary` says, of the number of conflicts so far, that it is enough. Then all is as if nobody had
    /// asked: the search goes on from there in the same way.
    pub(crate) fn next_within(&mut self, with: &mut Surroundings<'_>, weary: impl Fn(u64) -> bool) -> Event {
        let before = self.core.propagations;
        let event = self.run(with, weary);
        if !matches!(event, Event::Weary) {
            self.take_memory(with);
        }
        let statistics = &mut with.propagation.statistics;
        statistics.propagations += self.core.propagations - before;
        statistics.kept = self.core.clauses.len() as u64;
        event
    }

    /// Takes note of the memory in use.
    pub(crate) fn take_memory(&self, with: &mut Surroundings<'_>) {
        let bytes = self.bytes(with.store);
        let statistics = &mut with.propagation.statistics;
        statistics.memory = statistics.memory.max(bytes);
    }

    fn own_bytes(&self) -> u64 {
        self.beside + self.analysis.bytes() + self.choice.bytes()
    }

    /// All that it holds.
    pub(crate) fn bytes(&self, store: &Store) -> u64 {
        self.core.bytes(store) + self.own_bytes()
    }

    fn run(&mut self, with: &mut Surroundings<'_>, weary: impl Fn(u64) -> bool) -> Event {
        if self.state == Found::Solution {
            self.exclude(with);
        }
        loop {
            if self.state == Found::Exhausted {
                return Event::Exhausted;
            }
            if weary(self.conflicts) {
                return Event::Weary;
            }
            let clash = match self.unresolved.take() {
                Some(clash) => clash,
                None => match self.propagate(with) {
                    Err(Halt::Stopped(reason)) => return Event::Stopped(reason),
                    Err(Halt::Clash(clash)) => clash,
                    Ok(()) if with.store.open() == 0 && self.cube.is_entered() => match self.read(with) {
                        Err(Halt::Stopped(reason)) => return Event::Stopped(reason),
                        Err(Halt::Clash(clash)) => clash,
                        Ok(solution) => {
                            with.propagation.statistics.solutions += 1;
                            self.state = Found::Solution;
                            self.choice.solved();
                            return Event::Solution(solution);
                        }
                    },
                    Ok(()) if self.conflicts >= self.rest_at.0 && with.budget.spent() >= self.rest_at.1 => {
                        self.back_to(with, self.floor);
                        return Event::Weary;
                    }
                    Ok(()) => {
                        if let Err(reason) = self.go_on(with) {
                            return Event::Stopped(reason);
                        }
                        continue;
                    }
                },
            };
            if let Err(reason) = self.resolve(with, &clash) {
                self.unresolved = Some(clash);
                return Event::Stopped(reason);
            }
        }
    }

    fn propagate(&mut self, with: &mut Surroundings<'_>) -> Result<(), Halt> {
        // Units hold on every level; a level that was taken back may have been the one where they were known.
        if self.core.depth() <= self.floor {
            for i in 0..self.units.len() {
                let unit = self.units[i];
                match self.core.state.truth(unit) {
                    0 => self.core.state.imply(with.store, unit, Cause::Assumption),
                    -1 => return Err(Halt::Clash(Clash::Facts(vec![unit.slot()]))),
                    _ => {}
                }
            }
        }
        with.budget.elsewhere = self.own_bytes() + self.check.bytes() + growing(&self.units);
        self.core.propagate(with.store, with.budget)
    }

    /// At a fixpoint without conflict: restarts, forgets, or decides.
    fn go_on(&mut self, with: &mut Surroundings<'_>) -> Result<(), StopReason> {
        self.choice.phases.fixpoint(with.store.open());
        if self.restarts.turn(&self.settings) {
            self.choice.phases.forget_target();
            self.back_to(with, self.floor);
        } else if self.core.depth() > self.floor && self.restarts.due(&self.settings) {
            self.restarts.restarted();
            with.propagation.statistics.restarts += 1;
            self.back_to(with, self.floor);
        }
        if self.conflicts >= self.next_rephase {
            spend(with, with.store.model().variables())?;
            self.rephases += 1;
            self.next_rephase = self.conflicts + self.settings.rephase * (self.rephases + 1);
            self.choice.phases.rephase();
        }
        if self.conflicts >= self.next_reduction {
            self.reductions += 1;
            self.next_reduction = self.conflicts + self.settings.reduce * (self.reductions + 1);
            self.take_memory(with);
            reduce(&mut self.core, with.store, with.budget)?;
        }
        if self.core.depth() == 0 {
            let fixed = with.store.model().variables() - with.store.open();
            with.propagation.statistics.fixed = fixed as u64;
        }
        if self.core.clauses.is_full() {
            reduce(&mut self.core, with.store, with.budget)?;
            if self.core.clauses.is_full() {
                return Err(StopReason::Memory);
            }
        }
        if self.cube.is_entered() {
            self.decide(with)
        } else {
            self.enter(with.store);
            Ok(())
        }
    }

    fn decide(&mut self, with: &mut Surroundings<'_>) -> Result<(), StopReason> {
        spend(with, self.choice.work(&self.core, self.restarts.mode))?;
        with.budget.spend_node()?;
        let Some(lit) = self.choice.choose(&self.core, with.store, self.restarts.mode) else { return Ok(()) };
        let statistics = &mut with.propagation.statistics;
        statistics.nodes += 1;
        statistics.depth = statistics.depth.max(self.core.depth() as u64 + 1);
        if statistics.nodes.is_multiple_of(PROGRESS_EVERY)
            && let Some(progress) = with.progress.as_deref_mut()
        {
            progress(&*statistics);
        }
        self.core.decide(with.store, lit);
        Ok(())
    }

    /// The complete assignment in the store, or which part of it breaks the model.
    fn read(&mut self, with: &mut Surroundings<'_>) -> Result<Solution, Halt> {
        let values = lowest_values(with.store, with.budget).map_err(Halt::Stopped)?;
        let model = with.store.model();
        let violation = self.check.violation(model, &values, with.budget).map_err(Halt::Stopped)?;
        let vars = match violation {
            None => return Ok(Solution { values }),
            Some(Violation::Domain { var, .. }) => vec![var],
            Some(Violation::Region { vars, .. }) => vars.to_vec(),
            Some(Violation::Constraint { constraint }) => model.constraints()[constraint].scope().to_vec(),
        };
        let facts = vars.into_iter().filter_map(|var| self.core.state.fixed(var));
        Err(Halt::Clash(Clash::Facts(facts.collect())))
    }

    /// Learns from a conflict, and goes back to where the lesson tells something new.
    fn resolve(&mut self, with: &mut Surroundings<'_>, clash: &Clash) -> Result<(), StopReason> {
        if self.choice.phases.is_better() {
            spend(with, with.store.model().variables())?;
        }
        let lesson = self.analysis.run(&self.core, with.store, clash, with.budget)?;
        self.conflicts += 1;
        with.propagation.statistics.conflicts += 1;
        self.choice.phases.conflict(&self.core, self.core.state.root + self.core.depth());
        let Some(lesson) = lesson else {
            self.state = Found::Exhausted;
            return Ok(());
        };
        #[cfg(test)]
        self.check_lesson(with, &lesson);
        self.report(with, &lesson);
        let fade = self.settings.fade[usize::from(self.restarts.mode == Mode::Stable)];
        self.choice.conflict(&self.core, clash, &self.analysis.involved, fade);
        for clause in std::mem::take(&mut self.analysis.clauses) {
            let before = self.core.clauses.distance(clause);
            let now = if before > CORE { self.analysis.distance(&self.core, clause) } else { before };
            touch(&mut self.core.clauses, clause, now);
        }
        self.restarts.conflict(lesson.distance);
        let level = lesson.level - self.core.state.root;
        if level <= self.floor {
            // The level has nothing left, whatever is decided above it.
            self.export(&lesson);
            self.back_to(with, level);
            self.refute(with);
        } else {
            self.learn(with, &lesson);
        }
        Ok(())
    }

    /// Adds the clause that forbids what was found impossible, and makes its first literal true.
    fn learn(&mut self, with: &mut Surroundings<'_>, lesson: &Lesson) {
        self.export(lesson);
        let lits: Vec<Lit> = lesson.facts.iter().map(|&slot| self.core.state.fact(slot).opposite()).collect();
        self.tell(with, &lits);
        with.propagation.statistics.learnt += 1;
        let below = (lesson.below - self.core.state.root).max(self.floor);
        self.back_to(with, below);
        self.imply_first(with, &lits, lesson.distance, Keeping::WhileUseful);
    }

    /// Whether a clause of so many literals and levels is used more than once.
    pub(crate) fn keeps(&self, literals: usize, distance: u32) -> bool {
        literals <= self.settings.longest && distance <= self.settings.widest
    }

    /// Tells a clause to whoever wants a proof.
    fn tell(&self, with: &mut Surroundings<'_>, lits: &[Lit]) {
        let Some(proof) = with.proof.as_deref_mut() else { return };
        let clause: Vec<Literal> =
            lits.iter().map(|&lit| self.core.state.slots.literal(with.store, lit)).collect();
        proof(&clause);
    }

    /// Makes the first of `lits` true, all others being false, by the clause of all.
    fn imply_first(&mut self, with: &mut Surroundings<'_>, lits: &[Lit], distance: u32, keeping: Keeping) {
        let cause = if lits.len() > 1 {
            let for_ever = keeping == Keeping::ForEver;
            let clause = self.core.clauses.add(lits, distance, for_ever);
            if for_ever || self.keeps(lits.len(), distance) {
                self.core.watches.attach(&self.core.clauses, clause);
            }
            Cause::Clause(clause.0)
        } else {
            self.units.push(lits[0]);
            Cause::Assumption
        };
        self.core.state.imply(with.store, lits[0], cause);
    }

    /// Goes on after a solution, so that it does not come again.
    fn exclude(&mut self, with: &mut Surroundings<'_>) {
        #[cfg(test)]
        self.strike_off(with);
        let depth = self.core.depth();
        self.state = Found::Open;
        if depth == self.cube.base {
            self.state = Found::Exhausted;
            return;
        }
        self.excluded += depth;
        if self.cube.enumerates || self.floor > self.cube.base || self.excluded > self.settings.exclusions {
            self.cube.enumerates = true;
            // From now on by the decisions themselves: nothing is stored.
            self.floor = depth;
            self.refute(with);
            return;
        }
        // The decisions lead to this solution and to no other: they are not to be true together again.
        let mut lits: Vec<Lit> =
            self.core.decisions.iter().map(|&slot| self.core.state.fact(slot).opposite()).collect();
        lits.reverse();
        self.tell(with, &lits);
        self.back_to(with, depth - 1);
        self.imply_first(with, &lits, lits.len() as u32, Keeping::ForEver);
    }

    /// Takes back the highest level, below which nothing is left, and makes the opposite of its decision true.
    fn refute(&mut self, with: &mut Surroundings<'_>) {
        let Some(&slot) = self.core.decisions.get(self.cube.base..).and_then(|own| own.last()) else {
            self.state = Found::Exhausted;
            return;
        };
        let opposite = self.core.state.fact(slot).opposite();
        let depth = self.core.depth() - 1;
        self.back_to(with, depth);
        self.floor = depth;
        self.core.state.imply(with.store, opposite, Cause::Refuted);
    }

    pub(crate) fn back_to(&mut self, with: &mut Surroundings<'_>, depth: usize) {
        let Learning { core, choice, .. } = self;
        core.back_to(with.store, depth, |var, slot, was_true| choice.reopen(var, slot, was_true));
    }
}

/// Spends what a walk over so many numbers costs.
fn spend(with: &mut Surroundings<'_>, numbers: usize) -> Result<(), StopReason> {
    with.budget.spend(numbers as u64 / 32 + 1, || with.store.bytes())
}

#[cfg(test)]
impl Learning {
    /// No solution that is still to come may be forbidden.
    fn check_lesson(&mut self, with: &Surroundings<'_>, lesson: &Lesson) {
        let (state, store) = (&self.core.state, &*with.store);
        let Some(witnesses) = &self.witnesses else { return };
        let holds = |slot: u32, solution: &[i32]| {
            let value = store.model().values().value_at(state.slots.number(slot));
            (solution[state.slots.var(slot).index()] == value) == state.is_true(slot)
        };
        for solution in witnesses {
            let forbidden = lesson.facts.iter().all(|&slot| holds(slot, solution));
            assert!(!forbidden, "{solution:?} is forbidden by {:?}", lesson);
        }
        self.checked += 1;
    }

    fn strike_off(&mut self, with: &Surroundings<'_>) {
        let store = &*with.store;
        let found: Vec<i32> = store.model().vars().filter_map(|var| store.lowest(var)).collect();
        if let Some(witnesses) = &mut self.witnesses {
            let before = witnesses.len();
            witnesses.retain(|solution| *solution != found);
            assert_eq!(witnesses.len() + 1, before, "{found:?} came twice, or is none");
        }
    }
}
