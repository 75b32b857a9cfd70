//! Reverse unit propagation: nothing of a solver but that, and nothing of the engine.

/// Clauses as a checker reads them.
pub(crate) fn dimacs(text: &str) -> (usize, Vec<Vec<i64>>) {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(head[..2], ["p", "cnf"]);
    let clauses: Vec<Vec<i64>> = lines.map(clause).collect();
    assert_eq!(head[3].parse(), Ok(clauses.len()), "the head tells how many clauses there are");
    (head[2].parse().unwrap(), clauses)
}

fn clause(line: &str) -> Vec<i64> {
    let mut numbers: Vec<i64> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
    assert_eq!(numbers.pop(), Some(0), "a clause ends with 0");
    numbers
}

/// Reverse unit propagation with two watched literals: nothing of a solver but that.
struct Checker {
    clauses: Vec<Vec<i64>>,
    watches: Vec<Vec<usize>>,
    value: Vec<i8>,
    trail: Vec<i64>,
    next: usize,
    refuted: bool,
}

impl Checker {
    fn new(numbers: usize, clauses: Vec<Vec<i64>>) -> Checker {
        let mut checker = Checker {
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * numbers + 2],
            value: vec![0; numbers + 1],
            trail: Vec::new(),
            next: 0,
            refuted: false,
        };
        clauses.into_iter().for_each(|clause| checker.add(clause));
        checker
    }

    fn index(lit: i64) -> usize {
        2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
    }

    fn truth(&self, lit: i64) -> i8 {
        self.value[lit.unsigned_abs() as usize] * lit.signum() as i8
    }

    fn set(&mut self, lit: i64) {
        self.value[lit.unsigned_abs() as usize] = lit.signum() as i8;
        self.trail.push(lit);
    }

    /// Adds a clause for good, and what follows from it by itself.
    fn add(&mut self, mut clause: Vec<i64>) {
        clause.sort_by_key(|&lit| -self.truth(lit));
        match clause[..] {
            [] => self.refuted = true,
            [first, ..] if clause.len() == 1 || self.truth(clause[1]) < 0 => match self.truth(first) {
                -1 => self.refuted = true,
                0 => self.set(first),
                _ => {}
            },
            _ => {}
        }
        if clause.len() > 1 {
            let number = self.clauses.len();
            self.watches[Checker::index(clause[0])].push(number);
            self.watches[Checker::index(clause[1])].push(number);
            self.clauses.push(clause);
        }
        self.refuted |= !self.propagate();
    }

    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.next) {
            self.next += 1;
            let false_lit = -lit;
            let watching = std::mem::take(&mut self.watches[Checker::index(false_lit)]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut conflict = false;
            for number in watching {
                if conflict {
                    kept.push(number);
                    continue;
                }
                let mut clause = std::mem::take(&mut self.clauses[number]);
                if clause[0] == false_lit {
                    clause.swap(0, 1);
                }
                let other = (2..clause.len()).find(|&i| self.truth(clause[i]) >= 0);
                match (self.truth(clause[0]), other) {
                    (1, _) => kept.push(number),
                    (_, Some(i)) => {
                        clause.swap(1, i);
                        self.watches[Checker::index(clause[1])].push(number);
                    }
                    (-1, None) => {
                        kept.push(number);
                        conflict = true;
                    }
                    (_, None) => {
                        kept.push(number);
                        self.set(clause[0]);
                    }
                }
                self.clauses[number] = clause;
            }
            self.watches[Checker::index(false_lit)].extend(kept);
            if conflict {
                return false;
            }
        }
        true
    }

    /// Whether the clause follows by unit propagation from its opposite; then it is added.
    fn step(&mut self, clause: &[i64]) -> bool {
        if self.refuted {
            return true;
        }
        let (trail, next) = (self.trail.len(), self.next);
        let mut follows = false;
        for &lit in clause {
            match self.truth(lit) {
                1 => follows = true,
                0 => self.set(-lit),
                _ => {}
            }
        }
        follows = follows || !self.propagate();
        for lit in self.trail.drain(trail..) {
            self.value[lit.unsigned_abs() as usize] = 0;
        }
        self.next = next;
        if follows {
            self.add(clause.to_vec());
        }
        follows
    }
}

/// Whether a whole proof holds and ends with the empty clause.
pub(crate) fn holds(cnf: &str, proof: &str) -> bool {
    let (numbers, clauses) = dimacs(cnf);
    let mut checker = Checker::new(numbers, clauses);
    let steps: Vec<Vec<i64>> = proof.lines().map(clause).collect();
    steps.iter().all(|step| checker.step(step)) && steps.last().is_some_and(Vec::is_empty)
}
