//! The program: arguments, reading, printing, progress, exit codes. Everything it does, another crate can do
//! through the library.

pub(crate) mod answer;
pub(crate) mod args;
pub(crate) mod asked;
pub(crate) mod batch;
pub(crate) mod convert;
pub(crate) mod custom;
pub(crate) mod entries;
pub(crate) mod files;
pub(crate) mod image;
pub(crate) mod imported;
pub(crate) mod input;
pub(crate) mod manual;
pub(crate) mod minimal;
pub(crate) mod option_values;
pub(crate) mod output;
pub(crate) mod print;
pub(crate) mod progress;
pub(crate) mod proof;
pub(crate) mod quotes;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod setting;
pub(crate) mod sink;
pub(crate) mod solvers;
pub(crate) mod source;
pub(crate) mod status;
pub(crate) mod stream;
pub(crate) mod switches;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod unpack;
pub(crate) mod verify;
pub(crate) mod wait;
pub(crate) mod why;
pub(crate) mod worker;
