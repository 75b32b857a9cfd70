//! Variables that all differ, in parts with known sums: exactly what enumeration leaves.

use std::sync::Arc;

use pencilmark::{Conflict, Explanation, Literal, Model, ModelBuilder, Past, Scope};
use pencilmark::{Constraint, Multiplicity, Rule, Scopes, Shares, Split, Sums, Term, Var};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::{Reach, check, literals, subset};

/// The rule together with all that it takes for granted, as one constraint.
struct Whole {
    rule: Shares,
    vars: Vec<Var>,
    ends: Vec<(usize, i64)>,
}

fn holds(ends: &[(usize, i64)], values: &[i32]) -> bool {
    let mut from = 0;
    for &(end, total) in ends {
        if values[from..end].iter().map(|&value| i64::from(value)).sum::<i64>() != total {
            return false;
        }
        from = end;
    }
    (1..values.len()).all(|i| !values[..i].contains(&values[i]))
}

impl Constraint for Whole {
    fn name(&self) -> &str {
        "whole"
    }
    fn scope(&self) -> &[Var] {
        &self.vars
    }
    fn holds(&self, values: &[i32]) -> bool {
        holds(&self.ends, values)
    }
}

impl Rule for Whole {
    fn name(&self) -> &str {
        self.rule.name()
    }
    fn scopes(&self, model: &Model) -> Scopes {
        self.rule.scopes(model)
    }
    fn memory(&self, len: usize) -> usize {
        self.rule.memory(len)
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        self.rule.apply(scope)
    }
    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        self.rule.explain(removed, past)
    }
}

/// Posts variables with these domains, scaled, in parts of these sizes and sums.
fn run(
    domains: &[u64],
    parts: &[(usize, i64)],
    scale: i32,
    picks: &[(usize, i32, bool)],
) -> Result<(), TestCaseError> {
    let mut builder = ModelBuilder::new();
    prop_assume!(domains.iter().map(|bits| bits.count_ones() as usize).product::<usize>() <= 20_000);
    let domain = |bits: u64| subset(-2, bits).values().map(|value| value * scale).collect::<Vec<i32>>();
    let vars: Vec<Var> = domains.iter().map(|&bits| builder.variable(domain(bits))).collect();
    let (mut lists, mut ends, mut from) = (Vec::new(), Vec::new(), 0);
    for &(size, total) in parts {
        let end = (from + size).min(vars.len());
        lists.push((vars[from..end].to_vec(), total * i64::from(scale)));
        ends.push((end, total * i64::from(scale)));
        from = end;
    }
    let split = Split::new(lists, vars.iter().copied());
    let whole =
        Arc::new(Whole { rule: Shares::new("shares", vec![split]), vars: vars.clone(), ends: ends.clone() });
    builder.constraint(whole.clone());
    let model = builder.build().unwrap();
    let picks: Vec<_> = picks.iter().map(|&(i, value, is)| (i, value * scale, is)).collect();
    check(&model, &[whole], &literals(&vars, &picks), &|values| holds(&ends, values), Reach::All)
}

proptest! {
    #[test]
    fn parts_and_differences_are_filtered_exactly_together(
        domains in prop::collection::vec(1u64..512, 1..6),
        parts in prop::collection::vec((0usize..4, -4i64..20), 0..3),
        scale in prop_oneof![Just(1), Just(-3), Just(100_000_000)],
        picks in prop::collection::vec((0usize..9, -2i32..7, any::<bool>()), 0..4),
    ) {
        run(&domains, &parts, scale, &picks)?;
    }

    /// Sums that can be, so that there is something left.
    #[test]
    fn sums_of_a_permutation_are_filtered_exactly(
        order in Just((0..6).collect::<Vec<u32>>()).prop_shuffle(),
        more in prop::collection::vec(0u64..64, 6),
        sizes in (1usize..4, 1usize..4),
        picks in prop::collection::vec((0usize..6, -2i32..4, any::<bool>()), 0..4),
    ) {
        let domains: Vec<u64> = order.iter().zip(&more).map(|(&own, more)| 1 << own | more & 0b0110_1101).collect();
        let sum = |range: std::ops::Range<usize>| order[range].iter().map(|&own| i64::from(own) - 2).sum::<i64>();
        let (first, second) = (sizes.0, sizes.0 + sizes.1);
        let parts = [(first, sum(0..first)), (sizes.1, sum(first..second))];
        run(&domains, &parts, 1, &picks)?;
    }
}

/// Too many sets to look at: nothing is removed, and nothing is lost.
#[test]
fn more_sets_than_are_looked_at() {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(16, 1..=16);
    builder.region(vars.iter().copied());
    let term = Term { coefficient: 1, vars: vars[..8].to_vec(), values: Multiplicity::Different };
    builder.constraint(Arc::new(Sums::total("low", vec![term], 36)));
    let model = builder.build().unwrap();
    let split = Split::new([(vars[..8].to_vec(), 36)], vars.iter().copied());
    let mut solver =
        pencilmark::Solver::builder(&model).rule(Shares::new("shares", vec![split])).build().unwrap();
    // 1 to 8 in the part, 9 to 16 beside it.
    let solution = solver.solve().done().unwrap();
    assert!(vars[..8].iter().all(|&var| solution.get(var).unwrap() <= 8));
}
