//! Inferences, one a file. A rule sees the model and its scope, never the agenda, the search or a plugin.

pub(crate) mod bounds;
pub(crate) mod clause;
pub(crate) mod covering;
pub(crate) mod different;
pub(crate) mod element;
pub(crate) mod families;
pub(crate) mod hall_sets;
pub(crate) mod increasing;
pub(crate) mod layers;
pub(crate) mod matching;
pub(crate) mod near;
pub(crate) mod numbered;
pub(crate) mod one_of;
pub(crate) mod pair;
pub(crate) mod rule;
pub(crate) mod same;
pub(crate) mod same_values;
pub(crate) mod self_counting;
pub(crate) mod sequence;
pub(crate) mod shares;
pub(crate) mod shifted;
pub(crate) mod side;
pub(crate) mod snapshot;
pub(crate) mod split;
pub(crate) mod subsets;
pub(crate) mod sums;
pub(crate) mod table;
pub(crate) mod term;
pub(crate) mod totals;
pub(crate) mod value_sets;

/// Declares the files of the library and lists their rules: a new rule is a new file and a line here.
macro_rules! library {
    ($($file:ident :: $rule:ident,)*) => {
        $(pub(crate) mod $file;)*

        /// The rules of this crate that every solver starts with, in the order in which it tries them.
        pub fn library() -> Vec<std::sync::Arc<dyn crate::rules::rule::Rule>> {
            vec![$(std::sync::Arc::new(crate::rules::$file::$rule),)*]
        }
    };
}

library! {
    naked_single::NakedSingle,
    hidden_single::HiddenSingle,
    constraint_check::ConstraintCheck,
}
