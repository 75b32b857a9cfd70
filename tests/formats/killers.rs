//! Killers and jigsaws as text.

use pencilmark::{Exchange, Variant};

#[test]
fn a_picture_is_read() {
    let text =
        "AB|CC\nAB|DD\n--+--\nEE|FG\nHH|FG\n\nA = 4   B = 6   C = 5\nD = 5   E = 3   F = 4\nG = 6   H = 7\n";
    let imported = Exchange::import(text).unwrap();
    assert_eq!(imported.form, Exchange::KillerPicture);
    assert_eq!(imported.definition.constraints.len(), 8);
    // Rows 1 and 2 hold 1 3 and 2 4 in their columns, rows 3 and 4 what is left.
    let mut variant = Variant::new(&imported.definition).unwrap();
    assert!(variant.count(100).found() > 0);
}

#[test]
fn a_jigsaw_is_read() {
    let imported = Exchange::import("1.....4........2\nAAABACBBCCDBCDDD").unwrap();
    assert_eq!(imported.form, Exchange::Jigsaw);
    let value = serde_json::to_value(&imported.definition).unwrap();
    assert_eq!(value["regions"][1], "ACBB");
    assert_eq!(value["givens"][1], "..4.");
}
