//! The command line.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::program::convert::Target;
use crate::program::imported::Loss;
use crate::program::option_values::{Shard, duration, parse, shard, size};
use crate::program::output::Output;
use crate::program::sniff::Sought;
use crate::program::status::Abort;
use crate::program::switches::Switches;
use crate::sudoku::geometry::{Boxes, Geometry};
use crate::sudoku::read::options::{Form, ReadOptions};
use crate::sudoku::symbols::Symbols;

/// Solve, count and check Sudoku of any box size.
///
/// INPUT is a file, `-` or nothing for standard input, or the puzzle itself. Several puzzles in one input, one a line
/// or grids separated by blank lines, are answered in their order, as they come: memory does not grow with the input.
/// Files that end in .gz or .zst are unpacked; .csv and .tsv are tables with a header.
#[derive(Parser, Debug)]
#[command(version, max_term_width = 110)]
#[command(
    after_help = "Exit codes: 0 done; 1 no solution, not unique, or not verified; 2 bad usage or no board; \
3 stopped by a limit or Ctrl-C. The highest wins."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What is said of proofs.
const PROOF: &str = "Write a proof that there is exactly one solution, or none, in the DRAT form, which other programs \
check against the clauses of --cnf. The input is one board, or a puzzle file of which all constraints are regions, pairs or \
tables. Of a board with exactly one solution, the proof and the clauses are of the board where that solution is excluded. \
Digit d in row r and column c of a board of side n, all counted from 1, has the number ((r - 1) n + (c - 1)) n + d; in a puzzle \
file the values of each cell are numbered in its place, and after them the tuples of each table";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Print the board with all that repeated naked and hidden singles give, and stop there
    Infer(Task),
    /// Print a solution
    Solve {
        /// Print up to this many solutions
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        limit: u64,
        /// Print all solutions
        #[arg(long, conflicts_with = "limit")]
        all: bool,
        /// Insist on exactly one solution
        #[arg(long, conflicts_with_all = ["limit", "all"])]
        unique: bool,
        /// Write a proof that there is exactly one solution, or none, in the DRAT form; needs --unique
        #[arg(long, value_name = "FILE", requires = "unique", long_help = format!("{PROOF}. Needs --unique"))]
        proof: Option<PathBuf>,
        /// Write the clauses that the proof is of, in the DIMACS form
        #[arg(long, value_name = "FILE", requires = "proof")]
        cnf: Option<PathBuf>,
        #[command(flatten)]
        task: Task,
    },
    /// Print the number of solutions
    Count {
        /// Stop when this many are found, and print `at least N`
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        limit: Option<u64>,
        #[command(flatten)]
        task: Task,
    },
    /// Print `unique`, `multiple`, `none` or `unknown`
    Check {
        /// Where there is no solution, name givens that contradict each other already, none of them needlessly
        #[arg(long)]
        why: bool,
        /// Write a proof of `unique` or `none` in the DRAT form
        #[arg(long, value_name = "FILE", conflicts_with = "why", long_help = PROOF)]
        proof: Option<PathBuf>,
        /// Write the clauses that the proof is of, in the DIMACS form
        #[arg(long, value_name = "FILE", requires = "proof")]
        cnf: Option<PathBuf>,
        #[command(flatten)]
        task: Task,
    },
    /// Print the true candidates: for each cell the digits that it has in some solution
    ///
    /// After a limit or Ctrl-C, digits of which nothing is known yet are printed too, and the exit code is 3.
    Candidates {
        /// Print in how many solutions each digit stands, counted up to N, as a line of JSON: `cells` has for each cell
        /// of each row its digits and their counts, where N stands for N or more, and null for not known
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        limit: Option<u32>,
        #[command(flatten)]
        task: Task,
    },
    /// Print about how many solutions there are, with the standard error
    ///
    /// Each sample is a random descent to a solution or a dead end (Knuth 1975); the mean over all seeds is the exact
    /// number.
    Estimate {
        /// How many samples are taken
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
        samples: u64,
        #[command(flatten)]
        task: Task,
    },
    /// Print the board without givens that its one solution does not need
    ///
    /// Each given that is left is needed. --seed tries them in a random order. With --constraints, the puzzle is printed as
    /// a puzzle file, or as a picture: the other forms have no constraints.
    Minimize {
        /// Leave out constraints too, those of switches among them: each that is left is needed
        #[arg(long)]
        constraints: bool,
        #[command(flatten)]
        task: Task,
    },
    /// Say whether a filled board solves a puzzle, or every place where it does not
    ///
    /// Nothing is searched: a pair takes time and memory in proportion to its cells, no nodes, and no seed changes what is
    /// said. Of one pair each fault has a line of its own; of several pairs, or with --output line, each pair has one line.
    Verify(Pairs),
    /// Write a puzzle in another form
    Convert {
        /// A file, `-` or nothing for standard input, or the puzzle itself or a link that holds it
        input: Option<OsString>,
        /// The form: json, toml, fpuzzles, fpuzzles-link or iss; svg or png for a picture; cnf for clauses in the DIMACS form, where
        /// all constraints are regions, pairs or tables; of plain boards also grid, line, list, decimal or candidates
        #[arg(long, value_name = "FORM")]
        output: Target,
        #[command(flatten)]
        reading: Reading,
    },
    /// Print the JSON Schema of puzzle files
    Schema,
    /// Print a script that completes the options in a shell
    Completions {
        /// For which shell
        shell: clap_complete::Shell,
    },
    /// Print a manual page
    Man {
        /// The page of this command [default: the page of the program]
        command: Option<String>,
        /// Write the pages of the program and of all its commands into this directory
        #[arg(long, value_name = "DIR", conflicts_with = "command")]
        dir: Option<PathBuf>,
    },
}

/// What the commands that search have in common.
#[derive(Args, Debug, Clone)]
pub(crate) struct Task {
    /// A file, `-` or nothing for standard input, or the puzzle itself
    pub(crate) input: Option<OsString>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) limits: TaskLimits,
    #[command(flatten)]
    pub(crate) printing: Printing,
    #[command(flatten)]
    pub(crate) streaming: Streaming,
    /// Randomise the search; the same seed gives the same solutions
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How to search where inference ends
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub(crate) strategy: Search,
}

/// What is compared, and how.
#[derive(Args, Debug)]
pub(crate) struct Pairs {
    /// The puzzle: a file, `-` for standard input, or the puzzle itself
    pub(crate) puzzle: OsString,
    /// The filled board, in the same way
    pub(crate) solution: OsString,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) limits: TaskLimits,
    #[command(flatten)]
    pub(crate) printing: Printing,
    /// Taken as by the other commands; nothing here is random
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Search {
    /// Backtracking for a while, then learning
    Auto,
    /// Backtracking
    Plain,
    /// Conflict-driven learning
    Learning,
}

/// How text is read.
#[derive(Args, Debug, Clone)]
pub(crate) struct Reading {
    /// Rows and columns of a box [default: height the largest divisor of the side not above its root]
    #[arg(long = "box", value_name = "RxC", conflicts_with = "no_boxes", value_parser = parse::<Boxes>)]
    pub(crate) boxes: Option<Boxes>,
    /// Rows and columns only: a Latin square
    #[arg(long)]
    pub(crate) no_boxes: bool,
    /// The form of the text: auto, line, grid, list, numbers or candidates
    #[arg(long = "input", value_name = "FORM", default_value = "auto", value_parser = parse::<Form>)]
    pub(crate) form: Form,
    /// The symbols of the digits: 1-9A-G, 0-F, A-P, decimal, or the characters themselves
    #[arg(long, value_parser = parse::<Symbols>)]
    pub(crate) symbols: Option<Symbols>,
    /// Go on without what could not be taken over from another form, or into it
    #[arg(long)]
    pub(crate) ignore_unsupported: bool,
    #[command(flatten)]
    pub(crate) switches: Switches,
}

impl Reading {
    /// What is done where something cannot be taken over.
    pub(crate) fn loss(&self) -> Loss {
        if self.ignore_unsupported { Loss::Ignored } else { Loss::Refused }
    }

    /// What may be found in the input: whoever tells the form of boards or their symbols means boards.
    pub(crate) fn sought(&self) -> Sought {
        let told = self.form != Form::Auto || self.symbols.is_some();
        if told { Sought::Objects } else { Sought::Everything }
    }

    /// # Errors
    /// No board can have boxes of that size.
    pub(crate) fn options(&self) -> Result<ReadOptions, Abort> {
        let no_boxes = self.no_boxes || self.switches.jigsaw.is_some();
        let boxes = if no_boxes { Boxes::None } else { self.boxes.unwrap_or(Boxes::Usual) };
        let options = ReadOptions::new().form(self.form).boxes(boxes);
        if let Some(Boxes::Sized { height, width }) = self.boxes {
            Geometry::new(height, width).map_err(|error| Abort::Usage(error.to_string()))?;
        }
        Ok(match &self.symbols {
            Some(symbols) => options.symbols(symbols.clone()),
            None => options,
        })
    }
}

/// When to give up.
#[derive(Args, Debug, Clone)]
pub(crate) struct TaskLimits {
    /// The most time for each puzzle, such as 10s, 500ms, 2m or 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time_limit: Option<Duration>,
    /// The most decisions tried for each puzzle
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    /// The most time for all puzzles together; those that it leaves have no line in the file of --out, where --resume goes on
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) total_time: Option<Duration>,
    /// The most memory for the search of each puzzle, such as 512M or 2G; each thread works on a puzzle of its own
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory_limit: Option<u64>,
}

/// How inputs of many puzzles are gone through.
#[derive(Args, Debug, Clone)]
pub(crate) struct Streaming {
    /// How many threads work, on puzzles and within hard ones; the answers are the same for every number, but a hard puzzle
    /// with several solutions may show another one first without the option [default: as many as there are cores, and one
    /// within a puzzle]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Write the answers to FILE, packed if its name ends in .gz or .zst
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Go on where the file of --out ends: what it has a line for is not done again, a torn last line is
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Take only every N-th puzzle, beginning with the I-th
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(crate) shard: Option<Shard>,
    /// The input is a table with a header, and the puzzles stand in this column [default: puzzle, in .csv and .tsv]
    #[arg(long, value_name = "NAME")]
    pub(crate) column: Option<String>,
    /// The name of the column that is added to a table [default: solution, inferred, count or check]
    #[arg(long, value_name = "NAME")]
    pub(crate) answer: Option<String>,
}

impl Streaming {
    /// The number of threads, if it was told.
    pub(crate) fn threads(&self) -> Option<NonZeroUsize> {
        NonZeroUsize::new(self.threads?.into())
    }
}

/// How answers are printed.
#[derive(Args, Debug, Clone)]
pub(crate) struct Printing {
    /// The form of the boards: grid, line, list, decimal, json or candidates, or svg or png for a picture of one [default: grid
    /// for one board, line for several]
    #[arg(long, value_name = "FORM", value_parser = parse::<Output>)]
    pub(crate) output: Option<Output>,
    /// Print on standard error what each answer took
    #[arg(long)]
    pub(crate) stats: bool,
    /// Whether what was found is coloured
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// Draw grids with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[cfg(test)]
mod tests {
    use crate::program::args::Arguments;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
