//! No file that is read is written to.

use std::fs::{self, File};

use crate::*;

/// Each of these would destroy what it reads.
#[test]
fn what_is_read_is_never_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (board, puzzle, regions, new) = (path("board.txt"), path("p.json"), path("regions"), path("new"));
    let contents = [
        (&board, "12..............\n"),
        (&puzzle, r#"{ "boxes": "2x2", "givens": ["1...", "....", "....", "...2"] }"#),
        (&regions, "AAAB\nCABB\nCCDB\nCDDD\n"),
    ];
    for (path, text) in &contents {
        fs::write(path, text).unwrap();
    }
    let (board, puzzle, regions, new) = (&board[..], &puzzle[..], &regions[..], &new[..]);
    let jigsaw = ["solve", board, "--jigsaw", regions];
    for (arguments, said) in [
        (&["solve", board, "-o", board] as &[&str], "the file of --out is the input itself"),
        (&["solve", puzzle, "-o", puzzle], "the file of --out is the input itself"),
        (&["minimize", puzzle, "--constraints", "-o", puzzle], "the file of --out is the input itself"),
        (&["solve", board, "--output", "svg", "-o", board], "the file of --out is the input itself"),
        (&[&jigsaw[..], &["-o", regions]].concat(), "the file of --out is that of --jigsaw"),
        (&["check", board, "--proof", board], "the file of --proof is the input itself"),
        (&["check", board, "--proof", new, "--cnf", board], "the file of --cnf is the input itself"),
        (&["check", board, "--proof", new, "--cnf", new], "the file of --cnf is that of --proof"),
    ] {
        run(arguments).says(said, 2);
        for (path, text) in &contents {
            assert_eq!(fs::read_to_string(path).unwrap(), *text, "{arguments:?}");
        }
        assert!(!folder.path().join("new").exists(), "{arguments:?}");
    }
    // Other files may be written, and what is no file.
    run(&[&jigsaw[..], &["-o", new]].concat());
    assert!(folder.path().join("new").exists());
    run(&["solve", board, "-o", new]).gives("", 0);
}

/// A file that the shell opened, and one with two names.
#[cfg(unix)]
#[test]
fn other_names_of_the_input_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let (board, link) = (folder.path().join("board"), folder.path().join("link"));
    fs::write(&board, format!("{PUZZLE}\n")).unwrap();
    fs::hard_link(&board, &link).unwrap();
    for out in [&board, &link] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pencilmark"));
        command.args(["solve", "-o", out.to_str().unwrap()]).stdin(File::open(&board).unwrap());
        let ran: Ran = command.output().unwrap().into();
        ran.says("the file of --out is the input itself", 2);
        assert_eq!(fs::read_to_string(&board).unwrap(), format!("{PUZZLE}\n"));
    }
    run(&["solve", board.to_str().unwrap(), "-o", link.to_str().unwrap()]).says("is the input itself", 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_of_help_too() {
    let command = env!("CARGO_BIN_EXE_pencilmark");
    for arguments in [&["--help"] as &[&str], &["solve", "--help"], &["schema"]] {
        let full = File::create("/dev/full").unwrap();
        let ran = std::process::Command::new(command).args(arguments).stdout(full).output().unwrap();
        Ran::from(ran).says("cannot write the output", 2);
    }
}
