//! The program as a process: what it prints, where, and with which exit code.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use std::process::Output;

use assert_cmd::Command;

mod commands;
mod convert;
mod custom;
mod files;
mod hostile;
mod interrupts;
mod limits;
mod proofs;
mod reading;
mod setting;
mod several;
mod sniffing;
mod streaming;
mod tables;

const PUZZLE: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// The puzzle with another 9 beside the first 5 and 3.
const CLASH: &str = "599070000600195000098000060800060003400803001700020006060000280000419005000080079";
const CLASH_SAID: &str = "r1c2 and r1c3 are both 9, in row 1";
/// No cell clashes with another, but r1c9 has no candidate left.
const HOPELESS: &str = "12345678....................................9....................................";
const EMPTY: &str = ".................................................................................";
const EMPTY_FOUR: &str = "................";

/// What a run printed, and its exit code.
struct Ran {
    out: String,
    err: String,
    code: i32,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().unwrap(),
        }
    }
}

impl Ran {
    #[track_caller]
    fn gives(&self, out: &str, code: i32) {
        assert_eq!((self.out.trim_end(), self.code), (out, code), "standard error: {}", self.err);
    }

    #[track_caller]
    fn says(&self, err: &str, code: i32) {
        assert!(self.err.contains(err), "{:?} is not in {:?}", err, self.err);
        assert_eq!(self.code, code);
        assert!(!self.err.contains("panicked"));
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("pencilmark").unwrap();
    command.args(arguments).env_remove("NO_COLOR").timeout(std::time::Duration::from_secs(60));
    command
}

fn run(arguments: &[&str]) -> Ran {
    fed(arguments, "")
}

fn fed(arguments: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    command(arguments).write_stdin(input).output().unwrap().into()
}
