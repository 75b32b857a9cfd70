//! Cells, each with a factor, that add up to a number.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::linear::Linear;
use crate::puzzle::posting::{PostError, Posting};

/// The cells, each times its factor, add up to `sum`. A cell that stands twice counts twice.
///
/// What regions say of the cells is used: cells with the same factor are taken together where a region holds them, and the
/// sums of each such set go over the sets of values that it can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    /// The cells.
    pub cells: Cells,
    /// What they add up to.
    pub sum: i64,
    /// A factor for each cell; all 1 if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coefficients: Vec<i32>,
}

impl Kind for Sum {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = posting.vars(&self.cells)?;
        if self.coefficients.is_empty() {
            return posting.sum(Linear::plain("sum", vars, self.sum));
        }
        if self.coefficients.len() != vars.len() {
            let what = format!("{} coefficients for {} cells", self.coefficients.len(), vars.len());
            return Err(PostError::Parameter { what });
        }
        let terms = self.coefficients.iter().copied().zip(vars).collect();
        posting.sum(Linear { name: "sum", terms, total: self.sum })
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.cage(&self.cells, "#777777", &format!("={}", self.sum));
    }
}
