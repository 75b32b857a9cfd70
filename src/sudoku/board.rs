//! The board: a digit or nothing in every cell, and candidates where somebody noted them.

use thiserror::Error;

use crate::sudoku::geometry::{Cell, Geometry};

/// Why a board was refused. Two equal givens in a house are no such reason: see [`Board::clashes`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// Too few or too many digits in all.
    #[error("{found} digits, expected {expected}")]
    DigitCount {
        /// How many there are.
        found: usize,
        /// How many cells the board has.
        expected: usize,
    },
    /// Too few or too many rows.
    #[error("{found} rows, expected {expected}")]
    RowCount {
        /// How many there are.
        found: usize,
        /// The side.
        expected: usize,
    },
    /// A row that is too short or too long.
    #[error("row {row} has {found} cells, expected {expected}")]
    RowLength {
        /// The row, counted from 1.
        row: usize,
        /// Its length.
        found: usize,
        /// The side.
        expected: usize,
    },
    /// A number that is neither 0 nor a digit of this side.
    #[error("{cell} is {digit}, not one of 1-{side}")]
    NoSuchDigit {
        /// Where.
        cell: Cell,
        /// The number.
        digit: u32,
        /// The side.
        side: u32,
    },
    /// A cell outside the board.
    #[error("{cell} lies outside a board of side {side}")]
    NoSuchCell {
        /// The cell.
        cell: Cell,
        /// The side.
        side: u32,
    },
    /// Candidates need a bit for each cell and digit, and there is no room for them.
    #[error("no memory for the candidates of a board of side {side}")]
    NoMemory {
        /// The side.
        side: u32,
    },
}

/// A board: its geometry and, in every cell, a digit from 1 to the side or nothing. An empty cell may have candidates
/// noted; one without such notes may be any digit.
///
/// A board is always well formed, but says nothing about having a solution. It prints as the grid of
/// [`Format::Grid`](crate::Format::Grid), and is read from text in any of the forms that [`Reader`](crate::Reader)
/// knows.
///
/// ```
/// use pencilmark::{Board, Cell, Geometry};
///
/// let mut board = Board::from_rows(Geometry::new(2, 2)?, &[[1, 2, 0, 0], [0, 0, 1, 0], [0; 4], [0; 4]])?;
/// assert_eq!(board.givens(), 3);
/// board.set(Cell::new(0, 2), 3)?;
/// assert_eq!(board.digit(Cell::new(0, 2)), Some(3));
/// assert_eq!(board.digit(Cell::new(0, 3)), None);
/// assert_eq!(board.set(Cell::new(0, 2), 5).unwrap_err().to_string(), "r1c3 is 5, not one of 1-4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "crate::sudoku::serial::BoardData", into = "crate::sudoku::serial::BoardData")
)]
pub struct Board {
    geometry: Geometry,
    /// Row-major, 0 for an empty cell, never above the side.
    digits: Vec<u32>,
    /// `words` words a cell, bit `d - 1` for digit `d`; all bits of a cell that holds a digit are set.
    candidates: Option<Vec<u64>>,
}

impl Board {
    /// A board without givens.
    #[must_use]
    pub fn empty(geometry: Geometry) -> Self {
        Self { geometry, digits: vec![0; geometry.cells()], candidates: None }
    }

    /// A board from its digits in reading order, 0 for an empty cell.
    ///
    /// # Errors
    /// Another number of digits than the geometry has cells, or a number above the side.
    pub fn from_digits(geometry: Geometry, digits: Vec<u32>) -> Result<Self, BoardError> {
        if digits.len() != geometry.cells() {
            return Err(BoardError::DigitCount { found: digits.len(), expected: geometry.cells() });
        }
        let side = geometry.side();
        let wrong = digits.iter().position(|&digit| digit > side);
        match wrong.and_then(|index| Some((geometry.cell(index)?, digits.get(index)?))) {
            Some((cell, &digit)) => Err(BoardError::NoSuchDigit { cell, digit, side }),
            None => Ok(Self { geometry, digits, candidates: None }),
        }
    }

    /// A board from its rows, 0 for an empty cell.
    ///
    /// # Errors
    /// Another number of rows, or of cells in a row, than the side, or a number above the side.
    pub fn from_rows<R: AsRef<[u32]>>(geometry: Geometry, rows: &[R]) -> Result<Self, BoardError> {
        let expected = geometry.side() as usize;
        if rows.len() != expected {
            return Err(BoardError::RowCount { found: rows.len(), expected });
        }
        let mut digits = Vec::with_capacity(geometry.cells());
        for (row, cells) in rows.iter().map(AsRef::as_ref).enumerate() {
            if cells.len() != expected {
                return Err(BoardError::RowLength { row: row + 1, found: cells.len(), expected });
            }
            digits.extend_from_slice(cells);
        }
        Self::from_digits(geometry, digits)
    }

    /// The shape.
    #[must_use]
    pub const fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The digits in reading order, 0 for an empty cell.
    #[must_use]
    pub fn digits(&self) -> &[u32] {
        &self.digits
    }

    /// The rows from the top, 0 for an empty cell.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.digits.chunks_exact(self.geometry.side() as usize)
    }

    /// The digit in a cell; `None` if it is empty or outside the board.
    #[must_use]
    pub fn digit(&self, cell: Cell) -> Option<u32> {
        let index = self.geometry.index(cell)?;
        self.digits.get(index).copied().filter(|&digit| digit != 0)
    }

    /// Puts a digit into a cell, or with 0 empties it. Candidates noted in that cell are forgotten.
    ///
    /// # Errors
    /// A cell outside the board, or a number above the side; the board is then as before.
    pub fn set(&mut self, cell: Cell, digit: u32) -> Result<(), BoardError> {
        let index = self.checked(cell, digit)?;
        if let Some(slot) = self.digits.get_mut(index) {
            *slot = digit;
        }
        self.marks_mut(index).fill(u64::MAX);
        Ok(())
    }

    /// The number of cells that hold a digit.
    #[must_use]
    pub fn givens(&self) -> usize {
        self.digits.iter().filter(|&&digit| digit != 0).count()
    }

    /// Whether every cell holds a digit.
    #[must_use]
    pub fn is_full(&self) -> bool {
        !self.digits.contains(&0)
    }

    /// Whether candidates are noted in some empty cell, so that the digits alone do not tell all.
    #[must_use]
    pub fn has_candidates(&self) -> bool {
        let words = self.candidates.as_deref().unwrap_or_default();
        words.iter().any(|&word| word != u64::MAX)
    }

    /// What a cell may hold, rising: its digit; or the candidates noted; or every digit if none are. Nothing outside
    /// the board.
    ///
    /// ```
    /// use pencilmark::{Board, Cell, Geometry};
    ///
    /// let mut board = Board::empty(Geometry::new(2, 2)?);
    /// board.set_candidates(Cell::new(0, 0), &[4, 2])?;
    /// assert!(board.candidates(Cell::new(0, 0)).eq([2, 4]));
    /// assert!(board.candidates(Cell::new(0, 1)).eq(1..=4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn candidates(&self, cell: Cell) -> impl Iterator<Item = u32> {
        let index = self.geometry.index(cell);
        let held = index.and_then(|index| self.digits.get(index)).copied();
        let marks = index.map_or(&[][..], |index| self.marks(index));
        let range = match held {
            None => 1..1,
            Some(0) => 1..self.geometry.side() + 1,
            Some(digit) => digit..digit + 1,
        };
        range.filter(move |&digit| {
            let (word, bit) = place(digit);
            marks.get(word).is_none_or(|word| word & bit != 0)
        })
    }

    /// Notes the candidates of a cell, in any order. One candidate alone is the cell's digit; none at all is allowed,
    /// and then the board has no solution.
    ///
    /// # Errors
    /// A cell outside the board, or a candidate that is no digit of this side; the board is then as before. Also if
    /// there is no memory for a bit a cell and digit.
    pub fn set_candidates(&mut self, cell: Cell, candidates: &[u32]) -> Result<(), BoardError> {
        let index = self.checked(cell, 0)?;
        let side = self.geometry.side();
        if let Some(&digit) = candidates.iter().find(|&&digit| digit == 0 || digit > side) {
            return Err(BoardError::NoSuchDigit { cell, digit, side });
        }
        if let Some((&digit, rest)) = candidates.split_first()
            && rest.iter().all(|&other| other == digit)
        {
            return self.set(cell, digit);
        }
        if self.candidates.is_none() {
            let mut all = Vec::new();
            let length =
                self.words().checked_mul(self.geometry.cells()).ok_or(BoardError::NoMemory { side })?;
            all.try_reserve_exact(length).map_err(|_| BoardError::NoMemory { side })?;
            all.resize(length, u64::MAX);
            self.candidates = Some(all);
        }
        self.set(cell, 0)?;
        let marks = self.marks_mut(index);
        // Bits above the side stay set, so that all candidates look the same as no notes.
        for digit in 1..=side {
            let (word, bit) = place(digit);
            marks[word] &= !bit;
        }
        for &digit in candidates {
            let (word, bit) = place(digit);
            marks[word] |= bit;
        }
        Ok(())
    }

    /// Notes the candidates of all cells, row by row; where a digit stands already, it stays alone.
    ///
    /// # Errors
    /// Another number of rows, or of cells in a row, than the side; or what [`Board::set_candidates`] refuses.
    pub fn set_all_candidates<R: AsRef<[C]>, C: AsRef<[u32]>>(
        &mut self,
        rows: &[R],
    ) -> Result<(), BoardError> {
        let expected = self.geometry.side() as usize;
        if rows.len() != expected {
            return Err(BoardError::RowCount { found: rows.len(), expected });
        }
        for (row, cells) in (0..).zip(rows) {
            let found = cells.as_ref().len();
            if found != expected {
                return Err(BoardError::RowLength { row: row as usize + 1, found, expected });
            }
            for (column, candidates) in (0..).zip(cells.as_ref()) {
                let cell = Cell { row, column };
                if self.digit(cell).is_none() {
                    self.set_candidates(cell, candidates.as_ref())?;
                }
            }
        }
        Ok(())
    }

    /// The number of the cell, if the cell is on the board and the digit is one of its digits or 0.
    fn checked(&self, cell: Cell, digit: u32) -> Result<usize, BoardError> {
        let side = self.geometry.side();
        let index = self.geometry.index(cell).ok_or(BoardError::NoSuchCell { cell, side })?;
        if digit > side {
            return Err(BoardError::NoSuchDigit { cell, digit, side });
        }
        Ok(index)
    }

    /// Words of candidates a cell.
    const fn words(&self) -> usize {
        self.geometry.side().div_ceil(u64::BITS) as usize
    }

    /// The candidate words of a cell, empty if there are no notes on this board.
    fn marks(&self, index: usize) -> &[u64] {
        let words = self.words();
        self.candidates
            .as_deref()
            .and_then(|all| all.get(index * words..(index + 1) * words))
            .unwrap_or_default()
    }

    fn marks_mut(&mut self, index: usize) -> &mut [u64] {
        let words = self.words();
        let all = self.candidates.as_deref_mut();
        all.and_then(|all| all.get_mut(index * words..(index + 1) * words)).unwrap_or_default()
    }
}

/// The word and the bit of a digit, which is not 0.
const fn place(digit: u32) -> (usize, u64) {
    let position = digit - 1;
    ((position / u64::BITS) as usize, 1 << (position % u64::BITS))
}

/// Two boards are equal if they have the same geometry, and in each cell the same digit or the same candidates.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        let same_candidates = match (&self.candidates, &other.candidates) {
            (Some(mine), Some(others)) => mine == others,
            _ => !self.has_candidates() && !other.has_candidates(),
        };
        self.geometry == other.geometry && self.digits == other.digits && same_candidates
    }
}

impl Eq for Board {}
