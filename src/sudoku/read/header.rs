//! The first line of a board that says its size: side, box height, box width.

use crate::sudoku::geometry::{Boxes, Geometry, GeometryError};
use crate::sudoku::read::error::{TextError, excerpt};
use crate::sudoku::read::fields::{Field, fields, number};
use crate::sudoku::read::lines::{Line, content};
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::shape::Shape;

/// Three numbers that say the size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    side: u64,
    height: u64,
    width: u64,
}

impl Header {
    /// Reads a line as a header, if it can hardly be anything else.
    ///
    /// Three numbers may be a row of a board of side 3, or a row of nine symbols in three groups; the latter have
    /// the same length and zeros in front. What comes next decides about the former: see [`Header::is_row`].
    pub(crate) fn of(text: &str) -> Option<Self> {
        let mut fields = content(text).split_whitespace();
        let texts = [fields.next()?, fields.next()?, fields.next()?];
        let plain = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        if fields.next().is_some() || !texts.iter().all(plain) {
            return None;
        }
        let [side, height, width] = texts.map(|text| number(text).unwrap_or(u64::MAX));
        let header = Self { side, height, width };
        let group = texts[0].len() > 1 && texts.iter().all(|text| text.len() == texts[0].len());
        (header.fits() || side > 3 && !group).then_some(header)
    }

    /// Whether this is rather the first of three rows of three digits, given the lines after it.
    pub(crate) fn is_row(self, next: [Option<Shape>; 3]) -> bool {
        let row = |shape: Option<Shape>| shape.is_some_and(|shape| shape.pieces == 3 && shape.symbols == 3);
        self.side <= 3 && row(next[0]) && row(next[1]) && !row(next[2])
    }

    /// Whether the side is too large for this to be a row of three digits, and the box makes that side.
    pub(crate) fn is_sure(self) -> bool {
        self.side > 3 && self.fits()
    }

    fn fits(self) -> bool {
        u128::from(self.height) * u128::from(self.width) == u128::from(self.side)
    }

    /// The shape that it asks for in that line.
    ///
    /// # Errors
    /// There is no such shape, or the options say otherwise.
    pub(crate) fn geometry(self, line: &Line, options: &ReadOptions) -> Result<Geometry, TextError> {
        let Self { side, height, width } = self;
        let huge = |field: &Field<'_>| field.number().is_none_or(|size| u32::try_from(size).is_err());
        if let Some(field) = fields(line.content()).find(huge) {
            let text = excerpt(field.text);
            return Err(TextError::Size { text, line: line.number, column: field.column });
        }
        let says = format!("a side of {side} with boxes of {height}x{width}");
        // The size alone first: nothing else matters if it is out of reach.
        Geometry::with_max_cells(side, Boxes::None, options.max_cells)?;
        let (Ok(height), Ok(width)) = (u32::try_from(height), u32::try_from(width)) else {
            let side = u32::try_from(side).unwrap_or(u32::MAX);
            return Err(GeometryError::WrongBox { side, height: u32::MAX, width: u32::MAX }.into());
        };
        let geometry = Geometry::with_max_cells(side, Boxes::Sized { height, width }, options.max_cells)?;
        agreed(geometry, options, says)
    }
}

/// The shape that a text says, in the words `says`, if the options allow it.
pub(crate) fn agreed(geometry: Geometry, options: &ReadOptions, says: String) -> Result<Geometry, TextError> {
    let contradiction = |options: String| Err(TextError::Contradiction { text: says, options });
    match (options.boxes, geometry.box_size()) {
        (Boxes::Usual, _) | (Boxes::None, None) => Ok(geometry),
        (Boxes::Sized { .. }, _) if geometry.boxes() == options.boxes => Ok(geometry),
        (Boxes::Sized { height, width }, _) => contradiction(format!("boxes of {height}x{width}")),
        // Boxes of one row or one column are none.
        (Boxes::None, Some((height, width))) if height == 1 || width == 1 => {
            Ok(Geometry::with_max_cells(u64::from(geometry.side()), Boxes::None, options.max_cells)?)
        }
        (Boxes::None, Some(_)) => contradiction("no boxes".to_owned()),
    }
}
