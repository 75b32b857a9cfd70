//! A sum over few values next to each other: everything as bits in words of fixed length, without an allocation.
//!
//! Values are told by their numbers, and where a factor is negative by their distance from the highest number: then all that
//! is added is not negative, and a set of sums is one number of 128 bits.

use smallvec::SmallVec;

use crate::rules::families::{self, Families, Few};
use crate::rules::side::Side;
use crate::rules::sums::Multiplicity;
use crate::store::scope::Scope;
use crate::store::store::{Conflict, ones};

/// Variables with factors that have a total.
#[derive(Clone, Debug)]
pub(crate) struct Near {
    parts: Vec<Part>,
    total: i64,
}

/// Variables with the same factor, which all differ if they are several.
#[derive(Clone, Debug)]
struct Part {
    factor: i64,
    places: SmallVec<[usize; 8]>,
}

/// What the variables of a part have left.
struct Open {
    /// What the variables with one value add up to.
    base: usize,
    /// The others, with their values, mirrored if the factor is negative.
    places: SmallVec<[(usize, u16); 4]>,
    sets: Option<Box<Families>>,
    /// What all of them add up to, without the factor.
    sums: u64,
}

/// So many values of the highest number 8 add up to less than 128.
const WEIGHT: i64 = 15;

impl Near {
    /// One side with a total, or two that are the same; none if it may be longer than words are.
    pub(crate) fn new(sides: &[Side], total: Option<i64>) -> Option<Near> {
        let (total, signs) = match (sides, total) {
            ([_], Some(total)) => (total, &[1][..]),
            ([_, _], None) => (0, &[1, -1][..]),
            _ => return None,
        };
        let (mut parts, mut weight) = (Vec::new(), 0i64);
        for (side, sign) in sides.iter().zip(signs) {
            for term in side.terms.iter().filter(|term| !term.places.is_empty()) {
                let factor = sign * term.coefficient;
                weight = weight.saturating_add(factor.abs().saturating_mul(term.places.len() as i64));
                let alone = match term.values {
                    Multiplicity::Different => term.places.len(),
                    Multiplicity::Any => 1,
                };
                let pieces = term.places.chunks(alone);
                parts.extend(pieces.map(|places| Part { factor, places: places.into() }));
            }
        }
        (weight <= WEIGHT && parts.iter().all(|part| part.factor != 0)).then_some(Near { parts, total })
    }

    /// Leaves in a scope exactly what its variables can have.
    pub(crate) fn keep(&self, scope: &mut Scope<'_>, few: Few) -> Result<(), Conflict> {
        let mut goal = self.total;
        let mut open: SmallVec<[Open; 6]> = SmallVec::new();
        for part in &self.parts {
            let count = part.places.len() as i64;
            goal = goal.saturating_sub(part.factor * count * few.low);
            goal = goal.saturating_add((-part.factor).max(0) * count * few.top as i64);
            open.push(part.read(few, |place| scope.word(place, 0)).ok_or(Conflict)?);
        }
        let goal = u32::try_from(goal).ok().filter(|&goal| goal < u128::BITS).ok_or(Conflict)?;
        // What the parts from each one on can be together.
        let mut after: SmallVec<[u128; 9]> = SmallVec::from_slice(&[1]);
        for (part, open) in self.parts.iter().zip(&open).rev() {
            after.push(plus(part.times(open.sums), after[after.len() - 1]));
        }
        if after.pop().is_none_or(|all| all >> goal & 1 == 0) {
            return Err(Conflict);
        }
        let mut before = 1;
        for (part, open) in self.parts.iter().zip(open) {
            let rest = plus(before, after.pop().ok_or(Conflict)?);
            before = plus(before, part.times(open.sums));
            // What is wanted is the goal less one of the rest.
            let wanted = part.shared(rest.reverse_bits() >> (u128::BITS - 1 - goal));
            part.narrow(few, open, wanted, scope)?;
        }
        Ok(())
    }

    /// Whether these domains leave a way.
    pub(crate) fn feasible(&self, few: Few, word: impl Fn(usize) -> u64) -> bool {
        let mut goal = self.total;
        let mut all = 1;
        for part in &self.parts {
            let count = part.places.len() as i64;
            goal = goal.saturating_sub(part.factor * count * few.low);
            goal = goal.saturating_add((-part.factor).max(0) * count * few.top as i64);
            let Some(open) = part.read(few, &word) else { return false };
            all = plus(all, part.times(open.sums));
        }
        u32::try_from(goal).is_ok_and(|goal| goal < u128::BITS && all >> goal & 1 == 1)
    }
}

impl Part {
    fn domain(&self, few: Few, word: u64) -> u16 {
        if self.factor > 0 { word as u16 } else { few.mirror(word as u16) }
    }

    /// None if the variables have no values, or no different ones.
    fn read(&self, few: Few, word: impl Fn(usize) -> u64) -> Option<Open> {
        let mut open = Open { base: 0, places: SmallVec::new(), sets: None, sums: 0 };
        let mut fixed = 0u16;
        for &place in &self.places {
            let domain = self.domain(few, word(place));
            if domain & domain.wrapping_sub(1) != 0 {
                open.places.push((place, domain));
                continue;
            }
            if domain & !fixed == 0 {
                return None;
            }
            fixed |= domain;
            open.base += domain.trailing_zeros() as usize;
        }
        for (_, domain) in &mut open.places {
            *domain &= !fixed;
        }
        let sums = match open.places[..] {
            [] => 1,
            [(_, only)] => only.into(),
            [(_, one), (_, other)] => {
                ones(0, one.into()).fold(0, |sums, number| sums | u64::from(other & !(1 << number)) << number)
            }
            _ => {
                let domains: SmallVec<[u16; 8]> = open.places.iter().map(|&(_, domain)| domain).collect();
                let mut sets = Box::new(Families::new(&domains, |_, _| ())?);
                let lowest: u32 = domains.iter().map(|bits| bits.trailing_zeros()).sum();
                let highest: u32 = domains.iter().map(|bits| bits.ilog2()).sum();
                let range = lowest as usize..=(highest as usize).min(families::HIGHEST);
                let last = sets.last();
                let sums = range.filter(|&sum| families::meets(last, &families::WITH_SUM[sum]));
                let sums = sums.fold(0, |sums, sum| sums | 1 << sum);
                open.sets = Some(sets);
                sums
            }
        };
        open.sums = sums << open.base;
        (sums != 0).then_some(open)
    }

    /// Sums times the size of the factor.
    fn times(&self, sums: u64) -> u128 {
        match self.factor.unsigned_abs() {
            1 => sums.into(),
            factor => ones(0, sums).fold(0, |all, sum| all | 1 << (sum as u64 * factor)),
        }
    }

    /// The sums that times the size of the factor are some of these.
    fn shared(&self, sums: u128) -> u64 {
        match self.factor.unsigned_abs() {
            // Several variables that differ add up to 36 at most.
            1 => sums as u64,
            factor => (0..u64::from(u128::BITS).div_ceil(factor))
                .fold(0, |shared, sum| shared | ((sums >> (sum * factor)) as u64 & 1) << sum),
        }
    }

    fn narrow(&self, few: Few, open: Open, wanted: u64, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let wanted = wanted >> open.base;
        let mut keep = |place: usize, kept: u16| {
            let kept = if self.factor > 0 { kept } else { few.mirror(kept) };
            scope.remove_word(place, 0, !u64::from(kept))
        };
        match open.places[..] {
            [] if wanted & 1 == 0 => return Err(Conflict),
            [] => {}
            [(place, only)] => keep(place, only & wanted as u16)?,
            [(first, one), (second, other)] => {
                let mut kept = [0u16; 2];
                for number in ones(0, one.into()) {
                    let with = other & !(1 << number) & (wanted >> number) as u16;
                    kept[0] |= u16::from(with != 0) << number;
                    kept[1] |= with;
                }
                keep(first, kept[0])?;
                keep(second, kept[1])?;
            }
            _ => {
                let mut sets = open.sets.ok_or(Conflict)?;
                if wanted & open.sums >> open.base != open.sums >> open.base {
                    let mut allowed = families::NONE;
                    for sum in ones(0, wanted & open.sums >> open.base) {
                        families::join(&mut allowed, &families::WITH_SUM[sum]);
                    }
                    families::meet(sets.last(), &allowed);
                }
                for (&(place, _), &kept) in open.places.iter().zip(&sets.supported()) {
                    keep(place, kept)?;
                }
            }
        }
        Ok(())
    }
}

/// The sums of one of each.
#[inline]
fn plus(one: u128, other: u128) -> u128 {
    let (few, many) = if one.count_ones() <= other.count_ones() { (one, other) } else { (other, one) };
    let (low, high) = (few as u64, (few >> 64) as u64);
    let sum = ones(0, low).fold(0, |sum, shift| sum | many << shift);
    ones(1, high).fold(sum, |sum, shift| sum | many << shift)
}
