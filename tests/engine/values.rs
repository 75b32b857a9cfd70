//! Values and regions.

use pencilmark::{Contradiction, Count, InOrder, Literal, ModelBuilder, Outcome, Solver, Uniqueness};

use crate::models::{Holds, model};

#[test]
fn values_may_lie_anywhere() {
    let far: Vec<i32> = (-1578598400..=-1578598394).collect();
    let (spread, vars) = model(&[vec![0], vec![602499212], far.clone()], &[&[0, 1, 2]]);
    let mut solver = Solver::new(&spread);
    let domains = solver.infer().expect_done();
    assert_eq!(domains.values(vars[2]).collect::<Vec<_>>(), far);
    assert_eq!(solver.count(100), Count::Exactly(7));
    let (ends, vars) = model(&[vec![i32::MIN, i32::MAX], vec![i32::MAX]], &[&[0, 1]]);
    assert_eq!(Solver::new(&ends).infer().expect_done().value(vars[0]), Some(i32::MIN));
}

#[test]
fn a_value_set_before_or_after_its_region_is_the_same() {
    let domains = |first: Vec<i32>| [first, vec![1, 2], vec![1, 2, 3], vec![1, 2, 3, 4]];
    let (before, _) = model(&domains(vec![1]), &[&[0, 1, 2, 3]]);
    let (after, vars) = model(&domains(vec![1, 2, 3, 4]), &[&[0, 1, 2, 3]]);
    let mut solver = Solver::new(&after);
    solver.assume(Literal::Is(vars[0], 1));
    for outcome in [Solver::new(&before).check(), solver.check()] {
        let Uniqueness::Unique(solution) = outcome else { panic!("{outcome:?}") };
        assert_eq!(solution.values(), [1, 2, 3, 4]);
    }
}

#[test]
fn two_equal_variables_in_a_large_region_are_no_solution() {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(3, 1..=100_000);
    let region = builder.region(vars.clone());
    let model = builder.build().unwrap();
    let mut solver = Solver::new(&model);
    solver.assume(Literal::Is(vars[0], 77_777));
    solver.assume(Literal::Is(vars[2], 77_777));
    let Outcome::NoSolution(proof) = solver.solve() else { panic!("two are equal") };
    let Some(Contradiction::Deduction(deduction)) = proof.contradiction.map(|found| *found) else { panic!() };
    assert_eq!((deduction.rule.as_str(), deduction.region), ("naked single", Some(region)));
    assert_eq!(deduction.because, [Literal::Is(vars[0], 77_777), Literal::Is(vars[2], 77_777)]);
}

#[test]
fn all_different_and_increasing() {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(7, 0..=1240);
    builder.region(vars.clone());
    builder.constraint(Holds("increasing", vars, |values: &[i32]| values.is_sorted_by(|a, b| a < b)));
    let model = builder.build().unwrap();
    let mut solver = Solver::builder(&model).brancher(InOrder::new).build().unwrap();
    let first: Vec<_> = solver.solutions().take(20).collect();
    assert_eq!(first[0].values(), [0, 1, 2, 3, 4, 5, 6]);
    assert!(first.iter().all(|solution| solution.values().is_sorted_by(|a, b| a < b)));
}

#[test]
fn a_region_and_a_sum_that_cannot_be_are_no_solution() {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(4, 0..=3);
    builder.region(vars.clone());
    let scope = vec![vars[3], vars[0], vars[2]];
    builder.constraint(Holds("sum", scope, |values: &[i32]| 3 * values[0] + values[1] + values[2] <= 1));
    let model = builder.build().unwrap();
    // s = 0 leaves p + r at least 3, and s = 1 leaves nothing at all.
    assert_eq!(Solver::new(&model).count(100), Count::Exactly(0));
    assert!(matches!(Solver::new(&model).solve(), Outcome::NoSolution(_)));
}

#[test]
fn hidden_single_fires_on_permutations_only() {
    let gaps = vec![-900, -7, 0, 3, 4, 50, 51, 70_000, i32::MAX];
    let (loose, vars) = model(&[gaps.clone(), gaps[..8].to_vec(), gaps[..8].to_vec()], &[&[0, 1, 2]]);
    let domains = Solver::new(&loose).infer().expect_done();
    assert_eq!(domains.values(vars[0]).count(), 9, "the only place of a value that need not occur");
    // Three variables over three values, where another variable has nine.
    let three = [vec![1, 2, 3], vec![1, 2], vec![1, 2], (1..=9).collect()];
    let (tight, vars) = model(&three, &[&[0, 1, 2]]);
    let mut solver = Solver::builder(&tight).without_rules().rule(pencilmark::HiddenSingle).build().unwrap();
    assert_eq!(solver.infer().expect_done().value(vars[0]), Some(3));
    let (apart, vars) = model(&[vec![1, 2], vec![3, 4]], &[&[0, 1]]);
    let domains = Solver::new(&apart).infer().expect_done();
    assert_eq!(vars.iter().map(|&var| domains.values(var).count()).sum::<usize>(), 4, "nothing to remove");
}

#[test]
fn a_region_with_fewer_values_than_variables_is_no_solution() {
    let (short, _) = model(&[vec![1, 2], vec![1, 2], vec![1, 2]], &[&[0, 1, 2]]);
    let Outcome::NoSolution(proof) = Solver::new(&short).infer() else { panic!("three over two") };
    let contradiction = proof.contradiction.unwrap();
    assert_eq!(contradiction.to_string(), "region 0 has fewer values than variables");
}
