//! Sudoku on top of the engine: read a board, infer, solve, check.
//!
//! `cargo run --example 05_sudoku`

use pencilmark::{Board, Sudoku, Uniqueness, inferred};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A board reads from text in any usual form.
    let board: Board =
        "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79"
            .parse()?;

    // What follows by naked and hidden singles alone: a new board. Here that is all of it.
    let after = inferred(&board)?;
    println!("{after}");
    assert!(after.is_full());

    // The model of a shape is built once; any number of boards is put to it.
    let mut sudoku = Sudoku::new(board.geometry())?;
    match sudoku.puzzle(&board)?.is_unique() {
        Uniqueness::Unique(solution) => assert_eq!(solution, after),
        Uniqueness::NotUnique(_) => unreachable!("one solution was found by inference alone"),
        Uniqueness::Stopped(stopped) => unreachable!("there are no limits: {stopped}"),
    }

    // Without its first row there may be more than one way.
    let mut fewer = board.clone();
    for cell in (0..9).filter_map(|index| board.geometry().cell(index)) {
        fewer.set(cell, 0)?;
    }
    let mut puzzle = sudoku.puzzle(&fewer)?;
    println!("without its first row it has {} solutions", puzzle.count(1000).found());
    for solution in puzzle.solutions().take(2) {
        assert_eq!(fewer.verify(&solution), Ok(()));
    }
    Ok(())
}
