//! Regions whose members are shifted: each variable and a number of its own, all sums different.

use std::borrow::Cow;

use crate::model::constraint::Constraint;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::rules::rule::{Explanation, Rule, Scopes, Wake};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::Conflict;

/// Each of some variables plus an offset of its own, all different: a region whose members carry offsets, such as the
/// diagonals of a chessboard. It is its own rule, the naked single of such a region: a variable with one value left
/// takes from every other the value that would give the same sum. Each fixed variable is gone through once.
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{Count, ModelBuilder, Shifted, Solver};
///
/// // Queens, one a line, none attacking another.
/// let mut builder = ModelBuilder::new();
/// let vars = builder.variables(6, 1..=6);
/// builder.region(vars.clone());
/// let rows = || vars.iter().copied().zip(0..);
/// let falling = Arc::new(Shifted::new("falling diagonal", rows()));
/// let rising = Arc::new(Shifted::new("rising diagonal", rows().map(|(var, row)| (var, -row))));
/// builder.constraint(falling.clone());
/// builder.constraint(rising.clone());
/// let model = builder.build()?;
/// let mut solver = Solver::builder(&model).rule(falling).rule(rising).build()?;
/// assert_eq!(solver.count(100), Count::Exactly(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shifted {
    name: Cow<'static, str>,
    vars: Vec<Var>,
    offsets: Vec<i32>,
}

impl Shifted {
    /// The constraint that variable plus offset differs for all `members`.
    pub fn new(name: impl Into<Cow<'static, str>>, members: impl IntoIterator<Item = (Var, i32)>) -> Shifted {
        let (vars, offsets) = members.into_iter().unzip();
        Shifted { name: name.into(), vars, offsets }
    }

    /// The value of member `other` that gives the sum which member `i` has with `value`.
    fn clash(&self, i: usize, value: i32, other: usize) -> Option<i32> {
        let sum = i64::from(value) + i64::from(self.offsets[i]);
        i32::try_from(sum - i64::from(self.offsets[other])).ok()
    }
}

impl Constraint for Shifted {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        let sum = |(&value, &offset): (&i32, &i32)| i64::from(value) + i64::from(offset);
        let mut sums: Vec<i64> = values.iter().zip(&self.offsets).map(sum).collect();
        sums.sort_unstable();
        sums.windows(2).all(|pair| pair[0] != pair[1])
    }
}

impl Rule for Shifted {
    fn name(&self) -> &str {
        &self.name
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.vars.clone()])
    }

    fn wakes(&self) -> Wake {
        Wake::Fixed
    }

    /// A bit for each member that has been gone through.
    fn memory(&self, len: usize) -> usize {
        len.div_ceil(64)
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let len = scope.len();
        for i in 0..len {
            let done = scope.memory(i / 64);
            if done >> (i % 64) & 1 == 1 {
                continue;
            }
            let Some(value) = scope.value(i) else { continue };
            scope.set_memory(i / 64, done | 1 << (i % 64));
            for other in (0..len).filter(|&other| other != i) {
                if let Some(clash) = self.clash(i, value, other) {
                    scope.remove(other, clash)?;
                }
            }
            scope.spend(len)?;
        }
        scope.spend(len)
    }

    /// The one variable whose value gives the same sum.
    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        let Some(removed) = removed else { return Explanation::Scope };
        let vars = past.vars();
        let members = || (0..vars.len()).take_while(|_| past.goes_on(8));
        let theirs: Vec<usize> = members().filter(|&other| vars[other] == removed.var()).collect();
        let clashes = |i: usize, value: i32| {
            let same = |&other: &usize| other != i && self.clash(i, value, other) == Some(removed.value());
            theirs.iter().any(same)
        };
        let found =
            members().find_map(|i| past.value(i).filter(|&value| clashes(i, value)).map(|value| (i, value)));
        match found {
            Some((i, value)) => Explanation::Because(vec![Literal::Is(vars[i], value)]),
            None => Explanation::Scope,
        }
    }
}
