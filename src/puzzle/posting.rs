//! What a named constraint writes itself into: the model and the rules of one puzzle.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use thiserror::Error;

use crate::model::builder::ModelBuilder;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;
use crate::model::plan::Model;
use crate::puzzle::alternatives::{Alternative, Alternatives};
use crate::puzzle::automaton::Automaton;
use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::{Kind, Named};
use crate::puzzle::grid::Grid;
use crate::puzzle::marks::Marks;
use crate::rules::layers::Layers;
use crate::rules::pair::{Pairs, Relation};
use crate::rules::rule::{Rule, Scopes};
use crate::rules::sequence::Sequence;
use crate::solver::builder::SolverBuilder;
use crate::solver::solver::Solver;
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
    marks: Marks,
    /// In how many other constraints the one that is being posted lies.
    depth: usize,
}

/// The most states that an automaton along a line may need; fewer where each stands for many of a larger one.
const MOST_STATES: usize = 50_000;
const MOST_WORK: usize = 4_000_000;

/// How deep constraints may lie in each other.
const DEEPEST: usize = 32;

impl<'a> Posting<'a> {
    /// Posts on `grid`, whose variables are those of `builder`; rules are added to `rules`.
    pub fn new(
        grid: &'a Grid,
        builder: &'a mut ModelBuilder,
        rules: &'a mut Vec<Arc<dyn Rule>>,
    ) -> Posting<'a> {
        Posting { grid, builder, rules, marks: Marks::default(), depth: 0 }
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
        self.distinct(cells)?;
        self.builder.region(vars);
        Ok(())
    }

    /// Posts a constraint that is its own rule.
    pub fn both(&mut self, constraint: impl Constraint + Rule + 'static) {
        let constraint = Arc::new(constraint);
        self.builder.constraint(constraint.clone());
        self.rules.push(constraint);
    }

    /// Takes note of what a constraint of the puzzle marks. To be called for all of them before any is posted.
    pub fn mark(&mut self, kind: &dyn Kind) {
        kind.marks(&mut self.marks);
    }

    /// What all constraints of the puzzle mark.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Posts constraints that know each other's marks.
    ///
    /// # Errors
    /// The number of the first that does not fit, and why.
    pub fn post_all(&mut self, kinds: &[Named]) -> Result<(), (usize, PostError)> {
        kinds.iter().for_each(|named| self.mark(named.kind()));
        let post =
            |(number, named): (usize, &Named)| named.kind().post(self).map_err(|error| (number, error));
        kinds.iter().enumerate().try_for_each(post)
    }

    /// Posts a constraint that is its own rule, unless it speaks of nothing.
    pub fn all(&mut self, constraint: impl Constraint + Rule + 'static) {
        if !constraint.scope().is_empty() {
            self.both(constraint);
        }
    }

    /// Posts a relation between two cells.
    ///
    /// # Errors
    /// [`PostError`] if they are not two different cells of the board.
    pub fn pair(&mut self, name: &str, cells: &Cells, relation: &Arc<Relation>) -> Result<(), PostError> {
        self.distinct(cells)?;
        let &[first, second] = &self.vars(cells)?[..] else {
            return Err(PostError::WrongCount { found: cells.len(), expected: "2".to_owned() });
        };
        self.both(Pairs::new(name, relation, [[first, second]]));
        Ok(())
    }

    /// Posts one relation between the cells of each of many pairs, as one rule.
    ///
    /// # Errors
    /// [`PostError::NoSuchCell`].
    pub fn pairs(
        &mut self,
        name: &str,
        relation: &Arc<Relation>,
        pairs: &[(Cell, Cell)],
    ) -> Result<(), PostError> {
        let vars = pairs.iter().map(|&(first, second)| Ok([self.var(first)?, self.var(second)?]));
        let vars = vars.collect::<Result<Vec<_>, PostError>>()?;
        self.all(Pairs::new(name, relation, vars));
        Ok(())
    }

    /// Posts that the two cells of each pair differ. Pairs with a cell that is not on the board are left out.
    pub fn differ(&mut self, pairs: &[(Cell, Cell)]) {
        for &(first, second) in pairs {
            if let Some(vars) = self.grid.var(first).zip(self.grid.var(second)) {
                self.builder.region([vars.0, vars.1]);
            }
        }
    }

    /// Refuses a list in which a cell stands twice.
    ///
    /// # Errors
    /// [`PostError::Twice`].
    pub fn distinct(&self, cells: &Cells) -> Result<(), PostError> {
        let mut sorted: Vec<Cell> = cells.iter().collect();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(PostError::Twice { cell: pair[0] }),
            None => Ok(()),
        }
    }

    /// The pairs of cells that share an edge, but for those of which `but` is true.
    pub fn neighbours_but(&self, but: impl Fn(&Marks, Cell, Cell) -> bool) -> Vec<(Cell, Cell)> {
        let pairs = self.grid.neighbours().into_iter();
        pairs.filter(|&(first, second)| !but(&self.marks, first, second)).collect()
    }

    /// How many regions and constraints the model has so far, and how many rules there are.
    pub(crate) fn posted(&self) -> [usize; 3] {
        [self.builder.regions(), self.builder.constraints(), self.rules.len()]
    }

    /// Posts the parts of a constraint that is made of others.
    ///
    /// # Errors
    /// That of the first part that does not fit, or [`PostError::TooLarge`] if they lie too deep in each other.
    pub fn parts(&mut self, parts: &[Named]) -> Result<(), PostError> {
        self.depth += 1;
        let posted = match self.depth > DEEPEST {
            true => Err(PostError::TooLarge { needed: self.depth, most: DEEPEST }),
            false => parts.iter().try_for_each(|part| part.kind().post(self)),
        };
        self.depth -= 1;
        posted
    }

    /// Posts that of some constraints at least one holds.
    ///
    /// # Errors
    /// That of the first that does not fit; [`PostError::Parameter`] if there are none.
    pub fn any(&mut self, name: &str, options: &[Named]) -> Result<(), PostError> {
        if options.is_empty() {
            return Err(PostError::Parameter { what: "there is no alternative".to_owned() });
        }
        let options = options.iter().map(|option| self.alternative(option)).collect::<Result<_, _>>()?;
        self.all(Alternatives::new(name, options));
        Ok(())
    }

    /// Posts that the values of some cells, in order, are what an automaton accepts.
    pub(crate) fn accepted(
        &mut self,
        name: &'static str,
        cells: &Cells,
        automaton: &Automaton,
    ) -> Result<(), PostError> {
        self.distinct(cells)?;
        let vars = self.vars(cells)?;
        let most = MOST_STATES.min(MOST_WORK / automaton.states().max(1));
        let layers = Layers::new(automaton, vars.len(), self.grid.values(), most);
        let layers = layers.map_err(|error| PostError::TooLarge {
            needed: error.most.saturating_add(1),
            most: error.most,
        })?;
        self.all(Sequence::new(name, vars, Arc::new(layers)));
        Ok(())
    }

    /// A constraint as a model of its own.
    fn alternative(&self, named: &Named) -> Result<Alternative, PostError> {
        // On a whole board first, to see which cells it speaks of.
        let mut builder = ModelBuilder::new();
        let mut copies = BTreeMap::new();
        for cell in self.grid.cells() {
            copies.insert(cell, builder.variable(self.grid.values()));
        }
        let (model, rules) = self.alone(named, builder, &|cell| copies.get(&cell).copied())?;
        let mut used: BTreeSet<Var> =
            model.constraints().iter().flat_map(|body| body.scope().to_vec()).collect();
        used.extend(model.region_ids().flat_map(|region| model.region(region).to_vec()));
        for rule in &rules {
            if let Scopes::Lists(lists) = rule.scopes(&model) {
                used.extend(lists.into_iter().flatten());
            }
        }
        // Then with these alone; one more variable stands for all others.
        let mut builder = ModelBuilder::new();
        let mut vars = Vec::new();
        let mut places = BTreeMap::new();
        for (cell, copy) in copies {
            if let Some(var) = self.grid.var(cell)
                && used.contains(&copy)
            {
                vars.push(var);
                places.insert(cell, builder.variable(self.grid.values()));
            }
        }
        let other = builder.variable([self.grid.values().first().copied().unwrap_or(0)]);
        let (model, rules) =
            self.alone(named, builder, &|cell| Some(places.get(&cell).copied().unwrap_or(other)))?;
        let solver = rules.into_iter().fold(Solver::builder(&model), SolverBuilder::rule).build();
        let solver = solver.map_err(|error| PostError::Parameter { what: error.to_string() })?;
        Ok(Alternative::new(vars, solver))
    }

    /// Posts a constraint on other variables.
    fn alone(
        &self,
        named: &Named,
        mut builder: ModelBuilder,
        var: &dyn Fn(Cell) -> Option<Var>,
    ) -> Result<(Model, Vec<Arc<dyn Rule>>), PostError> {
        let mut grid = self.grid.clone();
        for (place, old) in grid.vars.iter_mut().enumerate() {
            let place = (place as u64 / u64::from(grid.columns), place as u64 % u64::from(grid.columns));
            *old = old.and_then(|_| var(Cell::new(place.0 as u32, place.1 as u32)));
        }
        let mut rules = Vec::new();
        let (marks, depth) = (self.marks.clone(), self.depth);
        let mut posting = Posting { grid: &grid, builder: &mut builder, rules: &mut rules, marks, depth };
        posting.parts(std::slice::from_ref(named))?;
        let model = builder.build().map_err(|error| PostError::Parameter { what: error.to_string() })?;
        Ok((model, rules))
    }
}

impl std::fmt::Debug for Posting<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Posting").field("grid", &self.grid).finish_non_exhaustive()
    }
}
