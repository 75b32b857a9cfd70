//! The named constraints, one a file: what a setter writes, and how it is posted.

/// Declares the files of named constraints and the type that is any of them: a new one is a new file and a line here.
///
/// Each type is the data of one constraint as it stands in a puzzle file beside its `type`, and implements
/// [`Kind`](crate::puzzle::constraints::Kind).
macro_rules! kinds {
    ($($name:literal => $file:ident :: $kind:ident,)*) => {
        $(pub(crate) mod $file;)*

        /// A named constraint of a puzzle, with its cells and numbers.
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(tag = "type")]
        #[non_exhaustive]
        #[allow(missing_docs)]
        pub enum Named {
            $(
                #[serde(rename = $name)]
                $kind(crate::puzzle::constraints::$file::$kind),
            )*
        }

        impl Named {
            /// The names of all kinds, as they stand in a puzzle file.
            pub const NAMES: &'static [&'static str] = &[$($name,)*];

            /// The name of its kind.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Named::$kind(_) => $name,)*
                }
            }

            /// What every kind can do.
            pub fn kind(&self) -> &dyn Kind {
                match self {
                    $(Named::$kind(kind) => kind,)*
                }
            }
        }

        $(
            impl From<crate::puzzle::constraints::$file::$kind> for Named {
                fn from(kind: crate::puzzle::constraints::$file::$kind) -> Named {
                    Named::$kind(kind)
                }
            }
        )*
    };
}

/// What every named constraint can do.
pub trait Kind {
    /// Posts it: regions, constraints, and the rules that infer from them.
    ///
    /// # Errors
    /// [`PostError`](crate::PostError) if it does not fit the board.
    fn post(
        &self,
        posting: &mut crate::puzzle::posting::Posting<'_>,
    ) -> Result<(), crate::puzzle::posting::PostError>;

    /// The cells that it names, for messages and pictures: none where it speaks of the whole board.
    fn cells(&self) -> Vec<&crate::puzzle::cells::Cells>;
}

kinds! {
    "all_different" => all_different::AllDifferent,
    "arrow" => arrow::Arrow,
    "between" => between::Between,
    "diagonal" => diagonal::Diagonal,
    "double_arrow" => double_arrow::DoubleArrow,
    "entropic" => entropic::Entropic,
    "equality_cage" => equality_cage::EqualityCage,
    "killer" => killer::Killer,
    "little_killer" => little_killer::LittleKiller,
    "lockout" => lockout::Lockout,
    "lunchbox" => lunchbox::Lunchbox,
    "modular" => modular::Modular,
    "numbered_room" => numbered_room::NumberedRoom,
    "palindrome" => palindrome::Palindrome,
    "quadruple" => quadruple::Quadruple,
    "region_sum_line" => region_sum_line::RegionSumLine,
    "rellik" => rellik::Rellik,
    "renban" => renban::Renban,
    "sandwich" => sandwich::Sandwich,
    "skyscraper" => skyscraper::Skyscraper,
    "slow_thermo" => slow_thermo::SlowThermo,
    "sum" => sum::Sum,
    "thermo" => thermo::Thermo,
    "whisper" => whisper::Whisper,
    "x_sum" => x_sum::XSum,
    "zipper" => zipper::Zipper,
}
