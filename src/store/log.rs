//! The log: trail, change log and reason store in one array.

/// No entry, no cause: the end of a chain.
pub(crate) const NONE: u32 = u32::MAX;

/// Why a domain changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Cause {
    /// The caller said so, before the question.
    Assumption,
    /// The search tried it.
    Decision,
    /// The search tried the opposite and found no (further) solution there.
    Refuted,
    /// A rule applied to a scope: the number of that pair in the schedule.
    Applied(u32),
}

const ASSUMPTION: u32 = u32::MAX;
const DECISION: u32 = u32::MAX - 1;
const REFUTED: u32 = u32::MAX - 2;

impl Cause {
    pub(crate) fn code(self) -> u32 {
        match self {
            Cause::Assumption => ASSUMPTION,
            Cause::Decision => DECISION,
            Cause::Refuted => REFUTED,
            Cause::Applied(number) => number,
        }
    }

    pub(crate) fn of(code: u32) -> Cause {
        match code {
            ASSUMPTION => Cause::Assumption,
            DECISION => Cause::Decision,
            REFUTED => Cause::Refuted,
            number => Cause::Applied(number),
        }
    }
}

/// Whether bits were removed one by one, or because another value was assigned. The removals of
/// an assignment stand for one positive literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum Kind {
    Removal,
    Assignment,
    /// Not a domain: a word of a rule's memory was overwritten.
    Memory,
}

/// One change of one word. Undoing it is an exclusive or.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The bits that changed.
    pub(crate) bits: u64,
    /// The word, by its place in the store.
    pub(crate) place: u32,
    /// The entry that changed the same word before, or [`NONE`].
    pub(crate) previous: u32,
    /// The cause, as a code.
    pub(crate) cause: u32,
    pub(crate) kind: Kind,
}
