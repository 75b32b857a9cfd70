//! The sets that variables take together which all differ, where the model has nine values at most, next to each other: all
//! 512 sets in eight words of fixed length, whatever the domains are.
//!
//! [`Subsets`](crate::rules::subsets::Subsets) does the same for other values. Here nothing is renumbered, and the sets
//! with a given sum are known beforehand.

use crate::model::plan::Model;

/// The most values.
pub(crate) const MOST: usize = 9;

/// A bit for each set of value numbers: bit `s` stands for the set whose members are the bits of `s`.
pub(crate) type Family = [u64; 8];

/// No set.
pub(crate) const NONE: Family = [0; 8];

/// The highest sum of numbers below nine.
pub(crate) const HIGHEST: usize = 36;

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

/// For each of the first six members, the bits of the sets that hold it.
const HOLDING: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

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
pub(crate) struct Families {
    steps: [Family; MOST + 1],
    domains: [u16; MOST],
    length: usize,
}

impl Families {
    /// For these domains, where `check` is told after how many variables which sets there are, and leaves those that may
    /// be; none if none is left. Values of variables that have only one must not be in other domains.
    pub(crate) fn new(domains: &[u16], mut check: impl FnMut(usize, &mut Family)) -> Option<Families> {
        if domains.len() > MOST {
            return None;
        }
        let mut families = Families { steps: [[0; 8]; MOST + 1], domains: [0; MOST], length: domains.len() };
        families.domains[..domains.len()].copy_from_slice(domains);
        families.steps[0][0] = 1;
        check(0, &mut families.steps[0]);
        for (i, &domain) in domains.iter().enumerate() {
            let after = with_one_more(&families.steps[i], domain);
            families.steps[i + 1] = after;
            check(i + 1, &mut families.steps[i + 1]);
            if is_empty(&families.steps[i + 1]) {
                return None;
            }
        }
        (!is_empty(families.last())).then_some(families)
    }

    /// The sets that all variables take together.
    pub(crate) fn last(&mut self) -> &mut Family {
        &mut self.steps[self.length]
    }

    /// What is left of the domains with the sets that [`last`](Families::last) was left with.
    pub(crate) fn supported(&mut self) -> [u16; MOST] {
        let mut kept = [0; MOST];
        let mut with = *self.last();
        for i in (0..self.length).rev() {
            let (domain, before) = (self.domains[i], &self.steps[i]);
            let mut pre = [0; 8];
            let mut rest = domain;
            while rest != 0 {
                let member = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let any = take(before, member, &with, &mut pre);
                kept[i] |= u16::from(any) << member;
            }
            with = pre;
        }
        kept
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
pub(crate) fn is_empty(family: &Family) -> bool {
    family.iter().fold(0, |all, word| all | word) == 0
}

#[inline]
pub(crate) fn meet(family: &mut Family, other: &Family) {
    family.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
}

#[inline]
pub(crate) fn join(family: &mut Family, other: &Family) {
    family.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

#[inline]
pub(crate) fn meets(family: &Family, other: &Family) -> bool {
    family.iter().zip(other).fold(0, |all, (word, other)| all | word & other) != 0
}

#[inline]
fn with_one_more(from: &Family, domain: u16) -> Family {
    let mut to = [0; 8];
    for (member, holding) in HOLDING.iter().enumerate() {
        if domain >> member & 1 != 0 {
            for word in 0..8 {
                to[word] |= (from[word] & !holding) << (1 << member);
            }
        }
    }
    if domain & 1 << 6 != 0 {
        for word in [0, 2, 4, 6] {
            to[word | 1] |= from[word];
        }
    }
    if domain & 1 << 7 != 0 {
        for word in [0, 1, 4, 5] {
            to[word | 2] |= from[word];
        }
    }
    if domain & 1 << 8 != 0 {
        for word in 0..4 {
            to[word | 4] |= from[word];
        }
    }
    to
}

/// Adds to `pre` the sets of `before` that do not hold `member` and with it are in `with`. Tells whether there were any.
#[inline]
fn take(before: &Family, member: usize, with: &Family, pre: &mut Family) -> bool {
    let mut any = 0;
    match HOLDING.get(member) {
        Some(holding) => {
            for word in 0..8 {
                let found = (with[word] & holding) >> (1 << member) & before[word];
                any |= found;
                pre[word] |= found;
            }
        }
        None => {
            let step = 1 << (member - 6);
            for word in 0..8 {
                if word & step == 0 {
                    let found = with[word | step] & before[word];
                    any |= found;
                    pre[word] |= found;
                }
            }
        }
    }
    any != 0
}
