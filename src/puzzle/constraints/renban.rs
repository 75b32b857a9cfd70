//! A line of consecutive values in any order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::{Canvas, Stroke};
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;
use crate::rules::pair::Relation;
use crate::rules::value_sets::ValueSets;
use crate::sudoku::geometry::Cell;

/// The values are consecutive integers in any order, each once. Exactly the supported values are left for up to 16 values;
/// beyond, the range and the differences are propagated each for itself. Where the range would need more than 16384 states,
/// it is propagated between each two cells: about two thirds of what is unsupported go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Renban {
    /// The cells.
    pub cells: Cells,
}

impl Kind for Renban {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        posting.region(&self.cells)?;
        let vars = posting.vars(&self.cells)?;
        let reach = vars.len().saturating_sub(1);
        let run = |values: &[i32]| match (values.first(), values.last()) {
            (Some(first), Some(last)) => first.abs_diff(*last) as usize == reach,
            _ => true,
        };
        match ValueSets::new("renban", vars.clone(), posting.grid().values(), run) {
            Some(sets) => {
                posting.both(sets);
                Ok(())
            }
            None => match posting.sequence("renban", Near { reach }, vars) {
                Err(PostError::TooLarge { .. }) => self.near(posting, reach),
                posted => posted,
            },
        }
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.line(&self.cells, "#d99ad9", Stroke::Broad);
    }
}

impl Renban {
    /// Any two values lie within `reach` of each other.
    fn near(&self, posting: &mut Posting<'_>, reach: usize) -> Result<(), PostError> {
        let values = posting.grid().values();
        let ends = values.first().zip(values.last());
        if ends.is_none_or(|(low, high)| low.abs_diff(*high) as usize <= reach) {
            return Ok(());
        }
        let cells: Vec<Cell> = self.cells.iter().collect();
        let mut pairs = Vec::new();
        for (place, &first) in cells.iter().enumerate() {
            posting.spend(4 * cells.len())?;
            pairs.extend(cells[place + 1..].iter().map(|&second| (first, second)));
        }
        let relation = Relation::new(move |a, b| a.abs_diff(b) as usize <= reach);
        posting.pairs("renban", &relation, &pairs)
    }
}

/// All values lie within `reach` of each other: as many as differ are consecutive then.
#[derive(Clone, PartialEq)]
struct Near {
    reach: usize,
}

impl Machine for Near {
    /// The lowest and the highest.
    type State = Option<(i32, i32)>;

    fn start(&self) -> Self::State {
        None
    }

    fn step(&self, _: usize, state: &Self::State, value: i32) -> Option<Self::State> {
        let (low, high) = state.unwrap_or((value, value));
        let (low, high) = (low.min(value), high.max(value));
        (low.abs_diff(high) as usize <= self.reach).then_some(Some((low, high)))
    }

    fn accepts(&self, _: &Self::State) -> bool {
        true
    }
}
