//! From arguments to an exit code.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::model::budget::Cancel;
use crate::program::answer::Question;
use crate::program::args::{Arguments, Command, Task};
use crate::program::output::Output;
use crate::program::status::{Abort, Status};
use crate::program::{batch, convert, custom, files, manual, minimal, output, proof, verify, wait};
use crate::puzzle::definition::Definition;
use crate::search::simd::level::Simd;
use crate::sudoku::format::Format;

/// Runs the program `pencilmark` with the arguments of the process.
pub fn program() -> ExitCode {
    let arguments = match Arguments::try_parse_from(std::env::args_os().map(puzzle_with_dashes)) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors; neither is a closed pipe.
            let code = ExitCode::from(error.exit_code().clamp(0, 3) as u8);
            return match error.print().and_then(|()| std::io::stdout().flush()).map_err(Abort::from) {
                Ok(()) | Err(Abort::Closed) => code,
                Err(abort) => {
                    let _ = writeln!(std::io::stderr(), "pencilmark: {abort}");
                    abort.status(Status::Done).into()
                }
            };
        }
    };
    let cancel = Cancel::new();
    let switch = cancel.clone();
    // Without a handler Ctrl-C ends the process at once, which is right too.
    let _ = ctrlc::set_handler(move || {
        switch.cancel();
        wait::interrupt();
    });
    let mut status = Status::Done;
    if let Err(abort) = command(&arguments.command, &cancel, &mut status) {
        status = abort.status(status);
        if !matches!(abort, Abort::Closed) {
            let _ = writeln!(std::io::stderr(), "pencilmark: {abort}");
        }
    }
    status.into()
}

/// A puzzle may begin with `-` for an empty cell. It would be taken for an option, which none that long in these
/// characters is, so another mark takes the place of its dashes.
fn puzzle_with_dashes(argument: OsString) -> OsString {
    let text = argument.to_str().filter(|text| text.starts_with('-') && text.len() >= 16);
    let in_symbols = |text: &&str| text.chars().all(|c| c == '-' || c == '|' || c.is_ascii_digit());
    match text.filter(in_symbols) {
        Some(text) => text.replace('-', ".").into(),
        None => argument,
    }
}

fn command(command: &Command, cancel: &Cancel, status: &mut Status) -> Result<(), Abort> {
    files::check(command)?;
    match command {
        Command::Infer(task) => ask(Question::Infer, task, cancel, status),
        Command::Solve { proof: Some(proof), cnf, task, .. } => {
            proof::run(Question::SolveUnique, task, proof, cnf.as_deref(), cancel, status)
        }
        Command::Check { proof: Some(proof), cnf, task, .. } => {
            proof::run(Question::Check, task, proof, cnf.as_deref(), cancel, status)
        }
        Command::Solve { limit, all, unique, task, .. } => {
            let question = match (unique, all) {
                (true, _) => Question::SolveUnique,
                (_, true) => Question::Solve(u64::MAX),
                _ => Question::Solve(*limit),
            };
            ask(question, task, cancel, status)
        }
        Command::Count { limit, task } => {
            ask(Question::Count(limit.unwrap_or(u64::MAX)), task, cancel, status)
        }
        Command::Check { why, task, .. } => {
            ask(if *why { Question::Why } else { Question::Check }, task, cancel, status)
        }
        Command::Candidates { limit, task } => {
            let mut task = task.clone();
            task.printing.output.get_or_insert(Output::Text(Format::Candidates));
            let question = limit.map_or(Question::Candidates, Question::CandidateCounts);
            ask(question, &task, cancel, status)
        }
        Command::Estimate { samples, task } => ask(Question::Estimate(*samples), task, cancel, status),
        Command::Minimize { constraints: false, task } => ask(Question::Minimize, task, cancel, status),
        Command::Minimize { constraints: true, task } => minimal::run(task, cancel, status),
        Command::Verify(pairs) => verify::run(pairs, cancel, status),
        Command::Convert { input, output, reading } => {
            convert::run(input.as_deref(), *output, reading, status)
        }
        Command::Schema => print(Definition::schema().as_bytes()),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "pencilmark", &mut script);
            Ok(std::io::stdout().write_all(&script)?)
        }
        Command::Man { command: None, dir: None } => print(&manual::page(Arguments::command())?),
        Command::Man { command: Some(name), .. } => print(&manual::page_of(name)?),
        Command::Man { dir: Some(dir), .. } => manual::write_all(dir),
    }
}

/// Asks `question` of a puzzle file, or of all boards of the input.
fn ask(question: Question, task: &Task, cancel: &Cancel, status: &mut Status) -> Result<(), Abort> {
    if let Some(word) = std::env::var_os(Simd::VARIABLE).filter(|word| !word.is_empty()) {
        let known: Result<Simd, _> = word.to_string_lossy().parse();
        known.map_err(|error| Abort::Usage(format!("{}: {error}", Simd::VARIABLE)))?;
    }
    if task.printing.image().is_some() && (!question.prints_boards() || question.may_print_several()) {
        return Err(Abort::Usage("a picture is of one board".to_owned()));
    }
    match custom::run(question, task, cancel, status)? {
        true => Ok(()),
        false if task.printing.image().is_some() => {
            custom::answer(&output::only_board(task)?, question, task, cancel, status)
        }
        false => batch::run(question, task, cancel, status),
    }
}

fn print(page: &[u8]) -> Result<(), Abort> {
    std::io::stdout().write_all(page)?;
    Ok(std::io::stdout().flush()?)
}
