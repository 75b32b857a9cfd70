//! Fixed work, to count the instructions of: `benches/gate.sh` says how.
//!
//! `cargo run --release --bin workloads -- single|bulk|general` in this folder: 9x9 puzzles, solved and proved unique by the
//! body for one instance at a time, by the lanes, and by the rules and learning search.

use std::process::ExitCode;

use pencilmark::{Board, Geometry, Solver, Strategy, Sudoku, Uniqueness};

const PUZZLES: [&str; 3] = [
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "800000000003600000070090200050007000000045700000100030001000068008500010090000400",
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
];

/// The puzzles with other digits, `copies` of each.
fn boards(copies: u32) -> Result<Vec<Board>, Box<dyn std::error::Error>> {
    let mut boards = Vec::new();
    for puzzle in PUZZLES {
        let board: Board = puzzle.parse()?;
        for shift in 0..copies {
            // Steps other than 3, 6 and 9 through the digits, from any of them, give each digit another one.
            let (start, step) = (shift % 9, [1, 2, 4, 5, 7, 8][shift as usize / 9 % 6]);
            let other = |&digit: &u32| if digit == 0 { 0 } else { (start + digit * step) % 9 + 1 };
            boards.push(Board::from_digits(board.geometry(), board.digits().iter().map(other).collect())?);
        }
    }
    Ok(boards)
}

/// How many of the boards have one solution, asked one after the other.
fn one_by_one(sudoku: &mut Sudoku, boards: &[Board]) -> Result<usize, Box<dyn std::error::Error>> {
    let mut unique = 0;
    for board in boards {
        unique += usize::from(matches!(sudoku.puzzle(board)?.is_unique(), Uniqueness::Unique(_)));
    }
    Ok(unique)
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let geometry = Geometry::new(3, 3)?;
    let model = Sudoku::model(geometry).build()?;
    let mut sudoku = Sudoku::new(geometry)?;
    let (unique, expected) = match std::env::args().nth(1).as_deref() {
        Some("single") => (one_by_one(&mut sudoku, &boards(270)?)?, 3 * 270),
        Some("bulk") => {
            let boards = boards(1080)?;
            let answers = sudoku.check_many(&boards);
            (answers.filter(|answer| matches!(answer, Ok(Uniqueness::Unique(_)))).count(), 3 * 1080)
        }
        Some("general") => {
            let solver = Solver::builder(&model).strategy(Strategy::Learning).build()?;
            (one_by_one(&mut Sudoku::with_solver(geometry, solver)?, &boards(54)?)?, 3 * 54)
        }
        _ => {
            eprintln!("which: single, bulk or general?");
            return Ok(ExitCode::FAILURE);
        }
    };
    println!("{unique} of {expected} have one solution");
    Ok(if unique == expected { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
