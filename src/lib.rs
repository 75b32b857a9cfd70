//! A generic constraint-propagation engine, with Sudoku of any box size as a plugin.

mod sudoku;

pub use sudoku::board::{Board, BoardError};
pub use sudoku::clash::Clash;
pub use sudoku::format::Format;
pub use sudoku::geometry::{Boxes, Cell, Geometry, GeometryError};
pub use sudoku::house::{House, HouseKind};
pub use sudoku::read::error::{TextError, Unit};
pub use sudoku::read::options::{Form, ReadOptions, UnknownWord};
pub use sudoku::read::reader::{Entry, Reader};
pub use sudoku::symbols::{Symbols, SymbolsError};
pub use sudoku::write::{Frames, Writer};
