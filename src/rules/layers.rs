//! Sequences that a small state machine accepts, compiled to a layered graph.

use std::collections::HashMap;
use std::hash::Hash;

use thiserror::Error;

use crate::model::budget::{Budget, Limits, StopReason};

/// A relation over a sequence of variables, told by a machine that reads their values one after the other.
///
/// ```
/// use pencilmark::{Layers, Machine};
///
/// /// No value stands next to itself.
/// struct NoTwice;
///
/// impl Machine for NoTwice {
///     type State = Option<i32>;
///     fn start(&self) -> Option<i32> {
///         None
///     }
///     fn step(&self, _: usize, state: &Option<i32>, value: i32) -> Option<Option<i32>> {
///         (*state != Some(value)).then_some(Some(value))
///     }
///     fn accepts(&self, _: &Option<i32>) -> bool {
///         true
///     }
/// }
///
/// let layers = Layers::new(&NoTwice, 3, &[1, 2], 100)?;
/// assert!(layers.accepts(&[1, 2, 1]) && !layers.accepts(&[1, 2, 2]));
/// # Ok::<(), pencilmark::TooManyStates>(())
/// ```
pub trait Machine {
    /// What it remembers of the values read so far. The less it remembers, the smaller the graph.
    type State: Clone + Eq + Hash;

    /// The state before the first value.
    fn start(&self) -> Self::State;

    /// The states before the first value, for a machine that guesses something at the start: a sequence is accepted from any
    /// of them. By default only [`start`](Machine::start).
    fn starts(&self) -> Vec<Self::State> {
        vec![self.start()]
    }

    /// The state after `value` was read at `position` (from 0) in `state`; none where no sequence goes on so.
    fn step(&self, position: usize, state: &Self::State, value: i32) -> Option<Self::State>;

    /// Whether a sequence that ends in `state` is accepted.
    fn accepts(&self, state: &Self::State) -> bool;
}

/// A machine would need more states than allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the machine needs more than {most} states")]
pub struct TooManyStates {
    /// How many are allowed.
    pub most: usize,
}

/// Why [`Layers`] were not made under limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoLayers {
    /// They would be too large.
    #[error(transparent)]
    TooManyStates(#[from] TooManyStates),
    /// A limit, or a cancellation.
    #[error("stopped: {0}")]
    Stopped(#[from] StopReason),
}

/// All sequences of one length that a [`Machine`] accepts, as a graph with one layer of states a position. States that
/// cannot be reached or lead nowhere are not in it, and states that accept the same endings are one.
///
/// It depends on neither model nor variables: relations of the same form share one.
pub struct Layers {
    alphabet: Vec<i32>,
    layers: Vec<Layer>,
}

/// The states before one position, and where they go.
#[derive(Debug, Default)]
pub(crate) struct Layer {
    /// The edges of state `s` are `edges[starts[s]..starts[s + 1]]`, by value.
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

/// One step: the value by its place in the alphabet, and the state that it leads to in the next layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Edge {
    pub(crate) value: u32,
    pub(crate) target: u32,
}

impl Layer {
    pub(crate) fn states(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    #[inline]
    pub(crate) fn edges(&self, state: usize) -> &[Edge] {
        &self.edges[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}

impl Layers {
    /// The sequences of `length` values of `alphabet` (in any order) that `machine` accepts.
    ///
    /// # Errors
    /// [`TooManyStates`] if more than `most` states are reached, or 16 steps for each of these.
    pub fn new<M: Machine>(
        machine: &M,
        length: usize,
        alphabet: &[i32],
        most: usize,
    ) -> Result<Layers, TooManyStates> {
        // Without limits nothing is stopped.
        Layers::within(machine, length, alphabet, most, &Limits::none()).map_err(|_| TooManyStates { most })
    }

    /// The same under limits.
    ///
    /// ```
    /// use pencilmark::{Cancel, Layers, Limits, Machine, NoLayers, StopReason};
    ///
    /// /// All values ever read.
    /// struct Any;
    ///
    /// impl Machine for Any {
    ///     type State = Vec<i32>;
    ///     fn start(&self) -> Vec<i32> {
    ///         Vec::new()
    ///     }
    ///     fn step(&self, _: usize, state: &Vec<i32>, value: i32) -> Option<Vec<i32>> {
    ///         Some(state.iter().copied().chain([value]).collect())
    ///     }
    ///     fn accepts(&self, _: &Vec<i32>) -> bool {
    ///         true
    ///     }
    /// }
    ///
    /// let cancel = Cancel::new();
    /// cancel.cancel();
    /// let stopped = Layers::within(&Any, 100, &[1, 2, 3], usize::MAX, &Limits::none().cancel(&cancel));
    /// assert_eq!(stopped.unwrap_err(), NoLayers::Stopped(StopReason::Cancelled));
    /// ```
    ///
    /// # Errors
    /// [`NoLayers`] tells whether there would be too many states, as for [`new`](Layers::new), or which limit was reached.
    pub fn within<M: Machine>(
        machine: &M,
        length: usize,
        alphabet: &[i32],
        most: usize,
        limits: &Limits,
    ) -> Result<Layers, NoLayers> {
        let budget = &mut Budget::new(limits);
        let mut alphabet = alphabet.to_vec();
        alphabet.sort_unstable();
        alphabet.dedup();
        let (mut layers, last) = reach(machine, length, &alphabet, most, budget)?;
        // From the end: which state of the next layer each state has become; none if it leads nowhere.
        let mut becomes: Vec<Option<u32>> =
            last.iter().map(|state| machine.accepts(state).then_some(0)).collect();
        for layer in layers.iter_mut().rev() {
            budget.spend(layer.edges.len() as u64 + 1, || 0)?;
            becomes = merge(layer, &becomes);
        }
        if becomes.iter().all(Option::is_none) {
            layers = (0..length).map(|_| Layer { starts: vec![0], edges: Vec::new() }).collect();
        }
        Ok(Layers { alphabet, layers })
    }

    /// How many values its sequences have.
    pub fn length(&self) -> usize {
        self.layers.len()
    }

    /// How many states there are before the positions, together.
    pub fn states(&self) -> usize {
        self.layers.iter().map(Layer::states).sum()
    }

    /// The values, ascending, of which the sequences were made.
    pub fn alphabet(&self) -> &[i32] {
        &self.alphabet
    }

    /// Whether these values are one of the sequences.
    pub fn accepts(&self, values: &[i32]) -> bool {
        if values.len() != self.layers.len() {
            return false;
        }
        (0..self.states_before(0)).any(|start| {
            let step = |state: usize, (layer, value): (&Layer, &i32)| {
                let value = self.alphabet.binary_search(value).ok()? as u32;
                let edges = layer.edges(state);
                let edge = edges.binary_search_by_key(&value, |edge| edge.value).ok()?;
                Some(edges[edge].target as usize)
            };
            self.layers.iter().zip(values).try_fold(start, step).is_some()
        })
    }

    pub(crate) fn layer(&self, position: usize) -> &Layer {
        &self.layers[position]
    }

    /// How many states lie before position `position`; one after the last.
    pub(crate) fn states_before(&self, position: usize) -> usize {
        self.layers.get(position).map_or(1, Layer::states)
    }
}

impl std::fmt::Debug for Layers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Layers").field("length", &self.length()).field("states", &self.states()).finish()
    }
}

/// The layers of all states that are reached, and the states after the last position.
fn reach<M: Machine>(
    machine: &M,
    length: usize,
    alphabet: &[i32],
    most: usize,
    budget: &mut Budget,
) -> Result<(Vec<Layer>, Vec<M::State>), NoLayers> {
    let mut states = machine.starts();
    if states.len() > most {
        return Err(TooManyStates { most }.into());
    }
    let mut layers = Vec::with_capacity(length);
    let (mut total, mut steps) = (states.len(), 0usize);
    for position in 0..length {
        let mut layer = Layer { starts: vec![0], edges: Vec::new() };
        let mut numbers: HashMap<M::State, u32> = HashMap::new();
        let mut next = Vec::new();
        for state in &states {
            for (value, &read) in alphabet.iter().enumerate() {
                budget.spend(1, || 0)?;
                let Some(target) = machine.step(position, state, read) else { continue };
                let target = *numbers.entry(target).or_insert_with_key(|target| {
                    next.push(target.clone());
                    next.len() as u32 - 1
                });
                layer.edges.push(Edge { value: value as u32, target });
            }
            layer.starts.push(layer.edges.len() as u32);
            if total + next.len() > most || steps + layer.edges.len() > most.saturating_mul(16) {
                return Err(TooManyStates { most }.into());
            }
        }
        total += next.len();
        steps += layer.edges.len();
        layers.push(layer);
        states = next;
    }
    Ok((layers, states))
}

/// Leaves of a layer one state for each set of endings, given what the states of the next layer have become. Tells what
/// its own have become.
fn merge(layer: &mut Layer, becomes: &[Option<u32>]) -> Vec<Option<u32>> {
    let mut merged = Layer { starts: vec![0], edges: Vec::new() };
    let mut known: HashMap<Box<[Edge]>, u32> = HashMap::new();
    let mut renamed = Vec::with_capacity(layer.states());
    let mut edges = Vec::new();
    for state in 0..layer.states() {
        edges.clear();
        edges.extend(layer.edges(state).iter().filter_map(|edge| {
            becomes[edge.target as usize].map(|target| Edge { value: edge.value, target })
        }));
        if edges.is_empty() {
            renamed.push(None);
            continue;
        }
        if let Some(&number) = known.get(edges.as_slice()) {
            renamed.push(Some(number));
            continue;
        }
        let number = merged.states() as u32;
        known.insert(edges.as_slice().into(), number);
        merged.edges.extend_from_slice(&edges);
        merged.starts.push(merged.edges.len() as u32);
        renamed.push(Some(number));
    }
    *layer = merged;
    renamed
}
