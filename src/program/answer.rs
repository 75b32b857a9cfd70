//! One question about one board, and what it came to.

use crate::model::budget::StopReason;
use crate::program::asked::Asked;
use crate::program::status::Status;
use crate::solver::outcome::{NoSolution, NotUnique, Outcome, Uniqueness};

/// What is asked of each board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    Infer,
    /// The same, with the candidates that are left.
    PencilMarks,
    /// Up to so many solutions.
    Solve(u64),
    SolveUnique,
    /// The number of solutions, up to so many.
    Count(u64),
    Check,
    /// The same, and where there is no solution, a smallest contradiction.
    Why,
    Candidates,
    /// The solutions of each candidate, up to so many.
    CandidateCounts(u32),
    /// The number of solutions, from so many samples.
    Estimate(u64),
    Minimize,
}

impl Question {
    pub(crate) fn prints_boards(self) -> bool {
        match self {
            Question::Infer | Question::PencilMarks | Question::Solve(_) | Question::SolveUnique => true,
            Question::Candidates | Question::Minimize => true,
            Question::Count(_) | Question::Check | Question::Why => false,
            Question::CandidateCounts(_) | Question::Estimate(_) => false,
        }
    }

    /// Whether an answer may have several boards.
    pub(crate) fn may_print_several(self) -> bool {
        matches!(self, Question::Solve(2..))
    }

    /// The name of a column for the answers.
    pub(crate) fn column(self) -> &'static str {
        match self {
            Question::Infer | Question::PencilMarks => "inferred",
            Question::Solve(_) | Question::SolveUnique => "solution",
            Question::Count(_) => "count",
            Question::Check | Question::Why => "check",
            Question::Candidates | Question::CandidateCounts(_) => "candidates",
            Question::Estimate(_) => "estimate",
            Question::Minimize => "minimal",
        }
    }
}

/// What it came to: boards are printed as they are found, this is what is left to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The boards say all.
    Done,
    /// A word or a number.
    Word(String),
    /// There is no solution, or no further one where some were found.
    NoSolution,
    NotUnique,
    Stopped(StopReason),
}

/// What is printed while a question is answered.
#[derive(Debug)]
pub(crate) enum Said<'a, F> {
    /// A board that was found.
    Board(&'a F),
    /// A part of the one line that answers the question: the line may be too long to be kept.
    Piece(&'a str),
}

/// The verdict with what goes to standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    pub(crate) status: Status,
    /// Why there is no solution, or no answer.
    pub(crate) reason: Option<String>,
    /// What stopped the work, if something did.
    pub(crate) stop: Option<StopReason>,
}

impl Answer {
    pub(crate) fn new(verdict: Verdict, status: Status) -> Answer {
        Answer { verdict, status, reason: None, stop: None }
    }

    pub(crate) fn done() -> Answer {
        Answer::new(Verdict::Done, Status::Done)
    }

    pub(crate) fn stopped(reason: StopReason) -> Answer {
        Answer { stop: Some(reason), ..Answer::new(Verdict::Stopped(reason), Status::Stopped) }
    }

    /// That of a question that was stopped before anything was searched.
    pub(crate) fn unbegun(question: Question, reason: StopReason) -> Answer {
        let word = match question {
            Question::Check | Question::Why => "unknown",
            Question::Count(_) => "at least 0",
            _ => return Answer::stopped(reason),
        };
        let said = Some(format!("stopped: {reason}"));
        Answer { reason: said, stop: Some(reason), ..Answer::word(word, Status::Stopped) }
    }

    pub(crate) fn word(word: impl Into<String>, status: Status) -> Answer {
        Answer::new(Verdict::Word(word.into()), status)
    }

    pub(crate) fn unique() -> Answer {
        Answer::word("unique", Status::Done)
    }

    pub(crate) fn multiple() -> Answer {
        Answer::word("multiple", Status::Negative)
    }

    pub(crate) fn not_unique() -> Answer {
        Answer::new(Verdict::NotUnique, Status::Negative)
    }

    pub(crate) fn exactly(count: u64) -> Answer {
        Answer::word(count.to_string(), Status::Done)
    }

    pub(crate) fn at_least(count: u64) -> Answer {
        Answer::word(format!("at least {count}"), Status::Done)
    }

    pub(crate) fn no_solution(puzzle: &impl Asked, proof: &NoSolution) -> Answer {
        Answer { reason: Some(puzzle.reason(proof)), ..Answer::new(Verdict::NoSolution, Status::Negative) }
    }
}

/// Asks `question` of `puzzle`; what is to be printed goes to `say`, which may fail.
pub(crate) fn ask<A: Asked, E>(
    question: Question,
    puzzle: &mut A,
    seed: Option<u64>,
    mut say: impl FnMut(Said<'_, A::Found>) -> Result<(), E>,
) -> Result<Answer, E> {
    let mut found = |board: &A::Found| say(Said::Board(board));
    Ok(match question {
        Question::Infer | Question::PencilMarks => {
            let outcome = if question == Question::Infer { puzzle.inferred() } else { puzzle.pencil_marks() };
            match outcome {
                Outcome::Done(board) => {
                    found(&board)?;
                    Answer::done()
                }
                Outcome::NoSolution(proof) => Answer::no_solution(puzzle, &proof),
                Outcome::Stopped(stopped) => Answer::stopped(stopped.reason),
            }
        }
        Question::Solve(limit) => solve(puzzle, limit, found)?,
        Question::SolveUnique => match puzzle.is_unique() {
            Uniqueness::Unique(board) => {
                found(&board)?;
                Answer::done()
            }
            Uniqueness::NotUnique(NotUnique::Multiple(_)) => Answer::not_unique(),
            Uniqueness::NotUnique(NotUnique::NoSolution(proof)) => Answer::no_solution(puzzle, &proof),
            Uniqueness::Stopped(stopped) => Answer::stopped(stopped.reason),
        },
        Question::Count(limit) => count(puzzle, limit),
        Question::Candidates => puzzle.candidates(found)?,
        Question::CandidateCounts(limit) => {
            puzzle.candidate_counts(limit, |piece| say(Said::Piece(piece)))?
        }
        Question::Estimate(samples) => puzzle.estimate(samples),
        Question::Minimize => puzzle.minimize(seed, found)?,
        Question::Check | Question::Why => match puzzle.is_unique() {
            Uniqueness::Unique(_) => Answer::unique(),
            Uniqueness::NotUnique(NotUnique::Multiple(_)) => Answer::multiple(),
            Uniqueness::NotUnique(NotUnique::NoSolution(proof)) => {
                let answer = Answer::no_solution(puzzle, &proof);
                let answer = Answer { verdict: Verdict::Word("none".to_owned()), ..answer };
                if question == Question::Why { puzzle.why(answer) } else { answer }
            }
            Uniqueness::Stopped(stopped) => Answer {
                reason: Some(stopped.to_string()),
                stop: Some(stopped.reason),
                ..Answer::word("unknown", Status::Stopped)
            },
        },
    })
}

fn count(puzzle: &mut impl Asked, limit: u64) -> Answer {
    match puzzle.count(limit) {
        (found, None) => Answer::at_least(found),
        (0, Some(Outcome::NoSolution(proof))) => {
            let answer = Answer::no_solution(puzzle, &proof);
            Answer { verdict: Verdict::Word("0".to_owned()), ..answer }
        }
        (found, Some(Outcome::Stopped(stopped))) => Answer {
            reason: Some(stopped.to_string()),
            stop: Some(stopped.reason),
            ..Answer::word(format!("at least {found}"), Status::Stopped)
        },
        (found, _) => Answer::exactly(found),
    }
}

fn solve<A: Asked, E>(
    puzzle: &mut A,
    limit: u64,
    found: impl FnMut(&A::Found) -> Result<(), E>,
) -> Result<Answer, E> {
    Ok(match puzzle.solutions(limit, found)? {
        (0, Some(Outcome::NoSolution(proof))) => Answer::no_solution(puzzle, &proof),
        (_, Some(Outcome::Stopped(stopped))) => Answer::stopped(stopped.reason),
        _ => Answer::done(),
    })
}

impl Verdict {
    /// In one line, where the boards do not say all.
    pub(crate) fn line(&self) -> Option<String> {
        match self {
            Verdict::Done => None,
            Verdict::Word(word) => Some(word.clone()),
            Verdict::NoSolution => Some("No solution exists".to_owned()),
            Verdict::NotUnique => Some("Not unique".to_owned()),
            Verdict::Stopped(reason) => Some(format!("stopped: {reason}")),
        }
    }
}
