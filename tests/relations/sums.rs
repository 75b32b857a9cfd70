//! Sums, with and without coefficients, near and far, of variables that differ or not.

use std::sync::Arc;

use pencilmark::{ModelBuilder, Multiplicity, Sums, Term};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::{Reach, check, literals, subset};

#[derive(Clone, Debug)]
struct Case {
    /// Sides of terms: a coefficient, the domains, and whether the variables differ.
    sides: Vec<Vec<(i32, Vec<u64>, bool)>>,
    total: Option<i64>,
    /// Below decisions it is applied where no more variables are open.
    most_open: usize,
}

fn case(range: std::ops::Range<i64>) -> impl Strategy<Value = Case> {
    let term = || {
        let coefficient = prop_oneof![4 => Just(1), 1 => Just(-1), 1 => -4i32..5];
        (coefficient, prop::collection::vec(1u64..256, 1..4), any::<bool>())
    };
    let total = prop::collection::vec(term(), 1..3)
        .prop_flat_map(move |terms| (Just(vec![terms]), range.clone().prop_map(Some)));
    let equal = prop::collection::vec(prop::collection::vec(term(), 1..2), 1..3);
    let most_open = prop_oneof![2 => Just(usize::MAX), 1 => 0usize..4];
    (prop_oneof![total, equal.prop_map(|sides| (sides, None))], most_open)
        .prop_map(|((sides, total), most_open)| Case { sides, total, most_open })
}

/// Posts the case with values from `low` on, `scale` apart.
fn run(case: &Case, scale: i32, picks: &[(usize, i32, bool)], reach: Reach) -> Result<(), TestCaseError> {
    let mut builder = ModelBuilder::new();
    let mut sides = Vec::new();
    let mut sizes = 1usize;
    let mut all = Vec::new();
    for side in &case.sides {
        let mut terms = Vec::new();
        for &(coefficient, ref domains, differ) in side {
            let domain =
                |bits: u64| subset(-2, bits).values().map(|value| value * scale).collect::<Vec<i32>>();
            sizes *= domains.iter().map(|bits| bits.count_ones() as usize).product::<usize>();
            let vars: Vec<_> = domains.iter().map(|&bits| builder.variable(domain(bits))).collect();
            if differ {
                builder.region(vars.iter().copied());
            }
            all.extend(&vars);
            let values = if differ { Multiplicity::Different } else { Multiplicity::Any };
            terms.push(Term { coefficient, vars, values });
        }
        sides.push(terms);
    }
    prop_assume!(sizes <= 20_000);
    let sums = match case.total {
        Some(total) => Sums::total("sum", sides[0].clone(), total * i64::from(scale)),
        None => Sums::equal("sums", sides.clone()),
    };
    let sums = Arc::new(sums.most_open(case.most_open));
    builder.constraint(sums.clone());
    let model = builder.build().unwrap();
    let holds = |values: &[i32]| {
        let mut sums = sides.iter().map(|side| {
            let term = |term: &Term| {
                term.vars
                    .iter()
                    .map(|var| i128::from(values[var.index()]) * i128::from(term.coefficient))
                    .sum::<i128>()
            };
            side.iter().map(term).sum::<i128>()
        });
        let first = sums.next().unwrap();
        let same = sums.all(|sum| sum == first);
        let right = case.total.is_none_or(|total| i128::from(total) * i128::from(scale) == first);
        let differ = case.sides.iter().flatten().zip(sides.iter().flatten()).all(|(case, term)| {
            let mut of: Vec<i32> = term.vars.iter().map(|var| values[var.index()]).collect();
            of.sort_unstable();
            of.dedup();
            !case.2 || of.len() == term.vars.len()
        });
        same && right && differ
    };
    let picks: Vec<_> = picks.iter().map(|&(i, value, is)| (i, value * scale, is)).collect();
    check(&model, &[sums], &literals(&all, &picks), &holds, reach)
}

fn picks() -> impl Strategy<Value = Vec<(usize, i32, bool)>> {
    prop::collection::vec((0usize..9, -2i32..6, any::<bool>()), 0..4)
}

proptest! {
    #[test]
    fn near_sums_are_filtered_exactly(case in case(-10..25), picks in picks(), scale in prop_oneof![Just(1), Just(3)]) {
        run(&case, scale, &picks, Reach::All)?;
    }

    /// Sums that can be, of up to nine values, next to each other or not.
    #[test]
    fn longer_sums_are_filtered_exactly(
        orders in (Just((0..9).collect::<Vec<u32>>()).prop_shuffle(), Just((0..9).collect::<Vec<u32>>()).prop_shuffle()),
        more in prop::collection::vec((0u64..512, 0u64..512), 9),
        lengths in (3usize..6, 0usize..3),
        factors in (prop_oneof![Just(1), Just(-1), Just(2)], prop_oneof![Just(1), Just(-1), Just(-3)]),
        off in prop_oneof![3 => Just(0), 1 => -3i64..4],
        scale in prop_oneof![Just(1), Just(3)],
        picks in picks(),
    ) {
        let term = |order: &[u32], more: &[(u64, u64)], factor: i32| {
            let domains = order.iter().zip(more).map(|(&own, more)| 1 << own | more.0 & more.1);
            let sum: i64 = order.iter().map(|&own| i64::from(own) - 2).sum();
            (i64::from(factor) * sum, (factor, domains.collect::<Vec<u64>>(), true))
        };
        let (first, second) = (term(&orders.0[..lengths.0], &more, factors.0), term(&orders.1[..lengths.1], &more[5..], factors.1));
        let sides = vec![[first.1, second.1].into_iter().filter(|term| !term.1.is_empty()).collect()];
        let total = Some(first.0 + second.0 + off);
        run(&Case { sides, total, most_open: usize::MAX }, scale, &picks, Reach::All)?;
    }

    #[test]
    fn far_sums_stay_right(case in case(-10..25), picks in picks(), scale in prop_oneof![Just(3000), Just(i32::MAX / 6)]) {
        run(&case, scale, &picks, Reach::Sound)?;
    }
}

/// Seventeen values for three different variables: too many for sets of them.
#[test]
fn more_values_than_sets_are_made_of() {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(3, 1..=17);
    builder.region(vars.iter().copied());
    let term = Term { coefficient: 1, vars: vars.clone(), values: Multiplicity::Different };
    let sums = Arc::new(Sums::total("sum", vec![term], 7));
    builder.constraint(sums.clone());
    let model = builder.build().unwrap();
    let holds = |values: &[i32]| {
        values.iter().sum::<i32>() == 7
            && values[0] != values[1]
            && values[0] != values[2]
            && values[1] != values[2]
    };
    let told = literals(&vars, &[(0, 1, false), (1, 4, true)]);
    check(&model, &[sums], &told, &holds, Reach::Sound).unwrap();
}
