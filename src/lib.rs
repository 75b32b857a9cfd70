//! A generic constraint-propagation engine, with Sudoku of any box size as a plugin.
//!
//! A [`Model`] is the question: variables with finite domains of any integers, regions whose variables must all
//! differ, and [`Constraint`]s. A [`ModelBuilder`] makes it, once. A [`Solver`] answers questions about it, by
//! [`Rule`]s that are applied until nothing changes, and by a search that tries what is left: [`infer`](Solver::infer),
//! [`solve`](Solver::solve), [`solutions`](Solver::solutions), [`count`](Solver::count), [`check`](Solver::check). Each
//! answer is one of three: done, proved that there is nothing (more), or stopped by a limit.
//!
//! ```
//! use pencilmark::{ModelBuilder, Outcome, Solver};
//!
//! // Three neighbours on a map, three colours.
//! let mut builder = ModelBuilder::new();
//! let countries = builder.variables(3, 1..=3);
//! builder.region(countries.iter().copied());
//! let model = builder.build()?;
//! let Outcome::Done(colours) = Solver::new(&model).solve() else { panic!("three are enough") };
//! assert_ne!(colours[countries[0]], colours[countries[1]]);
//! # Ok::<(), pencilmark::ModelError>(())
//! ```
//!
//! [`Sudoku`] is such a model for a [`Geometry`], and puts a [`Board`] to it; [`inferred`] and [`solve`] do
//! that for one board. [`Reader`] and [`Writer`] know the usual forms of text.
//!
//! | for | see |
//! |---|---|
//! | building a model | [`ModelBuilder`], [`Domain`], [`Var`], [`Region`], [`Constraint`] |
//! | asking | [`Solver`], [`SolverBuilder`], [`Limits`], [`Cancel`], [`Literal`] |
//! | answers | [`Outcome`], [`Count`], [`Uniqueness`], [`Solution`], [`NoSolution`], [`Stopped`], [`Statistics`] |
//! | adding to it | [`Rule`], [`Scope`], [`Brancher`], [`Observer`], [`Deduction`] |
//! | Sudoku | [`Board`], [`Geometry`], [`Sudoku`], [`Puzzle`], [`Clash`], [`Fault`] |
//! | text | [`Reader`], [`ReadOptions`], [`Writer`], [`Format`], [`Symbols`] |
//!
//! Features: `cli` (default) is the program, `serde` serialises boards, models, outcomes and deductions.

mod model;
#[cfg(feature = "cli")]
mod program;
mod propagation;
mod rules;
mod search;
mod solver;
mod store;
mod sudoku;

pub use model::budget::{Cancel, Clock, Limits, StopReason};
pub use model::builder::{ModelBuilder, ModelError};
pub use model::constraint::Constraint;
pub use model::domain::Domain;
pub use model::ids::{Literal, Region, Var};
pub use model::plan::Model;
pub use model::values::Values;
#[cfg(feature = "cli")]
pub use program::run::program;
pub use propagation::deduction::{Deduction, Observer};
pub use propagation::schedule::RuleError;
pub use propagation::statistics::Statistics;
pub use rules::constraint_check::ConstraintCheck;
pub use rules::hall_sets::HallSets;
pub use rules::hidden_single::HiddenSingle;
pub use rules::library;
pub use rules::naked_single::NakedSingle;
pub use rules::rule::{Cost, Explanation, Rule, Scopes, Wake};
pub use search::brancher::{Brancher, Decision};
pub use search::dom_wdeg::DomWdeg;
pub use search::in_order::InOrder;
pub use search::simd::level::{Simd, UnknownSimd};
pub use search::smallest_domain::SmallestDomain;
pub use search::solution::Solution;
pub use solver::builder::SolverBuilder;
pub use solver::cnf::{Cnf, NotClausal};
pub use solver::outcome::{
    Contradiction, Count, Domains, NoSolution, NotUnique, Outcome, Stopped, Uniqueness,
};
pub use solver::solutions::Solutions;
pub use solver::solver::Solver;
pub use solver::strategy::Strategy;
pub use store::past::Past;
pub use store::scope::Scope;
pub use store::store::{Conflict, Store};
pub use store::tally::Tally;
pub use sudoku::board::{Board, BoardError};
pub use sudoku::clash::Clash;
pub use sudoku::format::Format;
pub use sudoku::geometry::{Boxes, Cell, Geometry, GeometryError};
pub use sudoku::house::{House, HouseKind};
pub use sudoku::impossible::Impossible;
pub use sudoku::puzzle::{Boards, Puzzle};
pub use sudoku::read::error::{TextError, Unit};
pub use sudoku::read::options::{Form, ReadOptions, UnknownWord};
pub use sudoku::read::reader::{Entry, Reader};
pub use sudoku::solve::{Sudoku, SudokuError, inferred, solve};
pub use sudoku::symbols::{Symbols, SymbolsError};
pub use sudoku::verify::Fault;
pub use sudoku::write::{Frames, Writer};

/// The examples of the README are compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
