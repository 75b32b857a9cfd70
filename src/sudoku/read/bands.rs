//! Grids whose bands have blank lines between them.

use std::io::BufRead;

use crate::sudoku::read::lines::Line;
use crate::sudoku::read::reader::Reader;
use crate::sudoku::read::shape::Shape;

impl<R: BufRead> Reader<R> {
    /// How many of the lines ahead make up one board with these, which are too few: blank lines, then as many rows as
    /// here, and so on until there are as many rows as symbols in a row.
    pub(crate) fn bands_ahead(&mut self, lines: &[Line]) -> Option<usize> {
        let height = lines.len();
        let width = Shape::of(&lines.first()?.text).symbols;
        let row = |line: &Line| line.fault.is_none() && Shape::of(&line.text).symbols == width;
        if height < 2 || height >= width || !width.is_multiple_of(height) || !lines.iter().all(row) {
            return None;
        }
        let mut distance = 0;
        for _ in 1..width / height {
            let start = distance;
            while self.lines.peek(distance).is_some_and(Line::is_blank) {
                distance += 1;
            }
            let rows = distance > start
                && (distance..distance + height).all(|at| self.lines.peek(at).is_some_and(row));
            if !rows {
                return None;
            }
            distance += height;
        }
        self.lines.peek(distance).is_none_or(Line::is_blank).then_some(distance)
    }
}
