//! Why a board has no solution, in words of the board.

use thiserror::Error;

use crate::model::ids::{Literal, Region, Var};
use crate::model::plan::Model;
use crate::propagation::deduction::Deduction;
use crate::solver::outcome::{Contradiction, NoSolution};
use crate::sudoku::board::Board;
use crate::sudoku::clash::Clash;
use crate::sudoku::geometry::{Cell, Geometry};
use crate::sudoku::house::House;

/// Why a board has no solution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Impossible {
    /// Equal digits in a house.
    #[error("{}", sentence(.0))]
    Clashes(Vec<Clash>),
    /// A cell for which singles leave no candidate.
    #[error("{0} has no candidate left")]
    NoCandidate(Cell),
    /// A digit for which singles leave no place in a house.
    #[error("{digit} has no place left in {house}")]
    NoPlace {
        /// The digit.
        digit: u32,
        /// The house.
        house: House,
    },
    /// Two cells that would have to hold the same digit by singles.
    #[error("{first} and {second} would both have to be {digit}")]
    Both {
        /// One cell.
        first: Cell,
        /// The other.
        second: Cell,
        /// The digit.
        digit: u32,
    },
    /// A contradiction that involves more than cells and houses.
    #[error("{0}")]
    Contradiction(String),
    /// Only the search has shown it.
    #[error("every possibility was tried")]
    Exhausted,
}

fn sentence(clashes: &[Clash]) -> String {
    clashes.iter().map(Clash::to_string).collect::<Vec<_>>().join("; ")
}

impl Impossible {
    /// Reads the reason from a proof, for a model whose first regions are the houses of the board.
    pub fn of(board: &Board, model: &Model, proof: &NoSolution) -> Impossible {
        let clashes = board.clashes();
        if !clashes.is_empty() {
            return Impossible::Clashes(clashes);
        }
        let geometry = board.geometry();
        let cell = |var: Var| geometry.cell(var.index());
        match proof.contradiction.as_deref() {
            None => Impossible::Exhausted,
            Some(Contradiction::Deduction(deduction)) => of_deduction(geometry, model, deduction),
            Some(Contradiction::Assumption(literal)) if cell(literal.var()).is_some() => {
                match cell(literal.var()) {
                    Some(cell) => Impossible::NoCandidate(cell),
                    None => Impossible::Contradiction(literal.to_string()),
                }
            }
            Some(other) => Impossible::Contradiction(other.to_string()),
        }
    }
}

fn of_deduction(geometry: Geometry, model: &Model, deduction: &Deduction) -> Impossible {
    let cell = |var: Var| geometry.cell(var.index());
    if let Some(cell) = deduction.emptied.iter().find_map(|&var| cell(var)) {
        return Impossible::NoCandidate(cell);
    }
    let because = deduction.because.as_slice();
    if let [Literal::Is(first, value), Literal::Is(second, other)] = *because
        && value == other
        && let (Some(first), Some(second)) = (cell(first), cell(second))
    {
        return Impossible::Both { first, second, digit: value.unsigned_abs() };
    }
    if let Some(region) = deduction.region
        && let Some(house) = house(geometry, region)
        && let Some(Literal::IsNot(_, value)) = because.first()
        && because.len() == model.region(region).len()
        && because.iter().all(|literal| matches!(literal, Literal::IsNot(_, other) if other == value))
    {
        return Impossible::NoPlace { digit: value.unsigned_abs(), house };
    }
    Impossible::Contradiction(told(geometry, deduction))
}

/// A conflict in words of the board: the rule, its cells, and what it follows from where that is little.
fn told(geometry: Geometry, deduction: &Deduction) -> String {
    let name = |var: Var| geometry.cell(var.index()).map_or(var.to_string(), |cell| cell.to_string());
    let literal = |literal: &Literal| match literal {
        Literal::Is(var, value) => format!("{} = {value}", name(*var)),
        Literal::IsNot(var, value) => format!("{} != {value}", name(*var)),
    };
    let cells = deduction.scope.iter().take(FEW).map(|&var| name(var)).collect::<Vec<_>>().join(" ");
    let more = if deduction.scope.len() > FEW { " ..." } else { "" };
    let because = match deduction.because.len() {
        1..=FEW => deduction.because.iter().map(literal).collect::<Vec<_>>().join(", "),
        _ => "what is left for them".to_owned(),
    };
    format!("{} of {cells}{more}: no solution, because of {because}", deduction.rule)
}

/// The most cells or reasons that are told one by one.
const FEW: usize = 12;

/// The house that a region is, for the regions that the model of a Sudoku begins with.
fn house(geometry: Geometry, region: Region) -> Option<House> {
    geometry.houses().nth(region.index())
}
