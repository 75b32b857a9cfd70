//! A question as clauses, for solvers and proof checkers that know nothing else.

use std::io::{self, Write};

use thiserror::Error;

use crate::model::ids::{Literal, Region, Var};
use crate::model::plan::Model;
use crate::solver::supports;

/// Why a question cannot be told as clauses.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotClausal {
    /// A constraint has no clauses.
    #[error("the constraint {name} cannot be told as clauses")]
    Constraint {
        /// Its name.
        name: String,
    },
    /// What a rule infers does not follow from the clauses step by step.
    #[error("what the rule {name} infers cannot be proved by clauses: leave it out")]
    Rule {
        /// Its name.
        name: String,
    },
    /// A region has as many variables as values, or more, only after the first propagation. What follows from that is
    /// counted, and clauses do not count.
    #[error(
        "{region} has as many variables as values, or more, only after the first propagation, which clauses do not tell"
    )]
    Counted {
        /// The region.
        region: Region,
    },
    /// There would be too many clauses, or open values.
    #[error("it would take {needed} clauses, more than {most}")]
    TooLarge {
        /// How many there would be.
        needed: u64,
        /// How many are allowed.
        most: u64,
    },
}

/// A question as clauses over numbered literals, in the DIMACS form that SAT solvers and proof checkers read.
///
/// The numbers run over the variables in their order, and in each over the values of its domain in the model,
/// ascending: variable 0 has the numbers from 1 on. A positive number says that the variable has the value, a negative
/// one that it has not. For an empty Sudoku of side n, digit d in row r and column c (all counted from 1) is
/// ((r - 1) n + (c - 1)) n + d.
///
/// Each tuple of a table has a number too, after those: table by table in the order of the constraints, and of each the
/// tuples that the domains allow, ascending. It says that the variables have the values of that tuple.
///
/// The clauses say: each variable has a value, and no two; no two variables of a region have the same value; each value
/// has a place in a region of as many values as variables; a value of a pair needs one of its supports; a tuple needs its
/// values, and a value one of its tuples (F. Bacchus, *GAC via unit propagation*, CP 2007); and what was assumed.
///
/// ```
/// use pencilmark::{Literal, ModelBuilder, Solver};
///
/// let mut builder = ModelBuilder::new();
/// let vars = builder.variables(2, 1..=2);
/// builder.region(vars.iter().copied());
/// let model = builder.build()?;
/// let mut solver = Solver::new(&model);
/// solver.assume(Literal::Is(vars[0], 1));
/// let cnf = solver.cnf()?;
/// assert_eq!(cnf.number(Literal::IsNot(vars[1], 1)), Some(-3));
/// let mut text = Vec::new();
/// cnf.write(&mut text)?;
/// assert!(String::from_utf8(text)?.starts_with("p cnf 4 "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cnf {
    model: Model,
    /// The number before the first of each variable, and the last number of them all.
    before: Vec<i64>,
    /// The last number of all, tuples and all.
    last: i64,
    assumptions: Vec<Literal>,
    excluded: Vec<Vec<i32>>,
}

impl Cnf {
    /// The most clauses that are written: an empty board of side 36 has about 12 million.
    pub const MOST: u64 = 1 << 24;

    pub(crate) fn new(model: &Model, assumptions: &[Literal]) -> Result<Cnf, NotClausal> {
        let mut before = vec![0];
        for var in model.vars() {
            before.push(before[var.index()] + model.domain(var).len() as i64);
        }
        let last = before.last().copied().unwrap_or(0);
        let mut cnf = Cnf {
            model: model.clone(),
            before,
            last,
            assumptions: assumptions.to_vec(),
            excluded: Vec::new(),
        };
        let mut needed = cnf.estimate();
        for constraint in model.constraints() {
            let Some(extension) = constraint.extension() else {
                return Err(NotClausal::Constraint { name: constraint.name().to_owned() });
            };
            let size = supports::size(model, &extension);
            needed = needed.saturating_add(size.clauses);
            cnf.last += size.numbers as i64;
        }
        if needed > Cnf::MOST {
            return Err(NotClausal::TooLarge { needed, most: Cnf::MOST });
        }
        Ok(cnf)
    }

    /// At least as many clauses as there are, told without walking over them.
    fn estimate(&self) -> u64 {
        let pairs = |count: u64| count.saturating_mul(count.saturating_sub(1)) / 2;
        let variables = self.model.vars().map(|var| pairs(self.model.domain(var).len()) + 1);
        let regions = self.model.region_ids().map(|region| {
            let vars = self.model.region(region);
            let widest = vars.iter().map(|&var| self.model.domain(var).len()).max().unwrap_or(0);
            pairs(vars.len() as u64).saturating_mul(widest).saturating_add(widest)
        });
        variables.chain(regions).fold(0, u64::saturating_add)
    }

    /// How many numbers there are.
    pub fn numbers(&self) -> i64 {
        self.last
    }

    /// The number of a literal; none if the variable's domain in the model lacks the value.
    pub fn number(&self, literal: Literal) -> Option<i64> {
        let (var, value) = (literal.var(), literal.value());
        let domain = self.model.domain(var);
        if !domain.contains(value) {
            return None;
        }
        let place = domain.values().position(|other| other == value)? as i64;
        let number = self.before[var.index()] + place + 1;
        Some(if matches!(literal, Literal::Is(..)) { number } else { -number })
    }

    /// The same question where these values together are no solution.
    #[must_use]
    pub fn excluding(mut self, values: &[i32]) -> Cnf {
        self.excluded.push(values.to_vec());
        self
    }

    /// Gives all clauses to `take`, one after the other, always in the same order.
    ///
    /// # Errors
    /// The first error that `take` gives.
    pub fn each<E>(&self, mut take: impl FnMut(&[i64]) -> Result<(), E>) -> Result<(), E> {
        let is = |var: Var, value: i32| self.number(Literal::Is(var, value));
        for var in self.model.vars() {
            let numbers: Vec<i64> = (self.before[var.index()] + 1..=self.before[var.index() + 1]).collect();
            take(&numbers)?;
            not_two(&numbers, &mut take)?;
        }
        for region in self.model.region_ids() {
            let vars = self.model.region(region);
            let mut values: Vec<i32> = vars.iter().flat_map(|&var| self.model.domain(var).values()).collect();
            values.sort_unstable();
            values.dedup();
            for &value in &values {
                let places: Vec<i64> = vars.iter().filter_map(|&var| is(var, value)).collect();
                not_two(&places, &mut take)?;
                if values.len() == vars.len() {
                    take(&places)?;
                }
            }
        }
        let mut next = self.before.last().copied().unwrap_or(0) + 1;
        let numbered =
            |var: Var| (self.before[var.index()] + 1..).zip(self.model.domain(var).values()).collect();
        for extension in self.model.constraints().iter().filter_map(|constraint| constraint.extension()) {
            next = supports::each(&extension, numbered, next, &mut take)?;
        }
        for &literal in &self.assumptions {
            match self.number(literal) {
                Some(number) => take(&[number])?,
                None if matches!(literal, Literal::Is(..)) => take(&[])?,
                None => {}
            }
        }
        for values in &self.excluded {
            let numbers = self.model.vars().zip(values).filter_map(|(var, &value)| is(var, value));
            take(&numbers.map(|number| -number).collect::<Vec<_>>())?;
        }
        Ok(())
    }

    /// Writes the question in the DIMACS form.
    ///
    /// # Errors
    /// What `out` answers.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut clauses = 0u64;
        self.each(|_| {
            clauses += 1;
            Ok::<(), io::Error>(())
        })?;
        writeln!(out, "p cnf {} {clauses}", self.numbers())?;
        self.each(|clause| write_clause(out, clause))
    }

    /// Writes one step of a proof in the DRAT form: a clause that follows.
    ///
    /// # Errors
    /// What `out` answers.
    pub fn write_step(&self, out: &mut impl Write, clause: &[Literal]) -> io::Result<()> {
        // A literal without a number is known to be false or true by the domain: the former adds nothing, the
        // latter does not come from a solver of this model.
        let numbers: Vec<i64> = clause.iter().filter_map(|&literal| self.number(literal)).collect();
        write_clause(out, &numbers)
    }
}

fn not_two<E>(numbers: &[i64], take: &mut impl FnMut(&[i64]) -> Result<(), E>) -> Result<(), E> {
    for (i, &one) in numbers.iter().enumerate() {
        for &other in &numbers[..i] {
            take(&[-other, -one])?;
        }
    }
    Ok(())
}

fn write_clause(out: &mut impl Write, clause: &[i64]) -> io::Result<()> {
    for number in clause {
        write!(out, "{number} ")?;
    }
    writeln!(out, "0")
}
