//! Lines of an input with their numbers, as many looked ahead as asked for.

use std::collections::VecDeque;
use std::io::{BufRead, ErrorKind, Read as _};

use crate::sudoku::read::error::TextError;

/// How many bytes at the beginning are searched for signs of a binary file.
const HEAD: usize = 8192;

/// A line without its end. Bytes that are no UTF-8 stand in it as U+FFFD.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    /// Counted from 1.
    pub(crate) number: usize,
    pub(crate) text: String,
    /// Set if there is no text because reading it failed.
    pub(crate) fault: Option<TextError>,
}

impl Line {
    /// Whether nothing but blanks stands here.
    pub(crate) fn is_blank(&self) -> bool {
        self.fault.is_none() && self.text.trim().is_empty()
    }

    /// The text up to a comment.
    pub(crate) fn content(&self) -> &str {
        content(&self.text)
    }
}

/// A text up to the comment in it.
pub(crate) fn content(text: &str) -> &str {
    text.split('#').next().unwrap_or_default().trim_end()
}

/// The lines of an input. After an error of the input itself there are no more.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    /// Lines read, but not taken yet.
    ahead: VecDeque<Line>,
    read: usize,
    max_bytes: usize,
    ended: bool,
    buffer: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`; one of more than `max_bytes` is a fault.
    pub(crate) fn new(input: R, max_bytes: usize) -> Self {
        Self { input, ahead: VecDeque::new(), read: 0, max_bytes, ended: false, buffer: Vec::new() }
    }

    /// The line that many lines ahead, 0 for the one that comes next.
    pub(crate) fn peek(&mut self, distance: usize) -> Option<&Line> {
        while self.ahead.len() <= distance {
            let mut line = Line::default();
            if !self.read_into(&mut line) {
                return None;
            }
            self.ahead.push_back(line);
        }
        self.ahead.get(distance)
    }

    /// Takes the next line.
    pub(crate) fn take(&mut self) -> Option<Line> {
        self.peek(0)?;
        self.ahead.pop_front()
    }

    /// Takes the next lines.
    pub(crate) fn take_many(&mut self, count: usize) -> Vec<Line> {
        self.peek(count.saturating_sub(1));
        let count = count.min(self.ahead.len());
        self.ahead.drain(..count).collect()
    }

    /// Takes the next line into `line`, whose memory is used again; false at the end.
    pub(crate) fn take_into(&mut self, line: &mut Line) -> bool {
        match self.ahead.pop_front() {
            Some(next) => {
                *line = next;
                true
            }
            None => self.read_into(line),
        }
    }

    /// Gives back a line just taken.
    pub(crate) fn give_back(&mut self, line: Line) {
        self.ahead.push_front(line);
    }

    fn read_into(&mut self, line: &mut Line) -> bool {
        line.fault = None;
        line.text.clear();
        if self.ended {
            return false;
        }
        line.number = self.read + 1;
        self.buffer.clear();
        let fault = match self.read_bytes() {
            Ok(false) => {
                self.ended = true;
                return false;
            }
            Ok(true) => None,
            Err(error) => Some(error),
        };
        self.read += 1;
        if fault.is_some() {
            self.ended |= !matches!(fault, Some(TextError::LineTooLong { .. }));
            line.fault = fault;
            return true;
        }
        let bytes = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        // Files put together may have byte-order marks in the middle.
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(text) => line.text.push_str(text),
            Err(_) => line.text.push_str(&String::from_utf8_lossy(bytes)),
        }
        true
    }

    /// Appends the bytes of the next line to the buffer; false at the end of the input.
    fn read_bytes(&mut self) -> Result<bool, TextError> {
        let failed = |error: std::io::Error| TextError::Input { message: error.to_string() };
        if self.read == 0 {
            check_head(first_chunk(&mut self.input).map_err(failed)?)?;
        }
        let limit = self.max_bytes as u64;
        let read = self.input.by_ref().take(limit).read_until(b'\n', &mut self.buffer).map_err(failed)?;
        if read < self.max_bytes || self.buffer.ends_with(b"\n") {
            return Ok(read > 0);
        }
        // What is left of the line is passed over, but not without end.
        let passed = self.input.by_ref().take(limit).skip_until(b'\n').map_err(failed)?;
        self.ended = passed == self.max_bytes;
        Err(TextError::LineTooLong { limit: self.max_bytes })
    }
}

/// What can be read at once, without taking it.
fn first_chunk(input: &mut impl BufRead) -> std::io::Result<&[u8]> {
    while let Err(error) = input.fill_buf() {
        if error.kind() != ErrorKind::Interrupted {
            return Err(error);
        }
    }
    input.fill_buf()
}

/// Refuses what is no text at all.
fn check_head(chunk: &[u8]) -> Result<(), TextError> {
    let head = chunk.get(..HEAD).unwrap_or(chunk);
    if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
        return Err(TextError::Utf16);
    }
    if head.contains(&0) { Err(TextError::Binary) } else { Ok(()) }
}
