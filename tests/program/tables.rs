//! Tables with a header.

use std::fs;

use crate::*;

fn solved(name: &str, text: &str, arguments: &[&str]) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    fs::write(&file, text).unwrap();
    run(&[&["solve", file.to_str().unwrap()], arguments].concat())
}

#[test]
fn other_columns_are_carried_through() {
    let text = format!("id,puzzle,note\n1,{PUZZLE},\"a, \"\"b\"\"\"\n2,{CLASH},\"two\nlines\"\n");
    let first = format!("id,puzzle,note,solution\n1,{PUZZLE},\"a, \"\"b\"\"\",{SOLUTION}");
    let ran = solved("a.csv", &text, &[]);
    ran.gives(&format!("{first}\n2,{CLASH},\"two\nlines\",No solution exists"), 1);
    ran.says(&format!("line 3: {CLASH_SAID}"), 1);
    // With tabs, with another name, from standard input, as JSON.
    let tabs = format!("puzzle\tid\n{PUZZLE}\tx,y\n");
    solved("a.tsv", &tabs, &[]).gives(&format!("puzzle\tid\tsolution\n{PUZZLE}\tx,y\t{SOLUTION}"), 0);
    let named = format!("quizzes,puzzle2\n{PUZZLE},1\n");
    let out = format!("quizzes,puzzle2,solution\n{PUZZLE},1,{SOLUTION}");
    solved("b.csv", &named, &["--column", "quizzes"]).gives(&out, 0);
    fed(&["solve", "--column", "quizzes"], named.clone()).gives(&out, 0);
    fed(&["solve", "--column", "puzzle"], tabs)
        .gives(&format!("puzzle\tid\tsolution\n{PUZZLE}\tx,y\t{SOLUTION}"), 0);
    let json = solved("b.csv", &named, &["--column", "quizzes", "--output", "json"]);
    let mut rows = csv::Reader::from_reader(json.out.as_bytes());
    let row = rows.records().next().unwrap().unwrap();
    assert!(row[2].starts_with("{\"box\":[3,3],\"rows\":[[5,3,4,"), "{}", json.out);
    // Each command has a column of its own.
    for (command, column, answer) in
        [("infer", "inferred", SOLUTION), ("count", "count", "1"), ("check", "check", "unique")]
    {
        let ran = fed(&[command, "--column", "quizzes"], named.clone());
        ran.gives(&format!("quizzes,puzzle2,{column}\n{PUZZLE},1,{answer}"), 0);
    }
    // As many rows as there are solutions.
    let four = format!("id,puzzle\n7,{EMPTY_FOUR}\n");
    let all = solved("c.csv", &four, &["--all"]);
    assert_eq!(all.out.lines().filter(|line| line.starts_with("7,....")).count(), 288);
}

#[test]
fn bad_rows_say_so_and_the_rest_goes_on() {
    let text = format!(
        "\u{feff}id,puzzle,note\r\n1\r\n2,{PUZZLE},x,y\r\n3,,z\r\n4,{},\r\n5,{PUZZLE},\r\n",
        &PUZZLE[1..]
    );
    let ran = solved("a.csv", &text, &[]);
    let rows = [
        "id,puzzle,note,solution".to_owned(),
        "1,,,\"error: 1 fields, expected 3\"".to_owned(),
        format!("2,{PUZZLE},x,\"error: 4 fields, expected 3; the last are left out here\""),
        "3,,z,error: there is no puzzle".to_owned(),
        format!("4,{},,\"error: 80 symbols, expected 81\"", &PUZZLE[1..]),
        format!("5,{PUZZLE},,{SOLUTION}"),
    ];
    ran.gives(&rows.join("\n"), 2);
    for said in ["line 2: 1 fields", "line 3: 4 fields", "line 4: there is no puzzle", "line 5: 80 symbols"] {
        ran.says(said, 2);
    }
    // Bytes that are no text pass through where they do not matter.
    let mut bytes = format!("puzzle,note\n{PUZZLE},").into_bytes();
    bytes.extend_from_slice(b"\xff\n\xff,1\n");
    let out = command(&["solve", "--column", "puzzle"]).write_stdin(bytes).output().unwrap();
    assert!(out.stdout.windows(3).any(|bytes| bytes == b",\xff,"));
    assert!(String::from_utf8_lossy(&out.stderr).contains("line 3: the puzzle is not text"));
}

#[test]
fn headers_that_do_not_fit_are_refused() {
    let row = format!("{PUZZLE},1\n");
    let with = |header: &str, arguments: &[&str]| solved("a.csv", &format!("{header}\n{row}"), arguments);
    with("quizzes,id", &[])
        .says("the table has no column 'puzzle', but quizzes, id; say which with --column", 2);
    with("puzzle,id", &["--column", "none"]).says("the table has no column 'none', but puzzle, id", 2);
    with("puzzle,puzzle", &[]).says("the table has the column 'puzzle' twice, as fields 1 and 2", 2);
    with("puzzle,solution", &[]).says("the table has a column 'solution' already", 2);
    with("puzzle,solution", &["--answer", "mine"])
        .gives(&format!("puzzle,solution,mine\n{PUZZLE},1,{SOLUTION}"), 0);
    with("puzzle,id", &["--output", "grid"]).says("a table has a line for each puzzle", 2);
    solved("a.csv", "", &["--column", "puzzle"]).says("the table is empty", 2);
    solved("a.csv", "puzzle\n", &[]).gives("puzzle,solution", 0);
    run(&["solve", PUZZLE, "--answer", "x"]).says("the input is no table", 2);
    // A quote that is not closed is told, and where.
    let lost = format!("puzzle,id\n{PUZZLE},1\n{PUZZLE},\"\n{PUZZLE},3\n{PUZZLE},4\n");
    let ran = solved("a.csv", &lost, &[]);
    ran.gives(&format!("puzzle,id,solution\n{PUZZLE},1,{SOLUTION}"), 2);
    ran.says("line 3: cannot read on: a quote that opens here is never closed", 2);
    let second = format!("id,puzzle,note\n\"a\nb\",{PUZZLE},\"x\n2,{PUZZLE},y\n");
    solved("b.csv", &second, &[]).says("line 3: cannot read on: a quote that opens here", 2);
    solved("c.csv", "\"puzzle,id\n1,2\n", &["--column", "puzzle"]).says("line 1: cannot read on", 2);
    // One within a field is a character, and one at the very end closes.
    let inch = format!("puzzle,id\n{PUZZLE},5\" wide\n{PUZZLE},\"x\"");
    assert_eq!(solved("d.csv", &inch, &[]).code, 0);
    // Nor does it take in all that follows.
    let open = format!("puzzle,id\n{PUZZLE},1\n{PUZZLE},\"{}", "x\n".repeat(10_000_000));
    let ran = fed(&["solve", "--column", "puzzle"], open);
    ran.gives(&format!("puzzle,id,solution\n{PUZZLE},1,{SOLUTION}"), 2);
    ran.says("line 3: cannot read on: a row of more than 16 MiB; is a quote not closed?", 2);
}

#[test]
fn a_file_of_boards_is_none_whatever_its_name() {
    let grid = "1,2,3,4\n0,0,0,0\n0,0,0,0\n0,0,0,0\n";
    solved("a.csv", grid, &["--output", "line"]).gives("1234341221434321", 0);
    solved("b.csv", &format!("{PUZZLE}\n{PUZZLE}\n"), &[]).gives(&[SOLUTION; 2].join("\n"), 0);
    let header = format!("puzzle\n{PUZZLE}\n");
    solved("c.csv", &header, &[]).gives(&format!("puzzle,solution\n{PUZZLE},{SOLUTION}"), 0);
}

#[test]
fn tables_go_on_where_the_file_ends() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.csv");
    let name = out.to_str().unwrap();
    let mut text = "note,puzzle\n".to_owned();
    for number in 0..40 {
        text.push_str(&format!("\"{number},\nsecond \"\"line\"\"\n\",{PUZZLE}\n"));
    }
    let whole = fed(&["solve", "--column", "puzzle"], text.clone()).out;
    assert_eq!(whole.matches(SOLUTION).count(), 40);
    // Torn at any byte of the header and the first rows.
    for length in (0..400).chain([whole.len() - 1, whole.len()]) {
        fs::write(&out, &whole[..length]).unwrap();
        let ran = fed(&["solve", "--column", "puzzle", "--resume", "-o", name], text.clone());
        assert!(fs::read_to_string(&out).unwrap() == whole, "{length}: {}", ran.err);
        assert_eq!(ran.code, 0, "{length}: {}", ran.err);
    }
    fs::write(&out, "other,header\n").unwrap();
    fed(&["solve", "--column", "puzzle", "--resume", "-o", name], text)
        .says("its header is not that of this run", 2);
    assert_eq!(fs::read_to_string(&out).unwrap(), "other,header\n");
}

#[test]
fn commands_that_take_no_tables_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("a.csv");
    fs::write(&table, format!("id,puzzle\n1,{PUZZLE}\n")).unwrap();
    let table = table.to_str().unwrap();
    run(&["convert", table, "--output", "line"]).says("convert takes no tables", 2);
    run(&["verify", table, SOLUTION]).says("verify takes no tables", 2);
    run(&["verify", PUZZLE, table]).says("verify takes no tables", 2);
    run(&["check", table, "--proof", "/dev/null"]).says("--proof takes no tables", 2);
    run(&["solve", table, "--output", "svg"]).says("takes no tables", 2);
}
