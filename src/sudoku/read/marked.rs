//! Finding boards with candidates, of one line or of several.

use std::io::BufRead;

use crate::sudoku::geometry::Geometry;
use crate::sudoku::read::block::{Extent, is_double};
use crate::sudoku::read::candidates;
use crate::sudoku::read::cells::{Part, placed};
use crate::sudoku::read::error::{TextError, Unit};
use crate::sudoku::read::lines::Line;
use crate::sudoku::read::reader::{Entry, Found, Mode, Reader};
use crate::sudoku::read::shape::{Shape, cube_root};

impl<R: BufRead> Reader<R> {
    /// A board with candidates.
    pub(crate) fn candidates(&mut self, first: &Line) -> Option<Found> {
        let side = self.options.side();
        let alone = candidates_alone(first, side);
        let double = alone.is_some_and(|(_, _, side)| side > 1 && is_double(side));
        if self.mode == Mode::Lines || alone.is_some() && (side.is_some() || !double) {
            self.lines.take();
            self.mode = Mode::Lines;
            let Some((part, style, side)) = alone else {
                return Some(Found::error(first.number, wrong_cube(std::slice::from_ref(first), side)));
            };
            return Some(self.candidate_board(std::slice::from_ref(first), part, style, side));
        }
        let (count, extent) = self.gather();
        let lines = self.take_block(count);
        let whole = candidates::style(&lines, Part::Whole, side).filter(|_| extent == Extent::Whole);
        match (alone, whole) {
            (Some((_, _, one)), Some((_, other))) if lines.len() > 1 => Some(Found::error(
                first.number,
                TextError::AmbiguousForm {
                    first: format!("{} boards of side {one}", lines.len()),
                    second: format!("one board of side {other}"),
                },
            )),
            (_, Some((style, side))) => Some(self.candidate_board(&lines, Part::Whole, style, side)),
            (None, None) if !lines.iter().any(|line| candidates_alone(line, side).is_some()) => {
                if extent == Extent::Beginning {
                    self.skip();
                }
                Some(Found::error(first.number, wrong_cube(&lines, side)))
            }
            (_, None) => {
                self.mode = Mode::Lines;
                lines.into_iter().rev().for_each(|line| self.lines.give_back(line));
                None
            }
        }
    }

    fn candidate_board(&self, lines: &[Line], part: Part, style: candidates::Style, side: usize) -> Found {
        let line = lines.first().map_or(0, |line| line.number);
        let geometry = Geometry::with_max_cells(side as u64, self.options.boxes, self.options.max_cells);
        let board = geometry
            .map_err(TextError::Geometry)
            .and_then(|geometry| candidates::board(lines, part, style, geometry, &self.options));
        Found::Entry(Entry { line, board })
    }
}

/// How a line is a board with candidates on its own.
fn candidates_alone(line: &Line, side: Option<usize>) -> Option<(Part, candidates::Style, usize)> {
    let shape = Shape::of(&line.text);
    let lines = std::slice::from_ref(line);
    let first =
        (shape.first > 1 || shape.pieces == 1).then(|| candidates::style(lines, Part::First, side)).flatten();
    let first =
        first.filter(|&(style, side)| style == candidates::Style::Symbols && (side > 1 || shape.pieces == 1));
    let whole =
        || candidates::style(lines, Part::Whole, side).map(|(style, side)| (Part::Whole, style, side));
    first.map(|(style, side)| (Part::First, style, side)).or_else(whole)
}

/// The error for candidates that are too few or too many.
fn wrong_cube(lines: &[Line], side: Option<usize>) -> TextError {
    let found = placed(lines, Part::Whole).count();
    let root = side.or_else(|| cube_root(found)).unwrap_or_else(|| {
        let below =
            (1..).take_while(|root: &usize| root.checked_pow(3).is_some_and(|cube| cube <= found)).last();
        let below = below.unwrap_or(1);
        let nearer = found.abs_diff(below.saturating_pow(3)) <= found.abs_diff((below + 1).saturating_pow(3));
        if nearer { below } else { below + 1 }
    });
    TextError::Count { found, unit: Unit::Symbols, expected: root.saturating_pow(3) }
}
