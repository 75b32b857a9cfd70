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
    /// In learning search: a literal of the same group became true, which only one of them can be.
    Other(u32),
    /// In learning search: all other literals of a group, one of which must be true, became false.
    Group(u32),
    /// In learning search: all other literals of a learnt clause became false.
    Clause(u32),
}

impl Cause {
    /// Which of the causes it is, and its number.
    fn pack(self) -> (u8, u32) {
        match self {
            Cause::Assumption => (0, 0),
            Cause::Decision => (1, 0),
            Cause::Refuted => (2, 0),
            Cause::Applied(number) => (3, number),
            Cause::Other(number) => (4, number),
            Cause::Group(number) => (5, number),
            Cause::Clause(number) => (6, number),
        }
    }
}

/// Whether bits were removed one by one, or because another value was assigned. The removals of
/// an assignment stand for one positive literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
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
    /// The cause: its number, and which of the causes it is. Packed, they leave an entry at 24 bytes.
    number: u32,
    tag: u8,
    pub(crate) kind: Kind,
}

impl Entry {
    #[inline]
    pub(crate) fn new(bits: u64, place: u32, previous: u32, cause: Cause, kind: Kind) -> Entry {
        let (tag, number) = cause.pack();
        Entry { bits, place, previous, number, tag, kind }
    }

    #[inline]
    pub(crate) fn cause(&self) -> Cause {
        match self.tag {
            0 => Cause::Assumption,
            1 => Cause::Decision,
            2 => Cause::Refuted,
            3 => Cause::Applied(self.number),
            4 => Cause::Other(self.number),
            5 => Cause::Group(self.number),
            _ => Cause::Clause(self.number),
        }
    }

    /// Gives the clause that is the cause a new number.
    pub(crate) fn renumber_clause(&mut self, number: u32) {
        debug_assert!(matches!(self.cause(), Cause::Clause(_)));
        self.number = number;
    }
}

const _: () = assert!(size_of::<Entry>() == 24);
