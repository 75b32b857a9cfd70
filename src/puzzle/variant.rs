//! A puzzle ready to be asked: the model of its cells, houses and constraints, and a solver for it.

use std::sync::Arc;

use thiserror::Error;

use crate::model::budget::{Limits, StopReason};
use crate::model::builder::{ModelBuilder, ModelError};
use crate::model::domain::Domain;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::propagation::schedule::RuleError;
use crate::propagation::statistics::Statistics;
use crate::puzzle::definition::Definition;
use crate::puzzle::filling::Filling;
use crate::puzzle::givens::{candidates, givens};
use crate::puzzle::grid::Grid;
use crate::puzzle::layout::lay_out;
use crate::puzzle::places::keys;
use crate::puzzle::posting::{NOBODY, PostError, Posting};
use crate::puzzle::unsolvable::Unsolvable;
use crate::puzzle::words::{Words, label};
use crate::rules::rule::Rule;
use crate::search::solution::Solution;
use crate::solver::builder::SolverBuilder;
use crate::solver::outcome::{Count, NoSolution, Outcome, Stopped, Uniqueness};
use crate::solver::solutions::Solutions;
use crate::solver::solver::Solver;
use crate::store::store::Store;

/// Why a puzzle cannot be taken up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VariantError {
    /// Something at this place of the file cannot be.
    #[error("{path}: {what}")]
    Wrong {
        /// The keys that lead there: `boards[1].at`.
        path: String,
        /// What is wrong, lower case.
        what: String,
    },
    /// A constraint does not fit the board.
    #[error("constraints[{number}]{keys} ({label}): {error}")]
    Post {
        /// Its number in the file, from 0.
        number: usize,
        /// The keys that lead on from there to the cells that are meant, where some are: `.any[1].cells`.
        keys: String,
        /// What it is called.
        label: String,
        /// What is wrong.
        error: PostError,
    },
    /// There is no room for the model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A constraint that is not of the file does not fit the board.
    #[error("a constraint beside the file: {0}")]
    Beside(PostError),
    /// The rules do not make a solver.
    #[error(transparent)]
    Rules(#[from] RuleError),
}

impl VariantError {
    /// The limit, or the cancellation, that kept the puzzle from being taken up, if it was one.
    pub fn stopped(&self) -> Option<StopReason> {
        match self {
            VariantError::Post { error: PostError::Stopped(reason), .. }
            | VariantError::Beside(PostError::Stopped(reason))
            | VariantError::Model(ModelError::Stopped(reason))
            | VariantError::Rules(RuleError::Stopped(reason)) => Some(*reason),
            _ => None,
        }
    }

    /// The stop that it is, or the error.
    pub(crate) fn into_stop(self) -> Result<Stopped, VariantError> {
        let stopped = |reason| Stopped { reason, statistics: Statistics::default() };
        self.stopped().map(stopped).ok_or(self)
    }
}

/// The limits that `configure` sets, so that building a puzzle is under them too.
pub(crate) fn limits_of(configure: &impl Fn(SolverBuilder) -> SolverBuilder) -> Result<Limits, VariantError> {
    let nothing = ModelBuilder::new().build()?;
    Ok(configure(Solver::builder(&nothing)).limits_in_force().clone())
}

/// A puzzle of regions and constraints, ready to be asked.
///
/// ```
/// use pencilmark::{Definition, Outcome, Variant};
///
/// let definition = Definition::from_json(r#"{ "boxes": "2x2", "rows": 4, "constraints": [
///     { "type": "diagonal", "direction": "/" },
///     { "type": "diagonal", "direction": "\\" }
/// ] }"#)?;
/// let mut variant = Variant::new(&definition)?;
/// assert_eq!(variant.count(1000).found(), 48);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Variant {
    words: Words,
    /// What is given, by the place of the cell.
    givens: Vec<Option<i32>>,
    present: Arc<[bool]>,
    solver: Solver,
}

impl Variant {
    /// The puzzle with the rules of the library and of its constraints, and no limits.
    ///
    /// # Errors
    /// [`VariantError`] names what does not fit, by its place in the file.
    pub fn new(definition: &Definition) -> Result<Variant, VariantError> {
        Variant::with(definition, |builder, _| builder)
    }

    /// The same with a solver that `configure` puts together: limits, a seed, a strategy, an observer. It is given the
    /// names of the puzzle's parts, so that an observer can say what it sees.
    ///
    /// ```
    /// use pencilmark::{Deduction, Definition, Store, Variant};
    ///
    /// let definition = Definition::from_json(r#"{ "boxes": "none", "givens": ["12.", "...", "..."] }"#)?;
    /// let mut variant = Variant::with(&definition, |builder, words| {
    ///     let words = words.clone();
    ///     builder.observer(move |deduction: &Deduction, _: &Store| println!("{}", words.deduction(deduction)))
    /// })?;
    /// let after = variant.inferred().expect_done();
    /// assert_eq!(after.values()[2], Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`VariantError`] names what does not fit, by its place in the file.
    pub fn with(
        definition: &Definition,
        configure: impl FnOnce(SolverBuilder, &Words) -> SolverBuilder,
    ) -> Result<Variant, VariantError> {
        Variant::within(definition, Limits::none(), configure)
    }

    /// The same, with limits of the time that it takes to build the puzzle. Those of the questions are set by `configure`.
    ///
    /// ```
    /// use pencilmark::{Cancel, Definition, Limits, StopReason, Variant};
    ///
    /// let cancel = Cancel::new();
    /// cancel.cancel();
    /// let definition = Definition::from_json(r#"{ "boxes": "2x2", "rows": 4 }"#)?;
    /// let stopped = Variant::within(&definition, Limits::none().cancel(&cancel), |builder, _| builder);
    /// assert_eq!(stopped.unwrap_err().stopped(), Some(StopReason::Cancelled));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`VariantError`] names what does not fit, or tells that a limit was reached ([`VariantError::stopped`]).
    pub fn within(
        definition: &Definition,
        limits: Limits,
        configure: impl FnOnce(SolverBuilder, &Words) -> SolverBuilder,
    ) -> Result<Variant, VariantError> {
        Variant::assemble(definition, limits, |_| true, |_| Ok(()), configure)
    }

    /// The same with constraints that no file knows, which `extend` posts after those of the file.
    ///
    /// # Errors
    /// [`VariantError`]; [`VariantError::Beside`] if it is `extend` that fails.
    pub fn extended(
        definition: &Definition,
        extend: impl FnOnce(&mut Posting<'_>) -> Result<(), PostError>,
        configure: impl FnOnce(SolverBuilder, &Words) -> SolverBuilder,
    ) -> Result<Variant, VariantError> {
        Variant::assemble(definition, Limits::none(), |_| true, extend, configure)
    }

    /// The puzzle with only those of its constraints whose number `keeps` holds. What the others mark stays marked, so that
    /// a part never says more than the whole.
    pub(crate) fn part(
        definition: &Definition,
        keeps: impl Fn(usize) -> bool,
        configure: &impl Fn(SolverBuilder) -> SolverBuilder,
    ) -> Result<Variant, VariantError> {
        Variant::assemble(
            definition,
            limits_of(configure)?,
            keeps,
            |_| Ok(()),
            |builder, _| configure(builder),
        )
    }

    fn assemble(
        definition: &Definition,
        limits: Limits,
        keeps: impl Fn(usize) -> bool,
        extend: impl FnOnce(&mut Posting<'_>) -> Result<(), PostError>,
        configure: impl FnOnce(SolverBuilder, &Words) -> SolverBuilder,
    ) -> Result<Variant, VariantError> {
        let layout = lay_out(definition)?;
        let givens = givens(definition, &layout)?;
        let noted = candidates(definition, &layout)?;
        let mut builder = ModelBuilder::new();
        builder.limits(limits);
        let domain: Domain = layout.values.iter().copied().collect();
        let mut vars: Vec<Option<Var>> = Vec::with_capacity(layout.present.len());
        let mut noted = noted.into_iter().peekable();
        for (index, &present) in layout.present.iter().enumerate() {
            let own = noted.next_if(|noted| noted.0 == index).map(|noted| noted.1.into_iter().collect());
            let domain: &Domain = own.as_ref().unwrap_or(&domain);
            vars.push(present.then(|| builder.variable(domain.clone())));
        }
        let grid = Grid {
            rows: layout.rows,
            columns: layout.columns,
            values: layout.values,
            vars,
            boxes: layout.boxes,
        };
        let mut houses = Vec::new();
        for house in layout.houses {
            builder.region(house.cells.iter().filter_map(|&cell| grid.var(cell)));
            houses.push(house.name);
        }
        let mut rules: Vec<Arc<dyn Rule>> = Vec::new();
        let mut posting = Posting::new(&grid, &mut builder, &mut rules);
        definition.constraints.iter().for_each(|constraint| posting.mark(constraint.kind()));
        for (number, constraint) in
            definition.constraints.iter().enumerate().filter(|&(number, _)| keeps(number))
        {
            posting.begin(number);
            let posted = posting.spend(0).and_then(|()| constraint.kind().post(&mut posting));
            posted.map_err(|error| {
                let keys = keys(constraint, &error);
                VariantError::Post { number, keys, label: label(constraint), error }
            })?;
        }
        posting.begin(NOBODY);
        extend(&mut posting).map_err(VariantError::Beside)?;
        let owners = posting.finish();
        let labels = definition.constraints.iter().map(label).collect();
        let model = builder.build()?;
        let words = Words::new(grid, &model, rules.clone(), houses, owners, labels);
        let builder = rules.into_iter().fold(Solver::builder(&model), SolverBuilder::rule);
        let mut solver = configure(builder, &words).build()?;
        for (var, given) in words.grid().vars.iter().zip(&givens) {
            if let (Some(var), Some(value)) = (*var, *given) {
                solver.assume(Literal::Is(var, value));
            }
        }
        Ok(Variant { words, givens, present: layout.present.into(), solver })
    }

    /// The board: its cells and their variables, its values, its boxes.
    pub fn grid(&self) -> &Grid {
        self.words.grid()
    }

    /// The names of its parts.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// The model.
    pub fn model(&self) -> &Model {
        self.words.model()
    }

    /// The solver, which has the givens as assumptions: to set limits, to assume more, or to read statistics.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// What is given.
    pub fn givens(&self) -> Filling {
        self.filled(self.givens.clone())
    }

    /// What follows by the rules alone, without search: the cells that have one value left.
    pub fn inferred(&mut self) -> Outcome<Filling> {
        let shape = Shape::of(&self.words, &self.present);
        self.solver.infer_with(|store| shape.fixed(store))
    }

    /// The same, with all values that are left noted in the cells, as long as there is room for them.
    pub fn pencil_marks(&mut self) -> Outcome<Filling> {
        let shape = Shape::of(&self.words, &self.present);
        self.solver.infer_with(|store| shape.marked(store))
    }

    /// A solution.
    pub fn solve(&mut self) -> Outcome<Filling> {
        self.solutions().next_outcome()
    }

    /// All solutions, one after the other, each once.
    pub fn solutions(&mut self) -> Fillings<'_> {
        Fillings { shape: Shape::of(&self.words, &self.present), solutions: self.solver.solutions() }
    }

    /// How many solutions there are, counted up to `limit`.
    pub fn count(&mut self, limit: u64) -> Count {
        self.solver.count(limit)
    }

    /// Whether there is exactly one solution.
    pub fn is_unique(&mut self) -> Uniqueness<Filling> {
        let shape = Shape::of(&self.words, &self.present);
        self.solver.check().map(|solution| shape.full(&solution))
    }

    /// What contradicts what, in words of the board, where `proof` is an answer of this puzzle.
    pub fn reason(&self, proof: &NoSolution) -> Unsolvable {
        Unsolvable::of(&self.words, &self.givens, proof)
    }

    /// Takes back the givens at other places than those that `keeps` holds.
    pub(crate) fn keep_givens(&mut self, keeps: impl Fn(usize) -> bool) {
        for (place, given) in self.givens.iter_mut().enumerate() {
            if let (Some(var), Some(value), false) = (self.words.grid().vars[place], *given, keeps(place)) {
                self.solver.retract(Literal::Is(var, value));
                *given = None;
            }
        }
    }

    /// A filling with the values that `left` has for each cell.
    pub(crate) fn marked(&self, left: impl Fn(Var) -> Vec<i32>) -> Filling {
        let marks: Vec<Vec<i32>> =
            self.grid().vars.iter().map(|var| var.map(&left).unwrap_or_default()).collect();
        let only = |marks: &Vec<i32>| if let [only] = marks[..] { Some(only) } else { None };
        Filling { candidates: Some(marks.clone()), ..self.filled(marks.iter().map(only).collect()) }
    }

    /// The filling that a solution is.
    pub(crate) fn full(&self, solution: &Solution) -> Filling {
        Shape::of(&self.words, &self.present).full(solution)
    }

    pub(crate) fn filled(&self, values: Vec<Option<i32>>) -> Filling {
        Filling { columns: self.grid().columns, values, candidates: None, present: self.present.clone() }
    }
}

/// What it takes to read an answer from the engine.
struct Shape<'a> {
    grid: &'a Grid,
    present: &'a Arc<[bool]>,
}

/// The most candidates that are noted.
const MOST_CANDIDATES: u64 = 1 << 26;

impl<'a> Shape<'a> {
    fn of(words: &'a Words, present: &'a Arc<[bool]>) -> Shape<'a> {
        Shape { grid: words.grid(), present }
    }

    fn filling(&self, value: impl Fn(Var) -> Option<i32>) -> Filling {
        let values = self.grid.vars.iter().map(|var| var.and_then(&value)).collect();
        Filling { columns: self.grid.columns, values, candidates: None, present: self.present.clone() }
    }

    fn full(&self, solution: &Solution) -> Filling {
        self.filling(|var| solution.get(var))
    }

    fn fixed(&self, store: &Store) -> Filling {
        self.filling(|var| store.value(var))
    }

    fn marked(&self, store: &Store) -> Filling {
        let mut filling = self.fixed(store);
        let vars = || self.grid.vars.iter().map(|var| var.as_ref());
        let all: u64 = vars().flatten().map(|&var| store.size(var) as u64).sum();
        if all <= MOST_CANDIDATES {
            let marks = |var: Option<&Var>| var.map(|&var| store.values(var).collect()).unwrap_or_default();
            filling.candidates = Some(vars().map(marks).collect());
        }
        filling
    }
}

/// The solutions of a puzzle, each once. As an iterator it ends at a limit as well as at the end;
/// [`next_outcome`](Fillings::next_outcome) tells which.
pub struct Fillings<'a> {
    shape: Shape<'a>,
    solutions: Solutions<'a>,
}

impl Fillings<'_> {
    /// The next solution, or why there is none.
    pub fn next_outcome(&mut self) -> Outcome<Filling> {
        self.solutions.next_outcome().map(|solution| self.shape.full(&solution))
    }
}

impl Iterator for Fillings<'_> {
    type Item = Filling;

    fn next(&mut self) -> Option<Filling> {
        self.solutions.next().map(|solution| self.shape.full(&solution))
    }
}

impl std::iter::FusedIterator for Fillings<'_> {}

impl std::fmt::Debug for Fillings<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fillings").field("solutions", &self.solutions).finish_non_exhaustive()
    }
}
