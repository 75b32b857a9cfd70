//! Finding boards with candidates, of one line or of several.

use std::io::BufRead;

use crate::sudoku::geometry::Geometry;
use crate::sudoku::read::block::Extent;
use crate::sudoku::read::candidates::{self, Style};
use crate::sudoku::read::cells::{Part, placed};
use crate::sudoku::read::error::{TextError, Unit};
use crate::sudoku::read::lines::Line;
use crate::sudoku::read::options::Form;
use crate::sudoku::read::reader::{Entry, Found, Mode, Reader};
use crate::sudoku::read::shape::{Shape, cube_root, square_root};
use crate::sudoku::read::single::{nearest_square, single};

/// How lines are a board with candidates, as far as their number of symbols or lists says.
#[derive(Clone, Copy, Debug)]
struct Marked {
    part: Part,
    style: Style,
    side: usize,
    /// How many of them are none, or stand in the wrong place.
    wrong: usize,
}

impl<R: BufRead> Reader<R> {
    /// A board with candidates.
    pub(crate) fn candidates(&mut self, first: &Line) -> Option<Found> {
        let side = self.options.side();
        if self.mode == Mode::Lines || side.is_some() && self.alone(first).is_some() {
            self.lines.take();
            self.mode = Mode::Lines;
            let lines = std::slice::from_ref(first);
            return Some(match self.alone(first) {
                Some(marked) => self.marked_board(lines, marked),
                None => Found::error(first.number, wrong_count(lines, side)),
            });
        }
        let (count, extent) = self.gather();
        let lines = self.take_block(count);
        let each = self.each(&lines);
        let whole = self.whole(&lines).filter(|_| extent == Extent::Whole);
        match (each, whole) {
            (Some((one, 0)), Some(other)) if other.wrong == 0 && is_grid(&lines, other) => {
                Some(Found::error(
                    first.number,
                    TextError::AmbiguousForm {
                        first: format!("{} boards of side {}", lines.len(), one.side),
                        second: format!("one board of side {}", other.side),
                    },
                ))
            }
            (each, Some(whole)) if each.is_none_or(|(_, wrong)| whole.wrong < wrong) => {
                Some(self.marked_board(&lines, whole))
            }
            (None, _) => {
                if extent == Extent::Beginning {
                    self.skip();
                }
                Some(Found::error(first.number, wrong_count(&lines, side)))
            }
            (Some(_), _) => {
                self.mode = Mode::Lines;
                lines.into_iter().rev().for_each(|line| self.lines.give_back(line));
                None
            }
        }
    }

    /// How the first of the lines is a board, if at least half of them are one each, and how much is wrong with all
    /// that are.
    fn each(&self, lines: &[Line]) -> Option<(Marked, usize)> {
        let marked: Vec<Marked> = lines.iter().filter_map(|line| self.alone(line)).collect();
        let first = marked.first().filter(|_| marked.len() * 2 >= lines.len())?;
        Some((*first, marked.iter().map(|marked| marked.wrong).sum()))
    }

    fn whole(&self, lines: &[Line]) -> Option<Marked> {
        self.marked(lines, Part::Whole).filter(|_| lines.len() > 1)
    }

    /// How a line is a board with candidates on its own.
    fn alone(&self, line: &Line) -> Option<Marked> {
        let shape = Shape::of(&line.text);
        let lines = std::slice::from_ref(line);
        let first = (shape.first > 1 || shape.pieces == 1).then(|| self.marked(lines, Part::First)).flatten();
        let first =
            first.filter(|marked| marked.style == Style::Symbols && (marked.side > 1 || shape.pieces == 1));
        first.or_else(|| self.marked(lines, Part::Whole))
    }

    fn marked(&self, lines: &[Line], part: Part) -> Option<Marked> {
        let (style, side, wrong) = candidates::style(lines, part, &self.options)?;
        Some(Marked { part, style, side, wrong })
    }

    fn marked_board(&self, lines: &[Line], marked: Marked) -> Found {
        let Marked { part, style, side, .. } = marked;
        let line = lines.first().map_or(0, |line| line.number);
        let geometry = Geometry::with_max_cells(side as u64, self.options.boxes, self.options.max_cells);
        let board = geometry
            .map_err(TextError::Geometry)
            .and_then(|geometry| candidates::board(lines, part, style, geometry, &self.options));
        Found::Entry(Entry { line, board })
    }

    /// A board as lists of candidates with commas in them and blanks between them; `None` if this line is none.
    pub(crate) fn comma_lists(&mut self, line: &Line) -> Option<Found> {
        if self.options.form != Form::Auto || !line.content().contains(',') {
            return None;
        }
        let lines = std::slice::from_ref(line);
        let (side, wrong) = candidates::listed(lines, Part::Whole, self.options.side())?;
        if side < 4 || wrong > 0 {
            return None;
        }
        self.lines.take();
        // Numbers with commas and blanks between them at random hardly rise in each of as many groups as a board has cells.
        let rising = candidates::are_rising(lines, Part::Whole, side);
        let reading = single(line, &Shape::of(&line.text), &self.options, self.options.side());
        Some(match reading.filter(|_| !rising) {
            Some(reading) => Found::error(
                line.number,
                TextError::AmbiguousForm {
                    first: format!("candidates of side {side} (candidates)"),
                    second: format!("a board of side {} (line)", reading.side),
                },
            ),
            None => self.marked_board(lines, Marked { part: Part::Whole, style: Style::Lists, side, wrong }),
        })
    }
}

/// Whether there are as many lines as the board has rows, each of them as long as the others.
fn is_grid(lines: &[Line], marked: Marked) -> bool {
    lines.len() == marked.side
        && lines.iter().all(|line| {
            let line = std::slice::from_ref(line);
            match marked.style {
                Style::Symbols => placed(line, marked.part).count() == marked.side * marked.side,
                Style::Lists => candidates::list_count(line) == marked.side,
            }
        })
}

/// The error for candidates that are too few or too many.
fn wrong_count(lines: &[Line], side: Option<usize>) -> TextError {
    let found = candidates::list_count(lines);
    let expected = side.map_or_else(|| nearest_square(found), |side| side.saturating_mul(side));
    let comma = lines.iter().any(|line| line.content().contains(','));
    let few = comma || placed(lines, Part::Whole).count() <= 1;
    if found == expected
        && let Some(root) = square_root(found).filter(|_| few)
        && let Some(error) = candidates::wrong_list(lines, root)
    {
        return error;
    }
    if comma || found > 3 && found.abs_diff(expected) == 1 {
        return TextError::Count { found, unit: Unit::Lists, expected };
    }
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
