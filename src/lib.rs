//! A generic constraint-propagation engine, with Sudoku of any box size as a plugin.

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
pub use rules::hidden_single::HiddenSingle;
pub use rules::library;
pub use rules::naked_single::NakedSingle;
pub use rules::rule::{Cost, Explanation, Rule, Scopes, Wake};
pub use search::brancher::{Brancher, Decision};
pub use search::dom_wdeg::DomWdeg;
pub use search::final_check::Violation;
pub use search::in_order::InOrder;
pub use search::smallest_domain::SmallestDomain;
pub use search::solution::Solution;
pub use solver::builder::SolverBuilder;
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
