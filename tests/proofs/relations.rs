//! Proofs of models with pairs and tables beside regions.

use std::sync::Arc;

use pencilmark::{
    Literal, ModelBuilder, NotUnique, Pairs, Relation, Solver, SolverBuilder, Table, Tuples, Uniqueness, Var,
};

use crate::checker::holds;
use crate::{count, proved, random, text};

/// A small model of regions, pairs and tables: a variable may stand twice in a table or in a pair, tables may be empty or
/// hold what no domain has, and the rules are there or not.
fn model(state: &mut u64) -> Solver {
    let mut builder = ModelBuilder::new();
    let (side, values) = (5 + random(state, 4), 3 + random(state, 3));
    let vars: Vec<Var> = (0..side)
        .map(|_| builder.variable(1..=(values - usize::from(random(state, 8) == 0)) as i32))
        .collect();
    let pick = |state: &mut u64| vars[random(state, side)];
    for _ in 0..random(state, 3) {
        let start = random(state, side - 2);
        builder.region(vars[start..(start + values).min(side)].iter().copied());
    }
    let mut pairs: Vec<Arc<Pairs>> = Vec::new();
    for _ in 0..2 + random(state, 3) {
        let (kind, by) = (random(state, 4), random(state, 3) as i32);
        let relation = Relation::new(move |a, b| match kind {
            0 => (a - b).abs() > by.min(1),
            1 => a < b + by,
            2 => (a + b) % 3 != by,
            _ => a != b || a == by,
        });
        let between: Vec<[Var; 2]> = (0..1 + random(state, 3)).map(|_| [pick(state), pick(state)]).collect();
        pairs.push(Arc::new(Pairs::new(format!("pair {kind}"), &relation, between)));
    }
    let mut tables: Vec<Arc<Table>> = Vec::new();
    for _ in 0..1 + random(state, 3) {
        let width = 1 + random(state, 3);
        let scope: Vec<Var> = (0..width).map(|_| pick(state)).collect();
        let most = if random(state, 12) == 0 { 1 } else { 4usize.pow(width as u32) };
        let tuple = |state: &mut u64| (0..width).map(|_| random(state, values + 1) as i32 + 1).collect();
        let tuples: Vec<Vec<i32>> = (0..most).map(|_| tuple(state)).collect();
        tables.push(Arc::new(Table::new("table", scope, &Tuples::new(width, tuples))));
    }
    for pairs in &pairs {
        builder.constraint(pairs.clone());
    }
    for table in &tables {
        builder.constraint(table.clone());
    }
    let model = builder.build().unwrap();
    let mut builder = Solver::builder(&model);
    if random(state, 4) > 0 {
        builder = pairs.into_iter().fold(builder, SolverBuilder::rule);
        builder = tables.into_iter().fold(builder, SolverBuilder::rule);
    }
    let mut solver = builder.build().unwrap();
    for _ in 0..random(state, 3) {
        solver.assume(Literal::IsNot(pick(state), random(state, values) as i32 + 1));
    }
    solver
}

#[test]
fn clauses_and_proofs_of_pairs_and_tables_agree_with_the_answers() {
    let (mut none, mut unique, mut several, mut counted) = (0, 0, 0, 0);
    let mut state = 5;
    for round in 0..600 {
        let mut solver = model(&mut state);
        let cnf = text(&solver.cnf().unwrap());
        let expected = solver.count(50).found();
        assert_eq!(count(&cnf, 50), expected, "round {round}");
        let mut steps = |solver: &mut Solver| match solver.prove(|_| {}) {
            Ok(_) => true,
            // What follows from regions by counting has no clauses.
            Err(refused) => {
                assert!(refused.to_string().contains("only after the first propagation"), "{refused}");
                counted += 1;
                false
            }
        };
        if !steps(&mut solver) {
            continue;
        }
        let (answer, cnf, proof) = proved(&mut solver);
        match (answer, expected) {
            (Uniqueness::NotUnique(NotUnique::Multiple(_)), 2..) => {
                several += 1;
                continue;
            }
            (Uniqueness::Unique(_), 1) => unique += 1,
            (Uniqueness::NotUnique(NotUnique::NoSolution(_)), 0) => none += 1,
            other => panic!("{other:?}"),
        }
        assert!(holds(&cnf, &proof), "round {round}");
    }
    assert!(none > 100 && unique > 8 && several > 100, "{none} none, {unique} unique, {several} several");
    assert!(counted < 200, "{counted} were refused");
}

/// Seven pigeons for six holes, told by pairs of them and by tables of three.
#[test]
fn long_proofs_of_pairs_and_tables_are_accepted() {
    let (pigeons, holes) = (7, 6);
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(pigeons, 1..=holes);
    let apart = Relation::new(|a, b| a != b);
    let holes = 1..=holes;
    let doubles = holes.clone().flat_map(|a| holes.clone().map(move |b| (a, b)));
    let triples = doubles.flat_map(|(a, b)| holes.clone().map(move |c| vec![a, b, c]));
    let apart_three = Tuples::new(
        3,
        triples.filter(|three| three[0] != three[1] && three[0] != three[2] && three[1] != three[2]),
    );
    let mut by_table = std::collections::BTreeSet::new();
    let tables: Vec<Arc<Table>> = [[0, 1, 2], [2, 3, 4], [4, 5, 6], [0, 3, 6]]
        .map(|three: [usize; 3]| {
            by_table.extend([(three[0], three[1]), (three[0], three[2]), (three[1], three[2])]);
            Arc::new(Table::new("three apart", three.map(|at| vars[at]), &apart_three))
        })
        .to_vec();
    let others =
        (0..pigeons).flat_map(|j| (0..j).map(move |i| (i, j))).filter(|pair| !by_table.contains(pair));
    let pairs = Arc::new(Pairs::new("apart", &apart, others.map(|(i, j)| [vars[i], vars[j]])));
    builder.constraint(pairs.clone());
    for table in &tables {
        builder.constraint(table.clone());
    }
    let model = builder.build().unwrap();
    let builder = Solver::builder(&model).rule(pairs);
    let mut solver = tables.into_iter().fold(builder, SolverBuilder::rule).build().unwrap();
    let (answer, cnf, proof) = proved(&mut solver);
    assert!(matches!(answer, Uniqueness::NotUnique(NotUnique::NoSolution(_))), "{answer:?}");
    assert_eq!(count(&cnf, 1), 0);
    assert!(holds(&cnf, &proof));
    assert!(!holds(&cnf, "0\n"), "it does not follow by unit propagation alone");
    assert!(proof.lines().count() > 50, "{} steps", proof.lines().count());
}
