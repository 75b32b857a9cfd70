//! Inferences, one a file. A rule sees the model and its scope, never the agenda, the search or a plugin.

pub(crate) mod hall_sets;
pub(crate) mod matching;
pub(crate) mod rule;

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
