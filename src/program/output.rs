//! How answers are printed: as text in some form, or as pictures.

use std::fmt;
use std::str::FromStr;

use crate::program::args::{Printing, Task};
use crate::program::image::Image;
use crate::program::input;
use crate::program::status::Abort;
use crate::program::table;
use crate::puzzle::definition::Definition;
use crate::sudoku::format::Format;
use crate::sudoku::read::reader::Reader;

/// A form of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// Text.
    Text(Format),
    /// A picture.
    Picture(Image),
}

impl FromStr for Output {
    type Err = String;

    fn from_str(text: &str) -> Result<Output, String> {
        match Image::named(text) {
            Some(image) => image.map(Output::Picture),
            None => text.parse().map(Output::Text).map_err(|error| format!("{error}, svg, png")),
        }
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Output::Text(format) => format.fmt(f),
            Output::Picture(image) => image.fmt(f),
        }
    }
}

impl Printing {
    /// The form of text that was asked for.
    pub(crate) fn format(&self) -> Option<Format> {
        match self.output {
            Some(Output::Text(format)) => Some(format),
            Some(Output::Picture(_)) | None => None,
        }
    }

    /// The form of pictures, if answers are drawn.
    pub(crate) fn image(&self) -> Option<Image> {
        match self.output {
            Some(Output::Picture(image)) => Some(image),
            Some(Output::Text(_)) | None => None,
        }
    }
}

/// The one plain board of the input, with what the switches add.
///
/// # Errors
/// There is none, or more than one, or it cannot be read.
pub(crate) fn only_board(task: &Task) -> Result<Definition, Abort> {
    let options = task.reading.options()?;
    let source = input::open(task.input.as_deref(), &options)?;
    let (promise, mut source) = (source.promise, source.hooked(|| {}));
    table::refuse(&mut source, promise, "an answer about one puzzle")?;
    let mut entries = Reader::new(source, options);
    let usage = |what: String| Abort::Usage(what);
    let entry = entries.next().ok_or_else(|| usage("there is no puzzle in the input".to_owned()))?;
    let board = entry.board.map_err(|error| usage(format!("line {}: {error}", entry.line)))?;
    if entries.next().is_some() {
        return Err(usage("this is asked of one puzzle, and there are several in the input".to_owned()));
    }
    Ok(task.reading.switches.load()?.definition(&board))
}
