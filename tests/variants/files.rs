//! What a puzzle file says, and what it means.

use pencilmark::{Definition, Outcome, Variant};

fn variant(text: &str) -> Variant {
    Variant::new(&text.parse::<Definition>().unwrap()).unwrap()
}

#[test]
fn schema_is_shown() {
    println!("{}", Definition::schema());
}
