//! Which givens and constraints of a puzzle contradict each other, in words.

use std::time::Instant;

use crate::program::answer::{Answer, Verdict};
use crate::program::custom::configured;
use crate::program::setting::unfinished;
use crate::program::solvers::limits;
use crate::program::status::Status;
use crate::program::stream::Shared;
use crate::puzzle::definition::Definition;
use crate::puzzle::questions::Part;
use crate::puzzle::variant::{Variant, VariantError};
use crate::solver::builder::SolverBuilder;
use crate::solver::subset::Subset;
use crate::sudoku::board::Board;

/// The answer about a board with the rules of the switches, begun at `begin`: if it is `none`, with the part that contradicts
/// itself.
pub(crate) fn of_board(shared: &Shared, board: &Board, begin: Instant, said: Answer) -> Answer {
    if !is_to_be_named(&said) {
        return said;
    }
    let definition = shared.extra.definition(board);
    let limits = || limits(&shared.task.limits, &shared.cancel, shared.start, begin);
    let configure = |builder: SolverBuilder| configured(builder, &shared.task).limits(limits());
    // It fitted before; where there is no time left to build it again, the answer stands without a reason.
    let Ok(variant) = Variant::within(&definition, limits(), |builder, _| configure(builder)) else {
        return said;
    };
    named(&definition, &variant, configure, said.clone()).unwrap_or(said)
}

/// Whether an answer says that there is no solution.
fn is_to_be_named(said: &Answer) -> bool {
    said.status == Status::Negative && said.reason.is_some()
}

/// The answer about a puzzle: if it is `none`, with the part that contradicts itself.
///
/// # Errors
/// What does not fit when it is built in parts.
pub(crate) fn named(
    definition: &Definition,
    variant: &Variant,
    configure: impl Fn(SolverBuilder) -> SolverBuilder,
    said: Answer,
) -> Result<Answer, VariantError> {
    if !is_to_be_named(&said) {
        return Ok(said);
    }
    Ok(answer(variant, Variant::why(definition, configure)?, said))
}

/// The answer `none` with the part that contradicts itself.
fn answer(variant: &Variant, part: Subset<Part>, none: Answer) -> Answer {
    let told = |part: &Part| Answer {
        verdict: Verdict::Word(format!("none: {}", words(variant, part))),
        ..none.clone()
    };
    match part {
        Subset::Smallest(part) => told(&part),
        Subset::SoFar(part, stopped) => unfinished(told(&part), &stopped, "fewer may contradict each other"),
        Subset::Stopped(stopped) => unfinished(none, &stopped, "no reason is known"),
        Subset::NotEnough => none,
    }
}

fn words(variant: &Variant, part: &Part) -> String {
    let grid = variant.grid();
    let given = grid.cells().filter_map(|cell| Some(format!("{cell} = {}", part.givens.value(cell)?)));
    let constraints = part.constraints.iter().map(|&number| variant.words().label(number));
    let parts: Vec<String> = given.chain(constraints.map(str::to_owned)).collect();
    if parts.is_empty() { "whatever is given".to_owned() } else { parts.join(", ") }
}
