//! Different variables in parts with known sums: which sets of values they can take together.

use smallvec::SmallVec;

use crate::model::ids::Var;
use crate::model::plan::Model;
use crate::rules::families::{self, Families, Few};
use crate::rules::snapshot::Snapshot;
use crate::rules::subsets::{self, MOST, Subsets, Sums, members};
use crate::store::scope::Scope;
use crate::store::store::{Conflict, ones};

/// Variables that all differ, told in parts: the first parts have known sums, and what stands behind them has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    vars: Vec<Var>,
    /// After so many variables, all so far add up to so much.
    marks: Vec<(usize, i64)>,
}

impl Split {
    /// The variables of `parts`, each of which adds up to its number, and `others`: no two of all these are equal, because
    /// something else in the model says so. Variables that stand twice are left out.
    pub fn new(
        parts: impl IntoIterator<Item = (Vec<Var>, i64)>,
        others: impl IntoIterator<Item = Var>,
    ) -> Split {
        let (mut vars, mut marks, mut sum) = (Vec::new(), Vec::new(), 0i64);
        for (part, total) in parts {
            if part.iter().enumerate().any(|(i, var)| vars.contains(var) || part[..i].contains(var)) {
                continue;
            }
            vars.extend(part);
            sum = sum.saturating_add(total);
            marks.push((vars.len(), sum));
        }
        for var in others {
            if !vars.contains(&var) {
                vars.push(var);
            }
        }
        Split { vars, marks }
    }

    /// The variables, part by part.
    pub(crate) fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// Leaves in a scope of these variables exactly what they can have; false if nothing was looked at, because it would
    /// take long.
    pub(crate) fn keep(&self, scope: &mut Scope<'_>) -> Result<bool, Conflict> {
        if let Some(few) = Few::of(scope.model()) {
            let mut sets = self.families(few.low, |place| scope.word(place, 0)).ok_or(Conflict)?;
            let kept = sets.supported();
            for (place, &kept) in kept.iter().enumerate().take(self.vars.len()) {
                scope.remove_word(place, 0, !u64::from(kept))?;
            }
            return Ok(true);
        }
        let open = match self.open(scope.model(), |place| scope.word(place, 0)) {
            Told::Dead => return Err(Conflict),
            Told::Nothing => return Ok(false),
            Told::Open(open) => open,
        };
        let kept = self.sets(scope.model(), &open).and_then(|mut sets| sets.supported()).ok_or(Conflict)?;
        for (&place, &kept) in open.places.iter().zip(&kept) {
            let left = members(kept).fold(0, |left, member| left | 1u64 << open.universe[member]);
            scope.remove_word(place, 0, !left)?;
        }
        Ok(true)
    }

    /// Whether these domains leave a way; none if that would take long to say.
    pub(crate) fn feasible(&self, model: &Model, domains: &Snapshot) -> Option<bool> {
        if let Some(few) = Few::of(model) {
            return Some(self.families(few.low, |place| domains.domain(place)[0]).is_some());
        }
        match self.open(model, |place| domains.domain(place)[0]) {
            Told::Dead => Some(false),
            Told::Nothing => None,
            Told::Open(open) => Some(self.sets(model, &open).is_some()),
        }
    }

    /// The sets of values that the variables take, of few values from `low` on; none if there is no way.
    fn families(&self, low: i64, word: impl Fn(usize) -> u64) -> Option<Families> {
        let (domains, length) = families::apart((0..self.vars.len()).map(word))?;
        let mut marks = self.marks.iter().peekable();
        Families::new(&domains[..length], |count, sets| {
            while let Some(&(_, total)) = marks.next_if(|mark| mark.0 == count) {
                let sum = usize::try_from(total.saturating_sub(low * count as i64)).ok();
                let with = sum.and_then(|sum| families::WITH_SUM.get(sum)).unwrap_or(&families::NONE);
                families::meet(sets, with);
            }
        })
    }

    fn open(&self, model: &Model, word: impl Fn(usize) -> u64) -> Told {
        if model.values().count() > 64 {
            return Told::Nothing;
        }
        let mut fixed = 0;
        for place in 0..self.vars.len() {
            let bits = word(place);
            if bits & bits.wrapping_sub(1) == 0 {
                if bits & !fixed == 0 {
                    return Told::Dead;
                }
                fixed |= bits;
            }
        }
        let mut open = Open {
            places: SmallVec::new(),
            domains: SmallVec::new(),
            universe: SmallVec::new(),
            marks: SmallVec::new(),
        };
        let (mut known, mut next, mut union) = (0, 0, 0);
        let mut words: SmallVec<[u64; 16]> = SmallVec::new();
        for place in 0..=self.vars.len() {
            while let Some(&(_, total)) = self.marks.get(next).filter(|mark| mark.0 == place) {
                open.marks.push((words.len(), total.saturating_sub(known)));
                next += 1;
            }
            if place == self.vars.len() {
                break;
            }
            let bits = word(place);
            if bits & bits.wrapping_sub(1) == 0 {
                known += i64::from(model.values().value_at(bits.trailing_zeros() as usize));
                continue;
            }
            let left = bits & !fixed;
            if left == 0 {
                return Told::Dead;
            }
            union |= left;
            open.places.push(place);
            words.push(left);
        }
        let count = union.count_ones() as usize;
        if count < words.len() {
            return Told::Dead;
        }
        let work = words.iter().map(|bits| bits.count_ones() as usize).sum::<usize>()
            * subsets::words(count.min(MOST));
        if count > MOST || work > MOST_WORK {
            return Told::Nothing;
        }
        let mut index = [0u8; 64];
        for (i, number) in ones(0, union).enumerate() {
            index[number] = i as u8;
            open.universe.push(number as u8);
        }
        let compress = |&bits: &u64| ones(0, bits).fold(0, |set, number| set | 1 << index[number]);
        open.domains = words.iter().map(compress).collect();
        Told::Open(open)
    }

    /// The sets of values that the open variables can take together; none if there is no way.
    fn sets(&self, model: &Model, open: &Open) -> Option<Subsets> {
        let sums =
            Sums::of(open.universe.iter().map(|&number| i64::from(model.values().value_at(number as usize))));
        let mut marks = open.marks.iter().copied().peekable();
        Subsets::stepwise(open.universe.len(), &open.domains, |count, sets| {
            while let Some((_, total)) = marks.next_if(|mark| mark.0 == count) {
                for (word, bits) in sets.iter_mut().enumerate() {
                    for set in ones(word, *bits) {
                        if sums.get(set) != total {
                            *bits &= !(1 << (set % 64));
                        }
                    }
                }
            }
        })
    }
}

/// The most words that are touched in one direction; more would take too long.
const MOST_WORK: usize = 1 << 11;

/// What is open of a split: the places of the variables, their domains over the values that are left, and these.
struct Open {
    places: SmallVec<[usize; 16]>,
    domains: SmallVec<[u32; 12]>,
    /// The numbers of the values.
    universe: SmallVec<[u8; 16]>,
    /// After so many open variables, their sum.
    marks: SmallVec<[(usize, i64); 8]>,
}

/// What can be said without looking at sets.
#[expect(clippy::large_enum_variant, reason = "it lives on the stack only, for as long as one application")]
enum Told {
    /// A contradiction.
    Dead,
    /// Nothing, or too much.
    Nothing,
    Open(Open),
}
