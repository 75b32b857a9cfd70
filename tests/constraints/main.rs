//! Every named constraint against an independent definition of it, on small random boards that are enumerated.
#![allow(clippy::unwrap_used)]

mod board;
mod generators;
mod meanings;
mod properties;

/// One test a kind, and the share of the values that enumeration removes that propagation must remove too.
macro_rules! kinds {
    ($($name:ident => $share:literal,)*) => {
        $(
            #[test]
            fn $name() {
                properties::check(stringify!($name), $share);
            }
        )*

        const CHECKED: &[&str] = &[$(stringify!($name),)*];
    };
}

kinds! {
    allowed => 1.0,
    all_different => 0.99,
    and => 0.97,
    anti_king => 0.99,
    anti_knight => 0.99,
    anti_taxicab => 0.97,
    automaton => 1.0,
    clone => 1.0,
    counting_circles => 1.0,
    diagonal => 0.99,
    disjoint_groups => 0.99,
    dutch_flatmates => 0.99,
    even => 1.0,
    global_entropy => 0.99,
    global_mod3 => 0.99,
    greater_than => 1.0,
    indexing => 1.0,
    kropki_black => 1.0,
    kropki_white => 1.0,
    maximum => 0.99,
    minimum => 0.99,
    nabner => 0.99,
    negative_difference => 0.99,
    negative_ratio => 0.99,
    non_consecutive => 0.99,
    odd => 1.0,
    or => 0.99,
    pair => 0.99,
    regex => 1.0,
    same_values => 0.99,
    strict_kropki => 0.99,
    strict_xv => 0.99,
    v => 1.0,
    windoku => 0.99,
    x => 1.0,
}

#[test]
fn every_kind_is_checked() {
    for name in pencilmark::Named::NAMES {
        assert!(CHECKED.contains(name), "{name} has no generator");
    }
    for name in CHECKED {
        assert!(pencilmark::Named::NAMES.contains(name), "{name} is no kind");
    }
}
