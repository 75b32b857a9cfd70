//! Queens on a chessboard, none attacking another: a rule from outside that works on regions of its own.
//!
//! One variable a line of the board, whose value is the queen's place in it. All variables differ: that is a
//! region. On the diagonals it is not the values that differ but value plus line, and value minus line: that is a
//! constraint on each pair, and one rule for all of them. (The library has both in one, for a thousand queens in a quarter
//! of a second: `Shifted`. This is how to write your own.)

use pencilmark::{Conflict, Constraint, Model, ModelBuilder, Rule, Scope, Scopes, Solver, Var};

/// Two queens so many lines apart are not on one diagonal.
struct Apart {
    pair: [Var; 2],
    lines: u32,
}

impl Constraint for Apart {
    fn name(&self) -> &str {
        "diagonal"
    }

    fn scope(&self) -> &[Var] {
        &self.pair
    }

    fn holds(&self, values: &[i32]) -> bool {
        values[0].abs_diff(values[1]) != self.lines
    }
}

/// A queen that stands takes its diagonals from all others.
struct Diagonals(Vec<Var>);

impl Rule for Diagonals {
    fn name(&self) -> &str {
        "diagonals"
    }

    fn scopes(&self, _: &Model) -> Scopes {
        Scopes::Lists(vec![self.0.clone()])
    }

    fn apply(&self, scope: &mut Scope<'_>) -> Result<(), Conflict> {
        for i in 0..scope.len() {
            let Some(place) = scope.value(i) else { continue };
            for j in (0..scope.len()).filter(|&j| j != i) {
                let lines = i.abs_diff(j) as i32;
                scope.remove(j, place + lines)?;
                scope.remove(j, place - lines)?;
            }
        }
        Ok(())
    }
}

fn queens(side: usize) -> Result<Solver, Box<dyn std::error::Error>> {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(side, 0..=side as i32 - 1);
    builder.region(vars.iter().copied());
    for (i, &a) in vars.iter().enumerate() {
        for (j, &b) in vars.iter().enumerate().skip(i + 1) {
            builder.constraint(Apart { pair: [a, b], lines: (j - i) as u32 });
        }
    }
    Ok(Solver::builder(&builder.build()?).rule(Diagonals(vars)).build()?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = queens(8)?.solve().expect_done();
    for &place in board.values() {
        println!("{}Q{}", ". ".repeat(place as usize), " .".repeat(7 - place as usize));
    }
    for (side, count) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)] {
        assert_eq!(queens(side)?.count(1000).found(), count);
    }
    Ok(())
}
