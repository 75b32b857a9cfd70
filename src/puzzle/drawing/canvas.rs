//! What constraints are drawn with: lines through cells, outlines around them, marks between them.

use std::collections::BTreeSet;

use svg::Node;
use svg::node::element::{Circle, Group, Path, Rectangle, Text};

use crate::puzzle::cells::Cells;
use crate::sudoku::geometry::Cell;

/// The side of a cell, in units of the picture.
const SIDE: f64 = 60.0;
/// The room around the board, for clues.
const MARGIN: f64 = 60.0;

/// How a line through cells looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Broad and pale, below the numbers.
    Broad,
    /// Narrow.
    Narrow,
    /// Narrow with a head at its end.
    Arrow,
}

/// How a cell, or an end of a line, is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A ring.
    Ring,
    /// A full disc.
    Disc,
    /// A square.
    Square,
    /// A square on its point.
    Diamond,
}

/// Where constraints draw themselves, each with what lies on top of the cells and what lies below them.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    pub(crate) below: Group,
    pub(crate) above: Group,
    /// How many things were drawn.
    pub(crate) drawn: usize,
    /// How many clues stand beside each line already, so that the next one stands farther out.
    pub(crate) beside: std::collections::BTreeMap<(i64, i64), u32>,
    /// What is written below the board.
    pub(crate) legend: Vec<String>,
}

/// The middle of a cell.
fn middle(cell: Cell) -> (f64, f64) {
    (MARGIN + (f64::from(cell.column) + 0.5) * SIDE, MARGIN + (f64::from(cell.row) + 0.5) * SIDE)
}

/// The place of the upper left corner of a cell.
pub(crate) fn corner(row: u32, column: u32) -> (f64, f64) {
    (MARGIN + f64::from(column) * SIDE, MARGIN + f64::from(row) * SIDE)
}

/// Width and height of the picture of a board, without a legend.
pub(crate) fn size(rows: u32, columns: u32) -> (f64, f64) {
    let (right, bottom) = corner(rows, columns);
    (right + MARGIN, bottom + MARGIN)
}

/// A text around a point.
pub(crate) fn text(words: &str, (x, y): (f64, f64), height: f64, color: &str) -> Text {
    // Not even escaped may these stand in a document.
    let strange = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    Text::new(words.replace(strange, "\u{fffd}"))
        .set("x", round(x))
        .set("y", round(y + height * 0.35))
        .set("font-size", round(height))
        .set("fill", color)
        .set("text-anchor", "middle")
        .set("font-family", "Helvetica, Arial, DejaVu Sans, sans-serif")
}

/// Two decimals are enough, and the same everywhere.
pub(crate) fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

impl Canvas {
    /// How many rows the board has.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// How many columns the board has.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    fn put_below(&mut self, element: impl Node) {
        self.drawn += 1;
        self.below.append(element);
    }

    fn put_above(&mut self, element: impl Node) {
        self.drawn += 1;
        self.above.append(element);
    }

    /// A line through cells, in their order.
    pub fn line(&mut self, cells: &Cells, color: &str, stroke: Stroke) {
        let points: Vec<(f64, f64)> = cells.iter().map(middle).collect();
        let Some((first, rest)) = points.split_first() else { return };
        let mut data = format!("M{},{}", round(first.0), round(first.1));
        for (x, y) in rest {
            data += &format!(" L{},{}", round(*x), round(*y));
        }
        if let (Stroke::Arrow, [.., before, last]) = (stroke, &points[..]) {
            data += &head(*before, *last);
        }
        let width = if stroke == Stroke::Broad { 14.0 } else { 3.5 };
        let path = Path::new()
            .set("d", data)
            .set("fill", "none")
            .set("stroke", color)
            .set("stroke-width", width)
            .set("stroke-linecap", "round")
            .set("stroke-linejoin", "round");
        self.put_below(path);
    }

    /// A mark in a cell, below its number.
    pub fn mark(&mut self, cell: Cell, mark: Mark, color: &str) {
        let (x, y) = middle(cell);
        let square = |half: f64| {
            Rectangle::new()
                .set("x", round(x - half))
                .set("y", round(y - half))
                .set("width", half * 2.0)
                .set("height", half * 2.0)
                .set("fill", color)
        };
        let circle = Circle::new().set("cx", round(x)).set("cy", round(y));
        match mark {
            Mark::Ring => self.put_below(
                circle
                    .set("r", SIDE * 0.4)
                    .set("fill", "white")
                    .set("stroke", color)
                    .set("stroke-width", 3.5),
            ),
            Mark::Disc => self.put_below(circle.set("r", SIDE * 0.36).set("fill", color)),
            Mark::Square => self.put_below(square(SIDE * 0.36)),
            Mark::Diamond => self.put_below(
                square(SIDE * 0.27).set("transform", format!("rotate(45 {} {})", round(x), round(y))),
            ),
        }
    }

    /// Cells in a color.
    pub fn shade(&mut self, cells: &Cells, color: &str) {
        for cell in cells.iter() {
            let (x, y) = corner(cell.row, cell.column);
            let square = Rectangle::new().set("x", x).set("y", y).set("width", SIDE).set("height", SIDE);
            let square = square.set("fill", color).set("fill-opacity", 0.35);
            self.put_below(square);
        }
    }

    /// An outline of some cells a little inside of them, with a word in the first of them.
    pub fn cage(&mut self, cells: &Cells, color: &str, word: &str) {
        let inside: BTreeSet<(i64, i64)> =
            cells.iter().map(|cell| (i64::from(cell.row), i64::from(cell.column))).collect();
        let has = |row: i64, column: i64| inside.contains(&(row, column));
        let inset = 5.0;
        let mut data = String::new();
        for &(row, column) in &inside {
            let (left, top) = (MARGIN + column as f64 * SIDE, MARGIN + row as f64 * SIDE);
            // Each side without a neighbour, as long as its ends allow.
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                if has(row + down, column + right) {
                    continue;
                }
                let end = |way: i64| {
                    let (r, c) = if down != 0 { (row, column + way) } else { (row + way, column) };
                    let along = if way < 0 { 0.0 } else { SIDE };
                    match (has(r, c), has(r + down, c + right)) {
                        (true, false) => along,
                        (true, true) => along + way as f64 * inset,
                        (false, _) => along - way as f64 * inset,
                    }
                };
                let (from, to) = (end(-1), end(1));
                let edge = |way: i64| if way < 0 { inset } else { SIDE - inset };
                data += &if down != 0 {
                    let y = round(top + edge(down));
                    format!("M{},{y} L{},{y} ", round(left + from), round(left + to))
                } else {
                    let x = round(left + edge(right));
                    format!("M{x},{} L{x},{} ", round(top + from), round(top + to))
                };
            }
        }
        let path = Path::new()
            .set("d", data.trim_end())
            .set("fill", "none")
            .set("stroke", color)
            .set("stroke-width", 1.5)
            .set("stroke-dasharray", "5 3");
        self.put_above(path);
        if let Some(first) = cells.iter().min().filter(|_| !word.is_empty()) {
            let (x, y) = corner(first.row, first.column);
            let place = (x + 8.0 + 3.5 * word.chars().count() as f64, y + 11.0);
            let back = Rectangle::new()
                .set("x", x + 3.0)
                .set("y", y + 2.0)
                .set("width", 10.0 + 7.0 * word.chars().count() as f64)
                .set("height", 17.0)
                .set("fill", "white");
            self.put_above(back);
            self.put_above(text(word, place, 14.0, "black"));
        }
    }

    /// A dot between the middles of some cells, with words in it; more than two of them on two lines.
    pub fn dot(&mut self, cells: &Cells, fill: &str, words: &str) {
        let Some((x, y)) = between(cells) else { return };
        let radius = if words.chars().count() > 2 { 17.0 } else { 9.0 };
        let dot = Circle::new().set("cx", round(x)).set("cy", round(y)).set("r", radius);
        let dot = dot.set("fill", fill).set("stroke", "black").set("stroke-width", 1.5);
        let color = if fill == "black" { "white" } else { "black" };
        self.put_above(dot);
        let words: Vec<&str> = words.split_whitespace().collect();
        let lines: Vec<&[&str]> =
            if words.len() > 2 { words.chunks(words.len().div_ceil(2)).collect() } else { vec![&words] };
        for (number, line) in lines.iter().enumerate() {
            let down = 12.0 * (number as f64 - (lines.len() as f64 - 1.0) / 2.0);
            self.put_above(text(&line.join(" "), (x, y + down), 12.0, color));
        }
    }

    /// A word between the middles of some cells.
    pub fn word(&mut self, cells: &Cells, word: &str) {
        if let Some((x, y)) = between(cells) {
            let back =
                Circle::new().set("cx", round(x)).set("cy", round(y)).set("r", 9.0).set("fill", "white");
            self.put_above(back);
            self.put_above(text(word, (x, y), 16.0, "black"));
        }
    }

    /// A sign between two cells that points at the second of them, which is the lesser.
    pub fn greater(&mut self, cells: &Cells) {
        let ends: Vec<(f64, f64)> = cells.iter().take(2).map(middle).collect();
        if let ([from, to], Some((x, y))) = (&ends[..], between(cells)) {
            let turn = (to.1 - from.1).atan2(to.0 - from.0).to_degrees();
            let sign = Path::new()
                .set("d", "M-4,-8 L5,0 L-4,8")
                .set("fill", "none")
                .set("stroke", "black")
                .set("stroke-width", 2)
                .set("transform", format!("translate({} {}) rotate({})", round(x), round(y), round(turn)));
            self.put_above(sign);
        }
    }

    /// A clue beside the first of some cells in a line, on the side from which the line is read.
    pub fn clue(&mut self, cells: &Cells, word: &str) {
        let mut cells = cells.iter();
        let Some(first) = cells.next() else { return };
        let (down, right) = match cells.next() {
            Some(next) => {
                (i64::from(next.row) - i64::from(first.row), i64::from(next.column) - i64::from(first.column))
            }
            None => (1, 1),
        };
        let (down, right) = (down.signum(), right.signum());
        let place = (i64::from(first.row) - down, i64::from(first.column) - right);
        let out = self.beside.entry(place).or_insert(0);
        let far = 0.8 + 0.36 * f64::from(*out);
        *out += 1;
        let (x, y) = middle(first);
        let at = (x - right as f64 * SIDE * far, y - down as f64 * SIDE * far);
        self.put_above(text(word, at, 17.0, "black"));
        if down != 0 && right != 0 {
            let tip = (x - right as f64 * SIDE * 0.5, y - down as f64 * SIDE * 0.5);
            let tail = (tip.0 - right as f64 * 7.0, tip.1 - down as f64 * 7.0);
            let data = format!(
                "M{},{} L{},{}{}",
                round(tail.0),
                round(tail.1),
                round(tip.0),
                round(tip.1),
                head(tail, tip)
            );
            self.put_above(
                Path::new()
                    .set("d", data)
                    .set("fill", "none")
                    .set("stroke", "black")
                    .set("stroke-width", 1.5),
            );
        }
    }

    /// A line below the board.
    pub fn legend(&mut self, words: impl Into<String>) {
        self.legend.push(words.into());
    }
}

/// The head of an arrow that ends in `to`.
fn head(from: (f64, f64), to: (f64, f64)) -> String {
    let (along, across) = (to.0 - from.0, to.1 - from.1);
    let length = along.hypot(across).max(1.0);
    let (along, across) = (along / length * 8.0, across / length * 8.0);
    let (x, y) = to;
    let (left, right) = ((x - along + across, y - across - along), (x - along - across, y - across + along));
    let point = |(x, y): (f64, f64)| format!("{},{}", round(x), round(y));
    format!(" M{} L{} L{}", point(left), point(to), point(right))
}

/// The place between the middles of some cells.
fn between(cells: &Cells) -> Option<(f64, f64)> {
    let count = cells.len() as f64;
    let sum = cells.iter().map(middle).reduce(|sum, next| (sum.0 + next.0, sum.1 + next.1))?;
    Some((sum.0 / count, sum.1 / count))
}
