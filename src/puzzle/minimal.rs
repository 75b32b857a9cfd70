//! The givens and constraints that a unique solution needs.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::puzzle::cells::Cells;
use crate::puzzle::definition::{Definition, Givens};
use crate::puzzle::filling::Filling;
use crate::puzzle::marks::Marks;
use crate::puzzle::questions::Part;
use crate::puzzle::variant::{Variant, VariantError};
use crate::solver::builder::SolverBuilder;
use crate::solver::outcome::{Stopped, Uniqueness};
use crate::solver::subset::{Subset, smallest_subset};
use crate::sudoku::geometry::Cell;

impl Definition {
    /// The same puzzle with only these givens and constraints; regions and candidates stay.
    ///
    /// ```
    /// use pencilmark::{Definition, Part, Variant};
    ///
    /// let definition = Definition::from_json(r#"{ "boxes": "2x2", "givens": ["1...", "....", "....", "...1"],
    ///     "constraints": [{ "type": "anti_king" }, { "type": "diagonal", "direction": "/" }] }"#)?;
    /// let part = Part { givens: Variant::new(&definition)?.givens(), constraints: vec![1] };
    /// let only = definition.only(&part);
    /// assert_eq!((only.constraints.len(), only.constraints[0].name()), (1, "diagonal"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn only(&self, part: &Part) -> Definition {
        let mut definition = self.clone();
        let numbered = self.constraints.iter().enumerate();
        let kept = numbered.filter(|(number, _)| part.constraints.contains(number));
        definition.constraints = kept.map(|(_, constraint)| constraint.clone()).collect();
        definition.givens = self.givens.as_ref().map(|givens| only_given(givens, &part.givens));
        definition
    }
}

/// What is given in the same form as before. The size of the board may hang on its rows.
fn only_given(before: &Givens, kept: &Filling) -> Givens {
    let digits = kept.values().iter().flatten().all(|value| (0..=9).contains(value));
    match before {
        Givens::Cells(_) => {
            let cell = |place: usize| {
                Cells::new([Cell::new(place as u32 / kept.columns(), place as u32 % kept.columns())])
            };
            let given = kept.values().iter().enumerate();
            Givens::Cells(given.filter_map(|(place, value)| Some((cell(place), (*value)?))).collect())
        }
        Givens::Picture(_) if digits => {
            Givens::Picture(kept.texts().iter().map(|row| row.concat()).collect())
        }
        Givens::Picture(_) | Givens::Rows(_) => {
            Givens::Rows(kept.values().chunks(kept.columns() as usize).map(<[_]>::to_vec).collect())
        }
    }
}

impl Variant {
    /// A smallest part of a puzzle, of givens and constraints, that still has the puzzle's one solution and no other: none
    /// of them can be left out. Not enough if the whole has none, or several. Givens are left out before constraints, and
    /// with a seed all of them in a random order; `configure` puts each solver together, and its limits hold for each
    /// question.
    ///
    /// The part is meant as a puzzle of its own ([`Definition::only`]): a dot that is left out is a pair without a dot to
    /// whatever speaks of these.
    ///
    /// ```
    /// use pencilmark::{Definition, Subset, Variant};
    ///
    /// let definition = Definition::from_json(r#"{ "boxes": "2x2", "givens": ["1234", "34..", "....", "4..."],
    ///     "constraints": [{ "type": "thermo", "cells": "r1c1-4" }, { "type": "even", "cells": "r2c3" }] }"#)?;
    /// let whole = Variant::minimal(&definition, None, |builder| builder)?;
    /// let Subset::Smallest(part) = whole else { panic!("it has one solution") };
    /// assert_eq!(part.givens.values().iter().flatten().count(), 1);
    /// assert_eq!(part.constraints, [0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`VariantError`] names what does not fit, by its place in the file.
    pub fn minimal(
        definition: &Definition,
        seed: Option<u64>,
        configure: impl Fn(SolverBuilder) -> SolverBuilder,
    ) -> Result<Subset<Part>, VariantError> {
        let mut whole = match Variant::part(definition, |_| true, &configure) {
            Ok(whole) => whole,
            Err(error) => return error.into_stop().map(Subset::Stopped),
        };
        let solution = match whole.is_unique() {
            Uniqueness::Unique(solution) => solution,
            Uniqueness::NotUnique(_) => return Ok(Subset::NotEnough),
            Uniqueness::Stopped(stopped) => return Ok(Subset::Stopped(stopped)),
        };
        let all = whole.givens();
        let places = (0..all.values().len()).filter(|&place| all.values()[place].is_some());
        let mut items: Vec<Item> = places.map(Item::Given).collect();
        items.extend((0..definition.constraints.len()).map(Item::Constraint));
        if let Some(mut random) = seed.map(ChaCha8Rng::seed_from_u64) {
            for i in (1..items.len()).rev() {
                let other = (u128::from(random.next_u64()) * (i as u128 + 1)) >> 64;
                items.swap(i, other as usize);
            }
        }
        let part = |items: &[Item]| {
            let given = |place: usize| all.values()[place].filter(|_| items.contains(&Item::Given(place)));
            let values = (0..all.values().len()).map(given).collect();
            let numbers = 0..definition.constraints.len();
            let constraints = numbers.filter(|&number| items.contains(&Item::Constraint(number))).collect();
            Part { givens: whole.filled(values), constraints }
        };
        let mut failed = None;
        let mut enough = |items: &[Item]| -> Result<bool, Stopped> {
            let only = definition.only(&part(items));
            match Variant::part(&only, |_| true, &configure).map(|mut part| part.is_unique()) {
                Ok(Uniqueness::Unique(found)) => Ok(found == solution),
                Ok(Uniqueness::NotUnique(_)) => Ok(false),
                Ok(Uniqueness::Stopped(stopped)) => Err(stopped),
                Err(error) => match error.into_stop() {
                    Ok(stopped) => Err(stopped),
                    Err(error) => {
                        failed.get_or_insert(error);
                        Ok(false)
                    }
                },
            }
        };
        // Without a mark there may be fewer solutions, where something speaks of all that is not marked: then what was
        // needed at first may be needless once others are gone, and all are tried again.
        let mut marks = Marks::default();
        definition.constraints.iter().for_each(|constraint| constraint.kind().marks(&mut marks));
        let mut smallest = |items: &[Item]| {
            let chosen = |subset: &[usize]| subset.iter().map(|&number| items[number]).collect::<Vec<Item>>();
            smallest_subset(items.len(), |subset| enough(&chosen(subset))).map(|subset| chosen(&subset))
        };
        let mut found = smallest(&items);
        while let (Subset::Smallest(kept), true) = (&found, marks != Marks::default()) {
            match smallest(kept) {
                Subset::Smallest(fewer) if fewer.len() == kept.len() => break,
                Subset::Stopped(stopped) => found = Subset::SoFar(kept.clone(), stopped),
                next => found = next,
            }
        }
        match failed {
            Some(error) => Err(error),
            None => Ok(found.map(|items| part(&items))),
        }
    }
}

/// What may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    /// What is given at this place.
    Given(usize),
    /// The constraint with this number.
    Constraint(usize),
}
