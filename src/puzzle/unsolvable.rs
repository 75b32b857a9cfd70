//! Why a puzzle has no solution, in words of its board.

use thiserror::Error;

use crate::model::ids::Literal;
use crate::propagation::deduction::Deduction;
use crate::puzzle::words::Words;
use crate::solver::outcome::{Contradiction, NoSolution};
use crate::sudoku::geometry::Cell;

/// Why a puzzle has no solution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsolvable {
    /// Two cells of a house are given the same value.
    #[error("{first} and {second} are both {value}, in {house}")]
    Clash {
        /// The first of the two cells, in the order of the house.
        first: Cell,
        /// The second.
        second: Cell,
        /// What both hold.
        value: i32,
        /// What the house is called.
        house: String,
    },
    /// Two cells of a house would have to hold the same value.
    #[error("{first} and {second} would both have to be {value}, in {house}")]
    Both {
        /// One cell.
        first: Cell,
        /// The other.
        second: Cell,
        /// The value.
        value: i32,
        /// What the house is called.
        house: String,
    },
    /// A cell for which nothing is left.
    #[error("{cell} has no candidate left{by}", by = by.as_ref().map(|by| format!(", by {by}")).unwrap_or_default())]
    NoCandidate {
        /// The cell.
        cell: Cell,
        /// What took the last candidates, where it is known.
        by: Option<String>,
    },
    /// A value that has no place in a house which needs it.
    #[error("{value} has no place left in {house}")]
    NoPlace {
        /// The value.
        value: i32,
        /// What the house is called.
        house: String,
    },
    /// A house with more cells than there are values for it.
    #[error("{house} has more cells than values are left for it")]
    Short {
        /// What the house is called.
        house: String,
    },
    /// A constraint that cannot hold.
    #[error("{label}: {what}")]
    Constraint {
        /// What it is called, with its cells.
        label: String,
        /// What is wrong.
        what: String,
    },
    /// Only the search has shown it.
    #[error("every possibility was tried")]
    Exhausted,
}

/// The most reasons that are told one by one.
const FEW: usize = 12;

impl Unsolvable {
    /// Reads the reason from a proof, for a puzzle with these givens.
    pub(crate) fn of(words: &Words, givens: &[Option<i32>], proof: &NoSolution) -> Unsolvable {
        if let Some(clash) = clash(words, givens) {
            return clash;
        }
        match proof.contradiction.as_deref() {
            None => Unsolvable::Exhausted,
            Some(Contradiction::Deduction(deduction)) => of_deduction(words, deduction),
            Some(Contradiction::ShortRegion(region)) => {
                Unsolvable::Short { house: words.region(*region).to_owned() }
            }
            Some(Contradiction::Assumption(literal)) => no_candidate(words, literal.var(), None),
            Some(Contradiction::EmptyDomain(var)) => no_candidate(words, *var, None),
        }
    }
}

fn no_candidate(words: &Words, var: crate::model::ids::Var, by: Option<String>) -> Unsolvable {
    match words.cell(var) {
        Some(cell) => Unsolvable::NoCandidate { cell, by },
        None => Unsolvable::Constraint { label: var.to_string(), what: "nothing is left".to_owned() },
    }
}

/// Two givens of a region that are equal.
fn clash(words: &Words, givens: &[Option<i32>]) -> Option<Unsolvable> {
    let (grid, model) = (words.grid(), words.model());
    let given = |cell: Cell| givens[cell.row as usize * grid.columns() as usize + cell.column as usize];
    for region in model.region_ids() {
        let mut seen = std::collections::HashMap::new();
        for second in model.region(region).iter().filter_map(|&var| words.cell(var)) {
            let Some(value) = given(second) else { continue };
            if let Some(first) = seen.insert(value, second) {
                return Some(Unsolvable::Clash {
                    first,
                    second,
                    value,
                    house: words.region(region).to_owned(),
                });
            }
        }
    }
    None
}

fn of_deduction(words: &Words, deduction: &Deduction) -> Unsolvable {
    let because = deduction.because.as_slice();
    let Some(region) = deduction.region else {
        let label = words.maker(deduction);
        if let Some(&var) = deduction.emptied.first() {
            return no_candidate(words, var, Some(label));
        }
        let reasons: Vec<String> = because.iter().map(|&literal| words.literal(literal)).collect();
        let what = match reasons.len() {
            0 => "it can never hold".to_owned(),
            1..=FEW => format!("it cannot hold, because {}", reasons.join(", ")),
            _ => "it cannot hold with what is left for its cells".to_owned(),
        };
        return Unsolvable::Constraint { label, what };
    };
    let house = words.region(region).to_owned();
    if let [Literal::Is(first, value), Literal::Is(second, other)] = *because
        && value == other
        && let (Some(first), Some(second)) = (words.cell(first), words.cell(second))
    {
        return Unsolvable::Both { first, second, value, house };
    }
    if let Some(&var) = deduction.emptied.first() {
        return no_candidate(words, var, Some(house));
    }
    if let Some(Literal::IsNot(_, value)) = because.first()
        && because.len() == words.model().region(region).len()
        && because.iter().all(|literal| matches!(literal, Literal::IsNot(_, other) if other == value))
    {
        return Unsolvable::NoPlace { value: *value, house };
    }
    Unsolvable::Constraint { label: house, what: words.deduction(deduction) }
}
