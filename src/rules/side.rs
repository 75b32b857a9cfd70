//! One sum: which totals its terms can make, and which values are left for given totals.

use smallvec::SmallVec;

use crate::model::plan::Model;
use crate::rules::bounds::{self, Bounds};
use crate::rules::snapshot::Snapshot;
use crate::rules::subsets::{self, Subsets, members};
use crate::rules::sums::{Multiplicity, Term};
use crate::rules::totals::Totals;
use crate::store::store::ones;

/// The terms of one sum, their variables by their places in the scope.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub(crate) terms: Vec<Places>,
    /// The sum of the sizes of all factors.
    weight: i128,
}

/// For each term the domains that were last read, and what it can be with these.
pub(crate) type Memo = Vec<(SmallVec<[u64; 12]>, Option<Totals>)>;

#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub(crate) coefficient: i64,
    pub(crate) places: Vec<usize>,
    pub(crate) values: Multiplicity,
}

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

/// What one term, or one variable of it, can contribute.
pub(crate) enum Group {
    One(usize, i64, Totals),
    Set(Box<Set>),
}

/// The sets of values that the variables of a term can take together.
pub(crate) struct Set {
    places: SmallVec<[usize; 12]>,
    /// The numbers of the values that are left for any of them, and what each contributes.
    universe: SmallVec<[(usize, i64); 16]>,
    sums: SubsetSums,
    subsets: Subsets,
    totals: Totals,
}

impl Group {
    fn totals(&self) -> &Totals {
        match self {
            Group::One(_, _, totals) => totals,
            Group::Set(set) => &set.totals,
        }
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
            match group {
                Group::One(place, coefficient, _) => {
                    let mut any = None;
                    for number in domains.numbers(place) {
                        if wanted.contains(coefficient * i64::from(model.values().value_at(number))) {
                            left.insert(place, number);
                            any = Some(());
                        }
                    }
                    any?;
                }
                Group::Set(mut set) => set.narrow(&wanted, left)?,
            }
        }
        Some(())
    }
}

impl Places {
    /// What the term can be; none if there is no way.
    fn totals(&self, model: &Model, domains: &Snapshot) -> Option<Totals> {
        let mut groups = Vec::new();
        self.read(model, domains, &mut groups)?;
        Some(groups.iter().fold(Totals::only(0), |sum, group| sum.plus(group.totals())))
    }

    fn read(&self, model: &Model, domains: &Snapshot, groups: &mut Vec<Group>) -> Option<()> {
        let contribution = |number: usize| self.coefficient * i64::from(model.values().value_at(number));
        if self.values == Multiplicity::Different && self.places.len() > 1 {
            let union: SmallVec<[u64; 4]> = (0..domains.width())
                .map(|word| self.places.iter().fold(0, |union, &place| union | domains.domain(place)[word]))
                .collect();
            let count: usize = union.iter().map(|word| word.count_ones() as usize).sum();
            if count < self.places.len() {
                return None;
            }
            if count <= subsets::MOST {
                groups.push(Group::Set(Box::new(self.read_set(domains, &union, contribution)?)));
                return Some(());
            }
        }
        for &place in &self.places {
            let ends = (contribution(domains.lowest(place)?), contribution(domains.highest(place)?));
            let mut totals = Totals::none(ends.0.min(ends.1), ends.0.max(ends.1));
            for number in domains.numbers(place) {
                totals.insert(contribution(number));
            }
            groups.push(Group::One(place, self.coefficient, totals));
        }
        Some(())
    }

    fn read_set(
        &self,
        domains: &Snapshot,
        union: &[u64],
        contribution: impl Fn(usize) -> i64,
    ) -> Option<Set> {
        let numbers = union.iter().enumerate().flat_map(|(word, &bits)| ones(word, bits));
        let universe: SmallVec<[(usize, i64); 16]> =
            numbers.map(|number| (number, contribution(number))).collect();
        let compressed = |&place: &usize| {
            let has = |number: usize| domains.domain(place)[number / 64] >> (number % 64) & 1;
            let bits = universe.iter().enumerate().map(|(i, &(number, _))| (has(number) as u32) << i);
            bits.sum::<u32>()
        };
        let masks: SmallVec<[u32; 12]> = self.places.iter().map(compressed).collect();
        if masks.contains(&0) {
            return None;
        }
        let mut subsets = Subsets::new(universe.len(), &masks);
        let sums = sums_of(&universe);
        // Each set is that of some values, so that its sum is not outside the sums of their ends.
        let (mut low, mut high) = (0, 0);
        for &mask in &masks {
            let ends = (universe[mask.trailing_zeros() as usize].1, universe[mask.ilog2() as usize].1);
            low += ends.0.min(ends.1);
            high += ends.0.max(ends.1);
        }
        let mut totals = Totals::none(low, high);
        for (word, &bits) in subsets.last().iter().enumerate() {
            for set in ones(word, bits) {
                totals.insert(sums.of(set));
            }
        }
        if totals.is_empty() {
            return None;
        }
        Some(Set { places: self.places.as_slice().into(), universe, sums, subsets, totals })
    }
}

/// The sums of all subsets, in two tables: of the first members and of the others.
struct SubsetSums {
    low: Vec<i64>,
    high: Vec<i64>,
}

fn sums_of(universe: &[(usize, i64)]) -> SubsetSums {
    let table = |values: &[(usize, i64)]| {
        let mut sums = Vec::with_capacity(1 << values.len());
        sums.push(0);
        for &(_, value) in values {
            sums.extend_from_within(..);
            let half = sums.len() / 2;
            sums[half..].iter_mut().for_each(|sum| *sum += value);
        }
        sums
    };
    let (low, high) = universe.split_at(universe.len().min(6));
    SubsetSums { low: table(low), high: table(high) }
}

impl SubsetSums {
    #[inline]
    fn of(&self, set: usize) -> i64 {
        self.low[set % 64] + self.high[set / 64]
    }
}

impl Set {
    fn narrow(&mut self, wanted: &Totals, left: &mut Snapshot) -> Option<()> {
        let sums = &self.sums;
        for (word, bits) in self.subsets.last().iter_mut().enumerate() {
            for set in ones(word, *bits) {
                if !wanted.contains(sums.of(set)) {
                    *bits &= !(1 << (set % 64));
                }
            }
        }
        let kept = self.subsets.supported()?;
        for (&place, &kept) in self.places.iter().zip(&kept) {
            for member in members(kept) {
                left.insert(place, self.universe[member].0);
            }
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
