//! Nanoseconds a node in bulk, of 9x9 boards of several kinds: classic ones, the same with their cells shuffled, with
//! diagonals, and with irregular regions.
//!
//! `cargo run --release --bin nodes -- [ROUNDS]` in this folder. The boards have 20 givens of some solution, and each is
//! searched for 100 nodes, whatever is found: so the same work is compared, not the luck of a puzzle. One
//! thread, by its processor time.

use peers::{Random, levels, solver, timed};
use pencilmark::{Count, Geometry, Limits, Literal, Model, ModelBuilder, Solver, Sudoku, Var};

/// Nine regions of nine cells.
const JIGSAW: &str = "AAAABCCCC\
    AABBBCBCC\
    AADBBBBCC\
    ADDEFFFFF\
    DDEEEEEFF\
    DDDEEHEFF\
    DGHHHHIII\
    GGHGHHIII\
    GGGGGHIII";

const NODES: u64 = 100;

/// The classic model, its variables in the order of the cells as shuffled.
fn shuffled(random: &mut Random) -> Model {
    let mut builder = ModelBuilder::new();
    let mut vars = builder.variables(81, 1..=9);
    random.shuffle(&mut vars);
    for i in 0..9 {
        builder.region((0..9).map(|j| vars[9 * i + j]));
        builder.region((0..9).map(|j| vars[9 * j + i]));
        builder.region((0..9).map(|j| vars[9 * (i / 3 * 3 + j / 3) + i % 3 * 3 + j % 3]));
    }
    builder.build().expect("it is small")
}

fn cells() -> Vec<Var> {
    Sudoku::cells(Geometry::new(3, 3).expect("a shape"))
}

fn classic() -> ModelBuilder {
    Sudoku::model(Geometry::new(3, 3).expect("a shape"))
}

fn diagonals() -> Model {
    let mut builder = classic();
    let cells = cells();
    builder.region((0..9).map(|i| cells[10 * i]));
    builder.region((0..9).map(|i| cells[8 * (i + 1)]));
    builder.build().expect("it is small")
}

fn jigsaw() -> Model {
    let mut builder = Sudoku::model(Geometry::boxless(9).expect("a shape"));
    let cells = cells();
    for label in b'A'..=b'I' {
        builder.region(
            cells.iter().zip(JIGSAW.bytes()).filter(|(_, byte)| *byte == label).map(|(&cell, _)| cell),
        );
    }
    builder.build().expect("it is small")
}

/// Givens of some solutions: other values in the place of those, and other cells.
fn instances(model: &Model, count: usize, random: &mut Random) -> Vec<Vec<Literal>> {
    let solutions: Vec<Vec<i32>> = (0..50)
        .map(|seed| {
            let mut solver = Solver::builder(model).seed(seed).build().expect("the usual rules");
            solver.solve().done().expect("it has solutions").values().to_vec()
        })
        .collect();
    (0..count)
        .map(|number| {
            let solution = &solutions[number % solutions.len()];
            let mut digits: Vec<i32> = (1..=9).collect();
            random.shuffle(&mut digits);
            let mut vars: Vec<Var> = model.vars().collect();
            random.shuffle(&mut vars);
            let given = |&var: &Var| Literal::Is(var, digits[solution[var.index()] as usize - 1]);
            vars[..20].iter().map(given).collect()
        })
        .collect()
}

fn main() {
    let rounds: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(5);
    let mut random = Random(1);
    let kinds = [
        ("classic", classic().build().expect("it is small")),
        ("cells shuffled", shuffled(&mut random)),
        ("diagonals", diagonals()),
        ("irregular", jigsaw()),
    ];
    let instances = kinds.each_ref().map(|(_, model)| instances(model, 10_000, &mut random));
    println!("nanoseconds a node, the best of {rounds} rounds; times the classic ones");
    for simd in levels() {
        let mut best = [f64::INFINITY; 4];
        for _ in 0..rounds {
            for ((best, (_, model)), instances) in best.iter_mut().zip(&kinds).zip(&instances) {
                let mut solver = solver(model, simd, 1);
                solver.set_limits(Limits::none().nodes(NODES));
                let mut nodes = 0;
                let time = timed(1, || {
                    for count in
                        solver.count_many(instances.iter().map(|list| list.iter().copied()), u64::MAX)
                    {
                        // The few that end before are left out, with the little time that they took.
                        nodes += if matches!(count, Count::Stopped(..)) { NODES } else { 0 };
                    }
                });
                *best = best.min(time * 1e9 / nodes as f64);
            }
        }
        for ((kind, _), time) in kinds.iter().zip(best) {
            println!("  {:8} {kind:16} {time:8.1} ({:.2} x)", simd.name(), time / best[0]);
        }
    }
}
