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
pub trait Kind: Send + Sync {
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

    /// Adds the pairs and cells that it marks: kinds that speak of all that is not marked leave them out. By default
    /// nothing.
    fn marks(&self, marks: &mut crate::puzzle::marks::Marks) {
        let _ = marks;
    }

    /// Draws itself: by default a line through each list of cells.
    fn draw(&self, canvas: &mut crate::puzzle::drawing::canvas::Canvas) {
        for cells in self.cells() {
            canvas.line(cells, "#b0b0b0", crate::puzzle::drawing::canvas::Stroke::Narrow);
        }
    }
}

kinds! {
    "all_different" => all_different::AllDifferent,
    "allowed" => allowed::Allowed,
    "and" => and::And,
    "anti_king" => anti_king::AntiKing,
    "anti_knight" => anti_knight::AntiKnight,
    "anti_taxicab" => anti_taxicab::AntiTaxicab,
    "arrow" => arrow::Arrow,
    "automaton" => automaton::Automated,
    "between" => between::Between,
    "clone" => clone::Clones,
    "counting_circles" => counting_circles::CountingCircles,
    "diagonal" => diagonal::Diagonal,
    "disjoint_groups" => disjoint_groups::DisjointGroups,
    "double_arrow" => double_arrow::DoubleArrow,
    "dutch_flatmates" => dutch_flatmates::DutchFlatmates,
    "entropic" => entropic::Entropic,
    "equality_cage" => equality_cage::EqualityCage,
    "even" => even::Even,
    "global_entropy" => global_entropy::GlobalEntropy,
    "global_mod3" => global_mod3::GlobalMod3,
    "greater_than" => greater_than::GreaterThan,
    "indexing" => indexing::Indexing,
    "killer" => killer::Killer,
    "kropki_black" => kropki_black::KropkiBlack,
    "kropki_white" => kropki_white::KropkiWhite,
    "little_killer" => little_killer::LittleKiller,
    "lockout" => lockout::Lockout,
    "lunchbox" => lunchbox::Lunchbox,
    "maximum" => maximum::Maximum,
    "minimum" => minimum::Minimum,
    "modular" => modular::Modular,
    "nabner" => nabner::Nabner,
    "negative_difference" => negative_difference::NegativeDifference,
    "negative_ratio" => negative_ratio::NegativeRatio,
    "non_consecutive" => non_consecutive::NonConsecutive,
    "numbered_room" => numbered_room::NumberedRoom,
    "odd" => odd::Odd,
    "or" => or::Or,
    "pair" => pair::Pair,
    "palindrome" => palindrome::Palindrome,
    "quadruple" => quadruple::Quadruple,
    "regex" => regex::Regular,
    "region_sum_line" => region_sum_line::RegionSumLine,
    "rellik" => rellik::Rellik,
    "renban" => renban::Renban,
    "same_values" => same_values::SameValues,
    "sandwich" => sandwich::Sandwich,
    "skyscraper" => skyscraper::Skyscraper,
    "slow_thermo" => slow_thermo::SlowThermo,
    "strict_kropki" => strict_kropki::StrictKropki,
    "strict_xv" => strict_xv::StrictXv,
    "sum" => sum::Sum,
    "thermo" => thermo::Thermo,
    "v" => v::V,
    "whisper" => whisper::Whisper,
    "windoku" => windoku::Windoku,
    "x" => x::X,
    "x_sum" => x_sum::XSum,
    "zipper" => zipper::Zipper,
}
