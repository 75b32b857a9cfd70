//! Boards of one shape that follow one another share the lanes of the vector registers.
//!
//! Only what any search would say of a board is taken from there: that it has one solution, or several, or how many. Whatever
//! else is to be said, and whatever takes long, is left to be asked of the board alone. So an answer never depends on
//! the neighbours of a board, nor on how the input falls into chunks.

use crate::model::budget::{Cancel, Limits};
use crate::program::answer::{Answer, Question};
use crate::program::args::Task;
use crate::solver::outcome::{Count, NotUnique, Uniqueness};
use crate::sudoku::board::Board;
use crate::sudoku::solve::Sudoku;

/// So many boards make it worth while.
pub(crate) const MANY: usize = 8;

/// After so many decisions a board is left to be asked alone: nobody waits for its neighbours.
const PATIENCE: u64 = 1000;

/// What is known of a board: its one solution, if that is to be printed, and the rest of the answer.
pub(crate) struct Known {
    pub(crate) solution: Option<Board>,
    pub(crate) answer: Answer,
}

/// Whether this question of this run may be asked of many boards at once: where limits or figures are those of each search,
/// it may not.
pub(crate) fn may_ask(question: Question, task: &Task) -> bool {
    let limits = &task.limits;
    let limited = limits.time_limit.or(limits.total_time).is_some()
        || limits.node_limit.or(limits.memory_limit).is_some();
    let asked = match question {
        Question::Solve(limit) => limit == 1,
        Question::SolveUnique | Question::Check => true,
        Question::Count(limit) => limit > 1,
        _ => false,
    };
    asked && !limited && !task.printing.stats
}

/// Asks about all boards at once; nothing is known of those that are to be asked alone.
pub(crate) fn ask<'a>(
    question: Question,
    sudoku: &mut Sudoku,
    cancel: &Cancel,
    boards: impl Iterator<Item = &'a Board>,
) -> Vec<Option<Known>> {
    let limit = if let Question::Count(limit) = question { limit } else { 2 };
    if !sudoku.shares_lanes(limit) {
        return Vec::new();
    }
    sudoku.solver().set_limits(Limits::none().cancel(cancel).nodes(PATIENCE));
    match question {
        Question::Count(limit) => {
            sudoku.count_many(boards, limit).map(|count| counted(count.ok()?)).collect()
        }
        _ => sudoku.check_many(boards).map(|found| checked(question, found.ok()?)).collect(),
    }
}

fn counted(count: Count) -> Option<Known> {
    match count {
        // Why there is none, the board alone is asked.
        Count::Exactly(0) | Count::Stopped(..) => None,
        Count::Exactly(count) => Some(Known { solution: None, answer: Answer::exactly(count) }),
        Count::AtLeast(count) => Some(Known { solution: None, answer: Answer::at_least(count) }),
    }
}

fn checked(question: Question, found: Uniqueness<Board>) -> Option<Known> {
    let solves = question.prints_boards();
    match (question, found) {
        (_, Uniqueness::Unique(solution)) if solves => {
            Some(Known { solution: Some(solution), answer: Answer::done() })
        }
        (_, Uniqueness::Unique(_)) => Some(Known { solution: None, answer: Answer::unique() }),
        (Question::SolveUnique, Uniqueness::NotUnique(NotUnique::Multiple(_))) => {
            Some(Known { solution: None, answer: Answer::not_unique() })
        }
        (Question::Check, Uniqueness::NotUnique(NotUnique::Multiple(_))) => {
            Some(Known { solution: None, answer: Answer::multiple() })
        }
        _ => None,
    }
}
