//! Which clauses to look at when a literal becomes false: two watched literals a clause.

use crate::search::learning::clauses::{ClauseRef, Clauses};
use crate::search::learning::literal::Lit;

/// A clause that watches a literal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    /// The clause; the top bit says that it has two literals.
    code: u32,
    /// Another literal of the clause: where it is true, the clause need not be looked at.
    pub(crate) other: Lit,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    #[inline]
    pub(crate) fn new(clause: ClauseRef, other: Lit, size: usize) -> Watch {
        Watch { code: if size == 2 { clause.0 | BINARY } else { clause.0 }, other }
    }

    #[inline]
    pub(crate) fn clause(self) -> ClauseRef {
        ClauseRef(self.code & !BINARY)
    }

    #[inline]
    pub(crate) fn is_binary(self) -> bool {
        self.code & BINARY != 0
    }
}

/// The watches of each literal. Most literals are watched by nobody, so each has only a number of a list.
#[derive(Clone, Debug)]
pub(crate) struct Watches {
    list_of: Vec<u32>,
    lists: Vec<Vec<Watch>>,
    count: usize,
}

impl Watches {
    pub(crate) fn new(slots: usize) -> Watches {
        Watches { list_of: vec![0; slots * 2], lists: vec![Vec::new()], count: 0 }
    }

    /// Whether some clause watches `lit`, and in which list.
    #[inline]
    pub(crate) fn list(&self, lit: Lit) -> Option<usize> {
        let list = self.list_of[lit.index()] as usize;
        (list != 0 && !self.lists[list].is_empty()).then_some(list)
    }

    #[inline]
    pub(crate) fn add(&mut self, lit: Lit, watch: Watch) {
        let list = &mut self.list_of[lit.index()];
        if *list == 0 {
            *list = self.lists.len() as u32;
            self.lists.push(Vec::new());
        }
        self.lists[*list as usize].push(watch);
    }

    /// Watches the first two literals of a clause.
    pub(crate) fn attach(&mut self, clauses: &Clauses, clause: ClauseRef) {
        let lits = clauses.lits(clause);
        let (first, second, size) = (Lit(lits[0]), Lit(lits[1]), lits.len());
        self.add(first, Watch::new(clause, second, size));
        self.add(second, Watch::new(clause, first, size));
        self.count += 2;
    }

    /// Takes a list out, to be walked and given back by [`put`](Watches::put).
    #[inline]
    pub(crate) fn take(&mut self, list: usize) -> Vec<Watch> {
        std::mem::take(&mut self.lists[list])
    }

    #[inline]
    pub(crate) fn put(&mut self, list: usize, watches: Vec<Watch>) {
        debug_assert!(self.lists[list].is_empty());
        self.lists[list] = watches;
    }

    /// Forgets all watches, and watches all clauses anew.
    pub(crate) fn rebuild(&mut self, clauses: &Clauses) {
        for list in &mut self.lists {
            list.clear();
        }
        self.count = 0;
        for &clause in clauses.all() {
            self.attach(clauses, clause);
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        // A list has grown by doubling.
        let lists = self.lists.capacity() * size_of::<Vec<Watch>>();
        (self.list_of.capacity() * 4 + lists + 2 * self.count * size_of::<Watch>()) as u64
    }
}
