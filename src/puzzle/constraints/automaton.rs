//! A line that an automaton accepts.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::domain::Domain;
use crate::puzzle::automaton::Automaton;
use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Kind;
use crate::puzzle::posting::{PostError, Posting};

/// A line whose values, from its first cell to its last, lead an automaton from its start to one of the states in
/// which it accepts. Several steps with one value from one state are allowed: it takes the one that fits.
/// Refused where it would need more than 50000 states along the line, or 16 steps for each of them; fewer where the automaton
/// itself has more than 80.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Automated {
    /// The cells, each once.
    pub cells: Cells,
    /// The state before the first cell.
    pub start: String,
    /// The states in which it accepts.
    pub accept: Vec<String>,
    /// The steps.
    pub steps: Vec<AutomatonStep>,
}

impl Kind for Automated {
    fn post(&self, posting: &mut Posting<'_>) -> Result<(), PostError> {
        let mut automaton = Automaton::default();
        let mut states = BTreeMap::new();
        let steps = self.steps.iter().flat_map(|step| [&step.from, &step.to]);
        for name in steps.chain([&self.start]).chain(&self.accept) {
            states.entry(name.as_str()).or_insert_with(|| automaton.state());
        }
        automaton.start_in(states[self.start.as_str()]);
        self.accept.iter().for_each(|name| automaton.accept_in(states[name.as_str()]));
        for step in &self.steps {
            let values = Domain::from(step.values.as_slice());
            automaton.step(states[step.from.as_str()], values, states[step.to.as_str()]);
        }
        posting.accepted("automaton", &self.cells, &automaton)
    }

    fn cells(&self) -> Vec<&Cells> {
        vec![&self.cells]
    }
}

/// One step of an automaton.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AutomatonStep {
    /// The state that it is in.
    pub from: String,
    /// The values that it reads then.
    pub values: Vec<i32>,
    /// The state that it goes to.
    pub to: String,
}
