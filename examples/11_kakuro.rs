//! Cross sums: a board with holes, no rows or columns, and a cage for each run of cells.
//!
//! `cargo run --example 11_kakuro`

use pencilmark::{Cell, Definition, Uniqueness, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let definition = Definition::from_json(include_str!("puzzles/kakuro.json"))?;
    let mut kakuro = Variant::new(&definition)?;
    let marks = kakuro.pencil_marks().expect_done();
    for cell in kakuro.grid().cells().take(4).collect::<Vec<Cell>>() {
        println!("{cell} may be {:?}", marks.candidates(cell).collect::<Vec<_>>());
    }
    let Uniqueness::Unique(solution) = kakuro.is_unique() else { panic!("it has one solution") };
    println!("{solution}");
    Ok(())
}
