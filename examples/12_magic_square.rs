//! A magic square: one house of all cells, and sums. Without its givens it has 7,040 solutions, counting turns and mirrors.
//!
//! `cargo run --release --example 12_magic_square`

use pencilmark::{Count, Definition, Uniqueness, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut definition = Definition::from_json(include_str!("puzzles/magic_square.json"))?;
    let mut square = Variant::new(&definition)?;
    let Uniqueness::Unique(solution) = square.is_unique() else { panic!("it has one solution") };
    println!("{solution}");

    // The smaller one of Lo Shu: eight solutions, which are one.
    let lo_shu = r#"{ "rows": 3, "lines": "none", "houses": ["r1-3c1-3"], "constraints": [
        { "type": "sum", "cells": "r1c1-3", "sum": 15 }, { "type": "sum", "cells": "r2c1-3", "sum": 15 },
        { "type": "sum", "cells": "r3c1-3", "sum": 15 }, { "type": "sum", "cells": "r1-3c1", "sum": 15 },
        { "type": "sum", "cells": "r1-3c2", "sum": 15 }, { "type": "sum", "cells": "r1-3c3", "sum": 15 },
        { "type": "sum", "cells": "r1c1 r2c2 r3c3", "sum": 15 }, { "type": "sum", "cells": "r1c3 r2c2 r3c1", "sum": 15 }
    ] }"#;
    assert_eq!(Variant::new(&Definition::from_json(lo_shu)?)?.count(100), Count::Exactly(8));

    // A few more of the large one.
    definition.givens = None;
    let mut all = Variant::with(&definition, |builder, _| builder.seed(1))?;
    for square in all.solutions().take(2) {
        println!("\n{square}");
    }
    Ok(())
}
