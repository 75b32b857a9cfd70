//! Which files a run reads and which it writes: none that is read is written to, and none is written twice.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use crate::program::args::{Command, Task};
use crate::program::source::is_path;
use crate::program::status::Abort;

/// Refuses to write to a file that is read, or written already.
///
/// # Errors
/// Two of the files are one.
pub(crate) fn check(command: &Command) -> Result<(), Abort> {
    let (task, proof, cnf) = match command {
        Command::Solve { proof, cnf, task, .. } | Command::Check { proof, cnf, task, .. } => {
            (task, proof.as_deref(), cnf.as_deref())
        }
        Command::Infer(task) => (task, None, None),
        Command::Count { task, .. } | Command::Candidates { task, .. } => (task, None, None),
        Command::Estimate { task, .. } | Command::Minimize { task, .. } => (task, None, None),
        Command::Verify { .. } | Command::Convert { .. } | Command::Schema => return Ok(()),
        Command::Completions { .. } | Command::Man { .. } => return Ok(()),
    };
    let out = task.streaming.out.as_deref().filter(|out| *out != Path::new("-"));
    let jigsaw = task.reading.switches.jigsaw.as_deref().and_then(identity);
    let mut known = vec![("the input itself", input(task)), ("that of --jigsaw", jigsaw)];
    for (option, name, path) in
        [("--out", "that of --out", out), ("--proof", "that of --proof", proof), ("--cnf", "", cnf)]
    {
        let Some(file) = path.and_then(identity) else { continue };
        if let Some((other, _)) = known.iter().find(|(_, known)| known.as_ref() == Some(&file)) {
            return Err(Abort::Usage(format!("the file of {option} is {other}")));
        }
        known.push((name, Some(file)));
    }
    Ok(())
}

/// What makes a file the same under two names.
#[derive(PartialEq, Eq, Debug)]
enum Identity {
    /// The device and the number on it, which links share.
    #[cfg(unix)]
    Node(u64, u64),
    /// The whole path, of what is not there yet.
    Place(PathBuf),
}

/// The file at `path`, there or not; none if that is no file that could be overwritten, such as a terminal.
fn identity(path: &Path) -> Option<Identity> {
    match path.metadata() {
        Ok(data) if data.is_file() => existing(path, &data),
        Ok(_) => None,
        Err(_) => {
            let folder = path.parent().filter(|folder| *folder != Path::new(""));
            let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
            Some(Identity::Place(folder.join(path.file_name()?)))
        }
    }
}

#[cfg(unix)]
fn existing(_: &Path, data: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some(Identity::Node(data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn existing(path: &Path, _: &Metadata) -> Option<Identity> {
    path.canonicalize().ok().map(Identity::Place)
}

/// The file that the input is, named or as standard input.
fn input(task: &Task) -> Option<Identity> {
    match task.input.as_deref().filter(|input| *input != "-") {
        None => stdin(),
        Some(input) => is_path(input).then(|| identity(Path::new(input)))?,
    }
}

#[cfg(unix)]
fn stdin() -> Option<Identity> {
    use std::os::fd::AsFd;
    let file = std::fs::File::from(std::io::stdin().as_fd().try_clone_to_owned().ok()?);
    let data = file.metadata().ok().filter(Metadata::is_file)?;
    existing(Path::new("-"), &data)
}

/// Which file that is cannot be told here.
#[cfg(not(unix))]
fn stdin() -> Option<Identity> {
    None
}
