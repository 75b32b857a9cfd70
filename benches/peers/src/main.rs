//! 9x9 in bulk and one by one: pencilmark against the crate `sudoku`, interleaved in one run.
//!
//! `PENCILMARK_CORPUS=... cargo run --release -- [ROUNDS]` in this folder. Every puzzle is solved and proved unique.
//! One thread is measured by its processor time, two by the clock.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::time::Instant;

use pencilmark::{Board, Count, Literal, Model, Simd, Solver, Sudoku, Uniqueness};

/// A generator that is good enough to shuffle (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Relabels the digits, rows, columns and bands of a puzzle.
fn relabel(puzzle: &[u8], random: &mut Random) -> Vec<u8> {
    let mut digits: Vec<u8> = (1..=9).collect();
    random.shuffle(&mut digits);
    let mut lines = || {
        let mut bands = [0, 1, 2];
        random.shuffle(&mut bands);
        let mut lines = Vec::new();
        for band in bands {
            let mut within = [0, 1, 2];
            random.shuffle(&mut within);
            lines.extend(within.map(|i| 3 * band + i));
        }
        lines
    };
    let (rows, columns) = (lines(), lines());
    (0..81)
        .map(|at| match puzzle[9 * rows[at / 9] + columns[at % 9]] {
            b @ b'1'..=b'9' => b'0' + digits[usize::from(b - b'1')],
            _ => b'.',
        })
        .collect()
}

fn load(name: &str, copies: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let folder = std::env::var("PENCILMARK_CORPUS").expect("PENCILMARK_CORPUS names the corpus folder");
    let text = std::fs::read_to_string(format!("{folder}/nine/{name}")).expect("a readable file");
    let mut seen = HashSet::new();
    let mut puzzles: Vec<Vec<u8>> = Vec::new();
    for line in text.lines().filter(|line| line.len() >= 81) {
        let line = line.as_bytes()[..81].to_vec();
        if copies == 1 {
            puzzles.push(line);
        } else {
            puzzles.extend((0..copies).map(|_| relabel(&line, random)));
        }
    }
    puzzles.retain(|puzzle| seen.insert(puzzle.clone()));
    random.shuffle(&mut puzzles);
    puzzles
}

/// What a line says, made while it is timed.
fn literals<'a>(cells: &'a [pencilmark::Var], line: &'a [u8]) -> impl Iterator<Item = Literal> + 'a {
    let given = |(&var, &byte): (_, &u8)| byte.is_ascii_digit().then(|| Literal::Is(var, i32::from(byte - b'0')));
    cells.iter().zip(line).filter_map(given).filter(|literal| literal.value() != 0)
}

/// Seconds of processor time that this thread has had, where the system tells; else of the clock since `start`.
fn clock(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let taken = told.and_then(|told| told.split(' ').next().and_then(|taken| taken.parse::<f64>().ok()));
    taken.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

/// Seconds that `work` takes, of processor time if it is all done by this thread.
fn timed(threads: usize, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    let before = clock(start);
    work();
    if threads == 1 { clock(start) - before } else { start.elapsed().as_secs_f64() }
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

fn solver(model: &Model, simd: Simd, threads: usize) -> Solver {
    let threads = NonZeroUsize::new(threads).expect("not zero");
    Solver::builder(model).simd(simd).threads(threads).build().expect("the usual rules")
}

fn main() {
    let rounds: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(5);
    let geometry = pencilmark::Geometry::new(3, 3).expect("a shape");
    let model = Sudoku::model(geometry).build().expect("it is small");
    let cells = Sudoku::cells(geometry);
    let mut random = Random(1);
    let levels: Vec<Simd> = match std::env::var(Simd::VARIABLE) {
        Ok(_) => vec![Simd::chosen()],
        Err(_) => Simd::ALL.into_iter().filter(|simd| simd.is_supported()).collect(),
    };
    println!("microseconds a puzzle, the best of {rounds} rounds; times the speed of the crate sudoku");
    for (name, copies) in [("17clue.txt", 1), ("top1465.txt", 10), ("hardest11.txt", 1)] {
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
        println!("{name} x {copies}: {} puzzles, {:.2} nodes one by one", puzzles.len(), nodes as f64 / puzzles.len() as f64);
        println!("  sudoku 0.8            {:8.3}", each(best[0]));
        for (times, simd) in best[1..].chunks(4).zip(&levels) {
            for (time, way) in times.iter().zip(["one by one", "in bulk", "in bulk, 2 threads", "in bulk, boards"]) {
                println!("  {:8} {way:18} {:8.3} ({:.2} x)", simd.name(), each(*time), best[0] / time);
            }
        }
    }
}
