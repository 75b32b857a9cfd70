//! Every square of four cells has a low, a middle and a high value.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::ids::Var;
use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::covering::Covering;

/// Every square of 2x2 cells has a value of the lower, one of the middle and one of the upper third of the values
/// of the board. Where they are not three times as many, the lower thirds have one more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GlobalEntropy {}

impl Kind for GlobalEntropy {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let values = posting.grid().values();
        if values.len() < 3 {
            let what = format!("{} values have no thirds", values.len());
            return Err(PostError::Parameter { what });
        }
        let third = |third| values.iter().enumerate().filter(move |(i, _)| i * 3 / values.len() == third);
        let classes = [0, 1, 2].map(|number| third(number).map(|(_, &value)| value).collect());
        let squares = squares(posting);
        posting.all(Covering::new("global entropy", squares, classes));
        Ok(())
    }

    fn cells(&self) -> Vec<&Cells> {
        Vec::new()
    }
}

/// The variables of all squares of 2x2 cells.
pub(crate) fn squares(posting: &Posting<'_>) -> Vec<Vec<Var>> {
    let grid = posting.grid();
    let square = |cell| {
        let steps = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let vars = steps.iter().map(|&(rows, columns)| grid.var(grid.offset(cell, rows, columns)?));
        vars.collect::<Option<Vec<Var>>>()
    };
    grid.cells().filter_map(square).collect()
}
