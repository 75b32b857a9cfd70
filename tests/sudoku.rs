//! Sudoku on top of the engine: boards with known answers, and what must not change an answer.

#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use pencilmark::{
    Board, Boxes, Cell, Count, Geometry, Impossible, Limits, NotUnique, Outcome, ReadOptions, Solver, Sudoku,
    SudokuError, Uniqueness, inferred, solve,
};
use proptest::prelude::*;

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn count(text: &str, limit: u64) -> Count {
    let board = board(text);
    Sudoku::new(board.geometry()).unwrap().puzzle(&board).unwrap().count(limit)
}

#[test]
fn the_exercise_is_inferred_to_the_end_and_left_as_it_was() {
    let given = board(
        "[[0,0,0,0,0,0,0,0,0],[4,0,0,7,8,9,0,0,0],[7,8,0,0,0,0,0,5,6],[0,2,0,3,6,0,8,0,0],[0,0,5,0,0,7,0,1,0],\
         [8,0,0,2,0,0,0,0,5],[0,0,1,6,4,0,9,7,0],[0,0,0,9,0,0,0,0,0],[0,0,0,0,3,0,0,0,2]]",
    );
    let before = given.clone();
    let after = inferred(&given).unwrap();
    let wanted = "213456789456789123789123456124365897365897214897214365531642978642978531978531642";
    assert_eq!(after, board(wanted));
    assert_eq!(given, before);
}

#[test]
fn a_board_that_singles_do_not_complete_is_half_filled_and_right() {
    let given = board("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........");
    let after = inferred(&given).unwrap();
    assert!(!after.is_full() && after.givens() >= given.givens());
    let Outcome::Done(solution) = solve(&given).unwrap() else { panic!("it has a solution") };
    let agrees = |(a, b): (&u32, &u32)| *a == 0 || a == b;
    assert!(after.digits().iter().zip(solution.digits()).all(agrees));
    assert_eq!(given.verify(&solution), Ok(()));
}

#[test]
fn a_contradiction_is_an_error_that_names_it() {
    let clash = board(".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..");
    let error = inferred(&clash).unwrap_err();
    assert!(matches!(error, SudokuError::Impossible(Impossible::Clashes(_))));
    assert!(error.to_string().starts_with("r1c2 and r1c3 are both 9, in row 1"), "{error}");
    // r1c9 sees all digits but 9, which stands in its column.
    let empty = board("12345678.........9...............................................................");
    let error = inferred(&empty).unwrap_err().to_string();
    assert!(error.contains("r1c9") || error.contains("9 has no place left in row 1"), "{error}");
}

#[test]
fn boards_with_known_counts() {
    let known = [
        ("000007004000006003860200000509082000640000080000000700000000042010030000703000009", 1),
        ("895.....7..79...6...65..3.....34.6.9.....81...2.....4..7...5.....8......9..6....5", 4),
        ("6..27.49...9.8..3.73...6..2.473.8.653..4...799....7.....3...9.7.7256.3....47.2.5.", 5),
        ("...........12.34...6..9..3..2.....9...3.8.1...9.....6..8..6..7...51.48...........", 1),
        (".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..", 0),
        (".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........", 0),
    ];
    let start = Instant::now();
    for (text, solutions) in known {
        assert_eq!(count(text, 100), Count::Exactly(solutions), "{text}");
    }
    assert!(start.elapsed() < Duration::from_secs(5));
    let first = "321597864497816253865243197579182436642375981138964725986751342214639578753428619";
    assert_eq!(solve(&board(known[0].0)).unwrap(), Outcome::Done(board(first)));
}

#[test]
fn nearly_empty_boards_stop_at_the_limit_in_every_rotation() {
    let mut text =
        "........................................................8.................6......".to_owned();
    assert_eq!(count(&text, 50), Count::AtLeast(50));
    text = "001000000200000000003000000400000005005000600600000040007103000800000000009020000".to_owned();
    for _ in 0..4 {
        assert_eq!(count(&text, 21), Count::AtLeast(21), "{text}");
        let symbols: Vec<char> = text.chars().collect();
        text = (0..81).map(|i| symbols[(8 - i % 9) * 9 + i / 9]).collect();
    }
}

#[test]
fn small_boards_are_counted_in_full() {
    let full = |geometry: Geometry| {
        let empty = Board::empty(geometry);
        Sudoku::new(geometry).unwrap().puzzle(&empty).unwrap().count(u64::MAX)
    };
    assert_eq!(full(Geometry::new(1, 1).unwrap()), Count::Exactly(1));
    assert_eq!(full(Geometry::new(2, 2).unwrap()), Count::Exactly(288));
    assert_eq!(full(Geometry::boxless(4).unwrap()), Count::Exactly(576));
    assert_eq!(full(Geometry::new(1, 4).unwrap()), Count::Exactly(576));
    assert_eq!(full(Geometry::new(4, 1).unwrap()), Count::Exactly(576));
}

#[test]
fn a_larger_board_is_solved_on_a_small_stack() {
    let run = || {
        for geometry in [Geometry::new(4, 4), Geometry::new(3, 4), Geometry::new(5, 5), Geometry::boxless(20)]
        {
            let empty = Board::empty(geometry.unwrap());
            let Outcome::Done(full) = solve(&empty).unwrap() else { panic!("no solution") };
            assert_eq!(empty.verify(&full), Ok(()));
        }
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(run).unwrap().join().unwrap();
}

#[test]
fn a_stop_is_never_a_no() {
    let geometry = Geometry::new(10, 10).unwrap();
    let mut sudoku = Sudoku::new(geometry).unwrap();
    sudoku.solver().set_limits(Limits::none().time(Duration::from_millis(300)));
    let empty = Board::empty(geometry);
    let start = Instant::now();
    match sudoku.puzzle(&empty).unwrap().solve() {
        Outcome::Done(full) => assert_eq!(empty.verify(&full), Ok(())),
        Outcome::Stopped(_) => {}
        Outcome::NoSolution(proof) => panic!("{proof:?}"),
    }
    assert!(start.elapsed() < Duration::from_millis(600), "{:?}", start.elapsed());
}

#[test]
fn candidates_restrict_what_a_cell_may_be() {
    let mut start = Board::empty(Geometry::new(2, 2).unwrap());
    for column in 0..4 {
        start.set_candidates(Cell::new(0, column), &[1, 2, 3]).unwrap();
    }
    let mut sudoku = Sudoku::new(start.geometry()).unwrap();
    assert!(matches!(sudoku.puzzle(&start).unwrap().solve(), Outcome::NoSolution(_)));
    start.set_candidates(Cell::new(0, 3), &[4]).unwrap();
    assert_eq!(sudoku.puzzle(&start).unwrap().count(1000), Count::Exactly(72));
    let marks = sudoku.puzzle(&start).unwrap().pencil_marks().expect_done();
    assert!(marks.candidates(Cell::new(1, 3)).eq([1, 2, 3]));
}

#[test]
fn a_board_of_another_shape_is_refused() {
    let mut sudoku = Sudoku::new(Geometry::new(2, 3).unwrap()).unwrap();
    let other = Board::empty(Geometry::new(3, 2).unwrap());
    let error = sudoku.puzzle(&other).unwrap_err();
    assert_eq!(error.to_string(), "the board has side 6 and boxes 3x2, not side 6 and boxes 2x3");
}

#[test]
fn a_solver_of_another_model_is_refused() {
    let geometry = Geometry::new(2, 2).unwrap();
    let refused = |model: pencilmark::ModelBuilder| {
        let solver = Solver::new(&model.build().unwrap());
        Sudoku::with_solver(geometry, solver).unwrap_err().to_string()
    };
    for (domain, what) in [(0..=3, "x0 may be 0, not one of 1-4"), (1..=5, "x0 may be 5, not one of 1-4")] {
        let mut builder = pencilmark::ModelBuilder::new();
        builder.variables(16, domain);
        assert!(refused(builder).ends_with(what));
    }
    let mut builder = pencilmark::ModelBuilder::new();
    builder.variables(16, 1..=4);
    assert!(refused(builder).ends_with("no region is row 1 where it is expected"));
    assert!(refused(pencilmark::ModelBuilder::new()).ends_with("fewer than the 16 cells"));
}

#[test]
fn a_forbidden_only_solution_leaves_none() {
    // A Latin square of order 10 thinned out until nothing more can go, then its solution forbidden.
    let side = 10;
    let geometry = Geometry::boxless(side).unwrap();
    let whole: Vec<u32> = (0..side * side).map(|i| (i / side * 3 + i % side) % side + 1).collect();
    let mut puzzle = Board::from_digits(geometry, whole.clone()).unwrap();
    let mut sudoku = Sudoku::new(geometry).unwrap();
    for step in 0..side * side {
        let cell = geometry.cell((step * 37 % (side * side)) as usize).unwrap();
        let digit = puzzle.digit(cell).unwrap_or(0);
        puzzle.set(cell, 0).unwrap();
        if !matches!(sudoku.puzzle(&puzzle).unwrap().is_unique(), Uniqueness::Unique(_)) {
            puzzle.set(cell, digit).unwrap();
        }
    }
    assert!(puzzle.givens() < 50, "{} givens", puzzle.givens());

    struct NotThis(Vec<pencilmark::Var>, Vec<i32>);
    impl pencilmark::Constraint for NotThis {
        fn name(&self) -> &str {
            "not this"
        }
        fn scope(&self) -> &[pencilmark::Var] {
            &self.0
        }
        fn holds(&self, values: &[i32]) -> bool {
            values != self.1
        }
    }
    let mut builder = Sudoku::model(geometry);
    builder.constraint(NotThis(Sudoku::cells(geometry), whole.iter().map(|&digit| digit as i32).collect()));
    let solver = Solver::new(&builder.build().unwrap());
    let mut forbidden = Sudoku::with_solver(geometry, solver).unwrap();
    let answer = forbidden.puzzle(&puzzle).unwrap().is_unique();
    assert!(matches!(answer, Uniqueness::NotUnique(NotUnique::NoSolution(_))), "{answer:?}");
}

/// A board of 6x6 with 2x3 boxes, made by keeping some cells of a shuffled solution and perhaps breaking one.
fn six() -> impl Strategy<Value = Board> {
    (any::<u64>(), 4usize..24, any::<Option<(u8, u8)>>()).prop_map(|(seed, keep, breaking)| {
        let geometry = Geometry::new(2, 3).unwrap();
        let solver = Solver::builder(&Sudoku::model(geometry).build().unwrap()).seed(seed).build().unwrap();
        let mut sudoku = Sudoku::with_solver(geometry, solver).unwrap();
        let full = sudoku.puzzle(&Board::empty(geometry)).unwrap().solve().expect_done();
        let mut digits = full.digits().to_vec();
        let mut state = seed | 1;
        let mut next = move || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize
        };
        while digits.iter().filter(|&&digit| digit != 0).count() > keep {
            digits[next() % 36] = 0;
        }
        if let Some((cell, digit)) = breaking {
            digits[cell as usize % 36] = u32::from(digit) % 6 + 1;
        }
        Board::from_digits(geometry, digits).unwrap()
    })
}

fn six_count(board: &Board) -> Count {
    Sudoku::new(board.geometry()).unwrap().puzzle(board).unwrap().count(200)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn relabelling_transposing_and_permuting_keep_the_count(board in six(), shift in 1u32..6, rows in any::<[bool; 3]>()) {
        let wanted = six_count(&board);
        let digits = board.digits();
        let with = |geometry, digits| six_count(&Board::from_digits(geometry, digits).unwrap());
        let relabelled = digits.iter().map(|&digit| if digit == 0 { 0 } else { (digit + shift) % 6 + 1 }).collect();
        prop_assert_eq!(with(board.geometry(), relabelled), wanted);
        let transposed = (0..36).map(|i| digits[i % 6 * 6 + i / 6]).collect();
        prop_assert_eq!(with(Geometry::new(3, 2).unwrap(), transposed), wanted);
        let swapped = (0..36).map(|i| {
            let row = i / 6;
            let row = if rows[row / 2] { row ^ 1 } else { row };
            digits[row * 6 + i % 6]
        }).collect();
        prop_assert_eq!(with(board.geometry(), swapped), wanted);
    }

    #[test]
    fn what_is_inferred_stands_in_every_solution(board in six()) {
        let mut sudoku = Sudoku::new(board.geometry()).unwrap();
        let solutions: Vec<Board> = sudoku.puzzle(&board).unwrap().solutions().take(50).collect();
        match sudoku.puzzle(&board).unwrap().pencil_marks() {
            Outcome::Done(marks) => for solution in &solutions {
                for cell in (0..36).filter_map(|index| board.geometry().cell(index)) {
                    let digit = solution.digit(cell).unwrap();
                    prop_assert!(marks.candidates(cell).any(|candidate| candidate == digit));
                }
            },
            Outcome::NoSolution(_) => prop_assert!(solutions.is_empty()),
            Outcome::Stopped(stopped) => prop_assert!(false, "{stopped}"),
        }
    }
}

#[test]
fn a_prime_side_asks_for_its_boxes() {
    let text = "12345 23451 34512 45123 5123.";
    assert!(Board::parse(text, &ReadOptions::new()).is_err());
    let square = Board::parse(text, &ReadOptions::new().boxes(Boxes::None)).unwrap();
    let Outcome::Done(full) = solve(&square).unwrap() else { panic!("it has a solution") };
    assert_eq!(full.digit(Cell::new(4, 4)), Some(4));
}

#[test]
fn many_boards_are_answered_in_their_order() {
    let mut sudoku = Sudoku::new(Geometry::new(2, 2).unwrap()).unwrap();
    let marked: Board = {
        let mut board = Board::empty(Geometry::new(2, 2).unwrap());
        board.set_candidates(Cell::new(0, 0), &[2, 3]).unwrap();
        board
    };
    let texts = ["1... .2.. ..3. ...4", "11.. .... .... ....", ".... .... .... ....", "1234 3412 2143 432."];
    for copies in [0, 1, 2, 30] {
        let mut boards: Vec<Board> = Vec::new();
        for _ in 0..copies {
            boards.extend(texts.map(|text| text.parse().unwrap()));
            boards.push(Board::empty(Geometry::new(1, 1).unwrap()));
            boards.push(marked.clone());
        }
        let counts: Vec<_> = sudoku.count_many(&boards, 300).collect();
        let checks: Vec<_> = sudoku.check_many(boards.iter().cloned()).collect();
        let solved: Vec<_> = sudoku.solve_many(&boards).collect();
        assert_eq!((counts.len(), checks.len(), solved.len()), (6 * copies, 6 * copies, 6 * copies));
        for (number, board) in boards.iter().enumerate() {
            let (count, check, solved) = (&counts[number], &checks[number], &solved[number]);
            if number % 6 == 4 {
                assert!(matches!(count, Err(SudokuError::WrongGeometry { .. })));
                assert!(matches!(check, Err(SudokuError::WrongGeometry { .. })));
                assert!(matches!(solved, Err(SudokuError::WrongGeometry { .. })));
                continue;
            }
            let mut puzzle = sudoku.puzzle(board).unwrap();
            let alone = puzzle.count(300);
            assert_eq!(count.as_ref().unwrap(), &alone);
            match (check.as_ref().unwrap(), solved.as_ref().unwrap()) {
                (Uniqueness::Unique(one), Outcome::Done(other)) => {
                    assert_eq!((alone.found(), one), (1, other));
                    assert_eq!(board.verify(one), Ok(()));
                }
                (Uniqueness::NotUnique(NotUnique::Multiple(pair)), Outcome::Done(one)) => {
                    assert!(alone.found() > 1 && pair[0] != pair[1]);
                    assert!(pair.iter().chain([one]).all(|full| board.verify(full) == Ok(())));
                }
                (Uniqueness::NotUnique(NotUnique::NoSolution(_)), Outcome::NoSolution(proof)) => {
                    assert_eq!(alone.found(), 0);
                    assert!(puzzle.reason(proof).to_string().contains("1"));
                }
                other => panic!("{other:?}"),
            }
        }
    }
}
