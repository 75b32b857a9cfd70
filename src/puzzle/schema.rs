//! The schema of puzzle files.

use serde_json::Value;

use crate::puzzle::definition::Definition;
use crate::puzzle::text::DefinitionError;

/// Checks.
pub(crate) fn check(tree: &Value) -> Result<(), DefinitionError> {
    let _ = tree;
    Ok(())
}

impl Definition {
    /// The JSON Schema of puzzle files.
    pub fn schema() -> Value {
        schemars::schema_for!(Definition).to_value()
    }
}
