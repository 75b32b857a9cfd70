//! Inputs of many puzzles: threads, files of answers, going on, parts, packed files.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::*;

/// Puzzles with different answers, some of them none, and one bad entry in between.
pub(crate) fn many(count: usize) -> String {
    let rows: Vec<String> = (0..count)
        .map(|number| {
            // Other digits make other puzzles of the same difficulty.
            let shift = number % 9;
            let board: String = PUZZLE
                .chars()
                .map(|c| match c.to_digit(10) {
                    Some(digit) if digit > 0 => {
                        char::from_digit((digit + shift as u32 - 1) % 9 + 1, 10).unwrap()
                    }
                    _ => '.',
                })
                .collect();
            match number % 97 {
                13 => format!("{}\n", &board[1..]),
                40 => format!("{CLASH} # comment\n"),
                _ => format!("{board}\n"),
            }
        })
        .collect();
    rows.concat()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn every_number_of_threads_gives_the_same() {
    let input = many(2000);
    for question in [&["solve"] as &[&str], &["count", "--stats"], &["check"], &["solve", "--limit", "2"]] {
        let with = |threads: &str| fed(&[question, &["--threads", threads]].concat(), input.clone());
        let one = with("1");
        assert!(one.out.lines().count() == 2000 && one.code == 2, "{question:?}");
        for threads in ["2", "3", "16"] {
            let more = with(threads);
            assert_eq!((more.out == one.out, more.code), (true, one.code), "{question:?}, {threads}");
            assert_eq!(more.err.lines().count(), one.err.lines().count());
        }
    }
    // What is said comes in order too.
    let said = fed(&["solve", "--threads", "4"], input).err;
    let lines: Vec<usize> =
        said.lines().map(|line| line[5..line.find(':').unwrap()].parse().unwrap()).collect();
    assert!(lines.len() == 42 && lines.is_sorted(), "{said}");
    for wrong in ["0", "-1", "x", "99999999"] {
        assert_eq!(run(&["solve", PUZZLE, &format!("--threads={wrong}")]).code, 2);
    }
}

#[test]
fn a_slow_puzzle_keeps_the_order() {
    // Solving the empty 81 cells 3,000 times takes longer than its neighbours do.
    let input = format!("{PUZZLE}\n{}\n{}", ".".repeat(81), many(300));
    let with = |threads: &str| fed(&["solve", "--limit", "3000", "--threads", threads], input.clone()).out;
    let one = with("1");
    assert_eq!(one.lines().count(), 3300 + 1);
    assert!(with("2") == one && with("5") == one);
}

#[test]
fn grids_are_set_apart_whatever_the_threads() {
    let input = many(60);
    let one = fed(&["solve", "--output", "grid", "--threads", "1"], input.clone()).out;
    assert_eq!(fed(&["solve", "--output", "grid", "--threads", "3"], input).out, one);
    assert!(one.contains("┘\n\n┌") && !one.contains("┘\n┌") && !one.contains("\n\n\n"));
    assert!(!one.starts_with('\n'));
}

#[test]
fn answers_go_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let input = many(300);
    let whole = fed(&["solve"], input.clone()).out;
    let ran = fed(&["solve", "--out", path(&out)], input.clone());
    assert_eq!((ran.out.as_str(), ran.code), ("", 2));
    assert!(fs::read_to_string(&out).unwrap() == whole);
    // A line each, also for one puzzle alone.
    fed(&["solve", "-o", path(&out)], PUZZLE).gives("", 0);
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("{SOLUTION}\n"));
    fed(&["solve", "-o", "-"], format!("{PUZZLE}\n{PUZZLE}")).gives(&[SOLUTION; 2].join("\n"), 0);
    let itself = folder.path().join("input");
    fs::write(&itself, &input).unwrap();
    run(&["solve", path(&itself), "-o", path(&itself)]).says("the file of --out is the input itself", 2);
    assert!(fs::read_to_string(&itself).unwrap() == input);
    let nowhere = folder.path().join("no/where");
    run(&["solve", PUZZLE, "-o", path(&nowhere)]).says("cannot write", 2);
    if Path::new("/dev/full").exists() {
        run(&["solve", PUZZLE, "-o", "/dev/full"]).says("cannot write /dev/full: No space left", 2);
    }
}

#[test]
fn it_goes_on_where_the_file_ends() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let input = many(200);
    let whole = fed(&["solve"], input.clone()).out;
    let resume = |arguments: &[&str]| {
        fed(&[&["solve", "--resume", "--out", path(&out)], arguments].concat(), input.clone())
    };
    // Nothing is there yet; all is there; a line is torn; it is torn at its very end.
    let middle = whole.find('\n').unwrap() + 1;
    for begun in
        [None, Some(0), Some(1), Some(middle - 1), Some(middle), Some(whole.len() / 2), Some(whole.len())]
    {
        match begun {
            None => {}
            Some(length) => fs::write(&out, &whole[..length]).unwrap(),
        }
        let ran = resume(&[]);
        assert!(fs::read_to_string(&out).unwrap() == whole, "{begun:?}: {}", ran.err);
    }
    // What was there is not done again.
    fs::write(&out, "as it was\n").unwrap();
    resume(&[]);
    let lines = fs::read_to_string(&out).unwrap();
    assert!(lines.starts_with("as it was\n") && lines.lines().skip(1).eq(whole.lines().skip(1)));
    fs::write(&out, "too much\n".repeat(201)).unwrap();
    resume(&[]).says("201 answers, more than there are puzzles", 2);
    // Within a part it is the part that is counted.
    fs::write(&out, "").unwrap();
    resume(&["--shard", "2/3"]);
    let shard = fs::read_to_string(&out).unwrap();
    assert_eq!(shard.lines().count(), 67);
    fs::write(&out, &shard[..shard.len() / 3]).unwrap();
    resume(&["--shard", "2/3"]);
    assert!(fs::read_to_string(&out).unwrap() == shard);

    run(&["solve", PUZZLE, "--resume"]).says("--out", 2);
    run(&["solve", PUZZLE, "--resume", "-o", "-"]).says("--resume needs a file in --out", 2);
    resume(&["--all"]).says("--resume counts a line for each puzzle", 2);
    resume(&["--limit", "2"]).says("--resume counts a line for each puzzle", 2);
    resume(&["--output", "grid"]).says("--resume counts a line for each puzzle", 2);
    let packed = folder.path().join("out.gz");
    run(&["solve", PUZZLE, "--resume", "-o", path(&packed)])
        .says("--resume cannot go on in a packed file", 2);
}

#[test]
fn shards_are_all_together() {
    let input = many(100);
    let whole = fed(&["check"], input.clone()).out;
    let shards: Vec<String> =
        (1..=3).map(|first| fed(&["check", "--shard", &format!("{first}/3")], input.clone()).out).collect();
    let mut lines: Vec<_> = shards.iter().map(|shard| shard.lines()).collect();
    let together: Vec<&str> = (0..100).map(|number| lines[number % 3].next().unwrap()).collect();
    assert!(together == whole.lines().collect::<Vec<_>>());
    // A line each, even where a part has but one puzzle, or none.
    fed(&["solve", "--shard", "1/2"], PUZZLE).gives(SOLUTION, 0);
    fed(&["solve", "--shard", "2/2"], PUZZLE).gives("", 0);
    for wrong in ["0/2", "3/2", "1", "1/0", "a/b", "-1/2"] {
        assert_eq!(run(&["solve", PUZZLE, &format!("--shard={wrong}")]).code, 2, "{wrong}");
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(text).unwrap();
    packed.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

#[test]
fn packed_files_are_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let input = many(500);
    let whole = fed(&["solve"], input.clone()).out;
    let (first, second) = input.as_bytes().split_at(10_000);
    // A zstd piece that is to be passed over: a number, a length, and so many bytes.
    let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
    for (name, packed) in [
        ("one.gz", gzip(input.as_bytes())),
        ("two.gz", [gzip(first), gzip(second)].concat()),
        ("one.zst", zstd(input.as_bytes())),
        ("two.txt.ZST", [zstd(first), skipped, zstd(second)].concat()),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, packed).unwrap();
        let ran = run(&["solve", path(&file)]);
        assert!(ran.out == whole, "{name}: {}", ran.err);
    }
    for name in ["out.gz", "out.zst"] {
        let out = folder.path().join(name);
        let ran = fed(&["solve", "-o", path(&out)], many(500).replace("\n\n", "\n"));
        assert_eq!(ran.code, 2);
        let packed = fs::read(&out).unwrap();
        let mut text = String::new();
        if name.ends_with("gz") {
            let mut unpacked = flate2::read::MultiGzDecoder::new(&packed[..]);
            std::io::Read::read_to_string(&mut unpacked, &mut text).unwrap();
        } else {
            let mut unpacked = ruzstd::decoding::StreamingDecoder::new(&packed[..]).unwrap();
            std::io::Read::read_to_string(&mut unpacked, &mut text).unwrap();
        }
        assert!(text == whole && packed.len() < whole.len() / 2, "{name}");
    }
}

#[test]
fn packed_files_that_are_broken_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let input = many(500);
    let whole = fed(&["solve"], input.clone()).out;
    let broken = |name: &str, bytes: &[u8], said: &str| {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        let ran = run(&["solve", "--output", "line", path(&file)]);
        ran.says(said, 2);
        ran.says("line ", 2);
        assert!(whole.starts_with(&ran.out), "{name}: what could be read is answered, and no more");
        ran.out.lines().count()
    };
    for (suffix, packed) in [("gz", gzip(input.as_bytes())), ("zst", zstd(input.as_bytes()))] {
        let name = |what: &str| format!("{what}.{suffix}");
        let short = "cannot read on: the packed data ends too early";
        broken(&name("short"), &packed[..packed.len() - 30], short);
        broken(&name("empty"), b"", short);
        broken(&name("plain"), input.as_bytes(), "data is broken");
        let mut wrong = packed.clone();
        let end = wrong.len() - if suffix == "gz" { 8 } else { 4 };
        wrong[end] ^= 1;
        let answers = broken(&name("wrong"), &wrong, "data is broken");
        assert!(answers > 400, "only the checksum is wrong: {answers}");
        broken(&name("more"), &[&packed[..], b"more"].concat(), "cannot read on");
    }
    let nothing = folder.path().join("nothing.gz");
    fs::write(&nothing, gzip(b"")).unwrap();
    run(&["solve", path(&nothing)]).says("no board in an empty text", 2);
}

/// Answers come as soon as there is nothing more to read, and memory does not grow with what was read.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_input() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_pencilmark"))
        .args(["solve", "--input", "line", "--output", "line", "--threads", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        while out.read_line(&mut line).unwrap() > 0 {
            sender.send(std::mem::take(&mut line)).unwrap();
        }
    });
    let status = format!("/proc/{}/status", child.id());
    let mut peak = |lines: usize| -> u64 {
        input.write_all("1234341221434321\n".repeat(lines).as_bytes()).unwrap();
        for _ in 0..lines {
            let line = receiver.recv_timeout(std::time::Duration::from_secs(30)).unwrap();
            assert_eq!(line, "1234341221434321\n");
        }
        let status = fs::read_to_string(&status).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().trim_end_matches(" kB").parse().unwrap()
    };
    // One by one, as from somebody who waits for each answer.
    for _ in 0..20 {
        peak(1);
    }
    let before = peak(20_000);
    let after = peak(200_000);
    assert!(after < before + 2_000, "{before} kB, then {after} kB");
    drop(input);
    assert!(child.wait().unwrap().success());
}
