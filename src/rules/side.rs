//! One sum: which totals its terms can make, and which values are left for given totals.

use smallvec::SmallVec;

use crate::model::plan::Model;
use crate::rules::bounds::{self, Bounds};
use crate::rules::snapshot::Snapshot;
use crate::rules::sums::Term;
use crate::rules::term::{Group, Places};
use crate::rules::totals::Totals;

/// The terms of one sum, their variables by their places in the scope.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub(crate) terms: Vec<Places>,
    /// The sum of the sizes of all factors.
    weight: i128,
}

/// For each term the domains that were last read, and what it can be with these.
pub(crate) type Memo = Vec<(SmallVec<[u64; 12]>, Option<Totals>)>;

/// The widest span of sums that is kept exactly.
const WIDEST: i128 = 1 << 13;

/// What one side can be.
pub(crate) enum Read {
    Exact(Vec<Group>, Totals),
    Bounds(Bounds),
}

/// What the sides must all be.
pub(crate) enum Allowed {
    Exact(Totals),
    Bounds(Bounds),
}

impl Allowed {
    pub(crate) fn is_exact(&self) -> bool {
        matches!(self, Allowed::Exact(_))
    }
}

impl Side {
    pub(crate) fn new(terms: &[Term], first: usize) -> Side {
        let mut next = first;
        let places = |term: &Term| {
            let start = next;
            next += term.vars.len();
            let places = (start..next).collect();
            Places { coefficient: i64::from(term.coefficient), places, values: term.values }
        };
        let weight =
            terms.iter().map(|term| i128::from(term.coefficient).abs() * term.vars.len() as i128).sum();
        Side { terms: terms.iter().map(places).collect(), weight }
    }

    /// The sum of these values of the whole scope.
    pub(crate) fn sum(&self, values: &[i32]) -> i128 {
        let sum = |term: &Places| {
            let sum: i128 = term.places.iter().map(|&place| i128::from(values[place])).sum();
            sum * i128::from(term.coefficient)
        };
        self.terms.iter().map(sum).sum()
    }

    /// Whether its sums lie so near to each other that they can be told one by one.
    pub(crate) fn is_near(&self, model: &Model, domains: &Snapshot) -> bool {
        let far = |bound: i128| bound.unsigned_abs() > 1 << 60;
        // All values of the model at once, where that is enough: they do not have to be looked at.
        let last = model.values().count().saturating_sub(1);
        let (low, high) = match last {
            0 => return self.is_near_now(model, domains),
            _ => (i128::from(model.values().value_at(0)), i128::from(model.values().value_at(last))),
        };
        let all = self.weight * (high - low) < WIDEST && !far(self.weight * low) && !far(self.weight * high);
        all || self.is_near_now(model, domains)
    }

    fn is_near_now(&self, model: &Model, domains: &Snapshot) -> bool {
        let far = |bound: i128| bound.unsigned_abs() > 1 << 60;
        bounds::plain(self, model, domains)
            .is_some_and(|plain| plain.high - plain.low < WIDEST && !far(plain.low) && !far(plain.high))
    }

    /// What it can be; none if a variable, or variables that differ, have no values.
    pub(crate) fn read(&self, model: &Model, domains: &Snapshot) -> Option<Read> {
        if !self.is_near(model, domains) {
            return Some(Read::Bounds(bounds::of(self, model, domains)?));
        }
        let mut groups = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            term.read(model, domains, &mut groups)?;
        }
        let mut totals = Totals::only(0);
        for group in &groups {
            totals = totals.plus(group.totals());
        }
        (!totals.is_empty()).then_some(Read::Exact(groups, totals))
    }

    /// The same for somebody who asks again and again with few domains changed, and does not narrow.
    pub(crate) fn read_again(&self, model: &Model, domains: &Snapshot, memo: &mut Memo) -> Option<Read> {
        if !self.is_near(model, domains) {
            return Some(Read::Bounds(bounds::of(self, model, domains)?));
        }
        memo.resize_with(self.terms.len(), || (SmallVec::new(), None));
        let mut totals = Totals::only(0);
        for (term, (known, read)) in self.terms.iter().zip(memo) {
            let words = || term.places.iter().flat_map(|&place| domains.domain(place).iter().copied());
            if known.is_empty() || !known.iter().copied().eq(words()) {
                known.clear();
                known.extend(words());
                *read = term.totals(model, domains);
            }
            totals = totals.plus(read.as_ref()?);
        }
        (!totals.is_empty()).then_some(Read::Exact(Vec::new(), totals))
    }

    /// Adds to `left` the values with which it can be one of `allowed`; none if there is no such way.
    pub(crate) fn narrow(
        &self,
        model: &Model,
        domains: &Snapshot,
        read: Read,
        allowed: &Allowed,
        left: &mut Snapshot,
    ) -> Option<()> {
        let (groups, allowed) = match (read, allowed) {
            (Read::Exact(groups, _), Allowed::Exact(allowed)) => (groups, allowed),
            (_, Allowed::Exact(_)) => {
                unreachable!("what is allowed is exact only where all sides were read exactly")
            }
            (_, Allowed::Bounds(allowed)) => return bounds::narrow(self, model, domains, allowed, left),
        };
        // What the groups from each one on can be together.
        let mut after = vec![Totals::only(0)];
        for group in groups.iter().rev() {
            let sum = group.totals().plus(&after[after.len() - 1]);
            after.push(sum);
        }
        after.pop();
        let mut before = Totals::only(0);
        for group in groups {
            let rest = before.plus(&after.pop()?);
            let wanted = allowed.minus(&rest);
            before = before.plus(group.totals());
            group.narrow(model, domains, &wanted, left)?;
        }
        Some(())
    }
}

/// What all sides can be, and `total` is; none if there is nothing.
pub(crate) fn common(sides: &[Read], total: Option<i64>) -> Option<Allowed> {
    let exact: Option<Vec<&Totals>> = sides
        .iter()
        .map(|side| match side {
            Read::Exact(_, totals) => Some(totals),
            Read::Bounds(_) => None,
        })
        .collect();
    if let Some((first, rest)) = exact.as_deref().and_then(|exact| exact.split_first()) {
        let mut allowed = match total {
            Some(total) => Totals::only(total),
            None => (*first).clone(),
        };
        allowed.retain(|sum| first.contains(sum) && rest.iter().all(|side| side.contains(sum)));
        return (!allowed.is_empty()).then_some(Allowed::Exact(allowed));
    }
    let mut allowed = match total {
        Some(total) => Bounds { low: total.into(), high: total.into() },
        None => Bounds { low: i128::MIN, high: i128::MAX },
    };
    for side in sides {
        let bounds = match side {
            Read::Bounds(bounds) => *bounds,
            Read::Exact(_, totals) => {
                Bounds { low: totals.iter().next()?.into(), high: totals.iter().last()?.into() }
            }
        };
        allowed = Bounds { low: allowed.low.max(bounds.low), high: allowed.high.min(bounds.high) };
    }
    (allowed.low <= allowed.high).then_some(Allowed::Bounds(allowed))
}
