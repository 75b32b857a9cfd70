//! The fast bodies behind the public questions, with the general search as the oracle.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::time::Duration;

use pencilmark::{
    Cancel, Constraint, Count, Limits, Literal, Model, ModelBuilder, NotUnique, Outcome, Simd, Solution,
    Solver, StopReason, Strategy, Uniqueness, Var,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    (rng.next_u64() % bound as u64) as usize
}

fn shuffle<T>(rng: &mut ChaCha8Rng, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(rng, i + 1));
    }
}

/// The square of side `height * width` with boxes, its values somewhere among the integers, its cells shuffled.
fn square(rng: &mut ChaCha8Rng, height: usize, width: usize) -> ModelBuilder {
    let side = height * width;
    let low = [1, 0, -7, i32::MAX - side as i32][below(rng, 4)];
    let step = if low < 1000 { 1 + below(rng, 3) as i32 } else { 1 };
    let mut builder = ModelBuilder::new();
    let values: Vec<i32> = (0..side as i32).map(|i| low + step * i).collect();
    let mut cells = builder.variables(side * side, values);
    shuffle(rng, &mut cells);
    for i in 0..side {
        builder.region((0..side).map(|j| cells[i * side + j]));
        builder.region((0..side).map(|j| cells[j * side + i]));
        let (top, left) = (i / height * height, i % height * width);
        builder.region((0..side).map(|j| cells[(top + j / width) * side + left + j % width]));
    }
    builder
}

/// Any regions over any domains, perhaps without a solution.
fn wild(rng: &mut ChaCha8Rng) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    let values = 1 + below(rng, 5) as i32;
    let mut vars: Vec<Var> = Vec::new();
    for _ in 0..1 + below(rng, 8) {
        let domain: Vec<i32> = (-2..values - 2).filter(|_| below(rng, 5) > 0).chain([-2]).collect();
        vars.push(builder.variable(domain));
    }
    for _ in 0..below(rng, 5) {
        shuffle(rng, &mut vars);
        let size = below(rng, vars.len().min(values as usize) + 1);
        builder.region(vars[..size].iter().copied());
    }
    builder
}

fn any_model(rng: &mut ChaCha8Rng) -> Model {
    let mut builder = match below(rng, 6) {
        0 => square(rng, 2, 2),
        1 => square(rng, 1, 4),
        2 => square(rng, 2, 3),
        3 => square(rng, 3, 3),
        _ => wild(rng),
    };
    if below(rng, 4) == 0 {
        builder.variable(3..=4);
    }
    builder.build().unwrap()
}

/// Literals around a solution if there is one, or any, which may clash.
fn instance(rng: &mut ChaCha8Rng, model: &Model, solution: Option<&Solution>) -> Vec<Literal> {
    let vars: Vec<Var> = model.vars().collect();
    let share = [0, 10, 30, 50, 100][below(rng, 5)];
    let fair = below(rng, 5) > 0;
    let mut literals = Vec::new();
    for &var in &vars {
        if below(rng, 100) >= share {
            continue;
        }
        let values: Vec<i32> = model.domain(var).values().collect();
        let other = values[below(rng, values.len())];
        match solution {
            Some(solution) if fair && below(rng, 2) == 0 => literals.push(Literal::Is(var, solution[var])),
            Some(solution) if fair && other != solution[var] => literals.push(Literal::IsNot(var, other)),
            Some(_) if fair => {}
            _ if below(rng, 2) == 0 => literals.push(Literal::Is(var, other)),
            // A value that no domain holds is no value.
            _ => literals.push(Literal::IsNot(var, other.wrapping_add(below(rng, 2) as i32 * 1000))),
        }
    }
    literals
}

fn general(model: &Model) -> Solver {
    Solver::builder(model).strategy(Strategy::Plain).build().unwrap()
}

fn supported() -> impl Iterator<Item = Simd> {
    Simd::ALL.into_iter().filter(|simd| simd.is_supported())
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

fn is_solution(oracle: &mut Solver, instance: &[Literal], solution: &Solution) -> bool {
    oracle.clear_assumptions();
    instance.iter().for_each(|&literal| oracle.assume(literal));
    oracle
        .model()
        .vars()
        .collect::<Vec<_>>()
        .into_iter()
        .for_each(|var| oracle.assume(Literal::Is(var, solution[var])));
    oracle.count(2) == Count::Exactly(1)
}

fn count(oracle: &mut Solver, instance: &[Literal], limit: u64) -> Count {
    oracle.clear_assumptions();
    instance.iter().for_each(|&literal| oracle.assume(literal));
    oracle.count(limit)
}

#[test]
fn every_way_to_ask_gives_what_the_general_search_gives() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut kinds = [0; 3];
    for _ in 0..60 {
        let model = any_model(&mut rng);
        let mut oracle = general(&model);
        let some = oracle.solve().done();
        let size = [0, 1, 7, 8, 9, 40, 150][below(&mut rng, 7)];
        let instances: Vec<Vec<Literal>> =
            (0..size).map(|_| instance(&mut rng, &model, some.as_ref())).collect();
        let limit = [1, 2, 3, 500][below(&mut rng, 4)];
        let counts: Vec<Count> =
            instances.iter().map(|literals| count(&mut oracle, literals, limit)).collect();
        let two: Vec<u64> =
            instances.iter().map(|literals| count(&mut oracle, literals, 2).found()).collect();
        two.iter().for_each(|&found| kinds[found as usize] += 1);

        let mut fast = Solver::new(&model);
        let lists = || instances.iter().map(|literals| literals.iter().copied());
        assert_eq!(fast.count_many(lists(), limit).collect::<Vec<_>>(), counts);
        let checked: Vec<Uniqueness> = fast.check_many(lists()).collect();
        let solved: Vec<Outcome<Solution>> = fast.solve_many(lists()).collect();
        assert_eq!((checked.len(), solved.len()), (size, size));
        for (number, literals) in instances.iter().enumerate() {
            match &checked[number] {
                Uniqueness::Unique(solution) => {
                    assert!(two[number] == 1 && is_solution(&mut oracle, literals, solution));
                }
                Uniqueness::NotUnique(NotUnique::Multiple(pair)) => {
                    assert!(two[number] == 2 && pair[0] != pair[1]);
                    assert!(pair.iter().all(|solution| is_solution(&mut oracle, literals, solution)));
                }
                Uniqueness::NotUnique(NotUnique::NoSolution(_)) => assert_eq!(two[number], 0),
                Uniqueness::Stopped(stopped) => panic!("{stopped}"),
            }
            match &solved[number] {
                Outcome::Done(solution) => assert!(is_solution(&mut oracle, literals, solution)),
                Outcome::NoSolution(_) => assert_eq!(two[number], 0),
                Outcome::Stopped(stopped) => panic!("{stopped}"),
            }
            fast.clear_assumptions();
            literals.iter().for_each(|&literal| fast.assume(literal));
            assert_eq!(fast.count(limit), counts[number]);
            let all: HashSet<Solution> = fast.solutions().take(limit as usize).collect();
            assert_eq!(all.len() as u64, counts[number].found());
            assert!(all.iter().all(|solution| is_solution(&mut oracle, literals, solution)));
            let mut values = vec![17];
            assert_eq!(fast.count_into(2, &mut values).found(), two[number]);
            assert_eq!(fast.solve().done().map_or(vec![], |solution| solution.values().to_vec()), values);
            fast.clear_assumptions();
        }
    }
    assert!(kinds.iter().all(|&kind| kind > 100), "{kinds:?}");
}

#[test]
fn instructions_and_threads_change_no_byte() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..6 {
        let model = any_model(&mut rng);
        let some = general(&model).solve().done();
        let size = [5, 8, 100, 300][below(&mut rng, 4)];
        let instances: Vec<Vec<Literal>> =
            (0..size).map(|_| instance(&mut rng, &model, some.as_ref())).collect();
        let nodes = [u64::MAX, 3][below(&mut rng, 2)];
        let mut expected = None;
        for simd in supported() {
            for count in [1, 2, 5] {
                let limits = Limits::none().nodes(nodes);
                let builder = Solver::builder(&model).simd(simd).threads(threads(count)).limits(limits);
                let mut solver = builder.build().unwrap();
                let lists = || instances.iter().map(|literals| literals.iter().copied());
                let solved: Vec<_> = solver.solve_many(lists()).collect();
                let checked: Vec<_> = solver.check_many(lists()).collect();
                let counted: Vec<_> = solver.count_many(lists(), 20).collect();
                let all = format!("{solved:?} {checked:?} {counted:?}");
                assert_eq!(expected.get_or_insert_with(|| all.clone()), &all, "{simd} {count}");
            }
        }
    }
}

#[test]
fn one_instance_has_the_same_solutions_in_the_same_order_with_all_instructions() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..20 {
        let model = any_model(&mut rng);
        let some = general(&model).solve().done();
        let literals = instance(&mut rng, &model, some.as_ref());
        let mut expected = None;
        for simd in supported() {
            let mut solver = Solver::builder(&model).simd(simd).build().unwrap();
            literals.iter().for_each(|&literal| solver.assume(literal));
            let all: Vec<Solution> = solver.solutions().take(200).collect();
            let statistics = solver.statistics();
            assert_eq!(expected.get_or_insert((all.clone(), statistics)), &(all, statistics), "{simd}");
        }
    }
}

#[test]
fn clashing_givens_are_named_and_leave_no_trace() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let model = square(&mut rng, 3, 3).build().unwrap();
    let region = model.region(model.region_ids().next().unwrap()).to_vec();
    let value = model.values().value_at(0);
    let clash = vec![Literal::Is(region[0], value), Literal::Is(region[1], value)];
    let empty = Vec::new();
    let instances: Vec<&Vec<Literal>> = (0..40).map(|i| if i % 3 == 1 { &clash } else { &empty }).collect();
    let mut solver = Solver::new(&model);
    let outcomes: Vec<_> = solver.solve_many(instances.iter().map(|list| list.iter().copied())).collect();
    for (number, outcome) in outcomes.iter().enumerate() {
        match outcome {
            Outcome::NoSolution(proof) => {
                assert_eq!(number % 3, 1);
                let named = proof.contradiction.as_ref().expect("the rules meet it").to_string();
                solver.clear_assumptions();
                clash.iter().for_each(|&literal| solver.assume(literal));
                let Outcome::NoSolution(alone) = solver.solve() else { panic!("it clashes") };
                assert_eq!(alone.contradiction.unwrap().to_string(), named);
                let Outcome::NoSolution(by_rules) =
                    general(&model).solve_many([clash.clone()]).next().unwrap()
                else {
                    panic!("it clashes")
                };
                assert_eq!(by_rules.contradiction.unwrap().to_string(), named);
            }
            outcome => assert_eq!(outcome, &outcomes[0]),
        }
    }
}

#[test]
fn assumptions_of_the_solver_hold_for_all_and_stay() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let model = square(&mut rng, 2, 3).build().unwrap();
    let var = model.vars().next().unwrap();
    let value = model.values().value_at(2);
    let mut solver = Solver::builder(&model).threads(threads(2)).build().unwrap();
    solver.assume(Literal::Is(var, value));
    for size in [1, 30] {
        for outcome in solver.solve_many((0..size).map(|_| [])) {
            assert_eq!(outcome.expect_done()[var], value);
        }
    }
    assert_eq!(solver.assumptions(), [Literal::Is(var, value)]);
}

#[test]
fn instances_are_taken_as_they_are_needed() {
    let model = ModelBuilder::new().build().unwrap();
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(36, 1..=40);
    builder.region(vars.iter().copied());
    let narrow = builder.build().unwrap();
    for model in [model, narrow] {
        for count in [1, 3] {
            let taken = Cell::new(0_u64);
            let endless = std::iter::repeat_with(|| taken.set(taken.get() + 1)).map(|()| []);
            let mut solver = Solver::builder(&model).threads(threads(count)).build().unwrap();
            for (given, outcome) in (0..20_000_u64).zip(solver.solve_many(endless)) {
                assert!(matches!(outcome, Outcome::Done(_)));
                let bound = 8 + 4096 * (4 * count as u64 + 1);
                assert!(taken.get() > given && taken.get() - given <= bound, "{given} {}", taken.get());
            }
        }
    }
}

#[test]
fn limits_hold_for_each_instance() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let model = square(&mut rng, 3, 3).build().unwrap();
    for size in [2, 20] {
        let free = || (0..size).map(|_| []);
        let mut solver = Solver::builder(&model).limits(Limits::none().nodes(3)).build().unwrap();
        for outcome in solver.solve_many(free()) {
            let Outcome::Stopped(stopped) = outcome else { panic!("an empty square takes more") };
            assert_eq!((stopped.reason, stopped.statistics.nodes), (StopReason::Nodes, 3));
        }
        solver.set_limits(Limits::none().time(Duration::ZERO));
        let stopped = |outcome| matches!(outcome, Outcome::Stopped(s) if s.reason == StopReason::Time);
        assert!(solver.solve_many(free()).all(stopped));
        let cancel = Cancel::new();
        solver.set_limits(Limits::none().cancel(&cancel));
        let switch = cancel.clone();
        let later = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            switch.cancel();
        });
        let mut found = 0;
        for count in solver.count_many(free(), u64::MAX) {
            let Count::Stopped(some, stopped) = count else { panic!("that would take ages") };
            assert_eq!(stopped.reason, StopReason::Cancelled);
            found += some;
        }
        assert!(found > 0);
        later.join().unwrap();
    }
}

/// The sum of some variables.
struct Sum(Vec<Var>, i32);

impl Constraint for Sum {
    fn name(&self) -> &str {
        "sum"
    }

    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn holds(&self, values: &[i32]) -> bool {
        values.iter().sum::<i32>() == self.1
    }
}

#[test]
fn a_model_with_constraints_is_answered_by_the_general_search() {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(4, 1..=4);
    builder.region(vars.iter().copied());
    builder.constraint(Sum(vec![vars[0], vars[1]], 5));
    let model = builder.build().unwrap();
    let instances: Vec<[Literal; 1]> = (0..50).map(|i| [Literal::Is(vars[0], i % 5)]).collect();
    for count in [1, 3] {
        let mut solver = Solver::builder(&model).threads(threads(count)).build().unwrap();
        let counts: Vec<Count> = solver.count_many(instances.iter().copied(), 100).collect();
        let expected: Vec<Count> = (0..50).map(|i| Count::Exactly(if i % 5 == 0 { 0 } else { 2 })).collect();
        assert_eq!(counts, expected);
    }
}
