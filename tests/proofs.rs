//! Proofs, checked by code that knows unit propagation and nothing of the engine; and the clauses they are about, against
//! a SAT solver.
#![allow(clippy::unwrap_used)]

use batsat::{BasicSolver, Lit, SolverInterface, Var as SatVar, lbool};
use pencilmark::{
    Cnf, HallSets, Limits, Literal, Model, ModelBuilder, NotClausal, NotUnique, Solver, Uniqueness, Var,
};

/// Clauses as a checker reads them.
fn dimacs(text: &str) -> (usize, Vec<Vec<i64>>) {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(head[..2], ["p", "cnf"]);
    let clauses: Vec<Vec<i64>> = lines.map(clause).collect();
    assert_eq!(head[3].parse(), Ok(clauses.len()), "the head tells how many clauses there are");
    (head[2].parse().unwrap(), clauses)
}

fn clause(line: &str) -> Vec<i64> {
    let mut numbers: Vec<i64> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
    assert_eq!(numbers.pop(), Some(0), "a clause ends with 0");
    numbers
}

/// Reverse unit propagation with two watched literals: nothing of a solver but that.
struct Checker {
    clauses: Vec<Vec<i64>>,
    watches: Vec<Vec<usize>>,
    value: Vec<i8>,
    trail: Vec<i64>,
    next: usize,
    refuted: bool,
}

impl Checker {
    fn new(numbers: usize, clauses: Vec<Vec<i64>>) -> Checker {
        let mut checker = Checker {
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * numbers + 2],
            value: vec![0; numbers + 1],
            trail: Vec::new(),
            next: 0,
            refuted: false,
        };
        clauses.into_iter().for_each(|clause| checker.add(clause));
        checker
    }

    fn index(lit: i64) -> usize {
        2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
    }

    fn truth(&self, lit: i64) -> i8 {
        self.value[lit.unsigned_abs() as usize] * lit.signum() as i8
    }

    fn set(&mut self, lit: i64) {
        self.value[lit.unsigned_abs() as usize] = lit.signum() as i8;
        self.trail.push(lit);
    }

    /// Adds a clause for good, and what follows from it by itself.
    fn add(&mut self, mut clause: Vec<i64>) {
        clause.sort_by_key(|&lit| -self.truth(lit));
        match clause[..] {
            [] => self.refuted = true,
            [first, ..] if clause.len() == 1 || self.truth(clause[1]) < 0 => match self.truth(first) {
                -1 => self.refuted = true,
                0 => self.set(first),
                _ => {}
            },
            _ => {}
        }
        if clause.len() > 1 {
            let number = self.clauses.len();
            self.watches[Checker::index(clause[0])].push(number);
            self.watches[Checker::index(clause[1])].push(number);
            self.clauses.push(clause);
        }
        self.refuted |= !self.propagate();
    }

    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.next) {
            self.next += 1;
            let false_lit = -lit;
            let watching = std::mem::take(&mut self.watches[Checker::index(false_lit)]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut conflict = false;
            for number in watching {
                if conflict {
                    kept.push(number);
                    continue;
                }
                let mut clause = std::mem::take(&mut self.clauses[number]);
                if clause[0] == false_lit {
                    clause.swap(0, 1);
                }
                let other = (2..clause.len()).find(|&i| self.truth(clause[i]) >= 0);
                match (self.truth(clause[0]), other) {
                    (1, _) => kept.push(number),
                    (_, Some(i)) => {
                        clause.swap(1, i);
                        self.watches[Checker::index(clause[1])].push(number);
                    }
                    (-1, None) => {
                        kept.push(number);
                        conflict = true;
                    }
                    (_, None) => {
                        kept.push(number);
                        self.set(clause[0]);
                    }
                }
                self.clauses[number] = clause;
            }
            self.watches[Checker::index(false_lit)].extend(kept);
            if conflict {
                return false;
            }
        }
        true
    }

    /// Whether the clause follows by unit propagation from its opposite; then it is added.
    fn step(&mut self, clause: &[i64]) -> bool {
        if self.refuted {
            return true;
        }
        let (trail, next) = (self.trail.len(), self.next);
        let mut follows = false;
        for &lit in clause {
            match self.truth(lit) {
                1 => follows = true,
                0 => self.set(-lit),
                _ => {}
            }
        }
        follows = follows || !self.propagate();
        for lit in self.trail.drain(trail..) {
            self.value[lit.unsigned_abs() as usize] = 0;
        }
        self.next = next;
        if follows {
            self.add(clause.to_vec());
        }
        follows
    }
}

/// Whether a whole proof holds and ends with the empty clause.
fn holds(cnf: &str, proof: &str) -> bool {
    let (numbers, clauses) = dimacs(cnf);
    let mut checker = Checker::new(numbers, clauses);
    let steps: Vec<Vec<i64>> = proof.lines().map(clause).collect();
    steps.iter().all(|step| checker.step(step)) && steps.last().is_some_and(Vec::is_empty)
}

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

#[test]
fn the_clauses_have_as_many_solutions_as_the_model() {
    for seed in 0..30 {
        let (height, width) = [(2, 2), (1, 4), (2, 3)][seed as usize % 3];
        let (model, vars) = board(height, width);
        let mut solver = Solver::new(&model);
        assumptions(height, width, &vars, 40, 2, seed).into_iter().for_each(|literal| solver.assume(literal));
        let cnf = solver.cnf().unwrap();
        let (numbers, clauses) = dimacs(&text(&cnf));
        let mut sat = BasicSolver::default();
        let sat_vars: Vec<SatVar> = (0..numbers).map(|_| sat.new_var_default()).collect();
        let lit = |number: i64| Lit::new(sat_vars[number.unsigned_abs() as usize - 1], number > 0);
        for clause in &clauses {
            sat.add_clause_reuse(&mut clause.iter().map(|&number| lit(number)).collect());
        }
        let expected = solver.count(200).found();
        let mut found = 0;
        while found < 200 && sat.solve_limited(&[]) == lbool::TRUE {
            found += 1;
            let no_more: Vec<Lit> =
                sat_vars.iter().map(|&var| Lit::new(var, sat.value_var(var) != lbool::TRUE)).collect();
            sat.add_clause_reuse(&mut no_more.clone());
        }
        assert_eq!(found, expected, "seed {seed}");
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
