//! The program: arguments, reading, printing, progress, exit codes. Everything it does, another crate can do
//! through the library.

pub(crate) mod answer;
pub(crate) mod args;
pub(crate) mod batch;
pub(crate) mod convert;
pub(crate) mod input;
pub(crate) mod print;
pub(crate) mod run;
pub(crate) mod status;
pub(crate) mod verify;
pub(crate) mod wait;
