//! From arguments to an exit code.

use std::ffi::{OsStr, OsString};
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
use crate::sudoku::read::shape::square_root;

/// Runs the program `pencilmark` with the arguments of the process.
pub fn program() -> ExitCode {
    let arguments = match Arguments::try_parse_from(with_dashes(std::env::args_os())) {
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

/// The arguments. A puzzle may begin with `-` for an empty cell: it would be taken for an option, so another mark takes the
/// place of its dashes.
fn with_dashes(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut all: Vec<OsString> = Vec::new();
    for argument in arguments {
        let text = argument.to_str().filter(|text| is_puzzle_with_dashes(text));
        // Behind `--` nothing is an option.
        let taken =
            || all.iter().any(|before| before == "--") || all.last().is_some_and(|last| takes_value(last));
        let puzzle = text.filter(|_| !taken()).map(|text| text.replace('-', ".").into());
        all.push(puzzle.unwrap_or(argument));
    }
    all
}

/// Whether an argument has the characters and the length of a board, as no option has.
fn is_puzzle_with_dashes(text: &str) -> bool {
    let symbols = text.chars().filter(|&symbol| symbol != '|').count();
    text.starts_with('-')
        && text.chars().all(|symbol| symbol == '-' || symbol == '|' || symbol.is_ascii_digit())
        && (text.len() >= 16 || symbols > 1 && square_root(symbols).is_some())
}

/// Whether an argument is an option whose value is the next argument.
fn takes_value(argument: &OsStr) -> bool {
    let Some(text) = argument.to_str() else { return false };
    let program = Arguments::command();
    let mut options = program.get_subcommands().flat_map(clap::Command::get_arguments);
    options.any(|option| {
        let long = option.get_long().is_some_and(|name| text.strip_prefix("--") == Some(name));
        let short = option
            .get_short()
            .is_some_and(|name| text.strip_prefix('-') == Some(name.encode_utf8(&mut [0; 4])));
        (long || short) && option.get_action().takes_values()
    })
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
