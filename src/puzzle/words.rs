//! The names of the parts of a puzzle, to say in its own words what the engine has found.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use crate::model::ids::{Literal, Region, Var};
use crate::model::plan::Model;
use crate::propagation::deduction::Deduction;
use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Named;
use crate::puzzle::grid::Grid;
use crate::puzzle::posting::{NOBODY, Owners};
use crate::rules::constraint_check::ConstraintCheck;
use crate::rules::rule::{Rule, Scopes};
use crate::sudoku::geometry::Cell;

/// The names of the cells, houses and constraints of a puzzle. Cheap to clone, to hand to an observer.
#[derive(Clone)]
pub struct Words {
    parts: Arc<Parts>,
}

struct Parts {
    grid: Grid,
    /// The cell of each variable.
    cells: Vec<Cell>,
    model: Model,
    rules: Vec<Arc<dyn Rule>>,
    /// What the first regions of the model are called.
    houses: Vec<String>,
    /// Which constraint of the puzzle the other parts of the model belong to.
    owners: Owners,
    /// What the constraints of the puzzle are called.
    labels: Vec<String>,
    /// The constraint of the puzzle by rule and scope; made when it is first asked for.
    applied: OnceLock<HashMap<(String, Vec<Var>), usize>>,
}

impl Words {
    pub(crate) fn new(
        grid: Grid,
        model: &Model,
        rules: Vec<Arc<dyn Rule>>,
        houses: Vec<String>,
        owners: Owners,
        labels: Vec<String>,
    ) -> Words {
        let cells = grid.cells().collect();
        let (model, applied) = (model.clone(), OnceLock::new());
        Words { parts: Arc::new(Parts { grid, cells, model, rules, houses, owners, labels, applied }) }
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.parts.grid
    }

    /// The model of the puzzle.
    pub fn model(&self) -> &Model {
        &self.parts.model
    }

    /// The cell of a variable.
    pub fn cell(&self, var: Var) -> Option<Cell> {
        self.parts.cells.get(var.index()).copied()
    }

    /// What a region of the model is called: `row 1`, or the constraint that it belongs to.
    pub fn region(&self, region: Region) -> &str {
        let (parts, number) = (&self.parts, region.index());
        let owner = || parts.owners.regions.get(number).map_or("a region", |&owner| self.label(owner));
        parts.houses.get(number).map_or_else(owner, String::as_str)
    }

    /// What constraint `number` of the puzzle is called: `killer cage r1c1 r1c2 (sum 3)`.
    pub fn label(&self, number: usize) -> &str {
        self.parts.labels.get(number).map_or("a constraint", String::as_str)
    }

    /// The number, in the puzzle, of constraint `number` of the model.
    pub(crate) fn constraint(&self, number: usize) -> Option<usize> {
        self.parts.owners.constraints.get(number).copied().filter(|&owner| owner != NOBODY)
    }

    /// The constraint of the puzzle that made a deduction, where it was one.
    pub fn constraint_of(&self, deduction: &Deduction) -> Option<usize> {
        let parts = &self.parts;
        let applied = parts.applied.get_or_init(|| {
            let mut applied = HashMap::new();
            for (rule, &constraint) in parts.rules.iter().zip(&parts.owners.rules) {
                if constraint == NOBODY {
                    continue;
                }
                if let Scopes::Lists(lists) = rule.scopes(&parts.model) {
                    for list in lists {
                        applied.entry((rule.name().to_owned(), list)).or_insert(constraint);
                    }
                }
            }
            // A constraint without a rule of its own is only checked.
            for (constraint, &owner) in parts.model.constraints().iter().zip(&parts.owners.constraints) {
                if owner != NOBODY {
                    let check = (ConstraintCheck.name().to_owned(), constraint.scope().to_vec());
                    applied.entry(check).or_insert(owner);
                }
            }
            applied
        });
        if deduction.region.is_some() {
            return None;
        }
        applied.get(&(deduction.rule.clone(), deduction.scope.clone())).copied()
    }

    /// A literal in words of the board: `r1c2 = 3`.
    pub fn literal(&self, literal: Literal) -> String {
        let Some(cell) = self.cell(literal.var()) else { return literal.to_string() };
        match literal {
            Literal::Is(_, value) => format!("{cell} = {value}"),
            Literal::IsNot(_, value) => format!("{cell} != {value}"),
        }
    }

    /// Who made a deduction: `hidden single in row 1`, or the constraint.
    pub fn maker(&self, deduction: &Deduction) -> String {
        match (deduction.region, self.constraint_of(deduction)) {
            (Some(region), _) => format!("{} in {}", deduction.rule, self.region(region)),
            (None, Some(constraint)) => self.label(constraint).to_owned(),
            (None, None) => deduction.rule.clone(),
        }
    }

    /// A deduction in words of the board: who made it, what was removed, and why.
    pub fn deduction(&self, deduction: &Deduction) -> String {
        let mut text = self.maker(deduction);
        text.push(':');
        // Writing to a string cannot fail.
        for &(var, value) in &deduction.removed {
            let _ = write!(text, " {}", self.literal(Literal::IsNot(var, value)));
        }
        if deduction.conflict {
            text.push_str(" no solution");
        }
        for (number, &literal) in deduction.because.iter().enumerate() {
            let before = if number == 0 { ", because" } else { "," };
            let _ = write!(text, "{before} {}", self.literal(literal));
        }
        text
    }
}

impl std::fmt::Debug for Words {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Words")
            .field("model", &self.parts.model)
            .field("labels", &self.parts.labels)
            .finish_non_exhaustive()
    }
}

/// No label is longer than this.
const LONGEST_LABEL: usize = 200;

/// What a constraint is called: its kind, its cells, its numbers.
pub(crate) fn label(constraint: &Named) -> String {
    let mut text = match constraint.name() {
        "killer" => "killer cage".to_owned(),
        name => name.replace('_', " "),
    };
    let lists = constraint.kind().cells();
    for cells in &lists {
        text.push(' ');
        text.push_str(&brief(cells));
    }
    let data = serde_json::to_value(constraint).unwrap_or_default();
    let told: Vec<String> = lists.iter().map(ToString::to_string).collect();
    let mut details = Vec::new();
    for (key, value) in data.as_object().into_iter().flatten() {
        let value = match value {
            _ if key == "type" => continue,
            serde_json::Value::String(text) if !told.contains(text) => text.clone(),
            serde_json::Value::Number(number) => number.to_string(),
            serde_json::Value::Array(list) if list.iter().all(serde_json::Value::is_number) => {
                list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            }
            serde_json::Value::Bool(true) => "yes".to_owned(),
            _ => continue,
        };
        details.push(format!("{} {value}", key.replace('_', " ")));
    }
    if !details.is_empty() {
        let _ = write!(text, " ({})", details.join(", "));
    }
    if text.chars().count() > LONGEST_LABEL {
        text = text.chars().take(LONGEST_LABEL).chain("...".chars()).collect();
    }
    text
}

/// A few cells one by one, more of them as they are written in files.
fn brief(cells: &Cells) -> String {
    if cells.len() > 4 {
        return cells.to_string();
    }
    cells.iter().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
}
