//! What is asked of an instance, and what comes back.

/// What to hand over of the solutions of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Wants {
    /// Only how many there are.
    Count,
    /// Each of them.
    Solutions,
}

/// What to do with one instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Task {
    /// Stop after this many solutions: 1 solves, 2 proves uniqueness, `u64::MAX` counts them all.
    pub(crate) limit: u64,
    /// Stop before trying more decisions than this.
    pub(crate) node_limit: u64,
    /// What to hand over.
    pub(crate) wants: Wants,
}

#[cfg(test)]
impl Task {
    /// Finds up to `limit` solutions, with no limit on the nodes.
    pub(crate) fn solutions(limit: u64) -> Self {
        Task { limit, node_limit: u64::MAX, wants: Wants::Solutions }
    }

    /// Counts up to `limit` solutions, with no limit on the nodes.
    pub(crate) fn count(limit: u64) -> Self {
        Task { limit, node_limit: u64::MAX, wants: Wants::Count }
    }

    /// The same, but stopping before trying more decisions than this.
    #[must_use]
    pub(crate) fn with_node_limit(self, node_limit: u64) -> Self {
        Task { node_limit, ..self }
    }
}

/// How an instance ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ending {
    /// There are no further solutions: this is proved.
    Complete,
    /// As many solutions as were asked for; there may be more.
    LimitReached,
    /// Another decision would have been more than the task allows.
    NodeLimit,
    /// Given up on the caller's word.
    Stopped,
}

/// What came out of one instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Report {
    /// How it ended.
    pub(crate) ending: Ending,
    /// How many solutions were found.
    pub(crate) count: u64,
    /// How many decisions were tried; the last value that a variable has left is none. The same for every number of lanes and every instruction set, unless the caller
    /// stopped the run.
    pub(crate) nodes: u64,
}

/// What the caller says when asked whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Poll {
    /// Go on.
    Continue,
    /// Give up the instance that results wait for, and go on with the others.
    GiveUp,
    /// End the run. Every instance that was begun still gets its report.
    Stop,
}

/// The caller's side of a run: where instances come from and where results go.
///
/// Instances are numbered from zero in the order in which they are handed out; everything about one is handed over
/// before anything about the next.
pub(crate) trait Exchange {
    /// Writes the next instance, one word a variable, over the plan's domains (a value not in the domain of the plan
    /// is not possible, whatever is written), and says what to do with it; `None` if there are no more.
    fn next(&mut self, domains: &mut [u64]) -> Option<Task>;

    /// A solution: the number of the value of each variable. Solutions come in the order of the branches.
    fn solution(&mut self, instance: u64, values: &[u8]);

    /// An instance is done.
    fn finished(&mut self, instance: u64, report: Report);

    /// Called every millisecond or so; `instance` is the one that results wait for, `bytes` are in use.
    fn poll(&mut self, instance: u64, bytes: u64) -> Poll {
        let _ = (instance, bytes);
        Poll::Continue
    }
}
