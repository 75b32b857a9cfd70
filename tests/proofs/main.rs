//! Proofs, checked by code that knows unit propagation and nothing of the engine; and the clauses they are about, against
//! a SAT solver.
#![allow(clippy::unwrap_used)]

mod checker;
mod relations;

use std::sync::Arc;

use batsat::{BasicSolver, Lit, SolverInterface, Var as SatVar, lbool};
use pencilmark::{
    Cnf, HallSets, Increasing, Limits, Literal, Model, ModelBuilder, NotClausal, NotUnique, Pairs, Relation,
    Rise, Solver, Uniqueness, Var,
};

use checker::{dimacs, holds};

fn text(cnf: &Cnf) -> String {
    let mut text = Vec::new();
    cnf.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// The answer of a question, its clauses and the proof.
fn proved(solver: &mut Solver) -> (Uniqueness, String, String) {
    let mut steps: Vec<Vec<Literal>> = Vec::new();
    let answer = solver.prove(|step| steps.push(step.to_vec())).unwrap();
    let mut cnf = solver.cnf().unwrap();
    if let Uniqueness::Unique(solution) = &answer {
        cnf = cnf.excluding(solution.values());
    }
    let mut proof = Vec::new();
    steps.iter().for_each(|step| cnf.write_step(&mut proof, step).unwrap());
    (answer, text(&cnf), String::from_utf8(proof).unwrap())
}

fn random(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % below
}

/// A board of side `height * width`.
fn board(height: usize, width: usize) -> (Model, Vec<Var>) {
    let side = height * width;
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(side * side, 1..=side as i32);
    for i in 0..side {
        builder.region((0..side).map(|j| vars[i * side + j]));
        builder.region((0..side).map(|j| vars[j * side + i]));
        let (top, left) = (i / height * height, i % height * width);
        builder.region((0..side).map(|j| vars[(top + j / width) * side + left + j % width]));
    }
    (builder.build().unwrap(), vars)
}

/// Some literals of the pattern grid, and a few that may be wrong.
fn assumptions(
    height: usize,
    width: usize,
    vars: &[Var],
    kept: usize,
    wrong: usize,
    seed: u64,
) -> Vec<Literal> {
    let side = height * width;
    let mut state = seed;
    let mut literals = Vec::new();
    for (cell, &var) in vars.iter().enumerate() {
        if random(&mut state, 100) < kept {
            let value = (cell / side * width + cell / side / height + cell % side) % side;
            literals.push(Literal::Is(var, value as i32 + 1));
        }
    }
    for _ in 0..wrong {
        let var = vars[random(&mut state, vars.len())];
        literals.push(Literal::IsNot(var, 1 + random(&mut state, side) as i32));
    }
    literals
}

#[test]
fn every_proof_is_accepted_and_agrees_with_the_answer() {
    let (mut none, mut unique, mut several, mut long) = (0, 0, 0, 0);
    for seed in 0..150 {
        let (height, width) = [(2, 2), (2, 3), (3, 3)][seed as usize % 3];
        let (model, vars) = board(height, width);
        let kept = [45, 42, 36][seed as usize % 3];
        let mut solver = Solver::builder(&model).seed(seed).build().unwrap();
        assumptions(height, width, &vars, kept, seed as usize % 4, seed)
            .into_iter()
            .for_each(|literal| solver.assume(literal));
        let (answer, cnf, proof) = proved(&mut solver);
        long += proof.lines().count().saturating_sub(1);
        let plain = solver.check();
        match (&answer, &plain) {
            (
                Uniqueness::NotUnique(NotUnique::Multiple(_)),
                Uniqueness::NotUnique(NotUnique::Multiple(_)),
            ) => {
                several += 1;
                continue;
            }
            (Uniqueness::Unique(one), Uniqueness::Unique(other)) if one == other => unique += 1,
            (
                Uniqueness::NotUnique(NotUnique::NoSolution(_)),
                Uniqueness::NotUnique(NotUnique::NoSolution(_)),
            ) => {
                none += 1;
            }
            other => panic!("{other:?}"),
        }
        assert!(holds(&cnf, &proof), "seed {seed}");
    }
    assert!(none > 10 && unique > 10 && several > 10, "{none} none, {unique} unique, {several} several");
    assert!(long > 10, "only {long} steps beside the last");
}

/// Boards that take many conflicts.
#[test]
fn long_proofs_are_accepted() {
    let mut long = 0;
    let (model, vars) = board(3, 3);
    let impossible = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let mut solver = Solver::new(&model);
    for (&var, symbol) in vars.iter().zip(impossible.chars()) {
        if let Some(digit) = symbol.to_digit(10) {
            solver.assume(Literal::Is(var, digit as i32));
        }
    }
    let (answer, cnf, proof) = proved(&mut solver);
    assert!(matches!(answer, Uniqueness::NotUnique(NotUnique::NoSolution(_))), "{answer:?}");
    assert!(holds(&cnf, &proof));
    assert!(!holds(&cnf, "0\n"), "it does not follow by unit propagation alone");
    long += proof.lines().count();
    let (model, vars) = board(4, 4);
    for seed in 0..8 {
        let mut solver = Solver::new(&model);
        assumptions(4, 4, &vars, 39, 20, seed).into_iter().for_each(|literal| solver.assume(literal));
        let (answer, cnf, proof) = proved(&mut solver);
        if !matches!(answer, Uniqueness::NotUnique(NotUnique::Multiple(_))) {
            assert!(holds(&cnf, &proof), "seed {seed}");
            long += proof.lines().count();
        }
    }
    // Eight pigeons in seven holes, two by two: many conflicts whatever is decided.
    let mut builder = ModelBuilder::new();
    let pigeons = builder.variables(8, 1..=7);
    for (i, &one) in pigeons.iter().enumerate() {
        for &other in &pigeons[..i] {
            builder.region([one, other]);
        }
    }
    let (answer, cnf, proof) = proved(&mut Solver::new(&builder.build().unwrap()));
    assert!(matches!(answer, Uniqueness::NotUnique(NotUnique::NoSolution(_))), "{answer:?}");
    assert!(holds(&cnf, &proof));
    long += proof.lines().count();
    assert!(long > 100, "only {long} steps");
}

/// What a checker that accepts everything would let pass.
#[test]
fn a_false_step_and_a_proof_without_its_steps_are_refused() {
    let (model, vars) = board(2, 2);
    let solver = Solver::new(&model);
    let cnf = solver.cnf().unwrap();
    let number = cnf.number(Literal::Is(vars[0], 1)).unwrap();
    assert!(!holds(&text(&cnf), "0\n"), "an empty board has solutions");
    assert!(!holds(&text(&cnf), &format!("{number} 0\n-{number} 0\n0\n")));
    // True, and told by the clauses at once; but the end is missing.
    let other = cnf.number(Literal::Is(vars[1], 1)).unwrap();
    assert!(!holds(&text(&cnf), &format!("-{number} -{other} 0\n")));
}

/// The number of solutions of clauses, up to `limit`.
fn count(cnf: &str, limit: u64) -> u64 {
    let (numbers, clauses) = dimacs(cnf);
    let mut sat = BasicSolver::default();
    let sat_vars: Vec<SatVar> = (0..numbers).map(|_| sat.new_var_default()).collect();
    let lit = |number: i64| Lit::new(sat_vars[number.unsigned_abs() as usize - 1], number > 0);
    for clause in &clauses {
        sat.add_clause_reuse(&mut clause.iter().map(|&number| lit(number)).collect());
    }
    let mut found = 0;
    while found < limit && sat.solve_limited(&[]) == lbool::TRUE {
        found += 1;
        let mut no_more: Vec<Lit> =
            sat_vars.iter().map(|&var| Lit::new(var, sat.value_var(var) != lbool::TRUE)).collect();
        sat.add_clause_reuse(&mut no_more);
    }
    found
}

#[test]
fn the_clauses_have_as_many_solutions_as_the_model() {
    for seed in 0..30 {
        let (height, width) = [(2, 2), (1, 4), (2, 3)][seed as usize % 3];
        let (model, vars) = board(height, width);
        let mut solver = Solver::new(&model);
        assumptions(height, width, &vars, 40, 2, seed).into_iter().for_each(|literal| solver.assume(literal));
        let cnf = text(&solver.cnf().unwrap());
        assert_eq!(count(&cnf, 200), solver.count(200).found(), "seed {seed}");
    }
}

#[test]
fn what_clauses_cannot_tell_is_refused_by_name() {
    struct Even(Vec<Var>);
    impl pencilmark::Constraint for Even {
        fn name(&self) -> &str {
            "even"
        }
        fn scope(&self) -> &[Var] {
            &self.0
        }
        fn holds(&self, values: &[i32]) -> bool {
            values[0] % 2 == 0
        }
    }
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(2, 1..=2);
    builder.constraint(Even(vars));
    let model = builder.build().unwrap();
    let refused = Solver::new(&model).prove(|_| {}).unwrap_err();
    assert_eq!(refused.to_string(), "the constraint even cannot be told as clauses");

    let (model, _) = board(2, 2);
    let mut solver = Solver::builder(&model).rule(HallSets).build().unwrap();
    let refused = solver.prove(|_| {}).unwrap_err();
    assert!(refused.to_string().contains("hall sets"), "{refused}");

    // A rule that the two do not know.
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(2, 1..=3);
    let pairs = Arc::new(Pairs::new("less", &Relation::new(|a, b| a < b), [[vars[0], vars[1]]]));
    builder.constraint(pairs.clone());
    let model = builder.build().unwrap();
    let mut solver = Solver::builder(&model)
        .rule(pairs)
        .rule(Increasing::new("rising", vars, Rise::Strict))
        .build()
        .unwrap();
    let refused = solver.prove(|_| {}).unwrap_err();
    assert!(refused.to_string().contains("rising"), "{refused}");

    // Three pigeons for two holes: true, but by counting.
    let mut builder = ModelBuilder::new();
    let vars: Vec<Var> = (0..3).map(|_| builder.variable(1..=2)).collect();
    builder.region(vars);
    let model = builder.build().unwrap();
    let refused = Solver::new(&model).prove(|_| {}).unwrap_err();
    assert!(matches!(refused, NotClausal::Counted { .. }), "{refused}");

    // Sixty-four squared is too large to write down.
    let (model, _) = board(8, 8);
    assert!(matches!(Solver::new(&model).cnf(), Err(NotClausal::TooLarge { .. })));
    let (model, _) = board(6, 6);
    assert!(Solver::new(&model).cnf().is_ok());
}

#[test]
fn a_limit_ends_a_proof_without_its_last_step() {
    let (model, _) = board(5, 5);
    let mut solver = Solver::builder(&model).limits(Limits::none().nodes(3)).build().unwrap();
    let mut steps: Vec<Vec<Literal>> = Vec::new();
    let answer = solver.prove(|step| steps.push(step.to_vec())).unwrap();
    assert!(matches!(answer, Uniqueness::Stopped(_)), "{answer:?}");
    assert!(steps.iter().all(|step| !step.is_empty()));
}
