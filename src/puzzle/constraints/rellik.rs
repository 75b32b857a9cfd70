//! A cage of cells of which no choice has a certain sum.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::drawing::canvas::Canvas;
use crate::puzzle::posting::{PostError, Posting};
use crate::rules::layers::Machine;
use crate::rules::pair::Relation;
use crate::rules::value_sets::ValueSets;
use crate::sudoku::geometry::Cell;

/// The cells differ, and no choice of one or more of them adds up to `sum`. Exactly the supported values are left for up to
/// 16 values, and for more where few sums are below `sum`. Where that would need more than 16384 states, single cells and pairs
/// are propagated, and the whole is asked once a single cell is left: nine tenths of what is unsupported go. A cage is refused
/// whose choices may have more than 1048576 different sums up to `sum`: one of 21 cells or more, with a `sum` and values that
/// are as large.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rellik {
    /// The cells.
    pub cells: Cells,
    /// The sum that no choice has.
    pub sum: i64,
}

impl Kind for Rellik {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        posting.region(&self.cells)?;
        let vars = posting.vars(&self.cells)?;
        let most = posting.grid().values().iter().all(|&value| value >= 0).then_some(self.sum);
        let machine = NoChoice { sum: self.sum, most };
        let free = |values: &[i32]| {
            let step = |state: Option<_>, &value: &i32| machine.step(0, &state?, value);
            values.iter().fold(Some(machine.start()), step).is_some()
        };
        match ValueSets::new("rellik", vars.clone(), posting.grid().values(), free) {
            Some(sets) => {
                posting.both(sets);
                Ok(())
            }
            None => match posting.sequence("rellik", machine.clone(), vars.clone()) {
                Err(PostError::TooLarge { .. }) if machine.sums(posting.grid().values(), vars.len()) <= MOST_SUMS => {
                    let free = move |values: &[i32]| {
                        let step = |state, &value: &i32| machine.step(0, &state, value);
                        values.iter().try_fold(machine.start(), step).is_some()
                    };
                    posting.checked("rellik", vars, free);
                    self.small(posting)
                }
                posted => posted,
            },
        }
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.cage(&self.cells, "#b03030", &format!("\u{2260}{}", self.sum));
    }
}

impl Rellik {
    /// No cell and no two cells have the sum.
    fn small(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let cells: Vec<Cell> = self.cells.iter().collect();
        let mut pairs = Vec::new();
        for (place, &first) in cells.iter().enumerate() {
            posting.spend(4 * cells.len())?;
            pairs.extend(cells[place + 1..].iter().map(|&second| (first, second)));
        }
        let sum = self.sum;
        let relation = Relation::new(move |a, b| {
            let (a, b) = (i64::from(a), i64::from(b));
            a != sum && b != sum && a + b != sum
        });
        posting.pairs("rellik", &relation, &pairs)
    }
}

/// A cage with more sums is refused: each time that it is asked they are all found.
const MOST_SUMS: i64 = 1 << 20;

impl NoChoice {
    /// At most how many sums the choices of `cells` cells have.
    fn sums(&self, values: &[i32], cells: usize) -> i64 {
        let sizes = || values.iter().map(|&value| i64::from(value).abs());
        let range = (cells as i64).saturating_mul(2 * sizes().max().unwrap_or(0)).saturating_add(1);
        let choices = 1i64.checked_shl(cells.min(62) as u32).unwrap_or(i64::MAX);
        range.min(choices).min(self.most.map_or(i64::MAX, |most| most.saturating_add(1)))
    }
}

#[derive(Clone, PartialEq)]
struct NoChoice {
    sum: i64,
    /// Where no value is negative, sums above the wanted one never come to it.
    most: Option<i64>,
}

impl Machine for NoChoice {
    /// The sums of all choices, ascending.
    type State = Vec<i64>;

    fn start(&self) -> Self::State {
        vec![0]
    }

    fn step(&self, _: usize, state: &Self::State, value: i32) -> Option<Self::State> {
        let with = state.iter().map(|sum| sum + i64::from(value));
        // The choice of none has the sum 0 and is not meant.
        if with.clone().any(|sum| sum == self.sum) {
            return None;
        }
        let with = with.filter(|&sum| self.most.is_none_or(|most| sum <= most));
        let mut next: Vec<i64> = state.iter().copied().chain(with).collect();
        next.sort_unstable();
        next.dedup();
        Some(next)
    }

    fn accepts(&self, _: &Self::State) -> bool {
        true
    }
}
