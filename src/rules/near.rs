//! A sum over few values next to each other: everything as bits in words of fixed length, without an allocation.
//!
//! Values are told by their numbers, and where a factor is negative by their distance from the highest number: then all that
//! is added is not negative, and a set of sums is one number of 128 bits.

use smallvec::SmallVec;

use crate::rules::families::{Few, Sets};
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
    /// Where they are three or more.
    sets: Option<Box<Sets>>,
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

    /// What the parts add up to, told as for them: none if that is not possible for any values.
    fn goal(&self, few: Few) -> Option<u32> {
        let goal = self.parts.iter().fold(self.total, |goal, part| {
            let count = part.places.len() as i64;
            let zero = part.factor * count * few.low - (-part.factor).max(0) * count * i64::from(few.top);
            goal.saturating_sub(zero)
        });
        u32::try_from(goal).ok().filter(|&goal| goal < u128::BITS)
    }

    /// Leaves in a scope exactly what its variables can have.
    pub(crate) fn keep(&self, scope: &mut Scope<'_>, few: Few) -> Result<(), Conflict> {
        let goal = self.goal(few).ok_or(Conflict)?;
        if let [part] = &self.parts[..] {
            return part.keep(few, part.shared(1 << goal), scope);
        }
        let mut open: SmallVec<[Open; 6]> = SmallVec::new();
        for part in &self.parts {
            open.push(part.read(few, |place| scope.word(place, 0)).ok_or(Conflict)?);
        }
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
        let Some(goal) = self.goal(few) else { return false };
        let mut all = 1;
        for part in &self.parts {
            let Some(open) = part.read(few, &word) else { return false };
            all = plus(all, part.times(open.sums));
        }
        all >> goal & 1 == 1
    }
}

impl Part {
    fn domain(&self, few: Few, word: u64) -> u16 {
        if self.factor > 0 { word as u16 } else { few.mirror(word as u16) }
    }

    /// All but the sums, and the sets; none if two variables have only the same value.
    #[inline]
    fn strip(&self, few: Few, word: impl Fn(usize) -> u64) -> Option<Open> {
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
        Some(open)
    }

    /// None if the variables have no values, or no different ones.
    fn read(&self, few: Few, word: impl Fn(usize) -> u64) -> Option<Open> {
        let mut open = self.strip(few, word)?;
        let sums = match open.places[..] {
            [] => 1,
            [(_, only)] => only.into(),
            [(_, one), (_, other)] => {
                ones(0, one.into()).fold(0, |sums, number| sums | u64::from(other & !(1 << number)) << number)
            }
            _ => {
                let mut sets = Sets::new(&open.domains())?;
                let sums = sets.sums();
                open.sets = Some(Box::new(sets));
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

    /// Leaves what the variables can have where they add up to one of `wanted`.
    fn keep(&self, few: Few, wanted: u64, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let open = self.strip(few, |place| scope.word(place, 0)).ok_or(Conflict)?;
        match open.places.len() {
            0..=2 => self.narrow(few, open, wanted, scope),
            _ => {
                let mut sets = Sets::new(&open.domains()).ok_or(Conflict)?;
                sets.keep_sums(wanted >> open.base);
                self.leave(few, &open, &sets.supported(), scope)
            }
        }
    }

    /// The same for one that was read.
    fn narrow(&self, few: Few, mut open: Open, wanted: u64, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let wanted = wanted >> open.base;
        match open.places[..] {
            [] if wanted & 1 == 0 => Err(Conflict),
            [] => Ok(()),
            [(_, only)] => self.leave(few, &open, &[only & wanted as u16], scope),
            [(_, one), (_, other)] => {
                let mut kept = [0u16; 2];
                for number in ones(0, one.into()) {
                    let with = other & !(1 << number) & (wanted >> number) as u16;
                    kept[0] |= u16::from(with != 0) << number;
                    kept[1] |= with;
                }
                self.leave(few, &open, &kept, scope)
            }
            _ => {
                let mut sets = open.sets.take().ok_or(Conflict)?;
                let sums = open.sums >> open.base;
                if sums & !wanted != 0 {
                    sets.keep_sums(wanted);
                }
                self.leave(few, &open, &sets.supported(), scope)
            }
        }
    }

    fn leave(&self, few: Few, open: &Open, kept: &[u16], scope: &mut Scope<'_>) -> Result<(), Conflict> {
        for (&(place, _), &kept) in open.places.iter().zip(kept) {
            let kept = if self.factor > 0 { kept } else { few.mirror(kept) };
            scope.remove_word(place, 0, !u64::from(kept))?;
        }
        Ok(())
    }
}

impl Open {
    fn domains(&self) -> SmallVec<[u16; 16]> {
        self.places.iter().map(|&(_, domain)| domain).collect()
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
