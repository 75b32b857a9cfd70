//! The shape of a board: its side and its boxes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::sudoku::house::{House, HouseKind};

/// One cell of a board, by row and column counted from 0. Prints as players write it: `r1c2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, 0 at the top.
    pub row: u32,
    /// The column, 0 at the left.
    pub column: u32,
}

impl Cell {
    /// The cell in this row and column, both counted from 0.
    #[must_use]
    pub const fn new(row: u32, column: u32) -> Self {
        Self { row, column }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", u64::from(self.row) + 1, u64::from(self.column) + 1)
    }
}

/// Which boxes a board of some side is to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Boxes {
    /// The box whose height is the largest divisor of the side not above its square root. A prime side above 3 has
    /// no such box.
    #[default]
    Usual,
    /// Boxes of this many rows and columns; their product is the side.
    Sized {
        /// Rows of a box.
        height: u32,
        /// Columns of a box.
        width: u32,
    },
    /// Rows and columns only: a Latin square.
    None,
}

impl fmt::Display for Boxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usual => f.write_str("usual"),
            Self::Sized { height, width } => write!(f, "{height}x{width}"),
            Self::None => f.write_str("none"),
        }
    }
}

/// Reads the size of a box such as `3x4`: three rows of four columns.
impl FromStr for Boxes {
    type Err = GeometryError;

    fn from_str(text: &str) -> Result<Self, GeometryError> {
        let sizes = text.split_once(['x', 'X', '×']);
        let sizes = sizes.and_then(|(height, width)| Some((height.parse().ok()?, width.parse().ok()?)));
        match sizes {
            Some((height, width)) if height > 0 && width > 0 => Ok(Self::Sized { height, width }),
            _ => Err(GeometryError::NotABox { text: text.chars().take(40).collect() }),
        }
    }
}

/// Why a shape was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GeometryError {
    /// A side, a box height or a box width of 0.
    #[error("a board has at least one row and one column")]
    Nothing,
    /// A prime side above 3 has no box but a row or a column, so the caller has to choose.
    #[error("a side of {side} is prime: say the size of a box, such as 1x{side}, or that there are none")]
    PrimeSide {
        /// The side.
        side: u32,
    },
    /// Height times width of the box is not the side.
    #[error("boxes of {height}x{width} do not make a side of {side}")]
    WrongBox {
        /// The side.
        side: u32,
        /// Rows of a box.
        height: u32,
        /// Columns of a box.
        width: u32,
    },
    /// More cells than the caller allows.
    #[error("a side of {side} makes {} cells, more than the limit of {max_cells}", u128::from(*side) * u128::from(*side))]
    TooManyCells {
        /// The side asked for.
        side: u64,
        /// The most cells allowed.
        max_cells: u64,
    },
    /// The text is no size of a box.
    #[error("'{text}' is not the size of a box such as 3x3")]
    NotABox {
        /// The text, cut to 40 characters.
        text: String,
    },
}

/// The shape of a board: `side` rows and columns, and boxes of `box height` rows and `box width` columns, or none.
///
/// Any shape whose cells can be counted in 32 bits is possible; a limit below that guards against input that asks for
/// too much. A `Geometry` is two words long and always valid.
///
/// ```
/// use pencilmark::{Cell, Geometry};
///
/// let twelve = Geometry::new(3, 4)?;
/// assert_eq!((twelve.side(), twelve.cells()), (12, 144));
/// assert_eq!(Geometry::for_side(12)?, twelve);
/// assert_eq!(Geometry::boxless(5)?.box_size(), None);
/// assert_eq!(twelve.cell(143).map(|cell| cell.to_string()).as_deref(), Some("r12c12"));
/// # Ok::<(), pencilmark::GeometryError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "crate::sudoku::serial::GeometryData", into = "crate::sudoku::serial::GeometryData")
)]
pub struct Geometry {
    side: u32,
    box_size: Option<(u32, u32)>,
}

impl Geometry {
    /// The most cells of a board, unless the caller says otherwise: those of side 4096.
    pub const DEFAULT_MAX_CELLS: u64 = 1 << 24;

    /// The most cells of a board whatever the caller says, so that a cell's number fits into 32 bits.
    pub const MAX_CELLS: u64 = u32::MAX as u64;

    /// Boxes of `height` rows and `width` columns; the side is their product.
    ///
    /// # Errors
    /// A height or width of 0, or more than [`Geometry::DEFAULT_MAX_CELLS`] cells.
    pub fn new(height: u32, width: u32) -> Result<Self, GeometryError> {
        let side = u64::from(height) * u64::from(width);
        Self::with_max_cells(side, Boxes::Sized { height, width }, Self::DEFAULT_MAX_CELLS)
    }

    /// Rows and columns only.
    ///
    /// # Errors
    /// A side of 0, or more than [`Geometry::DEFAULT_MAX_CELLS`] cells.
    pub fn boxless(side: u32) -> Result<Self, GeometryError> {
        Self::with_max_cells(u64::from(side), Boxes::None, Self::DEFAULT_MAX_CELLS)
    }

    /// The usual boxes of a side: as many rows as the largest divisor not above the square root (3x3 for 9, 2x3 for
    /// 6, 3x4 for 12, 1x2 for 2, 1x3 for 3).
    ///
    /// # Errors
    /// A side of 0, a prime side above 3, or more than [`Geometry::DEFAULT_MAX_CELLS`] cells.
    pub fn for_side(side: u32) -> Result<Self, GeometryError> {
        Self::with_max_cells(u64::from(side), Boxes::Usual, Self::DEFAULT_MAX_CELLS)
    }

    /// A shape with a limit of the caller's own. Nothing is allocated, whatever the side.
    ///
    /// # Errors
    /// A side of 0, a box that does not make the side, a prime side above 3 without a box, or more cells than
    /// `max_cells` or [`Geometry::MAX_CELLS`].
    pub fn with_max_cells(side: u64, boxes: Boxes, max_cells: u64) -> Result<Self, GeometryError> {
        let max_cells = max_cells.min(Self::MAX_CELLS);
        let cells = side.checked_mul(side);
        if cells.is_none_or(|cells| cells > max_cells) {
            return Err(GeometryError::TooManyCells { side, max_cells });
        }
        let side = u32::try_from(side).map_err(|_| GeometryError::TooManyCells { side, max_cells })?;
        if side == 0 {
            return Err(GeometryError::Nothing);
        }
        let box_size = match boxes {
            Boxes::None => None,
            Boxes::Sized { height, width } if u64::from(height) * u64::from(width) == u64::from(side) => {
                Some((height, width))
            }
            Boxes::Sized { height, width } => return Err(GeometryError::WrongBox { side, height, width }),
            Boxes::Usual => match usual_height(side) {
                1 if side > 3 => return Err(GeometryError::PrimeSide { side }),
                height => Some((height, side / height)),
            },
        };
        Ok(Self { side, box_size })
    }

    /// The number of rows, of columns, and of digits.
    #[must_use]
    pub const fn side(self) -> u32 {
        self.side
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.side as usize * self.side as usize
    }

    /// Rows and columns of a box; `None` if there are no boxes.
    #[must_use]
    pub const fn box_size(self) -> Option<(u32, u32)> {
        self.box_size
    }

    /// The boxes, in the form in which they are asked for.
    #[must_use]
    pub const fn boxes(self) -> Boxes {
        match self.box_size {
            Some((height, width)) => Boxes::Sized { height, width },
            None => Boxes::None,
        }
    }

    /// The cell with this number in reading order, from 0; `None` outside the board.
    #[must_use]
    pub fn cell(self, index: usize) -> Option<Cell> {
        let (row, column) = (index / self.side as usize, index % self.side as usize);
        let row = u32::try_from(row).ok().filter(|&row| row < self.side)?;
        Some(Cell { row, column: u32::try_from(column).ok()? })
    }

    /// The number of a cell in reading order, from 0; `None` outside the board.
    #[must_use]
    pub fn index(self, cell: Cell) -> Option<usize> {
        let inside = cell.row < self.side && cell.column < self.side;
        inside.then(|| cell.row as usize * self.side as usize + cell.column as usize)
    }

    /// The houses: the rows from the top, the columns from the left, the boxes in reading order.
    ///
    /// Boxes of one row or one column are those rows or columns, and not listed again.
    ///
    /// ```
    /// use pencilmark::Geometry;
    ///
    /// let names: Vec<String> = Geometry::new(2, 2)?.houses().map(|house| house.to_string()).collect();
    /// assert_eq!(names[3..9], ["row 4", "column 1", "column 2", "column 3", "column 4", "box 1"]);
    /// assert_eq!(Geometry::new(1, 5)?.houses().count(), 10);
    /// # Ok::<(), pencilmark::GeometryError>(())
    /// ```
    pub fn houses(self) -> impl Iterator<Item = House> {
        let boxes = match self.box_size {
            Some((height, width)) if height > 1 && width > 1 => self.side,
            _ => 0,
        };
        let kinds = [(HouseKind::Row, self.side), (HouseKind::Column, self.side), (HouseKind::Box, boxes)];
        kinds
            .into_iter()
            .flat_map(move |(kind, count)| (0..count).map(move |index| House::new(self, kind, index)))
    }
}

/// The largest divisor not above the square root.
fn usual_height(side: u32) -> u32 {
    (1..=side.isqrt()).rev().find(|height| side.is_multiple_of(*height)).unwrap_or(1)
}
