//! Grids whose bands have blank lines between them.

use std::io::BufRead;

use crate::sudoku::read::lines::Line;
use crate::sudoku::read::reader::Reader;
use crate::sudoku::read::shape::Shape;

/// The largest side for which bands are looked for, which bounds how often a line is looked at.
const MOST_ROWS: usize = 64;

/// Where a band begins that may belong to the board before it, and how many blank lines there are between bands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubtful {
    line: usize,
    blanks: usize,
}

/// The cells of a row in one way to read it.
type Width = fn(&Shape) -> Option<usize>;

impl<R: BufRead> Reader<R> {
    /// How many of the lines ahead make up one board with these, which are too few: blank lines, then as many rows as
    /// here, and so on until there are as many rows as cells in a row.
    ///
    /// Where more such rows follow, and not after more blank lines than there are between these, nobody can tell which
    /// of them belong together.
    pub(crate) fn bands_ahead(&mut self, lines: &[Line]) -> Option<usize> {
        let numbers: Width = |shape| shape.numbers.map(|numbers| numbers.count).filter(|&count| count > 1);
        let symbols: Width = |shape| Some(shape.symbols);
        let numeric = lines.iter().all(|line| numbers(&Shape::of(&line.text)).is_some());
        self.bands(lines, if numeric { numbers } else { symbols })
    }

    fn bands(&mut self, lines: &[Line], width: Width) -> Option<usize> {
        let height = lines.len();
        let side = width(&Shape::of(&lines.first()?.text))?;
        let row = |line: &Line| line.fault.is_none() && width(&Shape::of(&line.text)) == Some(side);
        let divided = (2..side).contains(&height) && side <= MOST_ROWS && side.is_multiple_of(height);
        if !divided || !lines.iter().all(row) {
            return None;
        }
        let next_block = self.blanks_ahead(0);
        let next_line = self.lines.peek(next_block).filter(|line| row(line)).map(|line| line.number);
        if let Some(doubtful) = self.doubtful
            && Some(doubtful.line) == lines.first().map(|line| line.number)
        {
            let same = next_line.filter(|_| next_block <= doubtful.blanks);
            self.doubtful = same.map(|line| Doubtful { line, ..doubtful });
            return None;
        }
        let mut distance = 0;
        let mut most_blanks = 0;
        for _ in 1..side / height {
            let blanks = self.blanks_ahead(distance);
            most_blanks = most_blanks.max(blanks);
            distance += blanks;
            if blanks == 0 || !(distance..distance + height).all(|at| self.lines.peek(at).is_some_and(row)) {
                return None;
            }
            distance += height;
        }
        let blanks = self.blanks_ahead(distance);
        let next = self.lines.peek(distance + blanks);
        if next.is_none_or(|next| blanks > most_blanks || blanks > 0 && !row(next)) {
            return Some(distance);
        }
        self.doubtful = next_line.map(|line| Doubtful { line, blanks: most_blanks });
        None
    }

    /// How many blank lines there are from some distance on.
    fn blanks_ahead(&mut self, from: usize) -> usize {
        (from..).take_while(|&at| self.lines.peek(at).is_some_and(Line::is_blank)).count()
    }
}
