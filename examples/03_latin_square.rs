//! Latin squares: each symbol once in each line, both ways. Solutions as an iterator, in a random order by a seed.

use pencilmark::{Count, ModelBuilder, Solver};

const SIDE: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = ModelBuilder::new();
    let vars = builder.variables(SIDE * SIDE, 1..=SIDE as i32);
    for i in 0..SIDE {
        builder.region((0..SIDE).map(|j| vars[i * SIDE + j]));
        builder.region((0..SIDE).map(|j| vars[j * SIDE + i]));
    }
    let model = builder.build()?;

    // Each region has as many variables as values, so the engine knows that every value must occur in it.
    let mut solver = Solver::builder(&model).seed(2024).build()?;
    let random = solver.solve().expect_done();
    for line in random.values().chunks(SIDE) {
        println!("{}", line.iter().map(i32::to_string).collect::<Vec<_>>().join(" "));
    }

    // The same seed gives the same squares in the same order.
    let some: Vec<_> = solver.solutions().take(3).collect();
    let again: Vec<_> = Solver::builder(&model).seed(2024).build()?.solutions().take(3).collect();
    assert_eq!(some, again);
    assert_eq!(some[0], random);

    // A count says whether it is exact.
    assert_eq!(solver.count(1000), Count::AtLeast(1000));
    assert_eq!(solver.count(1_000_000), Count::Exactly(161_280));
    Ok(())
}
