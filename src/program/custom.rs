//! Puzzle files: read wherever a board is read, and asked the same questions.

use std::ffi::OsStr;
use std::io::{BufRead, Read, Write};
use std::path::Path;
use std::time::Instant;

use crate::model::budget::Cancel;
use crate::program::answer::{Question, ask};
use crate::program::args::{Reading, Task};
use crate::program::imported::import;
use crate::program::input;
use crate::program::print::Printer;
use crate::program::sink::Sink;
use crate::program::solvers::{limits, strategy};
use crate::program::source::is_path;
use crate::program::status::{Abort, Status};
use crate::program::wait;
use crate::program::why;
use crate::program::worker::told;
use crate::puzzle::definition::Definition;
use crate::puzzle::filling::Filling;
use crate::puzzle::formats::exchange::Exchange;
use crate::puzzle::variant::Variant;
use crate::solver::builder::SolverBuilder;
use crate::sudoku::format::Format;
use crate::sudoku::read::reader::Reader;

/// No puzzle file is longer.
const LONGEST: u64 = 1 << 26;

/// So much of a text is looked at.
const LOOK: usize = 1 << 16;

/// Keys that only puzzle files have.
const KEYS: [&str; 13] = [
    "$schema",
    "version",
    "title",
    "author",
    "columns",
    "values",
    "boxes",
    "regions",
    "lines",
    "boards",
    "houses",
    "givens",
    "constraints",
];

/// Whether a text is meant as a puzzle file: an object with one of its keys, or TOML that begins with one.
pub(crate) fn is_puzzle(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('{') {
        // Those of other programs have a size and a grid.
        return KEYS.iter().chain(&["size", "grid"]).any(|key| text.contains(&format!("\"{key}\"")));
    }
    if Exchange::of(text).is_some_and(|form| form != Exchange::Toml) {
        return true;
    }
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines.next().unwrap_or_default();
    let key = first.split(['=', ']']).next().unwrap_or_default().trim_start_matches('[').trim();
    let names = KEYS.contains(&key) || matches!(key, "rows" | "active" | "candidates" | "notes");
    names && first.len() > key.len() && first.starts_with(key) != first.starts_with('[')
}

/// The text of what `input` names, if that is a puzzle file.
fn text(input: Option<&OsStr>) -> Result<Option<String>, Abort> {
    let Some(input) = input.filter(|input| *input != "-") else {
        let mut stdin = std::io::stdin().lock();
        // What is only looked at is still there for whoever reads it.
        let beginning =
            wait::during(|| stdin.fill_buf().map(|bytes| String::from_utf8_lossy(bytes).into_owned()));
        return match beginning {
            Ok(beginning) if is_puzzle(&beginning) => read(&mut stdin, "standard input").map(Some),
            _ => Ok(None),
        };
    };
    if !is_path(input) {
        let text = input.to_string_lossy();
        return Ok(is_puzzle(&text).then(|| text.into_owned()));
    }
    let path = Path::new(input);
    if !path.metadata().is_ok_and(|data| data.is_file()) {
        return Ok(None);
    }
    let Ok(mut file) = std::fs::File::open(path) else { return Ok(None) };
    let mut beginning = Vec::new();
    if (&mut file).take(LOOK as u64).read_to_end(&mut beginning).is_err() {
        return Ok(None);
    }
    let named = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    if !named && !is_puzzle(&String::from_utf8_lossy(&beginning)) {
        return Ok(None);
    }
    read(&mut beginning.as_slice().chain(file), &path.display().to_string()).map(Some)
}

fn read(from: &mut impl Read, name: &str) -> Result<String, Abort> {
    let mut bytes = Vec::new();
    let failed = |why: &dyn std::fmt::Display| Abort::Usage(format!("{name}: {why}"));
    wait::during(|| from.take(LONGEST + 1).read_to_end(&mut bytes)).map_err(|error| failed(&error))?;
    if bytes.len() as u64 > LONGEST {
        return Err(failed(&format!("longer than {LONGEST} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| failed(&error))
}

/// The puzzle in the file that `input` names, if it is a puzzle file, with what the switches add.
fn open(input: Option<&OsStr>, reading: &Reading) -> Result<Option<Definition>, Abort> {
    let Some(text) = text(input)? else { return Ok(None) };
    let name = input.filter(|input| is_path(input)).map(|input| format!("{}: ", input.to_string_lossy()));
    let name = name.unwrap_or_default();
    if reading.boxes.is_some() || reading.no_boxes || reading.switches.jigsaw.is_some() {
        return Err(Abort::Usage(format!("{name}a puzzle file says itself which boxes or regions it has")));
    }
    let imported = import(&text, &name, reading.loss())?;
    let mut definition = match imported {
        Some(definition) => definition,
        None => text.parse().map_err(|error| Abort::Usage(format!("{name}{error}")))?,
    };
    definition.constraints.extend(reading.switches.load()?.constraints);
    Ok(Some(definition))
}

/// Asks `question` of the puzzle in the input, if that is a puzzle file.
pub(crate) fn run(
    question: Question,
    task: &Task,
    cancel: &Cancel,
    status: &mut Status,
) -> Result<bool, Abort> {
    let Some(definition) = open(task.input.as_deref(), &task.reading)? else { return Ok(false) };
    answer(&definition, question, task, cancel, status)?;
    Ok(true)
}

/// Asks `question` of a puzzle.
pub(crate) fn answer(
    definition: &Definition,
    question: Question,
    task: &Task,
    cancel: &Cancel,
    status: &mut Status,
) -> Result<(), Abort> {
    let start = Instant::now();
    let streaming = &task.streaming;
    if streaming.resume
        || streaming.shard.is_some()
        || streaming.column.is_some()
        || streaming.answer.is_some()
    {
        let what = "--resume, --shard, --column and --answer are for many puzzles, a puzzle file is one";
        return Err(Abort::Usage(what.to_owned()));
    }
    let output = task.printing.format().unwrap_or(Format::Grid);
    let question = match (question, output) {
        (Question::Infer, Format::Candidates) => Question::PencilMarks,
        (question, _) => question,
    };
    let configure = |builder: SolverBuilder| {
        let mut builder = builder.strategy(strategy(task.strategy));
        if let Some(threads) = streaming.threads() {
            builder = builder.threads(threads);
        }
        match task.seed {
            Some(seed) => builder.seed(seed),
            None => builder,
        }
    };
    let variant = Variant::with(definition, |builder, _| configure(builder));
    let mut variant = variant.map_err(|error| Abort::Usage(error.to_string()))?;
    variant.solver().set_limits(limits(&task.limits, cancel, start, start));
    let printer = Printer::new(output, task);
    let out = streaming.out.as_deref().filter(|out| *out != Path::new("-"));
    let mut sink = out.map_or_else(|| Ok(Sink::stdout()), Sink::create)?;
    let (grid, givens) = (variant.grid().clone(), variant.givens());
    let mut printed = 0;
    let mut answer = ask(question, &mut variant, task.seed, |found| {
        if printed > 0 && output == Format::Grid {
            sink.write(b"\n")?;
        }
        printed += 1;
        let text = match task.printing.draws() {
            true => definition.to_svg(Some(found)).map_err(|error| Abort::Usage(error.to_string()))?,
            false => printer.filling(&grid, &givens, found),
        };
        sink.write(text.as_bytes())?;
        sink.write(b"\n")?;
        sink.flush()
    })?;
    if question == Question::Why && answer.status == Status::Negative && answer.reason.is_some() {
        let part = Variant::why(definition, |builder| {
            configure(builder).limits(limits(&task.limits, cancel, start, start))
        });
        let part = part.map_err(|error| Abort::Usage(error.to_string()))?;
        answer = why::answer(&variant, part, answer);
    }
    *status = (*status).max(answer.status);
    if let Some(line) = printer.verdict(&answer.verdict) {
        sink.write(format!("{line}\n").as_bytes())?;
    }
    sink.finish()?;
    let tell = |what: &str| drop(writeln!(std::io::stderr(), "{what}"));
    if let Some(reason) = &answer.reason {
        tell(reason);
    }
    if task.printing.stats {
        tell(&told(&variant.solver().statistics(), start.elapsed()));
    }
    Ok(())
}

/// Says whether filled boards solve a puzzle file, or plain boards with what the switches add, if it is one of these.
pub(crate) fn verify(
    puzzle: &OsStr,
    solution: &OsStr,
    reading: &Reading,
    status: &mut Status,
) -> Result<bool, Abort> {
    let usage = |what: String| Abort::Usage(what);
    if puzzle == "-" && solution == "-" {
        return Ok(false);
    }
    if let Some(definition) = open(Some(puzzle), reading)? {
        let variant = Variant::new(&definition).map_err(|error| usage(error.to_string()))?;
        let text = match solution {
            dash if dash == "-" => read(&mut std::io::stdin().lock(), "standard input")?,
            path if is_path(path) => {
                let name = path.to_string_lossy().into_owned();
                let mut file = wait::during(|| std::fs::File::open(path))
                    .map_err(|error| usage(format!("{name}: {error}")))?;
                read(&mut file, &name)?
            }
            text => text.to_string_lossy().into_owned(),
        };
        let filling = variant.read(&text).map_err(|error| usage(format!("the solution: {error}")))?;
        let mut out = std::io::stdout().lock();
        match variant.verify(&filling) {
            Ok(()) => writeln!(out, "solved")?,
            Err(broken) => {
                *status = (*status).max(Status::Negative);
                broken.iter().try_for_each(|broken| writeln!(out, "{broken}"))?;
            }
        }
        return Ok(true);
    }
    let extra = reading.switches.load()?;
    if extra.is_empty() {
        return Ok(false);
    }
    let board = |input| {
        let options = reading.options()?;
        let source = input::open(Some(input), &options)?;
        let mut reader = Reader::new(source.hooked(|| {}), options);
        let entry = wait::during(|| reader.next()).ok_or_else(|| usage("the input is empty".to_owned()))?;
        if reader.next().is_some() {
            return Err(usage("with the rules of variants, one board is verified at a time".to_owned()));
        }
        entry.board.map_err(|error| usage(format!("line {}: {error}", entry.line)))
    };
    let (puzzle, solution) = (board(puzzle)?, board(solution)?);
    let mut out = std::io::stdout().lock();
    let variant = Variant::new(&extra.definition(&puzzle)).map_err(|error| usage(error.to_string()))?;
    match variant.verify(&Filling::from(&solution)) {
        Ok(()) => writeln!(out, "solved")?,
        Err(broken) => {
            *status = (*status).max(Status::Negative);
            broken.iter().try_for_each(|broken| writeln!(out, "{broken}"))?;
        }
    }
    Ok(true)
}
