//! The smallest use of the engine: colour a map so that neighbours differ.
//!
//! Variables have domains, regions say which variables must all differ, and a solver answers questions.

use pencilmark::{Literal, ModelBuilder, Solver, Uniqueness};

const COLOURS: [&str; 3] = ["red", "green", "blue"];
const STATES: [&str; 7] = [
    "Western Australia",
    "Northern Territory",
    "South Australia",
    "Queensland",
    "New South Wales",
    "Victoria",
    "Tasmania",
];
const BORDERS: [(usize, usize); 9] = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (3, 4), (4, 5)];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // One variable a state, one value a colour, and a region of two for each border.
    let mut builder = ModelBuilder::new();
    let states = builder.variables(STATES.len(), 0..=2);
    for (a, b) in BORDERS {
        builder.region([states[a], states[b]]);
    }
    let model = builder.build()?;

    let mut solver = Solver::new(&model);
    let map = solver.solve().expect_done();
    for (name, &state) in STATES.iter().zip(&states) {
        println!("{name}: {}", COLOURS[map[state] as usize]);
    }
    assert!(BORDERS.iter().all(|&(a, b)| map[states[a]] != map[states[b]]));

    // Tasmania borders nothing: each of the six colourings of the mainland comes with three of it.
    assert_eq!(solver.count(100).found(), 18);

    // With three colours given, what is left of the mainland follows, and the map is unique.
    for (state, colour) in [(0, 0), (1, 1), (6, 2)] {
        solver.assume(Literal::Is(states[state], colour));
    }
    let Uniqueness::Unique(only) = solver.check() else { panic!("one map is left") };
    assert_eq!(solver.infer().expect_done().value(states[3]), Some(only[states[3]]));
    Ok(())
}
