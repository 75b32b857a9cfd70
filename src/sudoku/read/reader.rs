//! The reader: an iterator over the boards of a text, in their order.

use std::collections::VecDeque;
use std::io::BufRead;
use std::iter::FusedIterator;
use std::str::FromStr;

use crate::sudoku::board::Board;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::read::bands::Doubtful;
use crate::sudoku::read::block::Habit;
use crate::sudoku::read::candidates::are_in_place;
use crate::sudoku::read::cells::{Part, symbols};
use crate::sudoku::read::custom::Customs;
use crate::sudoku::read::error::TextError;
use crate::sudoku::read::find::{or_candidates, own};
use crate::sudoku::read::lines::{Line, Lines};
use crate::sudoku::read::options::ReadOptions;
use crate::sudoku::read::quick::Quick;
use crate::sudoku::read::shape::cube_root;

/// How many boards, and how many bytes of them, are looked at to find out the custom for letters.
const MOST_WAITING: usize = 1000;
const MOST_WAITING_BYTES: usize = 1 << 20;

/// A board of the input, or what was wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line where it begins, counted from 1.
    pub line: usize,
    /// The board, or why the text at this place is none.
    pub board: Result<Board, TextError>,
}

/// Reads the boards of a text one after the other: one a line, or grids, lists and other forms one below the other.
///
/// What is wrong with one board is reported in its place, and the next is read. An input without any board gives one
/// entry with [`TextError::Empty`]. The form is told from the text unless the options say it; where two forms fit,
/// the entry is an error that names both. Letters are read in the one custom that all boards of the input allow;
/// where a few boards leave two open, up to a thousand more are looked at first.
///
/// Boards may stand back to back without a blank line. A title above a grid is an entry of its own,
/// [`TextError::NoRow`], and so is what the program printed in the place of a board, such as `No solution exists`:
/// [`TextError::Result`]. So what one run printed has its entries in the same places when it is read.
///
/// Boards of one line each are read without keeping more than one line, whatever the length of the input.
///
/// ```
/// use pencilmark::{ReadOptions, Reader};
///
/// let text = "1..4......2...3  # a 4x4 with a symbol missing\n1..4 .... ..2. ...3\n\n12|34\n34|12\n--+--\n21|43\n43|21\n";
/// let entries: Vec<_> = Reader::new(text.as_bytes(), ReadOptions::new()).collect();
/// assert_eq!(entries[0].board.as_ref().unwrap_err().to_string(), "15 symbols, expected 16");
/// assert_eq!(entries[1].board.as_ref().map(|board| board.givens()), Ok(4));
/// assert_eq!((entries[2].line, entries[2].board.as_ref().map(|board| board.is_full())), (4, Ok(true)));
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    pub(crate) lines: Lines<R>,
    pub(crate) options: ReadOptions,
    pub(crate) mode: Mode,
    pub(crate) habit: Option<Habit>,
    /// The side of the last board of one line.
    pub(crate) last_side: Option<usize>,
    pub(crate) doubtful: Option<Doubtful>,
    quick: Quick,
    customs: Customs,
    waiting: VecDeque<Found>,
    waiting_bytes: usize,
    found: Emptiness,
}

/// What the lines that come next are, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A new beginning: at the start of the text and after a blank line.
    Fresh,
    /// A board each.
    Lines,
}

/// Whether the input had any entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Emptiness {
    NothingYet,
    Something,
}

/// An entry, or all of it but the meaning of its letters.
#[derive(Debug)]
pub(crate) enum Found {
    Entry(Entry),
    Letters(Letters),
}

impl Found {
    /// An entry that is an error.
    pub(crate) fn error(line: usize, error: TextError) -> Self {
        Self::Entry(Entry { line, board: Err(error) })
    }
}

/// A board whose symbols have to be decided about.
#[derive(Debug)]
pub(crate) struct Letters {
    pub(crate) line: usize,
    pub(crate) lines: Vec<Line>,
    pub(crate) part: Part,
    pub(crate) geometry: Geometry,
}

impl Letters {
    fn bytes(&self) -> usize {
        self.lines.iter().map(|line| line.text.len()).sum()
    }

    fn read(&self, customs: &Customs, options: &ReadOptions) -> Result<Board, TextError> {
        let side = self.geometry.side() as usize;
        let alphabet = customs.alphabet(&self.lines, self.part, self.geometry.side()).map_err(|error| {
            let small = cube_root(self.geometry.cells());
            let small = small.filter(|&small| are_in_place(&self.lines, self.part, small, options));
            small.map_or(error, |small| or_candidates(small, side))
        })?;
        let board = symbols(&self.lines, self.part, &alphabet, self.geometry);
        board.map_err(|error| own(error, &self.lines, self.part, side))
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads `input` with those options.
    pub fn new(input: R, options: ReadOptions) -> Self {
        Self {
            lines: Lines::new(input, options.max_bytes()),
            options,
            mode: Mode::Fresh,
            habit: None,
            last_side: None,
            doubtful: None,
            quick: Quick::default(),
            customs: Customs::new(),
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            found: Emptiness::NothingYet,
        }
    }

    /// Reads on until the board that waits first can be read.
    fn next_entry(&mut self) -> Option<Entry> {
        while self.wants_more()
            && let Some(found) = self.find()
        {
            match &found {
                Found::Entry(_) => {}
                Found::Letters(letters) => {
                    self.customs.see(&letters.lines, letters.part, letters.geometry.side());
                    self.waiting_bytes += letters.bytes();
                }
            }
            self.waiting.push_back(found);
        }
        match self.waiting.pop_front()? {
            Found::Entry(entry) => Some(entry),
            Found::Letters(letters) => {
                self.waiting_bytes -= letters.bytes();
                Some(Entry { line: letters.line, board: letters.read(&self.customs, &self.options) })
            }
        }
    }

    /// Whether no board waits, or the first one needs to be compared with more.
    fn wants_more(&self) -> bool {
        match self.waiting.front() {
            None => true,
            Some(Found::Entry(_)) => false,
            Some(Found::Letters(_)) => {
                let room = self.waiting.len() < MOST_WAITING && self.waiting_bytes < MOST_WAITING_BYTES;
                room && !self.customs.decided()
            }
        }
    }

    /// Finds the next board.
    fn find(&mut self) -> Option<Found> {
        if let Some(entry) = self.quick.next(&mut self.lines, &self.options, self.mode) {
            self.mode = Mode::Lines;
            self.last_side = entry.board.as_ref().ok().map(|board| board.geometry().side() as usize);
            return Some(Found::Entry(entry));
        }
        self.find_any()
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        let entry = self.next_entry();
        let first = std::mem::replace(&mut self.found, Emptiness::Something);
        match entry {
            None if first == Emptiness::NothingYet => Some(Entry { line: 1, board: Err(TextError::Empty) }),
            entry => entry,
        }
    }
}

impl<R: BufRead> FusedIterator for Reader<R> {}

impl Board {
    /// Reads a text that holds one board.
    ///
    /// # Errors
    /// The text is no board, or more than one.
    pub fn parse(text: &str, options: &ReadOptions) -> Result<Self, TextError> {
        let mut reader = Reader::new(text.as_bytes(), options.clone());
        let board = reader.next().map_or(Err(TextError::Empty), |entry| entry.board)?;
        if reader.next().is_some() { Err(TextError::Several) } else { Ok(board) }
    }
}

/// Reads a text that holds one board, in any form that can be told from the others.
impl FromStr for Board {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::parse(text, &ReadOptions::new())
    }
}
