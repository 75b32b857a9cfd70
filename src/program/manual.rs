//! Manual pages: one for the program, and one for each of its commands.

use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::program::args::Arguments;
use crate::program::status::Abort;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The page of a command.
pub(crate) fn page(command: Command) -> Result<Vec<u8>, Abort> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}

/// The page of the command `name`.
///
/// # Errors
/// There is no such command.
pub(crate) fn page_of(name: &str) -> Result<Vec<u8>, Abort> {
    match commands().find(|command| command.get_name() == name) {
        Some(command) => page(command),
        None => {
            let names: Vec<String> = commands().map(|command| command.get_name().to_owned()).collect();
            Err(Abort::Usage(format!("there is no command '{name}', but {}", names.join(", "))))
        }
    }
}

/// Writes all pages into a directory.
pub(crate) fn write_all(dir: &Path) -> Result<(), Abort> {
    let pages = std::iter::once(Arguments::command()).chain(commands());
    for command in pages {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = dir.join(format!("{name}.1"));
        let page = page(command)?;
        std::fs::write(&path, page).map_err(|error| Abort::File(path.display().to_string(), error))?;
    }
    Ok(())
}

fn commands() -> impl Iterator<Item = Command> {
    let mut program = Arguments::command();
    // What is taken by all commands alike is known to each only then.
    program.build();
    let commands: Vec<Command> = program.get_subcommands().cloned().collect();
    commands
        .into_iter()
        .filter(|command| command.get_name() != "help")
        .map(|command| command.version(VERSION))
}
