//! Which assumptions contradict the model, and which of them a unique solution needs.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::model::ids::Literal;
use crate::search::order::below;
use crate::solver::series::{End, Series};
use crate::solver::solver::Solver;
use crate::solver::subset::{Subset, smallest_subset};

impl Solver {
    /// A smallest-by-inclusion set of assumptions that contradict the model already; not enough if there is a solution.
    ///
    /// ```
    /// use pencilmark::{Literal, ModelBuilder, Solver, Subset};
    ///
    /// let mut builder = ModelBuilder::new();
    /// let vars = builder.variables(3, 1..=3);
    /// builder.region(vars.iter().copied());
    /// let mut solver = Solver::new(&builder.build()?);
    /// let given = [Literal::Is(vars[0], 1), Literal::IsNot(vars[1], 3), Literal::Is(vars[2], 1)];
    /// given.iter().for_each(|&literal| solver.assume(literal));
    /// assert_eq!(solver.why(), Subset::Smallest(vec![given[0], given[2]]));
    /// # Ok::<(), pencilmark::ModelError>(())
    /// ```
    pub fn why(&mut self) -> Subset<Vec<Literal>> {
        let mut series = Series::new(self);
        let items = series.given().to_vec();
        let found = smallest_subset(items.len(), |subset| {
            match series.ask(subset.iter().map(|&item| items[item]), None, 1) {
                (_, End::Stopped(stopped)) => Err(stopped),
                (_, End::Enough) => Ok(false),
                (_, End::All(_)) => Ok(true),
            }
        });
        found.map(|subset| subset.into_iter().map(|item| items[item]).collect())
    }

    /// A smallest-by-inclusion set of assumptions with which there is exactly one solution, all that are not `droppable`
    /// among them; not enough if there is none, or more than one, with all assumptions. They are tried in their
    /// order, the first first, and with a seed in a random order. The answer keeps the order of the assumptions.
    ///
    /// ```
    /// use pencilmark::{Literal, ModelBuilder, Solver, Subset};
    ///
    /// let mut builder = ModelBuilder::new();
    /// let vars = builder.variables(3, 1..=3);
    /// builder.region(vars.iter().copied());
    /// let mut solver = Solver::new(&builder.build()?);
    /// let given = [1, 2, 3].map(|value| Literal::Is(vars[value as usize - 1], value));
    /// given.iter().for_each(|&literal| solver.assume(literal));
    /// assert_eq!(solver.minimize(None, |_| true), Subset::Smallest(given[1..].to_vec()));
    /// # Ok::<(), pencilmark::ModelError>(())
    /// ```
    pub fn minimize(
        &mut self,
        seed: Option<u64>,
        droppable: impl Fn(Literal) -> bool,
    ) -> Subset<Vec<Literal>> {
        let mut series = Series::new(self);
        let given = series.given().to_vec();
        let (mut items, kept): (Vec<usize>, Vec<usize>) =
            (0..given.len()).partition(|&number| droppable(given[number]));
        if let Some(mut random) = seed.map(ChaCha8Rng::seed_from_u64) {
            for i in (1..items.len()).rev() {
                items.swap(i, below(&mut random, i + 1));
            }
        }
        let literals = |subset: &[usize]| -> Vec<Literal> {
            let mut numbers = kept.clone();
            numbers.extend(subset.iter().map(|&item| items[item]));
            numbers.sort_unstable();
            numbers.into_iter().map(|number| given[number]).collect()
        };
        let found = smallest_subset(items.len(), |subset| match series.ask(literals(subset), None, 2) {
            (_, End::Stopped(stopped)) => Err(stopped),
            (_, End::Enough) => Ok(false),
            (found, End::All(_)) => Ok(found.len() == 1),
        });
        found.map(|subset| literals(&subset))
    }
}
