//! One board of a puzzle: its rows, columns, boxes and regions.

use crate::puzzle::definition::{BoardPart, Definition, Lines};
use crate::puzzle::layout::{Layout, NamedHouse, wrong};
use crate::puzzle::picture::Picture;
use crate::puzzle::variant::VariantError;
use crate::sudoku::geometry::{Boxes, Cell, Geometry, GeometryError};

/// One board: the whole of a puzzle, or one of several that overlap.
pub(crate) struct Part<'a> {
    /// Its number in the list of boards.
    pub(crate) number: Option<usize>,
    pub(crate) at: Cell,
    /// Rows and columns, where it is one of several.
    pub(crate) size: Option<(u32, u32)>,
    boxes: Option<Boxes>,
    regions: Option<&'a Picture>,
    lines: Lines,
}

impl<'a> Part<'a> {
    /// The puzzle as one board.
    pub(crate) fn whole(definition: &'a Definition) -> Part<'a> {
        Part {
            number: None,
            at: Cell::new(0, 0),
            size: None,
            boxes: definition.boxes,
            regions: definition.regions.as_ref(),
            lines: definition.lines,
        }
    }

    /// Board `number` of the list.
    pub(crate) fn listed(
        definition: &Definition,
        number: usize,
        board: &'a BoardPart,
    ) -> Result<Part<'a>, VariantError> {
        let path = |key: &str| format!("boards[{number}]{key}");
        let at = match board.at.iter().collect::<Vec<_>>().as_slice() {
            [cell] => *cell,
            cells => return wrong(path(".at"), format!("{} cells, expected one", cells.len())),
        };
        let boxes = board.boxes.or(definition.boxes.filter(|_| board.regions.is_none()));
        let side = match boxes {
            Some(Boxes::Sized { height, width }) => height.checked_mul(width),
            _ => None,
        };
        let drawn = board.regions.as_ref().map(Picture::size);
        let drawn = drawn.map(|(rows, columns)| (rows as u32, columns as u32));
        let rows = board.rows.or(drawn.map(|drawn| drawn.0)).or(board.columns).or(side);
        let columns = board.columns.or(drawn.map(|drawn| drawn.1)).or(board.rows).or(side);
        let (Some(rows), Some(columns)) = (rows, columns) else {
            return wrong(path(".rows"), "missing: say the size, or that of the boxes");
        };
        if let Some(drawn) = drawn.filter(|&drawn| drawn != (rows, columns)) {
            let what =
                format!("{} rows and {} columns, but the board has {rows} and {columns}", drawn.0, drawn.1);
            return wrong(path(".regions"), what);
        }
        let lines = if board.lines == Lines::Both { definition.lines } else { board.lines };
        let (regions, size) = (board.regions.as_ref(), Some((rows, columns)));
        Ok(Part { number: Some(number), at, size, boxes, regions, lines })
    }

    /// The path of one of its keys, written with its dot.
    pub(crate) fn path(&self, key: &str) -> String {
        match self.number {
            Some(number) => format!("boards[{number}]{key}"),
            None => key.trim_start_matches('.').to_owned(),
        }
    }

    /// What its `what` is called: `row 3`, or `row 3 of board 2`.
    fn name(&self, what: &str) -> String {
        match self.number {
            Some(number) => format!("{what} of board {}", number + 1),
            None => what.to_owned(),
        }
    }
}

/// The houses of one board, and its regions, or its boxes where there are no regions.
pub(crate) fn houses_of(
    definition: &Definition,
    part: &Part<'_>,
    shape: &Layout,
) -> Result<(Vec<NamedHouse>, Vec<Vec<Cell>>), VariantError> {
    let (height, width) = part.size.unwrap_or((shape.rows, shape.columns));
    let rectangle = |top: u32, left: u32, height: u32, width: u32| {
        let (top, left) = (part.at.row + top, part.at.column + left);
        let all =
            (top..top + height).flat_map(move |row| (left..left + width).map(move |c| Cell::new(row, c)));
        all.filter(|&cell| shape.has(cell)).collect::<Vec<Cell>>()
    };
    let house = |what: String, cells| NamedHouse { name: part.name(&what), cells };
    let mut houses = Vec::new();
    if matches!(part.lines, Lines::Both | Lines::Rows) {
        houses.extend((0..height).map(|i| house(format!("row {}", i + 1), rectangle(i, 0, 1, width))));
    }
    if matches!(part.lines, Lines::Both | Lines::Columns) {
        houses.extend((0..width).map(|i| house(format!("column {}", i + 1), rectangle(0, i, height, 1))));
    }
    let mut boxes = Vec::new();
    if let Some((tall, wide)) = box_size(definition, part, height, width)? {
        let across = width / wide;
        for i in 0..height / tall * across {
            let cells = rectangle(i / across * tall, i % across * wide, tall, wide);
            houses.push(house(format!("box {}", i + 1), cells.clone()));
            boxes.push(cells);
        }
    }
    if let Some(picture) = part.regions {
        let regions = regions(part, picture, shape)?;
        let longest = houses.iter().rev().max_by_key(|house| house.cells.len());
        if let (Some(longest), None) = (longest, &definition.values)
            && let Some(region) = regions.iter().find(|region| region.cells.len() > longest.cells.len())
        {
            let (name, found, other) = (&region.name, region.cells.len(), &longest.name);
            let expected = longest.cells.len();
            let what = format!(
                "{name} has {found} cells, expected {expected}, like {other}; say `values` if it is meant"
            );
            return wrong(part.path(".regions"), what);
        }
        boxes = regions.iter().map(|region| region.cells.clone()).collect();
        houses.extend(regions);
    }
    boxes.retain(|cells| !cells.is_empty());
    Ok((houses, boxes))
}

/// Height and width of the boxes, where there are some.
fn box_size(
    definition: &Definition,
    part: &Part<'_>,
    rows: u32,
    columns: u32,
) -> Result<Option<(u32, u32)>, VariantError> {
    let path = || part.path(".boxes");
    match part.boxes {
        Some(Boxes::None) => Ok(None),
        Some(Boxes::Sized { height, width }) => {
            if rows.is_multiple_of(height) && columns.is_multiple_of(width) {
                return Ok(Some((height, width)));
            }
            wrong(path(), format!("boxes of {height}x{width} do not fill {rows} rows and {columns} columns"))
        }
        Some(Boxes::Usual) if rows == columns => match Geometry::for_side(rows) {
            Ok(geometry) => Ok(geometry.box_size()),
            Err(GeometryError::PrimeSide { side }) => {
                wrong(path(), format!("a side of {side} is prime: say the size of a box, or \"none\""))
            }
            Err(error) => wrong(path(), error.to_string()),
        },
        Some(Boxes::Usual) => {
            wrong(path(), format!("{rows} rows and {columns} columns have no usual boxes: say a size"))
        }
        None => {
            let must_say = rows == columns
                && rows > 1
                && part.lines == Lines::Both
                && part.regions.is_none()
                && definition.houses.is_empty()
                && definition.active.is_none();
            if must_say {
                return wrong(path(), "missing: say their size, such as \"3x3\", or \"usual\", or \"none\"");
            }
            Ok(None)
        }
    }
}

/// The regions of a picture, in the order of their first cells.
fn regions(part: &Part<'_>, picture: &Picture, shape: &Layout) -> Result<Vec<NamedHouse>, VariantError> {
    let (_, width) = part.size.unwrap_or((shape.rows, shape.columns));
    let mut found: Vec<NamedHouse> = Vec::new();
    let mut numbers = std::collections::HashMap::new();
    for (row, labels) in picture.rows().enumerate() {
        if labels.len() != width as usize {
            let path = format!("{}[{row}]", part.path(".regions"));
            return wrong(path, format!("{} cells, expected {width}", labels.len()));
        }
        for (column, label) in labels.into_iter().enumerate() {
            let cell = Cell::new(part.at.row + row as u32, part.at.column + column as u32);
            if label == "." || label == "#" || !shape.has(cell) {
                continue;
            }
            let number = *numbers.entry(label).or_insert_with(|| {
                found.push(NamedHouse { name: part.name(&format!("region {label}")), cells: Vec::new() });
                found.len() - 1
            });
            found[number].cells.push(cell);
        }
    }
    Ok(found)
}
