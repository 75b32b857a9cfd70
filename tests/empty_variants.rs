//! Empty boards with constraints on the whole board, whose solutions are known to be so many, and small contradictions.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use pencilmark::{
    AntiKing, AntiKnight, Cell, Cells, Count, Diagonal, Direction, DisjointGroups, Grid, Literal, Model,
    ModelBuilder, Named, NonConsecutive, Outcome, Posting, Rule, Solver, SolverBuilder, Var,
};

/// An empty board of boxes of this size with these constraints.
fn board(height: usize, width: usize, constraints: &[Named]) -> (Model, Vec<Var>, Vec<Arc<dyn Rule>>) {
    let side = height * width;
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(side * side, 1..=side as i32);
    let mut boxes = vec![Vec::new(); side];
    for row in 0..side {
        builder.region((0..side).map(|column| vars[row * side + column]));
        builder.region((0..side).map(|column| vars[column * side + row]));
        for column in 0..side {
            boxes[row / height * height + column / width].push(Cell::new(row as u32, column as u32));
        }
    }
    for cells in &boxes {
        builder.region(cells.iter().map(|cell| vars[cell.row as usize * side + cell.column as usize]));
    }
    let all = vars.iter().copied().map(Some).collect();
    let grid = Grid::new(side as u32, side as u32, 1..=side as i32, all, boxes);
    let mut rules = Vec::new();
    Posting::new(&grid, &mut builder, &mut rules).post_all(constraints).unwrap();
    (builder.build().unwrap(), vars, rules)
}

fn solver(model: &Model, rules: &[Arc<dyn Rule>]) -> Solver {
    rules.iter().cloned().fold(Solver::builder(model), SolverBuilder::rule).build().unwrap()
}

fn count(height: usize, width: usize, constraints: &[Named]) -> u64 {
    let (model, _, rules) = board(height, width, constraints);
    match solver(&model, &rules).count(u64::MAX) {
        Count::Exactly(count) => count,
        other => panic!("{other:?}"),
    }
}

fn knight() -> Named {
    AntiKnight {}.into()
}

fn king() -> Named {
    AntiKing {}.into()
}

fn non_consecutive() -> Named {
    NonConsecutive { except: None }.into()
}

#[test]
fn empty_4x4() {
    assert_eq!(count(2, 2, &[]), 288);
    assert_eq!(count(2, 2, &[knight()]), 24);
    assert_eq!(count(2, 2, &[king()]), 0);
    assert_eq!(count(2, 2, &[non_consecutive()]), 0);
    assert_eq!(count(2, 2, &[DisjointGroups {}.into()]), 168);
}

#[test]
fn empty_6x6() {
    assert_eq!(count(2, 3, &[knight()]), 11_520);
    assert_eq!(count(2, 3, &[non_consecutive()]), 48);
    let both = [Direction::Up, Direction::Down].map(|direction| Diagonal { direction }.into());
    assert_eq!(count(2, 3, &both), 8_640);
}

#[test]
#[ignore = "millions of solutions; for release builds"]
fn many_of_empty_6x6() {
    assert_eq!(count(2, 3, &[king()]), 74_160);
    assert_eq!(count(2, 3, &[Diagonal { direction: Direction::Up }.into()]), 288_000);
    assert_eq!(count(2, 3, &[DisjointGroups {}.into()]), 2_799_360);
}

#[test]
fn miracle() {
    assert_eq!(count(3, 3, &[knight(), king(), non_consecutive()]), 72);
}

#[test]
fn two_equal_corners_of_a_diagonal_are_both_named() {
    let diagonals = [Direction::Up, Direction::Down].map(|direction| Diagonal { direction }.into());
    let (model, vars, rules) = board(3, 3, &diagonals);
    let mut solver = solver(&model, &rules);
    solver.assume(Literal::Is(vars[0], 5));
    solver.assume(Literal::Is(vars[80], 5));
    let Outcome::NoSolution(proof) = solver.solve() else { panic!("there is none") };
    let told = format!("{proof:?}");
    assert!(told.contains("Var(0)") && told.contains("Var(80)"), "{told}");
}

#[test]
fn cells_that_are_not_there_are_refused_by_name() {
    let cells: Cells = "r1c1 r1c5".parse().unwrap();
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(16, 1..=4).into_iter().map(Some).collect();
    let grid = Grid::new(4, 4, 1..=4, vars, []);
    let mut rules = Vec::new();
    let mut posting = Posting::new(&grid, &mut builder, &mut rules);
    let posted = posting.post_all(&[knight(), pencilmark::X { cells }.into()]);
    let (number, error) = posted.unwrap_err();
    assert_eq!((number, error.to_string().as_str()), (1, "the board has no cell r1c5"));
}
