//! Sets of values, rising values, equal values, shifted ones, and machines whose values differ.

use std::sync::Arc;

use pencilmark::{
    Different, Increasing, Layers, Machine, ModelBuilder, Rise, Same, Sequence, Shifted, ValueSets, Var,
};
use proptest::prelude::*;

use crate::{Reach, check, literals, subset};

fn picks() -> impl Strategy<Value = Vec<(usize, i32, bool)>> {
    prop::collection::vec((0usize..5, -2i32..5, any::<bool>()), 0..4)
}

fn differ(values: &[i32]) -> bool {
    (1..values.len()).all(|i| !values[..i].contains(&values[i]))
}

fn variables(builder: &mut ModelBuilder, domains: &[u64]) -> Vec<Var> {
    domains.iter().map(|&bits| builder.variable(subset(-2, bits))).collect()
}

/// The sum and the lowest value are told apart by bits of a number.
fn odd(values: &[i32], key: u32) -> bool {
    let sum: i32 = values.iter().sum();
    let lowest = values.iter().min().copied().unwrap_or(0);
    key >> ((sum * 3 + lowest).rem_euclid(32)) & 1 == 1
}

/// Counts values above zero; guesses at the start how many there are to be.
#[derive(Clone, Debug)]
struct Count(Vec<u8>);

impl Machine for Count {
    type State = u8;
    fn start(&self) -> u8 {
        0
    }
    fn starts(&self) -> Vec<u8> {
        self.0.clone()
    }
    fn step(&self, _: usize, state: &u8, value: i32) -> Option<u8> {
        if value > 0 { state.checked_sub(1) } else { Some(*state) }
    }
    fn accepts(&self, state: &u8) -> bool {
        *state == 0
    }
}

proptest! {
    #[test]
    fn sets_of_values(domains in prop::collection::vec(1u64..128, 1..5), picks in picks(), key in any::<u32>()) {
        let mut builder = ModelBuilder::new();
        let vars = variables(&mut builder, &domains);
        let alphabet: Vec<i32> = (-2..=4).collect();
        let sets = ValueSets::new("sets", vars.clone(), &alphabet, |values| odd(values, key)).unwrap();
        let sets = Arc::new(sets);
        builder.constraint(sets.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| differ(values) && odd(values, key);
        check(&model, &[sets], &literals(&vars, &picks), &holds, Reach::All)?;
    }

    #[test]
    fn rising_values(domains in prop::collection::vec(1u64..128, 1..5), picks in picks(), strict in any::<bool>()) {
        let mut builder = ModelBuilder::new();
        let vars = variables(&mut builder, &domains);
        let rise = if strict { Rise::Strict } else { Rise::Weak };
        let rising = Arc::new(Increasing::new("rising", vars.clone(), rise));
        builder.constraint(rising.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| {
            values.windows(2).all(|pair| pair[0] < pair[1] || !strict && pair[0] == pair[1])
        };
        check(&model, &[rising], &literals(&vars, &picks), &holds, Reach::All)?;
    }

    #[test]
    fn equal_values(domains in prop::collection::vec(1u64..128, 1..5), picks in picks()) {
        let mut builder = ModelBuilder::new();
        let vars = variables(&mut builder, &domains);
        let same = Arc::new(Same::new("same", vars.clone()));
        builder.constraint(same.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| values.iter().all(|value| *value == values[0]);
        check(&model, &[same], &literals(&vars, &picks), &holds, Reach::All)?;
    }

    #[test]
    fn shifted_values(
        domains in prop::collection::vec(1u64..128, 1..5),
        offsets in prop::collection::vec(-3i32..4, 5),
        picks in picks(),
    ) {
        let mut builder = ModelBuilder::new();
        let vars = variables(&mut builder, &domains);
        let shifted = Arc::new(Shifted::new("shifted", vars.iter().copied().zip(offsets.clone())));
        builder.constraint(shifted.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| {
            let sums: Vec<i32> = values.iter().zip(&offsets).map(|(value, offset)| value + offset).collect();
            differ(&sums)
        };
        check(&model, &[shifted], &literals(&vars, &picks), &holds, Reach::Sound)?;
    }

    #[test]
    fn different_values_of_a_machine_that_guesses(
        domains in prop::collection::vec(1u64..128, 1..5),
        picks in picks(),
        counts in prop::collection::vec(0u8..5, 0..3),
    ) {
        let mut builder = ModelBuilder::new();
        let vars = variables(&mut builder, &domains);
        let alphabet: Vec<i32> = (-2..=4).collect();
        let machine = Different::new(Count(counts.clone()), &alphabet).unwrap();
        let layers = Arc::new(Layers::new(&machine, vars.len(), &alphabet, 5000).unwrap());
        let sequence = Arc::new(Sequence::new("count", vars.clone(), layers));
        builder.constraint(sequence.clone());
        let model = builder.build().unwrap();
        let holds = |values: &[i32]| {
            let count = values.iter().filter(|&&value| value > 0).count() as u8;
            differ(values) && counts.contains(&count)
        };
        check(&model, &[sequence], &literals(&vars, &picks), &holds, Reach::All)?;
    }
}

/// Queens on a board of that side.
fn queens(side: i32) -> (Vec<Var>, pencilmark::Solver) {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(side as usize, 0..=side - 1);
    builder.region(vars.clone());
    let rows = || vars.iter().copied().zip(0..);
    let falling = Arc::new(Shifted::new("falling diagonal", rows()));
    let rising = Arc::new(Shifted::new("rising diagonal", rows().map(|(var, row)| (var, -row))));
    builder.constraint(falling.clone());
    builder.constraint(rising.clone());
    let model = builder.build().unwrap();
    let solver = pencilmark::Solver::builder(&model).rule(falling).rule(rising).build().unwrap();
    (vars, solver)
}

#[test]
fn offsets_may_lie_anywhere() {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(3, 0..=1);
    let far = [(vars[0], i32::MAX), (vars[1], i32::MIN), (vars[2], i32::MAX)];
    let shifted = Arc::new(Shifted::new("far", far));
    builder.constraint(shifted.clone());
    let mut solver = pencilmark::Solver::builder(&builder.build().unwrap()).rule(shifted).build().unwrap();
    assert_eq!(solver.count(100), pencilmark::Count::Exactly(4));
}

#[test]
fn queens_have_the_known_numbers_of_solutions() {
    for (side, count) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)] {
        assert_eq!(queens(side).1.count(1000), pencilmark::Count::Exactly(count));
    }
}

#[test]
fn a_thousand_queens_stand() {
    let start = std::time::Instant::now();
    let (_, mut solver) = queens(1000);
    let solution = solver.solve().expect_done();
    println!("1,000 queens: {:?}, {:?}", start.elapsed(), solver.statistics());
    for sign in [-1, 0, 1] {
        let line: Vec<i32> = (0..).zip(solution.values()).map(|(row, value)| value + sign * row).collect();
        assert!(differ(&line));
    }
}
