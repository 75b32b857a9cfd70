//! Ctrl-C while the program waits for its input: there is nothing to finish, so it ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::program::status::Status;

/// Whether the program waits for input, all answers before it being printed.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C was pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Reads, and lets Ctrl-C end the program meanwhile.
pub(crate) fn during<T>(read: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    if INTERRUPTED.load(Ordering::SeqCst) {
        std::process::exit(Status::Stopped as i32);
    }
    let result = read();
    WAITING.store(false, Ordering::SeqCst);
    result
}

/// Takes note of Ctrl-C; ends the program if it waits, or if it was told so before.
pub(crate) fn interrupt() {
    let again = INTERRUPTED.swap(true, Ordering::SeqCst);
    if again || WAITING.load(Ordering::SeqCst) {
        std::process::exit(Status::Stopped as i32);
    }
}
