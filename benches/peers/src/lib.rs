//! What the programs of this folder have in common: puzzles, and the time that something takes.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::time::Instant;

use pencilmark::{Model, Simd, Solver};

/// A generator that is good enough to shuffle (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Relabels the digits, rows, columns and bands of a puzzle.
pub fn relabel(puzzle: &[u8], random: &mut Random) -> Vec<u8> {
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

/// The distinct puzzles of a file of the corpus, shuffled, each in so many relabelled copies.
pub fn load(name: &str, copies: usize, random: &mut Random) -> Vec<Vec<u8>> {
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

/// Seconds of processor time that this thread has had, where the system tells; else of the clock since `start`.
fn clock(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let taken = told.and_then(|told| told.split(' ').next().and_then(|taken| taken.parse::<f64>().ok()));
    taken.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

/// Seconds that `work` takes, of processor time if it is all done by this thread.
pub fn timed(threads: usize, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    let before = clock(start);
    work();
    if threads == 1 { clock(start) - before } else { start.elapsed().as_secs_f64() }
}

/// A solver with the usual rules.
pub fn solver(model: &Model, simd: Simd, threads: usize) -> Solver {
    let threads = NonZeroUsize::new(threads).expect("not zero");
    Solver::builder(model).simd(simd).threads(threads).build().expect("the usual rules")
}

/// The instruction sets to measure: the one that the environment names, or all that the processor has.
pub fn levels() -> Vec<Simd> {
    match std::env::var(Simd::VARIABLE) {
        Ok(_) => vec![Simd::chosen()],
        Err(_) => Simd::ALL.into_iter().filter(|simd| simd.is_supported()).collect(),
    }
}
