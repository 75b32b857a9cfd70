//! The exit code: the highest of all that happened.

use std::process::ExitCode;

/// What a run came to, by rising exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Status {
    /// Everything was answered.
    #[default]
    Done = 0,
    /// No solution, not unique where that was asked, or a solution that does not verify.
    Negative = 1,
    /// Bad usage, or text that is no board.
    BadInput = 2,
    /// A limit, or Ctrl-C.
    Stopped = 3,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// Why a run ends before its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Abort {
    /// Nobody reads the output any more: a quiet end.
    #[error("the output was closed")]
    Closed,
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(std::io::Error),
    /// The input cannot be read to its end.
    #[error("{0}")]
    Input(String),
    /// A file for the output cannot be written.
    #[error("cannot write {0}: {1}")]
    File(String, std::io::Error),
    /// It was cancelled while it printed.
    #[error("stopped: cancelled")]
    Cut,
    /// The one puzzle of the input cannot be read, or is none.
    #[error("{0}")]
    Puzzle(String),
    /// A wrong combination of options, or an input that is not there.
    #[error("{0}")]
    Usage(String),
}

impl From<std::io::Error> for Abort {
    fn from(error: std::io::Error) -> Abort {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Abort::Closed,
            _ => Abort::Output(error),
        }
    }
}

impl Abort {
    /// The exit code, where `so_far` has happened before.
    pub(crate) fn status(&self, so_far: Status) -> Status {
        match self {
            Abort::Closed => Status::Done,
            Abort::Cut => so_far.max(Status::Stopped),
            Abort::Output(_) | Abort::File(..) | Abort::Input(_) => so_far.max(Status::BadInput),
            Abort::Puzzle(_) | Abort::Usage(_) => so_far.max(Status::BadInput),
        }
    }
}
