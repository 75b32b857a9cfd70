//! Instances of a plan, searched one after the other.

use std::sync::Arc;

use crate::search::simd::level::{Ready, Simd};
use crate::search::value_major::body::{Body, Effort, Goal, Path, Step};
#[cfg(test)]
use crate::search::value_major::closure::Closure;
use crate::search::value_major::leaf::Leaf;
use crate::search::value_major::plan::Plan;

/// Searches instances of one plan, one after the other. Allocates nothing once warm.
#[derive(Debug)]
pub(crate) struct Solver {
    ready: Ready,
    body: Box<dyn Body>,
}

impl Solver {
    /// A solver for instances of `plan`, with `simd`, or the best below that the processor has.
    pub(crate) fn new(plan: &Arc<Plan>, simd: Simd) -> Solver {
        Solver { ready: Ready::up_to(simd), body: plan.body() }
    }

    /// Takes up the instance with these domains, one word a variable, narrowed to those of the plan.
    ///
    /// # Panics
    /// If there are not as many domains as variables.
    pub(crate) fn load(&mut self, domains: &[u64]) {
        self.body.load(domains);
    }

    /// Goes on to the next solution, with so many decisions in all at most. `stop` is told what it took and the bytes in
    /// use, at the first decision and then every thousand or so; `true` ends the search, which may be gone on with. The
    /// order of solutions depends on plan and domains alone. What is left of a leaf comes first.
    pub(crate) fn advance(&mut self, nodes: u64, stop: &mut dyn FnMut(Effort, usize) -> bool) -> Step {
        if self.body.leaf().left() > 0 {
            return if self.body.flip(nodes).is_some() { Step::Reached } else { Step::Nodes };
        }
        self.body.advance(self.ready, Goal::Solution(nodes), stop)
    }

    /// Goes on to the next solution of the same leaf, with so many decisions in all at most. Gives the component of it that
    /// changed; none if there is no further one, or not with so many.
    pub(crate) fn flip(&mut self, nodes: u64) -> Option<usize> {
        self.body.flip(nodes)
    }

    /// Leaves out up to so many further solutions of the leaf, with so many more decisions at most. Gives how many of both.
    /// The solution then is none.
    pub(crate) fn skip(&mut self, most: u64, nodes: u64) -> (u64, u64) {
        self.body.skip(most, nodes)
    }

    /// The leaf of the last solution, with the states that its components do not have in that; without components if it is
    /// the only one there.
    pub(crate) fn leaf(&self) -> &Leaf {
        self.body.leaf()
    }

    /// Leaves out what is left of the leaf.
    pub(crate) fn leave(&mut self) {
        self.body.leave();
    }

    /// The number of the value of each variable in the last solution found.
    pub(crate) fn solution(&self) -> &[u8] {
        self.body.solution()
    }

    /// What it took since the instance was taken up.
    pub(crate) fn effort(&self) -> Effort {
        self.body.effort()
    }

    /// Where it stands, for another search that goes on from there.
    pub(crate) fn path(&self) -> Path {
        self.body.path()
    }

    /// Brings domains to their fixpoint under the rules of `closure`. `false` if that is a dead end; the domains
    /// then say nothing.
    ///
    /// # Panics
    /// If there are not as many domains as variables.
    #[cfg(test)]
    pub(crate) fn close(&mut self, domains: &mut [u64], closure: Closure) -> bool {
        self.body.load(domains);
        let step = self.body.advance(self.ready, Goal::Fixpoint(closure), &mut |_, _| false);
        self.body.read(domains);
        step == Step::Reached
    }
}
