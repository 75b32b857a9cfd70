//! Boards of several lines: grids, boards under a header, lists.

use std::io::BufRead;

use crate::sudoku::alphabet::is_frame;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::read::apart::Apart;
use crate::sudoku::read::block::{Block, Decision, Extent, Habit, is_double};
use crate::sudoku::read::cells::{Kind, Part, are_all_digits, numbers};
use crate::sudoku::read::error::{TextError, Unit, excerpt};
use crate::sudoku::read::fields::fields;
use crate::sudoku::read::frames;
use crate::sudoku::read::header::Header;
use crate::sudoku::read::lines::{Line, content};
use crate::sudoku::read::list::{self, Builder, Progress};
use crate::sudoku::read::near::{near, number_count};
use crate::sudoku::read::nested::{Nested, nested};
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::reader::{Entry, Found, Mode, Reader};
use crate::sudoku::read::result::is_result;
use crate::sudoku::read::shape::{Frame, Shape, is_separator};
use crate::sudoku::read::single::{Reading, is_single, lone_title, single};

/// What a block may have been meant to be.
#[derive(Clone, Copy, Debug)]
enum Guess {
    Grid,
    Lines,
}

impl<R: BufRead> Reader<R> {
    /// The board, or the beginning of boards of one line each, in the lines that come next. `None` if those were only
    /// frames, or if it is known now that they are a board each.
    pub(crate) fn block(&mut self, first: &Shape) -> Option<Found> {
        let (count, mut extent) = self.gather();
        let mut lines = self.take_block(count);
        let start = lines.first()?.number;
        let mut decision = self.decide(&lines, extent);
        let undecided = matches!(decision, Decision::Bad(_) | Decision::Lines) && extent == Extent::Whole;
        let divided = undecided && !matches!(self.habit, Some(Habit::Boards(_)));
        if divided && let Some(count) = self.bands_ahead(&lines) {
            let boards = lines.len();
            lines.extend(self.take_block(count));
            let whole = self.decide(&lines, extent);
            if matches!(decision, Decision::Lines) && !self.are_only_one(&lines, &whole) {
                let error = TextError::AmbiguousForm {
                    first: format!("{boards} boards, one a line (line)"),
                    second: "one board with blank lines in it (grid)".to_owned(),
                };
                return Some(Found::error(start, error));
            }
            decision = whole;
        }
        decision = self.nearly(decision, Guess::Grid, &lines, extent);
        while let Some(apart) = self.apart(&lines, extent, &decision) {
            let count = match apart {
                Apart::Title => 1,
                Apart::Lines(count) => count,
            };
            lines.drain(count..).rev().for_each(|line| self.lines.give_back(line));
            let first = lines.first()?;
            if apart == Apart::Title {
                let text = excerpt(first.content().trim());
                return Some(Found::error(start, TextError::NoRow { text, line: start }));
            }
            extent = Extent::Whole;
            decision = self.decide(&lines, extent);
        }
        decision = self.nearly(decision, Guess::Lines, &lines, extent);
        match decision {
            Decision::Nothing => None,
            Decision::Bad(error) => {
                if extent == Extent::Beginning {
                    self.skip();
                }
                let title = match lines.as_slice() {
                    [only] => lone_title(only, first),
                    _ => None,
                };
                Some(Found::error(start, title.unwrap_or(error)))
            }
            Decision::Lines => {
                let width = first.symbols.max(first.numbers.map_or(0, |numbers| numbers.count));
                if width <= self.options.most_symbols() && is_double(width) {
                    self.habit = Some(Habit::Boards(width));
                }
                self.mode = Mode::Lines;
                lines.into_iter().rev().for_each(|line| self.lines.give_back(line));
                None
            }
            Decision::Board(reading, rows) => {
                if is_double(reading.side) {
                    self.habit = Some(Habit::Rows(reading.side));
                }
                let shapes: Vec<Shape> = lines.iter().map(|line| Shape::of(&line.text)).collect();
                let size = frames::box_size(&lines, &shapes, &rows, |piece| cells_of(piece, reading.kind));
                Some(match self.geometry(reading, size) {
                    Ok(geometry) => self.read(start, chosen(lines, &rows), reading, geometry),
                    Err(error) => Found::error(start, error),
                })
            }
        }
    }

    /// Whether lines, of which some are a board each by their length, are one board without an error, but not a board each.
    fn are_only_one(&self, lines: &[Line], whole: &Decision) -> bool {
        let Decision::Board(reading, rows) = whole else { return false };
        let alone = |line: &Line| is_single(line, &Shape::of(&line.text), &self.options, self.options.side());
        let board = || {
            let geometry = self.geometry(*reading, None).ok()?;
            let found = self.read(0, chosen(lines.to_vec(), rows), *reading, geometry);
            (!matches!(found, Found::Entry(Entry { board: Err(_), .. }))).then_some(())
        };
        !lines.iter().all(alone) && board().is_some()
    }

    fn apart(&self, lines: &[Line], extent: Extent, decision: &Decision) -> Option<Apart> {
        let shapes = || -> Vec<Shape> { lines.iter().map(|line| Shape::of(&line.text)).collect() };
        match decision {
            Decision::Bad(_) => {
                let shapes = shapes();
                Block { lines, shapes: &shapes, extent }.apart(&self.options, self.options.side())
            }
            Decision::Lines if !matches!(self.habit, Some(Habit::Boards(_))) => {
                let shapes = shapes();
                let block = Block { lines, shapes: &shapes, extent };
                block.apart_from_board(&self.options, self.options.side())
            }
            _ => None,
        }
    }

    /// What bad lines may have been meant to be.
    fn nearly(&self, decision: Decision, guess: Guess, lines: &[Line], extent: Extent) -> Decision {
        let Decision::Bad(error) = decision else { return decision };
        let shapes: Vec<Shape> = lines.iter().map(|line| Shape::of(&line.text)).collect();
        let block = Block { lines, shapes: &shapes, extent };
        let guessed = match guess {
            Guess::Grid => block.near_grid(&self.options, self.options.side()),
            Guess::Lines => block.near_lines(&self.options, self.options.side()),
        };
        guessed.unwrap_or(Decision::Bad(error))
    }

    fn decide(&self, lines: &[Line], extent: Extent) -> Decision {
        let shapes: Vec<Shape> = lines.iter().map(|line| Shape::of(&line.text)).collect();
        let block = Block { lines, shapes: &shapes, extent };
        block.decide(&self.options, self.options.side(), self.habit)
    }

    /// How many of the lines that come next belong together, up to more than any board of their width could have: a
    /// frame under each row, and a few more.
    pub(crate) fn gather(&mut self) -> (usize, Extent) {
        let most_bytes = self.options.max_bytes();
        let (mut bytes, mut width) = (0_usize, 0);
        for count in 0.. {
            match self.lines.peek(count) {
                Some(line) if !line.is_blank() && line.fault.is_none() && (count == 0 || !begins(line)) => {
                    bytes = bytes.saturating_add(line.text.len());
                    width = width.max(line.text.len());
                    if count > 0 && (bytes > most_bytes || count / 2 > width + 4) {
                        return (count, Extent::Beginning);
                    }
                }
                _ => return (count, Extent::Whole),
            }
        }
        (0, Extent::Whole)
    }

    /// Takes lines, and leaves out those that are only comments.
    pub(crate) fn take_block(&mut self, count: usize) -> Vec<Line> {
        let mut lines = self.lines.take_many(count);
        lines.retain(|line| !line.content().trim().is_empty());
        lines
    }

    /// Passes over the lines up to a blank one or another beginning, and at least one line.
    pub(crate) fn skip(&mut self) {
        self.lines.take();
        while self.lines.peek(0).is_some_and(|line| !line.is_blank() && line.fault.is_none() && !begins(line))
        {
            self.lines.take();
        }
    }

    /// A board below a header, which is the next line.
    pub(crate) fn headed(&mut self, header: Header) -> Found {
        let Some(first) = self.lines.peek(0) else { return Found::error(0, TextError::Empty) };
        let start = first.number;
        let geometry = match header.geometry(first, &self.options) {
            Ok(geometry) => geometry,
            Err(error) => {
                self.skip();
                return Found::error(start, error);
            }
        };
        self.lines.take();
        while self.lines.peek(0).is_some_and(|line| line.fault.is_none() && line.content().trim().is_empty())
        {
            self.lines.take();
        }
        let lines = self.take_cells(geometry);
        let shapes: Vec<Shape> = lines.iter().map(|line| Shape::of(&line.text)).collect();
        // What follows a header may be numbers even where symbols are given.
        let any = ReadOptions { symbols: None, ..self.options.clone() };
        let side = geometry.side() as usize;
        let block = Block { lines: &lines, shapes: &shapes, extent: Extent::Whole };
        let reading = match block.decide(&any, Some(side), None) {
            Decision::Board(reading, rows) => Some((reading, rows)),
            Decision::Lines if lines.len() == 1 => {
                let line = lines.first().zip(shapes.first());
                let reading = line.and_then(|(line, shape)| single(line, shape, &any, Some(side)));
                reading.map(|reading| (reading, vec![0]))
            }
            _ => None,
        };
        let nearly = || match block.near_grid(&any, Some(side)) {
            Some(Decision::Board(reading, rows)) => Some((reading, rows)),
            _ => {
                let line = lines.first().zip(shapes.first()).filter(|_| lines.len() == 1);
                Some((line.and_then(|(line, shape)| near(line, shape, &any, Some(side)))?, vec![0]))
            }
        };
        let Some((reading, rows)) = reading.or_else(nearly) else {
            return Found::error(start, wrong_total(&shapes, geometry));
        };
        let lines = chosen(lines, &rows);
        if reading.kind == Kind::Numbers && are_all_digits(&lines, side) {
            // Below a header a 0 is an empty cell.
            return Found::Entry(Entry { line: start, board: numbers(&lines, geometry) });
        }
        self.read(start, lines, reading, geometry)
    }

    /// Takes lines until they hold all cells of a board, or something else begins.
    fn take_cells(&mut self, geometry: Geometry) -> Vec<Line> {
        let (mut numbers, mut symbols) = (Some(0), 0);
        let mut lines = Vec::new();
        while numbers.unwrap_or(symbols) < geometry.cells() && lines.len() <= geometry.cells() {
            match self.lines.peek(0) {
                Some(line) if !line.is_blank() && line.fault.is_none() && !begins(line) => {
                    let shape = Shape::of(&line.text);
                    if shape.frame == Frame::No {
                        let count = shape.numbers.map(|numbers| numbers.count);
                        let count = count.or_else(|| number_count(line, geometry.side() as usize));
                        numbers = numbers.zip(count).map(|(all, count)| all + count);
                        symbols += shape.symbols;
                    }
                }
                _ => break,
            }
            lines.extend(self.lines.take());
        }
        // The frame below the last row belongs to it.
        while let Some(line) = self.lines.peek(0)
            && Shape::of(&line.text).frame == Frame::Sure
        {
            self.lines.take();
        }
        lines.retain(|line| !line.content().trim().is_empty());
        lines
    }

    /// The list that begins in the next line, at that byte.
    pub(crate) fn list(&mut self, from: usize) -> Found {
        let Some(mut line) = self.lines.take() else { return Found::error(0, TextError::ListOpen) };
        let start = line.number;
        let head = line.text.get(from..).unwrap_or_default().to_owned();
        let mut builder = Builder::default();
        let mut bytes = line.text.len();
        let mut balance = list::balance(&head);
        let mut progress = builder.feed(&line, from);
        loop {
            match progress {
                Ok(Progress::Done(value, end)) => {
                    self.give_back_rest(&line, end);
                    return match nested(value, &self.options) {
                        Ok(Nested::Board(board)) => Found::Entry(Entry { line: start, board: Ok(board) }),
                        Ok(Nested::Rows(lines, geometry)) => {
                            let side = geometry.side() as usize;
                            let reading = Reading { kind: Kind::Symbols, part: Part::Whole, side };
                            self.read(start, lines, reading, geometry)
                        }
                        Err(error) => Found::error(start, error),
                    };
                }
                Ok(Progress::Open) => {}
                Err(error) => {
                    // Up to where the list probably ends.
                    while balance > 0
                        && let Some(next) = self.next_of_list(&head)
                    {
                        balance += list::balance(&next.text);
                    }
                    return Found::error(start, error);
                }
            }
            let Some(next) = self.next_of_list(&head) else {
                return Found::error(start, TextError::ListOpen);
            };
            bytes = bytes.saturating_add(next.text.len());
            if bytes > self.options.max_bytes() {
                self.skip();
                return Found::error(start, TextError::LineTooLong { limit: self.options.max_bytes() });
            }
            balance += list::balance(&next.text);
            line = next;
            progress = builder.feed(&line, 0);
        }
    }

    /// Takes the next line of a list that began with `head`, unless another list begins there, or a line that no list has.
    fn next_of_list(&mut self, head: &str) -> Option<Line> {
        let line = self.lines.peek(0)?;
        let depth = list::opening(head);
        let bracket = head.chars().next();
        let same = line.text.trim_start().chars().next() == bracket;
        let again = same && list::opening(&line.text) >= depth && (depth > 1 || bracket == Some('{'));
        let named = list::start(line.content())
            .is_some_and(|start| line.text.get(..start).is_some_and(|name| name.contains('=')));
        let ends = list::is_foreign(&line.text);
        if line.is_blank() || line.fault.is_some() || again || named || ends {
            None
        } else {
            self.lines.take()
        }
    }

    /// Gives back what follows a list on its line, if another list is there.
    fn give_back_rest(&mut self, line: &Line, end: usize) {
        let (before, rest) = line.text.split_at_checked(end).unwrap_or((&line.text, ""));
        if content(rest).contains(['[', '{']) {
            let mut text = " ".repeat(before.chars().count());
            text.push_str(rest.trim_start_matches([',', ';', ')']));
            self.lines.give_back(Line { number: line.number, text, fault: None });
        }
    }
}

/// Those of the lines.
fn chosen(mut lines: Vec<Line>, rows: &[usize]) -> Vec<Line> {
    let mut index = 0..;
    lines.retain(|_| index.next().is_some_and(|index| rows.binary_search(&index).is_ok()));
    lines
}

/// Whether another board surely begins here.
fn begins(line: &Line) -> bool {
    Header::of(&line.text).is_some_and(Header::is_sure)
        || list::start(line.content()).is_some()
        || is_result(&line.text)
}

/// The cells of a piece of a row between frames.
fn cells_of(piece: &str, kind: Kind) -> usize {
    match kind {
        Kind::Numbers => fields(piece).count(),
        Kind::Symbols | Kind::Candidates => symbols_in(piece),
        Kind::Pairs => symbols_in(piece) / 2,
    }
}

fn symbols_in(piece: &str) -> usize {
    let separates = |symbol: char| is_frame(symbol) || is_separator(symbol);
    piece.chars().filter(|&symbol| !separates(symbol)).count()
}

/// The error for a board that does not have the cells its header asks for.
fn wrong_total(shapes: &[Shape], geometry: Geometry) -> TextError {
    let cells = || shapes.iter().filter(|shape| shape.frame == Frame::No);
    let numbers = cells().map(|shape| shape.numbers.map(|numbers| numbers.count)).sum::<Option<usize>>();
    let (found, unit) = match numbers {
        Some(numbers) => (numbers, Unit::Numbers),
        None => (cells().map(|shape| shape.symbols).sum(), Unit::Symbols),
    };
    TextError::Count { found, unit, expected: geometry.cells() }
}
