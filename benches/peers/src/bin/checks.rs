//! What a generator does: checks of boards with 22 to 30 givens, as they come up when givens are taken out of full boards one
//! by one, pencilmark in bulk against the crate `sudoku`.
//!
//! `cargo run --release --bin checks -- [BOARDS]` in this folder; a million boards unless said. About a quarter have
//! one solution. One thread, by its processor time.

use peers::{Random, levels, relabel, solver, timed};
use pencilmark::{Board, Count, Geometry, Literal, Simd, Solver, Sudoku, SudokuError, Uniqueness};

/// Full boards: any solution of a few seeds, relabelled.
fn full_boards(random: &mut Random) -> impl FnMut() -> Vec<u8> {
    let model = Sudoku::model(Geometry::new(3, 3).expect("a shape")).build().expect("it is small");
    let solutions: Vec<Vec<u8>> = (0..200)
        .map(|seed| {
            let mut solver = Solver::builder(&model).seed(seed).build().expect("the usual rules");
            let solution = solver.solve().done().expect("it is empty");
            solution.values().iter().map(|&value| b'0' + value as u8).collect()
        })
        .collect();
    move || relabel(&solutions[random.below(solutions.len())], random)
}

/// The boards that are met where givens are taken out, as long as that leaves one solution.
fn boards(count: usize) -> Vec<[u8; 81]> {
    let (mut first, mut random) = (Random(1), Random(2));
    let mut next = full_boards(&mut first);
    let model = Sudoku::model(Geometry::new(3, 3).expect("a shape")).build().expect("it is small");
    let cells = Sudoku::cells(Geometry::new(3, 3).expect("a shape"));
    let mut solver = solver(&model, Simd::Avx512, 1);
    let mut boards = Vec::new();
    let mut values = Vec::new();
    while boards.len() < count {
        let mut board: [u8; 81] = next().try_into().expect("81 cells");
        let mut order: Vec<usize> = (0..81).collect();
        random.shuffle(&mut order);
        for at in order {
            let given = std::mem::replace(&mut board[at], b'.');
            let givens = board.iter().filter(|&&byte| byte != b'.').count();
            if (22..=30).contains(&givens) {
                boards.push(board);
            }
            solver.clear_assumptions();
            for (&var, &byte) in cells.iter().zip(&board).filter(|(_, byte)| **byte != b'.') {
                solver.assume(Literal::Is(var, i32::from(byte - b'0')));
            }
            if solver.count_into(2, &mut values) != Count::Exactly(1) {
                board[at] = given;
            }
        }
    }
    boards.truncate(count);
    boards
}

fn main() {
    let count = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let boards = boards(count);
    let read =
        |board: &[u8; 81]| -> Board { std::str::from_utf8(board).expect("ascii").parse().expect("a board") };
    let ours: Vec<Board> = boards.iter().map(read).collect();
    let theirs: Vec<sudoku::Sudoku> = boards
        .iter()
        .map(|board| {
            sudoku::Sudoku::from_str_line(std::str::from_utf8(board).expect("ascii")).expect("a board")
        })
        .collect();
    let mut unique = 0;
    let peer = timed(1, || unique = theirs.iter().filter(|board| board.is_uniquely_solvable()).count());
    let each = |time: f64| time * 1e6 / count as f64;
    println!("{count} boards of 22 to 30 givens, {unique} with one solution");
    println!("  sudoku 0.8 {:8.3} us", each(peer));
    let model = Sudoku::model(Geometry::new(3, 3).expect("a shape")).build().expect("it is small");
    for simd in levels() {
        let solver = solver(&model, simd, 1);
        let mut sudoku =
            Sudoku::with_solver(Geometry::new(3, 3).expect("a shape"), solver).expect("its model");
        for way in ["count_many", "check_many"] {
            let mut found = 0;
            let time = timed(1, || {
                found = match way {
                    // The second brings the solutions along.
                    "count_many" => sudoku.count_many(&ours, 2).filter(is_one).count(),
                    _ => sudoku.check_many(&ours).filter(is_unique).count(),
                };
            });
            assert_eq!(found, unique);
            println!("  {:8} {way} {:8.3} us ({:.2} x)", simd.name(), each(time), peer / time);
        }
    }
}

fn is_one(count: &Result<Count, SudokuError>) -> bool {
    matches!(count, Ok(Count::Exactly(1)))
}

fn is_unique(answer: &Result<Uniqueness<Board>, SudokuError>) -> bool {
    matches!(answer, Ok(Uniqueness::Unique(_)))
}
