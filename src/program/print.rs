//! What boards and verdicts look like.

use std::io::{IsTerminal, stdout};

use crate::program::answer::Verdict;
use crate::program::args::{Color, Task};
use crate::puzzle::filling::Filling;
use crate::puzzle::grid::Grid;
use crate::sudoku::board::Board;
use crate::sudoku::format::Format;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::symbols::Symbols;
use crate::sudoku::write::{Frames, Writer};

/// What a cell that was found, and not given, begins and ends with.
const FOUND: (&str, &str) = ("\x1b[1;36m", "\x1b[0m");

pub(crate) struct Printer {
    writer: Writer,
    frames: Frames,
    symbols: Option<Symbols>,
    output: Format,
    colored: bool,
}

impl Printer {
    pub(crate) fn new(output: Format, task: &Task) -> Printer {
        let frames = if task.printing.ascii { Frames::Ascii } else { Frames::Unicode };
        let mut writer = Writer::new(output).frames(frames);
        let symbols = task.reading.symbols.clone();
        if let Some(symbols) = &symbols {
            writer = writer.symbols(symbols.clone());
        }
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colored = match task.printing.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => stdout().is_terminal() && task.streaming.out.is_none() && !no_color,
        };
        Printer { writer, frames, symbols, output, colored }
    }

    pub(crate) fn output(&self) -> Format {
        self.output
    }

    /// Whether the symbols are enough for boards like that.
    pub(crate) fn can_print(&self, geometry: Geometry) -> Result<(), String> {
        match &self.symbols {
            Some(symbols) if !symbols.is_decimal() => {
                symbols.symbol(geometry.side(), 1).map(drop).map_err(|error| error.to_string())
            }
            _ => Ok(()),
        }
    }

    /// A board that was found for `given`.
    pub(crate) fn board(&self, given: &Board, found: &Board) -> Result<String, String> {
        let text = if self.colored && self.output == Format::Grid {
            self.writer.write_painted(found, |cell, text| {
                if given.digit(cell).is_none() && found.digit(cell).is_some() {
                    format!("{}{text}{}", FOUND.0, FOUND.1)
                } else {
                    text.to_owned()
                }
            })
        } else {
            self.writer.write(found)
        };
        text.map_err(|error| error.to_string())
    }

    /// Whether candidates are printed, so that the text may be too long to be kept.
    pub(crate) fn prints_candidates(&self, found: &Board) -> bool {
        match self.output {
            Format::Candidates => true,
            Format::Json => found.has_candidates(),
            _ => false,
        }
    }

    /// A board row by row.
    pub(crate) fn rows<'a>(
        &'a self,
        found: &'a Board,
    ) -> Result<impl Iterator<Item = String> + use<'a>, String> {
        self.writer.write_rows(found).map_err(|error| error.to_string())
    }

    /// A board of any shape that was found for `given`, in pieces.
    pub(crate) fn filling<'a>(
        &self,
        grid: &'a Grid,
        given: &Filling,
        found: &'a Filling,
    ) -> Box<dyn Iterator<Item = String> + 'a> {
        if self.output != Format::Grid {
            return Box::new(found.write_rows(grid, self.output, self.frames));
        }
        Box::new(std::iter::once(self.painted(grid, given, found)))
    }

    fn painted(&self, grid: &Grid, given: &Filling, found: &Filling) -> String {
        found.write_painted(grid, self.output, self.frames, |cell, text| {
            if self.colored && given.value(cell).is_none() && found.value(cell).is_some() {
                format!("{}{text}{}", FOUND.0, FOUND.1)
            } else {
                text.to_owned()
            }
        })
    }

    /// What the boards do not say.
    pub(crate) fn verdict(&self, verdict: &Verdict) -> Option<String> {
        let line = verdict.line()?;
        Some(match self.output {
            Format::Json => serde_json::json!({ "result": line }).to_string(),
            _ => line,
        })
    }

    /// That an entry was no board.
    pub(crate) fn error(&self, error: &str) -> String {
        match self.output {
            Format::Json => serde_json::json!({ "error": error }).to_string(),
            _ => format!("error: {error}"),
        }
    }
}
