//! A killer Sudoku, and what is said when two of its cages are changed.
//!
//! `cargo run --example 08_killer`

use pencilmark::{Cells, Definition, Killer, Named, Outcome, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let definition = Definition::from_json(include_str!("puzzles/killer.json"))?;
    let mut killer = Variant::new(&definition)?;
    let solution = killer.solve().expect_done();
    println!("{solution}");

    // Constraints are data: this cage cannot be.
    let mut wrong = definition.clone();
    let cells: Cells = "r1c1-2".parse()?;
    wrong.constraints.push(Named::from(Killer { cells, sum: Some(2), repeats: false }));
    let mut wrong = Variant::new(&wrong)?;
    let Outcome::NoSolution(proof) = wrong.solve() else { panic!("two digits never add up to 2") };
    println!("{}", wrong.reason(&proof));

    // A filled board is checked against everything; what it breaks is named.
    let Err(broken) = wrong.verify(&solution) else { panic!("the new cage does not hold") };
    println!("{}", broken.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
    Ok(())
}
