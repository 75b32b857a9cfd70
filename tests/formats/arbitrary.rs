//! No text makes a reader panic, hang, or run out of stack.

use pencilmark::Exchange;
use proptest::prelude::*;
use serde_json::{Value, json};

const FORMS: [Exchange; 9] = [
    Exchange::Json,
    Exchange::Toml,
    Exchange::FPuzzles,
    Exchange::FPuzzlesLink,
    Exchange::Iss,
    Exchange::KillerNumbers,
    Exchange::KillerArrows,
    Exchange::KillerPicture,
    Exchange::Jigsaw,
];

fn read(text: &str) {
    let _ = Exchange::import(text);
    for form in FORMS {
        if let Ok(imported) = form.read(text) {
            for form in FORMS {
                let _ = form.write(&imported.definition);
            }
        }
    }
}

/// Any JSON, with the words and numbers of f-puzzles among the others.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        "R[0-9]{1,2}C[0-9]{1,2}",
        Just("UR".to_owned()),
        Just("xv".to_owned()),
        "[0-9]{1,12}",
        "\\PC{0,4}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2..12_i64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let key = prop_oneof![
            Just("cells"),
            Just("cell"),
            Just("lines"),
            Just("value"),
            Just("values"),
            Just("direction"),
            Just("region"),
            Just("given"),
            Just("givenPencilMarks"),
            Just("cloneCells"),
            Just("other"),
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_text(text in "\\PC{0,80}|[.~RC0-9A-Za-z_=|+\\n{}\\[\\]:,\"-]{0,120}") {
        read(&text);
    }

    #[test]
    fn any_bytes(bytes: Vec<u8>) {
        read(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_object(
        fields in prop::collection::btree_map(
            prop_oneof![
                Just("arrow"), Just("killercage"), Just("thermometer"), Just("whispers"), Just("difference"), Just("ratio"),
                Just("xv"), Just("clone"), Just("quadruple"), Just("odd"), Just("littlekillersum"), Just("sandwichsum"),
                Just("negative"), Just("nonconsecutive"), Just("diagonal+"), Just("rowindexer"), Just("other"), Just("title"),
            ],
            any_json(),
            0..5,
        ),
        grid in any_json(),
        size in prop_oneof![(1..7_i64).prop_map(Value::from), any_json()],
        square: bool,
    ) {
        let mut board = json!(fields);
        board["size"] = size;
        let side = board["size"].as_u64().filter(|side| *side < 7);
        board["grid"] = match side.filter(|_| square) {
            Some(side) => json!(vec![vec![grid; side as usize]; side as usize]),
            None => grid,
        };
        read(&board.to_string());
    }

    #[test]
    fn any_string(
        items in prop::collection::vec(
            (
                prop_oneof![
                    "[A-Z][a-z]{0,6}", Just(String::new()), Just("Or".to_owned()), Just("And".to_owned()), Just("End".to_owned()),
                    Just("Shape".to_owned()), Just("Jigsaw".to_owned()), Just("Cage".to_owned()), Just("Sum".to_owned()),
                    Just("Pair".to_owned()), Just("NFA".to_owned()), Just("Regex".to_owned()), Just("Var".to_owned()),
                    Just("XSum".to_owned()), Just("LittleKiller".to_owned()), Just("Quad".to_owned()), Just("PillArrow".to_owned()),
                    Just("Arrow".to_owned()), Just("SameValues".to_owned()), Just("X".to_owned()), Just("GreaterThan".to_owned()),
                    Just("RegionSize".to_owned()), Just("Diagonal".to_owned()), Just("Thermo".to_owned()),
                ],
                prop::collection::vec(
                    prop_oneof![
                        "R[1-9a-h]C[1-9a-h](_[0-9]{1,2}){0,2}", "[RC][0-9]{1,2}", "-?[0-9]{1,3}", "[0-9]{1,2}x[0-9]{1,2}",
                        "[A-Za-z0-9_-]{0,20}", Just(String::new()), "V[A-C][0-9]?", "[A-C]",
                    ],
                    0..6,
                ),
            ),
            0..8,
        )
    ) {
        let items = items.into_iter().map(|(name, arguments)| {
            let arguments: String = arguments.iter().map(|argument| format!("~{argument}")).collect();
            format!(".{name}{arguments}")
        });
        read(&items.collect::<String>());
    }
}

#[test]
fn deep_nesting_is_refused() {
    for text in ["[".repeat(100_000), "{\"a\":".repeat(100_000), ".Or".repeat(100_000), "a=[".repeat(100_000)]
    {
        for form in FORMS {
            assert!(form.read(&text).is_err(), "{form} {}", &text[..5]);
        }
        let _ = Exchange::import(&text);
    }
}

#[test]
fn numbers_beyond_all_bounds_are_refused() {
    for text in [
        "{\"size\":99999999999}",
        "{\"rows\":4294967295,\"columns\":4294967295,\"boxes\":\"none\"}",
        ".Shape~4294967295x4294967295",
        ".Var~A~~4294967295",
        ".Var~A~~65536x65536",
        "4294967295x4294967295::k:1:",
    ] {
        for form in FORMS {
            if let Ok(imported) = form.read(text) {
                for form in FORMS {
                    let _ = form.write(&imported.definition);
                }
            }
        }
    }
}
