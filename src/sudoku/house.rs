//! Rows, columns and boxes.

use std::fmt;

use crate::sudoku::geometry::{Cell, Geometry};

/// What a house is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum HouseKind {
    /// All cells beside each other.
    Row,
    /// All cells above each other.
    Column,
    /// A rectangle of the geometry's box height and width.
    Box,
}

impl fmt::Display for HouseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Box => "box",
        })
    }
}

/// A set of as many cells as there are digits, each of which must hold another one. Prints as its name: `row 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct House {
    geometry: Geometry,
    kind: HouseKind,
    index: u32,
}

impl House {
    /// The house of that kind with that number, from 0; the number is below the side, and a box has a box size.
    pub(crate) const fn new(geometry: Geometry, kind: HouseKind, index: u32) -> Self {
        Self { geometry, kind, index }
    }

    /// Row, column or box.
    #[must_use]
    pub const fn kind(self) -> HouseKind {
        self.kind
    }

    /// Which one of its kind, from 0 (its name counts from 1).
    #[must_use]
    pub const fn index(self) -> u32 {
        self.index
    }

    /// Its cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let side = self.geometry.side();
        // Every house is a rectangle: its first cell, and how many columns it is wide.
        let (top, left, width) = match (self.kind, self.geometry.box_size()) {
            (HouseKind::Column, _) => (0, self.index, 1),
            (HouseKind::Box, Some((height, width))) => {
                let across = side / width;
                (self.index / across * height, self.index % across * width, width)
            }
            (HouseKind::Row | HouseKind::Box, _) => (self.index, 0, side),
        };
        (0..side).map(move |place| Cell { row: top + place / width, column: left + place % width })
    }

    /// The numbers of its cells in reading order of the board, from 0.
    pub fn indices(self) -> impl Iterator<Item = usize> {
        let side = self.geometry.side() as usize;
        self.cells().map(move |cell| cell.row as usize * side + cell.column as usize)
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, u64::from(self.index) + 1)
    }
}
