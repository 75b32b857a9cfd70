//! Five boards that overlap at their corners. Cells that lie in no board are not there.
//!
//! `cargo run --example 09_samurai`

use pencilmark::{Definition, Format, Frames, Uniqueness, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let definition = Definition::from_json(include_str!("puzzles/samurai.json"))?;
    let mut samurai = Variant::new(&definition)?;
    assert_eq!(samurai.grid().cells().count(), 369);
    // Each board has 27 houses; four boxes belong to two boards.
    assert_eq!(samurai.model().regions(), 5 * 27 - 4);
    let Uniqueness::Unique(solution) = samurai.is_unique() else { panic!("it has one solution") };
    println!("{}", solution.write(samurai.grid(), Format::Grid, Frames::Unicode));
    Ok(())
}
