//! A larger board with its two diagonals as further regions, a seed, and a limit.
//!
//! `cargo run --release --example 06_sudoku_16x16`

use std::time::Duration;

use pencilmark::{Board, Geometry, Limits, Outcome, Solver, Sudoku};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let geometry = Geometry::new(4, 4)?;

    // The model of the shape, and two regions more.
    let mut builder = Sudoku::model(geometry);
    let cells = Sudoku::cells(geometry);
    builder.region((0..16).map(|i| cells[17 * i]));
    builder.region((0..16).map(|i| cells[15 * (i + 1)]));
    let model = builder.build()?;

    // The seed decides which of the many solutions comes first; the limit is for the impatient.
    let limits = Limits::none().time(Duration::from_secs(10));
    let solver = Solver::builder(&model).seed(16).limits(limits).build()?;
    let mut sudoku = Sudoku::with_solver(geometry, solver)?;

    let empty = Board::empty(geometry);
    match sudoku.puzzle(&empty)?.solve() {
        Outcome::Done(solution) => {
            println!("{solution}");
            assert_eq!(empty.verify(&solution), Ok(()));
        }
        Outcome::NoSolution(_) => unreachable!("there are many"),
        Outcome::Stopped(stopped) => println!("{stopped}"),
    }
    println!("{:?}", sudoku.solver().statistics());
    Ok(())
}
