//! Plain search: decide, propagate, and on a dead end try the opposite of the last decision.

use crate::model::budget::{Budget, StopReason};
use crate::model::ids::Literal;
use crate::propagation::deduction::Observer;
use crate::propagation::fixpoint::{Culprit, Halt, Propagation, assert};
use crate::propagation::statistics::Statistics;
use crate::search::brancher::{Brancher, Decision};
use crate::search::final_check::FinalCheck;
use crate::search::solution::Solution;
use crate::store::log::Cause;
use crate::store::store::Store;

/// What the search came to.
#[derive(Debug)]
pub(crate) enum Event {
    /// The next solution. The search may be asked for more.
    Solution(Solution),
    /// There is no (further) solution.
    Exhausted,
    /// A limit. The search may be asked again, and goes on.
    Stopped(StopReason),
}

/// Told how far the search is, every some hundred nodes.
pub(crate) type Progress = dyn FnMut(&Statistics) + Send + Sync;

/// A search that can be asked for one solution after the other. Its decisions are levels of the store above
/// the one where it began.
#[derive(Debug)]
pub(crate) struct Backtracking {
    decisions: Vec<Decision>,
    check: FinalCheck,
    state: State,
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
    pub(crate) brancher: &'a mut dyn Brancher,
    pub(crate) budget: &'a mut Budget,
    pub(crate) observer: Option<&'a mut (dyn Observer + 'static)>,
    pub(crate) progress: Option<&'a mut Progress>,
}

const PROGRESS_EVERY: u64 = 256;

impl Backtracking {
    /// A search from the present level of `store`, where all is at a fixpoint.
    pub(crate) fn new(store: &Store) -> Backtracking {
        Backtracking { decisions: Vec::new(), check: FinalCheck::new(store.model()), state: State::Open }
    }

    /// Goes on to the next solution, to the end, or to a limit.
    pub(crate) fn next(&mut self, with: &mut Surroundings<'_>) -> Event {
        let dead = match self.state {
            State::Open => false,
            State::AtSolution => !self.backtrack(with),
            State::Exhausted => true,
        };
        if dead {
            return Event::Exhausted;
        }
        loop {
            match with.propagation.run(with.store, with.budget, with.observer.as_deref_mut()) {
                Err(Halt::Stopped(reason)) => return Event::Stopped(reason),
                Err(Halt::Conflict(culprit)) => {
                    with.propagation.statistics.conflicts += 1;
                    if let Culprit::Instance(number, _) = culprit {
                        with.brancher.conflict(with.propagation.schedule().vars(number));
                    }
                    if !self.backtrack(with) {
                        return Event::Exhausted;
                    }
                }
                Ok(()) if with.store.open() == 0 => match self.read(with) {
                    Some(solution) => {
                        with.propagation.statistics.solutions += 1;
                        self.state = State::AtSolution;
                        return Event::Solution(solution);
                    }
                    None => {
                        with.propagation.statistics.conflicts += 1;
                        if !self.backtrack(with) {
                            return Event::Exhausted;
                        }
                    }
                },
                Ok(()) => {
                    if let Err(reason) = self.decide(with) {
                        return Event::Stopped(reason);
                    }
                }
            }
        }
    }

    /// The complete assignment in the store, if it passes the final check.
    fn read(&mut self, with: &Surroundings<'_>) -> Option<Solution> {
        let model = with.store.model();
        let values: Option<Vec<i32>> = model.vars().map(|var| with.store.value(var)).collect();
        let values = values?;
        self.check.accepts(model, &values).then_some(Solution { values })
    }

    fn decide(&mut self, with: &mut Surroundings<'_>) -> Result<(), StopReason> {
        with.budget.spend_node()?;
        // Scanning the variables is work too.
        with.budget.spend(with.store.model().variables() as u64 / 64 + 1, || with.store.bytes())?;
        let open = |decision: &Decision| {
            let known = decision.var.index() < with.store.model().variables();
            known && !with.store.is_fixed(decision.var) && with.store.contains(decision.var, decision.value)
        };
        let decision = with.brancher.choose(with.store).filter(open).or_else(|| first_open(with.store));
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
