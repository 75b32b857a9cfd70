//! 9x9 in bulk and one by one: pencilmark against the crate `sudoku`, interleaved in one run.
//!
//! `PENCILMARK_CORPUS=... cargo run --release -- [ROUNDS [FILE]]` in this folder. Every puzzle is solved and proved unique.
//! One thread is measured by its processor time, two by the clock.

use peers::{Random, levels, load, solver, timed};
use pencilmark::{Board, Count, Literal, Solver, Sudoku, Uniqueness};

/// What a line says, made while it is timed.
fn literals<'a>(cells: &'a [pencilmark::Var], line: &'a [u8]) -> impl Iterator<Item = Literal> + 'a {
    let given =
        |(&var, &byte): (_, &u8)| byte.is_ascii_digit().then(|| Literal::Is(var, i32::from(byte - b'0')));
    cells.iter().zip(line).filter_map(given).filter(|literal| literal.value() != 0)
}

/// Seconds to solve all puzzles and prove them unique, in bulk.
fn bulk(solver: &mut Solver, cells: &[pencilmark::Var], puzzles: &[Vec<u8>], threads: usize) -> f64 {
    timed(threads, || {
        let answers = solver.check_many(puzzles.iter().map(|line| literals(cells, line)));
        let unique = answers.filter(|answer| matches!(answer, Uniqueness::Unique(_))).count();
        assert_eq!(unique, puzzles.len());
    })
}

/// The same from boards to boards.
fn boards(sudoku: &mut Sudoku, puzzles: &[Board]) -> f64 {
    timed(1, || {
        let answers = sudoku.check_many(puzzles);
        let unique = answers.filter(|answer| matches!(answer, Ok(Uniqueness::Unique(_)))).count();
        assert_eq!(unique, puzzles.len());
    })
}

/// The same, one call after the other; and the nodes.
fn single(solver: &mut Solver, cells: &[pencilmark::Var], puzzles: &[Vec<u8>]) -> (f64, u64) {
    let (mut values, mut nodes) = (Vec::new(), 0);
    let time = timed(1, || {
        for line in puzzles {
            solver.clear_assumptions();
            literals(cells, line).for_each(|literal| solver.assume(literal));
            assert_eq!(solver.count_into(2, &mut values), Count::Exactly(1));
            nodes += solver.statistics().nodes;
        }
    });
    (time, nodes)
}

/// The same by the crate `sudoku`.
fn peer(puzzles: &[Vec<u8>]) -> f64 {
    timed(1, || {
        for puzzle in puzzles {
            let text = std::str::from_utf8(puzzle).expect("ascii");
            let board = sudoku::Sudoku::from_str_line(text).expect("a board");
            assert!(board.solution().is_some());
        }
    })
}

fn main() {
    let rounds: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(5);
    let geometry = pencilmark::Geometry::new(3, 3).expect("a shape");
    let model = Sudoku::model(geometry).build().expect("it is small");
    let cells = Sudoku::cells(geometry);
    let mut random = Random(1);
    let levels = levels();
    println!("microseconds a puzzle, the best of {rounds} rounds; times the speed of the crate sudoku");
    let only = std::env::args().nth(2).unwrap_or_default();
    let files = [("17clue.txt", 1), ("top1465.txt", 10), ("hardest11.txt", 1)];
    for (name, copies) in files.into_iter().filter(|(name, _)| name.starts_with(&only)) {
        let puzzles = load(name, copies, &mut random);
        let mut best = vec![f64::INFINITY; 1 + 4 * levels.len()];
        let read: Vec<Board> = puzzles
            .iter()
            .map(|line| std::str::from_utf8(line).expect("ascii").parse().expect("a board"))
            .collect();
        let mut nodes = 0;
        for _ in 0..rounds {
            best[0] = best[0].min(peer(&puzzles));
            for (times, &simd) in best[1..].chunks_mut(4).zip(&levels) {
                let (time, tried) = single(&mut solver(&model, simd, 1), &cells, &puzzles);
                nodes = tried;
                times[0] = times[0].min(time);
                times[1] = times[1].min(bulk(&mut solver(&model, simd, 1), &cells, &puzzles, 1));
                times[2] = times[2].min(bulk(&mut solver(&model, simd, 2), &cells, &puzzles, 2));
                let mut sudoku = Sudoku::with_solver(geometry, solver(&model, simd, 1)).expect("its model");
                times[3] = times[3].min(boards(&mut sudoku, &read));
            }
        }
        let each = |time: f64| time * 1e6 / puzzles.len() as f64;
        println!(
            "{name} x {copies}: {} puzzles, {:.2} nodes one by one",
            puzzles.len(),
            nodes as f64 / puzzles.len() as f64
        );
        println!("  sudoku 0.8            {:8.3}", each(best[0]));
        for (times, simd) in best[1..].chunks(4).zip(&levels) {
            for (time, way) in
                times.iter().zip(["one by one", "in bulk", "in bulk, 2 threads", "in bulk, boards"])
            {
                println!("  {:8} {way:18} {:8.3} ({:.2} x)", simd.name(), each(*time), best[0] / time);
            }
        }
    }
}
