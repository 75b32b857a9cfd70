//! A matching of the variables of a scope with different values, and what could be exchanged in it.

use std::ops::Range;

use fixedbitset::FixedBitSet;

/// No variable, no value.
pub(crate) const NONE: u32 = u32::MAX;

/// Variables by their position in the scope, values by their bit counted from the first word of the scope.
pub(crate) struct Matching {
    len: usize,
    width: usize,
    /// `width` words a variable.
    domains: Vec<u64>,
    value_of: Vec<u32>,
    owner_of: Vec<u32>,
}

impl Matching {
    /// No variable has a value yet.
    pub(crate) fn new(len: usize, words: Range<usize>, word: impl Fn(usize, usize) -> u64) -> Matching {
        let domains = (0..len).flat_map(|i| words.clone().map(move |at| (i, at)));
        Matching {
            len,
            width: words.len(),
            domains: domains.map(|(i, at)| word(i, at)).collect(),
            value_of: vec![NONE; len],
            owner_of: vec![NONE; words.len() * 64],
        }
    }

    fn domain(&self, i: usize) -> &[u64] {
        &self.domains[i * self.width..(i + 1) * self.width]
    }

    /// The value of variable `i`.
    pub(crate) fn value_of(&self, i: usize) -> u32 {
        self.value_of[i]
    }

    /// Whose value this is.
    pub(crate) fn owner_of(&self, value: u32) -> u32 {
        self.owner_of.get(value as usize).copied().unwrap_or(NONE)
    }

    /// Gives variable `i` this value, where it has it and nobody else does.
    pub(crate) fn keep(&mut self, i: usize, value: u32) {
        let has = self.domain(i).get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1);
        if has && self.owner_of[value as usize] == NONE {
            self.give(i, value);
        }
    }

    fn give(&mut self, i: usize, value: u32) {
        self.value_of[i] = value;
        self.owner_of[value as usize] = i as u32;
    }

    /// Gives a value to all variables.
    ///
    /// # Errors
    /// Variables that have fewer values than they are, one less.
    pub(crate) fn complete(&mut self) -> Result<(), FixedBitSet> {
        let mut free = vec![u64::MAX; self.width];
        for &value in self.value_of.iter().filter(|&&value| value != NONE) {
            free[value as usize / 64] &= !(1 << (value % 64));
        }
        for i in 0..self.len {
            if self.value_of[i] == NONE
                && let Some(value) = first_of_both(self.domain(i), &free)
            {
                free[value as usize / 64] &= !(1 << (value % 64));
                self.give(i, value);
            }
        }
        let (mut queue, mut from) = (Vec::new(), vec![NONE; self.len]);
        for i in 0..self.len {
            if self.value_of[i] == NONE {
                self.augment(i, &mut free, &mut queue, &mut from)?;
            }
        }
        Ok(())
    }

    /// Finds a value for variable `start` by passing values on, breadth first.
    fn augment(
        &mut self,
        start: usize,
        free: &mut [u64],
        queue: &mut Vec<usize>,
        from: &mut [u32],
    ) -> Result<(), FixedBitSet> {
        let mut unseen = vec![u64::MAX; self.width];
        queue.clear();
        queue.push(start);
        let mut next = 0;
        while let Some(&i) = queue.get(next) {
            next += 1;
            if let Some(mut value) = first_of_both(self.domain(i), free) {
                free[value as usize / 64] &= !(1 << (value % 64));
                let mut taker = i;
                loop {
                    let before = self.value_of[taker];
                    self.give(taker, value);
                    if taker == start {
                        return Ok(());
                    }
                    (taker, value) = (from[taker] as usize, before);
                }
            }
            for (word, unseen) in unseen.iter_mut().enumerate() {
                let mut bits = self.domains[i * self.width + word] & *unseen;
                *unseen &= !bits;
                while bits != 0 {
                    let owner = self.owner_of[word * 64 + bits.trailing_zeros() as usize] as usize;
                    bits &= bits - 1;
                    from[owner] = i as u32;
                    queue.push(owner);
                }
            }
        }
        let mut short = FixedBitSet::with_capacity(self.len);
        short.extend(queue.iter().copied());
        Err(short)
    }

    /// The variables that a value could be passed on to from variable `start`, itself among them, if all have a value.
    pub(crate) fn reached_from(&self, start: usize) -> FixedBitSet {
        let mut reached = FixedBitSet::with_capacity(self.len);
        let mut stack = vec![start];
        reached.insert(start);
        while let Some(i) = stack.pop() {
            for value in bits(self.domain(i)) {
                let owner = self.owner_of[value as usize];
                if owner != NONE && !reached.put(owner as usize) {
                    stack.push(owner as usize);
                }
            }
        }
        reached
    }

    /// The words of all values that these variables have.
    pub(crate) fn values_of(&self, variables: &FixedBitSet) -> Vec<u64> {
        let mut words = vec![0; self.width];
        for i in variables.ones() {
            for (all, word) in words.iter_mut().zip(self.domain(i)) {
                *all |= word;
            }
        }
        words
    }

    /// The strongly connected components of "could take the value of", once all variables have a value. The free values
    /// together are one more node: it can take any value, and what has a free value can take that.
    ///
    /// R. Tarjan, *Depth-first search and linear graph algorithms*, SIAM Journal on Computing 1 (1972), pages 146–160,
    /// on a stack of its own.
    pub(crate) fn components(&self) -> Components {
        let mut free = vec![u64::MAX; self.width];
        for &value in &self.value_of {
            free[value as usize / 64] &= !(1 << (value % 64));
        }
        let nodes = self.len + 1;
        let mut search = Search {
            matching: self,
            free,
            order: vec![NONE; nodes],
            low: vec![NONE; nodes],
            waiting: Vec::new(),
            visited: 0,
            found: Components { width: self.width, component: vec![NONE; nodes], kept: Vec::new() },
        };
        for node in 0..nodes {
            if search.order[node] == NONE {
                search.from(node);
            }
        }
        search.found
    }
}

/// Which values each variable may keep.
pub(crate) struct Components {
    width: usize,
    component: Vec<u32>,
    /// `width` words a component.
    kept: Vec<u64>,
}

impl Components {
    /// The values of word `word`, counted from the first word of the scope, that variable `i` may keep.
    pub(crate) fn kept(&self, i: usize, word: usize) -> u64 {
        self.kept[self.component[i] as usize * self.width + word]
    }
}

/// A depth-first search for components. Its nodes are the variables and, last, the free values.
struct Search<'a> {
    matching: &'a Matching,
    free: Vec<u64>,
    order: Vec<u32>,
    low: Vec<u32>,
    /// Visited, of no component yet.
    waiting: Vec<usize>,
    visited: u32,
    found: Components,
}

impl Search<'_> {
    fn from(&mut self, root: usize) {
        self.enter(root);
        let mut path = vec![(root, 0)];
        while let Some((here, next)) = path.last_mut() {
            let here = *here;
            match self.successor(here, next) {
                Some(node) if self.order[node] == NONE => {
                    self.enter(node);
                    path.push((node, 0));
                }
                Some(node) if self.found.component[node] == NONE => {
                    self.low[here] = self.low[here].min(self.order[node]);
                }
                Some(_) => {}
                None => {
                    path.pop();
                    if let Some(&(before, _)) = path.last() {
                        self.low[before] = self.low[before].min(self.low[here]);
                    }
                    if self.low[here] == self.order[here] {
                        self.close(here);
                    }
                }
            }
        }
    }

    /// The first node from `next` on, counted by its value, whose value this one could take.
    fn successor(&self, node: usize, next: &mut u32) -> Option<usize> {
        let len = self.matching.len;
        if node == len {
            let variable = *next as usize;
            *next += 1;
            return (variable < len).then_some(variable);
        }
        let value = after(self.matching.domain(node), *next)?;
        *next = value + 1;
        match self.matching.owner_of[value as usize] {
            NONE => Some(len),
            owner => Some(owner as usize),
        }
    }

    fn enter(&mut self, node: usize) {
        self.order[node] = self.visited;
        self.low[node] = self.visited;
        self.visited += 1;
        self.waiting.push(node);
    }

    /// All that waits since `root` was entered is one component.
    fn close(&mut self, root: usize) {
        let width = self.found.width;
        let start = self.found.kept.len();
        let number = (start / width.max(1)) as u32;
        self.found.kept.resize(start + width, 0);
        while let Some(node) = self.waiting.pop() {
            self.found.component[node] = number;
            let kept = &mut self.found.kept[start..];
            if node == self.matching.len {
                kept.iter_mut().zip(&self.free).for_each(|(kept, free)| *kept |= free);
            } else {
                let value = self.matching.value_of[node] as usize;
                kept[value / 64] |= 1 << (value % 64);
            }
            if node == root {
                break;
            }
        }
    }
}

fn first_of_both(one: &[u64], other: &[u64]) -> Option<u32> {
    let both = one.iter().zip(other).map(|(one, other)| one & other);
    both.enumerate().find(|&(_, word)| word != 0).map(|(at, word)| at as u32 * 64 + word.trailing_zeros())
}

/// The first bit that is not before `start`.
fn after(words: &[u64], start: u32) -> Option<u32> {
    let first = start as usize / 64;
    let cut = words.get(first)? & u64::MAX << (start % 64);
    if cut != 0 {
        return Some(first as u32 * 64 + cut.trailing_zeros());
    }
    let rest = words[first + 1..].iter().position(|&word| word != 0)?;
    Some((first + 1 + rest) as u32 * 64 + words[first + 1 + rest].trailing_zeros())
}

fn bits(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    let mut next = 0;
    std::iter::from_fn(move || {
        let value = after(words, next)?;
        next = value + 1;
        Some(value)
    })
}
