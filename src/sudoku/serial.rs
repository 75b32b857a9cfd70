//! The shape in which boards and geometries are serialised, checked when they are read.

use serde::{Deserialize, Serialize};

use crate::sudoku::board::{Board, BoardError};
use crate::sudoku::geometry::{Boxes, Cell, Geometry, GeometryError};

/// `{"side": 9, "box": [3, 3]}`, with `null` for no boxes.
#[derive(Serialize, Deserialize)]
pub(crate) struct GeometryData {
    side: u32,
    #[serde(rename = "box", deserialize_with = "Option::deserialize")]
    box_size: Option<(u32, u32)>,
}

impl From<Geometry> for GeometryData {
    fn from(geometry: Geometry) -> Self {
        Self { side: geometry.side(), box_size: geometry.box_size() }
    }
}

impl TryFrom<GeometryData> for Geometry {
    type Error = GeometryError;

    fn try_from(data: GeometryData) -> Result<Self, GeometryError> {
        let boxes = data.box_size.map_or(Boxes::None, |(height, width)| Boxes::Sized { height, width });
        Self::with_max_cells(u64::from(data.side), boxes, Self::DEFAULT_MAX_CELLS)
    }
}

/// The same as the format `json`: `{"box": [3, 3], "rows": [[0, ...], ...]}`, and `candidates` where some are noted.
#[derive(Serialize, Deserialize)]
pub(crate) struct BoardData {
    #[serde(rename = "box", deserialize_with = "Option::deserialize")]
    box_size: Option<(u32, u32)>,
    rows: Vec<Vec<u32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<Vec<Vec<u32>>>>,
}

/// Why serialised data is no board.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SerialError {
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl From<Board> for BoardData {
    fn from(board: Board) -> Self {
        let side = board.geometry().side();
        let cell = |row, column| board.candidates(Cell { row, column }).collect();
        let candidates = board
            .has_candidates()
            .then(|| (0..side).map(|row| (0..side).map(|column| cell(row, column)).collect()).collect());
        Self {
            box_size: board.geometry().box_size(),
            rows: board.rows().map(<[u32]>::to_vec).collect(),
            candidates,
        }
    }
}

impl TryFrom<BoardData> for Board {
    type Error = SerialError;

    fn try_from(data: BoardData) -> Result<Self, SerialError> {
        let boxes = data.box_size.map_or(Boxes::None, |(height, width)| Boxes::Sized { height, width });
        let geometry = Geometry::with_max_cells(data.rows.len() as u64, boxes, Geometry::DEFAULT_MAX_CELLS)?;
        let mut board = Self::from_rows(geometry, &data.rows)?;
        if let Some(rows) = data.candidates {
            board.set_all_candidates(&rows)?;
        }
        Ok(board)
    }
}
