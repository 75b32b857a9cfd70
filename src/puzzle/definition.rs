//! A puzzle as it stands in a file.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::puzzle::cell_map::CellMap;
use crate::puzzle::cells::Cells;
use crate::puzzle::constraints::Named;
use crate::puzzle::picture::Picture;
use crate::puzzle::schema::without_code;
use crate::sudoku::geometry::{Boxes, Cell};

/// A puzzle made of regions and constraints, as it stands in a file: in JSON, or in TOML with the same keys.
///
/// Only what a puzzle needs has to be said. The size follows from a picture or from the boards; the values are 1 to the
/// size of the largest house. All rows and all columns differ unless `lines` says otherwise. A square board must say
/// which boxes it has (`"3x3"`, `"usual"`, `"none"`) unless it has `regions`, `houses` or `boards`.
///
/// ```
/// use pencilmark::{Definition, Outcome, Variant};
///
/// let jigsaw = r#"{
///     "regions": ["AAAB", "CABB", "CCDB", "CDDD"],
///     "givens": ["1...", "....", "....", "...2"]
/// }"#;
/// let definition: Definition = Definition::from_json(jigsaw)?;
/// let mut variant = Variant::new(&definition)?;
/// assert!(matches!(variant.solve(), Outcome::Done(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(title = "pencilmark puzzle", transform = without_code)]
#[non_exhaustive]
pub struct Definition {
    /// Where an editor finds the schema. It says nothing about the puzzle.
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The version of this format: 1.
    pub version: Version,
    /// What the puzzle is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The rules in words, or anything else for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// How many rows the board has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub rows: Option<u32>,
    /// How many columns the board has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub columns: Option<u32>,
    /// What may stand in a cell: 1 to the size of the largest house unless said otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<ValueSet>,
    /// The size of the boxes, height x width, such as "2x3"; "usual" for the height that is the largest divisor of the
    /// side not above its root; or "none". With `boards`, it is that of each board which does not say its own.
    #[serde(skip_serializing_if = "Option::is_none", with = "boxes")]
    #[schemars(with = "Option<BoxText>")]
    pub boxes: Option<Boxes>,
    /// A picture of the regions: cells with the same label are one. `.` is a cell in none of them, `#` is no cell. The
    /// cells of each region differ, also where there are boxes as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<Picture>,
    /// Which lines of the board are houses: both rows and columns unless said otherwise.
    #[serde(skip_serializing_if = "Lines::is_both")]
    pub lines: Lines,
    /// The cells that the board has, where it has not all of its rectangle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<Cells>,
    /// Boards that overlap, each with rows, columns and boxes of its own. There are no cells but theirs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<BoardPart>,
    /// Further lists of cells that all differ: extra regions, or all houses of a board of an odd shape.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub houses: Vec<Cells>,
    /// What stands in the cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub givens: Option<Givens>,
    /// What may stand in some cells; a cell named twice may hold what both lists have.
    #[serde(skip_serializing_if = "CellMap::is_empty")]
    pub candidates: CellMap<Vec<i32>>,
    /// The constraints, each with its `type`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Named>,
}

/// The version of the format of puzzle files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Version(u32);

impl Version {
    /// The version that this library reads and writes.
    pub const CURRENT: Version = Version(1);
}

impl Default for Version {
    fn default() -> Version {
        Version::CURRENT
    }
}

impl JsonSchema for Version {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Version".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "enum": [Version::CURRENT.0] })
    }
}

/// What may stand in a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a list of integers, or {\"lowest\": 1, \"highest\": 9}")]
pub enum ValueSet {
    /// These, in any order.
    List(Vec<i32>),
    /// All from the lowest to the highest.
    Range(ValueRange),
}

/// All integers from the lowest to the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ValueRange {
    /// The lowest.
    pub lowest: i32,
    /// The highest.
    pub highest: i32,
}

/// Which lines of a board are houses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Lines {
    /// Rows and columns.
    #[default]
    Both,
    /// Rows only.
    Rows,
    /// Columns only.
    Columns,
    /// Neither.
    None,
}

impl Lines {
    fn is_both(&self) -> bool {
        *self == Lines::Both
    }
}

/// One of several boards that overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct BoardPart {
    /// Its first cell, at the top left: "r1c13".
    pub at: Cells,
    /// How many rows it has; the number of cells of a box unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub rows: Option<u32>,
    /// How many columns it has; the number of cells of a box unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub columns: Option<u32>,
    /// The size of its boxes; that of the whole puzzle unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "boxes")]
    #[schemars(with = "Option<BoxText>")]
    pub boxes: Option<Boxes>,
    /// A picture of its regions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Picture>,
    /// Which of its lines are houses.
    #[serde(default, skip_serializing_if = "Lines::is_both")]
    pub lines: Lines,
}

impl BoardPart {
    /// The board whose first cell is this one.
    pub fn at(cell: Cell) -> BoardPart {
        BoardPart { at: Cells::new([cell]), ..BoardPart::default() }
    }
}

/// What stands in the cells of a board: a picture, rows of numbers, or a number for each of some cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "rows as texts, rows as lists of numbers, or an object such as {\"r1c1\": 5}")]
pub enum Givens {
    /// Rows as text. Where they have blanks inside, numbers separated by them; else a symbol a cell, `A` for 10. `.` or
    /// `_` is an empty cell, `#` is no cell, and 0 is an empty cell unless it is one of the values.
    Picture(Picture),
    /// Rows of numbers; null is an empty cell, and so is 0 unless it is one of the values.
    Rows(Vec<Vec<Option<i32>>>),
    /// A number for each of some cells.
    Cells(CellMap<i32>),
}

impl Definition {
    /// The same puzzle with rows of numbers as text, where they have empty cells.
    pub(crate) fn without_null(&self) -> Definition {
        let mut definition = self.clone();
        if let Some(Givens::Rows(rows)) = &self.givens {
            let number = |number: &Option<i32>| number.map_or(".".to_owned(), |number| number.to_string());
            let text = |row: &Vec<Option<i32>>| row.iter().map(number).collect::<Vec<_>>().join(" ");
            let wide = rows.iter().any(|row| row.len() > 1);
            definition.givens = Some(if wide {
                Givens::Picture(rows.iter().map(text).collect())
            } else {
                // Without a blank a row would be taken for symbols.
                let cells = rows.iter().enumerate().filter_map(|(row, numbers)| {
                    Some((Cells::new([Cell::new(row as u32, 0)]), (*numbers.first()?)?))
                });
                Givens::Cells(cells.collect())
            });
        }
        definition
    }
}

/// The size of a box as text.
struct BoxText;

impl JsonSchema for BoxText {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Boxes".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "height x width of a box, \"usual\" or \"none\"",
            "type": "string",
            "pattern": "^([1-9][0-9]*x[1-9][0-9]*|usual|none)$"
        })
    }
}

/// Boxes as they stand in a file.
mod boxes {
    use crate::puzzle::definition::{Boxes, Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(boxes: &Option<Boxes>, serializer: S) -> Result<S::Ok, S::Error> {
        match boxes {
            Some(boxes) => serializer.collect_str(boxes),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Boxes>, D::Error> {
        match Option::<String>::deserialize(deserializer)?.as_deref() {
            None => Ok(None),
            Some("usual") => Ok(Some(Boxes::Usual)),
            Some("none") => Ok(Some(Boxes::None)),
            Some(size) => size.parse().map(Some).map_err(serde::de::Error::custom),
        }
    }
}
