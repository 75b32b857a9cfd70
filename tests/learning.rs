//! Learning search against an independent solver, and what it promises: no repetition, limits, the same run twice.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use pencilmark::{
    Cancel, Count, HallSets, Limits, Literal, Model, ModelBuilder, Nogood, Outcome, Solver, Statistics,
    StopReason, Strategy, Var,
};

/// A small generator, the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

/// Lines both ways, and boxes if `box_height` is more than 1; 0 is open.
fn board(side: usize, box_height: usize, cells: &[usize]) -> Model {
    let mut builder = ModelBuilder::new();
    let vars: Vec<Var> = cells
        .iter()
        .map(|&cell| match cell {
            0 => builder.variable(1..=side as i32),
            value => builder.variable([value as i32]),
        })
        .collect();
    for line in 0..side {
        builder.region((0..side).map(|i| vars[line * side + i]));
        builder.region((0..side).map(|i| vars[i * side + line]));
    }
    if box_height > 1 {
        let width = side / box_height;
        for corner in 0..side {
            let (top, left) = (corner / box_height * box_height, corner % box_height * width);
            builder.region((0..side).map(|i| vars[(top + i / width) * side + left + i % width]));
        }
    }
    builder.build().expect("regions name each variable once")
}

/// A grid with shuffled lines and symbols, of which some cells are kept and a few perhaps changed.
fn holes(random: &mut Random, side: usize, box_height: usize, kept: usize, changed: usize) -> Vec<usize> {
    let width = side / box_height;
    let shuffle = |random: &mut Random, count: usize| {
        let mut order: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            order.swap(i, random.below(i + 1));
        }
        order
    };
    let symbols = shuffle(random, side);
    let cells = shuffle(random, side * side);
    let value = |cell: usize| {
        let (top, left) = (cell / side, cell % side);
        symbols[(top % box_height * width + top / box_height + left) % side] + 1
    };
    let mut board = vec![0; side * side];
    for &cell in &cells[..kept] {
        board[cell] = value(cell);
    }
    for &cell in &cells[..changed] {
        board[cell] = random.below(side) + 1;
    }
    board
}

/// The same model as clauses: each variable has one value, and each value of a region with as many variables as
/// values a place.
struct Oracle {
    solver: BasicSolver,
    lits: Vec<Vec<(i32, Lit)>>,
}

impl Oracle {
    fn new(model: &Model) -> Oracle {
        let mut solver = BasicSolver::default();
        let lits: Vec<Vec<(i32, Lit)>> = model
            .vars()
            .map(|var| {
                let values = model.domain(var).values();
                values.map(|value| (value, Lit::new(solver.new_var_default(), true))).collect()
            })
            .collect();
        for lits in &lits {
            solver.add_clause_reuse(&mut lits.iter().map(|&(_, lit)| lit).collect());
            for (i, &(_, a)) in lits.iter().enumerate() {
                for &(_, b) in &lits[..i] {
                    solver.add_clause_reuse(&mut vec![!a, !b]);
                }
            }
        }
        for region in model.vars().flat_map(|var| model.regions_of(var)) {
            let vars = model.region(*region);
            for (i, a) in vars.iter().enumerate() {
                for b in &vars[..i] {
                    for &(value, lit) in &lits[a.index()] {
                        for &(_, other) in lits[b.index()].iter().filter(|&&(same, _)| same == value) {
                            solver.add_clause_reuse(&mut vec![!lit, !other]);
                        }
                    }
                }
            }
        }
        Oracle { solver, lits }
    }

    /// The number of solutions, up to `limit`.
    fn count(&mut self, limit: u64) -> u64 {
        let mut found = 0;
        while found < limit && self.solver.solve_limited(&[]) == lbool::TRUE {
            found += 1;
            let lits = self.lits.iter().flatten();
            let mut clause: Vec<Lit> = lits
                .map(|&(_, lit)| lit)
                .filter(|&lit| self.solver.value_lit(lit) == lbool::TRUE)
                .map(|lit| !lit)
                .collect();
            self.solver.add_clause_reuse(&mut clause);
        }
        found
    }
}

fn solver(model: &Model, strategy: Strategy) -> Solver {
    Solver::builder(model).strategy(strategy).build().expect("the library's rules fit")
}

#[test]
fn agrees_with_a_sat_solver() {
    let mut random = Random(7);
    let mut kinds = [0; 3];
    let mut conflicts = 0;
    for round in 0..60 {
        let (side, box_height, kept) = match round % 4 {
            0 => (12, 3, 58 + random.below(25)),
            1 => (12, 1, 75 + random.below(25)),
            2 => (16, 4, 105 + random.below(40)),
            _ => (22, 1, 265 + random.below(30)),
        };
        let changed = usize::from(random.below(4) == 0);
        let cells = holes(&mut random, side, box_height, kept, changed);
        let model = board(side, box_height, &cells);
        let expected = Oracle::new(&model).count(3);
        kinds[expected.min(2) as usize] += 1;
        for strategy in [Strategy::Learning, Strategy::Auto] {
            let mut solver = solver(&model, strategy);
            assert_eq!(solver.count(3).found(), expected, "{strategy:?}, round {round}");
            conflicts += solver.statistics().conflicts;
        }
    }
    assert!(kinds.iter().all(|&count| count > 2), "{kinds:?}");
    assert!(conflicts > 500, "{conflicts}");
}

#[test]
fn all_strategies_find_the_same_solutions() {
    let mut random = Random(11);
    for round in 0..12 {
        let kept = 30 + random.below(12);
        let model = board(9, 3, &holes(&mut random, 9, 3, kept, 0));
        let all = |strategy: Strategy| {
            let mut solver = solver(&model, strategy);
            let mut all: Vec<Vec<i32>> =
                solver.solutions().take(3000).map(|solution| solution.values().to_vec()).collect();
            all.sort_unstable();
            all
        };
        let plain = all(Strategy::Plain);
        if plain.len() < 3000 {
            assert_eq!(plain, all(Strategy::Learning), "round {round}");
            assert_eq!(plain, all(Strategy::Auto), "round {round}");
        }
    }
}

#[test]
fn no_solution_comes_twice() {
    // 161,280 Latin squares of side 5: enough for both ways to exclude one.
    let model = board(5, 1, &[0; 25]);
    let mut solver = solver(&model, Strategy::Learning);
    assert_eq!(solver.count(u64::MAX), Count::Exactly(161_280));
}

fn hard() -> Model {
    board(30, 1, &holes(&mut Random(5), 30, 1, 520, 2))
}

#[test]
fn the_same_run_twice() {
    let run = || -> Statistics {
        let model = hard();
        let limits = Limits::none().nodes(3000);
        let mut solver = Solver::builder(&model).strategy(Strategy::Learning).limits(limits).build().unwrap();
        let _ = solver.solve();
        solver.statistics()
    };
    let (first, second) = (run(), run());
    assert_eq!(first, second);
}

#[test]
fn nogoods_are_told_and_hold() {
    let (mut told, mut ruled) = (0, 0);
    for seed in 0..12 {
        let mut random = Random(seed);
        let (side, box_height, kept) = [(16, 4, 100), (22, 1, 270), (25, 1, 350)][seed as usize % 3];
        let model = board(side, box_height, &holes(&mut random, side, box_height, kept, 0));
        let learnt: Arc<Mutex<Vec<Nogood>>> = Arc::default();
        let solve = |watched: bool| {
            // A rule that learning knows nothing about.
            let mut builder = Solver::builder(&model).strategy(Strategy::Learning).rule(HallSets).seed(seed);
            if watched {
                let seen = learnt.clone();
                builder = builder.nogoods(move |nogood| seen.lock().expect("unbroken").push(nogood.clone()));
            }
            let mut solver = builder.limits(Limits::none().nodes(3000)).build().expect("the rules fit");
            (solver.solve().done(), solver.statistics())
        };
        let (solution, statistics) = solve(true);
        assert_eq!(solve(false), (solution, statistics), "watching changes nothing");
        let learnt = std::mem::take(&mut *learnt.lock().expect("unbroken"));
        assert_eq!(learnt.len() as u64, statistics.learnt);
        let mut plain = solver(&model, Strategy::Plain);
        plain.set_limits(Limits::none().nodes(2000));
        let solutions = plain.solutions().take(100).collect::<Vec<_>>();
        for nogood in &learnt {
            assert!(nogood.levels >= 1 && nogood.levels <= nogood.literals.len());
            assert!(nogood.rules.iter().all(|rule| rule == "hall sets"), "{:?}", nogood.rules);
            ruled += nogood.rules.len();
            told += usize::from(nogood.kept);
            for solution in &solutions {
                let forbidden = nogood.literals.iter().all(|&literal| match literal {
                    Literal::Is(var, value) => solution.get(var) == Some(value),
                    Literal::IsNot(var, value) => solution.get(var) != Some(value),
                });
                assert!(!forbidden, "{nogood:?}");
            }
        }
    }
    assert!(told > 100 && ruled > 20, "{told} nogoods, {ruled} by the rule");
}

#[test]
fn stops_when_told() {
    let model = board(36, 6, &[0; 1296]);
    let mut solver = solver(&model, Strategy::Learning);
    let start = Instant::now();
    solver.set_limits(Limits::none().time(Duration::from_millis(100)));
    let stopped =
        matches!(solver.count(u64::MAX), Count::Stopped(_, stopped) if stopped.reason == StopReason::Time);
    assert!(stopped);
    assert!(start.elapsed() < Duration::from_secs(2));
    let cancel = Cancel::new();
    cancel.cancel();
    solver.set_limits(Limits::none().cancel(&cancel));
    assert!(
        matches!(solver.count(u64::MAX), Count::Stopped(_, stopped) if stopped.reason == StopReason::Cancelled)
    );
    solver.set_limits(Limits::none().memory(1000));
    assert!(
        matches!(solver.count(u64::MAX), Count::Stopped(_, stopped) if stopped.reason == StopReason::Memory)
    );
}

#[test]
fn an_offered_solution_is_found_without_conflict() {
    let side = 36;
    let model = board(side, 6, &vec![0; side * side]);
    let value = |cell: usize| ((cell / side * 6 + cell / side / 6 + cell % side) % side) as i32 + 1;
    let mut solver = solver(&model, Strategy::Learning);
    solver.set_phases((0..side * side).map(|cell| Some(value(cell))));
    let solution = solver.solve().expect_done();
    assert!((0..side * side).all(|cell| solution.values()[cell] == value(cell)));
    assert_eq!(solver.statistics().conflicts, 0);
}

#[test]
fn assumptions_hold_and_end() {
    let model = board(9, 3, &[0; 81]);
    let var = model.vars().next().unwrap();
    let mut solver = solver(&model, Strategy::Learning);
    solver.assume(Literal::Is(var, 7));
    assert_eq!(solver.solve().expect_done().get(var), Some(7));
    solver.assume(Literal::IsNot(var, 7));
    assert!(matches!(solver.solve(), Outcome::NoSolution(_)));
    solver.clear_assumptions();
    solver.assume(Literal::IsNot(var, 7));
    assert_ne!(solver.solve().expect_done().get(var), Some(7));
}

#[test]
fn large_models_reach_the_same_fixpoint_by_groups() {
    let mut random = Random(3);
    for changed in [0, 0, 1] {
        let side = 65;
        let model = board(side, 1, &holes(&mut random, side, 1, 2900, changed));
        let mut fast = Solver::new(&model);
        // Whoever watches gets every deduction of the rules.
        let watch = |_: &pencilmark::Deduction, _: &pencilmark::Store| {};
        let mut slow = Solver::builder(&model).observer(watch).build().unwrap();
        match (fast.infer(), slow.infer()) {
            (Outcome::Done(fast), Outcome::Done(slow)) => assert_eq!(fast, slow),
            (fast, slow) => assert_eq!(fast.done(), slow.done()),
        }
    }
}

/// A planar graph: a lattice of squares, of which so many in a hundred have a diagonal. Each edge is a region of two.
fn planar(side: usize, diagonals: usize, seed: u64) -> Model {
    let mut random = Random(seed);
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(side * side, 1..=3);
    let node = |row: usize, place: usize| vars[row * side + place];
    for row in 0..side {
        for place in 0..side {
            if place + 1 < side {
                builder.region([node(row, place), node(row, place + 1)]);
            }
            if row + 1 < side {
                builder.region([node(row, place), node(row + 1, place)]);
            }
            if row + 1 < side && place + 1 < side && random.below(100) < diagonals {
                builder.region(match random.below(2) {
                    0 => [node(row, place), node(row + 1, place + 1)],
                    _ => [node(row, place + 1), node(row + 1, place)],
                });
            }
        }
    }
    builder.build().expect("edges join two nodes")
}

/// The same with diagonals that leave a hidden colouring: heights of which neighbours differ by one, as colours.
fn planted(side: usize, diagonals: usize, seed: u64) -> Model {
    let mut random = Random(seed);
    let nodes = side * side;
    let mut height: Vec<i32> = (0..nodes).map(|node| ((node / side + node % side) % 2) as i32).collect();
    for _ in 0..60 * nodes {
        let node = random.below(nodes);
        let (row, place) = (node / side, node % side);
        let by_row =
            [row.checked_sub(1).map(|_| node.wrapping_sub(side)), (row + 1 < side).then_some(node + side)];
        let by_place =
            [place.checked_sub(1).map(|_| node.wrapping_sub(1)), (place + 1 < side).then_some(node + 1)];
        let near: Vec<i32> =
            by_row.into_iter().chain(by_place).flatten().map(|other| height[other]).collect();
        if near.iter().all(|&other| other == near[0]) {
            height[node] = 2 * near[0] - height[node];
        }
    }
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(nodes, 1..=3);
    for node in 0..nodes {
        let (right, below) = (node % side + 1 < side, node / side + 1 < side);
        if right {
            builder.region([vars[node], vars[node + 1]]);
        }
        if below {
            builder.region([vars[node], vars[node + side]]);
        }
        if right && below && random.below(100) < diagonals {
            let ways = [(node, node + side + 1), (node + 1, node + side)];
            let first = random.below(2);
            let differ = |&(one, other): &(usize, usize)| (height[one] - height[other]).rem_euclid(3) != 0;
            if let Some(&(one, other)) = [ways[first], ways[1 - first]].iter().find(|way| differ(way)) {
                builder.region([vars[one], vars[other]]);
            }
        }
    }
    builder.build().expect("edges join two nodes")
}

#[test]
fn planar_graphs_are_coloured_as_a_sat_solver_colours_them() {
    let mut kinds = [0; 2];
    for seed in 0..24 {
        let model = planar(14, 10 + 2 * seed as usize, seed);
        let expected = Oracle::new(&model).count(1);
        kinds[expected as usize] += 1;
        assert_eq!(Solver::new(&model).count(1).found(), expected, "{seed}");
        let model = planted(14, 4 * seed as usize, seed);
        assert_eq!(Solver::new(&model).count(1).found(), 1, "{seed}");
    }
    assert!(kinds.iter().all(|&count| count > 2), "{kinds:?}");
}

#[test]
#[ignore = "takes seconds with optimisation, and minutes without"]
fn planar_graphs_of_ten_thousand_nodes_are_coloured_in_seconds() {
    let density = [0, 5, 8, 10, 20, 100].map(|diagonals| (diagonals, planar(100, diagonals, 1)));
    let hidden =
        [20, 40, 50, 55, 60, 65, 70, 80, 100].map(|diagonals| (diagonals, planted(100, diagonals, 1)));
    for (diagonals, model) in density.into_iter().chain(hidden) {
        let limits = Limits::none().time(Duration::from_secs(60));
        let mut solver = Solver::builder(&model).limits(limits).build().expect("the rules fit");
        let begin = Instant::now();
        let outcome = solver.solve();
        println!("{diagonals} diagonals in a hundred, {:?}: {:?}", begin.elapsed(), solver.statistics());
        assert!(!matches!(outcome, Outcome::Stopped(_)), "{diagonals}");
        solver.set_limits(Limits::none().time(Duration::from_millis(10)));
        let begin = Instant::now();
        let _ = solver.count(u64::MAX);
        assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    }
}
