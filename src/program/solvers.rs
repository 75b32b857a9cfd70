//! The solvers of one thread: one for each shape of board, used again and again.

use std::sync::Arc;
use std::time::Instant;

use crate::model::budget::{Cancel, Limits};
use crate::program::args::{Search, TaskLimits};
use crate::program::progress::{Live, Slot};
use crate::program::stream::{Shared, lock};
use crate::propagation::statistics::Statistics;
use crate::solver::builder::SolverBuilder;
use crate::solver::solver::Solver;
use crate::solver::strategy::Strategy;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::solve::Sudoku;

/// How many shapes are kept ready.
const SHAPES: usize = 4;

pub(crate) struct Solvers {
    shared: Arc<Shared>,
    /// The Sudokus of the last shapes, the latest at the end.
    sudokus: Vec<Sudoku>,
    /// What others see of the work.
    live: Option<Slot>,
}

impl Solvers {
    pub(crate) fn new(shared: &Arc<Shared>) -> Solvers {
        let live = shared.live.as_ref().map(|all| {
            let live = Slot::default();
            lock(all).push(live.clone());
            live
        });
        Solvers { shared: shared.clone(), sudokus: Vec::new(), live }
    }

    /// The Sudoku of this shape, ready for a question that was begun at `begin`.
    pub(crate) fn get(&mut self, geometry: Geometry, begin: Instant) -> Result<&mut Sudoku, String> {
        if let Some(live) = &self.live {
            *lock(live) = Some(Live { begin, cells: geometry.cells(), statistics: Statistics::default() });
        }
        match self.sudokus.iter().position(|sudoku| sudoku.geometry() == geometry) {
            Some(found) => self.sudokus[found..].rotate_left(1),
            None => {
                let new = self.build(geometry)?;
                if self.sudokus.len() == SHAPES {
                    self.sudokus.remove(0);
                }
                self.sudokus.push(new);
            }
        }
        let limits = limits(&self.shared.task.limits, &self.shared.cancel, self.shared.start, begin);
        let Some(sudoku) = self.sudokus.last_mut() else { return Err("no model for this board".to_owned()) };
        sudoku.solver().set_limits(limits);
        sudoku.solver().set_threads(self.shared.idle());
        Ok(sudoku)
    }

    /// Nothing is being worked on.
    pub(crate) fn rest(&self) {
        if let Some(live) = &self.live {
            *lock(live) = None;
        }
    }

    fn build(&self, geometry: Geometry) -> Result<Sudoku, String> {
        let task = &self.shared.task;
        let mut model = Sudoku::model(geometry);
        if let Some(limit) = task.limits.memory_limit.filter(|&limit| limit > MODEL) {
            model.memory_cap(limit);
        }
        let mut rules = Vec::new();
        self.shared.extra.post(geometry, &mut model, &mut rules)?;
        let model = model.build().map_err(|error| error.to_string())?;
        let mut builder = Solver::builder(&model).strategy(strategy(task.strategy));
        builder = rules.into_iter().fold(builder, SolverBuilder::rule);
        if let Some(seed) = task.seed {
            builder = builder.seed(seed);
        }
        if let Some(threads) = task.streaming.threads() {
            builder = builder.threads(threads);
        }
        if let Some(live) = self.live.clone() {
            builder = builder.progress(move |statistics| {
                if let Some(live) = lock(&live).as_mut() {
                    live.statistics = *statistics;
                }
            });
        }
        let solver = builder.build().map_err(|error| error.to_string())?;
        Sudoku::with_solver(geometry, solver).map_err(|error| error.to_string())
    }
}

/// What is left of the limits for a puzzle that was begun at `begin`, of a run that was begun at `start`: building its
/// model is part of it.
pub(crate) fn limits(limits: &TaskLimits, cancel: &Cancel, start: Instant, begin: Instant) -> Limits {
    let own = limits.time_limit.map(|time| time.saturating_sub(begin.elapsed()));
    let total = limits.total_time.map(|time| time.saturating_sub(start.elapsed()));
    let time = own.into_iter().chain(total).min();
    let mut all = Limits::none().cancel(cancel);
    if let Some(time) = time {
        all = all.time(time);
    }
    if let Some(nodes) = limits.node_limit {
        all = all.nodes(nodes);
    }
    if let Some(bytes) = limits.memory_limit {
        all = all.memory(bytes);
    }
    all
}

/// What the option `--strategy` says.
pub(crate) fn strategy(search: Search) -> Strategy {
    match search {
        Search::Auto => Strategy::Auto,
        Search::Plain => Strategy::Plain,
        Search::Learning => Strategy::Learning,
    }
}

/// A model may have so many bytes, unless a higher limit is given.
const MODEL: u64 = 1 << 30;
