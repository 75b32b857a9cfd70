//! What a named constraint writes itself into: the model and the rules of one puzzle.

use std::any::Any;
use std::sync::Arc;

use thiserror::Error;

use crate::model::builder::ModelBuilder;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;
use crate::puzzle::cells::Cells;
use crate::puzzle::grid::Grid;
use crate::puzzle::linear::{Linear, implied, terms};
use crate::rules::different::Different;
use crate::rules::layers::{Layers, Machine, TooManyStates};
use crate::rules::rule::Rule;
use crate::rules::sequence::Sequence;
use crate::rules::sums::Sums;
use crate::sudoku::geometry::Cell;

/// Why a named constraint does not fit the board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PostError {
    /// It names a cell that the board does not have.
    #[error("the board has no cell {cell}")]
    NoSuchCell {
        /// The cell.
        cell: Cell,
    },
    /// It has another number of cells than it needs.
    #[error("{found} cells, expected {expected}")]
    WrongCount {
        /// How many it has.
        found: usize,
        /// How many it needs, in words: `2`, `at least 3`.
        expected: String,
    },
    /// It names a cell twice where that cannot be meant.
    #[error("{cell} stands twice")]
    Twice {
        /// The cell.
        cell: Cell,
    },
    /// Its parameters cannot be.
    #[error("{what}")]
    Parameter {
        /// What is wrong, lower case.
        what: String,
    },
    /// It is too large to be taken up.
    #[error("it would need {needed} states, more than {most}")]
    TooLarge {
        /// How many it would need, as far as it was counted.
        needed: usize,
        /// How many are allowed.
        most: usize,
    },
}

/// The model and the rules of one puzzle, while its constraints are posted.
pub struct Posting<'a> {
    grid: &'a Grid,
    builder: &'a mut ModelBuilder,
    rules: &'a mut Vec<Arc<dyn Rule>>,
    /// Compiled machines, by which machine and length they are of.
    known: Vec<(Box<dyn Any>, usize, Arc<Layers>)>,
    /// What waits until all regions are known.
    waiting: Vec<Box<Later>>,
    /// The sums posted so far.
    sums: Vec<Linear>,
}

/// What is posted at the end.
type Later = dyn FnOnce(&mut Posting<'_>);

/// The most states of a machine that is not worth more.
const STATES: usize = 1 << 14;

impl<'a> Posting<'a> {
    /// Posts on `grid`, whose variables are those of `builder`; rules are added to `rules`.
    pub fn new(
        grid: &'a Grid,
        builder: &'a mut ModelBuilder,
        rules: &'a mut Vec<Arc<dyn Rule>>,
    ) -> Posting<'a> {
        Posting { grid, builder, rules, known: Vec::new(), waiting: Vec::new(), sums: Vec::new() }
    }

    /// The board.
    pub fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// The variable of a cell.
    ///
    /// # Errors
    /// [`PostError::NoSuchCell`].
    pub fn var(&self, cell: Cell) -> Result<Var, PostError> {
        self.grid.var(cell).ok_or(PostError::NoSuchCell { cell })
    }

    /// The variables of some cells, in order.
    ///
    /// # Errors
    /// [`PostError::NoSuchCell`] names the first that is not on the board.
    pub fn vars(&self, cells: &Cells) -> Result<Vec<Var>, PostError> {
        cells.iter().map(|cell| self.var(cell)).collect()
    }

    /// Posts that these cells all differ.
    ///
    /// # Errors
    /// [`PostError`] if a cell stands twice or is not on the board.
    pub fn region(&mut self, cells: &Cells) -> Result<(), PostError> {
        let vars = self.vars(cells)?;
        let mut sorted: Vec<Cell> = cells.iter().collect();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PostError::Twice { cell: pair[0] });
        }
        self.builder.region(vars);
        Ok(())
    }

    /// Posts a constraint that is its own rule.
    pub fn both(&mut self, constraint: impl Constraint + Rule + 'static) {
        let constraint = Arc::new(constraint);
        self.builder.constraint(constraint.clone());
        self.rules.push(constraint);
    }

    /// Posts that the values of `vars`, in order, are accepted by `machine`. Machines that are equal are compiled once.
    ///
    /// # Errors
    /// [`PostError::TooLarge`].
    pub fn sequence<M: Machine + PartialEq + 'static>(
        &mut self,
        name: &'static str,
        machine: M,
        vars: Vec<Var>,
    ) -> Result<(), PostError> {
        let layers = self.compiled(machine, vars.len())?;
        self.both(Sequence::new(name, vars, layers));
        Ok(())
    }

    /// The same, once all regions are known: where one of these holds all of `vars`, so that their values differ, this
    /// is used.
    ///
    /// # Errors
    /// [`PostError::TooLarge`].
    pub fn sequence_in_region<M: Machine + PartialEq + Clone + 'static>(
        &mut self,
        name: &'static str,
        machine: M,
        vars: Vec<Var>,
    ) -> Result<(), PostError> {
        // Whether it can be compiled at all is known at once.
        let layers = self.compiled(machine.clone(), vars.len())?;
        self.waiting.push(Box::new(move |posting| {
            let values = &posting.grid.values;
            let differ = values.len() <= SETS && posting.is_in_region(&vars);
            let different = if differ { Different::new(machine, values) } else { None };
            let sets = different.and_then(|different| posting.compiled(different, vars.len()).ok());
            posting.both(Sequence::new(name, vars, sets.unwrap_or(layers)));
        }));
        Ok(())
    }

    fn compiled<M: Machine + PartialEq + 'static>(
        &mut self,
        machine: M,
        length: usize,
    ) -> Result<Arc<Layers>, PostError> {
        let known = self.known.iter().find(|(known, of, _)| {
            *of == length && known.downcast_ref::<M>().is_some_and(|known| *known == machine)
        });
        if let Some((_, _, layers)) = known {
            return Ok(layers.clone());
        }
        let too_large =
            |error: TooManyStates| PostError::TooLarge { needed: error.most + 1, most: error.most };
        let layers = Layers::new(&machine, length, &self.grid.values, STATES).map_err(too_large)?;
        let layers = Arc::new(layers);
        self.known.push((Box::new(machine), length, layers.clone()));
        Ok(layers)
    }

    /// Whether some region holds all of these variables.
    pub fn is_in_region(&self, vars: &[Var]) -> bool {
        self.builder.regions().iter().any(|region| vars.iter().all(|var| region.contains(var)))
    }

    /// Posts a sum. Which rule it gets is settled once all regions are known.
    ///
    /// # Errors
    /// [`PostError::Parameter`] if the factors together are more than 32 bits hold.
    pub fn sum(&mut self, sum: Linear) -> Result<(), PostError> {
        check_factors(sum.terms.iter().map(|&(factor, _)| factor))?;
        self.sums.push(sum);
        Ok(())
    }

    /// Posts that sums are the same, each a list of factors and variables, once all regions are known.
    ///
    /// # Errors
    /// [`PostError::Parameter`] if the factors together are more than 32 bits hold.
    pub fn equal_sums(&mut self, name: &'static str, sides: Vec<Vec<(i32, Var)>>) -> Result<(), PostError> {
        check_factors(sides.iter().flatten().map(|&(factor, _)| factor))?;
        self.waiting.push(Box::new(move |posting| {
            let regions = posting.builder.regions();
            let terms = sides.iter().map(|side| terms(side, regions)).collect();
            posting.both(Sums::equal(name, terms));
        }));
        Ok(())
    }

    fn end(&mut self) {
        for waiting in std::mem::take(&mut self.waiting) {
            waiting(self);
        }
        let sums = std::mem::take(&mut self.sums);
        for sum in &sums {
            let terms = terms(&sum.terms, self.builder.regions());
            self.both(Sums::total(sum.name, terms, sum.total));
        }
        for (terms, total) in implied(self.grid, self.builder.regions(), &sums) {
            self.rules.push(Arc::new(Sums::total("implied sum", terms, total)));
        }
    }
}

fn check_factors(factors: impl Iterator<Item = i32>) -> Result<(), PostError> {
    let sum: u64 = factors.map(|factor| u64::from(factor.unsigned_abs())).sum();
    if sum > i32::MAX as u64 {
        return Err(PostError::Parameter {
            what: format!("factors of {sum} together, more than {}", i32::MAX),
        });
    }
    Ok(())
}

/// With more values than this, machines do not remember the set of those read.
const SETS: usize = 9;

/// What waited for the regions is posted.
impl Drop for Posting<'_> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.end();
        }
    }
}

impl std::fmt::Debug for Posting<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Posting").field("grid", &self.grid).finish_non_exhaustive()
    }
}
