//! Boards as text: every form that is read, what is refused and with which words, and every format read back.

#![allow(clippy::unwrap_used)]

use pencilmark::{
    Board, Boxes, Cell, Entry, Form, Format, Frames, Geometry, ReadOptions, Reader, TextError, Writer,
};

mod anything;
mod bad_input;
mod corpus;
mod customs;
mod forms;
mod round_trips;
mod several;
mod spoilt;
mod together;

const NINE: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

fn entries(text: impl AsRef<[u8]>, options: &ReadOptions) -> Vec<Entry> {
    Reader::new(text.as_ref(), options.clone()).collect()
}

/// What each entry is: a board's side and number of givens, or the error's words.
fn outline(text: impl AsRef<[u8]>, options: &ReadOptions) -> Vec<String> {
    let told = |entry: Entry| match entry.board {
        Ok(board) => format!("{}: side {}, {} givens", entry.line, board.geometry().side(), board.givens()),
        Err(error) => format!("{}: {error}", entry.line),
    };
    entries(text, options).into_iter().map(told).collect()
}

fn auto() -> ReadOptions {
    ReadOptions::new()
}

fn sized(height: u32, width: u32) -> ReadOptions {
    auto().boxes(Boxes::Sized { height, width })
}

fn with_symbols(symbols: &str) -> ReadOptions {
    auto().symbols(symbols.parse().unwrap())
}

fn read(text: &str) -> Board {
    text.parse().unwrap_or_else(|error: TextError| panic!("{error}\n{text}"))
}

fn parse(text: &str, options: &ReadOptions) -> Board {
    Board::parse(text, options).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refusal(text: &str, options: &ReadOptions) -> String {
    match Board::parse(text, options) {
        Ok(board) => panic!("read as\n{board}\n{text}"),
        Err(error) => error.to_string(),
    }
}

fn nine() -> Board {
    read(NINE)
}

/// The rows of a text of symbols.
fn rows(text: &str, side: usize) -> Vec<String> {
    text.as_bytes().chunks(side).map(|row| String::from_utf8(row.to_vec()).unwrap()).collect()
}

fn spaced(text: &str, separator: &str) -> String {
    text.chars().map(String::from).collect::<Vec<_>>().join(separator)
}

/// A filled board with usual boxes, without clashes.
fn filled(height: u32, width: u32) -> Board {
    let geometry = Geometry::new(height, width).unwrap();
    let side = height * width;
    let digit = |row: u32, column: u32| (width * (row % height) + row / height + column) % side + 1;
    let cells = (0..side).flat_map(|row| (0..side).map(move |column| digit(row, column)));
    let board = Board::from_digits(geometry, cells.collect()).unwrap();
    assert!(board.clashes().is_empty());
    board
}

/// The same without every cell that `keep` refuses.
fn thinned(mut board: Board, keep: impl Fn(Cell, u32) -> bool) -> Board {
    let geometry = board.geometry();
    for cell in (0..geometry.cells()).map(|index| geometry.cell(index).unwrap()) {
        let digit = board.digit(cell).unwrap_or(0);
        if !keep(cell, digit) {
            board.set(cell, 0).unwrap();
        }
    }
    board
}

fn written(board: &Board, format: Format, symbols: Option<&str>) -> String {
    let writer = Writer::new(format);
    let writer = match symbols {
        Some(symbols) => writer.symbols(symbols.parse().unwrap()),
        None => writer,
    };
    writer.write(board).unwrap()
}
