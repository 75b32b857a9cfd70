//! About how many solutions there are, by random descents.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::model::budget::{Budget, StopReason};
use crate::model::ids::Literal;
use crate::propagation::fixpoint::{Halt, assert};
use crate::search::brancher::{Brancher, Decision};
use crate::search::final_check::{FinalCheck, lowest_values};
use crate::search::order::below;
use crate::search::smallest_domain::SmallestDomain;
use crate::solver::outcome::{Outcome, SoFar, Stopped};
use crate::solver::scaled::Scaled;
use crate::solver::solver::Solver;
use crate::store::log::Cause;

/// About how many solutions there are. The mean over all seeds is the exact number.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    samples: u64,
    hits: u64,
    mean: Scaled,
    /// The sum of the squared distances from the mean.
    spread: Scaled,
}

impl Estimate {
    /// How many samples there are.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// How many of them ended at a solution. Where none did, an estimate of 0 proves nothing.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// About so many solutions; infinite where `f64` does not reach so far: see [`log10`](Estimate::log10).
    pub fn count(&self) -> f64 {
        self.mean.value()
    }

    /// The decimal logarithm of [`count`](Estimate::count), for numbers of any size; negative infinity for 0.
    pub fn log10(&self) -> f64 {
        self.mean.log10()
    }

    /// The standard error of [`count`](Estimate::count), as far as the samples tell: infinite for fewer than two. Few
    /// samples of a tree of very uneven branches tell too small an error.
    pub fn standard_error(&self) -> f64 {
        self.error().map_or(f64::INFINITY, Scaled::value)
    }

    /// The standard error in proportion to the estimate; infinite where that is 0 or unknown.
    pub fn relative_error(&self) -> f64 {
        match self.error() {
            Some(error) if self.hits > 0 => {
                // The mantissas of both are near enough to one another for a plain division.
                let shift = self.mean.log10().max(0.0) as i64;
                let down = |number: Scaled| (0..shift).fold(number, |number, _| number.over(10.0)).value();
                down(error) / down(self.mean)
            }
            _ => f64::INFINITY,
        }
    }

    fn error(&self) -> Option<Scaled> {
        let samples = self.samples as f64;
        (self.samples > 1).then(|| self.spread.over(samples - 1.0).over(samples).root())
    }

    /// Takes one more sample (B. P. Welford, *Note on a method for calculating corrected sums of squares and products*,
    /// Technometrics 4, 1962).
    fn take(&mut self, weight: Scaled) {
        self.samples += 1;
        self.hits += u64::from(weight != Scaled::ZERO);
        let before = weight.minus(self.mean);
        self.mean = self.mean.plus(before.over(self.samples as f64));
        self.spread = self.spread.plus(before.product(weight.minus(self.mean)));
    }
}

/// `1.234e20 +- 5.6e18`, or the power of ten where `f64` does not reach.
impl std::fmt::Display for Estimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (count, error) = (self.count(), self.standard_error());
        if count.is_finite() && (error.is_finite() || self.samples < 2) {
            write!(f, "{count:.3e} +- {error:.1e}")
        } else {
            write!(f, "10^{:.3} +- {:.1}%", self.log10(), self.relative_error() * 100.0)
        }
    }
}

impl Solver {
    /// About how many solutions there are, from so many random descents: each takes the variable with the fewest
    /// values left, one of its values at random, and propagates, until it meets a dead end, which counts 0, or a
    /// solution, which counts the product of the numbers of values on the way (D. E. Knuth, *Estimating the efficiency
    /// of backtrack programs*, Mathematics of Computation 29, 1975). The same seed of the solver, or none, gives the
    /// same estimate on every machine. What a limit cuts short does not count as a sample.
    ///
    /// ```
    /// use pencilmark::{ModelBuilder, SoFar, Solver};
    ///
    /// let mut builder = ModelBuilder::new();
    /// let vars = builder.variables(20, 1..=20);
    /// builder.region(vars.iter().copied());
    /// let mut solver = Solver::builder(&builder.build()?).seed(1).build()?;
    /// let SoFar::Done(estimate) = solver.estimate(100) else { panic!("there are solutions, and no limits") };
    /// // All branches are alike, so that it is exact: the factorial of 20.
    /// assert_eq!(estimate.count(), 2_432_902_008_176_640_000.0);
    /// assert_eq!(estimate.standard_error(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn estimate(&mut self, samples: u64) -> SoFar<Estimate> {
        let mut budget = Budget::new(&self.parts.limits);
        let mut estimate = Estimate::default();
        let answer = match self.begin(&mut budget) {
            Err(early) => match self.early::<()>(early) {
                Outcome::NoSolution(proof) => SoFar::NoSolution(proof),
                Outcome::Stopped(stopped) => SoFar::Stopped(estimate, stopped),
                Outcome::Done(()) => SoFar::Done(estimate),
            },
            Ok(()) => match self.sample(samples, &mut estimate, &mut budget) {
                Ok(()) => SoFar::Done(estimate),
                Err(reason) => SoFar::Stopped(estimate, Stopped { reason, statistics: self.statistics() }),
            },
        };
        self.end();
        answer
    }

    fn sample(
        &mut self,
        samples: u64,
        estimate: &mut Estimate,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let mut brancher = SmallestDomain::new(&self.store.model, None);
        let mut random = ChaCha8Rng::seed_from_u64(self.parts.seed.unwrap_or(0));
        let mut check = FinalCheck::new(&self.store.model);
        budget.elsewhere = brancher.bytes() + check.bytes();
        let root = self.store.level();
        for _ in 0..samples {
            let weight = self.descend(&mut brancher, &mut random, &mut check, budget);
            while self.store.level() > root {
                self.propagation.undo_level(&mut self.store);
            }
            estimate.take(weight?);
        }
        Ok(())
    }

    /// One random descent. The levels that it opens are left to be undone.
    fn descend(
        &mut self,
        brancher: &mut SmallestDomain,
        random: &mut ChaCha8Rng,
        check: &mut FinalCheck,
        budget: &mut Budget,
    ) -> Result<Scaled, StopReason> {
        let mut weight = Scaled::ONE;
        loop {
            let observer = self.parts.observer.as_deref_mut();
            match self.propagation.run(&mut self.store, budget, observer.map(|observer| observer as _)) {
                Ok(()) => {}
                Err(Halt::Stopped(reason)) => return Err(reason),
                Err(Halt::Conflict(_)) => {
                    self.propagation.statistics.conflicts += 1;
                    return Ok(Scaled::ZERO);
                }
            }
            budget.spend(self.store.model.variables() as u64 / 64 + 1, || self.store.bytes())?;
            let Some(Decision { var, .. }) = brancher.choose(&self.store) else {
                let values = lowest_values(&self.store, budget)?;
                let violation = check.violation(&self.store.model, &values, budget)?;
                self.propagation.statistics.solutions += u64::from(violation.is_none());
                return Ok(if violation.is_none() { weight } else { Scaled::ZERO });
            };
            budget.spend_node()?;
            self.propagation.statistics.nodes += 1;
            let size = self.store.size(var);
            let Some(value) = self.store.values(var).nth(below(random, size)) else {
                return Ok(Scaled::ZERO);
            };
            self.store.push_level();
            let depth = &mut self.propagation.statistics.depth;
            *depth = (*depth).max(self.store.level() as u64 - 1);
            let assigned = assert(&mut self.store, Literal::Is(var, value), Cause::Decision);
            debug_assert!(assigned.is_ok());
            weight = weight.times(size as f64);
        }
    }
}
