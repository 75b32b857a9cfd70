//! What constraint strings mean.

use pencilmark::{Definition, Exchange, Variant};

use crate::normal;

fn read(text: &str) -> Definition {
    let imported = Exchange::import(text).unwrap();
    assert!(imported.unsupported.is_empty(), "{text}: {:?}", imported.unsupported);
    imported.definition
}

fn constraints(text: &str) -> Vec<String> {
    normal::constraints(&read(text))
}

fn lacks(text: &str) -> Vec<String> {
    Exchange::Iss.read(text).unwrap().unsupported.iter().map(ToString::to_string).collect()
}

fn count(text: &str) -> u64 {
    Variant::new(&read(text)).unwrap().count(100_000).found()
}

fn board(text: &str) -> serde_json::Value {
    serde_json::to_value(read(text)).unwrap()
}

#[test]
fn shapes_boxes_and_values() {
    assert_eq!(board(".Shape~6x8.~R1C1_8")["boxes"], "2x4");
    assert_eq!(board(".Shape~8x6.~R1C1_8")["boxes"], "4x2");
    assert_eq!(board(".Shape~9x8.~R1C1_8")["boxes"], "none");
    assert_eq!(board(".Shape~6x6~9.RegionSize~9.~R1C1_8")["boxes"], "3x3");
    assert_eq!(board(".Shape~6x6.NoBoxes.~R1C1_1")["boxes"], "none");
    assert_eq!(board(".Shape~9x9~0-8.~R1C1_0")["values"]["highest"], 8);
    for wrong in [".Shape~17x17", ".Shape~0x4", ".Shape~4", ".Shape~4x4~9-1", ".Shape~4x4.Shape~6x6"] {
        assert!(Exchange::Iss.read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn names_are_numbers_of_base_17() {
    let board = board(".Shape~16x16.~RgCa_16_3.~RgCa_16_4.~R2C1_1_2");
    assert_eq!(board["candidates"], serde_json::json!({ "r2c1": [1, 2] }));
    let last = board["givens"].as_array().unwrap()[15].as_str().unwrap();
    assert_eq!(last.split(' ').nth(9), Some("16"));
    assert_eq!(lacks(".Thermo~R1C1~RgC1"), ["line 1, column 1: .Thermo: the board has no cell 'RgC1'"]);
    assert_eq!(lacks(".~R1C1_10"), ["line 1, column 1: .: '10' is not in 1..9"]);
}

#[test]
fn all_neighbours_of_a_list_are_pairs() {
    assert_eq!(
        constraints(".GreaterThan~R2C2~R2C3~R1C2~R5C5"),
        ["greater_than cells=[(2, 2), (1, 2)]", "greater_than cells=[(2, 2), (2, 3)]"]
    );
    assert_eq!(constraints(".V~R1C1~R1C2~R2C1").len(), 2);
}

#[test]
fn clues_stand_at_both_ends() {
    assert_eq!(
        constraints(".Shape~4x4.Skyscraper~R2~3~2.XSum~C1~~5"),
        [
            "skyscraper cells=[(2, 1), (2, 2), (2, 3), (2, 4)] value=3",
            "skyscraper cells=[(2, 4), (2, 3), (2, 2), (2, 1)] value=2",
            "x_sum cells=[(4, 1), (3, 1), (2, 1), (1, 1)] value=5"
        ]
    );
    assert_eq!(
        constraints(".Shape~4x4.LittleKiller~9~R4C2"),
        ["little_killer cells=[(2, 4), (3, 3), (4, 2)] sum=9"]
    );
}

#[test]
fn a_cell_that_is_listed_twice_counts_twice() {
    assert_eq!(
        constraints(".Cage~20~R4C2~R4C3~R4C4~R4C4"),
        [
            "all_different cells=[(4, 2), (4, 3), (4, 4)]",
            "sum cells=[(4, 2), (4, 3), (4, 4)] coefficients=[1,1,2] sum=20"
        ]
    );
    assert_eq!(constraints(".Cage~0~R1C1~R1C2"), ["all_different cells=[(1, 1), (1, 2)]"]);
    assert_eq!(
        constraints(".Sum~3_=_2_-1~R1C1~R1C2"),
        ["sum cells=[(1, 1), (1, 2)] coefficients=[2,-1] sum=3"]
    );
}

#[test]
fn groups_hold_together() {
    // One of the two givens, on a board with 288 grids of which 72 have each value in each cell.
    assert_eq!(count(".Shape~4x4.Or.~R1C1_1.~R1C1_2.End"), 144);
    assert_eq!(count(".Shape~4x4.Or.And.~R1C1_1.~R1C2_2.End.~R1C1_3.End"), 24 + 72);
    assert_eq!(count(".Shape~4x4.And.~R1C1_1.~R1C2_2.End"), 24);
}

#[test]
fn tables_expressions_and_automata() {
    // A pair of odd values that rise, along a line: no 1 before a 3 elsewhere in the first row.
    let all = |holds: fn(i32, i32) -> bool| {
        let mut bits = String::new();
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let pairs: Vec<bool> = (0..16).map(|i| holds(i / 4 + 1, i % 4 + 1)).collect();
        for chunk in pairs.chunks(6) {
            let digit = chunk.iter().enumerate().map(|(i, &bit)| usize::from(bit) << i).sum::<usize>();
            bits.push(digits.as_bytes()[digit].into());
        }
        bits
    };
    let rising = all(|a, b| a < b);
    assert_eq!(count(&format!(".Shape~4x4.Pair~{rising}~_rising~R1C1~R1C2~R1C3~R1C4")), 12);
    assert_eq!(count(&format!(".Shape~4x4.PairX~{rising}~~R1C1~R1C2~R1C3~R1C4")), 12);
    assert_eq!(count(&format!(".Shape~4x4.Pair~{rising}~R1C1~R1C2~~R1C3~R1C4")), 72);
    // `1.*`
    assert_eq!(count(".Shape~4x4.Regex~MS4q~R1C1~R1C2~R1C3~R1C4"), 72);
    // No 1 directly before a 2, as bits: 01 0000 0011 1 1 1, then 1111 1000 for the one state and 1101 100 for the other.
    let automaton = ".Shape~4x4.NFA~QP_GwA==~_apart~R1C1~R1C2~R1C3~R1C4";
    assert_eq!(count(automaton), 18 * 12);
    for text in [automaton, ".Shape~16x16.Regex~QVtCLURdbCo=~R1C1~R1C2.Pair~AB~_~R1C1~R1C3"] {
        let definition = read(text);
        let written = Exchange::Iss.write(&definition).unwrap();
        assert!(written.unsupported.is_empty(), "{:?}", written.unsupported);
        assert_eq!(constraints(&written.text), normal::constraints(&definition), "{}", written.text);
    }
}

#[test]
fn further_cells_belong_to_no_line() {
    // The sum of two cells of a row in a cell of its own.
    assert_eq!(count(".Shape~4x4.Var~A~sum.Arrow~VA~R1C1~R1C2"), 288 / 6 * 2);
    assert_eq!(count(".Shape~4x4.Var~A~~2.AntiKnight.~VA1_1_2.~VA2_1"), 24 * 2);
}

#[test]
fn lists_of_values_and_equal_sums() {
    assert_eq!(
        constraints(".ContainAtLeast~1_1~R1C1~R2C2~R3C3"),
        ["quadruple cells=[(1, 1), (2, 2), (3, 3)] values=[1,1]"]
    );
    // In a row of side 4 only 1 4 and 2 3 have the same sum.
    assert_eq!(count(".Shape~4x4.EqualSum~R1C1~R1C2~-~R1C3~R1C4"), 8 * 12);
}

#[test]
fn what_is_not_known_is_said_with_its_place() {
    assert_eq!(
        lacks("\n .FullRank~R1~1~"),
        ["line 2, column 2: .FullRank: there is no constraint for FullRank"]
    );
    assert_eq!(lacks(".Lockout~R1C1~R1C2~R1C3"), ["line 1, column 1: .Lockout: it has no difference"]);
    assert_eq!(lacks(".Jigsaw~123"), ["line 1, column 1: .Jigsaw: 3 labels, expected 81"]);
}

#[test]
fn links_carry_strings() {
    let link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.~R1C1_1%0A.Thermo~R1C1~R1C2";
    assert_eq!(read(link), read(".Shape~4x4.~R1C1_1.Thermo~R1C1~R1C2"));
}

/// All boards of side 4 for which something holds of the first row.
fn with_row(holds: impl Fn(&[i32]) -> bool) -> u64 {
    let definition = Definition::from_json(r#"{ "boxes": "2x2", "rows": 4 }"#).unwrap();
    let mut variant = Variant::new(&definition).unwrap();
    let boards: Vec<Vec<i32>> =
        variant.solutions().map(|board| board.values().iter().copied().flatten().collect()).collect();
    assert_eq!(boards.len(), 288);
    boards.iter().filter(|board| holds(&board[..4])).count() as u64
}

/// Where rows may hold a value twice, neighbours still differ.
#[test]
fn neighbours_are_neither_consecutive_nor_equal() {
    assert_eq!(count(".Shape~2x2~3~Raw.AntiConsecutive"), 2);
    assert_eq!(count(".Shape~1x3~3~Raw.AntiConsecutive"), 2);
    assert_eq!(count(".Shape~1x1~3~Raw.AntiConsecutive"), 3);
}

#[test]
fn counted_values() {
    let exact = |cells: std::ops::Range<usize>, wanted: &'static [i32]| {
        with_row(move |row| {
            wanted.iter().all(|value| {
                let times = |list: &[i32]| list.iter().filter(|other| *other == value).count();
                times(&row[cells.clone()]) == times(wanted)
            })
        })
    };
    assert_eq!(count(".Shape~4x4.ContainExact~1_3~R1C1~R1C2"), exact(0..2, &[1, 3]));
    assert_eq!(count(".Shape~4x4.ContainExact~2~R1C2~R1C3~R1C4"), exact(1..4, &[2]));
    // Twice in a column and a box is never.
    assert_eq!(count(".Shape~4x4.ContainExact~1_1~R1C1~R2C2"), 0);
    // At least is less than exactly.
    let both = ".Shape~4x4.NoBoxes.~R1C1_1.~R2C2_1";
    assert_eq!(count(&format!("{both}.ContainExact~1~R1C1~R2C2")), 0);
    assert!(count(&format!("{both}.ContainAtLeast~1~R1C1~R2C2")) > 0);
}

/// Whether a line falls apart into segments that add up to `sum` each.
fn has_segments(row: &[i32], sum: i32) -> bool {
    let mut so_far = 0;
    row.iter().all(|value| {
        so_far += value;
        let fits = so_far <= sum;
        so_far %= sum;
        fits
    }) && so_far == 0
}

#[test]
fn segments_of_a_sum() {
    let falls_apart = |sum: i32| with_row(move |row| has_segments(row, sum));
    for sum in [5, 10] {
        assert_eq!(count(&format!(".Shape~4x4.SumLine~{sum}~R1C1~R1C2~R1C3~R1C4")), falls_apart(sum));
    }
    assert!(falls_apart(5) > 0);
    assert_eq!(count(".Shape~4x4.SumLine~6~R1C1~R1C2~R1C3~R1C4"), 0);
    for wrong in
        [".SumLine~0~R1C1", ".SumLine~x~R1C1", ".Shape~9x9~0-8.SumLine~5~R1C1", ".SumLine~5~LOOP~R1C1~R1C2"]
    {
        assert_eq!(lacks(wrong).len(), 1, "{wrong}");
    }
}

#[test]
fn the_first_that_is_hidden() {
    let first = |hidden: i32, back: bool| {
        with_row(move |row| {
            let mut row = row.to_vec();
            if back {
                row.reverse();
            }
            let found = (1..4).find(|&place| row[..place].iter().any(|&before| before > row[place]));
            found.is_some_and(|place| row[place] == hidden)
        })
    };
    for hidden in 1..=4 {
        assert_eq!(count(&format!(".Shape~4x4.HiddenSkyscraper~R1~{hidden}~")), first(hidden, false));
        assert_eq!(count(&format!(".Shape~4x4.HiddenSkyscraper~R1~~{hidden}")), first(hidden, true));
    }
    assert!(first(1, false) > first(3, false) && first(4, false) == 0);
}

/// All ways to fill `cells` cells of a board without rules, of which a constraint leaves so many.
fn free(cells: usize, values: i32, holds: impl Fn(&[i32]) -> bool) -> u64 {
    let mut filled = vec![1; cells];
    let mut found = 0;
    loop {
        found += u64::from(holds(&filled));
        let Some(next) = (0..cells).find(|&cell| filled[cell] < values) else { return found };
        filled[..next].fill(1);
        filled[next] += 1;
    }
}

/// How many ways there are to fill a row without rules, of `cells` cells, with what a string says of all of them.
fn row_of(cells: usize, values: i32, kind: &str, end: &str) -> u64 {
    let names: String = (1..=cells).map(|column| format!("~R1C{column}")).collect();
    count(&format!(".Shape~1x{cells}~{values}~Raw.{kind}{names}{end}"))
}

#[test]
fn segments_of_loops() {
    // A loop falls apart if, begun at some cell, it does as a line.
    for (cells, sum) in [(1, 3), (2, 3), (3, 4), (4, 5), (5, 6), (5, 7), (6, 8), (6, 4)] {
        let around = |row: &[i32]| {
            let mut row = row.to_vec();
            (0..row.len()).any(|_| {
                row.rotate_left(1);
                has_segments(&row, sum)
            })
        };
        let expected = free(cells, 6, around);
        assert!(cells < 3 || expected > free(cells, 6, |row| has_segments(row, sum)));
        assert_eq!(row_of(cells, 6, &format!("SumLine~{sum}"), "~LOOP"), expected, "{cells} cells, {sum}");
    }
    // A long one needs too many states, and that is said.
    let down = (1..=9).map(|row| format!("~R{row}C1"));
    let names: String = down.chain((2..=8).map(|column| format!("~R9C{column}"))).collect();
    let long = read(&format!(".Shape~9x9.NoBoxes.SumLine~10{names}~LOOP.~R1C1_5"));
    let refused = Variant::new(&long).unwrap_err().to_string();
    assert!(refused.contains("it would need more than 39603 states"), "{refused}");
    assert_eq!(lacks(".SumLine~31~R1C1~R1C2~LOOP").len(), 1);
}

#[test]
fn a_value_is_indexed() {
    for (cells, values) in [(3, 3), (4, 3), (5, 4), (6, 6)] {
        let expected = free(cells, values, |row| row.get(1 + row[1] as usize) == Some(&row[0]));
        assert!(expected > 0);
        assert_eq!(row_of(cells, values, "ValueIndexing", ""), expected, "{cells} cells");
    }
    assert_eq!(lacks(".ValueIndexing~R1C1~R1C2").len(), 1);
}

#[test]
fn regions_hold_the_same_values() {
    // Two rows and two columns of two of three values.
    let holds = |board: &[i32]| {
        let [a, b, c, d] = *board else { return false };
        let differ = a != b && c != d && a != c && b != d;
        let set = |x: i32, y: i32| (x.min(y), x.max(y));
        differ && [set(c, d), set(a, c), set(b, d)].iter().all(|&other| other == set(a, b))
    };
    let expected = free(4, 3, holds);
    assert!(expected > 0);
    assert_eq!(count(".Shape~2x2~3.NoBoxes.RegionSameValues"), expected);
    // Only the largest: rows of three cells, not columns of two.
    let holds = |board: &[i32]| {
        let (mut one, mut other) = (board[..3].to_vec(), board[3..].to_vec());
        let differ = (0..3).all(|i| {
            board[i] != board[i + 3]
                && !board[..i].contains(&board[i])
                && !board[3..3 + i].contains(&board[3 + i])
        });
        one.sort_unstable();
        other.sort_unstable();
        differ && one == other
    };
    assert_eq!(count(".Shape~2x3~4.NoBoxes.RegionSameValues"), free(6, 4, holds));
    // Where they hold all values there is nothing to say.
    assert_eq!(count(".Shape~4x4.RegionSameValues"), count(".Shape~4x4"));
}
