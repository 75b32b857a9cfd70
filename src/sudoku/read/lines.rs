//! Lines of an input with their numbers, as many looked ahead as asked for.

use std::collections::VecDeque;
use std::io::{BufRead, ErrorKind};

use crate::sudoku::read::error::TextError;
use crate::sudoku::read::marks::without_colours;

/// How many bytes at the beginning are searched for signs of a binary file.
const HEAD: usize = 1024;

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
    /// Whether the last line ended with a carriage return, to which a line feed may belong that comes next.
    returned: Returned,
    buffer: Vec<u8>,
}

/// What is known of carriage returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Returned {
    /// No line ended with a lone one.
    Never,
    /// One did before the last line.
    Before,
    /// The last line did.
    Now,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`; one of more than `max_bytes` is a fault.
    pub(crate) fn new(input: R, max_bytes: usize) -> Self {
        let (ahead, buffer) = (VecDeque::new(), Vec::new());
        Self { input, ahead, read: 0, max_bytes, ended: false, returned: Returned::Never, buffer }
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
        let bytes = &*without_colours(bytes);
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
            check_head(next_chunk(&mut self.input).map_err(failed)?)?;
        }
        if self.returned == Returned::Now {
            self.returned = Returned::Before;
            if next_chunk(&mut self.input).map_err(failed)?.first() == Some(&b'\n') {
                self.input.consume(1);
                self.returned = Returned::Never;
            }
        }
        loop {
            let mut chunk = next_chunk(&mut self.input).map_err(failed)?;
            if chunk.is_empty() {
                return Ok(!self.buffer.is_empty());
            }
            let room = self.max_bytes - self.buffer.len();
            chunk = chunk.get(..room).unwrap_or(chunk);
            let before = self.buffer.len();
            let end = if self.returned == Returned::Never {
                // This is the faster way where line feeds end lines.
                chunk.read_until(b'\n', &mut self.buffer).map_err(failed)?
            } else {
                let end = chunk.iter().position(|&byte| is_end(byte)).map_or(chunk.len(), |last| last + 1);
                self.buffer.extend_from_slice(chunk.get(..end).unwrap_or(chunk));
                end
            };
            let taken = self.buffer.get(before..).unwrap_or_default();
            let place = || taken.iter().position(|&byte| byte == b'\r');
            let taken = match taken.contains(&b'\r').then(place).flatten() {
                Some(at) if taken.get(at + 1) == Some(&b'\n') => at + 2,
                Some(at) => {
                    self.returned = Returned::Now;
                    at + 1
                }
                None => end,
            };
            self.buffer.truncate(before + taken);
            self.input.consume(taken);
            if self.buffer.last().is_some_and(|&byte| is_end(byte)) {
                return Ok(true);
            }
            if self.buffer.len() >= self.max_bytes {
                break;
            }
        }
        // What is left of the line is passed over, but not without end.
        let mut passed = 0;
        while passed < self.max_bytes {
            let chunk = next_chunk(&mut self.input).map_err(failed)?;
            let end = chunk.iter().position(|&byte| is_end(byte));
            let length = end.map_or(chunk.len(), |last| last + 1);
            if end.is_some_and(|last| chunk.get(last) == Some(&b'\r')) {
                self.returned = Returned::Now;
            }
            self.input.consume(length);
            passed += length;
            if length == 0 || end.is_some() {
                return Err(TextError::LineTooLong { limit: self.max_bytes });
            }
        }
        self.ended = true;
        Err(TextError::LineTooLong { limit: self.max_bytes })
    }
}

fn is_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// What can be read at once, without taking it.
fn next_chunk(input: &mut impl BufRead) -> std::io::Result<&[u8]> {
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
    // A few bytes that are no text are no more than a bad line.
    let first = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    // Text in another encoding has no control characters.
    let binary = head.contains(&0) || controls(head) > 3;
    if binary && (is_mostly_no_text(head) || is_mostly_no_text(first)) {
        return Err(TextError::Binary);
    }
    Ok(())
}

/// How many control characters there are that text does not have.
fn controls(bytes: &[u8]) -> usize {
    let control =
        |byte: &&u8| (**byte).is_ascii_control() && !matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | 0x1b);
    bytes.iter().filter(control).count()
}

fn is_mostly_no_text(bytes: &[u8]) -> bool {
    let damaged: usize = bytes.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    let wrong = controls(bytes) + damaged;
    wrong > 3 && wrong * 4 > bytes.len()
}
