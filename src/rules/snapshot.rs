//! The domains of a scope as one array of bits, for rules that ask what would follow if they were other.

use smallvec::{SmallVec, smallvec};

use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::rules::rule::Explanation;
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::{Conflict, ones};

/// The domains of some variables: `width` words each, by the numbers of the model's values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Snapshot {
    width: usize,
    words: SmallVec<[u64; 32]>,
}

impl Snapshot {
    pub(crate) fn of(scope: &Scope<'_>) -> Snapshot {
        let width = scope.model().values().words();
        let words = (0..scope.len())
            .flat_map(|i| (0..width).map(move |word| (i, word)))
            .map(|(i, word)| scope.word(i, word));
        Snapshot { width, words: words.collect() }
    }

    fn before(past: &Past<'_>) -> Snapshot {
        let width = past.model().values().words();
        let pairs = (0..past.vars().len()).flat_map(|i| (0..width).map(move |word| (i, word)));
        Snapshot { width, words: pairs.map(|(i, word)| past.word(i, word)).collect() }
    }

    /// As many domains, all empty.
    pub(crate) fn empty_like(&self) -> Snapshot {
        Snapshot { width: self.width, words: smallvec![0; self.words.len()] }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn domain(&self, i: usize) -> &[u64] {
        &self.words[i * self.width..(i + 1) * self.width]
    }

    pub(crate) fn domain_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.words[i * self.width..(i + 1) * self.width]
    }

    pub(crate) fn size(&self, i: usize) -> usize {
        self.domain(i).iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The numbers of the values of domain `i`, ascending.
    pub(crate) fn numbers(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        self.domain(i).iter().enumerate().flat_map(|(word, &bits)| ones(word, bits))
    }

    /// The number of the only value of domain `i`, if it has one left.
    pub(crate) fn only(&self, i: usize) -> Option<usize> {
        match self.domain(i) {
            &[bits] => bits.is_power_of_two().then(|| bits.trailing_zeros() as usize),
            _ => self.lowest(i).filter(|_| self.size(i) == 1),
        }
    }

    pub(crate) fn lowest(&self, i: usize) -> Option<usize> {
        let word = self.domain(i).iter().position(|&bits| bits != 0)?;
        Some(word * 64 + self.domain(i)[word].trailing_zeros() as usize)
    }

    pub(crate) fn highest(&self, i: usize) -> Option<usize> {
        let word = self.domain(i).iter().rposition(|&bits| bits != 0)?;
        Some(word * 64 + 63 - self.domain(i)[word].leading_zeros() as usize)
    }

    pub(crate) fn insert(&mut self, i: usize, number: usize) {
        self.domain_mut(i)[number / 64] |= 1 << (number % 64);
    }

    /// Leaves in each variable of the scope what it has here.
    pub(crate) fn keep(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        for i in 0..scope.len() {
            for (word, &bits) in self.domain(i).iter().enumerate() {
                scope.remove_word(i, word, !bits)?;
            }
        }
        Ok(())
    }
}

/// A number for the first words of all domains of a scope, never 0: whoever keeps it can tell later that nothing has changed,
/// and is wrong about it next to never, which costs a rule a deduction and nothing else.
pub(crate) fn fingerprint(scope: &Scope<'_>) -> u64 {
    let mix = |print: u64, i| (print.rotate_left(23) ^ scope.word(i, 0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (0..scope.len()).fold(1, mix) | 1
}

/// How far reasons are narrowed down: the more, the dearer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// To the variables that are needed, with all that they have lost.
    Domains,
    /// To the lost values that are needed.
    Values,
}

/// Why `removed` followed, or a conflict, for a rule that can tell from domains alone whether they have a solution: the
/// variables whose domains may be as the model has them, and nothing would change, are left out one by one; of the others,
/// if `detail` says so, the values that may be there as well.
pub(crate) fn because(
    removed: Option<Literal>,
    past: &Past<'_>,
    detail: Detail,
    feasible: impl Fn(&Model, &Snapshot) -> bool,
) -> Explanation {
    let (model, vars) = (past.model(), past.vars());
    let mut tried = Snapshot::before(past);
    if let Some(removed) = removed {
        for i in (0..vars.len()).filter(|&i| vars[i] == removed.var()) {
            tried.domain_mut(i).fill(0);
            if let Some(number) = model.values().number_of(removed.value()) {
                tried.insert(i, number);
            }
        }
    }
    if vars.len() > MOST || feasible(model, &tried) {
        return Explanation::Scope;
    }
    let told = |var: Var| removed.is_some_and(|removed| removed.var() == var);
    let mut because = Vec::new();
    for (i, &var) in vars.iter().enumerate().filter(|&(_, &var)| !told(var)) {
        let domain = model.domain(var);
        let start = domain.len();
        if start == tried.size(i) as u64 {
            continue;
        }
        let kept: SmallVec<[u64; 4]> = tried.domain(i).into();
        if start > WIDEST {
            tell(var, past, i, &mut because);
            continue;
        }
        for number in domain.values().filter_map(|value| model.values().number_of(value)) {
            tried.insert(i, number);
        }
        if feasible(model, &tried) {
            tried.domain_mut(i).copy_from_slice(&kept);
            match detail {
                Detail::Values if past.value(i).is_none() => {
                    lift(model, &mut tried, var, i, &feasible, &mut because);
                }
                _ => tell(var, past, i, &mut because),
            }
        }
    }
    Explanation::Because(because)
}

/// With more variables than this, leaving them out one by one takes too long.
const MOST: usize = 24;

/// Larger domains than this are not tried.
const WIDEST: u64 = 1 << 10;

/// Leaves out the lost values of variable `i`, which is needed, that are not needed one by one.
fn lift(
    model: &Model,
    tried: &mut Snapshot,
    var: Var,
    i: usize,
    feasible: impl Fn(&Model, &Snapshot) -> bool,
    because: &mut Vec<Literal>,
) {
    for value in model.domain(var).values() {
        let Some(number) = model.values().number_of(value) else { continue };
        let (word, bit) = (number / 64, 1 << (number % 64));
        if tried.domain(i)[word] & bit != 0 {
            continue;
        }
        tried.insert(i, number);
        if feasible(model, tried) {
            tried.domain_mut(i)[word] &= !bit;
            because.push(Literal::IsNot(var, value));
        }
    }
}

fn tell(var: Var, past: &Past<'_>, i: usize, because: &mut Vec<Literal>) {
    match past.value(i) {
        Some(value) => because.push(Literal::Is(var, value)),
        None => {
            let gone = past.model().domain(var).values().filter(|&value| !past.contains(i, value));
            because.extend(gone.map(|value| Literal::IsNot(var, value)));
        }
    }
}
