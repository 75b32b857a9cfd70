//! Questions about many boards of one shape.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use crate::model::ids::{Literal, Var};
use crate::search::solution::Solution;
use crate::solver::outcome::{Count, Outcome, Uniqueness};
use crate::solver::solver::Solver;
use crate::sudoku::board::Board;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::puzzle::{Puzzle, filled};
use crate::sudoku::solve::{Sudoku, SudokuError};

/// Above this side the lanes do not work, and nearly empty boards need the pattern grid.
const LARGEST: u32 = 25;

impl Sudoku {
    /// A solution of each of many boards, in their order: [`Solver::solve_many`](crate::Solver::solve_many) says how.
    /// [`Impossible::of`](crate::Impossible::of) puts the reason why there is none in words.
    ///
    /// ```
    /// use pencilmark::{Board, Geometry, Outcome, Sudoku};
    ///
    /// let mut sudoku = Sudoku::new(Geometry::new(2, 2)?)?;
    /// let boards = ["1... .2.. ..3. ...4".parse::<Board>()?, "11.. .... .... ....".parse()?];
    /// let outcomes: Vec<_> = sudoku.solve_many(&boards).collect::<Result<_, _>>()?;
    /// assert!(matches!(outcomes[..], [Outcome::Done(_), Outcome::NoSolution(_)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// In the place of a board: [`SudokuError::WrongGeometry`] if it has another shape.
    pub fn solve_many<'a, I>(
        &'a mut self,
        boards: I,
    ) -> impl Iterator<Item = Result<Outcome<Board>, SudokuError>> + use<'a, I>
    where
        I: IntoIterator<Item: Borrow<Board> + 'a, IntoIter: 'a>,
    {
        let geometry = self.geometry();
        let board = move |outcome: Outcome<Solution>| outcome.map(|solution| filled(geometry, solution));
        self.many(
            boards.into_iter(),
            |puzzle: &mut Puzzle<'_>| puzzle.solve(),
            move |solver, lists| Box::new(solver.solve_many(lists).map(board)),
        )
    }

    /// Whether each of many boards has exactly one solution, in their order: otherwise as
    /// [`solve_many`](Sudoku::solve_many).
    ///
    /// # Errors
    /// In the place of a board: [`SudokuError::WrongGeometry`] if it has another shape.
    pub fn check_many<'a, I>(
        &'a mut self,
        boards: I,
    ) -> impl Iterator<Item = Result<Uniqueness<Board>, SudokuError>> + use<'a, I>
    where
        I: IntoIterator<Item: Borrow<Board> + 'a, IntoIter: 'a>,
    {
        let geometry = self.geometry();
        let board = move |answer: Uniqueness| answer.map(|solution| filled(geometry, solution));
        self.many(
            boards.into_iter(),
            |puzzle: &mut Puzzle<'_>| puzzle.is_unique(),
            move |solver, lists| Box::new(solver.check_many(lists).map(board)),
        )
    }

    /// How many solutions each of many boards has, counted up to `limit`, in their order: otherwise as
    /// [`solve_many`](Sudoku::solve_many).
    ///
    /// # Errors
    /// In the place of a board: [`SudokuError::WrongGeometry`] if it has another shape.
    pub fn count_many<'a, I>(
        &'a mut self,
        boards: I,
        limit: u64,
    ) -> impl Iterator<Item = Result<Count, SudokuError>> + use<'a, I>
    where
        I: IntoIterator<Item: Borrow<Board> + 'a, IntoIter: 'a>,
    {
        self.many(
            boards.into_iter(),
            move |puzzle| puzzle.count(limit),
            move |solver, lists| Box::new(solver.count_many(lists, limit)),
        )
    }

    /// Whether eight boards or more share the lanes when they are asked for up to so many solutions each:
    /// [`Solver::shares_lanes`](crate::Solver::shares_lanes), and boards that are not too large.
    pub fn shares_lanes(&mut self, limit: u64) -> bool {
        self.geometry().side() <= LARGEST && self.solver().shares_lanes(limit)
    }

    /// Answers by `many`, or by `one` for each board where it must be told which digits to try first.
    fn many<'a, I, T: 'a>(
        &'a mut self,
        boards: I,
        one: impl Fn(&mut Puzzle<'_>) -> T + 'a,
        many: impl FnOnce(&'a mut Solver, Box<dyn Iterator<Item = Vec<Literal>> + 'a>) -> Answers<'a, T>,
    ) -> Answers<'a, Result<T, SudokuError>>
    where
        I: Iterator<Item: Borrow<Board> + 'a> + 'a,
    {
        let geometry = self.geometry();
        if geometry.side() > LARGEST {
            return Box::new(
                boards.map(move |board| self.puzzle(board.borrow()).map(|mut puzzle| one(&mut puzzle))),
            );
        }
        self.forget();
        // Answers come in the order of the boards: an error waits for its turn.
        let errors = Rc::new(RefCell::new(VecDeque::new()));
        let noted = errors.clone();
        let lists = boards.map(move |board| {
            let found = board.borrow().geometry();
            let error =
                (found != geometry).then_some(SudokuError::WrongGeometry { found, expected: geometry });
            let list = match error {
                None => listed(geometry, board.borrow()),
                Some(_) => Literals::new(board, None).collect(),
            };
            noted.borrow_mut().push_back(error);
            list
        });
        let answers = many(self.solver(), Box::new(lists));
        Box::new(answers.map(move |answer| match errors.borrow_mut().pop_front().flatten() {
            Some(error) => Err(error),
            None => Ok(answer),
        }))
    }

    /// Nothing of an earlier board is left.
    fn forget(&mut self) {
        self.solver().clear_assumptions();
        self.solver().set_phases([]);
    }
}

/// The literals of a board of this shape.
fn listed(geometry: Geometry, board: &Board) -> Vec<Literal> {
    let digits = board.digits();
    let mut literals = vec![Literal::Is(Var(0), 0); digits.len()];
    let mut length = 0;
    // Which cells are empty is beyond any guess, so nothing branches on it.
    for (index, &digit) in digits.iter().enumerate() {
        literals[length] = Literal::Is(Var(index as u32), digit as i32);
        length += usize::from(digit != 0);
    }
    literals.truncate(length);
    if board.has_candidates() {
        literals.extend(missing(geometry, board));
    }
    literals
}

type Answers<'a, T> = Box<dyn Iterator<Item = T> + 'a>;

/// What a board says, as literals: its digits, and where candidates are noted those that are missing.
pub(crate) struct Literals<B> {
    board: B,
    next: usize,
    further: std::vec::IntoIter<Literal>,
}

impl<B: Borrow<Board>> Literals<B> {
    /// The literals of a board of this shape. Of another shape they contradict each other, which ends the search at
    /// once.
    pub(crate) fn new(board: B, geometry: Option<Geometry>) -> Literals<B> {
        let (next, further) = match geometry {
            None => (usize::MAX, vec![Literal::Is(Var(0), 1), Literal::IsNot(Var(0), 1)]),
            Some(geometry) if board.borrow().has_candidates() => (0, missing(geometry, board.borrow())),
            Some(_) => (0, Vec::new()),
        };
        Literals { board, next, further: further.into_iter() }
    }
}

impl<B: Borrow<Board>> Iterator for Literals<B> {
    type Item = Literal;

    fn next(&mut self) -> Option<Literal> {
        let digits = self.board.borrow().digits();
        while let Some(&digit) = digits.get(self.next) {
            self.next += 1;
            if digit != 0 {
                return Some(Literal::Is(Var(self.next as u32 - 1), digit as i32));
            }
        }
        self.further.next()
    }
}

/// The candidates that are not noted, where some are.
fn missing(geometry: Geometry, board: &Board) -> Vec<Literal> {
    let mut literals = Vec::new();
    for index in 0..geometry.cells() {
        let Some(cell) = geometry.cell(index).filter(|&cell| board.digit(cell).is_none()) else { continue };
        let mut next = 1;
        for candidate in board.candidates(cell).chain([geometry.side() + 1]) {
            literals.extend((next..candidate).map(|digit| Literal::IsNot(Var(index as u32), digit as i32)));
            next = candidate + 1;
        }
    }
    literals
}
