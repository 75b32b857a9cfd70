//! What it took to answer a question.

/// Counts of one question. They depend on the model, the options and the seed only, never on the clock. What an earlier
/// question to the same solver has already inferred from the model alone is not done again, and not counted again among
/// applications and changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Statistics {
    /// Decisions tried by the search.
    pub nodes: u64,
    /// Dead ends met: conflicts, and complete assignments that did not pass the final check.
    pub conflicts: u64,
    /// Solutions found.
    pub solutions: u64,
    /// The most decisions that stood at the same time.
    pub depth: u64,
    /// Applications of a rule to a scope.
    pub applications: u64,
    /// Changes of a word of a domain.
    pub changes: u64,
    /// Literals that learning search made true, by decision or propagation.
    pub propagations: u64,
    /// Nogoods that learning search has learnt.
    pub learnt: u64,
    /// Nogoods that it has kept.
    pub kept: u64,
    /// How often a search began anew with what it had learnt.
    pub restarts: u64,
    /// Variables that have their value without any decision: by the model, the assumptions, and what follows from them and
    /// from what was learnt.
    pub fixed: u64,
    /// The most bytes that store and search were seen to hold, by their own count: when the search ended or forgot
    /// nogoods. Unlike the other counts it depends on what earlier questions to the same solver have left.
    pub memory: u64,
}

impl Statistics {
    /// Adds what another question of a series took.
    pub(crate) fn add(&mut self, other: &Statistics) {
        self.nodes += other.nodes;
        self.conflicts += other.conflicts;
        self.solutions += other.solutions;
        self.depth = self.depth.max(other.depth);
        self.applications += other.applications;
        self.changes += other.changes;
        self.propagations += other.propagations;
        self.learnt += other.learnt;
        self.kept += other.kept;
        self.restarts += other.restarts;
        self.memory = self.memory.max(other.memory);
    }

    /// What was counted since the counts were `before`. What is no count (fixed variables, memory, nogoods kept) is left
    /// out.
    pub(crate) fn since(&self, before: &Statistics) -> Statistics {
        Statistics {
            nodes: self.nodes - before.nodes,
            conflicts: self.conflicts - before.conflicts,
            solutions: self.solutions - before.solutions,
            depth: self.depth,
            applications: self.applications - before.applications,
            changes: self.changes - before.changes,
            propagations: self.propagations - before.propagations,
            learnt: self.learnt - before.learnt,
            restarts: self.restarts - before.restarts,
            ..Statistics::default()
        }
    }
}
