//! Boards that others collected and rated, read from the folder that `PENCILMARK_CORPUS` names. Without it these
//! tests say that they were skipped; with it a missing file fails. The long ones are ignored unless asked for.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use pencilmark::{
    Board, Boxes, HallSets, Limits, NotUnique, Outcome, ReadOptions, Solver, Sudoku, Uniqueness,
};

/// The text of a file of the corpus; none if there is no corpus.
fn corpus(name: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("PENCILMARK_CORPUS") else {
        println!("skipped {name}: PENCILMARK_CORPUS is not set");
        return None;
    };
    let path = PathBuf::from(folder).join(name);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

fn nine(text: &str) -> (Sudoku, Vec<Board>) {
    let boards: Vec<Board> = text.lines().map(|line| line.parse().unwrap()).collect();
    (Sudoku::new(boards[0].geometry()).unwrap(), boards)
}

#[test]
fn singles_complete_exactly_the_puzzles_that_were_rated_so() {
    let Some(text) = corpus("nine/rated.tsv") else { return };
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|row| row.split('\t').collect()).collect();
    let (mut sudoku, boards) = nine(&rows.iter().map(|row| row[0]).collect::<Vec<_>>().join("\n"));
    let mut completed = 0;
    for (board, row) in boards.iter().zip(&rows) {
        let full = sudoku.puzzle(board).unwrap().inferred().expect_done().is_full();
        assert_eq!(full, row[2] == "0", "{}", row[0]);
        completed += usize::from(full);
    }
    println!("rated: {} boards, {completed} completed by singles", boards.len());
    assert_eq!((completed, boards.len()), (2492, 7042));
}

#[test]
#[ignore = "long"]
fn every_board_of_side_nine_is_proved_unique() {
    for (name, count) in [("17clue", 10_000), ("top1465", 1465), ("hardest11", 10_000)] {
        let Some(text) = corpus(&format!("nine/{name}.txt")) else { return };
        let (mut sudoku, boards) = nine(&text);
        assert_eq!(boards.len(), count);
        let start = Instant::now();
        for board in &boards {
            match sudoku.puzzle(board).unwrap().is_unique() {
                Uniqueness::Unique(solution) => assert_eq!(board.verify(&solution), Ok(())),
                other => panic!("{board:?}: {other:?}"),
            }
        }
        let micros = start.elapsed().as_secs_f64() * 1e6 / count as f64;
        println!("{name}: {count} boards, all unique, {micros:.1} us each");
    }
}

#[test]
#[ignore = "long"]
fn easy_large_boards_have_the_number_of_solutions_on_record() {
    let Some(manifest) = corpus("large/MANIFEST.tsv") else { return };
    let mut boards = 0;
    for row in manifest.lines().skip(1) {
        let row: Vec<&str> = row.split('\t').collect();
        let (name, side, solutions, class) = (row[0], row[1].parse::<u32>().unwrap(), row[5], row[6]);
        let waits = name.starts_with("gecode_25_p89") || name.starts_with("gecode_25_p90");
        if class != "easy" || !(12..=36).contains(&side) || waits {
            continue;
        }
        let Some(text) = corpus(&format!("large/{name}")) else { return };
        let board: Board = text.parse().unwrap();
        let mut sudoku = Sudoku::new(board.geometry()).unwrap();
        sudoku.solver().set_limits(Limits::none().time(Duration::from_secs(20)));
        let found = match sudoku.puzzle(&board).unwrap().is_unique() {
            Uniqueness::Unique(_) => "unique",
            Uniqueness::NotUnique(NotUnique::Multiple(_)) => "several",
            Uniqueness::NotUnique(NotUnique::NoSolution(_)) => "none",
            Uniqueness::Stopped(_) => "stopped",
        };
        assert_eq!(found, solutions, "{name}");
        boards += 1;
    }
    println!("large, easy: {boards} boards");
    assert!(boards > 90);
}

#[test]
fn the_largest_board_follows_by_singles() {
    let Some(text) = corpus("large/kociemba_400_h.txt") else { return };
    let board: Board = text.parse().unwrap();
    let mut sudoku = Sudoku::new(board.geometry()).unwrap();
    let start = Instant::now();
    let Outcome::Done(after) = sudoku.puzzle(&board).unwrap().inferred() else { panic!("no solution") };
    println!("400x400 by singles: {:.2} s", start.elapsed().as_secs_f64());
    assert_eq!(board.verify(&after), Ok(()));
}

#[test]
fn every_latin_square_reads_and_propagates() {
    let Some(manifest) = corpus("latin/MANIFEST.tsv") else { return };
    let mut boards = 0;
    for row in manifest.lines().skip(1) {
        let row: Vec<&str> = row.split('\t').collect();
        let Some(text) = corpus(&format!("latin/{}", row[0])) else { return };
        let board = Board::parse(&text, &ReadOptions::new().boxes(Boxes::None)).unwrap();
        let mut sudoku = Sudoku::new(board.geometry()).unwrap();
        match sudoku.puzzle(&board).unwrap().inferred() {
            Outcome::Done(after) => assert!(after.givens() >= board.givens()),
            other => assert_eq!(row[5], "none", "{}: {other:?}", row[0]),
        }
        boards += 1;
    }
    println!("latin: {boards} boards");
    assert_eq!(boards, 38);
}

/// Boards that the list calls solved by domain consistency: with the rule for it, no decision is made.
#[test]
fn domain_consistency_alone_solves_what_the_list_says() {
    let Some(manifest) = corpus("large/MANIFEST.tsv") else { return };
    let mut solved = 0;
    for line in manifest.lines().filter(|line| line.ends_with("\tdomain consistency")) {
        let name = line.split('\t').next().unwrap();
        let text = corpus(&format!("large/{name}")).unwrap();
        let board = Board::parse(&text, &ReadOptions::new()).unwrap();
        let model = Sudoku::model(board.geometry()).build().unwrap();
        let solver = Solver::builder(&model).rule(HallSets).build().unwrap();
        let mut sudoku = Sudoku::with_solver(board.geometry(), solver).unwrap();
        let Uniqueness::Unique(_) = sudoku.puzzle(&board).unwrap().is_unique() else { panic!("{name}") };
        assert_eq!(sudoku.solver().statistics().nodes, 0, "{name}");
        solved += 1;
    }
    assert!(solved > 5, "{solved} boards");
}
