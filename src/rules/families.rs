//! The sets that variables take together which all differ, where the model has nine values at most, next to each other: all
//! 512 sets in eight words of fixed length, whatever the domains are.
//!
//! [`Subsets`](crate::rules::subsets::Subsets) does the same for other values. Here nothing is renumbered, and the sets
//! with a given sum are known beforehand.

use crate::model::plan::Model;
use crate::rules::subsets::HOLDING;
use crate::store::store::ones;

/// The most values.
pub(crate) const MOST: usize = 9;

/// A bit for each set of value numbers: bit `s` stands for the set whose members are the bits of `s`. One word holds the sets
/// of six values, eight words those of nine.
pub(crate) type Family<const W: usize = 8> = [u64; W];

/// No set.
pub(crate) const NONE: Family = [0; 8];

/// The highest sum of numbers below nine.
const HIGHEST: usize = 36;

/// The sets whose numbers add up to this.
pub(crate) static WITH_SUM: [Family; HIGHEST + 1] = with_sum();

const fn with_sum() -> [Family; HIGHEST + 1] {
    let mut table = [[0; 8]; HIGHEST + 1];
    let mut set = 0usize;
    while set < 1 << MOST {
        let (mut sum, mut member) = (0, 0);
        while member < MOST {
            sum += (set >> member & 1) * member;
            member += 1;
        }
        table[sum][set / 64] |= 1 << (set % 64);
        set += 1;
    }
    table
}

/// Few values next to each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Few {
    pub(crate) low: i64,
    /// The highest number.
    pub(crate) top: u32,
}

impl Few {
    /// None if the values of the model are not like that.
    #[inline]
    pub(crate) fn of(model: &Model) -> Option<Few> {
        let values = model.values();
        let last = values.count().checked_sub(1).filter(|&last| last < MOST)?;
        let (low, high) = (i64::from(values.value_at(0)), i64::from(values.value_at(last)));
        (high - low == last as i64).then_some(Few { low, top: last as u32 })
    }

    /// The values by their distance from the highest.
    #[inline]
    pub(crate) fn mirror(self, domain: u16) -> u16 {
        domain.reverse_bits() >> (u16::BITS - 1 - self.top)
    }
}

/// The families after each number of variables.
pub(crate) struct Families<const W: usize = 8> {
    steps: [Family<W>; MOST + 1],
    domains: [u16; MOST],
    length: usize,
}

impl<const W: usize> Families<W> {
    /// For these domains, where `check` is told after how many variables which sets there are, and leaves those that may
    /// be; none if none is left. Values of variables that have only one must not be in other domains.
    #[inline]
    pub(crate) fn new(domains: &[u16], mut check: impl FnMut(usize, &mut Family<W>)) -> Option<Families<W>> {
        if domains.len() > MOST {
            return None;
        }
        let mut families = Families { steps: [[0; W]; MOST + 1], domains: [0; MOST], length: domains.len() };
        families.domains[..domains.len()].copy_from_slice(domains);
        families.steps[0][0] = 1;
        check(0, &mut families.steps[0]);
        for (i, &domain) in domains.iter().enumerate() {
            let (before, after) = families.steps.split_at_mut(i + 1);
            add(&before[i], domain, &mut after[0]);
            check(i + 1, &mut after[0]);
        }
        (!is_empty(families.last())).then_some(families)
    }

    /// The sets that all variables take together.
    #[inline]
    pub(crate) fn last(&mut self) -> &mut Family<W> {
        &mut self.steps[self.length]
    }

    /// What is left of the domains with the sets that [`last`](Families::last) was left with.
    pub(crate) fn supported(&mut self) -> [u16; MOST] {
        let mut kept = [0; MOST];
        for i in (0..self.length).rev() {
            let (before, after) = self.steps.split_at_mut(i + 1);
            let mut pre = [0; W];
            kept[i] = take(&before[i], self.domains[i], &after[0], &mut pre);
            before[i] = pre;
        }
        kept
    }
}

/// The sets of values that open variables can take which all differ, without what they add up to.
#[expect(clippy::large_enum_variant, reason = "it lives on the stack only, for as long as one application")]
pub(crate) enum Sets {
    /// Of six values at most, which are numbered anew.
    Narrow(Families<1>, Renumbered),
    /// Of up to nine values, and these.
    Wide(Families, u16),
}

/// Which numbers six values have, and what the sets of the first and of the last three add up to.
pub(crate) struct Renumbered {
    numbers: [u8; 6],
    sums: [[u8; 8]; 2],
}

impl Renumbered {
    fn new(union: u16) -> Renumbered {
        let mut new = Renumbered { numbers: [0; 6], sums: [[0; 8]; 2] };
        for (i, number) in ones(0, union.into()).enumerate() {
            new.numbers[i] = number as u8;
            let (sums, bit) = (&mut new.sums[i / 3], 1 << (i % 3));
            for set in 0..bit {
                sums[set | bit] = sums[set] + number as u8;
            }
        }
        new
    }

    fn to_new(&self, domain: u16) -> u16 {
        let numbers = self.numbers.iter().enumerate();
        numbers.fold(0, |new, (i, &number)| new | (domain >> number & 1) << i)
    }

    fn to_old(&self, domain: u16) -> u16 {
        let numbers = self.numbers.iter().enumerate();
        numbers.fold(0, |old, (i, &number)| old | (domain >> i & 1) << number)
    }

    #[inline]
    fn sum(&self, set: usize) -> u8 {
        self.sums[0][set & 7] + self.sums[1][set >> 3]
    }
}

impl Sets {
    /// For domains that hold no value of a variable that has only one; none if there is no way.
    pub(crate) fn new(domains: &[u16]) -> Option<Sets> {
        let union = domains.iter().fold(0, |union, domain| union | domain);
        if union.count_ones() as usize > 6 {
            return Some(Sets::Wide(Families::new(domains, |_, _| ())?, union));
        }
        if domains.len() > 6 {
            return None;
        }
        let renumbered = Renumbered::new(union);
        let mut new = [0; 6];
        // Numbers that are not used are 0: no domain has more members than the union.
        let used = (1u16 << union.count_ones()) - 1;
        for (new, &domain) in new.iter_mut().zip(domains) {
            *new = renumbered.to_new(domain) & used;
        }
        Some(Sets::Narrow(Families::new(&new[..domains.len()], |_, _| ())?, renumbered))
    }

    /// What the numbers of the sets add up to.
    pub(crate) fn sums(&mut self) -> u64 {
        match self {
            Sets::Narrow(families, renumbered) => {
                ones(0, families.last()[0]).fold(0, |sums, set| sums | 1 << renumbered.sum(set))
            }
            Sets::Wide(families, union) => {
                let domains = &families.domains[..families.length];
                let lowest: u32 = domains.iter().map(|bits| bits.trailing_zeros()).sum();
                let highest: u32 = domains.iter().map(|bits| bits.ilog2()).sum();
                let all = ones(0, (*union).into()).sum::<usize>().min(highest as usize);
                let last = families.last();
                let sums = (lowest as usize..=all).filter(|&sum| meets(last, &WITH_SUM[sum]));
                sums.fold(0, |sums, sum| sums | 1 << sum)
            }
        }
    }

    /// Leaves the sets whose numbers add up to one of `wanted`.
    pub(crate) fn keep_sums(&mut self, wanted: u64) {
        match self {
            Sets::Narrow(families, renumbered) => {
                let last = &mut families.last()[0];
                let kept = ones(0, *last).filter(|&set| wanted >> renumbered.sum(set) & 1 == 1);
                *last = kept.fold(0, |kept, set| kept | 1 << set);
            }
            Sets::Wide(families, union) => {
                let all = ones(0, (*union).into()).sum::<usize>();
                let mut allowed = NONE;
                for sum in ones(0, wanted).take_while(|&sum| sum <= all) {
                    join(&mut allowed, &WITH_SUM[sum]);
                }
                meet(families.last(), &allowed);
            }
        }
    }

    /// What is left of the domains, nothing if no set is.
    pub(crate) fn supported(&mut self) -> [u16; MOST] {
        match self {
            Sets::Narrow(families, renumbered) => {
                families.supported().map(|domain| renumbered.to_old(domain))
            }
            Sets::Wide(families, _) => families.supported(),
        }
    }
}

/// The domains of variables that differ, without the values of those that have only one; none if two have the same, or one
/// has none.
pub(crate) fn apart(words: impl Iterator<Item = u64>) -> Option<([u16; MOST], usize)> {
    let mut fixed = 0u16;
    let mut domains = [0u16; MOST];
    let mut length = 0;
    for word in words {
        let domain = word as u16;
        *domains.get_mut(length)? = domain;
        length += 1;
        if domain & domain.wrapping_sub(1) == 0 {
            if domain & !fixed == 0 {
                return None;
            }
            fixed |= domain;
        }
    }
    for domain in &mut domains[..length] {
        if *domain & domain.wrapping_sub(1) != 0 {
            *domain &= !fixed;
            if *domain == 0 {
                return None;
            }
        }
    }
    Some((domains, length))
}

#[inline]
fn is_empty<const W: usize>(family: &Family<W>) -> bool {
    family.iter().fold(0, |all, word| all | word) == 0
}

#[inline]
pub(crate) fn meet(family: &mut Family, other: &Family) {
    family.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
}

#[inline]
fn join(family: &mut Family, other: &Family) {
    family.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

#[inline]
fn meets(family: &Family, other: &Family) -> bool {
    family.iter().zip(other).fold(0, |all, (word, other)| all | word & other) != 0
}

/// For each member from six on, how far apart the words of the sets without and with it are, and the words without it.
const WORDS: [(usize, [usize; 4]); 3] = [(1, [0, 2, 4, 6]), (2, [0, 1, 4, 5]), (4, [0, 1, 2, 3])];

/// Adds to `to` the sets of `from` with a value of `domain` that they do not hold. The members are gone through in order, not
/// as the domain has them: so all shifts are known when it is compiled.
#[inline]
fn add<const W: usize>(from: &Family<W>, domain: u16, to: &mut Family<W>) {
    for (member, holding) in HOLDING.iter().enumerate() {
        if domain >> member & 1 == 1 {
            for word in 0..W {
                to[word] |= (from[word] & !holding) << (1 << member);
            }
        }
    }
    if W == 8 && domain >> 6 != 0 {
        for (i, (step, words)) in WORDS.iter().enumerate() {
            if domain >> (6 + i) & 1 == 1 {
                words.iter().for_each(|word| to[word | step] |= from[*word]);
            }
        }
    }
}

/// The values of `domain` with which one of the sets `before` is one of the sets `with`; adds those sets to `pre`.
#[inline]
fn take<const W: usize>(before: &Family<W>, domain: u16, with: &Family<W>, pre: &mut Family<W>) -> u16 {
    let mut kept = 0;
    for (member, holding) in HOLDING.iter().enumerate() {
        if domain >> member & 1 == 1 {
            let mut any = 0;
            for word in 0..W {
                let found = (with[word] & holding) >> (1 << member) & before[word];
                any |= found;
                pre[word] |= found;
            }
            kept |= u16::from(any != 0) << member;
        }
    }
    if W == 8 && domain >> 6 != 0 {
        for (i, (step, words)) in WORDS.iter().enumerate() {
            if domain >> (6 + i) & 1 == 1 {
                let mut any = 0;
                for &word in words {
                    let found = with[word | step] & before[word];
                    any |= found;
                    pre[word] |= found;
                }
                kept |= u16::from(any != 0) << (6 + i);
            }
        }
    }
    kept
}
