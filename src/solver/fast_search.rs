//! The fast body as the search for the next solution, and what goes on where it has lost patience.

use crate::model::budget::StopReason;
use crate::model::ids::{Literal, Var};
use crate::propagation::statistics::Statistics;
use crate::search::learning::search::Learning;
use crate::search::value_major::body::{Effort, Step};
use crate::search::value_major::solver::Solver as ValueMajor;
use crate::solver::beside::Other;
use crate::solver::solutions::{Advance, Handed, Search, Solutions};
use crate::solver::solver::{Solver, Speed};
use crate::solver::strategy::HANDED_OVER;

/// How long the fast body goes on without a solution before anybody else is asked.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    pub(crate) patience: u64,
    /// The conflicts of the first turn of learning search, if it goes on in turns then.
    pub(crate) slice: u64,
    /// The nodes when it found the last solution.
    pub(crate) since: u64,
}

/// What came of a step of the fast body.
pub(crate) enum Found {
    Solution,
    /// A complete assignment that is none.
    Refused,
    Weary,
    Advance(Advance),
}

/// What a step from one solution to the next is charged at least.
const SOLUTION: u64 = 16;
/// What the next solution of a leaf is charged.
const FLIP: u64 = 2;

impl Solutions<'_> {
    /// Goes on with the fast body; none if another search goes on from there.
    pub(crate) fn advance_fast(&mut self, turn: Turn) -> Option<Advance> {
        match self.step_fast(turn.since.saturating_add(turn.patience)) {
            Found::Solution => {
                self.solver.propagation.statistics.solutions += 1;
                self.search = Search::Fast(Turn { since: self.fast_nodes(), ..turn });
                Some(Advance::Solution)
            }
            Found::Refused => None,
            Found::Weary => self.hand_over(turn),
            Found::Advance(advance) => Some(advance),
        }
    }

    /// Counts up to `most` further solutions that need no search, and leaves them out.
    pub(crate) fn take_leaf(&mut self, most: u64) -> u64 {
        let (Search::Fast(_), Speed::Fast(fast)) = (&self.search, &mut self.solver.fast) else { return 0 };
        let Some(single) = &mut fast.single else { return 0 };
        // There may be more solutions, and as many decisions, than can be counted: half of all numbers is no limit.
        let left = self.budget.nodes_left();
        let left = if left > u64::MAX / 2 { u64::MAX } else { left };
        let (taken, nodes) = single.skip(most, left);
        self.budget.spend_nodes(nodes);
        let statistics = &mut self.solver.propagation.statistics;
        statistics.nodes = statistics.nodes.saturating_add(nodes);
        statistics.solutions = statistics.solutions.saturating_add(taken);
        taken
    }

    /// Goes on to a solution that needs no search, and writes what is other in it into `values`, which are those of the last
    /// one. `false` if there is none, or a limit is reached.
    pub(crate) fn flip(&mut self, values: &mut [i32]) -> bool {
        let Solver { fast: Speed::Fast(fast), store, propagation, .. } = &mut *self.solver else {
            return false;
        };
        if !matches!(self.search, Search::Fast(_)) || self.budget.spend(FLIP, || store.bytes()).is_err() {
            return false;
        }
        let Some(nodes) = fast.flip(values, self.budget.nodes_left()) else { return false };
        self.budget.spend_nodes(nodes);
        propagation.statistics.nodes += nodes;
        propagation.statistics.solutions += 1;
        true
    }

    /// The nodes of the fast body since it took up the question.
    pub(crate) fn fast_nodes(&self) -> u64 {
        match &self.solver.fast {
            Speed::Fast(fast) => fast.single.as_ref().map_or(0, |single| single.effort().nodes),
            _ => 0,
        }
    }

    /// Goes on with the fast body until it has tried so many nodes in all. Does not count the solution.
    pub(crate) fn step_fast(&mut self, until: u64) -> Found {
        let exhausted = Found::Advance(Advance::Exhausted);
        let Solver { fast: Speed::Fast(fast), parts, store, propagation, .. } = &mut *self.solver else {
            return exhausted;
        };
        let Some(single) = &mut fast.single else { return exhausted };
        let (budget, statistics, progress) =
            (&mut self.budget, &mut propagation.statistics, &mut parts.progress);
        // Solutions that follow each other without a decision take time as well.
        if let Err(reason) = budget.spend(SOLUTION, || store.bytes()) {
            return Found::Advance(Advance::Stopped(reason));
        }
        // What others have tried is counted as well.
        let (before, others) = (single.effort(), *statistics);
        let all = before.nodes.saturating_add(budget.nodes_left());
        // Nobody else could go on from the middle of a leaf.
        let in_leaf = single.leaf().left() > 0;
        let most = if in_leaf { all } else { all.min(until) };
        let mut reason = StopReason::Cancelled;
        let step = single.advance(most, &mut |effort, bytes| {
            if let Some(progress) = progress {
                progress(&counted(&others, before, effort));
            }
            budget.poll(|| store.bytes() + bytes as u64).map_err(|why| reason = why).is_err()
        });
        let effort = single.effort();
        budget.spend_nodes(effort.nodes - before.nodes);
        *statistics = counted(&others, before, effort);
        match step {
            // All of a leaf were accepted with the first of it.
            Step::Reached if in_leaf || fast.accepts() => Found::Solution,
            Step::Reached => {
                fast.single.iter_mut().for_each(ValueMajor::leave);
                Found::Refused
            }
            Step::Exhausted => exhausted,
            Step::Stopped => Found::Advance(Advance::Stopped(reason)),
            Step::Nodes if most == all => {
                // The rest of them lead to no further solution.
                statistics.nodes = statistics.nodes.saturating_add(budget.nodes_left());
                budget.spend_nodes(budget.nodes_left());
                Found::Advance(Advance::Stopped(StopReason::Nodes))
            }
            Step::Nodes => Found::Weary,
        }
    }

    /// Lets learning search go on where the fast body has lost patience, if there is room for it.
    fn hand_over(&mut self, turn: Turn) -> Option<Advance> {
        let Speed::Fast(fast) = &self.solver.fast else { return Some(Advance::Exhausted) };
        let Some(path) = fast.single.as_ref().map(ValueMajor::path) else { return Some(Advance::Exhausted) };
        let value = |number: u32| self.solver.model().values().value_at(number as usize);
        let is = |&(var, number): &(u32, u32)| Literal::Is(Var(var), value(number));
        let decisions: Vec<Literal> = path.decisions.iter().map(is).collect();
        let is_not = |&(under, (var, number))| (under, Literal::IsNot(Var(var), value(number)));
        let refuted: Vec<(usize, Literal)> = path.refuted.iter().map(is_not).collect();
        let so_far = self.statistics();
        self.search = match self.back_to_root(&so_far) {
            Some(early) => early,
            None if !Learning::fits(&self.solver.store)
                || refuted.len() * (decisions.len() + 1) > HANDED_OVER =>
            {
                self.solver.end();
                Search::Fast(Turn { patience: u64::MAX, ..turn })
            }
            None => Search::HandedOver(Handed { decisions, refuted, other: Some(Other::Fast(turn)) }),
        };
        None
    }
}

/// What others have counted, and what the fast body has since it had come to `before`.
fn counted(others: &Statistics, before: Effort, now: Effort) -> Statistics {
    Statistics {
        nodes: others.nodes.saturating_add(now.nodes - before.nodes),
        conflicts: others.conflicts + (now.conflicts - before.conflicts),
        depth: others.depth.max(now.depth),
        fixed: others.fixed.max(now.fixed),
        ..*others
    }
}
