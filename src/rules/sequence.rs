//! Variables whose values, read in order, a state machine accepts.

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use crate::model::constraint::Constraint;
use crate::model::ids::{Literal, Var};
use crate::model::plan::Model;
use crate::rules::layers::{Edge, Layers};
use crate::rules::rule::{Cost, Explanation, Rule, Scopes};
use crate::store::past::Past;
use crate::store::scope::Scope;
use crate::store::store::{Conflict, ones};

/// Some variables, in order, take values that form one of the sequences of [`Layers`]. It is its own rule: every value
/// that no sequence supports is removed (generalised arc consistency, if no variable stands twice), by
/// reachability in the layered graph from both ends (Pesant, *A regular language membership constraint for finite
/// sequences of variables*, CP 2004).
///
/// Which states still lie on a path is kept between calls, so that after a change only the layers are looked at that the
/// change reaches.
///
/// ```
/// use std::sync::Arc;
/// use pencilmark::{Layers, Machine, ModelBuilder, Sequence, Solver};
///
/// /// Values rise by at most one.
/// struct Stairs;
///
/// impl Machine for Stairs {
///     type State = Option<i32>;
///     fn start(&self) -> Option<i32> {
///         None
///     }
///     fn step(&self, _: usize, state: &Option<i32>, value: i32) -> Option<Option<i32>> {
///         state.is_none_or(|last| (last..=last + 1).contains(&value)).then_some(Some(value))
///     }
///     fn accepts(&self, _: &Option<i32>) -> bool {
///         true
///     }
/// }
///
/// let mut builder = ModelBuilder::new();
/// let vars = vec![builder.variable(1..=2), builder.variable(0..=9), builder.variable([4, 9])];
/// let layers = Arc::new(Layers::new(&Stairs, 3, &(0..=9).collect::<Vec<_>>(), 1000)?);
/// let stairs = Arc::new(Sequence::new("stairs", vars.clone(), layers));
/// builder.constraint(stairs.clone());
/// let model = builder.build()?;
/// let solution = Solver::builder(&model).rule(stairs).build()?.infer().expect_done();
/// assert_eq!(solution.values(vars[1]).collect::<Vec<_>>(), [3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sequence {
    name: Cow<'static, str>,
    vars: Vec<Var>,
    layers: Arc<Layers>,
    /// Where in memory the dead states before each position are noted: behind the values that are gone.
    starts: Vec<usize>,
}

/// Whether the bits of a domain are those of the alphabet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Numbering {
    Same,
    Own,
}

/// A set of values or of states.
type Bits = SmallVec<[u64; 16]>;

#[inline]
fn has(bits: &[u64], index: usize) -> bool {
    bits[index / 64] >> (index % 64) & 1 == 1
}

#[inline]
fn put(bits: &mut [u64], index: usize) {
    bits[index / 64] |= 1 << (index % 64);
}

/// The first `count` of all.
fn full(count: usize) -> Bits {
    let mut bits: Bits = smallvec![u64::MAX; count.div_ceil(64)];
    if !count.is_multiple_of(64)
        && let Some(last) = bits.last_mut()
    {
        *last = (1 << (count % 64)) - 1;
    }
    bits
}

impl Sequence {
    /// The constraint that `vars` take values that are a sequence of `layers`; `name` is what it is called in deductions.
    ///
    /// # Panics
    /// If the sequences are not as long as there are variables.
    pub fn new(name: impl Into<Cow<'static, str>>, vars: Vec<Var>, layers: Arc<Layers>) -> Sequence {
        assert_eq!(vars.len(), layers.length(), "a value for each variable");
        let mut starts = Vec::with_capacity(vars.len() + 2);
        let mut next = 1 + vars.len() * layers.alphabet().len().div_ceil(64);
        for position in 0..=vars.len() {
            starts.push(next);
            next += layers.states_before(position).div_ceil(64);
        }
        starts.push(next);
        Sequence { name: name.into(), vars, layers, starts }
    }

    /// The sequences.
    pub fn layers(&self) -> &Arc<Layers> {
        &self.layers
    }

    fn width(&self) -> usize {
        self.layers.alphabet().len().div_ceil(64)
    }

    /// The places in the alphabet of the values that variable `i` has left.
    fn values(&self, scope: &Scope<'_>, i: usize, numbering: Numbering) -> Bits {
        if numbering == Numbering::Same {
            return (0..self.width()).map(|word| scope.word(i, word)).collect();
        }
        let mut bits: Bits = smallvec![0; self.width()];
        for value in scope.values(i) {
            if let Ok(place) = self.layers.alphabet().binary_search(&value) {
                put(&mut bits, place);
            }
        }
        bits
    }

    /// Whether the model's values are numbered as the alphabet is.
    fn numbering(&self, model: &Model) -> Numbering {
        let (alphabet, values) = (self.layers.alphabet(), model.values());
        let Some(last) = alphabet.len().checked_sub(1) else { return Numbering::Own };
        let dense = alphabet[0].abs_diff(alphabet[last]) as usize == last;
        let same = dense
            && values.count() == alphabet.len()
            && values.number_of(alphabet[0]) == Some(0)
            && values.number_of(alphabet[last]) == Some(last);
        if same { Numbering::Same } else { Numbering::Own }
    }

    /// Looks at the layers that a change of the domains reaches.
    fn update(
        &self,
        scope: &mut Scope<'_>,
        numbering: Numbering,
        domains: &[Bits],
        changed: &[bool],
    ) -> Result<(), Conflict> {
        let n = self.vars.len();
        let mut alive: SmallVec<[Bits; 16]> = (0..=n).map(|position| self.alive(scope, position)).collect();
        let mut moved: SmallVec<[bool; 16]> = smallvec![false; n + 1];
        for i in 0..n {
            if !changed[i] && !moved[i] {
                continue;
            }
            let mut next: Bits = smallvec![0; alive[i + 1].len()];
            for state in alive[i].iter().enumerate().flat_map(|(word, &bits)| ones(word, bits)) {
                for edge in self.layers.layer(i).edges(state) {
                    if has(&domains[i], edge.value as usize) {
                        put(&mut next, edge.target as usize);
                    }
                }
            }
            moved[i + 1] = narrow(&mut alive[i + 1], &next);
            if alive[i + 1].iter().all(|&word| word == 0) {
                return Err(Conflict);
            }
        }
        for i in (0..n).rev() {
            if !changed[i] && !moved[i] && !moved[i + 1] {
                continue;
            }
            let mut before: Bits = smallvec![0; alive[i].len()];
            let mut kept: Bits = smallvec![0; domains[i].len()];
            for state in alive[i].iter().enumerate().flat_map(|(word, &bits)| ones(word, bits)) {
                for edge in self.layers.layer(i).edges(state) {
                    if has(&domains[i], edge.value as usize) && has(&alive[i + 1], edge.target as usize) {
                        put(&mut before, state);
                        put(&mut kept, edge.value as usize);
                    }
                }
            }
            moved[i] |= narrow(&mut alive[i], &before);
            self.keep(scope, i, numbering, &domains[i], &kept)?;
        }
        for position in (0..=n).filter(|&position| moved[position]) {
            let all = full(self.layers.states_before(position));
            for (word, bits) in alive[position].iter().enumerate() {
                scope.set_memory(self.starts[position] + word, all[word] & !bits);
            }
        }
        Ok(())
    }

    /// The states before `position` that were on a path the last time.
    fn alive(&self, scope: &Scope<'_>, position: usize) -> Bits {
        let mut bits = full(self.layers.states_before(position));
        for (word, bits) in bits.iter_mut().enumerate() {
            *bits &= !scope.memory(self.starts[position] + word);
        }
        bits
    }

    /// Leaves variable `i` with the values of `kept`, and notes them.
    fn keep(
        &self,
        scope: &mut Scope<'_>,
        i: usize,
        numbering: Numbering,
        domain: &Bits,
        kept: &Bits,
    ) -> Result<(), Conflict> {
        for word in 0..self.width() {
            scope.set_memory(1 + i * self.width() + word, !kept[word]);
            let gone = domain[word] & !kept[word];
            if numbering == Numbering::Same {
                scope.remove_word(i, word, gone)?;
            } else {
                for place in ones(word, gone) {
                    scope.remove(i, self.layers.alphabet()[place])?;
                }
            }
        }
        Ok(())
    }

    /// Which states before each position lead to an end under the domains of `past`, with `removed` in place.
    fn good(&self, past: &Past<'_>, removed: Option<Literal>) -> Vec<Bits> {
        let n = self.vars.len();
        let mut good: Vec<Bits> = vec![Bits::new(); n + 1];
        good[n] = full(1);
        for i in (0..n).rev() {
            let open = self.open(past, removed, i);
            let mut before: Bits = smallvec![0; self.layers.states_before(i).div_ceil(64)];
            for state in 0..self.layers.states_before(i) {
                let leads =
                    |edge: &Edge| has(&open, edge.value as usize) && has(&good[i + 1], edge.target as usize);
                if self.layers.layer(i).edges(state).iter().any(leads) {
                    put(&mut before, state);
                }
            }
            good[i] = before;
        }
        good
    }

    /// The values that variable `i` had in `past`; the one of `removed` alone where it is that variable.
    fn open(&self, past: &Past<'_>, removed: Option<Literal>, i: usize) -> Bits {
        let mut bits: Bits = smallvec![0; self.width()];
        let alphabet = self.layers.alphabet();
        match removed {
            Some(literal) if literal.var() == self.vars[i] => {
                if let Ok(place) = alphabet.binary_search(&literal.value()) {
                    put(&mut bits, place);
                }
            }
            _ => {
                for value in past.values(i) {
                    if let Ok(place) = alphabet.binary_search(&value) {
                        put(&mut bits, place);
                    }
                }
            }
        }
        bits
    }
}

/// Takes from `set` what is not in `with`. Tells whether that was anything.
fn narrow(set: &mut Bits, with: &Bits) -> bool {
    let mut any = 0;
    for (set, with) in set.iter_mut().zip(with) {
        any |= *set & !with;
        *set &= with;
    }
    any != 0
}

impl Constraint for Sequence {
    fn name(&self) -> &str {
        &self.name
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.layers.accepts(values)
    }
}

impl Rule for Sequence {
    fn name(&self) -> &str {
        &self.name
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.vars.clone()])
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn memory(&self, _: usize) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        let n = self.vars.len();
        if self.layers.states_before(0) == 0 {
            return Err(Conflict);
        }
        let numbering = self.numbering(scope.model());
        let first = scope.memory(0) == 0;
        let domains: SmallVec<[Bits; 16]> = (0..n).map(|i| self.values(scope, i, numbering)).collect();
        let seen = |i: usize, word: usize| !scope.memory(1 + i * self.width() + word);
        let differs =
            |i: usize| (0..self.width()).any(|word| domains[i][word] & seen(i, word) != seen(i, word));
        let changed: SmallVec<[bool; 16]> = (0..n).map(|i| first || differs(i)).collect();
        if !changed.contains(&true) {
            return Ok(());
        }
        self.update(scope, numbering, &domains, &changed)?;
        if first {
            scope.set_memory(0, 1);
        }
        Ok(())
    }

    /// A cut: the values that had to be gone so that no path led from the start to the end, found from the start on, a
    /// value only where a path would go on through it.
    fn explain(&self, removed: Option<Literal>, past: &Past<'_>) -> Explanation {
        if self.layers.states_before(0) == 0 {
            return Explanation::Because(Vec::new());
        }
        let good = self.good(past, removed);
        if good[0].iter().any(|&word| word != 0) {
            // The removal does not follow from the domains alone, as where a variable stands twice.
            return Explanation::Scope;
        }
        let mut because = Vec::new();
        let mut reached = full(self.layers.states_before(0));
        for (i, &var) in self.vars.iter().enumerate() {
            let open = self.open(past, removed, i);
            let is_told = removed.is_some_and(|literal| literal.var() == var);
            let domain = past.model().domain(var);
            let mut next: Bits = smallvec![0; self.layers.states_before(i + 1).div_ceil(64)];
            let mut needed: Bits = smallvec![0; self.width()];
            for state in reached.iter().enumerate().flat_map(|(word, &bits)| ones(word, bits)) {
                for edge in self.layers.layer(i).edges(state) {
                    let value = edge.value as usize;
                    if has(&good[i + 1], edge.target as usize) && !has(&open, value) {
                        put(&mut needed, value);
                    }
                }
            }
            let was = |place: usize| domain.contains(self.layers.alphabet()[place]);
            for state in reached.iter().enumerate().flat_map(|(word, &bits)| ones(word, bits)) {
                for edge in self.layers.layer(i).edges(state) {
                    let value = edge.value as usize;
                    let free = if is_told { has(&open, value) } else { !has(&needed, value) && was(value) };
                    if free {
                        put(&mut next, edge.target as usize);
                    }
                }
            }
            if !is_told {
                let needed = needed.iter().enumerate().flat_map(|(word, &bits)| ones(word, bits));
                let gone: SmallVec<[i32; 16]> =
                    needed.filter(|&place| was(place)).map(|place| self.layers.alphabet()[place]).collect();
                match past.value(i) {
                    Some(value) if gone.len() > 1 => because.push(Literal::Is(var, value)),
                    _ => because.extend(gone.iter().map(|&value| Literal::IsNot(var, value))),
                }
            }
            reached = next;
        }
        Explanation::Because(because)
    }
}
