//! Boards of any shape as text, with their regions drawn.

use serde_json::{Value, json};

use crate::puzzle::filling::Filling;
use crate::puzzle::grid::Grid;
use crate::sudoku::format::Format;
use crate::sudoku::geometry::Cell;
use crate::sudoku::write::Frames;

/// What an open cell, and the place of a cell that the board does not have, look like.
const OPEN: &str = ".";
const HOLE: &str = "#";

impl Filling {
    /// Writes what stands on the board `grid` in one of the usual forms.
    ///
    /// A grid has lines around its boxes or regions. One line has a symbol a cell where all values are 0 to 9, else
    /// numbers with blanks between them. In lists and JSON an open cell is 0, or null where 0 is a value; what is no
    /// cell is null. Decimal rows and JSON tell the size of the boxes of a plain board, as those of a
    /// [`Board`](crate::Board) do.
    ///
    /// ```
    /// use pencilmark::{Definition, Format, Frames, Variant};
    ///
    /// let definition = Definition::from_json(r#"{ "regions": ["AAB", "ABB", "CCC"], "givens": ["12.", "...", "..."] }"#)?;
    /// let variant = Variant::new(&definition)?;
    /// let text = variant.givens().write(variant.grid(), Format::Grid, Frames::Unicode);
    /// assert_eq!(text.lines().nth(1), Some("│ 1   2 │ . │"));
    /// assert_eq!(variant.givens().write(variant.grid(), Format::Line, Frames::Unicode), "12.......");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, grid: &Grid, format: Format, frames: Frames) -> String {
        self.write_painted(grid, format, frames, |_, text| text.to_owned())
    }

    /// The same with each cell of a grid passed through `paint`, which may add what takes no room.
    pub fn write_painted(
        &self,
        grid: &Grid,
        format: Format,
        frames: Frames,
        paint: impl Fn(Cell, &str) -> String,
    ) -> String {
        match format {
            Format::Line => self.line(grid),
            Format::List => self.list(grid).to_string(),
            Format::Decimal => self.decimal(grid),
            Format::Json | Format::Candidates => self.write_rows(grid, format, frames).collect(),
            _ if grid.boxes().is_empty() && self.present.iter().all(|&present| present) => {
                self.rows_of(|row| self.row(row, &[], &paint)).join("\n")
            }
            _ => self.framed(grid, frames, &paint),
        }
    }

    /// The text in pieces: where candidates are written, of which there may be very many, each is of a row of the board at
    /// most. Put one after the other they are what [`write`](Filling::write) gives.
    ///
    /// ```
    /// use pencilmark::{Definition, Format, Frames, Variant};
    ///
    /// let mut variant = Variant::new(&Definition::from_json(r#"{ "rows": 2, "boxes": "none" }"#)?)?;
    /// let marks = variant.pencil_marks().expect_done();
    /// let rows = marks.write_rows(variant.grid(), Format::Candidates, Frames::Unicode);
    /// assert_eq!(rows.collect::<Vec<_>>(), ["1,2 1,2", " 1,2 1,2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_rows<'a>(
        &'a self,
        grid: &'a Grid,
        format: Format,
        frames: Frames,
    ) -> impl Iterator<Item = String> + 'a {
        let rows = self.rows() as usize;
        let count = match format {
            Format::Candidates => rows,
            Format::Json if self.candidates.is_some() => 2 * rows,
            Format::Json => rows,
            _ => 1,
        };
        let open = |index: &usize| self.present[*index] && self.values[*index].is_none();
        let first = (0..self.values.len()).find(open);
        let cells = move |row: usize| row * self.columns as usize..(row + 1) * self.columns as usize;
        (0..count).map(move |piece| match format {
            Format::Candidates => cells(piece).map(|index| self.marks(index)).collect(),
            Format::Json if piece < rows => self.json(grid, piece),
            Format::Json => {
                let named = cells(piece - rows).filter(open).map(|index| self.named_marks(index, first));
                let before = if piece == rows { ",\"candidates\":{" } else { "" };
                let behind = if piece + 1 == count { "}}" } else { "" };
                format!("{before}{}{behind}", named.collect::<String>())
            }
            _ => self.write(grid, format, frames),
        })
    }

    fn rows_of(&self, row: impl Fn(usize) -> String) -> Vec<String> {
        (0..self.rows() as usize).map(row).collect()
    }

    fn line(&self, grid: &Grid) -> String {
        let short = grid.values().iter().all(|value| (0..=9).contains(value));
        self.texts().concat().join(if short { "" } else { " " })
    }

    /// The rows, below the size of the boxes where a plain board has some.
    fn decimal(&self, grid: &Grid) -> String {
        let header = grid.plain_boxes().map(|(height, width)| format!("{} {height} {width}", self.rows()));
        let rows = self.texts().into_iter().map(|row| row.join(" "));
        header.into_iter().chain(rows).collect::<Vec<_>>().join("\n")
    }

    fn list(&self, grid: &Grid) -> Value {
        (0..self.rows() as usize).map(|row| self.listed(grid, row)).collect()
    }

    /// The values of a row.
    fn listed(&self, grid: &Grid, row: usize) -> Vec<Value> {
        let open = if grid.values().contains(&0) { Value::Null } else { json!(0) };
        let cell = |(value, present): (&Option<i32>, &bool)| match (value, present) {
            (Some(value), _) => json!(value),
            (None, true) => open.clone(),
            (None, false) => Value::Null,
        };
        let columns = self.columns as usize;
        let cells = self.values.iter().zip(self.present.iter());
        cells.skip(row * columns).take(columns).map(cell).collect()
    }

    /// A row of the object, with what stands before the first and behind the last.
    fn json(&self, grid: &Grid, row: usize) -> String {
        let mut text = if row == 0 { "{" } else { "," }.to_owned();
        if row == 0 {
            if let Some((height, width)) = grid.plain_boxes() {
                let size = if grid.boxes().is_empty() { Value::Null } else { json!([height, width]) };
                text.push_str(&format!("\"box\":{size},"));
            }
            text.push_str("\"rows\":[");
        }
        text.push_str(&Value::from(self.listed(grid, row)).to_string());
        if row + 1 == self.rows() as usize {
            text.push_str(if self.candidates.is_some() { "]" } else { "]}" });
        }
        text
    }

    /// What may stand in a cell, with a blank before it, but for the first.
    fn marks(&self, index: usize) -> String {
        let cell = self.cell(index);
        let marks: Vec<String> = self.candidates(cell).map(|value| value.to_string()).collect();
        let marks = match (marks.is_empty(), self.has(cell)) {
            (false, _) => marks.join(","),
            (true, true) => OPEN.to_owned(),
            (true, false) => HOLE.to_owned(),
        };
        if index == 0 { marks } else { format!(" {marks}") }
    }

    /// The same as part of an object whose first cell is `first`.
    fn named_marks(&self, index: usize, first: Option<usize>) -> String {
        let cell = self.cell(index);
        let marks: Vec<String> = self.candidates(cell).map(|value| value.to_string()).collect();
        let before = if first == Some(index) { "" } else { "," };
        format!("{before}\"{cell}\":[{}]", marks.join(","))
    }

    fn cell(&self, index: usize) -> Cell {
        Cell::new((index / self.columns as usize) as u32, (index % self.columns as usize) as u32)
    }

    /// One row, with `walls[column]` before the column of that number where there are some.
    fn row(&self, row: usize, walls: &[Option<&str>], paint: &impl Fn(Cell, &str) -> String) -> String {
        let columns = self.columns as usize;
        let width = self.values.iter().flatten().map(|value| value.to_string().len()).max().unwrap_or(1);
        let mut text = String::new();
        for column in 0..=columns {
            match walls.get(column) {
                Some(Some(wall)) => {
                    let before = if column == 0 { "" } else { " " };
                    text.push_str(&format!("{before}{wall}{}", if column == columns { "" } else { " " }));
                }
                Some(None) if column == 0 => {}
                _ if column > 0 && column < columns => text.push(' '),
                _ => {}
            }
            if column < columns {
                let index = row * columns + column;
                let value = self.values[index].map(|value| value.to_string());
                let shown = value.as_deref().unwrap_or(if self.present[index] { OPEN } else { " " });
                let shown = format!("{shown:>width$}");
                text.push_str(&paint(self.cell(index), &shown));
            }
        }
        text.trim_end().to_owned()
    }

    /// The rows with lines between the regions.
    fn framed(&self, grid: &Grid, frames: Frames, paint: &impl Fn(Cell, &str) -> String) -> String {
        let (rows, columns) = (self.rows() as usize, self.columns as usize);
        let walls = Walls::new(self, grid);
        let width = self.values.iter().flatten().map(|value| value.to_string().len()).max().unwrap_or(1);
        let stands = |column: usize| (0..rows).any(|row| walls.left(row, column));
        // Both ends are kept free for walls, so that the lines begin where the rows do.
        let standing: Vec<bool> =
            (0..=columns).map(|column| column == 0 || column == columns || stands(column)).collect();
        let mut lines = Vec::new();
        for row in 0..=rows {
            if (0..columns).any(|column| walls.above(row, column)) {
                let mut line = String::new();
                for (column, &stands) in standing.iter().enumerate() {
                    if stands {
                        line.push_str(&walls.corner(row, column, frames));
                    }
                    if column < columns {
                        // A cell, a blank before it, and one after it where a wall follows.
                        let after = usize::from(standing[column + 1]);
                        let lies = walls.above(row, column);
                        let dash = match (lies, frames) {
                            (false, _) => " ",
                            (true, Frames::Ascii) => "-",
                            (true, _) => "─",
                        };
                        line.push_str(&dash.repeat(width + after + 1));
                    }
                }
                lines.push(line.trim_end().to_owned());
            }
            if row < rows {
                let upright = if frames == Frames::Ascii { "|" } else { "│" };
                let wall = |(column, &stands): (usize, &bool)| {
                    stands.then(|| if walls.left(row, column) { upright } else { " " })
                };
                let walls: Vec<Option<&str>> = standing.iter().enumerate().map(wall).collect();
                lines.push(self.row(row, &walls, paint));
            }
        }
        lines.join("\n")
    }
}

/// Where cells beside each other are of different regions.
struct Walls {
    rows: usize,
    columns: usize,
    /// The region of each cell; none outside the board.
    regions: Vec<Option<usize>>,
}

impl Walls {
    fn new(filling: &Filling, grid: &Grid) -> Walls {
        // Cells in no region are together, as region 0.
        let mut regions: Vec<Option<usize>> =
            filling.present.iter().map(|&present| present.then_some(0)).collect();
        for (number, cells) in grid.boxes().iter().enumerate() {
            for cell in cells {
                regions[cell.row as usize * filling.columns as usize + cell.column as usize] =
                    Some(number + 1);
            }
        }
        Walls { rows: filling.rows() as usize, columns: filling.columns as usize, regions }
    }

    /// The region of the cell above and to the left of a corner, by the corner's numbers.
    fn region(&self, row: usize, column: usize) -> Option<usize> {
        let inside = (1..=self.rows).contains(&row) && (1..=self.columns).contains(&column);
        if inside { self.regions[(row - 1) * self.columns + column - 1] } else { None }
    }

    /// Whether there is a wall to the left of a cell.
    fn left(&self, row: usize, column: usize) -> bool {
        row < self.rows && self.region(row + 1, column) != self.region(row + 1, column + 1)
    }

    /// Whether there is a wall above a cell.
    fn above(&self, row: usize, column: usize) -> bool {
        column < self.columns && self.region(row, column + 1) != self.region(row + 1, column + 1)
    }

    /// How the walls meet at the corner above and to the left of a cell.
    fn corner(&self, row: usize, column: usize, frames: Frames) -> String {
        let up = row > 0 && self.left(row - 1, column);
        let right = self.above(row, column);
        let down = self.left(row, column);
        let left = column > 0 && self.above(row, column - 1);
        let bits =
            usize::from(up) | usize::from(right) << 1 | usize::from(down) << 2 | usize::from(left) << 3;
        let drawn = match frames {
            Frames::Ascii => [" ", "|", "-", "+", "|", "|", "+", "+", "-", "+", "-", "+", "+", "+", "+", "+"],
            _ => [" ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"],
        };
        drawn[bits].to_owned()
    }
}
