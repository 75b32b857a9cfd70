//! Models and rules that several tests share.

use pencilmark::{Conflict, Constraint, Count, Model, ModelBuilder, Rule, Scope, Scopes, Solver, Var};

/// A constraint from a function.
pub(crate) struct Holds<F>(pub(crate) &'static str, pub(crate) Vec<Var>, pub(crate) F);

impl<F: Fn(&[i32]) -> bool + Send + Sync> Constraint for Holds<F> {
    fn name(&self) -> &str {
        self.0
    }
    fn scope(&self) -> &[Var] {
        &self.1
    }
    fn holds(&self, values: &[i32]) -> bool {
        (self.2)(values)
    }
}

/// A square of `side` with its rows and columns as regions, and boxes of the given height and width.
pub(crate) struct Square {
    pub(crate) builder: ModelBuilder,
    pub(crate) vars: Vec<Var>,
    pub(crate) side: usize,
}

impl Square {
    pub(crate) fn latin(side: usize) -> Square {
        let mut builder = ModelBuilder::new();
        let vars = builder.variables(side * side, 1..=side as i32);
        for i in 0..side {
            builder.region((0..side).map(|j| vars[i * side + j]));
            builder.region((0..side).map(|j| vars[j * side + i]));
        }
        Square { builder, vars, side }
    }

    pub(crate) fn boxed(height: usize, width: usize) -> Square {
        let mut square = Square::latin(height * width);
        let side = square.side;
        for (top, left) in
            (0..width).flat_map(|top| (0..height).map(move |left| (top * height, left * width)))
        {
            let cells = (0..side).map(|i| square.vars[(top + i / width) * side + left + i % width]);
            square.builder.region(cells);
        }
        square
    }

    pub(crate) fn at(&self, y: usize, x: usize) -> Var {
        self.vars[y * self.side + x]
    }

    pub(crate) fn diagonal(mut self, falling: bool) -> Square {
        let side = self.side;
        let cells: Vec<Var> = (0..side).map(|i| self.at(i, if falling { i } else { side - 1 - i })).collect();
        self.builder.region(cells);
        self
    }

    /// A constraint on each pair of cells a step apart.
    pub(crate) fn pairs(mut self, steps: &[(usize, isize)], holds: fn(i32, i32) -> bool) -> Square {
        for (y, x) in (0..self.side).flat_map(|y| (0..self.side).map(move |x| (y, x))) {
            for &(down, right) in steps {
                let x2 = x as isize + right;
                if y + down < self.side && (0..self.side as isize).contains(&x2) {
                    let pair = vec![self.at(y, x), self.at(y + down, x2 as usize)];
                    self.builder
                        .constraint(Holds("pair", pair, move |values: &[i32]| holds(values[0], values[1])));
                }
            }
        }
        self
    }

    pub(crate) fn model(self) -> Model {
        self.builder.build().unwrap()
    }

    pub(crate) fn count(self) -> Count {
        Solver::new(&self.model()).count(u64::MAX)
    }
}

pub(crate) fn model(domains: &[Vec<i32>], regions: &[&[usize]]) -> (Model, Vec<Var>) {
    let mut builder = ModelBuilder::new();
    let vars: Vec<Var> = domains.iter().map(|domain| builder.variable(domain.clone())).collect();
    for region in regions {
        builder.region(region.iter().map(|&i| vars[i]));
    }
    (builder.build().unwrap(), vars)
}

/// Runs `work` where the stack is small.
pub(crate) fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(512 * 1024).spawn(work).unwrap().join().unwrap();
}

/// A rule from a function, on one list of variables.
pub(crate) struct Applies<F>(pub(crate) &'static str, pub(crate) Vec<Var>, pub(crate) F);

impl<F: Fn(&mut Scope<'_>) -> Result<(), Conflict> + Send + Sync + 'static> Rule for Applies<F> {
    fn name(&self) -> &str {
        self.0
    }
    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.1.clone()])
    }
    fn memory(&self, _: usize) -> usize {
        1
    }
    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        (self.2)(scope)
    }
}
