//! The questions of those who set puzzles, of a puzzle of any shape.

use crate::model::ids::{Literal, Var};
use crate::puzzle::definition::Definition;
use crate::puzzle::filling::Filling;
use crate::puzzle::variant::{Variant, VariantError};
use crate::solver::builder::SolverBuilder;
use crate::solver::cnf::{Cnf, NotClausal};
use crate::solver::estimate::Estimate;
use crate::solver::outcome::{Outcome, SoFar, Uniqueness};
use crate::solver::subset::{Subset, smallest_subset};
use crate::solver::supported::Supported;

/// A part of a puzzle: some of its givens, and some of its constraints by their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What is given.
    pub givens: Filling,
    /// The numbers of the constraints in the file, from 0, ascending.
    pub constraints: Vec<usize>,
}

impl Variant {
    /// For each cell the values that stand there in some solution, and in how many, up to `limit`. The support of a cell
    /// is that of its variable in [`grid`](Variant::grid).
    pub fn supported(&mut self, limit: u32) -> SoFar<Supported> {
        self.solver().supported(limit)
    }

    /// The true candidates: for each cell the values that stand there in some solution. After a stop, some of them may be in
    /// none.
    ///
    /// ```
    /// use pencilmark::{Cell, Definition, SoFar, Variant};
    ///
    /// let definition = Definition::from_json(r#"{ "boxes": "none", "givens": ["12.", "...", "..."] }"#)?;
    /// let mut variant = Variant::new(&definition)?;
    /// let SoFar::Done(candidates) = variant.candidates() else { panic!("it is small") };
    /// assert_eq!(candidates.candidates(Cell::new(1, 0)).collect::<Vec<_>>(), [2, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn candidates(&mut self) -> SoFar<Filling> {
        let supported = self.supported(1);
        supported.map(|supported| self.marked(|var| supported.values(var).collect()))
    }

    /// The puzzle with its givens as clauses. See [`Solver::cnf`](crate::Solver::cnf).
    ///
    /// # Errors
    /// [`NotClausal`] if a constraint cannot be told as clauses, or there would be too many.
    pub fn cnf(&mut self) -> Result<Cnf, NotClausal> {
        self.solver().cnf()
    }

    /// Whether there is exactly one solution, with a proof. See [`Solver::prove`](crate::Solver::prove).
    ///
    /// ```
    /// use pencilmark::{Definition, Uniqueness, Variant};
    ///
    /// let definition = Definition::from_json(r#"{ "boxes": "none", "givens": ["12.", "...", "..."], "constraints": [
    ///     { "type": "pair", "cells": "r2c2-3", "relation": "a > b" }
    /// ] }"#)?;
    /// let mut variant = Variant::new(&definition)?;
    /// let mut steps = Vec::new();
    /// let answer = variant.prove(|step| steps.push(step.to_vec()))?;
    /// assert!(matches!(answer, Uniqueness::Unique(_)));
    /// assert_eq!(steps.last(), Some(&vec![]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NotClausal`] if the question, or what some rule infers, cannot be told as clauses.
    pub fn prove(&mut self, step: impl FnMut(&[Literal])) -> Result<Uniqueness<Filling>, NotClausal> {
        let answer = self.solver().prove(step)?;
        Ok(answer.map(|solution| self.full(&solution)))
    }

    /// About how many solutions there are, by so many samples.
    pub fn estimate(&mut self, samples: u64) -> SoFar<Estimate> {
        self.solver().estimate(samples)
    }

    /// The puzzle's givens without those that uniqueness does not need; a seed chooses which are tried first.
    pub fn minimize(&mut self, seed: Option<u64>) -> Subset<Filling> {
        let subset = self.solver().minimize(seed, |_| true);
        subset.map(|literals| self.given(&literals))
    }

    /// Only these of the literals that were given.
    fn given(&self, literals: &[Literal]) -> Filling {
        let is = |var: Var| {
            literals.iter().find(|&&literal| matches!(literal, Literal::Is(other, _) if other == var))
        };
        let values = self.grid().vars.iter().map(|var| var.and_then(is).map(|literal| literal.value()));
        self.filled(values.collect())
    }

    /// A smallest part of a puzzle, of givens and constraints, that already contradicts itself together with the board's own
    /// regions; `configure` puts each solver together, and its limits hold for each question.
    ///
    /// ```
    /// use pencilmark::{Definition, Subset, Variant};
    ///
    /// let definition = Definition::from_json(r#"{ "boxes": "2x2", "givens": ["1...", "....", "....", "...1"],
    ///     "constraints": [{ "type": "anti_king" }, { "type": "diagonal", "direction": "\\" }] }"#)?;
    /// let Subset::Smallest(part) = Variant::why(&definition, |builder| builder)? else { panic!("it is small") };
    /// assert_eq!(part.constraints, [0], "an empty board of this size has no solution where kings may not touch");
    /// assert!(part.givens.values().iter().all(Option::is_none));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`VariantError`] names what does not fit, by its place in the file.
    pub fn why(
        definition: &Definition,
        configure: impl Fn(SolverBuilder) -> SolverBuilder,
    ) -> Result<Subset<Part>, VariantError> {
        let whole = match Variant::part(definition, |_| true, &configure) {
            Ok(whole) => whole,
            Err(error) => return error.into_stop().map(Subset::Stopped),
        };
        let given: Vec<usize> = (0..whole.givens().values().len())
            .filter(|&place| whole.givens().values()[place].is_some())
            .collect();
        let constraints = definition.constraints.len();
        // Givens come first, so that they are left out first where the constraints alone contradict each other.
        let split = |subset: &[usize]| -> (Vec<usize>, Vec<usize>) {
            let (givens, rest): (Vec<usize>, Vec<usize>) =
                subset.iter().partition(|&&item| item < given.len());
            (
                givens.into_iter().map(|item| given[item]).collect(),
                rest.into_iter().map(|item| item - given.len()).collect(),
            )
        };
        let mut failed = None;
        let found = smallest_subset(given.len() + constraints, |subset| {
            let (givens, kept) = split(subset);
            match Variant::part(definition, |number| kept.binary_search(&number).is_ok(), &configure) {
                Ok(mut part) => {
                    part.keep_givens(|place| givens.binary_search(&place).is_ok());
                    match part.solve() {
                        Outcome::NoSolution(_) => Ok(true),
                        Outcome::Done(_) => Ok(false),
                        Outcome::Stopped(stopped) => Err(stopped),
                    }
                }
                // What fits as a whole fits in part, unless there is no room: then it is no proof.
                Err(error) => match error.into_stop() {
                    Ok(stopped) => Err(stopped),
                    Err(error) => {
                        failed.get_or_insert(error);
                        Ok(false)
                    }
                },
            }
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(found.map(|subset| {
                let (places, constraints) = split(&subset);
                let all = whole.givens();
                let kept = |(place, &value): (usize, &Option<i32>)| value.filter(|_| places.contains(&place));
                let values = all.values().iter().enumerate().map(kept).collect();
                Part { givens: whole.filled(values), constraints }
            })),
        }
    }
}
