//! Keeps results in order while lanes work out of order.
//!
//! The search of an instance, in branch order, is cut into *fragments*, each worked on by one lane. A lane that has
//! nothing to do takes the last part of another's fragment, which becomes a fragment of its own right after it. Only what
//! is at the very front (the first fragment of the first instance) goes to the caller at once; everything else
//! waits, and replays its solutions and nodes when its turn comes. So limits cut where they would cut if one lane did all.

use crate::search::lanes::task::{Ending, Exchange, Report, Task, Wants};
use std::collections::VecDeque;

/// No fragment.
pub(crate) const NONE: u32 = u32::MAX;

/// A fragment that waits with more bytes than this is put aside.
const PATIENCE: usize = 1 << 16;
/// As is one that waits with anything at all while this much waits in total.
const CROWDED: usize = 1 << 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A lane works on it.
    Running,
    /// Put aside until its turn comes.
    Parked,
    /// All of it has been searched, or as much as can matter.
    Done,
}

/// A stretch of the search of one instance.
#[derive(Clone, Debug)]
struct Fragment {
    instance: u64,
    next: u32,
    state: State,
    /// The lane that runs it, or the shelf where it was put aside.
    holder: u32,
    nodes: u64,
    /// How many nodes it may have.
    budget: u64,
    count: u64,
    /// For each solution the nodes before it, if a limit may cut between them.
    marks: Vec<u64>,
    solutions: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Instance {
    task: Task,
    head: u32,
    count: u64,
    nodes: u64,
    solutions: Vec<u8>,
    ending: Option<Ending>,
}

/// What a lane does after telling the ledger something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Go on.
    Go,
    /// The rest of the fragment does not matter. (If the ledger ended it, it is among the withdrawn.)
    Drop,
    /// Too much waits: put it aside.
    Park,
}

/// The instances that were begun and not yet handed over.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    variables: usize,
    front: u64,
    ring: VecDeque<Instance>,
    fragments: Vec<Fragment>,
    free: Vec<u32>,
    spare: Vec<Vec<u8>>,
    waiting: usize,
    /// Fragments taken away from their holders; the driver clears up and calls [`Ledger::release`].
    pub(crate) withdrawn: Vec<u32>,
    /// Fragments that were put aside and whose turn has come.
    pub(crate) ready: Vec<u32>,
}

impl Ledger {
    pub(crate) fn new(variables: usize) -> Self {
        Ledger {
            variables,
            front: 0,
            ring: VecDeque::new(),
            fragments: Vec::new(),
            free: Vec::new(),
            spare: Vec::new(),
            waiting: 0,
            withdrawn: Vec::new(),
            ready: Vec::new(),
        }
    }

    /// Makes it ready for another run.
    pub(crate) fn reset(&mut self) {
        self.front = 0;
        self.waiting = 0;
        self.ring.clear();
        self.withdrawn.clear();
        self.ready.clear();
        self.free.clear();
        self.free.extend(0..self.fragments.len() as u32);
    }

    /// The number of the instance that results wait for.
    pub(crate) fn front(&self) -> u64 {
        self.front
    }

    /// How many instances were begun and not yet handed over.
    pub(crate) fn open(&self) -> usize {
        self.ring.len()
    }

    /// Whether so much waits to be handed over that no new work should begin.
    pub(crate) fn crowded(&self) -> bool {
        self.waiting > CROWDED
    }

    /// The bytes in use: what waits, and about as much again in buffers that are kept.
    pub(crate) fn bytes(&self) -> usize {
        2 * self.waiting + self.fragments.len() * size_of::<Fragment>()
    }

    pub(crate) fn instance_of(&self, fragment: u32) -> u64 {
        self.fragments[fragment as usize].instance
    }

    pub(crate) fn holder(&self, fragment: u32) -> u32 {
        self.fragments[fragment as usize].holder
    }

    pub(crate) fn is_running(&self, fragment: u32) -> bool {
        self.fragments[fragment as usize].state == State::Running
    }

    pub(crate) fn hold(&mut self, fragment: u32, lane: u32) {
        let held = &mut self.fragments[fragment as usize];
        (held.state, held.holder) = (State::Running, lane);
    }

    pub(crate) fn park(&mut self, fragment: u32, shelf: u32) {
        let held = &mut self.fragments[fragment as usize];
        (held.state, held.holder) = (State::Parked, shelf);
    }

    fn new_fragment(&mut self, instance: u64, next: u32, holder: u32, budget: u64) -> u32 {
        let index = self.free.pop().unwrap_or_else(|| {
            self.fragments.push(Fragment {
                instance: 0,
                next: NONE,
                state: State::Done,
                holder: 0,
                nodes: 0,
                budget: 0,
                count: 0,
                marks: Vec::new(),
                solutions: Vec::new(),
            });
            self.fragments.len() as u32 - 1
        });
        let fragment = &mut self.fragments[index as usize];
        (fragment.instance, fragment.next, fragment.holder) = (instance, next, holder);
        (fragment.state, fragment.nodes, fragment.budget, fragment.count) = (State::Running, 0, budget, 0);
        fragment.marks.clear();
        fragment.solutions.clear();
        index
    }

    /// Begins the next instance, worked on by `lane`; gives its fragment.
    pub(crate) fn begin(&mut self, task: Task, lane: u32) -> u32 {
        let fragment = self.new_fragment(self.front + self.ring.len() as u64, NONE, lane, task.node_limit);
        let solutions = self.spare.pop().unwrap_or_default();
        self.ring.push_back(Instance { task, head: fragment, count: 0, nodes: 0, solutions, ending: None });
        fragment
    }

    /// Cuts off the last part of a fragment for another lane; gives the new fragment.
    pub(crate) fn split(&mut self, fragment: u32, lane: u32) -> u32 {
        let Fragment { instance, next, .. } = self.fragments[fragment as usize];
        let budget = self.ring[(instance - self.front) as usize].task.node_limit;
        let new = self.new_fragment(instance, next, lane, budget);
        self.fragments[fragment as usize].next = new;
        new
    }

    /// Frees a withdrawn fragment.
    pub(crate) fn release(&mut self, fragment: u32) {
        self.free.push(fragment);
    }

    /// A decision is about to be tried.
    #[inline]
    pub(crate) fn decide(&mut self, fragment: u32, exchange: &mut dyn Exchange) -> Verdict {
        let held = &mut self.fragments[fragment as usize];
        if held.nodes < held.budget {
            held.nodes += 1;
            return Verdict::Go;
        }
        let at = (held.instance - self.front) as usize;
        if self.ring[at].head == fragment {
            self.ring[at].nodes += held.nodes;
            self.end(at, Ending::NodeLimit, exchange);
        } else {
            // It alone has as many nodes as the task allows, and something comes before it: when its turn comes
            // it is cut. One more, so that this is seen.
            held.nodes += 1;
            held.state = State::Done;
        }
        Verdict::Drop
    }

    /// A solution was found.
    pub(crate) fn solution(&mut self, fragment: u32, values: &[u8], exchange: &mut dyn Exchange) -> Verdict {
        let held = &mut self.fragments[fragment as usize];
        let at = (held.instance - self.front) as usize;
        let instance = &mut self.ring[at];
        let wanted = instance.task.wants == Wants::Solutions;
        if instance.head == fragment {
            instance.count += 1;
            if wanted && at == 0 {
                exchange.solution(self.front, values);
            } else if wanted {
                instance.solutions.extend_from_slice(values);
                self.waiting += values.len();
            }
            if instance.count >= instance.task.limit {
                instance.nodes += held.nodes;
                self.end(at, Ending::LimitReached, exchange);
                return Verdict::Drop;
            }
            let full = at > 0 && Self::is_full(self.waiting, self.ring[at].solutions.len());
            return if full { Verdict::Park } else { Verdict::Go };
        }
        held.count += 1;
        if wanted {
            held.solutions.extend_from_slice(values);
            self.waiting += values.len();
        }
        if instance.task.limit != u64::MAX || instance.task.node_limit != u64::MAX {
            held.marks.push(held.nodes);
            self.waiting += 8;
        }
        if held.count >= instance.task.limit {
            held.state = State::Done;
            return Verdict::Drop;
        }
        let own = held.solutions.len() + 8 * held.marks.len();
        if Self::is_full(self.waiting, own) { Verdict::Park } else { Verdict::Go }
    }

    fn is_full(waiting: usize, own: usize) -> bool {
        own > PATIENCE || (own > 0 && waiting > CROWDED)
    }

    /// Ends the instance that was begun with this fragment.
    pub(crate) fn conclude(&mut self, fragment: u32, ending: Ending, exchange: &mut dyn Exchange) {
        let at = (self.instance_of(fragment) - self.front) as usize;
        self.end(at, ending, exchange);
    }

    /// All of a fragment has been searched.
    pub(crate) fn exhausted(&mut self, fragment: u32, exchange: &mut dyn Exchange) {
        self.fragments[fragment as usize].state = State::Done;
        let at = (self.instance_of(fragment) - self.front) as usize;
        if self.ring[at].head == fragment {
            self.advance(at, exchange);
        }
    }

    /// The head fragment of an instance is done: goes on with those after it.
    fn advance(&mut self, at: usize, exchange: &mut dyn Exchange) {
        loop {
            let head = self.ring[at].head;
            let Fragment { nodes, next, .. } = self.fragments[head as usize];
            let instance = &mut self.ring[at];
            instance.nodes += nodes;
            instance.head = next;
            self.free.push(head);
            if next == NONE {
                return self.end(at, Ending::Complete, exchange);
            }
            if let Some(ending) = self.replay(at, exchange) {
                return self.end(at, ending, exchange);
            }
            match self.fragments[next as usize].state {
                State::Done => {}
                State::Parked if at == 0 => return self.ready.push(next),
                _ => return,
            }
        }
    }

    /// Counts what a fragment did before its turn came.
    fn replay(&mut self, at: usize, exchange: &mut dyn Exchange) -> Option<Ending> {
        let instance = &mut self.ring[at];
        let fragment = &mut self.fragments[instance.head as usize];
        let task = instance.task;
        fragment.budget = task.node_limit - instance.nodes;
        let mut taken = fragment.count;
        let mut ending = (fragment.nodes > fragment.budget).then_some(Ending::NodeLimit);
        let mut nodes = fragment.budget;
        let room = task.limit - instance.count;
        let last = usize::try_from(room)
            .ok()
            .filter(|_| fragment.count >= room)
            .map(|room| fragment.marks[room - 1]);
        if let Some(mark) = last.filter(|&mark| mark <= fragment.budget) {
            (ending, nodes) = (Some(Ending::LimitReached), mark);
        }
        if ending.is_some() {
            taken = fragment.marks.partition_point(|&mark| mark <= nodes).min(room as usize) as u64;
            instance.nodes += nodes;
        }
        instance.count += taken;
        self.waiting -= fragment.solutions.len() + 8 * fragment.marks.len();
        if task.wants == Wants::Solutions {
            let bytes = &fragment.solutions[..taken as usize * self.variables];
            if at == 0 {
                for index in 0..taken as usize {
                    exchange.solution(self.front, &bytes[index * self.variables..][..self.variables]);
                }
            } else {
                instance.solutions.extend_from_slice(bytes);
                self.waiting += bytes.len();
            }
        }
        fragment.marks.clear();
        fragment.solutions.clear();
        fragment.count = 0;
        ending
    }

    /// An instance is decided: withdraws what still works on it, and hands over what can be.
    fn end(&mut self, at: usize, ending: Ending, exchange: &mut dyn Exchange) {
        self.ring[at].ending = Some(ending);
        let mut fragment = std::mem::replace(&mut self.ring[at].head, NONE);
        while fragment != NONE {
            let held = &self.fragments[fragment as usize];
            self.waiting -= held.solutions.len() + 8 * held.marks.len();
            if held.state == State::Done {
                self.free.push(fragment);
            } else {
                self.withdrawn.push(fragment);
            }
            fragment = held.next;
        }
        if at == 0 {
            self.hand_over(exchange);
        }
    }

    /// Hands over the instances at the front that are decided.
    fn hand_over(&mut self, exchange: &mut dyn Exchange) {
        while let Some(Instance { ending: Some(ending), count, nodes, .. }) = self.ring.front() {
            exchange.finished(self.front, Report { ending: *ending, count: *count, nodes: *nodes });
            if let Some(mut gone) = self.ring.pop_front() {
                gone.solutions.clear();
                self.spare.push(gone.solutions);
            }
            self.front += 1;
            let Some(instance) = self.ring.front_mut() else { return };
            let waiting = if instance.task.wants == Wants::Solutions { instance.count as usize } else { 0 };
            for index in 0..waiting {
                exchange
                    .solution(self.front, &instance.solutions[index * self.variables..][..self.variables]);
            }
            self.waiting -= instance.solutions.len();
            instance.solutions.clear();
            let head = instance.head;
            if head != NONE && self.fragments[head as usize].state == State::Parked {
                self.ready.push(head);
            }
        }
    }

    /// Gives up the instance at the front.
    pub(crate) fn give_up(&mut self, exchange: &mut dyn Exchange) {
        if let Some(instance) = self.ring.front_mut() {
            let head = &self.fragments[instance.head as usize];
            instance.nodes += head.nodes;
            self.end(0, Ending::Stopped, exchange);
        }
    }
}
