//! What a puzzle file says, and what it means.

use pencilmark::{Definition, Outcome, Variant};

fn variant(text: &str) -> Variant {
    Variant::new(&text.parse::<Definition>().unwrap()).unwrap()
}

#[test]
fn schema_is_shown() {
    println!("{}", serde_json::to_string_pretty(&Definition::schema()).unwrap());
}

#[test]
fn a_jigsaw_is_its_picture_and_its_givens() {
    let mut variant = variant(
        r#"{ "regions": ["AAAB", "ACBB", "CCDB", "CDDD"], "givens": ["1...", "..4.", "....", "...2"] }"#,
    );
    println!("{}", variant.model().regions());
    let Outcome::Done(filling) = variant.solve() else { panic!() };
    println!("{filling}");
    variant.verify(&filling).unwrap();
}
