//! No text makes the reader panic.

use proptest::prelude::*;

use crate::*;

fn options() -> impl Strategy<Value = ReadOptions> {
    let forms = [Form::Auto, Form::Line, Form::Grid, Form::List, Form::Numbers, Form::Candidates];
    let boxes = [
        Boxes::Usual,
        Boxes::None,
        Boxes::Sized { height: 2, width: 2 },
        Boxes::Sized { height: 3, width: 3 },
        Boxes::Sized { height: u32::MAX, width: u32::MAX },
        Boxes::Sized { height: 0, width: 0 },
    ];
    let symbols = [None, Some("1-9A-G"), Some("0-F"), Some("decimal"), Some("abcd")];
    (
        prop::sample::select(forms.to_vec()),
        prop::sample::select(boxes.to_vec()),
        prop::sample::select(symbols.to_vec()),
    )
        .prop_map(|(form, boxes, symbols)| {
            let options = auto().form(form).boxes(boxes).max_cells(10_000);
            match symbols {
                Some(symbols) => options.symbols(symbols.parse().unwrap()),
                None => options,
            }
        })
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(
        &[
            "1",
            "2",
            "9",
            "0",
            ".",
            "-",
            "---------",
            "+--+--+",
            "|",
            "=",
            "\n",
            "\n\n",
            "\r\n",
            " ",
            ",",
            "[",
            "]",
            "{",
            "}",
            "\"",
            ":",
            "rows",
            "box",
            "null",
            "4 2 2\n",
            "9 3 3\n",
            "12.4",
            "1234\n3412\n",
            "A",
            "G",
            "p",
            "#",
            "\u{feff}",
            "é",
            "\t",
            "board = ",
            "(",
            "16",
            "....",
            "530070000",
        ][..],
    );
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..400),
        prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat().into_bytes()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_the_reader_panic_or_stay(bytes in text(), options in options()) {
        let lines = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 1;
        let mut last = 0;
        let mut count = 0;
        for entry in Reader::new(&bytes[..], options) {
            prop_assert!(entry.line >= last && entry.line <= lines);
            last = entry.line;
            count += 1;
            prop_assert!(count <= bytes.len() + 1);
            if let Err(error) = entry.board {
                let said = error.to_string();
                prop_assert!(!said.contains('\n') && said.len() < 300, "{said:?}");
            }
        }
        prop_assert!(count > 0);
    }

    #[test]
    fn a_spoilt_board_is_an_error_or_a_board(
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<prop::sample::Index>(),
        format in prop::sample::select(&[Format::Grid, Format::Line, Format::List, Format::Decimal, Format::Json][..]),
        shape in prop::sample::select(&[(2, 2), (3, 3), (3, 4), (4, 4)][..]),
        options in options(),
    ) {
        let mut text = written(&filled(shape.0, shape.1), format, None).into_bytes();
        let place = at.index(text.len());
        text[place] = byte;
        let _ = entries(&text, &options);
        text.truncate(cut.index(text.len()));
        let _ = entries(&text, &options);
    }
}

#[test]
fn a_small_stack_is_enough() {
    let text = format!("{}\n\n{}\n\n{NINE}\n", "[".repeat(200_000), "[[1],".repeat(100_000));
    let reading =
        std::thread::Builder::new().stack_size(256 * 1024).spawn(move || entries(text, &auto()).len());
    assert_eq!(reading.unwrap().join().unwrap(), 3);
}
