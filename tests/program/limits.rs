//! Limits, seeds and statistics.

use std::time::{Duration, Instant};

use crate::*;

fn empty(side: usize) -> String {
    format!("[{}]", vec![format!("[{}]", vec!["0"; side].join(",")); side].join(","))
}

#[test]
fn limits_stop_with_3_and_a_word() {
    let large = empty(25);
    fed(&["count", "--node-limit", "0"], large.clone()).gives("at least 0", 3);
    fed(&["count", "--node-limit", "0"], large.clone()).says("stopped: node limit", 3);
    fed(&["solve", "--node-limit", "1"], large.clone()).gives("stopped: node limit", 3);
    fed(&["solve", "--time-limit", "0s"], large.clone()).gives("stopped: time limit", 3);
    fed(&["infer", "--time-limit", "0s"], large.clone()).gives("stopped: time limit", 3);
    fed(&["solve", "--unique", "--node-limit", "1"], large.clone()).gives("stopped: node limit", 3);
    let begin = Instant::now();
    let counted = fed(&["count", "--time-limit", "200ms"], large);
    assert!(counted.out.starts_with("at least "), "{}", counted.out);
    assert_eq!(counted.code, 3);
    assert!(begin.elapsed() < Duration::from_secs(5));
    run(&["solve", PUZZLE, "--node-limit", "0", "--output", "line"]).gives(SOLUTION, 0);
}

#[test]
fn limits_are_for_each_puzzle_and_the_total_for_all() {
    let two = format!("{}\n{}\n", empty(25), empty(25));
    let ran = fed(&["check", "--node-limit", "1"], two.clone());
    ran.gives("unknown\nunknown", 3);
    let mixed = format!("{}\n{PUZZLE}\n", empty(25));
    fed(&["solve", "--node-limit", "1"], mixed).gives(&format!("stopped: node limit\n{SOLUTION}"), 3);
    let begin = Instant::now();
    fed(&["check", "--total-time", "0s"], two.clone()).gives("unknown\nunknown", 3);
    fed(&["solve", "--total-time", "0s"], two.clone()).gives("stopped: time limit\nstopped: time limit", 3);
    let counted = fed(&["count", "--total-time", "200ms"], two);
    assert_eq!((counted.out.lines().count(), counted.code), (2, 3));
    assert!(begin.elapsed() < Duration::from_secs(5));
}

/// What the end of the time for all has stopped has no line in a file, so that another run goes on with it.
#[test]
fn what_the_total_time_leaves_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (input, out) = (folder.path().join("input"), folder.path().join("out"));
    // The third takes longer than there is time.
    let text = format!("{PUZZLE}\n{PUZZLE}\n{}\n{PUZZLE}\n", empty(9));
    std::fs::write(&input, text).unwrap();
    let (input, out_name) = (input.to_str().unwrap(), out.to_str().unwrap());
    let lines = || std::fs::read_to_string(&out).unwrap();
    let begun = run(&["count", input, "-o", out_name, "--total-time", "1s"]);
    begun.says("line 3: the total time is over; --resume goes on from here", 3);
    assert_eq!(lines(), "1\n1\n");
    let ran = run(&["count", input, "-o", out_name, "--resume", "--total-time", "0s"]);
    assert_eq!((lines().as_str(), ran.code), ("1\n1\n", 3));
    // What a limit for each has stopped is answered with that.
    let ran = run(&["count", input, "-o", out_name, "--resume", "--node-limit", "10"]);
    assert_eq!((lines().lines().count(), ran.code), (4, 3));
    assert!(lines().starts_with("1\n1\nat least ") && lines().ends_with("\n1\n"), "{}", lines());
    run(&["count", input, "-o", out_name, "--resume"]).gives("", 0);
}

#[test]
fn nonsense_is_bad_usage() {
    for wrong in
        ["--time-limit=10d", "--time-limit=-1s", "--time-limit=", "--total-time=x", "--time-limit=nan"]
    {
        assert_eq!(run(&["solve", PUZZLE, wrong]).code, 2, "{wrong}");
    }
    for wrong in ["--limit=0", "--limit=-1", "--limit=x", "--limit=99999999999999999999999", "--seed=x"] {
        assert_eq!(run(&["solve", PUZZLE, wrong]).code, 2, "{wrong}");
    }
    run(&["solve", PUZZLE, "--limit=18446744073709551615", "--output", "line"]).gives(SOLUTION, 0);
    run(&["solve", PUZZLE, "--time-limit=99999999h", "--output", "line"]).gives(SOLUTION, 0);
}

#[test]
fn a_seed_decides_the_solutions() {
    let six = empty(6);
    let with = |seed: &str| {
        let ran = fed(&["solve", "--seed", seed, "--limit", "5", "--output", "line"], six.clone());
        assert_eq!(ran.code, 0);
        ran.out
    };
    assert_eq!(with("7"), with("7"));
    let different: std::collections::BTreeSet<String> = ["1", "2", "3", "4"].map(with).into();
    assert!(different.len() > 1);
    run(&["count", EMPTY_FOUR, "--seed", "3"]).gives("288", 0);
}

#[test]
fn statistics_go_to_standard_error() {
    let ran = fed(&["solve", "--stats"], format!("{PUZZLE}\n{PUZZLE}\n"));
    ran.gives(&[SOLUTION; 2].join("\n"), 0);
    assert_eq!(ran.err.lines().count(), 2);
    for word in ["line 1: nodes 0", "line 2: nodes 0", "solutions 1", "ms"] {
        ran.says(word, 0);
    }
    assert_eq!(run(&["solve", PUZZLE]).err, "");
}

/// A puzzle that is large only once its constraints are posted.
#[test]
fn a_puzzle_is_stopped_while_it_is_built() {
    let side = "\"rows\": 100, \"columns\": 100, \"boxes\": \"none\"";
    let text = format!("{{ {side}, \"constraints\": [{{ \"type\": \"anti_taxicab\" }}] }}");
    let begin = Instant::now();
    run(&["solve", &text, "--time-limit", "1s"]).gives("stopped: time limit", 3);
    run(&["check", &text, "--time-limit", "100ms"]).gives("unknown", 3);
    run(&["count", &text, "--time-limit", "100ms"]).gives("at least 0", 3);
    run(&["check", "--why", &text, "--time-limit", "100ms"]).gives("unknown", 3);
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(6), "{took:?}");
}

/// Exact time is for an optimised program on a quiet machine: `cargo test --release -- --ignored`.
#[test]
#[ignore = "takes two seconds, and needs them to itself"]
fn a_large_board_stops_in_time() {
    let hundred = empty(100);
    let begin = Instant::now();
    let ran = fed(&["solve", "--time-limit", "2s"], hundred);
    let took = begin.elapsed();
    assert!(ran.code == 0 || ran.code == 3 && ran.out == "stopped: time limit\n", "{}", ran.out);
    assert!(took < Duration::from_secs_f64(2.05 * 1.05), "{took:?}");
}

#[test]
fn memory_has_a_limit() {
    let large = empty(25);
    fed(&["solve", "--memory-limit", "1K"], large.clone()).gives("stopped: memory limit", 3);
    fed(&["check", "--memory-limit", "1K"], large.clone()).gives("unknown", 3);
    assert_eq!(fed(&["solve", "--memory-limit", "1G"], large).code, 0);
    for wrong in ["--memory-limit=", "--memory-limit=x", "--memory-limit=1Q", "--memory-limit=-1"] {
        assert_eq!(run(&["solve", PUZZLE, wrong]).code, 2, "{wrong}");
    }
}

#[test]
fn statistics_tell_of_the_search() {
    // Many dead ends, so that learning takes over; the first question is the only one.
    let none = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let number = |text: &str, name: &str| -> f64 {
        let rest = &text[text.find(name).unwrap() + name.len()..];
        let end = rest.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().unwrap()
    };
    let ran = run(&["count", none, "--stats"]);
    ran.gives("0", 1);
    ran.says("every possibility was tried", 1);
    for name in ["nodes ", "conflicts ", "depth ", "learnt ", "kept ", "propagations ", "memory ", "fixed "] {
        assert!(number(&ran.err, name) > 0.0, "{name}: {}", ran.err);
    }
    assert_eq!(number(&ran.err, "solutions "), 0.0);
    ran.says("million a second", 1);
    let learning = run(&["count", none, "--stats", "--strategy", "learning"]).err;
    let plain = run(&["count", none, "--stats", "--strategy", "plain"]).err;
    assert!(number(&plain, "nodes ") > number(&learning, "nodes "));
    assert_eq!(number(&plain, "learnt "), 0.0);
    let fixed = run(&["solve", PUZZLE, "--stats", "--output", "line"]).err;
    assert_eq!(number(&fixed, "fixed "), 81.0);
    // What was not counted is not told as none.
    for (name, shown) in [("propagations", "propagations 0"), ("memory", "memory 0.0")] {
        assert!(!fixed.contains(shown), "{name}: {fixed}");
    }
}
