//! Which values stand in some solution, and in how many.

use std::collections::HashSet;
use std::sync::Arc;

use crate::model::budget::growing;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::search::brancher::Brancher;
use crate::search::solution::Solution;
use crate::search::unmarked::{Unmarked, place};
use crate::solver::outcome::{Outcome, SoFar, Stopped};
use crate::solver::series::{End, Series};
use crate::solver::solver::Solver;

/// In how many solutions a value of a variable stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Support {
    /// In exactly so many: with 0 it is proved that it stands in none.
    Exactly(u64),
    /// In so many at least. With 0 nothing is known.
    AtLeast(u64),
}

impl Support {
    /// How many are known.
    pub fn found(self) -> u64 {
        match self {
            Support::Exactly(found) | Support::AtLeast(found) => found,
        }
    }

    /// Whether the value stands in some solution, if that is known.
    pub fn stands(self) -> Option<bool> {
        match self {
            Support::Exactly(found) => Some(found > 0),
            Support::AtLeast(found) => (found > 0).then_some(true),
        }
    }
}

/// For each variable and value whether it stands in some solution, as far as that is known.
#[derive(Clone, Debug)]
pub struct Supported {
    model: Model,
    /// Bits laid out as in the store; none at all as long as nothing is known. What may still stand in a solution, what does,
    /// and what stands in exactly as many as were counted.
    left: Vec<u64>,
    found: Arc<Vec<u64>>,
    exact: Vec<u64>,
    /// For each bit in how many solutions it was seen, where more than one are counted.
    counts: Vec<u32>,
}

impl Supported {
    fn new(model: &Model) -> Supported {
        let none = (Vec::new(), Arc::new(Vec::new()), Vec::new(), Vec::new());
        Supported { model: model.clone(), left: none.0, found: none.1, exact: none.2, counts: none.3 }
    }

    /// In how many solutions `var` has `value`.
    ///
    /// # Panics
    /// If the variable is not of the model.
    pub fn support(&self, var: Var, value: i32) -> Support {
        let number = self.model.values().number_of(value).filter(|_| self.model.domain(var).contains(value));
        let Some((word, bit)) = number.and_then(|number| place(&self.model, var, number)) else {
            return Support::Exactly(0);
        };
        let is_in = |bits: &[u64]| bits.get(word).is_some_and(|word| word & bit != 0);
        if !self.left.is_empty() && !is_in(&self.left) {
            return Support::Exactly(0);
        }
        let seen = self.seen(word, bit);
        if is_in(&self.exact) { Support::Exactly(seen) } else { Support::AtLeast(seen) }
    }

    /// The values that `var` may have in a solution, ascending: those of which the opposite is not proved.
    ///
    /// # Panics
    /// If the variable is not of the model.
    pub fn values(&self, var: Var) -> impl Iterator<Item = i32> + '_ {
        let values = self.model.domain(var).values();
        values.filter(move |&value| self.support(var, value) != Support::Exactly(0))
    }

    /// The backbone: what is the same in all solutions.
    pub fn backbone(&self) -> impl Iterator<Item = (Var, i32)> + '_ {
        self.model.vars().filter_map(|var| {
            let mut values = self.values(var);
            let only = values.next()?;
            values.next().is_none().then_some((var, only))
        })
    }

    fn seen(&self, word: usize, bit: u64) -> u64 {
        let known = self.found.get(word).is_some_and(|word| word & bit != 0);
        match self.counts.get(word * 64 + bit.trailing_zeros() as usize) {
            Some(&count) => u64::from(count),
            None => u64::from(known),
        }
    }

    /// Takes note of a solution that was not seen before.
    fn mark(&mut self, solution: &Solution) {
        let found = Arc::make_mut(&mut self.found);
        for (var, &value) in self.model.vars().zip(solution.values()) {
            let number = self.model.values().number_of(value);
            let Some((word, bit)) = number.and_then(|number| place(&self.model, var, number)) else {
                continue;
            };
            found[word] |= bit;
            if let Some(count) = self.counts.get_mut(word * 64 + bit.trailing_zeros() as usize) {
                *count = count.saturating_add(1);
            }
        }
    }

    fn bytes(&self) -> u64 {
        growing(&self.left) * 3 + growing(&self.counts)
    }
}

impl Solver {
    /// For each variable and value whether it stands in some solution, and in how many, counted up to `limit` (1 if that
    /// is 0). Every solution found speaks for all its values, and the search looks for values of which nothing is known yet;
    /// only what is left then is asked for, one by one. After a stop, all that was found or refuted is known.
    ///
    /// ```
    /// use pencilmark::{ModelBuilder, SoFar, Solver, Support};
    ///
    /// let mut builder = ModelBuilder::new();
    /// let pair = builder.variables(2, 1..=2);
    /// let third = builder.variable(1..=4);
    /// builder.region([pair[0], pair[1], third]);
    /// let mut solver = Solver::new(&builder.build()?);
    /// let SoFar::Done(supported) = solver.supported(10) else { panic!("there are no limits") };
    /// assert!(supported.values(third).eq([3, 4]));
    /// assert_eq!(supported.support(third, 1), Support::Exactly(0));
    /// assert_eq!(supported.support(pair[0], 1), Support::Exactly(2));
    /// assert_eq!(supported.backbone().count(), 0);
    /// # Ok::<(), pencilmark::ModelError>(())
    /// ```
    pub fn supported(&mut self, limit: u32) -> SoFar<Supported> {
        let limit = u64::from(limit.max(1));
        let mut supported = Supported::new(self.model());
        // What inference removes need not be asked for.
        let left = self.infer_with(|store| {
            let model = store.model();
            let vars = model.vars().zip(&model.plan().spans);
            vars.flat_map(|(var, span)| span.words().map(move |word| store.word(var, word))).collect()
        });
        match left {
            Outcome::Done(left) => supported.left = left,
            Outcome::NoSolution(proof) => return SoFar::NoSolution(proof),
            Outcome::Stopped(stopped) => return SoFar::Stopped(supported, stopped),
        }
        let words = supported.left.len();
        let counted = if limit > 1 { words as u64 * 256 } else { 0 };
        let mut asking =
            Asking { series: Series::new(self), supported, seen: HashSet::new(), limit, any: false };
        if let Err(stopped) = asking.series.look(words as u64 * 24 + counted) {
            return SoFar::Stopped(asking.supported, stopped);
        }
        asking.supported.found = Arc::new(vec![0; words]);
        asking.supported.exact = vec![0; words];
        if limit > 1 {
            asking.supported.counts = vec![0; words * 64];
        }
        asking.answer()
    }
}

struct Asking<'a> {
    series: Series<'a>,
    supported: Supported,
    /// The solutions so far, where they are counted.
    seen: HashSet<Vec<i32>>,
    limit: u64,
    /// Whether there is a solution.
    any: bool,
}

impl Asking<'_> {
    fn answer(mut self) -> SoFar<Supported> {
        // Few solutions are all found at once; one more than the limit tells that there are more.
        match self.ask(None, &[], self.limit.saturating_add(1)) {
            Err(stopped) => return SoFar::Stopped(self.supported, stopped),
            Ok(End::All(proof)) if !self.any => return SoFar::NoSolution(proof),
            Ok(End::All(_)) => {
                self.supported.left.clone_from(&self.supported.found);
                self.supported.exact.clone_from(&self.supported.found);
                return SoFar::Done(self.supported);
            }
            Ok(_) => {}
        }
        let model = self.supported.model.clone();
        let mut refuted = Vec::new();
        for (var, span) in model.vars().zip(&model.plan().spans) {
            for (word, at) in span.words().zip(span.places()) {
                for offset in 0..64 {
                    let bit = 1u64 << offset;
                    if self.supported.left[at] & bit == 0 || self.supported.seen(at, bit) >= self.limit {
                        continue;
                    }
                    let value = model.values().value_at(word * 64 + offset);
                    let known = self.supported.seen(at, bit);
                    // As many as are known may come again.
                    match self.ask(Some(Literal::Is(var, value)), &refuted, self.limit) {
                        Err(stopped) => return SoFar::Stopped(self.supported, stopped),
                        Ok(End::All(_)) => self.supported.exact[at] |= bit,
                        Ok(_) => {}
                    }
                    if self.supported.exact[at] & bit != 0 && known == 0 && self.supported.seen(at, bit) == 0
                    {
                        self.supported.left[at] &= !bit;
                        refuted.push(Literal::IsNot(var, value));
                    }
                }
            }
        }
        SoFar::Done(self.supported)
    }

    /// Looks for `most` solutions, and takes note of them.
    fn ask(&mut self, literal: Option<Literal>, refuted: &[Literal], most: u64) -> Result<End, Stopped> {
        let solution = self.supported.model.variables() as u64 * 4 + 64;
        let held = self.supported.bytes() + self.seen.capacity() as u64 * solution;
        self.series.look(held)?;
        let inner = self.series.solver.make_brancher();
        let marked = self.supported.found.clone();
        let brancher: Box<dyn Brancher> = Box::new(Unmarked { inner, marked, held });
        let assumptions: Vec<Literal> =
            self.series.given().iter().chain(refuted).copied().chain(literal).collect();
        let (found, end) = self.series.ask(assumptions, Some(brancher), most);
        self.any |= !found.is_empty();
        for solution in &found {
            if self.limit == 1 || self.seen.insert(solution.values().to_vec()) {
                self.supported.mark(solution);
            }
        }
        match end {
            End::Stopped(stopped) => Err(stopped),
            end => Ok(end),
        }
    }
}
