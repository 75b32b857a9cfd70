//! Switches for the usual rules on plain boards.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::json;

use crate::model::builder::ModelBuilder;
use crate::program::status::Abort;
use crate::program::wait;
use crate::puzzle::constraints::Named;
use crate::puzzle::definition::Definition;
use crate::puzzle::grid::Grid;
use crate::puzzle::picture::Picture;
use crate::puzzle::posting::Posting;
use crate::rules::rule::Rule;
use crate::solver::builder::SolverBuilder;
use crate::solver::solver::Solver;
use crate::sudoku::board::Board;
use crate::sudoku::geometry::{Boxes, Cell, Geometry};
use crate::sudoku::solve::Sudoku;

/// What holds on the boards beside rows, columns and boxes.
#[derive(Args, Debug, Clone, Default)]
#[command(next_help_heading = "Rules of variants")]
pub(crate) struct Switches {
    /// Each of the two long diagonals has every digit once
    #[arg(long)]
    pub(crate) diagonals: bool,
    /// The extra regions of a Windoku have every digit once
    #[arg(long)]
    pub(crate) windoku: bool,
    /// Cells at the same place of their boxes differ
    #[arg(long)]
    pub(crate) disjoint_groups: bool,
    /// Cells a knight's move apart differ
    #[arg(long)]
    pub(crate) anti_knight: bool,
    /// Cells that touch at a corner differ
    #[arg(long)]
    pub(crate) anti_king: bool,
    /// Neighbours are never consecutive
    #[arg(long)]
    pub(crate) non_consecutive: bool,
    /// Regions instead of boxes: a picture with a label for each cell, a row a line, or a puzzle file with `regions`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["boxes", "no_boxes"])]
    pub(crate) jigsaw: Option<PathBuf>,
}

/// What is said of regions beside a puzzle file.
pub(crate) const OWN_BOXES: &str = "a puzzle file says itself which boxes or regions it has";

/// The same, ready to be posted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Extra {
    pub(crate) constraints: Vec<Named>,
    regions: Option<Picture>,
}

impl Switches {
    /// Reads the regions, where a file was named.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn load(&self) -> Result<Extra, Abort> {
        let mut constraints = Vec::new();
        let kinds = [
            (self.diagonals, json!({ "type": "diagonal", "direction": "/" })),
            (self.diagonals, json!({ "type": "diagonal", "direction": "\\" })),
            (self.windoku, json!({ "type": "windoku" })),
            (self.disjoint_groups, json!({ "type": "disjoint_groups" })),
            (self.anti_knight, json!({ "type": "anti_knight" })),
            (self.anti_king, json!({ "type": "anti_king" })),
            (self.non_consecutive, json!({ "type": "non_consecutive" })),
        ];
        for (_, data) in kinds.into_iter().filter(|(wanted, _)| *wanted) {
            constraints.push(serde_json::from_value(data).map_err(|error| Abort::Usage(error.to_string()))?);
        }
        let Some(path) = &self.jigsaw else { return Ok(Extra { constraints, regions: None }) };
        let failed = |why: &dyn std::fmt::Display| Abort::Usage(format!("{}: {why}", path.display()));
        let text = wait::during(|| std::fs::read_to_string(path)).map_err(|error| failed(&error))?;
        let regions = if crate::program::sniff::Sought::Everything.is_puzzle(&text) {
            let definition: Definition = text.parse().map_err(|error| failed(&error))?;
            definition.regions.ok_or_else(|| failed(&"the puzzle has no regions"))?
        } else {
            Picture::from(text.as_str())
        };
        Ok(Extra { constraints, regions: Some(regions) })
    }

    /// Adds them to the puzzle of a file, called `name`.
    ///
    /// # Errors
    /// Regions were named.
    pub(crate) fn add_to(&self, definition: &mut Definition, name: &str) -> Result<(), Abort> {
        if self.jigsaw.is_some() {
            return Err(Abort::Usage(format!("{name}{OWN_BOXES}")));
        }
        definition.constraints.extend(self.load()?.constraints);
        Ok(())
    }
}

impl Extra {
    pub(crate) fn is_empty(&self) -> bool {
        self.constraints.is_empty() && self.regions.is_none()
    }

    /// The puzzle that a plain board is with these rules.
    pub(crate) fn definition(&self, board: &Board) -> Definition {
        let mut definition = Definition::from(board);
        if let Some(regions) = &self.regions {
            definition.regions = Some(regions.clone());
            definition.boxes = Some(Boxes::None);
        }
        definition.constraints = self.constraints.clone();
        definition
    }

    /// A Sudoku with these rules.
    ///
    /// # Errors
    /// What does not fit boards of this shape.
    pub(crate) fn sudoku(&self, geometry: Geometry) -> Result<Sudoku, String> {
        let (mut model, mut rules) = (Sudoku::model(geometry), Vec::new());
        self.post(geometry, &mut model, &mut rules)?;
        let model = model.build().map_err(|error| error.to_string())?;
        let builder = rules.into_iter().fold(Solver::builder(&model), SolverBuilder::rule);
        let solver = builder.build().map_err(|error| error.to_string())?;
        Sudoku::with_solver(geometry, solver).map_err(|error| error.to_string())
    }

    /// Posts all of it on the model of a Sudoku.
    ///
    /// # Errors
    /// What does not fit boards of this shape.
    pub(crate) fn post(
        &self,
        geometry: Geometry,
        builder: &mut ModelBuilder,
        rules: &mut Vec<Arc<dyn Rule>>,
    ) -> Result<(), String> {
        if self.is_empty() {
            return Ok(());
        }
        let (side, cells) = (geometry.side(), Sudoku::cells(geometry));
        let regions = match &self.regions {
            Some(picture) => Some(picture.regions(side).map_err(|error| format!("--jigsaw: {error}"))?),
            None => None,
        };
        for region in regions.iter().flatten() {
            builder.region(region.iter().map(|cell| cells[(cell.row * side + cell.column) as usize]));
        }
        let boxes = || geometry.houses().filter(|house| house.kind() == crate::sudoku::house::HouseKind::Box);
        let boxes = regions.unwrap_or_else(|| boxes().map(|house| house.cells().collect()).collect());
        let vars = cells.iter().copied().map(Some).collect();
        let grid = Grid::new(side, side, 1..=side as i32, vars, boxes);
        let posted = Posting::new(&grid, builder, rules).post_all(&self.constraints);
        posted.map_err(|(number, error)| format!("{}: {error}", self.constraints[number].name()))
    }
}

impl Picture {
    /// The cells of each region of a square board.
    fn regions(&self, side: u32) -> Result<Vec<Vec<Cell>>, String> {
        let found = self.size();
        if found != (side as usize, side as usize) {
            return Err(format!(
                "{} rows and {} columns, but the board has a side of {side}",
                found.0, found.1
            ));
        }
        let mut labels: Vec<(String, Vec<Cell>)> = Vec::new();
        let mut numbers = std::collections::HashMap::new();
        for (row, cells) in self.rows().enumerate() {
            if cells.len() != side as usize {
                return Err(format!("row {} has {} cells, expected {side}", row + 1, cells.len()));
            }
            for (column, label) in cells.into_iter().enumerate().filter(|(_, label)| *label != ".") {
                let number = *numbers.entry(label.to_owned()).or_insert_with(|| {
                    labels.push((label.to_owned(), Vec::new()));
                    labels.len() - 1
                });
                labels[number].1.push(Cell::new(row as u32, column as u32));
            }
        }
        if let Some((label, cells)) = labels.iter().find(|(_, cells)| cells.len() > side as usize) {
            return Err(format!("region {label} has {} cells, expected {side}, like row 1", cells.len()));
        }
        Ok(labels.into_iter().map(|(_, cells)| cells).collect())
    }
}
