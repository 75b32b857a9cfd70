//! Ctrl-C while the program waits for its input: there is nothing to finish, so it ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the program waits for input, all answers before it being printed.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Reads, and lets Ctrl-C end the program meanwhile.
pub(crate) fn during<T>(read: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    let result = read();
    WAITING.store(false, Ordering::SeqCst);
    result
}

/// Whether the program may end at once.
pub(crate) fn waits() -> bool {
    WAITING.load(Ordering::SeqCst)
}
