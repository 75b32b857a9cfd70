//! Cells along which values do not fall.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Mark, Stroke};
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::increasing::{Increasing, Rise};

/// Values do not fall from the bulb to the tip. Exactly the supported values are left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlowThermo {
    /// The cells, from the bulb to the tip.
    pub cells: Cells,
}

impl Kind for SlowThermo {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let vars = posting.vars(&self.cells)?;
        posting.both(Increasing::new("slow thermo", vars, Rise::Weak));
        Ok(())
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.cells.iter().take(1).for_each(|bulb| canvas.mark(bulb, Mark::Disc, "#b4cde0"));
        canvas.line(&self.cells, "#b4cde0", Stroke::Broad);
    }
}
