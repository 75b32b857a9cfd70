//! A line with the same sum in each box that it runs through.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Stroke};
use crate::puzzle::posting::{PostError, Posting};

/// The line is cut where it goes from one box to another, and its pieces have the same sum. A box that it enters twice
/// has two pieces. Cells in no box count as one more box.
///
/// A piece lies in one region, so that its sums go over the sets of values that it can have: exactly the supported values
/// are left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegionSumLine {
    /// The cells, from end to end.
    pub cells: Cells,
}

impl Kind for RegionSumLine {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let mut pieces: Vec<Vec<(i32, crate::model::ids::Var)>> = Vec::new();
        let mut last = None;
        for cell in self.cells.iter() {
            let var = posting.var(cell)?;
            let region = posting.grid().boxes().iter().position(|region| region.contains(&cell));
            match pieces.last_mut() {
                Some(piece) if last == Some(region) => piece.push((1, var)),
                _ => pieces.push(vec![(1, var)]),
            }
            last = Some(region);
        }
        if pieces.len() > 1 { posting.equal_sums("region sum line", pieces) } else { Ok(()) }
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.line(&self.cells, "#7fb7e8", Stroke::Broad);
    }
}
