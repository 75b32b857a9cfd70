//! Which givens and constraints of a puzzle contradict each other, in words.

use std::time::Instant;

use crate::program::answer::{Answer, Verdict};
use crate::program::custom::configured;
use crate::program::setting::unfinished;
use crate::program::solvers::limits;
use crate::program::status::Status;
use crate::program::stream::Shared;
use crate::puzzle::questions::Part;
use crate::puzzle::variant::Variant;
use crate::solver::builder::SolverBuilder;
use crate::solver::subset::Subset;
use crate::sudoku::board::Board;

/// The answer about a board with the rules of the switches, begun at `begin`: if it is `none`, with the part that contradicts
/// itself.
pub(crate) fn of_board(shared: &Shared, board: &Board, begin: Instant, said: Answer) -> Answer {
    if said.status != Status::Negative || said.reason.is_none() {
        return said;
    }
    let definition = shared.extra.definition(board);
    let configure = |builder: SolverBuilder| {
        let limits = limits(&shared.task.limits, &shared.cancel, shared.start, begin);
        configured(builder, &shared.task).limits(limits)
    };
    // Both fitted before.
    let Ok(variant) = Variant::new(&definition) else { return said };
    let Ok(part) = Variant::why(&definition, configure) else { return said };
    answer(&variant, part, said)
}

/// The answer `none` with the part that contradicts itself.
pub(crate) fn answer(variant: &Variant, part: Subset<Part>, none: Answer) -> Answer {
    let named = |part: &Part| Answer {
        verdict: Verdict::Word(format!("none: {}", named(variant, part))),
        ..none.clone()
    };
    match part {
        Subset::Smallest(part) => named(&part),
        Subset::SoFar(part, stopped) => unfinished(named(&part), &stopped, "fewer may contradict each other"),
        Subset::Stopped(stopped) => unfinished(none, &stopped, "no reason is known"),
        Subset::NotEnough => none,
    }
}

fn named(variant: &Variant, part: &Part) -> String {
    let grid = variant.grid();
    let given = grid.cells().filter_map(|cell| Some(format!("{cell} = {}", part.givens.value(cell)?)));
    let constraints = part.constraints.iter().map(|&number| variant.words().label(number));
    let parts: Vec<String> = given.chain(constraints.map(str::to_owned)).collect();
    if parts.is_empty() { "whatever is given".to_owned() } else { parts.join(", ") }
}
