//! A Latin square with "greater than" between neighbours: each deduction as it is made, in cells and constraints.
//!
//! `cargo run --example 10_futoshiki`

use pencilmark::{Deduction, Definition, Store, Uniqueness, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let definition = Definition::from_json(include_str!("puzzles/futoshiki.json"))?;
    let mut futoshiki = Variant::with(&definition, |builder, words| {
        let words = words.clone();
        builder.observer(move |deduction: &Deduction, _: &Store| println!("{}", words.deduction(deduction)))
    })?;
    let after = futoshiki.inferred().expect_done();
    println!("what follows without trying anything:\n{after}");

    let mut futoshiki = Variant::new(&definition)?;
    let Uniqueness::Unique(solution) = futoshiki.is_unique() else { panic!("it has one solution") };
    println!("the solution:\n{solution}");
    Ok(())
}
