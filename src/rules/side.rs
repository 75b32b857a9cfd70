//! One sum: which totals its terms can make, and which values are left for given totals.

use smallvec::{SmallVec, smallvec};

use crate::model::plan::Model;
use crate::rules::bounds::{self, Bounds};
use crate::rules::snapshot::Snapshot;
use crate::rules::subsets::{self, Subsets, Sums, members};
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
    /// With what the values are multiplied.
    Set(i64, Box<Set>),
}

/// The sets of values that the variables of a term can take together.
pub(crate) struct Set {
    /// The variables with one value, each with its number, and what they contribute.
    fixed: SmallVec<[(u32, u32); 8]>,
    base: i64,
    /// The others.
    places: SmallVec<[u32; 8]>,
    /// The numbers of the values that are left for any of these.
    universe: SmallVec<[u32; 12]>,
    subsets: Subsets,
    totals: Totals,
}

impl Group {
    fn totals(&self) -> &Totals {
        match self {
            Group::One(_, _, totals) => totals,
            Group::Set(_, set) => &set.totals,
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
                Group::Set(coefficient, mut set) => {
                    let contribution = |number| coefficient * i64::from(model.values().value_at(number));
                    set.narrow(contribution, &wanted, left)?;
                }
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
        if self.values == Multiplicity::Different
            && self.places.len() > 1
            && let Some(set) = self.read_set(domains, contribution)?
        {
            groups.push(Group::Set(self.coefficient, set));
            return Some(());
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

    /// The sets of a term of different variables; `Some(None)` if too many values are left for them.
    fn read_set(&self, domains: &Snapshot, contribution: impl Fn(usize) -> i64) -> Option<Option<Box<Set>>> {
        let mut fixed: SmallVec<[(u32, u32); 8]> = SmallVec::new();
        let mut places: SmallVec<[u32; 8]> = SmallVec::new();
        let mut union: SmallVec<[u64; 4]> = smallvec![0; domains.width()];
        let (mut taken, mut base) = (union.clone(), 0);
        for &place in &self.places {
            match domains.only(place) {
                Some(number) => {
                    let (word, bit) = (number / 64, 1 << (number % 64));
                    if taken[word] & bit != 0 {
                        return None;
                    }
                    taken[word] |= bit;
                    base += contribution(number);
                    fixed.push((place as u32, number as u32));
                }
                None => {
                    places.push(place as u32);
                    union.iter_mut().zip(domains.domain(place)).for_each(|(union, bits)| *union |= bits);
                }
            }
        }
        union.iter_mut().zip(&taken).for_each(|(union, taken)| *union &= !taken);
        let count: usize = union.iter().map(|word| word.count_ones() as usize).sum();
        if count < places.len() {
            return None;
        }
        if count > subsets::MOST {
            return Some(None);
        }
        let numbers = union.iter().enumerate().flat_map(|(word, &bits)| ones(word, bits));
        let universe: SmallVec<[u32; 12]> = numbers.map(|number| number as u32).collect();
        let compressed = |&place: &u32| {
            let domain = domains.domain(place as usize);
            let has = |number: u32| (domain[number as usize / 64] >> (number % 64)) as u32 & 1;
            universe.iter().enumerate().fold(0, |bits, (i, &number)| bits | has(number) << i)
        };
        let masks: SmallVec<[u32; 12]> = places.iter().map(compressed).collect();
        if masks.contains(&0) {
            return None;
        }
        let mut subsets = Subsets::new(universe.len(), &masks);
        let sums = Sums::of(universe.iter().map(|&number| contribution(number as usize)));
        // Each set is that of some values, so that its sum is not outside the sums of their ends.
        let (mut low, mut high) = (base, base);
        for &mask in &masks {
            let end = |member: u32| contribution(universe[member as usize] as usize);
            let ends = (end(mask.trailing_zeros()), end(mask.ilog2()));
            low += ends.0.min(ends.1);
            high += ends.0.max(ends.1);
        }
        let mut totals = Totals::none(low, high);
        for (word, &bits) in subsets.last().iter().enumerate() {
            for set in ones(word, bits) {
                totals.insert(base + sums.get(set));
            }
        }
        if totals.is_empty() {
            return None;
        }
        Some(Some(Box::new(Set { fixed, base, places, universe, subsets, totals })))
    }
}

impl Set {
    fn narrow(
        &mut self,
        contribution: impl Fn(usize) -> i64,
        wanted: &Totals,
        left: &mut Snapshot,
    ) -> Option<()> {
        let Set { base, universe, subsets, .. } = self;
        let sums = Sums::of(universe.iter().map(|&number| contribution(number as usize)));
        for (word, bits) in subsets.last().iter_mut().enumerate() {
            for set in ones(word, *bits) {
                if !wanted.contains(*base + sums.get(set)) {
                    *bits &= !(1 << (set % 64));
                }
            }
        }
        let kept = subsets.supported()?;
        for (&place, &kept) in self.places.iter().zip(&kept) {
            for member in members(kept) {
                left.insert(place as usize, self.universe[member] as usize);
            }
        }
        self.fixed.iter().for_each(|&(place, number)| left.insert(place as usize, number as usize));
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
