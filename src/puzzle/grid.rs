//! The board of a puzzle: which cells there are, what may stand in them, and which regions they form.

use crate::model::ids::Var;
use crate::sudoku::geometry::Cell;

/// The board that the constraints of a puzzle are posted on.
#[derive(Clone, Debug)]
pub struct Grid {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    /// What may stand in a cell, ascending.
    pub(crate) values: Vec<i32>,
    /// The variable of each cell in reading order; none where the board has no cell.
    pub(crate) vars: Vec<Option<Var>>,
    /// The boxes, or the regions of a jigsaw; cells in reading order.
    pub(crate) boxes: Vec<Vec<Cell>>,
}

impl Grid {
    /// A board of `rows` x `columns` cells that may hold `values`; `vars` has the variable of each cell in reading
    /// order (none where the board has no cell), `boxes` the boxes or regions. What the boxes name and the board
    /// does not have is left out.
    ///
    /// # Panics
    /// If `vars` does not have `rows` x `columns` entries.
    pub fn new(
        rows: u32,
        columns: u32,
        values: impl IntoIterator<Item = i32>,
        vars: Vec<Option<Var>>,
        boxes: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Grid {
        assert_eq!(vars.len() as u64, u64::from(rows) * u64::from(columns), "variables of a grid");
        let mut values: Vec<i32> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        let mut grid = Grid { rows, columns, values, vars, boxes: Vec::new() };
        let on_board = |cells: Vec<Cell>| {
            let mut cells: Vec<Cell> = cells.into_iter().filter(|&cell| grid.var(cell).is_some()).collect();
            cells.sort_unstable();
            cells.dedup();
            cells
        };
        let boxes = boxes.into_iter().map(on_board).collect();
        grid.boxes = boxes;
        grid
    }

    /// How many rows it has.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// How many columns it has.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// What may stand in a cell, ascending.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// The boxes, or the regions of a jigsaw, each with its cells in reading order.
    pub fn boxes(&self) -> &[Vec<Cell>] {
        &self.boxes
    }

    /// Height and width of the boxes if this is a plain board, all n x n cells with the values 1 to n: boxes of one size, or
    /// none (1 x n then, which the rows are anyway).
    pub(crate) fn plain_boxes(&self) -> Option<(u32, u32)> {
        let side = self.rows;
        let plain = side == self.columns
            && self.vars.iter().all(Option::is_some)
            && self.values.iter().copied().eq(1..=i32::try_from(side).ok()?);
        let Some(first) = self.boxes.first().filter(|_| plain) else { return plain.then_some((1, side)) };
        let (top, last) = first.first().zip(first.last())?;
        let (height, width) = (last.row - top.row + 1, (last.column + 1).checked_sub(top.column)?);
        let place = |cell: &Cell| (cell.row / height, cell.column / width);
        let is_box = |cells: &Vec<Cell>| {
            cells.len() == side as usize && cells.windows(2).all(|pair| place(&pair[0]) == place(&pair[1]))
        };
        let all = self.boxes.len() == side as usize && height * width == side;
        (all && self.boxes.iter().all(is_box)).then_some((height, width))
    }

    /// The variable of a cell, where the board has that cell.
    pub fn var(&self, cell: Cell) -> Option<Var> {
        if cell.row >= self.rows || cell.column >= self.columns {
            return None;
        }
        self.vars[cell.row as usize * self.columns as usize + cell.column as usize]
    }

    /// All cells of the board, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| Cell::new(row, column)));
        all.filter(|&cell| self.var(cell).is_some())
    }

    /// The cell that lies `rows` below and `columns` to the right of `cell`, where the board has one.
    pub fn offset(&self, cell: Cell, rows: i32, columns: i32) -> Option<Cell> {
        let cell = Cell::new(cell.row.checked_add_signed(rows)?, cell.column.checked_add_signed(columns)?);
        self.var(cell).map(|_| cell)
    }

    /// All pairs of cells that lie `rows` and `columns` apart, for each of the steps given; each pair once if no step
    /// is the opposite of another.
    pub fn pairs(&self, steps: &[(i32, i32)]) -> Vec<(Cell, Cell)> {
        let pair =
            |cell: Cell, &(rows, columns): &(i32, i32)| Some((cell, self.offset(cell, rows, columns)?));
        self.cells().flat_map(|cell| steps.iter().filter_map(move |step| pair(cell, step))).collect()
    }

    /// The cells that share an edge with `cell`, in reading order.
    pub fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        steps.into_iter().filter_map(move |(rows, columns)| self.offset(cell, rows, columns))
    }

    /// The pairs of cells that share an edge.
    pub fn neighbours(&self) -> Vec<(Cell, Cell)> {
        self.pairs(&[(0, 1), (1, 0)])
    }
}
