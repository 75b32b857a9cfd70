//! The program `pencilmark`: see `src/program`.

fn main() {}
