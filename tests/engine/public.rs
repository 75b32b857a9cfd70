//! All that the crate gives out may go from thread to thread, and its traits are object-safe.
#![allow(clippy::unwrap_used)]

/// The names of a list of types, which must all be shareable.
macro_rules! shared {
    ($($type:ty),* $(,)?) => {{
        fn shared<T: Send + Sync + ?Sized>() {}
        $(shared::<$type>();)*
        [$(stringify!($type)),*].iter().map(|name| plain(name)).collect::<Vec<String>>()
    }};
}

/// The last part of a type's path, without what it is made of.
fn plain(name: &str) -> String {
    let path = name.split('<').next().unwrap_or_default();
    path.rsplit(|c: char| !c.is_ascii_alphanumeric())
        .find(|part| !part.is_empty())
        .unwrap_or_default()
        .to_owned()
}

/// What lib.rs gives out, functions left out: each name with the feature that it stands behind.
fn exported() -> Vec<(String, Option<String>)> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs")).unwrap();
    let mut names = Vec::new();
    let mut feature = None;
    for statement in text.split(';') {
        let Some((before, path)) = statement.split_once("pub use ") else { continue };
        if let Some((_, rest)) = before.split_once("feature = \"") {
            feature = rest.split('"').next().map(str::to_owned);
        }
        let last = path.rsplit("::").next().unwrap_or(path);
        let listed = path.split_once('{').map_or(last, |(_, list)| list.trim_end().trim_end_matches('}'));
        let types = listed.split(',').map(str::trim).filter(|name| name.starts_with(char::is_uppercase));
        names.extend(types.map(|name| (name.to_owned(), feature.clone())));
        feature = None;
    }
    names
}

#[test]
fn everything_public_is_shareable() {
    // A machine is what the compiler of layers is made for: its states are a type of its own.
    #[allow(unused_mut, reason = "more stand behind features")]
    let mut listed = shared![
        std::sync::Arc<dyn pencilmark::Rule>,
        std::sync::Arc<dyn pencilmark::Constraint>,
        pencilmark::Board,
        pencilmark::BoardError,
        pencilmark::Boards<'static>,
        pencilmark::Boxes,
        dyn pencilmark::Brancher,
        pencilmark::Cancel,
        pencilmark::Candidates,
        pencilmark::Cell,
        pencilmark::Clash,
        pencilmark::Clauses,
        pencilmark::Clock,
        pencilmark::Cnf,
        pencilmark::Conflict,
        dyn pencilmark::Constraint,
        pencilmark::ConstraintCheck,
        pencilmark::Contradiction,
        pencilmark::Cost,
        pencilmark::Count,
        pencilmark::Covering,
        pencilmark::Decision,
        pencilmark::Deduction,
        pencilmark::Different<u64>,
        pencilmark::DomWdeg,
        pencilmark::Domain,
        pencilmark::Domains,
        pencilmark::Element,
        pencilmark::Entry,
        pencilmark::EqualSets,
        pencilmark::Estimate,
        pencilmark::Explanation,
        pencilmark::Extension<'static>,
        pencilmark::Fault,
        pencilmark::Form,
        pencilmark::Format,
        pencilmark::Frames,
        pencilmark::Geometry,
        pencilmark::GeometryError,
        pencilmark::HallSets,
        pencilmark::HiddenSingle,
        pencilmark::House,
        pencilmark::HouseKind,
        pencilmark::Impossible,
        pencilmark::InOrder,
        pencilmark::Increasing,
        pencilmark::Layers,
        pencilmark::Limits,
        pencilmark::Literal,
        pencilmark::Model,
        pencilmark::ModelBuilder,
        pencilmark::ModelError,
        pencilmark::Multiplicity,
        pencilmark::NakedSingle,
        pencilmark::NoLayers,
        pencilmark::NoSolution,
        pencilmark::Nogood,
        pencilmark::NotClausal,
        pencilmark::NotUnique,
        dyn pencilmark::Observer,
        pencilmark::OneOf,
        pencilmark::Outcome<pencilmark::Domain>,
        pencilmark::Pairs,
        pencilmark::Past<'static>,
        pencilmark::Puzzle<'static>,
        pencilmark::ReadOptions,
        pencilmark::Reader<std::io::Empty>,
        pencilmark::Region,
        pencilmark::Relation,
        pencilmark::Rise,
        dyn pencilmark::Rule,
        pencilmark::RuleError,
        pencilmark::Same,
        pencilmark::Scope<'static>,
        pencilmark::Scopes,
        pencilmark::SelfCounting,
        pencilmark::Sequence,
        pencilmark::Shares,
        pencilmark::Shifted,
        pencilmark::Simd,
        pencilmark::SmallestDomain,
        pencilmark::SoFar<u64>,
        pencilmark::Solution,
        pencilmark::Solutions<'static>,
        pencilmark::Solver,
        pencilmark::SolverBuilder,
        pencilmark::Split,
        pencilmark::Statistics,
        pencilmark::StopReason,
        pencilmark::Stopped,
        pencilmark::Store,
        pencilmark::Strategy,
        pencilmark::Subset<u64>,
        pencilmark::Sudoku,
        pencilmark::SudokuError,
        pencilmark::Sums,
        pencilmark::Support,
        pencilmark::Supported,
        pencilmark::Symbols,
        pencilmark::SymbolsError,
        pencilmark::Table,
        pencilmark::Tally,
        pencilmark::Term,
        pencilmark::TextError,
        pencilmark::TooManyStates,
        pencilmark::Tuples,
        pencilmark::Uniqueness,
        pencilmark::Unit,
        pencilmark::UnknownSimd,
        pencilmark::UnknownWord,
        pencilmark::ValueSets,
        pencilmark::Values,
        pencilmark::Var,
        pencilmark::Wake,
        pencilmark::Writer,
    ];
    #[cfg(feature = "puzzle")]
    listed.extend(shared![
        pencilmark::AllDifferent,
        pencilmark::Allowed,
        pencilmark::And,
        pencilmark::AntiKing,
        pencilmark::AntiKnight,
        pencilmark::AntiTaxicab,
        pencilmark::Arrow,
        pencilmark::Automated,
        pencilmark::AutomatonStep,
        pencilmark::Axis,
        pencilmark::Between,
        pencilmark::BoardPart,
        pencilmark::Broken,
        pencilmark::Canvas,
        pencilmark::CellMap<u64>,
        pencilmark::Cells,
        pencilmark::CellsError,
        pencilmark::Clones,
        pencilmark::CountingCircles,
        pencilmark::Definition,
        pencilmark::DefinitionError,
        pencilmark::Diagonal,
        pencilmark::Digits,
        pencilmark::Direction,
        pencilmark::DisjointGroups,
        pencilmark::DoubleArrow,
        pencilmark::DutchFlatmates,
        pencilmark::Entropic,
        pencilmark::EqualityCage,
        pencilmark::Even,
        pencilmark::Except,
        pencilmark::Exchange,
        pencilmark::ExportError,
        pencilmark::Exported,
        pencilmark::Expression,
        pencilmark::ExpressionError,
        pencilmark::Filling,
        pencilmark::FillingError,
        pencilmark::Fillings<'static>,
        pencilmark::Givens,
        pencilmark::GlobalEntropy,
        pencilmark::GlobalMod3,
        pencilmark::GreaterThan,
        pencilmark::Grid,
        pencilmark::ImportError,
        pencilmark::Imported,
        pencilmark::Indexing,
        pencilmark::Killer,
        dyn pencilmark::Kind,
        pencilmark::KropkiBlack,
        pencilmark::KropkiWhite,
        pencilmark::Linear,
        pencilmark::Lines,
        pencilmark::LinkError,
        pencilmark::LittleKiller,
        pencilmark::Lockout,
        pencilmark::Lunchbox,
        pencilmark::Mark,
        pencilmark::Marks,
        pencilmark::Maximum,
        pencilmark::Minimum,
        pencilmark::Modular,
        pencilmark::Nabner,
        pencilmark::Named,
        pencilmark::NegativeDifference,
        pencilmark::NegativeRatio,
        pencilmark::NonConsecutive,
        pencilmark::NumberedRoom,
        pencilmark::Odd,
        pencilmark::Or,
        pencilmark::Pair,
        pencilmark::Palindrome,
        pencilmark::Part,
        pencilmark::Picture,
        pencilmark::PostError,
        pencilmark::Posting<'static>,
        pencilmark::Quadruple,
        pencilmark::Regex,
        pencilmark::RegexError,
        pencilmark::RegionSumLine,
        pencilmark::Regular,
        pencilmark::Rellik,
        pencilmark::Renban,
        pencilmark::SameValues,
        pencilmark::Sandwich,
        pencilmark::Skyscraper,
        pencilmark::SlowThermo,
        pencilmark::StrictKropki,
        pencilmark::StrictXv,
        pencilmark::Stroke,
        pencilmark::Sum,
        pencilmark::Thermo,
        pencilmark::Unsolvable,
        pencilmark::Unsupported,
        pencilmark::V,
        pencilmark::ValueRange,
        pencilmark::ValueSet,
        pencilmark::Variant,
        pencilmark::VariantError,
        pencilmark::Version,
        pencilmark::Whisper,
        pencilmark::Windoku,
        pencilmark::Words,
        pencilmark::X,
        pencilmark::XSum,
        pencilmark::Zipper,
    ]);
    #[cfg(feature = "png")]
    listed.extend(shared![pencilmark::PngError]);
    let there = exported();
    assert!(there.len() > 100, "lib.rs is not read as it stands: {}", there.len());
    for (name, feature) in there {
        let built = match feature.as_deref() {
            None => true,
            Some("puzzle") => cfg!(feature = "puzzle"),
            Some("png") => cfg!(feature = "png"),
            Some(_) => false,
        };
        assert!(!built || name == "Machine" || listed.contains(&name), "{name} is not in the list above");
    }
}
