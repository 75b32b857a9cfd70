//! Every named constraint against an independent definition of it, on small random boards that are enumerated.
#![allow(clippy::unwrap_used)]

mod board;
mod generators;
mod long;
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
    all_different => 0.99,
    allowed => 1.0,
    and => 0.97,
    anti_king => 0.99,
    anti_knight => 0.99,
    anti_taxicab => 0.97,
    arrow => 0.95,
    automaton => 1.0,
    between => 0.95,
    clone => 1.0,
    counting_circles => 1.0,
    diagonal => 0.99,
    disjoint_groups => 0.99,
    double_arrow => 0.95,
    dutch_flatmates => 0.99,
    entropic => 0.95,
    equality_cage => 0.95,
    even => 1.0,
    global_entropy => 0.99,
    global_mod3 => 0.99,
    greater_than => 1.0,
    indexing => 1.0,
    killer => 0.95,
    kropki_black => 1.0,
    kropki_white => 1.0,
    little_killer => 0.95,
    lockout => 0.95,
    lunchbox => 0.95,
    maximum => 0.99,
    minimum => 0.99,
    modular => 0.95,
    nabner => 0.99,
    negative_difference => 0.99,
    negative_ratio => 0.99,
    non_consecutive => 0.99,
    numbered_room => 0.95,
    odd => 1.0,
    or => 0.99,
    pair => 0.99,
    palindrome => 0.95,
    quadruple => 0.95,
    regex => 1.0,
    region_sum_line => 0.95,
    rellik => 0.95,
    renban => 0.95,
    same_values => 0.99,
    sandwich => 0.95,
    skyscraper => 0.95,
    slow_thermo => 0.95,
    strict_kropki => 0.99,
    strict_xv => 0.99,
    sum => 0.95,
    thermo => 0.95,
    v => 1.0,
    whisper => 0.95,
    windoku => 0.99,
    x => 1.0,
    x_sum => 0.95,
    zipper => 0.95,
}

/// Kinds that are posted in parts where there are many values; how much less that removes stands in their descriptions.
mod in_parts {
    use crate::properties::check_long;

    #[test]
    fn equality_cage() {
        check_long("equality_cage", 0.95);
    }

    #[test]
    fn lunchbox() {
        check_long("lunchbox", 0.12);
    }

    #[test]
    fn rellik() {
        check_long("rellik", 0.88);
    }

    #[test]
    fn renban() {
        check_long("renban", 0.6);
    }
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
