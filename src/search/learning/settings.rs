//! The numbers that steer learning search.

/// How often what is done. All is counted in conflicts, so that a run can be repeated.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The fewest conflicts between two restarts of the focused mode.
    pub(crate) restart: u64,
    /// By how much what was learnt of late must be worse than before for one of them.
    pub(crate) margin: f64,
    /// The unit of the restarts of the stable mode.
    pub(crate) stable_restart: u64,
    /// The length of the first turn of a mode; the n-th is n times as long.
    pub(crate) turn: u64,
    /// The first reduction comes after so many conflicts, the n-th n times as many after the one before.
    pub(crate) reduce: u64,
    /// Conflicts between two changes of all phases; the n-th n times as many.
    pub(crate) rephase: u64,
    /// Clauses of more literals, or more levels, are used once and not kept.
    pub(crate) longest: usize,
    pub(crate) widest: u32,
    /// How many literals the clauses that exclude solutions may have together.
    pub(crate) exclusions: usize,
    /// How fast bumps fade, in focused and stable mode.
    pub(crate) fade: [f64; 2],
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            restart: 2,
            margin: 1.1,
            stable_restart: 1024,
            turn: 1000,
            reduce: 300,
            rephase: 1000,
            longest: 200,
            widest: 30,
            exclusions: 1 << 16,
            fade: [0.95, 0.95],
        }
    }
}
