//! Puzzles that are not plain boards, as they are found in an input.

use std::io::{Write, stderr};

use crate::program::status::Abort;
use crate::puzzle::definition::Definition;
use crate::puzzle::formats::draft::Unsupported;
use crate::puzzle::formats::exchange::Exchange;

/// What is done where something of a puzzle cannot be taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// Nothing is done with the puzzle.
    Refused,
    /// The rest is the puzzle.
    Ignored,
}

/// The puzzle that a text holds in one of the forms with constraints; none if it is in no such form, and may be a plain
/// board. What could not be taken over is listed on standard error. `name` stands before what is wrong.
///
/// # Errors
/// The text cannot be read, or something of it could not be taken over and `loss` does not allow that.
pub(crate) fn import(text: &str, name: &str, loss: Loss) -> Result<Option<Definition>, Abort> {
    let Some(form) = Exchange::of(text) else { return Ok(None) };
    let imported = form.read(text).map_err(|error| Abort::Puzzle(format!("{name}{error}")))?;
    report("not read", &imported.unsupported, loss)?;
    Ok(Some(imported.definition))
}

/// Lists what could not be taken over on standard error.
///
/// # Errors
/// There is something, and `loss` does not allow that.
pub(crate) fn report(what: &str, unsupported: &[Unsupported], loss: Loss) -> Result<(), Abort> {
    for part in unsupported {
        writeln!(stderr(), "pencilmark: {what}: {part}")?;
    }
    if unsupported.is_empty() || loss == Loss::Ignored {
        return Ok(());
    }
    Err(Abort::Puzzle(
        "this would not be the whole puzzle: --ignore-unsupported goes on without it".to_owned(),
    ))
}
