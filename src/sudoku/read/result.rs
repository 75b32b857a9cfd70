//! What the program prints in the place of a board.

/// Whether a line is a result that stands where a board would, so that what one run printed can be read by the next
/// with every entry in its place.
pub(crate) fn is_result(text: &str) -> bool {
    let text = text.trim();
    matches!(text, "No solution exists" | "Not unique")
        || text.starts_with("stopped: ")
        || text.starts_with("error: ")
}
