//! The questions of those who set puzzles.

use serde_json::{Map, Value};

use crate::program::answer::{Answer, Verdict};
use crate::program::asked::Asked;
use crate::program::status::Status;
use crate::propagation::statistics::Statistics;
use crate::solver::estimate::Estimate;
use crate::solver::outcome::{NoSolution, NotUnique, Outcome, SoFar, Stopped, Uniqueness};
use crate::solver::subset::Subset;
use crate::solver::supported::Support;
use crate::sudoku::board::Board;
use crate::sudoku::candidates::Candidates;
use crate::sudoku::geometry::{Cell, Geometry};
use crate::sudoku::puzzle::Puzzle;

/// What a stop has left open.
pub(crate) const PERHAPS_FALSE: &str = "some candidates may be in no solution";
pub(crate) const TOO_LOW: &str = "some counts are too low";
pub(crate) const PERHAPS_NEEDLESS: &str = "some givens may not be needed";

/// An answer that a stop has left unfinished; `what` it is.
pub(crate) fn unfinished(answer: Answer, stopped: &Stopped, what: &str) -> Answer {
    let reason = Some(format!("{stopped}: {what}"));
    Answer { status: Status::Stopped, stop: Some(stopped.reason), reason, ..answer }
}

/// The true candidates as a board.
pub(crate) fn candidates<E>(
    puzzle: &mut Puzzle<'_>,
    mut found: impl FnMut(&Board) -> Result<(), E>,
) -> Result<Answer, E> {
    let (candidates, stopped) = match puzzle.candidates(1) {
        SoFar::Done(candidates) => (candidates, None),
        SoFar::Stopped(candidates, stopped) => (candidates, Some(stopped)),
        SoFar::NoSolution(proof) => return Ok(Answer::no_solution(puzzle, &proof)),
    };
    match candidates.board() {
        Ok(board) => found(&board)?,
        Err(error) => return Ok(Answer::word(format!("error: {error}"), Status::BadInput)),
    }
    Ok(match stopped {
        None => Answer::done(),
        Some(stopped) => unfinished(Answer::done(), &stopped, PERHAPS_FALSE),
    })
}

/// The solutions of each candidate, as an object in pieces.
pub(crate) fn candidate_counts<E>(
    puzzle: &mut Puzzle<'_>,
    limit: u32,
    mut piece: impl FnMut(&str) -> Result<(), E>,
) -> Result<Answer, E> {
    let mut write = |candidates: &Candidates, complete| {
        let side = candidates.geometry().side();
        let supports = |cell: Cell| -> Supports {
            (1..=side).map(|digit| (digit as i32, candidates.support(cell, digit))).collect()
        };
        let row = |row| (0..side).map(|column| Some(supports(Cell::new(row, column)))).collect();
        counted((0..side).map(row), limit, complete, &mut piece)
    };
    Ok(match puzzle.candidates(limit) {
        SoFar::Done(candidates) => {
            write(&candidates, Complete::Yes)?;
            Answer::done()
        }
        SoFar::Stopped(candidates, stopped) => {
            write(&candidates, Complete::No)?;
            unfinished(Answer::done(), &stopped, TOO_LOW)
        }
        SoFar::NoSolution(proof) => Answer::no_solution(puzzle, &proof),
    })
}

/// The support of each value of a cell.
pub(crate) type Supports = Vec<(i32, Support)>;

/// Whether all of the counts are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Complete {
    Yes,
    No,
}

/// For each cell of each row, where there is one, the support of each value, as an object of which only a row is kept.
pub(crate) fn counted<E>(
    rows: impl Iterator<Item = Vec<Option<Supports>>>,
    limit: u32,
    complete: Complete,
    piece: &mut impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let cell = |supports: Supports| {
        let there = supports.into_iter().filter(|&(_, support)| support != Support::Exactly(0));
        let pairs = there.map(|(value, support)| {
            let known = support.stands().map(|_| support.found().min(limit.into()));
            (value.to_string(), known.map_or(Value::Null, Value::from))
        });
        Value::Object(pairs.collect::<Map<_, _>>())
    };
    for (number, row) in rows.enumerate() {
        let before = if number == 0 { "{\"cells\":[" } else { "," };
        let row: Value = row.into_iter().map(|supports| supports.map(cell)).collect();
        piece(&format!("{before}{row}"))?;
    }
    let complete = complete == Complete::Yes;
    piece(&format!("],\"complete\":{complete},\"limit\":{limit}}}"))
}

/// About how many solutions there are.
pub(crate) fn estimate(puzzle: &impl Asked, estimate: SoFar<Estimate>) -> Answer {
    match estimate {
        SoFar::Done(estimate) => {
            let answer = Answer::word(estimate.to_string(), Status::Done);
            let nothing = "no sample met a solution, which does not say that there is none";
            let reason = (estimate.hits() == 0).then(|| nothing.to_owned());
            Answer { reason, ..answer }
        }
        SoFar::Stopped(estimate, stopped) if estimate.samples() > 0 => {
            let what = format!("{} samples", estimate.samples());
            unfinished(Answer::word(estimate.to_string(), Status::Stopped), &stopped, &what)
        }
        SoFar::Stopped(_, stopped) => Answer::stopped(stopped.reason),
        SoFar::NoSolution(proof) => {
            let answer = Answer::no_solution(puzzle, &proof);
            Answer { verdict: Verdict::Word("0".to_owned()), ..answer }
        }
    }
}

/// Names a smallest contradiction; `none` is the answer without it.
pub(crate) fn why(puzzle: &mut Puzzle<'_>, none: Answer) -> Answer {
    let named =
        |board: &Board| Answer { verdict: Verdict::Word(format!("none: {}", named(board))), ..none.clone() };
    match puzzle.why() {
        Subset::Smallest(board) => named(&board),
        Subset::SoFar(board, stopped) => {
            unfinished(named(&board), &stopped, "fewer may contradict each other")
        }
        Subset::Stopped(stopped) => unfinished(none, &stopped, "no reason is known"),
        Subset::NotEnough => none,
    }
}

/// What a board says, in words.
fn named(board: &Board) -> String {
    let geometry: Geometry = board.geometry();
    let side = geometry.side();
    let mut parts = Vec::new();
    for cell in (0..geometry.cells()).filter_map(|index| geometry.cell(index)) {
        if let Some(digit) = board.digit(cell) {
            parts.push(format!("{cell} = {digit}"));
        } else if board.has_candidates() && board.candidates(cell).count() < side as usize {
            let digits: Vec<String> = board.candidates(cell).map(|digit| digit.to_string()).collect();
            parts.push(match digits.len() {
                0 => format!("{cell} has no candidate"),
                _ => format!("{cell} is one of {}", digits.join(" ")),
            });
        }
    }
    if parts.is_empty() { "whatever is given".to_owned() } else { parts.join(", ") }
}

/// The board without needless givens.
pub(crate) fn minimize<E>(
    puzzle: &mut Puzzle<'_>,
    seed: Option<u64>,
    mut found: impl FnMut(&Board) -> Result<(), E>,
) -> Result<Answer, E> {
    Ok(match puzzle.minimize(seed) {
        Subset::Smallest(board) => {
            found(&board)?;
            Answer::done()
        }
        Subset::SoFar(board, stopped) => {
            found(&board)?;
            unfinished(Answer::done(), &stopped, PERHAPS_NEEDLESS)
        }
        Subset::Stopped(stopped) => Answer::stopped(stopped.reason),
        Subset::NotEnough => not_enough(puzzle),
    })
}

/// Why `minimize` has just found a puzzle to be no use: that search is not repeated.
pub(crate) fn not_enough<P: Asked>(puzzle: &mut P) -> Answer {
    if puzzle.found() > 0 {
        return Answer::not_unique();
    }
    let proof = match puzzle.inferred() {
        Outcome::NoSolution(proof) => proof,
        _ => NoSolution { contradiction: None, statistics: Statistics::default() },
    };
    Answer::no_solution(puzzle, &proof)
}

/// Why a puzzle cannot be made smaller: it has no solution, or several.
pub(crate) fn not_unique(puzzle: &mut impl Asked) -> Answer {
    match puzzle.is_unique() {
        Uniqueness::NotUnique(NotUnique::NoSolution(proof)) => Answer::no_solution(puzzle, &proof),
        Uniqueness::Stopped(stopped) => Answer::stopped(stopped.reason),
        Uniqueness::Unique(_) | Uniqueness::NotUnique(_) => Answer::not_unique(),
    }
}
