//! One term of a sum: what its variables can contribute, and which of their values are left for given totals.

use smallvec::{SmallVec, smallvec};

use crate::model::plan::Model;
use crate::rules::snapshot::Snapshot;
use crate::rules::subsets::{self, Subsets, Sums, members};
use crate::rules::sums::Multiplicity;
use crate::rules::totals::Totals;
use crate::store::store::ones;

/// A term, its variables by their places in the scope.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub(crate) coefficient: i64,
    pub(crate) places: Vec<usize>,
    pub(crate) values: Multiplicity,
}

/// What one term, or one variable of it, can contribute.
pub(crate) enum Group {
    One(usize, i64, Totals),
    /// With what the values are multiplied.
    Set(i64, Box<Set>),
}

/// What the variables of a term of different variables can take together.
pub(crate) struct Set {
    /// The variables with one value, each with its number, and what they contribute.
    fixed: SmallVec<[(u32, u32); 8]>,
    base: i64,
    /// The others.
    places: SmallVec<[u32; 8]>,
    ways: Ways,
    totals: Totals,
}

/// The ways in which the open variables can differ.
#[expect(clippy::large_enum_variant, reason = "it lives in a box, for as long as one application")]
enum Ways {
    /// Two variables at most, which are gone through value by value: these values are taken.
    Few(SmallVec<[u64; 2]>),
    /// The sets of values, whose members are these numbers.
    Sets(SmallVec<[u32; 12]>, Subsets),
}

impl Group {
    pub(crate) fn totals(&self) -> &Totals {
        match self {
            Group::One(_, _, totals) => totals,
            Group::Set(_, set) => &set.totals,
        }
    }

    /// Adds to `left` the values with which it can be one of `wanted`; none if there is no such way.
    pub(crate) fn narrow(
        self,
        model: &Model,
        domains: &Snapshot,
        wanted: &Totals,
        left: &mut Snapshot,
    ) -> Option<()> {
        let contribution =
            |coefficient: i64, number| coefficient * i64::from(model.values().value_at(number));
        match self {
            Group::One(place, coefficient, _) => {
                let mut any = None;
                for number in domains.numbers(place) {
                    if wanted.contains(contribution(coefficient, number)) {
                        left.insert(place, number);
                        any = Some(());
                    }
                }
                any
            }
            Group::Set(coefficient, mut set) => {
                set.narrow(domains, |number| contribution(coefficient, number), wanted, left)
            }
        }
    }
}

impl Places {
    /// What the term can be; none if there is no way.
    pub(crate) fn totals(&self, model: &Model, domains: &Snapshot) -> Option<Totals> {
        let mut groups = Vec::new();
        self.read(model, domains, &mut groups)?;
        Some(groups.iter().fold(Totals::only(0), |sum, group| sum.plus(group.totals())))
    }

    /// Adds to `groups` what its variables can contribute; none if there is no way.
    pub(crate) fn read(&self, model: &Model, domains: &Snapshot, groups: &mut Vec<Group>) -> Option<()> {
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
        let mut union: SmallVec<[u64; 2]> = smallvec![0; domains.width()];
        let mut taken: SmallVec<[u64; 2]> = smallvec![0; domains.width()];
        let mut base = 0;
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
        if places.len() <= 2 {
            let (mut low, mut high) = (base, base);
            for &place in &places {
                let mut open = free(domains.domain(place as usize), &taken);
                let first = open.next()?;
                let ends = (contribution(first), contribution(open.last().unwrap_or(first)));
                low += ends.0.min(ends.1);
                high += ends.0.max(ends.1);
            }
            let mut totals = Totals::none(low, high);
            few(&places, base, &taken, domains, &contribution, |sum, _| totals.insert(sum));
            if totals.is_empty() {
                return None;
            }
            return Some(Some(Box::new(Set { fixed, base, places, ways: Ways::Few(taken), totals })));
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
        let ways = Ways::Sets(universe, subsets);
        Some(Some(Box::new(Set { fixed, base, places, ways, totals })))
    }
}

/// The values of a domain that are not taken.
fn free<'a>(domain: &'a [u64], taken: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
    domain.iter().zip(taken).enumerate().flat_map(|(word, (domain, taken))| ones(word, domain & !taken))
}

/// Goes through the ways in which two variables, or fewer, can have different values that are not taken: `way` is told the
/// sum, with `base`, and the numbers of the values.
fn few(
    places: &[u32],
    base: i64,
    taken: &[u64],
    domains: &Snapshot,
    contribution: impl Fn(usize) -> i64,
    mut way: impl FnMut(i64, &[usize]),
) {
    let open = |place: u32| free(domains.domain(place as usize), taken);
    match *places {
        [one, other] => {
            let others: SmallVec<[(usize, i64); 16]> =
                open(other).map(|number| (number, base + contribution(number))).collect();
            for first in open(one) {
                let sum = contribution(first);
                for &(second, rest) in others.iter().filter(|other| other.0 != first) {
                    way(sum + rest, &[first, second]);
                }
            }
        }
        [one] => open(one).for_each(|number| way(base + contribution(number), &[number])),
        _ => way(base, &[]),
    }
}

impl Set {
    fn narrow(
        &mut self,
        domains: &Snapshot,
        contribution: impl Fn(usize) -> i64,
        wanted: &Totals,
        left: &mut Snapshot,
    ) -> Option<()> {
        let &mut Set { ref fixed, base, ref places, ref mut ways, .. } = self;
        match ways {
            Ways::Few(taken) => {
                let mut any = None;
                few(places, base, taken, domains, contribution, |sum, numbers| {
                    if wanted.contains(sum) {
                        any = Some(());
                        let pairs = places.iter().zip(numbers);
                        pairs.for_each(|(&place, &number)| left.insert(place as usize, number));
                    }
                });
                any?;
            }
            Ways::Sets(universe, subsets) => {
                let sums = Sums::of(universe.iter().map(|&number| contribution(number as usize)));
                for (word, bits) in subsets.last().iter_mut().enumerate() {
                    for set in ones(word, *bits) {
                        if !wanted.contains(base + sums.get(set)) {
                            *bits &= !(1 << (set % 64));
                        }
                    }
                }
                let kept = subsets.supported()?;
                for (&place, &kept) in places.iter().zip(&kept) {
                    for member in members(kept) {
                        left.insert(place as usize, universe[member] as usize);
                    }
                }
            }
        }
        fixed.iter().for_each(|&(place, number)| left.insert(place as usize, number as usize));
        Some(())
    }
}
