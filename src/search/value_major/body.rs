//! The search of one shape of boards: depth first on an explicit stack of frames.

use std::fmt::Debug;
use std::sync::Arc;

use crate::search::simd::level::Ready;
use crate::search::value_major::bits;
use crate::search::value_major::blocks::{Lanes, Task, dispatch};
use crate::search::value_major::choice::{Choice, Decision, choose};
use crate::search::value_major::closure::{Closure, Frame, close};
use crate::search::value_major::leaf::Leaf;
use crate::search::value_major::tables::Tables;

/// Told what a search took and the bytes it holds, now and then; `true` ends it.
pub(crate) type Stop<'a> = dyn FnMut(Effort, usize) -> bool + 'a;

/// The tables of one shape of boards, whichever it is.
pub(crate) trait Compiled: Debug + Send + Sync {
    /// A search over them.
    fn body(self: Arc<Self>) -> Box<dyn Body>;
}

/// The search of one shape of boards, whichever it is.
pub(crate) trait Body: Debug + Send + Sync {
    /// Starts over with these domains, narrowed to those of the plan.
    fn load(&mut self, domains: &[u64]);
    /// Goes on until there is something to tell; asks `stop` now and then.
    fn advance(&mut self, ready: Ready, goal: Goal, stop: &mut Stop<'_>) -> Step;
    /// Goes from a solution of a leaf to the next one, without any search but with so many decisions in all at most. Gives the
    /// component that it changed; none if there is no further one, or that takes more decisions.
    fn flip(&mut self, nodes: u64) -> Option<usize>;
    /// Leaves out up to so many further solutions of a leaf, with so many more decisions at most. Gives how many of both.
    fn skip(&mut self, most: u64, nodes: u64) -> (u64, u64);
    /// The leaf that the last solution belongs to; without components if it is the only one there.
    fn leaf(&self) -> &Leaf;
    /// Leaves out what is left of it.
    fn leave(&mut self);
    /// What it took since the last [`Body::load`].
    fn effort(&self) -> Effort;
    /// The decisions that stand, first to last, and what is refuted under them: of each literal with how many of the
    /// decisions it is known. Both as (variable, value). Of a leaf it knows nothing while there is more of it.
    fn path(&self) -> Path;
    /// The bytes that it holds.
    fn bytes(&self) -> usize;
    /// The last solution found.
    fn solution(&self) -> &[u8];
    /// The domains as they stand.
    #[cfg(test)]
    fn read(&self, domains: &mut [u64]);
}

/// What a search took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Effort {
    /// Decisions tried.
    pub(crate) nodes: u64,
    /// Dead ends met.
    pub(crate) conflicts: u64,
    /// The most decisions that stood at the same time.
    pub(crate) depth: u64,
    /// Variables that have their value without any decision.
    pub(crate) fixed: u64,
}

/// Where a search stands, for another one that goes on from there.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Path {
    pub(crate) decisions: Vec<(u32, u32)>,
    pub(crate) refuted: Vec<(usize, (u32, u32))>,
}

/// What to go on to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    /// The fixpoint of the domains that were loaded.
    #[cfg(test)]
    Fixpoint(Closure),
    /// The next solution, with so many decisions in all at most.
    Solution(u64),
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The goal.
    Reached,
    /// There is no (further) one.
    Exhausted,
    /// As many decisions as allowed, or fewer where the next solution takes several.
    Nodes,
    /// The hook said so.
    Stopped,
}

/// Where a search stands.
#[derive(Clone, Copy, Debug)]
enum State {
    /// The frame is to be made from the domains.
    Start,
    /// The top frame is to be brought to its fixpoint; these values are dirty.
    Close(u64),
    /// The top frame is at its fixpoint and is no solution.
    Decide,
    /// The top frame is done with.
    Back,
}

/// Words of work between two calls of the hook, roughly.
const PATIENCE: usize = 1 << 20;

/// A search, and the memory it keeps from one instance to the next.
#[derive(Debug)]
struct Search<const W: usize, const K: usize, const B: u32, const V: usize, const R: usize> {
    tables: Arc<Tables<W, K, B, V, R>>,
    /// One a decision, and one on top.
    frames: Vec<Frame<W, V, R>>,
    decisions: Vec<Decision>,
    /// The decisions that were refuted under so many of those that stand.
    refuted: Vec<(usize, Decision)>,
    state: State,
    effort: Effort,
    /// Decisions until the hook is asked.
    patience: usize,
    /// Domains by bit, zero where there is no variable.
    domains: Vec<[u64; 64]>,
    /// The value that a variable was last placed with, by bit.
    values: [[u8; 64]; W],
    solution: Vec<u8>,
    leaf: Leaf,
}

impl<const W: usize, const K: usize, const B: u32, const V: usize, const R: usize> Compiled
    for Tables<W, K, B, V, R>
{
    fn body(self: Arc<Self>) -> Box<dyn Body> {
        Box::new(Search {
            frames: vec![Frame::empty()],
            decisions: Vec::new(),
            refuted: Vec::new(),
            state: State::Back,
            effort: Effort::default(),
            patience: 0,
            domains: vec![[0; 64]; W],
            values: [[0; 64]; W],
            solution: vec![0; self.roots.len()],
            leaf: Leaf::default(),
            tables: self,
        })
    }
}

impl<const W: usize, const K: usize, const B: u32, const V: usize, const R: usize> Body
    for Search<W, K, B, V, R>
{
    fn load(&mut self, domains: &[u64]) {
        let tables = &*self.tables;
        assert_eq!(domains.len(), tables.roots.len(), "one domain a variable");
        for ((&domain, &root), &bit) in domains.iter().zip(&tables.roots).zip(&tables.bit_of) {
            let bit = bit as usize;
            self.domains[bit / 64][bit % 64] = domain & root;
        }
        self.state = if tables.impossible { State::Back } else { State::Start };
        self.decisions.clear();
        self.refuted.clear();
        self.leaf.clear();
        self.patience = 0;
        self.effort = Effort::default();
    }

    fn advance(&mut self, ready: Ready, goal: Goal, stop: &mut Stop<'_>) -> Step {
        dispatch(ready, Advance { search: self, goal, stop })
    }

    fn flip(&mut self, nodes: u64) -> Option<usize> {
        let price = self.leaf.price();
        if nodes.saturating_sub(self.effort.nodes) < price {
            return None;
        }
        let component = self.leaf.flip(&mut self.solution)?;
        self.effort.nodes += price;
        Some(component)
    }

    fn skip(&mut self, most: u64, nodes: u64) -> (u64, u64) {
        let (taken, price) = self.leaf.skip(most, nodes);
        self.effort.nodes = self.effort.nodes.saturating_add(price);
        (taken, price)
    }

    fn leaf(&self) -> &Leaf {
        &self.leaf
    }

    fn leave(&mut self) {
        self.leaf.clear();
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn path(&self) -> Path {
        let var_at = |bit: u32| self.tables.bit_of.iter().position(|&at| at == bit).unwrap_or(0) as u32;
        let literal = |decision: &Decision| (var_at(decision.bit), decision.value);
        Path {
            decisions: self.decisions.iter().map(literal).collect(),
            refuted: self.refuted.iter().map(|(depth, decision)| (*depth, literal(decision))).collect(),
        }
    }

    fn bytes(&self) -> usize {
        self.frames.capacity() * size_of::<Frame<W, V, R>>()
            + self.decisions.capacity() * size_of::<Decision>()
            + self.refuted.capacity() * size_of::<(usize, Decision)>()
    }

    fn solution(&self) -> &[u8] {
        &self.solution
    }

    #[cfg(test)]
    fn read(&self, domains: &mut [u64]) {
        let tables = &*self.tables;
        for (domain, &bit) in domains.iter_mut().zip(&tables.bit_of) {
            let boards = self.frames[0].boards[..tables.values].iter().enumerate();
            *domain = boards.fold(0, |d, (v, board)| d | u64::from(bits::has(board, bit as usize)) << v);
        }
    }
}

/// [`Body::advance`].
struct Advance<'a, const W: usize, const K: usize, const B: u32, const V: usize, const R: usize> {
    search: &'a mut Search<W, K, B, V, R>,
    goal: Goal,
    stop: &'a mut Stop<'a>,
}

impl<const W: usize, const K: usize, const B: u32, const V: usize, const R: usize> Task
    for Advance<'_, W, K, B, V, R>
{
    type Out = Step;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Step {
        let Advance { search, goal, stop } = self;
        let tables = &*search.tables;
        let (closure, nodes) = match goal {
            #[cfg(test)]
            Goal::Fixpoint(closure) => (closure, 0),
            Goal::Solution(nodes) => (Closure::Locked, nodes),
        };
        loop {
            let depth = search.decisions.len();
            match search.state {
                State::Start => {
                    let frame = &mut search.frames[0];
                    frame.placed = [0; W];
                    frame.open = tables.open;
                    for (w, domains) in search.domains.iter().enumerate() {
                        let each = |v: usize, word| frame.boards[v][w] = word;
                        lanes.transpose::<V>(domains, tables.values, each);
                    }
                    search.state = State::Close(tables.all_values);
                }
                State::Close(dirty) => {
                    let frame = &mut search.frames[depth];
                    let values = &mut search.values;
                    search.state = State::Back;
                    if close(lanes, tables, frame, values, dirty, closure) {
                        #[cfg(test)]
                        if matches!(goal, Goal::Fixpoint(_)) {
                            return Step::Reached;
                        }
                        if depth == 0 {
                            search.effort.fixed = u64::from(bits::count(&frame.placed));
                        }
                        if frame.placed == tables.full {
                            write(tables, &search.values, &mut search.solution);
                            search.leaf.clear();
                            return Step::Reached;
                        }
                        search.state = State::Decide;
                    } else {
                        search.effort.conflicts += 1;
                    }
                }
                State::Decide => {
                    if search.effort.nodes >= nodes {
                        return Step::Nodes;
                    }
                    if search.patience == 0 {
                        search.patience = PATIENCE / (size_of::<Frame<W, V, R>>() * W) + 1;
                        if stop(search.effort, search.bytes()) {
                            return Step::Stopped;
                        }
                    }
                    search.patience -= 1;
                    let frame = &search.frames[depth];
                    let decision = match choose(lanes, frame, tables.values, &tables.peers, &tables.loose) {
                        Choice::Branch(decision) => decision,
                        Choice::Pairs(open) => {
                            let geometry = (&tables.peers[..], &tables.var_of[..]);
                            if search.leaf.find(frame, &open, geometry, &mut search.values) {
                                let decisions = search.leaf.decisions();
                                if nodes - search.effort.nodes < decisions {
                                    search.leaf.clear();
                                    return Step::Nodes;
                                }
                                search.effort.nodes += decisions;
                                search.effort.depth = search.effort.depth.max(depth as u64 + decisions);
                                write(tables, &search.values, &mut search.solution);
                                search.state = State::Back;
                                return Step::Reached;
                            }
                            search.state = State::Back;
                            search.effort.conflicts += 1;
                            continue;
                        }
                        Choice::Nothing => {
                            search.state = State::Back;
                            continue;
                        }
                    };
                    if search.frames.len() < depth + 2 {
                        search.frames.push(Frame::empty());
                    }
                    let [parent, child] = &mut search.frames[depth..depth + 2] else { continue };
                    child.clone_from(parent);
                    let set = bits::only(decision.bit as usize);
                    let dirty = child.claim(lanes, tables.values, &set, decision.value as usize % V);
                    search.decisions.push(decision);
                    search.effort.nodes += 1;
                    search.effort.depth = search.effort.depth.max(search.decisions.len() as u64);
                    search.state = State::Close(dirty);
                }
                State::Back => {
                    let Some(decision) = search.decisions.pop() else { return Step::Exhausted };
                    while search.refuted.last().is_some_and(|(under, _)| *under >= depth) {
                        search.refuted.pop();
                    }
                    search.refuted.push((depth - 1, decision));
                    let board = &mut search.frames[depth - 1].boards[decision.value as usize % V];
                    bits::take(board, &bits::only(decision.bit as usize));
                    search.state = State::Close(1 << decision.value);
                }
            }
        }
    }
}

/// Writes the value of each variable.
#[inline(always)]
fn write<const W: usize, const K: usize, const B: u32, const V: usize, const R: usize>(
    tables: &Tables<W, K, B, V, R>,
    values: &[[u8; 64]; W],
    solution: &mut [u8],
) {
    for (value, &bit) in solution.iter_mut().zip(&tables.bit_of) {
        *value = values[bit as usize / 64 % W][bit as usize % 64];
    }
}
