//! A puzzle as a picture: the board with its lines, and every constraint as it draws itself.

use svg::Document;
use svg::node::element::{Line, Rectangle};

use crate::puzzle::definition::Definition;
use crate::puzzle::drawing::canvas::{Canvas, corner, round, size, text};
use crate::puzzle::filling::Filling;
use crate::puzzle::givens::{candidates, givens};
use crate::puzzle::layout::{Layout, lay_out};
use crate::puzzle::variant::VariantError;
use crate::sudoku::geometry::Cell;

/// The height of a line of the legend.
const LINE: f64 = 22.0;

impl Definition {
    /// The puzzle as a picture in SVG: the board with regions, constraints, givens and candidates, and in another color
    /// what stands in `filling`, a solution perhaps. Constraints on the whole board are listed below it.
    ///
    /// ```
    /// use pencilmark::Definition;
    ///
    /// let definition = Definition::from_toml("boxes = '2x2'\ngivens = ['1...', '....', '....', '...2']")?;
    /// assert!(definition.to_svg(None)?.starts_with("<svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`VariantError`] if the board has no shape that can be.
    pub fn to_svg(&self, filling: Option<&Filling>) -> Result<String, VariantError> {
        let shape = lay_out(self)?;
        let mut canvas = Canvas { rows: shape.rows, columns: shape.columns, ..Canvas::default() };
        let mut wide: Vec<&'static str> = Vec::new();
        for named in &self.constraints {
            let before = canvas.drawn;
            named.kind().draw(&mut canvas);
            // What draws nothing speaks of the whole board.
            if canvas.drawn == before && !wide.contains(&named.name()) {
                wide.push(named.name());
            }
        }
        if !wide.is_empty() {
            canvas.legend(wide.iter().map(|name| name.replace('_', " ")).collect::<Vec<String>>().join(", "));
        }
        let (width, height) = size(shape.rows, shape.columns);
        let whole = height + LINE * canvas.legend.len() as f64;
        let mut picture = Document::new()
            .set("viewBox", (0, 0, round(width), round(whole)))
            .set("width", round(width))
            .set("height", round(whole))
            .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "white"));
        if let Some(title) = &self.title {
            picture = picture.add(text(title, (width / 2.0, 18.0), 16.0, "black"));
        }
        picture = picture.add(canvas.below);
        for line in lines(&shape) {
            picture = picture.add(line);
        }
        for element in numbers(self, &shape, filling)? {
            picture = picture.add(element);
        }
        picture = picture.add(canvas.above);
        for (number, words) in canvas.legend.iter().enumerate() {
            picture =
                picture.add(text(words, (width / 2.0, height + LINE * (number as f64 - 0.3)), 15.0, "black"));
        }
        Ok(picture.to_string())
    }
}

/// The lines of the board: thin between cells, thick around boxes and regions and around the board.
fn lines(shape: &Layout) -> Vec<Line> {
    let mut region = vec![None; shape.present.len()];
    for (number, cells) in shape.boxes.iter().enumerate() {
        for &cell in cells {
            region[shape.index(cell)] = Some(number);
        }
    }
    let at = |row: Option<u32>, column: Option<u32>| {
        let cell = Cell::new(row?, column?);
        shape.has(cell).then(|| region[shape.index(cell)])
    };
    let mut lines: Vec<(bool, Line)> = Vec::new();
    let mut add =
        |one: Option<Option<usize>>, other: Option<Option<usize>>, from: (u32, u32), to: (u32, u32)| {
            if one.is_none() && other.is_none() {
                return;
            }
            let thick = one != other || one.is_none() || other.is_none();
            let ((x1, y1), (x2, y2)) = (corner(from.0, from.1), corner(to.0, to.1));
            let line = Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2);
            let line = line.set("stroke", if thick { "black" } else { "#888888" });
            lines.push((
                thick,
                line.set("stroke-width", if thick { 3 } else { 1 }).set("stroke-linecap", "square"),
            ));
        };
    for row in 0..=shape.rows {
        for column in 0..=shape.columns {
            let here = at(Some(row), Some(column));
            if column < shape.columns {
                add(at(row.checked_sub(1), Some(column)), here, (row, column), (row, column + 1));
            }
            if row < shape.rows {
                add(at(Some(row), column.checked_sub(1)), here, (row, column), (row + 1, column));
            }
        }
    }
    lines.sort_by_key(|(thick, _)| *thick);
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Givens, what else stands in cells, and small candidates.
fn numbers(
    definition: &Definition,
    shape: &Layout,
    filling: Option<&Filling>,
) -> Result<Vec<svg::node::element::Text>, VariantError> {
    let mut found = Vec::new();
    let given = givens(definition, shape)?;
    // What is left in the open cells of an answer says more than the file.
    let noted: std::collections::BTreeMap<usize, Vec<i32>> =
        match filling.and_then(|filling| filling.candidates.clone()) {
            Some(left) => left.into_iter().enumerate().filter(|(_, values)| !values.is_empty()).collect(),
            None => candidates(definition, shape)?.into_iter().collect(),
        };
    for (place, &given) in given.iter().enumerate().filter(|(place, _)| shape.present[*place]) {
        let cell = Cell::new(place as u32 / shape.columns, place as u32 % shape.columns);
        let (left, top) = corner(cell.row, cell.column);
        let middle = (left + 30.0, top + 30.0);
        let big = |value: i32| if value.to_string().len() > 2 { 20.0 } else { 34.0 };
        match (given, filling.and_then(|filling| filling.value(cell)), noted.get(&place)) {
            (Some(value), ..) => found.push(text(&value.to_string(), middle, big(value), "black")),
            (None, Some(value), _) => found.push(text(&value.to_string(), middle, big(value), "#1a5fb4")),
            (None, None, Some(values)) => {
                let side = (values.len() as f64).sqrt().ceil().max(3.0);
                for (number, value) in values.iter().enumerate() {
                    let (down, right) = ((number as f64 / side).floor(), number as f64 % side);
                    let at = (
                        left + 60.0 * (right + 0.75) / (side + 0.5),
                        top + 60.0 * (down + 0.75) / (side + 0.5),
                    );
                    found.push(text(&value.to_string(), at, 42.0 / side, "#555555"));
                }
            }
            (None, None, None) => {}
        }
    }
    Ok(found)
}
