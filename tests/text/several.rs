//! Several boards in one text.

use crate::*;

#[test]
fn one_bad_line_costs_only_itself() {
    let text = format!("{NINE}\n{}\n{NINE}0\n\n{NINE} x\n{}\n", &NINE[1..], NINE.replace('8', "z"));
    assert_eq!(
        outline(text, &auto()),
        [
            "1: side 9, 30 givens",
            "2: 80 symbols, expected 81",
            "3: 82 symbols, expected 81",
            "5: side 9, 30 givens",
            "6: symbol 'z' at line 6, column 21 is not one of 1-9",
        ]
    );
}

#[test]
fn a_title_line_is_an_entry_of_its_own() {
    let text = format!("puzzle\tSER\tW\tB\n{NINE}\t8.3\t5\t5\n{NINE}\t7\t1\t1\n");
    let found = outline(text, &auto());
    assert_eq!(found[1..], ["2: side 9, 30 givens", "3: side 9, 30 givens"]);
    assert!(found[0].starts_with("1: "), "{found:?}");
}

#[test]
fn grids_with_blank_lines_between_them() {
    let grid = rows(NINE, 9).join("\n");
    let short = rows(NINE, 9)[..8].join("\n");
    let narrow = grid.replacen("530070000", "53007000", 1);
    let text = format!("{grid}\n\n{short}\n\n\n{narrow}\n\n{grid}\n");
    assert_eq!(
        outline(text, &auto()),
        [
            "1: side 9, 30 givens",
            "11: 8 rows of 9 symbols, expected 9 rows",
            "21: line 21 has 8 symbols, expected 9",
            "31: side 9, 30 givens",
        ]
    );
}

#[test]
fn blank_lines_between_bands() {
    let bands: Vec<String> = rows(NINE, 9).chunks(3).map(|band| band.join("\n")).collect();
    let text = bands.join("\n\n");
    assert_eq!(read(&text), nine());
    assert_eq!(
        outline(format!("{text}\n\n\n{}\n", spaced(&text, " ").replace(" \n ", "\n")), &auto()).len(),
        2
    );
    assert_eq!(outline(format!("{text}\n\n{text}\n"), &auto()).len(), 6, "which bands belong together?");
    assert_eq!(outline(format!("{text}\n\n{}\n", bands[..2].join("\n\n")), &auto()).len(), 5);
    let spread = spaced(&bands.join("\n"), " ").replace(" \n ", "\n");
    let spread: Vec<String> =
        spread.lines().collect::<Vec<_>>().chunks(3).map(|band| band.join("\n")).collect();
    assert_eq!(read(&spread.join("\n\n")), nine());
    let five = [&spread[..], &spread[..2]].concat().join("\n\n");
    assert_eq!(outline(&five, &auto()).len(), 5);
    let wide = written(&filled(3, 4), Format::Decimal, None);
    let wide: Vec<&str> = wide.lines().skip(1).collect();
    let wide: Vec<String> = wide.chunks(3).map(|band| band.join("\n")).collect();
    assert_eq!(read(&wide.join("\n\n")), filled(3, 4));
    assert_eq!(outline(bands[..2].join("\n\n"), &auto()).len(), 2, "two bands are no board");
    let sparse = "1...\n..2.\n\n.2..\n...1\n";
    let said = "1: can be read as 2 boards, one a line (line) or as one board with blank lines in it (grid); say which with \
                --input or --box";
    assert_eq!(outline(sparse, &auto()), [said]);
    assert_eq!(outline(sparse, &auto().form(Form::Line)).len(), 4);
    assert_eq!(outline(sparse, &auto().form(Form::Grid)), ["1: side 4, 4 givens"]);
    assert_eq!(outline(sparse, &sized(2, 2)), ["1: side 4, 4 givens"]);
}

/// Rows that are no boards say that the others, which could be, are none either.
#[test]
fn bands_with_rows_that_could_be_boards() {
    assert_eq!(outline("1234\n....\n\n....\n4123\n", &auto()), ["1: side 4, 8 givens"]);
    for side in [4, 9, 16] {
        let height = (side as u32).isqrt() as usize;
        let full = written(&filled(height as u32, height as u32), Format::Line, Some("1-9A-G"));
        for given in 0..side {
            let row = |row: usize| {
                if row == given { full[row * side..][..side].to_owned() } else { ".".repeat(side) }
            };
            let rows: Vec<String> = (0..side).map(row).collect();
            let text = rows.chunks(height).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n\n");
            let options = if side > 9 { with_symbols("1-9A-G") } else { auto() };
            assert_eq!(outline(&text, &options), [format!("1: side {side}, {side} givens")], "{text}");
        }
    }
    // Neither reading is without an error.
    assert!(outline("1...\n..x.\n\n.2..\n...1\n", &auto())[0].contains("can be read as 2 boards"));
}

#[test]
fn n_lines_of_n_symbols_are_one_board_and_others_are_not() {
    let four = "1..4......2....3";
    let lines = |count: usize| format!("{four}\n").repeat(count);
    assert_eq!(outline(lines(15), &auto()).len(), 15);
    assert_eq!(outline(lines(16), &auto()).len(), 1, "one 16x16 board");
    assert_eq!(outline(lines(17), &auto()).len(), 17);
    assert_eq!(outline(lines(16), &sized(2, 2)).len(), 16);
    assert_eq!(outline(lines(16), &auto().form(Form::Line)).len(), 16);
    assert_eq!(outline(format!("{}\n{}", lines(20), lines(16)), &auto()).len(), 36, "as decided before");
    assert_eq!(outline(format!("{NINE}\n").repeat(81), &auto()).len(), 81, "there are no 81 symbols");
    let ten = written(&filled(2, 5), Format::Line, None);
    assert_eq!(outline(format!("{ten}\n").repeat(100), &auto()).len(), 100);
    let hundred = written(&filled(10, 10), Format::Decimal, None);
    let rows = hundred.split_once('\n').unwrap().1;
    assert_eq!(read(rows), filled(10, 10), "100 rows of 100 numbers");
}

#[test]
fn lists_one_a_line_and_a_broken_one() {
    let list = written(&filled(2, 2), Format::List, None);
    let broken = list.trim_end_matches(']');
    let wrong = list.replacen('1', "x", 1);
    let json = written(&filled(2, 2), Format::Json, None);
    let text = format!("{list}\n{broken}\n{list}\n{wrong}\n{list} {list}\n{json}\n{json}\n");
    assert_eq!(
        outline(text, &auto()),
        [
            "1: side 4, 16 givens",
            "2: the list is not closed",
            "3: side 4, 16 givens",
            "4: 'x' at line 4, column 3 does not belong into a list",
            "5: side 4, 16 givens",
            "5: side 4, 16 givens",
            "6: side 4, 16 givens",
            "7: side 4, 16 givens",
        ]
    );
}

#[test]
fn all_forms_after_each_other() {
    let list = written(&filled(2, 3), Format::List, None);
    let grid = written(&filled(3, 4), Format::Grid, None);
    let decimal = written(&filled(4, 4), Format::Decimal, None);
    let text = format!("{NINE}\n{NINE}\n\n{list}\n{decimal}\n{decimal}\n\n{grid}\n\n# the end\n{NINE}\n");
    let sides: Vec<u32> =
        entries(text, &auto()).iter().map(|entry| entry.board.as_ref().unwrap().geometry().side()).collect();
    assert_eq!(sides, [9, 9, 6, 16, 16, 12, 9]);
}

#[test]
fn a_single_board_means_one() {
    assert_eq!(format!("{NINE}\n{NINE}").parse::<Board>(), Err(TextError::Several));
}
