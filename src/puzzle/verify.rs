//! Whether a filled board solves a puzzle, and everything that it breaks.

use thiserror::Error;

use crate::puzzle::filling::Filling;
use crate::puzzle::variant::Variant;
use crate::sudoku::geometry::Cell;

/// Something that a filled board breaks.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Broken {
    /// The board has another size than the puzzle.
    #[error("the solution has {} rows and {} columns, the puzzle {} and {}", .found.0, .found.1, .expected.0, .expected.1)]
    Size {
        /// Rows and columns of the solution.
        found: (u32, u32),
        /// Rows and columns of the puzzle.
        expected: (u32, u32),
    },
    /// A cell in which nothing stands.
    #[error("{0} is empty")]
    Empty(Cell),
    /// A given of the puzzle was changed.
    #[error("{cell} is {found}, but {given} is given")]
    NotTheGiven {
        /// Where.
        cell: Cell,
        /// What stands there.
        found: i32,
        /// What is given.
        given: i32,
    },
    /// A value that may not stand in its cell, whatever stands in the others.
    #[error("{cell} is {found}, which may not stand there")]
    NotACandidate {
        /// Where.
        cell: Cell,
        /// What stands there.
        found: i32,
    },
    /// Something stands where the puzzle has no cell.
    #[error("{0} is filled, but the puzzle has no such cell")]
    NoSuchCell(Cell),
    /// Equal values in a house.
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
    /// A constraint does not hold.
    #[error("{label} does not hold")]
    Constraint {
        /// Its number in the puzzle, from 0, if it is one of its constraints.
        number: Option<usize>,
        /// What it is called, with its cells.
        label: String,
    },
}

impl Variant {
    /// Whether `solution` solves the puzzle: all cells filled, the givens kept, no value twice in a house, every
    /// constraint held. Constraints with an empty cell are not judged.
    ///
    /// ```
    /// use pencilmark::{Definition, Variant};
    ///
    /// let mut definition = Definition::from_json(r#"{ "boxes": "2x2", "givens": ["1234", "3412", "2341", "4123"],
    ///     "constraints": [{ "type": "diagonal", "direction": "\\" }] }"#)?;
    /// let variant = Variant::new(&definition)?;
    /// let broken: Vec<String> = variant.verify(&variant.givens()).unwrap_err().iter().map(|b| b.to_string()).collect();
    /// assert_eq!(broken, ["r2c2 and r3c3 are both 4, in diagonal (direction \\)"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Everything that it breaks: each further cell of a house that holds a value, with the first one that does, and a
    /// constraint once.
    pub fn verify(&self, solution: &Filling) -> Result<(), Vec<Broken>> {
        let grid = self.grid();
        let (found, expected) = ((solution.rows(), solution.columns()), (grid.rows(), grid.columns()));
        if found != expected {
            return Err(vec![Broken::Size { found, expected }]);
        }
        let mut broken = Vec::new();
        let givens = self.givens();
        for index in 0..solution.values().len() {
            let cell = Cell::new(index as u32 / grid.columns(), index as u32 % grid.columns());
            let given = givens.value(cell);
            match (grid.var(cell), solution.value(cell)) {
                (None, Some(_)) => broken.push(Broken::NoSuchCell(cell)),
                (Some(_), None) => broken.push(Broken::Empty(cell)),
                (Some(var), Some(found)) => match given.filter(|&given| given != found) {
                    Some(given) => broken.push(Broken::NotTheGiven { cell, found, given }),
                    None if !self.model().domain(var).contains(found) => {
                        broken.push(Broken::NotACandidate { cell, found });
                    }
                    None => {}
                },
                (None, None) => {}
            }
        }
        broken.append(&mut self.clashes(solution));
        broken.append(&mut self.constraints_broken(solution));
        if broken.is_empty() { Ok(()) } else { Err(broken) }
    }

    /// Equal values in the regions of the model.
    pub(crate) fn clashes(&self, filling: &Filling) -> Vec<Broken> {
        let (words, model) = (self.words(), self.model());
        let mut broken = Vec::new();
        for region in model.region_ids() {
            let cells = model.region(region).iter().enumerate().filter_map(|(place, &var)| {
                let cell = words.cell(var)?;
                Some((filling.value(cell)?, place, cell))
            });
            let mut held: Vec<(i32, usize, Cell)> = cells.collect();
            held.sort_unstable_by_key(|&(value, place, _)| (value, place));
            for same in held.chunk_by(|a, b| a.0 == b.0) {
                let [(value, _, first), further @ ..] = same else { continue };
                for &(_, _, second) in further {
                    let house = words.region(region).to_owned();
                    broken.push(Broken::Clash { first: *first, second, value: *value, house });
                }
            }
        }
        broken
    }

    /// The constraints that do not hold, each once, apart from their regions.
    pub(crate) fn constraints_broken(&self, filling: &Filling) -> Vec<Broken> {
        let (words, model) = (self.words(), self.model());
        let mut broken: Vec<Broken> = Vec::new();
        let mut told = std::collections::BTreeSet::new();
        for (place, constraint) in model.constraints().iter().enumerate() {
            let number = words.constraint(place);
            if number.is_some_and(|number| told.contains(&number)) {
                continue;
            }
            let values = constraint.scope().iter().map(|&var| filling.value(words.cell(var)?));
            let values: Option<Vec<i32>> = values.collect();
            if values.is_some_and(|values| !constraint.holds(&values)) {
                let label = number.map_or(constraint.name(), |number| words.label(number)).to_owned();
                broken.push(Broken::Constraint { number, label });
                told.extend(number);
            }
        }
        broken
    }
}
