//! What the input holds, one puzzle after the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use csv::ByteRecord;

use crate::program::source::{Hooked, Promise};
use crate::program::status::Abort;
use crate::program::table::{self, Layout, Row, Table};
use crate::sudoku::board::Board;
use crate::sudoku::read::error::TextError;
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::reader::Reader;

/// An entry of the input.
#[derive(Debug)]
pub(crate) struct Item {
    /// Where it begins, counted from 1.
    pub(crate) line: usize,
    pub(crate) puzzle: Puzzle,
}

/// A board, or what is to become one.
#[derive(Debug)]
pub(crate) enum Puzzle {
    Board(Result<Board, String>),
    /// The fields of a row of a table, and the row as it stands there.
    Row(ByteRecord, Vec<u8>),
    /// A row that is none, and why.
    Broken(ByteRecord, String),
}

/// The entries of an input.
pub(crate) enum Entries {
    Text(Box<Reader<Hooked>>, Arc<AtomicU64>),
    /// The count is that of packed bytes, where they are packed.
    Table(Box<Table>, Option<Arc<AtomicU64>>),
}

impl Entries {
    /// Looks at the beginning of the input.
    ///
    /// # Errors
    /// It is a table without the right columns.
    pub(crate) fn open(
        mut input: Hooked,
        promise: Promise,
        options: ReadOptions,
        column: Option<&str>,
        answer: &str,
    ) -> Result<Entries, Abort> {
        let count = input.count();
        Ok(match table::delimiter(&mut input, promise, column)? {
            None => Entries::Text(Box::new(Reader::new(input, options)), count),
            Some(delimiter) => {
                let packed = input.is_packed().then_some(count);
                Entries::Table(Box::new(Table::open(input, delimiter, column, answer, options)?), packed)
            }
        })
    }

    /// The layout, if the input is a table.
    pub(crate) fn layout(&self) -> Option<Arc<Layout>> {
        match self {
            Entries::Text(..) => None,
            Entries::Table(table, _) => Some(table.layout()),
        }
    }

    /// The next entry.
    ///
    /// # Errors
    /// The input fails, and ends with that.
    pub(crate) fn next(&mut self) -> Option<Result<Item, String>> {
        match self {
            Entries::Text(reader, _) => {
                let entry = reader.next()?;
                let line = entry.line;
                Some(match entry.board {
                    Err(error @ TextError::Input { .. }) => Err(format!("line {line}: {error}")),
                    board => {
                        let board = board.map_err(|error| error.to_string());
                        Ok(Item { line, puzzle: Puzzle::Board(board) })
                    }
                })
            }
            Entries::Table(table, _) => {
                let row = table.next()?;
                Some(row.map(|Row { line, fields, text, broken }| {
                    let puzzle = match broken {
                        None => Puzzle::Row(fields, text),
                        Some(why) => Puzzle::Broken(fields, why),
                    };
                    Item { line: usize::try_from(line).unwrap_or(usize::MAX), puzzle }
                }))
            }
        }
    }

    /// How many bytes of the source were needed so far.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Entries::Text(_, count) | Entries::Table(_, Some(count)) => count.load(Ordering::Relaxed),
            Entries::Table(table, None) => table.bytes(),
        }
    }
}
