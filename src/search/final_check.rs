//! The last word on every complete assignment, whatever the rules did: all regions and all constraints.

use fixedbitset::FixedBitSet;

use crate::model::ids::{Region, Var};
use crate::model::plan::Model;

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
#[derive(Debug)]
pub(crate) struct FinalCheck {
    seen: FixedBitSet,
    values: Vec<i32>,
}

impl FinalCheck {
    pub(crate) fn new(model: &Model) -> FinalCheck {
        FinalCheck { seen: FixedBitSet::with_capacity(model.values().count()), values: Vec::new() }
    }

    /// Whether `assignment` is a solution of `model`.
    pub(crate) fn accepts(&mut self, model: &Model, assignment: &[i32]) -> bool {
        self.violations(model, assignment).next().is_none()
    }

    /// All that `assignment` breaks: domains, then regions (a pair a value and region), then constraints.
    ///
    /// # Panics
    /// If it has fewer values than the model has variables.
    pub(crate) fn violations<'a>(
        &'a mut self,
        model: &'a Model,
        assignment: &'a [i32],
    ) -> impl Iterator<Item = Violation> + 'a {
        let FinalCheck { seen, values } = self;
        let domains = model.vars().filter_map(move |var| {
            let value = assignment[var.index()];
            (!model.domain(var).contains(value)).then_some(Violation::Domain { var, value })
        });
        let regions = (0..model.regions() as u32)
            .map(Region)
            .flat_map(move |region| repeated(model, region, assignment, seen).into_iter());
        let constraints = model.constraints().iter().enumerate().filter_map(move |(constraint, body)| {
            values.clear();
            values.extend(body.scope().iter().map(|var| assignment[var.index()]));
            (!body.holds(values)).then_some(Violation::Constraint { constraint })
        });
        domains.chain(regions).chain(constraints)
    }
}

/// The values that stand twice in a region, each with the first variable that has it and each later one.
fn repeated(model: &Model, region: Region, assignment: &[i32], seen: &mut FixedBitSet) -> Vec<Violation> {
    let vars = model.region(region);
    let number = |var: &Var| model.values().number_of(assignment[var.index()]);
    let mut found = Vec::new();
    for (i, &var) in vars.iter().enumerate() {
        let Some(bit) = number(&var) else { continue };
        if seen.put(bit) {
            let value = assignment[var.index()];
            let first = vars[..i].iter().copied().find(|earlier| assignment[earlier.index()] == value);
            found.push(Violation::Region { region, vars: [first.unwrap_or(var), var], value });
        }
    }
    for bit in vars.iter().filter_map(number) {
        seen.set(bit, false);
    }
    found
}
