//! Cells along which values rise.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Mark, Stroke};
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::increasing::{Increasing, Rise};

/// Values rise from the bulb to the tip. Exactly the supported values are left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thermo {
    /// The cells, from the bulb to the tip.
    pub cells: Cells,
}

impl Kind for Thermo {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = posting.vars(&self.cells)?;
        posting.both(Increasing::new("thermo", vars, Rise::Strict));
        Ok(())
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.cells.iter().take(1).for_each(|bulb| canvas.mark(bulb, Mark::Disc, "#c4c4c4"));
        canvas.line(&self.cells, "#c4c4c4", Stroke::Broad);
    }
}
