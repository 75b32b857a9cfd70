//! A complete assignment that was checked against all regions and constraints.

use std::ops::Index;

use crate::model::ids::Var;

/// One value for each variable of a model, checked against all its regions and constraints.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Solution {
    pub(crate) values: Vec<i32>,
}

impl Solution {
    /// The values, by the number of the variable.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// The value of `var`; none if it is a variable of a larger model.
    pub fn get(&self, var: Var) -> Option<i32> {
        self.values.get(var.index()).copied()
    }
}

/// # Panics
/// If the variable is one of a larger model.
impl Index<Var> for Solution {
    type Output = i32;

    fn index(&self, var: Var) -> &i32 {
        &self.values[var.index()]
    }
}
