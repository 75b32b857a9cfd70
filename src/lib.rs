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
//! | asking about all solutions | [`Solver::supported`], [`Solver::estimate`], [`Solver::why`], [`Solver::minimize`], [`SoFar`], [`Subset`] |
//! | answers | [`Outcome`], [`Count`], [`Uniqueness`], [`Solution`], [`NoSolution`], [`Stopped`], [`Statistics`] |
//! | adding to it | [`Rule`], [`Scope`], [`Brancher`], [`Observer`], [`Deduction`], [`Nogood`] |
//! | Sudoku | [`Board`], [`Geometry`], [`Sudoku`], [`Puzzle`], [`Clash`], [`Fault`] |
//! | text | [`Reader`], [`ReadOptions`], [`Writer`], [`Format`], [`Symbols`] |
//!
//! Features: `cli` (default) is the program, `puzzle` (default) is puzzles as data, `serde` serialises boards, models, outcomes and deductions.

mod model;
#[cfg(feature = "cli")]
mod program;
mod propagation;
#[cfg(feature = "puzzle")]
mod puzzle;
mod rules;
mod search;
mod solver;
mod store;
mod sudoku;

pub use model::budget::{Cancel, Clock, Limits, StopReason};
pub use model::builder::{ModelBuilder, ModelError};
pub use model::constraint::{Constraint, Extension};
pub use model::domain::Domain;
pub use model::ids::{Literal, Region, Var};
pub use model::plan::Model;
pub use model::values::Values;
#[cfg(feature = "cli")]
pub use program::run::program;
pub use propagation::deduction::{Deduction, Observer};
pub use propagation::schedule::RuleError;
pub use propagation::statistics::Statistics;
#[cfg(feature = "puzzle")]
pub use puzzle::cell_map::CellMap;
#[cfg(feature = "puzzle")]
pub use puzzle::cells::{Cells, CellsError, Digits};
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::all_different::AllDifferent;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::allowed::Allowed;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::and::And;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::anti_king::AntiKing;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::anti_knight::AntiKnight;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::anti_taxicab::AntiTaxicab;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::arrow::Arrow;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::automaton::{Automated, AutomatonStep};
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::between::Between;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::clone::Clones;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::counting_circles::CountingCircles;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::diagonal::{Diagonal, Direction};
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::disjoint_groups::DisjointGroups;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::double_arrow::DoubleArrow;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::dutch_flatmates::DutchFlatmates;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::entropic::Entropic;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::equality_cage::EqualityCage;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::even::Even;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::global_entropy::GlobalEntropy;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::global_mod3::GlobalMod3;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::greater_than::GreaterThan;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::indexing::{Axis, Indexing};
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::killer::Killer;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::kropki_black::KropkiBlack;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::kropki_white::KropkiWhite;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::little_killer::LittleKiller;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::lockout::Lockout;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::lunchbox::Lunchbox;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::maximum::Maximum;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::minimum::Minimum;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::modular::Modular;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::nabner::Nabner;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::negative_difference::NegativeDifference;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::negative_ratio::NegativeRatio;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::non_consecutive::{Except, NonConsecutive};
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::numbered_room::NumberedRoom;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::odd::Odd;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::or::Or;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::pair::Pair;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::palindrome::Palindrome;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::quadruple::Quadruple;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::regex::Regular;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::region_sum_line::RegionSumLine;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::rellik::Rellik;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::renban::Renban;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::same_values::SameValues;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::sandwich::Sandwich;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::skyscraper::Skyscraper;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::slow_thermo::SlowThermo;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::strict_kropki::StrictKropki;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::strict_xv::StrictXv;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::sum::Sum;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::thermo::Thermo;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::v::V;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::whisper::Whisper;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::windoku::Windoku;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::x::X;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::x_sum::XSum;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::zipper::Zipper;
#[cfg(feature = "puzzle")]
pub use puzzle::constraints::{Kind, Named};
#[cfg(feature = "puzzle")]
pub use puzzle::definition::{BoardPart, Definition, Givens, Lines, ValueRange, ValueSet, Version};
#[cfg(feature = "puzzle")]
pub use puzzle::drawing::canvas::{Canvas, Mark, Stroke};
#[cfg(feature = "png")]
pub use puzzle::drawing::png::PngError;
#[cfg(feature = "puzzle")]
pub use puzzle::expression::{Expression, ExpressionError};
#[cfg(feature = "puzzle")]
pub use puzzle::filling::Filling;
#[cfg(feature = "puzzle")]
pub use puzzle::formats::draft::Unsupported;
#[cfg(feature = "puzzle")]
pub use puzzle::formats::error::{ExportError, ImportError};
#[cfg(feature = "puzzle")]
pub use puzzle::formats::exchange::{Exchange, Exported, Imported};
#[cfg(feature = "puzzle")]
pub use puzzle::formats::link::LinkError;
#[cfg(feature = "puzzle")]
pub use puzzle::grid::Grid;
#[cfg(feature = "puzzle")]
pub use puzzle::linear::Linear;
#[cfg(feature = "puzzle")]
pub use puzzle::marks::Marks;
#[cfg(feature = "puzzle")]
pub use puzzle::picture::Picture;
#[cfg(feature = "puzzle")]
pub use puzzle::posting::{PostError, Posting};
#[cfg(feature = "puzzle")]
pub use puzzle::questions::Part;
#[cfg(feature = "puzzle")]
pub use puzzle::read_filling::FillingError;
#[cfg(feature = "puzzle")]
pub use puzzle::regex::{Regex, RegexError};
#[cfg(feature = "puzzle")]
pub use puzzle::text::DefinitionError;
#[cfg(feature = "puzzle")]
pub use puzzle::unsolvable::Unsolvable;
#[cfg(feature = "puzzle")]
pub use puzzle::variant::{Fillings, Variant, VariantError};
#[cfg(feature = "puzzle")]
pub use puzzle::verify::Broken;
#[cfg(feature = "puzzle")]
pub use puzzle::words::Words;
pub use rules::clause::Clauses;
pub use rules::constraint_check::ConstraintCheck;
pub use rules::covering::Covering;
pub use rules::different::Different;
pub use rules::element::Element;
pub use rules::hall_sets::HallSets;
pub use rules::hidden_single::HiddenSingle;
pub use rules::increasing::{Increasing, Rise};
pub use rules::layers::{Layers, Machine, NoLayers, TooManyStates};
pub use rules::library;
pub use rules::naked_single::NakedSingle;
pub use rules::one_of::OneOf;
pub use rules::pair::{Pairs, Relation};
pub use rules::rule::{Cost, Explanation, Rule, Scopes, Wake};
pub use rules::same::Same;
pub use rules::same_values::EqualSets;
pub use rules::self_counting::SelfCounting;
pub use rules::sequence::Sequence;
pub use rules::shares::Shares;
pub use rules::shifted::Shifted;
pub use rules::split::Split;
pub use rules::sums::{Multiplicity, Sums, Term};
pub use rules::table::{Table, Tuples};
pub use rules::value_sets::ValueSets;
pub use search::brancher::{Brancher, Decision};
pub use search::dom_wdeg::DomWdeg;
pub use search::in_order::InOrder;
pub use search::learning::nogood::Nogood;
pub use search::simd::level::{Simd, UnknownSimd};
pub use search::smallest_domain::SmallestDomain;
pub use search::solution::Solution;
pub use solver::builder::SolverBuilder;
pub use solver::cnf::{Cnf, NotClausal};
pub use solver::estimate::Estimate;
pub use solver::outcome::{
    Contradiction, Count, Domains, NoSolution, NotUnique, Outcome, SoFar, Stopped, Uniqueness,
};
pub use solver::solutions::Solutions;
pub use solver::solver::Solver;
pub use solver::strategy::Strategy;
pub use solver::subset::{Subset, smallest_subset};
pub use solver::supported::{Support, Supported};
pub use store::past::Past;
pub use store::scope::Scope;
pub use store::store::{Conflict, Store};
pub use store::tally::Tally;
pub use sudoku::board::{Board, BoardError};
pub use sudoku::candidates::Candidates;
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
