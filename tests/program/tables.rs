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
    solved("c.csv", "\"puzzle,id\n1,2\n", &["--column", "puzzle"]).says("line 1: cannot read the header", 2);
    // One within a field is a character, and one at the very end closes.
    let inch = format!("puzzle,id\n{PUZZLE},5\" wide\n{PUZZLE},\"x\"");
    assert_eq!(solved("d.csv", &inch, &[]).code, 0);
}

/// Rows that a stray quote would take in are rows still: there is a line of the answer for each.
#[test]
fn stray_quotes_lose_no_row() {
    let row = |id: u32| format!("{PUZZLE},{id}\n");
    let answer = |id: u32| format!("{PUZZLE},{id},{SOLUTION}");
    let check = |text: &str, rows: &[String], said: &[&str]| {
        let ran = solved("a.csv", text, &[]);
        ran.gives(&[&["puzzle,id,solution".to_owned()][..], rows].concat().join("\n"), 2);
        said.iter().for_each(|said| ran.says(said, 2));
    };
    let field = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    // Never closed.
    let text = format!("puzzle,id\n{}{PUZZLE},\"\n{}{}", row(1), row(3), row(4));
    let why = "a quote opens here that is never closed";
    let broken = format!("{PUZZLE},,error: {why}");
    check(&text, &[answer(1), broken, answer(3), answer(4)], &[&format!("line 3: {why}")]);
    // In the puzzle itself; the next quote stands where a field begins, too.
    let text = format!("puzzle,id\n\"{PUZZLE},1\n{}\"{PUZZLE},3\n{}", row(2), row(4));
    let why = "a quote opens here, and the one that closes it, in line 4, stands within a field";
    let last = "a quote opens here that is never closed";
    let broken = |why: &str, id: u32| {
        format!("{},,{}", field(&format!("{PUZZLE},{id}")), field(&format!("error: {why}")))
    };
    let bare = |why: &str, id: u32| format!("{},,error: {why}", field(&format!("{PUZZLE},{id}")));
    check(
        &text,
        &[broken(why, 1), answer(2), bare(last, 3), answer(4)],
        &[&format!("line 2: {why}"), "line 4: a quote"],
    );
    // The other quote closes as it should, at the end of a field.
    let text = format!("puzzle,id\n\"{PUZZLE},1\n{}{PUZZLE}\",3\n{}", row(2), row(4));
    let why = "a quote opens here, and the one that closes it, in line 4, is behind further rows";
    let third = format!("{},3,\"error: ", field(&format!("{PUZZLE}\"")));
    let ran = solved("b.csv", &text, &[]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 5, "{}", ran.out);
    assert_eq!(lines[1..3], [broken(why, 1), answer(2)]);
    assert!(lines[3].starts_with(&third), "{}", ran.out);
    assert_eq!((lines[4], ran.code), (answer(4).as_str(), 2));
    // Beside the puzzle, closed as it should, with rows within.
    let text = format!("puzzle,id\n{PUZZLE},\"1\n{}{PUZZLE},3\"\n", row(2));
    let ran = solved("c.csv", &text, &[]);
    ran.says("line 2: a quote opens here, and the one that closes it, in line 4, is behind further rows", 2);
    assert_eq!(ran.out.lines().count(), 4);
    // With carriage returns, alone and before line feeds, and at most so many MiB.
    for end in ["\r", "\r\n"] {
        let text = format!("puzzle,id\n{}{PUZZLE},\"\n{}\n\n{}", row(1), row(3), row(4)).replace('\n', end);
        let ran = solved("d.csv", &text, &[]);
        assert_eq!((ran.out.lines().count(), ran.code), (5, 2), "{}", ran.out);
        ran.says("line 3: a quote opens here", 2);
    }
    let long = format!("{}\n", "x".repeat(1 << 17)).repeat(140);
    let text = format!("puzzle,id\n{}{PUZZLE},\"{long}{}", row(1), row(3));
    let ran = fed(&["check", "--column", "puzzle"], text);
    assert_eq!(ran.out.lines().count(), 1 + 1 + 140 + 1);
    assert!(ran.out.ends_with(&format!("{PUZZLE},3,unique\n")));
    ran.says("line 3: a quote opens here that is not closed within 16 MiB", 2);
    let text = format!("puzzle,id\n{}{}\n{}", row(1), "x".repeat((1 << 24) + (1 << 17)), row(3));
    let ran = fed(&["check", "--column", "puzzle"], text);
    ran.says("line 3: cannot read on: a line of more than 16 MiB", 2);
    assert_eq!(ran.out.lines().count(), 2);
}

/// Fields may have several lines, that of the puzzle and others.
#[test]
fn fields_of_several_lines_are_one_row() {
    let drawn: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    let drawn = format!("\"{}\"", drawn.join("\n").replace('0', "."));
    let note = "\"Berlin, Germany,\n\n\"\"x\"\", y\"";
    for end in ["\n", "\r\n"] {
        let text = format!("puzzle,note\n{drawn},1\n{PUZZLE},{note}\n{drawn},{note}\n").replace('\n', end);
        let ran = solved("a.csv", &text, &[]);
        let mut rows = csv::Reader::from_reader(ran.out.as_bytes());
        let rows: Vec<csv::StringRecord> = rows.records().map(|row| row.unwrap()).collect();
        assert_eq!((rows.len(), ran.code), (3, 0), "{}{}", ran.out, ran.err);
        assert!(rows.iter().all(|row| &row[2] == SOLUTION));
        assert!(rows[1][1] == rows[2][1] && rows[1][1].ends_with("\"x\", y"));
    }
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

/// What is wrong is said with one place: that in the file.
#[test]
fn errors_name_the_place_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    let bad = format!("{}G", &PUZZLE[..80]);
    let rows: Vec<&[u8]> = bad.as_bytes().chunks(9).collect();
    let grid = rows.iter().map(|row| std::str::from_utf8(row).unwrap()).collect::<Vec<_>>().join("\n");
    let list = "[[1,2,3,4],[3,4,1,2],[2,1,4,x],[4,3,2,1]]";
    for (row, line, place) in [
        (format!("2,{bad},z"), 3, "symbol 'G' at line 3, column 83 "),
        (format!("\"a, \"\"b\"\"\",\"{bad}\",z"), 3, "symbol 'G' at line 3, column 93 "),
        (format!("\"a\nb\",{bad},z"), 3, "symbol 'G' at line 4, column 84 "),
        (format!("é,\"{grid}\",z"), 3, "symbol 'G' at line 11, column 9 "),
        (format!("2,\"{list}\",z"), 3, "'x' at line 3, column 32 "),
        (format!("2,\"{{\"\"rows\"\":{list}}}\",z"), 3, "'x' at line 3, column 42 "),
        (format!("2,\"{}\",z", grid.replacen("530", "30", 1)), 3, "line 3 has 8 symbols, expected 9"),
    ] {
        for end in ["\n", "\r\n"] {
            let text = format!("id,puzzle,note\n1,{PUZZLE},y\n{row}\n3,{PUZZLE},y\n").replace('\n', end);
            fs::write(&path, text).unwrap();
            let ran = run(&["solve", path.to_str().unwrap()]);
            ran.says(&format!("line {line}: {place}"), 2);
            assert_eq!(ran.out.matches(SOLUTION).count(), 2, "{}", ran.out);
        }
    }
}
