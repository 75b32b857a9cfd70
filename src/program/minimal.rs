//! `minimize --constraints`: the puzzle without what its one solution does not need.

use std::io::{Write, stderr};
use std::time::Instant;

use crate::model::budget::Cancel;
use crate::program::answer::{Answer, Verdict};
use crate::program::args::Task;
use crate::program::custom;
use crate::program::image::Destination;
use crate::program::output::{Output, only_board};
use crate::program::print::Printer;
use crate::program::setting::{not_unique, unfinished};
use crate::program::solvers::limits;
use crate::program::status::{Abort, Status};
use crate::puzzle::variant::{Variant, VariantError};
use crate::solver::builder::SolverBuilder;
use crate::solver::subset::Subset;
use crate::sudoku::format::Format;

/// What a stop has left open.
const PERHAPS_NEEDLESS: &str = "some givens and constraints may not be needed";

/// Prints the puzzle of the input without needless givens and constraints.
pub(crate) fn run(task: &Task, cancel: &Cancel, status: &mut Status) -> Result<(), Abort> {
    let start = Instant::now();
    custom::one_puzzle(&task.streaming)?;
    match task.printing.output {
        None | Some(Output::Text(Format::Json) | Output::Picture(_)) => {}
        Some(Output::Text(other)) => {
            let what = format!("a board as {other} has no constraints: --output json, svg or png");
            return Err(Abort::Usage(what));
        }
    }
    let definition = match custom::open(task.input.as_deref(), &task.reading)? {
        Some(definition) => definition,
        None => only_board(task)?,
    };
    let image = task.printing.image();
    image.map_or(Ok(()), |image| image.check(Destination::of(&task.streaming)))?;
    let configure = |builder: SolverBuilder| {
        custom::configured(builder, task).limits(limits(&task.limits, cancel, start, start))
    };
    let failed = |error: VariantError| Abort::Usage(error.to_string());
    let (part, answer) = match Variant::minimal(&definition, task.seed, configure).map_err(failed)? {
        Subset::Smallest(part) => (Some(part), Answer::done()),
        Subset::SoFar(part, stopped) => (Some(part), unfinished(Answer::done(), &stopped, PERHAPS_NEEDLESS)),
        Subset::Stopped(stopped) => (None, Answer::stopped(stopped.reason)),
        Subset::NotEnough => {
            let whole = Variant::with(&definition, |builder, _| configure(builder));
            (None, not_unique(&mut whole.map_err(failed)?))
        }
    };
    let mut sink = custom::sink(&task.streaming)?;
    if let Some(part) = part {
        let left = definition.only(&part);
        match image {
            Some(image) => sink.write(&image.draw(&left, None)?)?,
            None => sink.write(format!("{}\n", left.to_json().trim_end()).as_bytes())?,
        }
    }
    *status = (*status).max(answer.status);
    if answer.verdict != Verdict::Done {
        // Nobody takes a word for a puzzle.
        let line = Printer::new(Format::Grid, task).verdict(&answer.verdict);
        writeln!(stderr(), "{}", line.unwrap_or_default())?;
    }
    sink.finish()?;
    if let Some(reason) = &answer.reason {
        writeln!(stderr(), "{reason}")?;
    }
    if task.printing.stats {
        writeln!(stderr(), "time {:.3} ms", start.elapsed().as_secs_f64() * 1e3)?;
    }
    Ok(())
}
