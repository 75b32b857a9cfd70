//! The program `pencilmark`.

fn main() -> std::process::ExitCode {
    pencilmark::program()
}
