//! Bulk 9x9: pencilmark's lanes against the crate `sudoku`, interleaved in one run.
//!
//! `PENCILMARK_CORPUS=... cargo run --release -- [ROUNDS]` in this folder. Every puzzle is solved and proved unique.

use pencilmark::search::lanes::executor::LaneExecutor;
use pencilmark::search::lanes::plan::LanePlan;
use pencilmark::search::lanes::simd::Level;
use pencilmark::search::lanes::task::{Ending, Exchange, Report, Task};
use std::collections::HashSet;
use std::time::Instant;

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

/// The regions of a 9x9 board with 3x3 boxes.
fn regions() -> Vec<Vec<u32>> {
    let mut regions = Vec::new();
    for i in 0..9 {
        regions.push((0..9).map(|j| 9 * i + j).collect());
        regions.push((0..9).map(|j| 9 * j + i).collect());
        regions.push((0..9).map(|j| 9 * (i / 3 * 3 + j / 3) + i % 3 * 3 + j % 3).collect());
    }
    regions
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

struct Bulk<'a> {
    puzzles: &'a [Vec<u8>],
    next: usize,
    unique: usize,
    nodes: u64,
    digits: u64,
}

impl Exchange for Bulk<'_> {
    fn next(&mut self, domains: &mut [u64]) -> Option<Task> {
        let puzzle = self.puzzles.get(self.next)?;
        self.next += 1;
        for (domain, &byte) in domains.iter_mut().zip(puzzle) {
            *domain = if byte.is_ascii_digit() { 1 << (byte - b'1') } else { 0x1ff };
        }
        Some(Task::solutions(2))
    }

    fn solution(&mut self, _: u64, values: &[u8]) {
        self.digits += u64::from(values[0]);
    }

    fn finished(&mut self, _: u64, report: Report) {
        self.unique += usize::from(report.count == 1 && report.ending == Ending::Complete);
        self.nodes += report.nodes;
    }
}

fn main() {
    let rounds: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(5);
    let plan = std::sync::Arc::new(LanePlan::new(&[0x1ff; 81], &regions()).expect("a valid plan"));
    let mut random = Random(1);
    let levels: Vec<Level> = match std::env::var("PENCILMARK_SIMD") {
        Ok(_) => vec![Level::detect()],
        Err(_) => Level::ALL.into_iter().filter(|level| level.is_supported()).collect(),
    };
    println!("{:24} {:>9} {:>8} | microseconds a puzzle (best of {rounds}), ratio", "file", "puzzles", "nodes");
    for (name, copies) in [("17clue.txt", 1), ("top1465.txt", 10), ("hardest11.txt", 1)] {
        let puzzles = load(name, copies, &mut random);
        let mut best = vec![f64::INFINITY; levels.len() + 1];
        let mut nodes = 0.0;
        for _ in 0..rounds {
            for (time, &level) in best[1..].iter_mut().zip(&levels) {
                let mut executor = LaneExecutor::with_level(plan.clone(), level, usize::MAX);
                let mut bulk = Bulk { puzzles: &puzzles, next: 0, unique: 0, nodes: 0, digits: 0 };
                let start = Instant::now();
                executor.run(&mut bulk);
                *time = time.min(start.elapsed().as_secs_f64());
                assert_eq!(bulk.unique, puzzles.len());
                nodes = bulk.nodes as f64 / puzzles.len() as f64;
            }
            let start = Instant::now();
            let mut unique = 0;
            for puzzle in &puzzles {
                let text = std::str::from_utf8(puzzle).expect("ascii");
                unique += usize::from(sudoku::Sudoku::from_str_line(text).expect("a board").is_uniquely_solvable());
            }
            best[0] = best[0].min(start.elapsed().as_secs_f64());
            assert_eq!(unique, puzzles.len());
        }
        print!("{name:20} x {copies} {:>9} {nodes:>8.2} | sudoku {:.2}", puzzles.len(), best[0] * 1e6 / puzzles.len() as f64);
        for (time, level) in best[1..].iter().zip(&levels) {
            print!(" | {} {:.3} ({:.2} x)", level.name(), time * 1e6 / puzzles.len() as f64, best[0] / time);
        }
        println!();
    }
}
