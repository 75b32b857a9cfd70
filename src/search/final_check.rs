//! The last word on every complete assignment, whatever the rules did: all regions and all constraints.

use fixedbitset::FixedBitSet;

use crate::model::budget::{Budget, StopReason, strides};
use crate::model::ids::{Region, Var};
use crate::model::plan::Model;
use crate::store::store::Store;

/// What a complete assignment breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Violation {
    /// A variable has a value that its domain does not hold.
    Domain {
        /// The variable.
        var: Var,
        /// Its value.
        value: i32,
    },
    /// Two variables of a region are equal.
    Region {
        /// The region.
        region: Region,
        /// The two variables.
        vars: [Var; 2],
        /// Their value.
        value: i32,
    },
    /// A constraint does not hold.
    Constraint {
        /// Its number among the constraints of the model.
        constraint: usize,
    },
}

/// Checks complete assignments of one model; its scratch is kept between them.
#[derive(Clone, Debug)]
pub(crate) struct FinalCheck {
    seen: FixedBitSet,
    values: Vec<i32>,
}

impl FinalCheck {
    pub(crate) fn new(model: &Model) -> FinalCheck {
        FinalCheck { seen: FixedBitSet::with_capacity(model.values().count()), values: Vec::new() }
    }

    /// The first thing that `assignment` breaks: a domain, then a region, then a constraint; none if it is a solution of
    /// `model`.
    ///
    /// # Panics
    /// If it has fewer values than the model has variables.
    pub(crate) fn violation(
        &mut self,
        model: &Model,
        assignment: &[i32],
        budget: &mut Budget,
    ) -> Result<Option<Violation>, StopReason> {
        for stride in strides(model.variables()) {
            budget.spend(stride.len() as u64 / 16 + 1, || 0)?;
            for var in stride.map(|index| Var(index as u32)) {
                let value = assignment[var.index()];
                if !model.domain(var).contains(value) {
                    return Ok(Some(Violation::Domain { var, value }));
                }
            }
        }
        for region in model.region_ids() {
            let repeated = self.repeated(model, region, assignment, budget);
            if !matches!(repeated, Ok(None)) {
                self.seen.clear();
                return repeated;
            }
        }
        for (constraint, body) in model.constraints().iter().enumerate() {
            self.values.clear();
            self.values.extend(body.scope().iter().map(|var| assignment[var.index()]));
            if !body.holds(&self.values) {
                return Ok(Some(Violation::Constraint { constraint }));
            }
            budget.spend(Budget::CALL.max(self.values.len() as u64 / 16), || 0)?;
        }
        Ok(None)
    }

    /// The first value that stands twice in a region, with the first two variables that have it. If there is none,
    /// the set of what was seen is empty again.
    fn repeated(
        &mut self,
        model: &Model,
        region: Region,
        assignment: &[i32],
        budget: &mut Budget,
    ) -> Result<Option<Violation>, StopReason> {
        let vars = model.region(region);
        let number = |var: Var| model.values().number_of(assignment[var.index()]);
        for stride in strides(vars.len()) {
            budget.spend(stride.len() as u64 / 8 + 1, || 0)?;
            for &var in &vars[stride] {
                let Some(bit) = number(var) else { continue };
                if self.seen.put(bit) {
                    let value = assignment[var.index()];
                    let first = vars.iter().copied().find(|earlier| assignment[earlier.index()] == value);
                    let vars = [first.unwrap_or(var), var];
                    return Ok(Some(Violation::Region { region, vars, value }));
                }
            }
        }
        for bit in vars.iter().filter_map(|&var| number(var)) {
            self.seen.set(bit, false);
        }
        Ok(None)
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.seen.len() / 8 + self.values.capacity() * 4) as u64
    }
}

/// The lowest value that each variable has left.
pub(crate) fn lowest_values(store: &Store, budget: &mut Budget) -> Result<Vec<i32>, StopReason> {
    let model = store.model();
    let mut values = Vec::with_capacity(model.variables());
    for stride in strides(model.variables()) {
        let words: u64 = model.plan().spans[stride.clone()].iter().map(|span| u64::from(span.len)).sum();
        budget.spend(words / 64 + 1, || store.bytes())?;
        values.extend(stride.filter_map(|index| store.lowest(Var(index as u32))));
    }
    Ok(values)
}
