//! What a named constraint writes itself into: the model and the rules of one puzzle.

use std::sync::Arc;

use thiserror::Error;

use crate::model::builder::ModelBuilder;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;
use crate::puzzle::cells::Cells;
use crate::puzzle::grid::Grid;
use crate::rules::rule::Rule;
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
}

impl<'a> Posting<'a> {
    /// Posts on `grid`, whose variables are those of `builder`; rules are added to `rules`.
    pub fn new(
        grid: &'a Grid,
        builder: &'a mut ModelBuilder,
        rules: &'a mut Vec<Arc<dyn Rule>>,
    ) -> Posting<'a> {
        Posting { grid, builder, rules }
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
}

impl std::fmt::Debug for Posting<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Posting").field("grid", &self.grid).finish_non_exhaustive()
    }
}
