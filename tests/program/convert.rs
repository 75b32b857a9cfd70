//! `convert`: puzzles and boards in other forms.

use crate::*;

/// A board of side 4 with one given and a thermometer.
const STRING: &str = ".Shape~4x4.~R1C1_1.AntiKnight";

#[test]
fn forms_of_plain_boards() {
    run(&["convert", PUZZLE, "--output", "line"]).gives(&PUZZLE.replace('0', "."), 0);
    run(&["convert", "1...............", "--output", "list"])
        .gives("[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]", 0);
    run(&["convert", "1...............", "--output", "decimal"])
        .gives("4 2 2\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0", 0);
    run(&["convert", "1...............", "--output", "iss"]).gives(".Shape~4x4.~R1C1_1", 0);
    let two = format!("{PUZZLE}\n{SOLUTION}\n");
    let back = fed(&["convert", "--output", "line"], two.as_str());
    back.gives(&format!("{}\n{SOLUTION}", PUZZLE.replace('0', ".")), 0);
}

#[test]
fn puzzles_go_round() {
    let link = run(&["convert", STRING, "--output", "fpuzzles-link"]);
    assert_eq!((link.code, link.err.as_str()), (0, ""));
    let toml = fed(&["convert", "--output", "toml"], link.out.as_str());
    assert!(toml.out.contains("anti_knight"), "{}", toml.out);
    let json = fed(&["convert", "-", "--output", "json"], toml.out.as_str());
    fed(&["convert", "--output", "iss"], json.out.as_str()).gives(STRING, 0);
}

#[test]
fn what_is_lost_is_said() {
    let lossy = format!("{STRING}.FullRank~R1~1~");
    let refused = run(&["convert", &lossy, "--output", "iss"]);
    refused.says("not read: line 1, column 30: .FullRank: there is no constraint for FullRank", 2);
    assert_eq!(refused.out, "");
    let ignored = run(&["convert", &lossy, "--output", "iss", "--ignore-unsupported"]);
    ignored.says("FullRank", 0);
    ignored.gives(STRING, 0);
    let plain = run(&["convert", STRING, "--output", "line"]);
    plain.says("not written: constraints[0]: a plain board has no constraints such as anti_knight", 2);
    run(&["convert", STRING, "--output", "line", "--ignore-unsupported"]).gives("1...............", 0);
}

#[test]
fn what_cannot_be_read_or_written_is_refused() {
    run(&["convert", "https://www.f-puzzles.com/?id=y2abcdef", "--output", "json"])
        .says("only its server holds", 2);
    run(&["convert", "https://www.f-puzzles.com/?load=N4IgzglgXgpi", "--output", "json"])
        .says("breaks off", 2);
    run(&["convert", PUZZLE, "--output", "nothing"]).says("'nothing' is none of json, toml, fpuzzles", 2);
    run(&["convert", "nothing.txt", "--output", "json"]).says("no such file", 2);
    fed(&["convert", "--output", "json"], format!("{PUZZLE}\n{PUZZLE}\n")).says("holds one puzzle", 2);
    run(&["convert", "{\"rows\": 4, \"colums\": 4}", "--output", "iss"]).says("did you mean 'columns'", 2);
}

#[test]
fn answers_are_drawn() {
    let drawn = run(&["solve", STRING, "--output", "svg"]);
    assert!(drawn.out.starts_with("<svg") && drawn.code == 0, "{}", drawn.err);
    let drawn = run(&["solve", PUZZLE, "--output", "svg"]);
    assert_eq!(drawn.out.matches("#1a5fb4").count(), 51);
    assert_eq!(run(&["convert", PUZZLE, "--output", "svg"]).out.matches("#1a5fb4").count(), 0);
    run(&["count", PUZZLE, "--output", "svg"]).says("a picture is of one board", 2);
    let none = run(&["solve", CLASH, "--output", "svg"]);
    assert_eq!((none.out.as_str(), none.code), ("", 1), "no words in the place of a picture");
    none.says("No solution exists", 1);
    // What is left of the givens, and what may stand in the cells.
    let minimal = run(&["minimize", SOLUTION, "--output", "svg"]);
    assert!((17..40).contains(&minimal.out.matches("font-size=\"34\"").count()), "{}", minimal.out);
    let open = run(&["candidates", "123.............", "--output", "svg"]);
    assert!(open.out.matches("#555555").count() > 10, "{}", open.out);
}

/// Bytes as they are, and the same picture as the library draws.
#[cfg(feature = "png")]
#[test]
fn answers_are_drawn_in_dots() {
    for arguments in [["convert", STRING], ["solve", PUZZLE]] {
        let ran = command(&[&arguments[..], &["--output", "png"]].concat()).output().unwrap();
        assert!(ran.status.success() && ran.stdout.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert!(ran.stdout.ends_with(b"IEND\xaeB`\x82"), "nothing stands behind the picture");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.png");
    run(&["solve", PUZZLE, "--output", "png", "--out", file.to_str().unwrap()]).gives("", 0);
    assert!(std::fs::read(file).unwrap().starts_with(b"\x89PNG"));
}

#[cfg(not(feature = "png"))]
#[test]
fn a_feature_that_is_not_built_in_is_named() {
    for command in ["convert", "solve"] {
        run(&[command, PUZZLE, "--output", "png"]).says("without the feature 'png'", 2);
    }
}

#[test]
fn other_forms_are_solved_where_boards_are() {
    run(&["count", ".Shape~4x4.AntiKnight"]).gives("24", 0);
    let link = run(&["convert", ".Shape~4x4.AntiKnight", "--output", "fpuzzles-link"]).out;
    run(&["count", link.trim()]).gives("24", 0);
    fed(&["count"], link.as_str()).gives("24", 0);
    let lossy = ".Shape~4x4.AntiKnight.FullRank~R1~1~";
    run(&["count", lossy]).says("there is no constraint for FullRank", 2);
    run(&["count", lossy, "--ignore-unsupported"]).gives("24", 0);
}

#[test]
fn symbols_are_written_as_they_are_read() {
    let letters = "ABCD............";
    run(&["convert", letters, "--symbols", "A-P", "--output", "line"]).gives(letters, 0);
    run(&["convert", "1234............", "--symbols", "1-9A-G", "--output", "line"])
        .gives("1234............", 0);
    let puzzle = r#"{ "boxes": "2x2", "givens": ["1...", "....", "....", "...2"] }"#;
    run(&["convert", puzzle, "--symbols", "A-P", "--output", "line"]).gives("A..............B", 0);
    run(&["solve", puzzle, "--symbols", "A-P", "--output", "line"]).says("--symbols is for plain boards", 2);
}

#[test]
fn bad_entries_have_a_line_each() {
    let bad = &PUZZLE[1..];
    let text = format!("{PUZZLE}\n{bad}\n{PUZZLE}\n");
    let line = PUZZLE.replace('0', ".");
    let ran = fed(&["convert", "--output", "line"], text.as_str());
    ran.gives(&format!("{line}\nerror: 80 symbols, expected 81\n{line}"), 2);
    ran.says("line 2: 80 symbols", 2);
    let ran = fed(&["convert", "--output", "iss"], text);
    assert_eq!((ran.out.lines().count(), ran.code), (3, 2));
    // What cannot be written as asked is one too.
    let six = ["[0,0,0,0,0,0]"; 6].join(",");
    let text = format!("abcd............\n\n[{six}]\n\n....abcd........\n");
    let ran = fed(&["convert", "--symbols", "abcd", "--output", "line"], text);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((lines.len(), ran.code), (3, 2), "{}", ran.out);
    assert!(lines[1].starts_with("error: the symbols") && lines[2] == "....abcd........", "{}", ran.out);
}

#[test]
fn switches_are_written_as_constraints() {
    let empty = ".".repeat(16);
    for (switch, count) in [("--anti-knight", "24"), ("--diagonals", "48"), ("--disjoint-groups", "168")] {
        for form in ["json", "toml", "iss", "fpuzzles"] {
            let written = run(&["convert", &empty, switch, "--output", form]);
            assert_eq!((written.code, written.err.as_str()), (0, ""), "{form}");
            fed(&["count", "-"], written.out.as_str()).gives(count, 0);
        }
        let ran = run(&["convert", &empty, switch, "--output", "line"]);
        assert_eq!((ran.out.as_str(), ran.code), ("", 2), "a line cannot say {switch}");
        let file = run(&["convert", &empty, "--output", "json"]).out;
        let written = fed(&["convert", "-", switch, "--output", "json"], file.as_str()).out;
        fed(&["count", "-"], written.as_str()).gives(count, 0);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("regions.txt");
    std::fs::write(&path, "AABB\nAABB\nCCDD\nCCDD\n").unwrap();
    let jigsaw = ["--jigsaw", path.to_str().unwrap()];
    let written = run(&["convert", &empty, jigsaw[0], jigsaw[1], "--output", "json"]).out;
    let direct = run(&["count", &empty, jigsaw[0], jigsaw[1]]).out;
    fed(&["count", "-"], written.as_str()).gives(direct.trim(), 0);
    fed(&["convert", "-", jigsaw[0], jigsaw[1], "--output", "json"], written.as_str()).says("says itself", 2);
}

#[test]
fn what_a_file_leaves_out_is_written_as_it_means_it() {
    let puzzle =
        |constraint: &str| format!(r#"{{"rows":4,"columns":4,"boxes":"2x2","constraints":[{constraint}]}}"#);
    for kind in ["whisper", "lockout", "modular"] {
        let file = puzzle(&format!(r#"{{"type":"{kind}","cells":"r1c1-3"}}"#));
        let direct = run(&["count", &file]).out;
        for form in ["iss", "fpuzzles"] {
            let written = run(&["convert", &file, "--output", form]);
            // What a form cannot say it refuses.
            if written.code == 0 {
                assert_eq!(fed(&["count", "-"], written.out.as_str()).out, direct, "{kind} as {form}");
            }
            assert!(written.code == 0 || form == "fpuzzles", "{kind}: {}", written.err);
        }
    }
    let pill = puzzle(r#"{"type":"arrow","circle":"r1c2 r1c1","cells":"r2c1 r3c1"}"#);
    for form in ["iss", "fpuzzles"] {
        run(&["convert", &pill, "--output", form]).says("from the left and from the top", 2);
    }
}
