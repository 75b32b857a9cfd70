//! What the constraints of a puzzle mark: the kinds that speak of all unmarked pairs need to know.

use std::collections::BTreeSet;

use crate::puzzle::cells::Cells;
use crate::sudoku::geometry::Cell;

/// The dots and letters between cells, and the cells marked as a minimum or a maximum, of all constraints of a puzzle.
///
/// Each kind adds its own in [`Kind::marks`](crate::Kind::marks), before any of them is posted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    differences: BTreeSet<[Cell; 2]>,
    ratios: BTreeSet<[Cell; 2]>,
    letters: BTreeSet<[Cell; 2]>,
    minima: BTreeSet<Cell>,
    maxima: BTreeSet<Cell>,
    sizes_of_differences: BTreeSet<i32>,
    sizes_of_ratios: BTreeSet<i32>,
}

/// The pair of the two cells, in reading order; none if there are not two.
fn pair(cells: &Cells) -> Option<[Cell; 2]> {
    let mut cells = cells.iter();
    match (cells.next(), cells.next(), cells.next()) {
        (Some(a), Some(b), None) => Some(ordered(a, b)),
        _ => None,
    }
}

fn ordered(a: Cell, b: Cell) -> [Cell; 2] {
    if a < b { [a, b] } else { [b, a] }
}

impl Marks {
    /// Marks two cells with a white dot.
    pub fn difference(&mut self, cells: &Cells, difference: i32) {
        self.differences.extend(pair(cells));
        self.sizes_of_differences.insert(difference);
    }

    /// Marks two cells with a black dot.
    pub fn ratio(&mut self, cells: &Cells, ratio: i32) {
        self.ratios.extend(pair(cells));
        self.sizes_of_ratios.insert(ratio);
    }

    /// Marks two cells with an X or a V.
    pub fn letter(&mut self, cells: &Cells) {
        self.letters.extend(pair(cells));
    }

    /// Marks cells as minima.
    pub fn minimum(&mut self, cells: &Cells) {
        self.minima.extend(cells.iter());
    }

    /// Marks cells as maxima.
    pub fn maximum(&mut self, cells: &Cells) {
        self.maxima.extend(cells.iter());
    }

    /// Whether there is a white dot between two cells.
    pub fn has_difference(&self, a: Cell, b: Cell) -> bool {
        self.differences.contains(&ordered(a, b))
    }

    /// Whether there is a dot, white or black, between two cells.
    pub fn has_dot(&self, a: Cell, b: Cell) -> bool {
        self.has_difference(a, b) || self.ratios.contains(&ordered(a, b))
    }

    /// Whether there is an X or a V between two cells.
    pub fn has_letter(&self, a: Cell, b: Cell) -> bool {
        self.letters.contains(&ordered(a, b))
    }

    /// Whether a cell is marked as a minimum.
    pub fn is_minimum(&self, cell: Cell) -> bool {
        self.minima.contains(&cell)
    }

    /// Whether a cell is marked as a maximum.
    pub fn is_maximum(&self, cell: Cell) -> bool {
        self.maxima.contains(&cell)
    }

    /// The differences of the white dots, ascending; `default` if there are none.
    pub fn differences(&self, default: i32) -> Vec<i32> {
        all(&self.sizes_of_differences, default)
    }

    /// The ratios of the black dots, ascending; `default` if there are none.
    pub fn ratios(&self, default: i32) -> Vec<i32> {
        all(&self.sizes_of_ratios, default)
    }
}

fn all(sizes: &BTreeSet<i32>, default: i32) -> Vec<i32> {
    if sizes.is_empty() { vec![default] } else { sizes.iter().copied().collect() }
}
