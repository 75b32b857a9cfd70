//! A jigsaw from a puzzle file: a picture of its regions and its givens are all it takes.
//!
//! `cargo run --example 07_jigsaw`

use pencilmark::{Definition, Format, Frames, Uniqueness, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let definition = Definition::from_json(include_str!("puzzles/jigsaw.json"))?;
    let mut jigsaw = Variant::new(&definition)?;
    println!("{}\n", jigsaw.givens().write(jigsaw.grid(), Format::Grid, Frames::Unicode));

    let Uniqueness::Unique(solution) = jigsaw.is_unique() else { panic!("it has one solution") };
    println!("{}", solution.write(jigsaw.grid(), Format::Grid, Frames::Unicode));
    assert_eq!(jigsaw.verify(&solution), Ok(()));
    Ok(())
}
