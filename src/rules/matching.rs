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

    /// Tells `found`, once all variables have a value, each strongly connected component of "could take the value of": the
    /// words of its values. The free values together are one more node: it can take any value, and what has a free value
    /// can take that.
    ///
    /// H. N. Gabow, *Path-based depth-first search for strong and biconnected components*, Information Processing Letters
    /// 74 (2000), pages 107–114, on sets of values: a component of the path is the values that it owns and those that it
    /// could take, so that a step looks at words and not at edges.
    pub(crate) fn components<E>(
        &self,
        mut found: impl FnMut(&Matching, &[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let width = self.width;
        let mut unvisited = vec![0; width];
        for i in 0..self.len {
            unvisited.iter_mut().zip(self.domain(i)).for_each(|(all, word)| *all |= word);
        }
        let mut owned = vec![0; width];
        for &value in &self.value_of {
            owned[value as usize / 64] |= 1 << (value % 64);
        }
        let mut path: Vec<u64> = Vec::with_capacity(2 * width * (self.len + 1));
        for &start in &self.value_of {
            if unvisited[start as usize / 64] >> (start % 64) & 1 == 0 {
                continue;
            }
            self.enter(start, &owned, &mut unvisited, &mut path);
            while let Some(top) = path.len().checked_sub(2 * width) {
                match first_of_both(&path[top + width..], &unvisited) {
                    Some(value) => self.enter(value, &owned, &mut unvisited, &mut path),
                    None => {
                        found(self, &path[top..top + width])?;
                        path.truncate(top);
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds the node of a value to the path, and makes one component of all from the lowest that it leads back to.
    fn enter(&self, value: u32, owned: &[u64], unvisited: &mut [u64], path: &mut Vec<u64>) {
        let width = self.width;
        let new = path.len();
        match self.owner_of[value as usize] {
            NONE => {
                path.extend(unvisited.iter().zip(owned).map(|(unvisited, owned)| unvisited & !owned));
                path.extend_from_slice(owned);
            }
            owner => {
                path.extend((0..width).map(|_| 0));
                path[new + value as usize / 64] = 1 << (value % 64);
                path.extend_from_slice(self.domain(owner as usize));
            }
        }
        unvisited.iter_mut().zip(&path[new..new + width]).for_each(|(unvisited, here)| *unvisited &= !here);
        let leads_to = |at: &usize| first_of_both(&path[*at..at + width], &path[new + width..]).is_some();
        if let Some(at) = (0..new).step_by(2 * width).find(leads_to) {
            for from in (at + 2 * width..path.len()).step_by(2 * width) {
                for word in 0..2 * width {
                    path[at + word] |= path[from + word];
                }
            }
            path.truncate(at + 2 * width);
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

pub(crate) fn bits(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    let mut next = 0;
    std::iter::from_fn(move || {
        let value = after(words, next)?;
        next = value + 1;
        Some(value)
    })
}
