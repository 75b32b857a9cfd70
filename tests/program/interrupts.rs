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
fn it_ends_a_conversion_without_end() {
    let mut child = start(&["convert", "--output", "list"]);
    let mut input = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || while writeln!(input, "{PUZZLE}").is_ok() {});
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    let drain = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    interrupt(&child);
    assert_eq!(ends(&mut child), Some(3));
    feeder.join().unwrap();
    drain.join().unwrap().unwrap();
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

#[test]
fn what_was_done_stays_in_the_file_and_it_goes_on_from_there() {
    let folder = tempfile::tempdir().unwrap();
    let (input, out) = (folder.path().join("input"), folder.path().join("out"));
    // Every 50th takes so long that there is time to interrupt.
    let hard = format!("{}\n", ".".repeat(81));
    let text: String = (0..4000)
        .map(|number| if number % 50 == 49 { hard.clone() } else { format!("{PUZZLE}\n") })
        .collect();
    std::fs::write(&input, &text).unwrap();
    let (input, out_name) = (input.to_str().unwrap(), out.to_str().unwrap());
    let arguments = ["count", input, "--limit", "300", "-o", out_name, "--resume", "--threads", "2"];
    let lines = || std::fs::read_to_string(&out).unwrap_or_default().lines().count();
    let mut interrupted = 0;
    for _ in 0..3 {
        let before = lines();
        let mut child = start(&arguments);
        let begin = Instant::now();
        while lines() == before && begin.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        interrupt(&child);
        let code = ends(&mut child).unwrap();
        assert!(code == 3 || code == 0 && lines() == 4000, "{code}");
        interrupted += usize::from(code == 3);
    }
    assert!(interrupted > 0, "it was never interrupted");
    run(&arguments).gives("", 0);
    let expected: String =
        text.lines().map(|line| if line == PUZZLE { "1\n" } else { "at least 300\n" }).collect();
    assert!(std::fs::read_to_string(&out).unwrap() == expected);
}

#[test]
fn it_ends_a_puzzle_that_is_being_built() {
    let side = "\"rows\": 100, \"columns\": 100, \"boxes\": \"none\"";
    let text = format!("{{ {side}, \"constraints\": [{{ \"type\": \"anti_taxicab\" }}] }}");
    let mut child = start(&["solve", &text]);
    std::thread::sleep(Duration::from_millis(300));
    let begin = Instant::now();
    interrupt(&child);
    assert_eq!(ends(&mut child), Some(3));
    assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
}

/// An answer that was cut short would pass for one.
#[test]
fn what_was_cut_short_is_not_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let mut child = start(&["count", "-o", out.to_str().unwrap()]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(format!("{PUZZLE}\n{}\n", ".".repeat(81)).as_bytes()).unwrap();
    let begin = Instant::now();
    while std::fs::read_to_string(&out).unwrap_or_default().is_empty()
        && begin.elapsed() < Duration::from_secs(10)
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(50));
    interrupt(&child);
    assert_eq!(ends(&mut child), Some(3));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "1\n");
    drop(input);
}
