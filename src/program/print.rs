//! Printing boards and verdicts.

use std::io::{BufWriter, IsTerminal, Stdout, Write, stdout};

use crate::program::answer::Verdict;
use crate::program::args::{Color, Task};
use crate::program::status::Abort;
use crate::sudoku::board::Board;
use crate::sudoku::format::Format;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::symbols::Symbols;
use crate::sudoku::write::{Frames, Writer};

/// What a cell that was found, and not given, begins and ends with.
const FOUND: (&str, &str) = ("\x1b[1;36m", "\x1b[0m");

pub(crate) struct Printer {
    out: BufWriter<Stdout>,
    writer: Writer,
    symbols: Option<Symbols>,
    output: Format,
    colored: bool,
    /// Whether a grid was printed already, so that what comes next needs a blank line before it.
    grids: bool,
    /// Whether a bad entry leaves nothing here: it is the only one, and standard error has its error.
    alone: bool,
}

impl Printer {
    pub(crate) fn new(output: Format, task: &Task) -> Printer {
        let mut writer = Writer::new(output);
        if task.printing.ascii {
            writer = writer.frames(Frames::Ascii);
        }
        let symbols = task.reading.symbols.clone();
        if let Some(symbols) = &symbols {
            writer = writer.symbols(symbols.clone());
        }
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colored = match task.printing.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => stdout().is_terminal() && !no_color,
        };
        let alone = task.printing.output.is_none() && output == Format::Grid;
        Printer { out: BufWriter::new(stdout()), writer, symbols, output, colored, grids: false, alone }
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

    /// Prints a board that was found for `given`.
    pub(crate) fn board(&mut self, given: &Board, found: &Board) -> Result<(), Abort> {
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
        let text = text.map_err(|error| Abort::Usage(error.to_string()))?;
        self.part()?;
        self.grids = self.output == Format::Grid;
        writeln!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    /// Sets apart what comes next from a grid.
    fn part(&mut self) -> Result<(), Abort> {
        if self.grids {
            writeln!(self.out)?;
        }
        Ok(())
    }

    /// Prints what the boards do not say.
    pub(crate) fn verdict(&mut self, verdict: &Verdict) -> Result<(), Abort> {
        let Some(line) = verdict.line() else { return Ok(()) };
        self.part()?;
        match self.output {
            Format::Json => writeln!(self.out, "{}", serde_json::json!({ "result": line }))?,
            _ => writeln!(self.out, "{line}")?,
        }
        Ok(self.out.flush()?)
    }

    /// Prints that an entry was no board, where there is a line for each entry.
    pub(crate) fn error(&mut self, error: &str) -> Result<(), Abort> {
        if self.alone {
            return Ok(());
        }
        self.part()?;
        match self.output {
            Format::Json => writeln!(self.out, "{}", serde_json::json!({ "error": error }))?,
            _ => writeln!(self.out, "error: {error}")?,
        }
        Ok(self.out.flush()?)
    }
}
