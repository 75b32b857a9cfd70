//! Puzzle files: read wherever a board is read, and asked the same questions.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::Path;
use std::time::Instant;

use crate::model::budget::Cancel;
use crate::program::answer::{Answer, Question, Said, ask};
use crate::program::args::{Reading, Streaming, Task};
use crate::program::image::Destination;
use crate::program::imported::{Loss, import};
use crate::program::print::Printer;
use crate::program::sink::Sink;
use crate::program::sniff::{Kind, LOOK, Rest, Sought, line_feeds, readable};
use crate::program::solvers::{limits, strategy};
use crate::program::source::{Promise, Source, is_path};
use crate::program::status::{Abort, Status};
use crate::program::stdin::{self, Stdin};
use crate::program::switches::OWN_BOXES;
use crate::program::wait;
use crate::program::why;
use crate::program::worker::told;
use crate::puzzle::definition::Definition;
use crate::puzzle::filling::Filling;
use crate::puzzle::questions::Part;
use crate::puzzle::variant::Variant;
use crate::solver::builder::SolverBuilder;
use crate::sudoku::format::Format;
use crate::sudoku::geometry::Boxes;

/// No puzzle file is longer.
const LONGEST: u64 = 1 << 26;

/// The text of what `input` names, if that is a puzzle file.
pub(crate) fn text(input: Option<&OsStr>, sought: Sought) -> Result<Option<String>, Abort> {
    let Some(input) = input.filter(|input| *input != "-") else {
        return match stdin::look(sought) {
            Kind::Puzzle => read(&mut Stdin, "standard input").map(Some),
            Kind::Boards => Ok(None),
        };
    };
    if !is_path(input) {
        let text = line_feeds(input.to_string_lossy());
        return Ok((sought.kind(text.as_bytes(), Rest::Nothing) == Some(Kind::Puzzle)).then_some(text));
    }
    let path = Path::new(input);
    if !path.metadata().is_ok_and(|data| data.is_file()) {
        return Ok(None);
    }
    let Ok(source) = Source::file(path) else { return Ok(None) };
    let (promise, mut file) = (source.promise, source.hooked(|| {}));
    let mut beginning = Vec::new();
    let (kind, _) = stdin::look_at(&mut file, sought, &mut beginning);
    // Boards and answers in the JSON form have one of these.
    let unknown = promise == Promise::Json && {
        file.by_ref().take((LOOK - beginning.len()) as u64).read_to_end(&mut beginning).is_ok() && {
            let looks = String::from_utf8_lossy(&beginning);
            let has = |key: &str| looks.contains(&format!("\"{key}\""));
            let object = looks.trim_start_matches('\u{feff}').trim_start().starts_with('{');
            object && !["rows", "result", "error"].into_iter().any(has)
        }
    };
    if promise != Promise::Toml && !unknown && kind == Kind::Boards {
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
    match std::str::from_utf8(&bytes) {
        Ok(_) => Ok(readable(&bytes)),
        Err(error) => {
            let before = &bytes[..error.valid_up_to()];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            Err(failed(&format!("line {line}: this is no text in UTF-8")))
        }
    }
}

/// The puzzle in the file that `input` names, if it is a puzzle file, with what the switches add.
pub(crate) fn open(input: Option<&OsStr>, reading: &Reading) -> Result<Option<Definition>, Abort> {
    let Some(text) = text(input, reading.sought())? else { return Ok(None) };
    let name = name(input);
    let told = match (reading.boxes, reading.no_boxes) {
        (None, false) => None,
        (boxes, _) => Some(boxes.unwrap_or(Boxes::None)),
    };
    let boxes = || Abort::Usage(format!("{name}{OWN_BOXES}"));
    if reading.symbols.is_some() {
        let what = "a puzzle file says itself which values it has: --symbols is for plain boards";
        return Err(Abort::Usage(format!("{name}{what}")));
    }
    let mut definition = parse(&text, &name, reading.loss())?;
    // What was written for a plain board may be told again.
    let plain = || definition.board().ok().filter(|(_, lost)| lost.is_empty());
    let agrees = |told: Boxes| plain().is_some_and(|(board, _)| board.geometry().boxes() == told);
    if told.is_some_and(|told| !agrees(told)) {
        return Err(boxes());
    }
    reading.switches.add_to(&mut definition, &name)?;
    Ok(Some(definition))
}

/// What stands before what is wrong with `input`.
fn name(input: Option<&OsStr>) -> String {
    let path = input.filter(|input| is_path(input));
    path.map(|path| format!("{}: ", path.to_string_lossy())).unwrap_or_default()
}

fn parse(text: &str, name: &str, loss: Loss) -> Result<Definition, Abort> {
    match import(text, name, loss)? {
        Some(definition) => Ok(definition),
        None => text.parse().map_err(|error| Abort::Puzzle(format!("{name}{error}"))),
    }
}

/// The puzzle in the file that `input` names, if it is a puzzle file, of which only the givens matter.
pub(crate) fn filled(input: &OsStr) -> Result<Option<Definition>, Abort> {
    let Some(text) = text(Some(input), Sought::Everything)? else { return Ok(None) };
    parse(&text, &name(Some(input)), Loss::Ignored).map(Some)
}

/// Asks `question` of the puzzle in the input, if that is a puzzle file.
pub(crate) fn run(
    question: Question,
    task: &Task,
    cancel: &Cancel,
    status: &mut Status,
) -> Result<bool, Abort> {
    let answered = match open(task.input.as_deref(), &task.reading) {
        Ok(None) => return Ok(false),
        Ok(Some(definition)) => answer(&definition, question, task, cancel, status),
        Err(abort) => Err(abort),
    };
    if let Err(Abort::Puzzle(what)) = &answered {
        bad(what, task)?;
    }
    answered.map(|()| true)
}

/// Says that the puzzle is none in the place of its answer too, unless that is for people or a picture.
fn bad(what: &str, task: &Task) -> Result<(), Abort> {
    one_puzzle(&task.streaming)?;
    let format = task.printing.format();
    let to_file = Destination::of(&task.streaming) == Destination::File;
    if task.printing.image().is_some() || format.is_none() && !to_file {
        return Ok(());
    }
    let line = Printer::new(format.unwrap_or(Format::Grid), task).error(&what.replace('\n', "; "));
    let mut sink = sink(&task.streaming)?;
    sink.write(format!("{line}\n").as_bytes())?;
    sink.finish()
}

/// # Errors
/// An option is for many puzzles.
pub(crate) fn one_puzzle(streaming: &Streaming) -> Result<(), Abort> {
    let table = streaming.column.is_some() || streaming.answer.is_some();
    if !(streaming.resume || streaming.shard.is_some() || table) {
        return Ok(());
    }
    let what = "--resume, --shard, --column and --answer are for many puzzles, a puzzle file is one";
    Err(Abort::Usage(what.to_owned()))
}

/// Where the answers about one puzzle go.
pub(crate) fn sink(streaming: &Streaming) -> Result<Sink, Abort> {
    match (Destination::of(streaming), &streaming.out) {
        (Destination::File, Some(path)) => Sink::create(path),
        _ => Ok(Sink::stdout()),
    }
}

/// With the strategy and the seed that were asked for.
pub(crate) fn configured(builder: SolverBuilder, task: &Task) -> SolverBuilder {
    let mut builder = builder.strategy(strategy(task.strategy));
    if let Some(threads) = task.streaming.threads() {
        builder = builder.threads(threads);
    }
    match task.seed {
        Some(seed) => builder.seed(seed),
        None => builder,
    }
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
    one_puzzle(streaming)?;
    let output = task.printing.format().unwrap_or(Format::Grid);
    let question = match (question, output) {
        (Question::Infer, Format::Candidates) => Question::PencilMarks,
        (question, _) => question,
    };
    let limits = || limits(&task.limits, cancel, start, start);
    let configure = |builder: SolverBuilder| configured(builder, task).limits(limits());
    let variant = Variant::within(definition, limits(), |builder, _| configure(builder));
    let printer = Printer::new(output, task);
    let image = task.printing.image();
    image.map_or(Ok(()), |image| image.check(Destination::of(streaming)))?;
    let mut sink = sink(streaming)?;
    let mut variant = match variant {
        Ok(variant) => variant,
        Err(error) => {
            let reason = error.stopped().ok_or_else(|| Abort::Puzzle(error.to_string()))?;
            let answer = Answer::unbegun(question, reason);
            return tell(&answer, &printer, image.is_some(), sink, status);
        }
    };
    // What building took is gone.
    variant.solver().set_limits(limits());
    let (grid, givens) = (variant.grid().clone(), variant.givens());
    let (mut printed, mut begun, mut late) = (0, false, false);
    let mut answer = ask(question, &mut variant, task.seed, |said| {
        let found = match said {
            Said::Board(found) => found,
            Said::Piece(piece) => {
                late = if begun { late } else { cancel.is_cancelled() };
                begun = true;
                return write_on(&mut sink, [piece], || !late && cancel.is_cancelled());
            }
        };
        if printed > 0 && output == Format::Grid {
            sink.write(b"\n")?;
        }
        printed += 1;
        match image {
            // What was given and is not needed is not drawn.
            Some(image) if question == Question::Minimize => {
                let all = (0..definition.constraints.len()).collect();
                let part = Part { givens: found.clone(), constraints: all };
                sink.write(&image.draw(&definition.only(&part), None)?)?;
            }
            Some(image) => sink.write(&image.draw(definition, Some(found))?)?,
            None => {
                let late = cancel.is_cancelled();
                let pieces = printer.filling(&grid, &givens, found);
                write_on(&mut sink, pieces, || !late && cancel.is_cancelled())?;
                sink.write(b"\n")?;
            }
        }
        sink.flush()
    })?;
    if begun {
        sink.write(b"\n")?;
    }
    if question == Question::Why {
        answer = why::named(definition, &variant, configure, answer)
            .map_err(|error| Abort::Puzzle(error.to_string()))?;
    }
    tell(&answer, &printer, image.is_some(), sink, status)?;
    if task.printing.stats {
        drop(writeln!(std::io::stderr(), "{}", told(&variant.solver().statistics(), start.elapsed())));
    }
    Ok(())
}

/// Writes a line piece by piece, until it is to be cut. (A line that is begun after it was cancelled is written whole: it tells
/// what there is so far.)
fn write_on<T: AsRef<str>>(
    sink: &mut Sink,
    pieces: impl IntoIterator<Item = T>,
    is_cut: impl Fn() -> bool,
) -> Result<(), Abort> {
    for piece in pieces {
        if is_cut() {
            sink.tear()?;
            return Err(Abort::Cut);
        }
        sink.write(piece.as_ref().as_bytes())?;
    }
    Ok(())
}

/// Says what is left to say.
fn tell(
    answer: &Answer,
    printer: &Printer,
    picture: bool,
    mut sink: Sink,
    status: &mut Status,
) -> Result<(), Abort> {
    *status = (*status).max(answer.status);
    let tell = |what: &str| drop(writeln!(std::io::stderr(), "{what}"));
    match (printer.verdict(&answer.verdict), picture) {
        (None, _) => {}
        // Whoever wants a picture cannot read words.
        (Some(line), true) => tell(&line),
        (Some(line), false) => sink.write(format!("{line}\n").as_bytes())?,
    }
    sink.finish()?;
    answer.reason.iter().for_each(|reason| tell(reason));
    Ok(())
}

/// A filled board, before it is known of which puzzle.
pub(crate) enum Filled {
    File(Box<Definition>),
    Text(String),
}

impl Filled {
    /// What `input` names.
    pub(crate) fn open(input: &OsStr) -> Result<Filled, Abort> {
        if let Some(filled) = filled(input)? {
            return Ok(Filled::File(Box::new(filled)));
        }
        Ok(Filled::Text(match input {
            dash if dash == "-" => read(&mut Stdin, "standard input")?,
            path if is_path(path) => {
                read(&mut Source::file(Path::new(path))?.hooked(|| {}), &path.to_string_lossy())?
            }
            text => text.to_string_lossy().into_owned(),
        }))
    }

    /// What it fills the cells of `variant` with.
    pub(crate) fn of(&self, variant: &Variant) -> Result<Filling, String> {
        let definition = match self {
            Filled::Text(text) => return variant.read(text).map_err(|error| error.to_string()),
            Filled::File(definition) => definition,
        };
        let filling = Variant::new(definition).map_err(|error| error.to_string())?.givens();
        let size = |filling: &Filling| (filling.rows(), filling.columns());
        let (found, expected) = (size(&filling), size(&variant.givens()));
        if found != expected {
            return Err(format!(
                "{} rows and {} columns, the puzzle has {} and {}",
                found.0, found.1, expected.0, expected.1
            ));
        }
        Ok(filling)
    }
}
