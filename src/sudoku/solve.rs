//! Sudoku as a model of the engine: one variable a cell, one region a house.

use thiserror::Error;

use crate::model::builder::{ModelBuilder, ModelError};
use crate::model::ids::Var;
use crate::model::plan::Model;
use crate::solver::outcome::Outcome;
use crate::solver::solver::Solver;
use crate::sudoku::board::Board;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::house::House;
use crate::sudoku::impossible::Impossible;
use crate::sudoku::many::Literals;
use crate::sudoku::pattern::offered;
use crate::sudoku::puzzle::Puzzle;

/// Why a board could not be taken up at all.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SudokuError {
    /// The board has another shape than this Sudoku.
    #[error("the board has side {} and boxes {}, not side {} and boxes {}", .found.side(), .found.boxes(), .expected.side(), .expected.boxes())]
    WrongGeometry {
        /// The shape of the board.
        found: Geometry,
        /// The shape that was expected.
        expected: Geometry,
    },
    /// The solver's model has fewer variables than the board has cells.
    #[error("the model has {variables} variables, fewer than the {cells} cells")]
    TooFewVariables {
        /// How many variables the model has.
        variables: usize,
        /// How many cells the board has.
        cells: usize,
    },
    /// The solver's model does not begin as [`Sudoku::model`] does.
    #[error("the model does not begin with the cells and houses of the board: {what}")]
    OtherModel {
        /// The first thing that differs.
        what: String,
    },
    /// There is no room for the model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The board contradicts itself.
    #[error(transparent)]
    Impossible(#[from] Impossible),
}

/// A kind of Sudoku: the model of an empty board, built once, to which any number of puzzles is put one after the
/// other.
///
/// ```
/// use pencilmark::{Board, Geometry, Outcome, Sudoku};
///
/// let mut sudoku = Sudoku::new(Geometry::new(3, 3)?)?;
/// let board: Board =
///     "530070000600195000098000060800060003400803001700020006060000280000419005000080079".parse()?;
/// let Outcome::Done(solution) = sudoku.puzzle(&board)?.solve() else { panic!("it has one") };
/// assert!(solution.digits().starts_with(&[5, 3, 4, 6, 7, 8, 9, 1, 2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// More rules, more regions and constraints, limits, a seed or an observer come in through the engine:
///
/// ```
/// use pencilmark::{Board, Geometry, Solver, Sudoku};
///
/// let geometry = Geometry::new(2, 2)?;
/// let mut builder = Sudoku::model(geometry);
/// let cells = Sudoku::cells(geometry);
/// builder.region((0..4).map(|i| cells[5 * i]));
/// let solver = Solver::builder(&builder.build()?).seed(7).build()?;
/// let mut diagonal = Sudoku::with_solver(geometry, solver)?;
/// let empty = Board::empty(geometry);
/// assert_eq!(diagonal.puzzle(&empty)?.count(1000).found(), 48);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sudoku {
    geometry: Geometry,
    solver: Solver,
}

impl Sudoku {
    /// The Sudoku of this shape, with the rules of the library and no limits.
    ///
    /// # Errors
    /// [`ModelError::TooLarge`] if the model does not fit under the builder's cap.
    pub fn new(geometry: Geometry) -> Result<Sudoku, ModelError> {
        Ok(Sudoku { geometry, solver: Solver::new(&Sudoku::model(geometry).build()?) })
    }

    /// The model of this shape as far as it goes: variables for the cells in reading order, and regions for
    /// the houses in the order of [`Geometry::houses`]. More may be added before it is built.
    pub fn model(geometry: Geometry) -> ModelBuilder {
        let mut builder = ModelBuilder::new();
        // A side has 32 bits, so no side whose cells can be counted is above i32::MAX.
        let vars = builder.variables(geometry.cells(), 1..=geometry.side() as i32);
        if vars.len() == geometry.cells() {
            for house in geometry.houses() {
                builder.region(house.indices().map(|index| vars[index]));
            }
        }
        builder
    }

    /// The variables of the cells in reading order, in any model that began as [`Sudoku::model`].
    pub fn cells(geometry: Geometry) -> Vec<Var> {
        (0..geometry.cells() as u32).map(Var).collect()
    }

    /// A Sudoku that is answered by this solver, whose model began as [`Sudoku::model`].
    ///
    /// # Errors
    /// [`SudokuError::TooFewVariables`], or [`SudokuError::OtherModel`] if a cell may be more than the digits, or the
    /// first regions are not the houses.
    pub fn with_solver(geometry: Geometry, solver: Solver) -> Result<Sudoku, SudokuError> {
        let (variables, cells) = (solver.model().variables(), geometry.cells());
        if variables < cells {
            return Err(SudokuError::TooFewVariables { variables, cells });
        }
        if let Some(what) = difference(geometry, solver.model()) {
            return Err(SudokuError::OtherModel { what });
        }
        Ok(Sudoku { geometry, solver })
    }

    /// The shape.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The solver: to set limits, or to read statistics.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// Takes up a board, to ask questions about it: its digits are givens, its candidates, where they are noted, are
    /// all that is left.
    ///
    /// # Errors
    /// [`SudokuError::WrongGeometry`] if the board has another shape.
    pub fn puzzle<'a>(&'a mut self, board: &'a Board) -> Result<Puzzle<'a>, SudokuError> {
        if board.geometry() != self.geometry {
            return Err(SudokuError::WrongGeometry { found: board.geometry(), expected: self.geometry });
        }
        self.solver.clear_assumptions();
        Literals::new(board, Some(self.geometry)).for_each(|literal| self.solver.assume(literal));
        self.solver.set_phases(offered(board));
        Ok(Puzzle::new(board, &mut self.solver))
    }
}

/// What about a model does not fit a board of this shape.
fn difference(geometry: Geometry, model: &Model) -> Option<String> {
    let side = geometry.side() as i32;
    for var in model.vars().take(geometry.cells()) {
        let domain = model.domain(var);
        let mut ends = [domain.lowest(), domain.highest()].into_iter().flatten();
        if let Some(value) = ends.find(|value| !(1..=side).contains(value)) {
            return Some(format!("{var} may be {value}, not one of 1-{side}"));
        }
    }
    let mut regions = model.region_ids();
    let mut is_next = |house: &House| {
        let vars = regions.next().map(|region| model.region(region));
        vars.is_some_and(|vars| vars.iter().map(|var| var.index()).eq(house.indices()))
    };
    let missing = geometry.houses().find(|house| !is_next(house))?;
    Some(format!("no region is {missing} where it is expected"))
}

/// What follows from a board by naked and hidden singles alone, applied until nothing changes: a new board. The
/// one given stays as it is.
///
/// ```
/// use pencilmark::{Board, inferred};
///
/// let board: Board = "12.. 34.. .... ....".parse()?;
/// let after = inferred(&board)?;
/// assert_eq!(after, board);
/// let board: Board = "12.. 3..2 .... ..2.".parse()?;
/// assert_eq!(inferred(&board)?.to_string().lines().count(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SudokuError::Impossible`] names a contradiction that was met; [`SudokuError::Model`] a board too large.
pub fn inferred(board: &Board) -> Result<Board, SudokuError> {
    let mut sudoku = Sudoku::new(board.geometry())?;
    let mut puzzle = sudoku.puzzle(board)?;
    match puzzle.inferred() {
        Outcome::Done(after) => Ok(after),
        Outcome::NoSolution(proof) => Err(puzzle.reason(&proof).into()),
        Outcome::Stopped(stopped) => unreachable!("there are no limits: {stopped}"),
    }
}

/// A solution of a board. To solve many, or with limits, use [`Sudoku`].
///
/// ```
/// use pencilmark::{Board, Outcome, solve};
///
/// let board: Board = "1... .2.. ..3. ...4".parse()?;
/// assert!(matches!(solve(&board)?, Outcome::Done(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SudokuError::Model`] if the board is too large.
pub fn solve(board: &Board) -> Result<Outcome<Board>, SudokuError> {
    let mut sudoku = Sudoku::new(board.geometry())?;
    let outcome = sudoku.puzzle(board)?.solve();
    Ok(outcome)
}
