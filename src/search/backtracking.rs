//! Plain search: decide, propagate, and on a dead end try the opposite of the last decision.

use crate::model::budget::{Budget, StopReason, growing};
use crate::model::ids::Literal;
use crate::propagation::deduction::Observer;
use crate::propagation::fixpoint::{Culprit, Halt, Propagation, assert};
use crate::propagation::statistics::Statistics;
use crate::search::brancher::{Brancher, Decision};
use crate::search::final_check::{FinalCheck, lowest_values};
use crate::search::learning::nogood::Listener;
use crate::search::solution::Solution;
use crate::store::log::Cause;
use crate::store::store::{Store, ones};

/// What the search came to.
#[derive(Debug)]
pub(crate) enum Event {
    /// The next solution. The search may be asked for more.
    Solution(Solution),
    /// There is no (further) solution.
    Exhausted,
    /// So many dead ends since the last solution (or decisions) that another search had better go on.
    Weary,
    /// A limit. The search may be asked again, and goes on.
    Stopped(StopReason),
}

/// Told how far the search is, every some hundred nodes.
pub(crate) type Progress = dyn FnMut(&Statistics) + Send + Sync;

/// Told one step of a proof: a clause that follows from the question and the steps before.
pub(crate) type Step<'s> = dyn FnMut(&[Literal]) + 's;

/// A search that can be asked for one solution after the other. Its decisions are levels of the store above
/// the one where it began.
#[derive(Debug)]
pub(crate) struct Backtracking {
    decisions: Vec<Decision>,
    check: FinalCheck,
    state: State,
    patience: Patience,
    /// After how many dead ends it began anew the last time; none once there was a solution, which would come again.
    anew: Option<u64>,
    /// Conflicts since the last solution, and decisions since then.
    conflicts: u64,
    nodes: u64,
    /// What the budget had spent when the search for the next solution began.
    since: u64,
    /// The length of the log where it began.
    start: usize,
    /// Bytes that others hold beside it.
    pub(crate) beside: u64,
}

/// How long to go on without a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Patience {
    pub(crate) conflicts: u64,
    pub(crate) nodes: u64,
    /// Work, as a budget counts it.
    pub(crate) ticks: u64,
}

impl Patience {
    pub(crate) const ENDLESS: Patience = Patience { conflicts: u64::MAX, nodes: u64::MAX, ticks: u64::MAX };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// There may be something to propagate.
    Open,
    /// A solution stands in the store and was given out.
    AtSolution,
    Exhausted,
}

/// What a search works with.
pub(crate) struct Surroundings<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) propagation: &'a mut Propagation,
    pub(crate) budget: &'a mut Budget,
    pub(crate) observer: Option<&'a mut (dyn Observer + 'static)>,
    pub(crate) progress: Option<&'a mut Progress>,
    /// Shown each nogood of learning search.
    pub(crate) nogoods: Option<&'a mut Listener>,
    /// Told each clause that learning search finds.
    pub(crate) proof: Option<&'a mut Step<'a>>,
}

const PROGRESS_EVERY: u64 = 256;

impl Backtracking {
    /// A search from the present level of `store`, where all is at a fixpoint.
    pub(crate) fn new(store: &Store, patience: Patience) -> Backtracking {
        Backtracking {
            decisions: Vec::new(),
            check: FinalCheck::new(store.model()),
            state: State::Open,
            patience,
            anew: Some(0),
            conflicts: 0,
            nodes: 0,
            since: 0,
            start: store.log().len(),
            beside: 0,
        }
    }

    /// How long the list of what is done with would be at most, as clauses.
    pub(crate) fn size_of_refuted(&self, store: &Store) -> usize {
        let entries = store.log()[self.start..].iter().filter(|entry| entry.cause() == Cause::Refuted);
        let literals: u32 = entries.map(|entry| entry.bits.count_ones()).sum();
        (literals as usize).saturating_mul(self.decisions.len() + 1)
    }

    /// From now on goes on to the end.
    pub(crate) fn be_patient(&mut self) {
        self.patience = Patience::ENDLESS;
    }

    /// Goes on for so many decisions more. Dead ends are counted on.
    pub(crate) fn take_heart(&mut self, patience: Patience) {
        self.patience = patience;
        self.nodes = 0;
    }

    fn is_weary(&self, budget: &Budget) -> bool {
        let Patience { conflicts, nodes, ticks } = self.patience;
        self.conflicts > conflicts || self.nodes > nodes || budget.spent().saturating_sub(self.since) > ticks
    }

    /// Goes on for so many dead ends more.
    pub(crate) fn go_on_for(&mut self, dead_ends: u64) {
        self.patience = Patience { conflicts: self.conflicts.saturating_add(dead_ends), ..Patience::ENDLESS };
    }

    /// Whether there were more dead ends without a solution than it has patience for.
    pub(crate) fn is_at_its_wits_end(&self) -> bool {
        self.conflicts > self.patience.conflicts
    }

    /// Begins anew, with all that is known without a decision.
    pub(crate) fn restart(&mut self, with: &mut Surroundings<'_>, patience: Patience) {
        self.leave_all(with);
        self.patience = patience;
        (self.conflicts, self.nodes) = (0, 0);
    }

    fn leave_all(&mut self, with: &mut Surroundings<'_>) {
        while self.decisions.pop().is_some() {
            with.propagation.undo_level(with.store);
        }
    }

    /// Whether the brancher wants it, and has not just had it.
    fn begins_anew(&self, brancher: &mut dyn Brancher) -> bool {
        let Some(last) = self.anew else { return false };
        !self.decisions.is_empty()
            && self.conflicts / 2 >= last.max(1)
            && brancher.begins_anew(self.conflicts)
    }

    /// What is done with, for a search that goes on from the level where this one began: the decisions, and with how many
    /// of them each refuted literal was known.
    pub(crate) fn done(&self, store: &Store) -> (Vec<Literal>, Vec<(usize, Literal)>) {
        let decisions: Vec<Literal> =
            self.decisions.iter().map(|decision| Literal::Is(decision.var, decision.value)).collect();
        let (root, mut refuted) = (store.level() - decisions.len(), Vec::new());
        let mut end = store.log().len();
        for depth in (0..=decisions.len()).rev() {
            let start = if depth == 0 { self.start } else { store.level_start(root + depth) };
            let entries = store.log()[start..end].iter().filter(|entry| entry.cause() == Cause::Refuted);
            for (entry, (var, word)) in entries.filter_map(|entry| Some((entry, store.subject(entry)?))) {
                for number in ones(word, entry.bits) {
                    refuted.push((depth, Literal::IsNot(var, store.model().values().value_at(number))));
                }
            }
            end = start;
        }
        (decisions, refuted)
    }

    /// Ends, and tells what is done with.
    pub(crate) fn give_up(&mut self, with: &mut Surroundings<'_>) -> (Vec<Literal>, Vec<(usize, Literal)>) {
        let done = self.done(with.store);
        self.leave_all(with);
        self.state = State::Exhausted;
        done
    }

    /// Goes on to the next solution, to the end, or to a limit.
    pub(crate) fn next(&mut self, with: &mut Surroundings<'_>, brancher: &mut dyn Brancher) -> Event {
        let dead = match self.state {
            State::Open => false,
            State::AtSolution => !self.backtrack(with),
            State::Exhausted => true,
        };
        if dead {
            return Event::Exhausted;
        }
        if (self.conflicts, self.nodes) == (0, 0) {
            self.since = with.budget.spent();
        }
        loop {
            match with.propagation.run(with.store, with.budget, with.observer.as_deref_mut()) {
                Err(Halt::Stopped(reason)) => return Event::Stopped(reason),
                Err(Halt::Conflict(culprit)) => {
                    with.propagation.statistics.conflicts += 1;
                    self.conflicts += 1;
                    if let Culprit::Instance(number, _) = culprit {
                        brancher.conflict(with.propagation.schedule().vars(number));
                    }
                    if !self.backtrack(with) {
                        return Event::Exhausted;
                    }
                }
                Ok(()) if with.store.open() == 0 => match self.read(with) {
                    Err(reason) => return Event::Stopped(reason),
                    Ok(Some(solution)) => {
                        with.propagation.statistics.solutions += 1;
                        (self.conflicts, self.nodes) = (0, 0);
                        self.anew = None;
                        self.state = State::AtSolution;
                        return Event::Solution(solution);
                    }
                    Ok(None) => {
                        with.propagation.statistics.conflicts += 1;
                        if !self.backtrack(with) {
                            return Event::Exhausted;
                        }
                    }
                },
                Ok(()) if self.is_weary(with.budget) => return Event::Weary,
                Ok(()) if self.begins_anew(brancher) => {
                    self.anew = Some(self.conflicts);
                    with.propagation.statistics.restarts += 1;
                    self.leave_all(with);
                }
                Ok(()) => {
                    self.nodes += 1;
                    if self.decisions.is_empty() {
                        let fixed = with.store.model().variables() - with.store.open();
                        with.propagation.statistics.fixed = fixed as u64;
                    }
                    if let Err(reason) = self.decide(with, brancher) {
                        return Event::Stopped(reason);
                    }
                }
            }
        }
    }

    /// The complete assignment in the store, if it passes the final check.
    fn read(&mut self, with: &mut Surroundings<'_>) -> Result<Option<Solution>, StopReason> {
        let values = lowest_values(with.store, with.budget)?;
        let violation = self.check.violation(with.store.model(), &values, with.budget)?;
        Ok(violation.is_none().then_some(Solution { values }))
    }

    fn decide(&mut self, with: &mut Surroundings<'_>, brancher: &mut dyn Brancher) -> Result<(), StopReason> {
        with.budget.elsewhere =
            self.beside + brancher.bytes() + self.check.bytes() + growing(&self.decisions);
        // Scanning the variables is work too.
        with.budget.spend(with.store.model().variables() as u64 / 64 + 1, || with.store.bytes())?;
        with.budget.spend_node()?;
        let open = |decision: &Decision| {
            let known = decision.var.index() < with.store.model().variables();
            known && !with.store.is_fixed(decision.var) && with.store.contains(decision.var, decision.value)
        };
        let decision = brancher.choose(with.store).filter(open).or_else(|| first_open(with.store));
        let Some(decision) = decision else { return Ok(()) };
        let statistics = &mut with.propagation.statistics;
        statistics.nodes += 1;
        self.decisions.push(decision);
        statistics.depth = statistics.depth.max(self.decisions.len() as u64);
        if statistics.nodes.is_multiple_of(PROGRESS_EVERY)
            && let Some(progress) = with.progress.as_deref_mut()
        {
            progress(&*statistics);
        }
        with.store.push_level();
        // An open variable keeps the value that it is assigned.
        let assigned = assert(with.store, Literal::Is(decision.var, decision.value), Cause::Decision);
        debug_assert!(assigned.is_ok());
        Ok(())
    }

    /// Goes back to the last decision whose opposite is possible, and makes it. False if there is none.
    fn backtrack(&mut self, with: &mut Surroundings<'_>) -> bool {
        while let Some(decision) = self.decisions.pop() {
            with.propagation.undo_level(with.store);
            let opposite = Literal::IsNot(decision.var, decision.value);
            if assert(with.store, opposite, Cause::Refuted).is_ok() {
                self.state = State::Open;
                return true;
            }
        }
        self.state = State::Exhausted;
        false
    }
}

/// The first open variable and its lowest value.
fn first_open(store: &Store) -> Option<Decision> {
    let var = store.model().vars().find(|&var| !store.is_fixed(var))?;
    Some(Decision { var, value: store.lowest(var)? })
}
