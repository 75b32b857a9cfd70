//! Ctrl-C.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::*;

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_pencilmark"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupt(child: &Child) {
    let sent = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(sent.success());
}

/// The exit code, if the child ends soon; it is killed otherwise.
fn ends(child: &mut Child) -> Option<i32> {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(10) {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    None
}

#[test]
fn it_stops_the_search_with_3_and_prints_what_is_done() {
    let mut child = start(&["count"]);
    let input = format!("{PUZZLE}\n{}\n{PUZZLE}\n", ".".repeat(81));
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    interrupt(&child);
    assert_eq!(ends(&mut child), Some(3));
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(first, "1\n");
    assert!(rest.starts_with("at least ") && rest.lines().count() == 1, "{rest}");
}

#[test]
fn it_ends_a_program_that_waits_for_input() {
    let mut child = start(&["solve", "--output", "line"]);
    let mut input = child.stdin.take().unwrap();
    // The reader looks a line ahead.
    input.write_all(format!("{PUZZLE}\n{PUZZLE}\n").as_bytes()).unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    interrupt(&child);
    assert_eq!(ends(&mut child), Some(3));
    assert_eq!(first.trim_end(), SOLUTION);
    drop(input);
}
