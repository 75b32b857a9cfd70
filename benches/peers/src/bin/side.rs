//! Boards of one side of the corpus that are marked easy, in bulk: each solved, and a second solution looked for.
//!
//! `PENCILMARK_CORPUS=... cargo run --release --bin side -- [SIDE] [COPIES]` in this folder; 16 and a hundred relabelled copies
//! of each board unless said. One thread, by its processor time. `python3 hard.py easy` times other solvers on the same boards.

use std::path::Path;

use peers::{Random, levels, solver, timed};
use pencilmark::{Board, ReadOptions, Sudoku, Uniqueness};

/// The boards of the corpus of that side and of class easy.
fn easy(side: u32) -> Vec<Board> {
    let folder = std::env::var("PENCILMARK_CORPUS").expect("PENCILMARK_CORPUS names the corpus folder");
    let folder = Path::new(&folder).join("large");
    let manifest = std::fs::read_to_string(folder.join("MANIFEST.tsv")).expect("a readable file");
    let rows = manifest.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let chosen = rows.filter(|row| row[1] == side.to_string() && row[6] == "easy");
    let read = |row: Vec<&str>| {
        let text = std::fs::read_to_string(folder.join(row[0])).expect("a readable file");
        Board::parse(&text, &ReadOptions::new()).expect("a board")
    };
    chosen.map(read).collect()
}

/// The same board with other digits.
fn relabelled(board: &Board, random: &mut Random) -> Board {
    let mut digits: Vec<u32> = (1..=board.geometry().side()).collect();
    random.shuffle(&mut digits);
    let digit = |cell| board.digit(cell).map_or(0, |digit| digits[digit as usize - 1]);
    let geometry = board.geometry();
    let cells = (0..geometry.cells()).filter_map(|index| geometry.cell(index));
    Board::from_digits(geometry, cells.map(digit).collect()).expect("the same shape")
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let side = numbers.next().unwrap_or(16);
    let copies = numbers.next().unwrap_or(100);
    let mut random = Random(1);
    let boards = easy(side);
    let geometry = boards.first().expect("the corpus has boards of that side").geometry();
    let mut all: Vec<Board> = boards
        .iter()
        .flat_map(|board| (0..copies).map(|_| relabelled(board, &mut random)).collect::<Vec<_>>())
        .collect();
    random.shuffle(&mut all);
    println!("{} boards of side {side}, {copies} copies of each", boards.len());
    let model = Sudoku::model(geometry).build().expect("it is small");
    for simd in levels() {
        let mut sudoku = Sudoku::with_solver(geometry, solver(&model, simd, 1)).expect("its model");
        let mut unique = 0;
        let time = timed(1, || {
            let answers = sudoku.check_many(&all).map(|answer| answer.expect("its shape"));
            unique = answers.filter(|answer| matches!(answer, Uniqueness::Unique(_))).count();
        });
        let each = time * 1e6 / all.len() as f64;
        println!("  {:8} {each:9.1} us a board, {unique} of {} with one solution", simd.name(), all.len());
    }
}
