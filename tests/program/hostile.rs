//! Inputs and outputs that are not what they should be.

use crate::*;

#[test]
fn what_is_no_text_is_refused_with_a_sentence() {
    fed(&["solve"], "").says("no board in an empty text", 2);
    fed(&["solve"], "\n\n \r\n").says("no board in an empty text", 2);
    fed(&["solve"], b"\x7fELF\x02\x01\x01\x00\x00\x00".to_vec()).says("this is a binary file, not text", 2);
    fed(&["solve"], vec![0; 100_000]).says("this is a binary file, not text", 2);
    fed(&["solve"], b"\xff\xfe1\x002\x00".to_vec()).says("UTF-16", 2);
    fed(&["solve"], [b"\x80", PUZZLE.as_bytes()].concat()).says("line 1", 2);
    let folder = tempfile::tempdir().unwrap();
    run(&["solve", folder.path().to_str().unwrap()]).says("is a directory", 2);
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "").unwrap();
    run(&["solve", empty.to_str().unwrap()]).says("empty", 2);
    fed(&["solve"], "1000000 1000 1000\n").says("makes 1000000000000 cells, more than the limit", 2);
    fed(&["solve"], "99999999999999999999 3 3\n").says("", 2);
    fed(&["solve"], "9 3 3\n").says("0 numbers, expected 81", 2);
    fed(&["solve"], "[".repeat(1_000_000)).says("too deep", 2);
    fed(&["solve"], "[[1,2],[").says("", 2);
    fed(&["solve"], "1".repeat(1_000_000)).says("can be read as candidates of side 100", 2);
    fed(&["solve"], "1".repeat(100_000)).says("ambiguous", 2);
    fed(&["solve"], "1 2 3\n1 2\n".repeat(10_000)).says("far more than 3 rows of 3 symbols", 2);
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::fs;
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Stdio;

    use crate::*;

    fn child(arguments: &[&str]) -> std::process::Command {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pencilmark"));
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    #[test]
    fn paths_need_not_be_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(OsStr::from_bytes(b"puzzle\xff"));
        if fs::write(&path, PUZZLE).is_ok() {
            let solved = child(&["solve", "--output", "line"]).arg(&path).output().unwrap();
            Ran::from(solved).gives(SOLUTION, 0);
        }
        let unknown = child(&["solve"]).arg(OsStr::from_bytes(b"\xff\xfe")).output().unwrap();
        Ran::from(unknown).says("no such file, and not a puzzle", 2);
    }

    #[test]
    fn paths_that_cannot_be_read_are_named() {
        run(&["solve", "/dev/null"]).says("no board in an empty text", 2);
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        symlink("nowhere", &link).unwrap();
        run(&["solve", link.to_str().unwrap()]).says("No such file", 2);
        let locked = folder.path().join("locked");
        fs::write(&locked, PUZZLE).unwrap();
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
        // Who may read everything can read this too.
        if fs::File::open(&locked).is_err() {
            run(&["solve", locked.to_str().unwrap()]).says("ermission denied", 2);
        }
    }

    #[test]
    fn a_closed_output_ends_quietly_with_0() {
        let twice = ".".repeat(81);
        let mut child = child(&["solve", "--all", "--output", "line", &twice]).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        drop(out);
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!((line.len(), ran.err.as_str(), ran.code), (82, "", 0));
        for arguments in [&["man"] as &[&str], &["--help"], &["completions", "zsh"], &["solve", PUZZLE]] {
            let mut child = self::child(arguments).stdin(Stdio::piped()).spawn().unwrap();
            drop(child.stdout.take());
            let ran = Ran::from(child.wait_with_output().unwrap());
            assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{arguments:?}");
        }
    }

    #[test]
    fn a_full_disk_is_an_error() {
        let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { return };
        let ran = child(&["solve", PUZZLE]).stdout(full).output().unwrap();
        Ran::from(ran).says("cannot write the output", 2);
    }

    #[test]
    fn a_closed_standard_error_changes_nothing() {
        let mut child = child(&["solve"]).stdin(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        let input = format!("{PUZZLE}\n{}\n{PUZZLE}\n", &PUZZLE[1..]);
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let ran = Ran::from(child.wait_with_output().unwrap());
        ran.gives(&[SOLUTION, "error: 80 symbols, expected 81", SOLUTION].join("\n"), 2);
    }
}
