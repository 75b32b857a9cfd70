//! Small boards, filled in every way.

use pencilmark::{Cell, Grid, Model, ModelBuilder, Named, Posting, Rule, Var};
use serde_json::Value;
use std::sync::Arc;

/// A source of random numbers that is the same everywhere (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Of `low..=high`.
    pub(crate) fn of(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    pub(crate) fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.of(0, all.len() as i64 - 1) as usize].clone()
    }

    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for i in (1..all.len()).rev() {
            all.swap(i, self.of(0, i as i64) as usize);
        }
    }
}

/// A board with what may stand in each cell, and constraints as they stand in a file. The first is the one in question.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) values: Vec<i32>,
    /// The box of each cell.
    pub(crate) boxes: Vec<usize>,
    pub(crate) domains: Vec<Vec<i32>>,
    pub(crate) constraints: Vec<Value>,
}

/// A board with a value in each cell.
pub(crate) struct Filled<'a> {
    pub(crate) instance: &'a Instance,
    pub(crate) cells: &'a [i32],
}

impl Instance {
    /// A board without constraints, every value possible.
    pub(crate) fn new(rows: usize, columns: usize, values: Vec<i32>) -> Instance {
        let cells = rows * columns;
        let (boxes, domains) = (vec![0; cells], vec![values.clone(); cells]);
        Instance { rows, columns, values, boxes, domains, constraints: Vec::new() }
    }

    /// Takes values away at random until there are few enough ways to fill it.
    pub(crate) fn narrow(&mut self, random: &mut Random, most: usize) {
        let keep = random.of(30, 100) as u64;
        for domain in &mut self.domains {
            let all = domain.clone();
            domain.retain(|_| random.chance(keep));
            if domain.is_empty() {
                domain.push(random.pick(&all));
            }
        }
        while self.domains.iter().map(Vec::len).product::<usize>() > most {
            let largest =
                (0..self.domains.len()).max_by_key(|&i| (self.domains[i].len(), i * 7 % 5)).unwrap();
            let gone = random.of(0, self.domains[largest].len() as i64 - 1) as usize;
            self.domains[largest].remove(gone);
        }
    }

    /// Every way to fill it that `accepts` accepts.
    pub(crate) fn fill(&self, accepts: impl Fn(&Filled<'_>) -> bool) -> Vec<Vec<i32>> {
        let mut found = Vec::new();
        let mut places = vec![0; self.domains.len()];
        loop {
            let cells: Vec<i32> =
                places.iter().zip(&self.domains).map(|(&place, domain)| domain[place]).collect();
            if accepts(&Filled { instance: self, cells: &cells }) {
                found.push(cells);
            }
            let Some(i) = (0..places.len()).rev().find(|&i| places[i] + 1 < self.domains[i].len()) else {
                return found;
            };
            places[i] += 1;
            places[i + 1..].fill(0);
        }
    }

    /// The model of it and the rules of the first `count` of its constraints; the others only mark.
    pub(crate) fn build(&self, count: usize) -> (Model, Vec<Var>, Vec<Arc<dyn Rule>>) {
        let mut builder = ModelBuilder::new();
        let vars: Vec<Var> = self.domains.iter().map(|domain| builder.variable(domain.as_slice())).collect();
        let mut boxes = vec![Vec::new(); self.boxes.iter().max().unwrap() + 1];
        for (i, &number) in self.boxes.iter().enumerate() {
            boxes[number].push(Cell::new((i / self.columns) as u32, (i % self.columns) as u32));
        }
        let all = vars.iter().copied().map(Some).collect();
        let grid = Grid::new(self.rows as u32, self.columns as u32, self.values.clone(), all, boxes);
        let mut rules = Vec::new();
        let named: Vec<Named> = self.constraints.iter().map(named).collect();
        let mut posting = Posting::new(&grid, &mut builder, &mut rules);
        named.iter().for_each(|named| posting.mark(named.kind()));
        for named in &named[..count.min(named.len())] {
            let posted = named.kind().post(&mut posting);
            assert!(posted.is_ok(), "{posted:?} of {self:?}");
        }
        // What waits for all regions is posted at the end.
        drop(posting);
        (builder.build().unwrap(), vars, rules)
    }
}

/// Reads a constraint as a file would, and sees that it is written back the same.
fn named(value: &Value) -> Named {
    let named: Named =
        serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"));
    assert_eq!(named.name(), value["type"]);
    let back: Named = serde_json::from_value(serde_json::to_value(&named).unwrap()).unwrap();
    assert_eq!(back, named);
    named
}

impl Filled<'_> {
    /// What stands in a cell, if the board has it; rows and columns from 1.
    pub(crate) fn at(&self, row: i64, column: i64) -> Option<i64> {
        let inside = (1..=self.instance.rows as i64).contains(&row)
            && (1..=self.instance.columns as i64).contains(&column);
        inside.then(|| {
            i64::from(self.cells[(row - 1) as usize * self.instance.columns + (column - 1) as usize])
        })
    }

    pub(crate) fn rows(&self) -> i64 {
        self.instance.rows as i64
    }

    pub(crate) fn columns(&self) -> i64 {
        self.instance.columns as i64
    }

    /// All cells, rows and columns from 1.
    pub(crate) fn all(&self) -> Vec<(i64, i64)> {
        (1..=self.rows()).flat_map(|row| (1..=self.columns()).map(move |column| (row, column))).collect()
    }

    /// The box of a cell.
    pub(crate) fn box_of(&self, (row, column): (i64, i64)) -> usize {
        self.instance.boxes[(row - 1) as usize * self.instance.columns + (column - 1) as usize]
    }

    /// What stands in the cells that field `field` of a constraint names, such as `r1c1 r1c2`.
    pub(crate) fn list(&self, constraint: &Value, field: &str) -> Vec<i64> {
        places(&constraint[field]).into_iter().map(|(row, column)| self.at(row, column).unwrap()).collect()
    }

    /// The values of the board.
    pub(crate) fn values(&self) -> Vec<i64> {
        self.instance.values.iter().map(|&value| i64::from(value)).collect()
    }
}

/// The cells of a text of single cells, rows and columns from 1.
pub(crate) fn places(text: &Value) -> Vec<(i64, i64)> {
    let cell = |name: &str| {
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        Some((row.parse().ok()?, column.parse().ok()?))
    };
    text.as_str().unwrap().split_whitespace().map(|name| cell(name).unwrap()).collect()
}
