//! Which givens and constraints of a puzzle contradict each other, in words.

use crate::program::answer::{Answer, Verdict};
use crate::program::setting::unfinished;
use crate::puzzle::questions::Part;
use crate::puzzle::variant::Variant;
use crate::solver::subset::Subset;

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
