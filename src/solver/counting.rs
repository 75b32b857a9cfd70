//! How many solutions there are, and all of them.

use std::ops::ControlFlow;

use crate::solver::outcome::Count;
use crate::solver::solutions::Advance;
use crate::solver::solver::Solver;

impl Solver {
    /// How many solutions there are, counted up to `limit`.
    pub fn count(&mut self, limit: u64) -> Count {
        let mut solutions = self.solutions();
        let mut found = 0;
        while found < limit {
            match solutions.advance() {
                Advance::Solution => found += 1 + solutions.take_leaf(limit - found - 1),
                end => return solutions.counted(found, &end),
            }
        }
        Count::AtLeast(found)
    }

    /// How many solutions there are, counted up to `limit`; the first of them is written over `values`, a value for each
    /// variable by its number. With a limit of 1 that solves, with 2 it solves and checks. A model of regions only
    /// allocates nothing for it once the solver and `values` are warm.
    ///
    /// ```
    /// use pencilmark::{Count, Literal, ModelBuilder, Solver};
    ///
    /// let mut builder = ModelBuilder::new();
    /// let vars = builder.variables(3, 1..=3);
    /// builder.region(vars.iter().copied());
    /// let mut solver = Solver::new(&builder.build()?);
    /// let mut values = Vec::new();
    /// for first in 1..=3 {
    ///     solver.clear_assumptions();
    ///     solver.assume(Literal::Is(vars[0], first));
    ///     assert_eq!(solver.count_into(10, &mut values), Count::Exactly(2));
    ///     assert_eq!(values[0], first);
    /// }
    /// # Ok::<(), pencilmark::ModelError>(())
    /// ```
    pub fn count_into(&mut self, limit: u64, values: &mut Vec<i32>) -> Count {
        let mut solutions = self.solutions();
        let mut found = 0;
        values.clear();
        while found < limit {
            match solutions.advance() {
                Advance::Solution => {
                    if found == 0 {
                        solutions.read(values);
                    }
                    found += 1 + solutions.take_leaf(limit - found - 1);
                }
                end => return solutions.counted(found, &end),
            }
        }
        Count::AtLeast(found)
    }

    /// Gives `each` the solutions one after the other, up to `limit` of them, as a value for each variable by its number, until
    /// it breaks off. Tells how many it was given. They are those of [`solutions`](Solver::solutions) in the same order; where
    /// there are millions this is quicker, because what two of them have in common is not written again.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use pencilmark::{Count, ModelBuilder, Solver};
    ///
    /// let mut builder = ModelBuilder::new();
    /// let vars = builder.variables(4, 1..=4);
    /// builder.region(vars.iter().copied());
    /// let mut solver = Solver::new(&builder.build()?);
    /// let mut first_is_one = 0;
    /// let count = solver.visit(u64::MAX, |values| {
    ///     first_is_one += i32::from(values[0] == 1);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!((count, first_is_one), (Count::Exactly(24), 6));
    /// # Ok::<(), pencilmark::ModelError>(())
    /// ```
    pub fn visit(&mut self, limit: u64, mut each: impl FnMut(&[i32]) -> ControlFlow<()>) -> Count {
        let mut solutions = self.solutions();
        let mut values = Vec::new();
        let mut found = 0;
        while found < limit {
            match solutions.advance() {
                Advance::Solution => {
                    values.clear();
                    solutions.read(&mut values);
                }
                end => return solutions.counted(found, &end),
            }
            loop {
                found += 1;
                if each(&values).is_break() {
                    return Count::AtLeast(found);
                }
                if found == limit || !solutions.flip(&mut values) {
                    break;
                }
            }
        }
        Count::AtLeast(found)
    }
}
